import { field, problem, type FieldProblem } from '#kit/call/problem.ts'
import type { Template } from './template.ts'
import { templateError } from './templateErrors.ts'

/** A value that a campaign or an automation gives. */
export type Variable = Template['variables'][number]

type Values = Readonly<Record<string, unknown>>

const checks: Readonly<Record<Variable['type'], { holds(value: unknown): boolean; message: string }>> = {
  text: { holds: (value) => typeof value === 'string', message: 'must be a text' },
  number: { holds: (value) => typeof value === 'number', message: 'must be a number' },
  flag: { holds: (value) => typeof value === 'boolean', message: 'must be true or false' },
  moment: { holds: (value) => typeof value === 'string' && isMoment(value), message: 'must be a time (ISO 8601)' },
  url: { holds: (value) => typeof value === 'string' && isWebAddress(value), message: 'must be a web address' },
}

/** Mistakes in values for variables: a wrong type, and a needed one that is missing. `path` leads to the values. */
export function variableProblems(variables: readonly Variable[], values: Values, path: string): FieldProblem[] {
  return variables.flatMap((variable) => {
    const { name, type, isRequired = false, defaultValue } = variable
    const value = values[name]
    if (value === undefined || value === null) {
      return isRequired && defaultValue === undefined ? [field(`${path}/${name}`, 'required', 'is needed')] : []
    }
    const { holds, message } = checks[type]
    return holds(value) ? [] : [field(`${path}/${name}`, 'format', message)]
  })
}

/** Default values that are not of their type. */
export function defaultProblems(variables: readonly Variable[]): FieldProblem[] {
  return variables.flatMap((variable, index) => {
    const value = defaultOf(variable)
    const { holds, message } = checks[variable.type]
    return value === undefined || holds(value) ? [] : [field(`/variables/${index}/defaultValue`, 'format', message)]
  })
}

/** Values with the defaults of those that are missing. */
export function withDefaults(variables: readonly Variable[], values: Values): Record<string, unknown> {
  const defaults = variables.flatMap((variable) => {
    const value = defaultOf(variable)
    return value === undefined ? [] : [[variable.name, value]]
  })
  const given = Object.entries(values).filter(([, value]) => value !== null)
  return { ...Object.fromEntries(defaults), ...Object.fromEntries(given) }
}

/** Values of a mail. Throws template_error for a wrong type, and for a needed one that is missing. */
export function valuesOfMail(variables: readonly Variable[], values: Values): Record<string, unknown> {
  const fields = variableProblems(variables, values, '/variables')
  if (fields.length > 0) throw problem(templateError, { fields })
  return withDefaults(variables, values)
}

/** A default value in its type; the text itself where it is not of the type. */
function defaultOf({ type, defaultValue: text }: Variable): unknown {
  if (text === undefined) return undefined
  if (type === 'number') return text.trim() !== '' && Number.isFinite(Number(text)) ? Number(text) : text
  if (type === 'flag') return text === 'true' ? true : text === 'false' ? false : text
  return text
}

function isMoment(text: string): boolean {
  return /^\d{4}-\d{2}-\d{2}/.test(text) && !Number.isNaN(Date.parse(text))
}

function isWebAddress(text: string): boolean {
  return /^https?:\/\//i.test(text) && URL.canParse(text)
}

import { Ajv, type ErrorObject, type Format, type ValidateFunction } from 'ajv'
import addFormats from 'ajv-formats'
import type { TObject, TSchema } from '#kit/values/schema.ts'
import type { InputCheck } from '#platform/call/inputCheckPort.ts'
import type { CalledUse } from '#kit/values/fields.ts'
import { converted, fieldTypeOf, fieldTypes } from '#kit/values/fieldType.ts'
import type { Outbound } from '#platform/net/outboundPort.ts'
import type { ServerEvent } from '#kit/call/latestEvents.ts'
import { limits } from '#kit/call/limits.ts'
import type { Operation } from '#kit/nouns/operation.ts'
import { field, invalid, type FieldProblem } from '#kit/call/problem.ts'
import { boundedInput, pointer, type Declared } from './boundedInput.ts'

type Plain = Record<string, unknown>

const options = {
  allErrors: true,
  strict: false,
  verbose: true,
  removeAdditional: false,
  useDefaults: false,
  // A test checks our schemas against the meta schema. V8 optimises the code as well as Ajv's optimiser would.
  meta: false,
  validateSchema: false,
  code: { optimize: false },
  passContext: true,
} as const
const strict = withKeywords(new Ajv(options))
const coercing = withKeywords(new Ajv({ ...options, coerceTypes: 'array' }))
const compiled = new WeakMap<Declared, ValidateFunction>()
const outputChecks = new WeakMap<Operation, { own: ValidateFunction; public: ValidateFunction }>()

/** The method of the port that checks addresses which the server would call. */
type Judge = Pick<Outbound, 'refusalOf'>

/**
 * Checks an input by the schema of its operation or page. Returns it normalised, in the form that code holds. Throws
 * invalid, which names every wrong field. `outbound` is needed for inputs with addresses that the server calls.
 */
export function checkInput(of: Declared, input: Plain, outbound?: Judge): Plain {
  const { normal, problems } = boundedInput(of, input)
  const isQuery = of.method === 'GET' || of.method === 'DELETE'
  const numbers = isQuery ? oddNumbers(of, normal) : []
  let validate = compiled.get(of)
  if (validate === undefined) {
    validate = withFieldTypes(isQuery ? coercing : strict).compile(of.input)
    compiled.set(of, validate)
  }
  if (!validate.call(outbound, normal)) problems.push(...fieldProblems(validate.errors ?? []))
  problems.push(...numbers.filter((each) => !problems.some(({ path }) => path === each.path)))
  if (problems.length > 0) throw invalid(...problems)
  // cast: the input's schema is that of an object.
  return converted(of.input, 'read', normal) as Plain
}

/** Opens the check for parts that are no request: each schema is compiled once. */
export function openInputCheck(): InputCheck {
  const declared = new WeakMap<TObject, Declared>()
  return {
    check(input, sent) {
      const of = declared.get(input) ?? { method: 'POST', isLenient: false, input }
      declared.set(input, of)
      return checkInput(of, sent)
    },
  }
}

const numberForms: Record<string, RegExp> = {
  integer: /^-?[0-9]+$/,
  number: /^-?[0-9]+(\.[0-9]+)?(e[+-]?[0-9]+)?$/i,
}

/** Numbers of a query that JavaScript would read but no caller writes: `0x10`, ` 5`, `1e1` for an integer. */
function oddNumbers(of: Declared, input: Plain): FieldProblem[] {
  const found: FieldProblem[] = []
  for (const name of Object.keys(input)) {
    const value = input[name]
    const { type } = Object(of.input.properties[name])
    const form = numberForms[String(type)]
    const isOdd = form !== undefined && typeof value === 'string' && !form.test(value)
    if (isOdd) found.push(field(`/${pointer(name)}`, 'type', `must be ${String(type)}, in decimal digits`))
  }
  return found
}

/**
 * Checks an output against the document of its operation. A public key gets the public form; every other caller gets
 * the public or the owner's form. Throws an Error: an output outside the document is a defect of this server.
 */
export function checkOutput(of: Operation, output: unknown, isPublicCaller: boolean): void {
  const sent = converted(of.output, 'toWire', output)
  let forms = outputChecks.get(of)
  if (forms === undefined) {
    const own = withFieldTypes(strict).compile(of.output)
    forms = { own, public: of.publicOutput === undefined ? own : strict.compile(of.publicOutput) }
    outputChecks.set(of, forms)
  }
  if (forms.public(sent) || (!isPublicCaller && forms.own(sent))) return
  const errors = isPublicCaller ? forms.public.errors : forms.own.errors
  const found = (errors ?? []).slice(0, 3).map((error) => `${error.instancePath} ${error.message}`)
  throw new Error(`${of.id} responds outside its document: ${found.join('; ')}`)
}

/** The events of a stream, each checked against the document of its operation. A read throws for one outside it. */
export function checkedEvents(of: Operation, events: AsyncIterable<ServerEvent>): AsyncIterable<ServerEvent> {
  return {
    [Symbol.asyncIterator]() {
      const iterator = events[Symbol.asyncIterator]()
      return {
        async next() {
          const taken = await iterator.next()
          if (taken.done !== true) checkEvent(of, taken.value)
          return taken
        },
        return: async () => (await iterator.return?.()) ?? { done: true, value: undefined },
      }
    },
  }
}

function checkEvent(of: Operation, { event, data }: ServerEvent): void {
  const schema = of.events?.[event]
  if (schema !== undefined && withFieldTypes(strict).validate(schema, data)) return
  throw new Error(`${of.id} sends ${event} outside its document: ${strict.errorsText()}`)
}

/** Whether a value satisfies a schema, formats of field types included. */
export function satisfies(schema: TSchema, value: unknown): boolean {
  return withFieldTypes(strict).validate(schema, value)
}

function withKeywords(ajv: Ajv): Ajv {
  addFormats.default(ajv, ['uuid'])
  ajv.addKeyword({ keyword: 'x-called', type: 'string', errors: true, validate: isCallable })
  return ajv
}

/** The validator with the formats of all field types. Adds those that were defined since the last call. */
function withFieldTypes(ajv: Ajv): Ajv {
  for (const { schema, accepts } of fieldTypes()) {
    if (accepts === undefined || ajv.formats[schema.format] !== undefined) continue
    ajv.addFormat(schema.format, formatOf(schema.type, accepts))
  }
  return ajv
}

function formatOf(type: 'string' | 'integer', accepts: (value: unknown) => boolean): Format {
  return type === 'string' ? { type: 'string', validate: accepts } : { type: 'number', validate: accepts }
}

/** The keyword of addresses that the server calls. `this` is the port; it is missing where outputs are checked. */
function isCallable(this: Judge | undefined, use: CalledUse, url: string): boolean {
  const refusal = this?.refusalOf?.(url, use)
  if (refusal === undefined) return true
  const { rule, message } = refusal
  isCallable.errors = [{ keyword: 'x-called', message, params: { rule } }]
  return false
}
// cast: the type of the errors that the keyword leaves for Ajv.
isCallable.errors = [] as Partial<ErrorObject>[]

function fieldProblems(errors: ErrorObject[]): FieldProblem[] {
  const found = new Map<string, FieldProblem>()
  // A malformed address is refused for its form alone.
  const isWellFormed = (path: string) =>
    !errors.some(({ keyword, instancePath }) => keyword !== 'x-called' && instancePath === path)
  for (const error of errors) {
    if (found.size === limits.fieldErrorsMax) break
    if (error.keyword === 'x-called' && !isWellFormed(error.instancePath)) continue
    const each = fieldProblem(error)
    const key = `${each.path} ${each.rule}`
    if (!found.has(key)) found.set(key, each)
  }
  return [...found.values()]
}

function fieldProblem(error: ErrorObject): FieldProblem {
  // cast: the option `verbose` adds the schema to the error.
  const schema = (error.parentSchema ?? {}) as Plain
  const params: Plain = error.params
  const rule = error.keyword
  if (rule === 'required')
    return field(`${error.instancePath}/${pointer(String(params['missingProperty']))}`, rule, 'is needed')
  if (rule === 'additionalProperties') {
    const known = Object.keys(Object(schema['properties']))
    const path = `${error.instancePath}/${pointer(String(params['additionalProperty']))}`
    return field(
      path,
      rule,
      known.length === 0 ? 'is not a known field' : `is not a known field; known are ${known.join(', ')}`,
    )
  }
  if (rule === 'x-called') return field(error.instancePath, String(params['rule']), String(error.message))
  const own = schema['x-message']
  return field(error.instancePath, rule, typeof own === 'string' ? own : messageOf(error, params))
}

function messageOf(error: ErrorObject, params: Plain): string {
  const limit = String(params['limit'])
  const messages: Record<string, string> = {
    minimum: `must be at least ${limit}`,
    maximum: `must be at most ${limit}`,
    minLength: limit === '1' ? 'must not be empty' : `must have at least ${limit} characters`,
    maxLength: `must have at most ${limit} characters`,
    minItems: `must have at least ${limit} items`,
    maxItems: `must have at most ${limit} items`,
    minProperties: limit === '1' ? 'must not be empty' : `must have at least ${limit} entries`,
    maxProperties: `must have at most ${limit} entries`,
    propertyNames: `must have no entry named ${String(params['propertyName'])}`,
    uniqueItems: 'must not repeat an item',
    enum: `must be one of ${list(params['allowedValues'])}`,
    type: `must be ${list(params['type']).replaceAll(', ', ' or ')}`,
    format: fieldTypeOf(params)?.message ?? `must be a ${String(params['format']).replaceAll('-', ' ')}`,
    pattern: `must match ${String(params['pattern'])}`,
  }
  return messages[error.keyword] ?? error.message ?? 'is not valid'
}

function list(value: unknown): string {
  return Array.isArray(value) ? value.filter((each) => each !== null).join(', ') : String(value)
}

import { field, type FieldProblem } from '#kit/call/problem.ts'
import { filterBounds, operatorNames, type Comparison, type OperatorName, type Scalar } from './filter.ts'
import type { FilterReader } from './filterReader.ts'
import { hasForm, operators, type Operator, type ValueForm } from './operators.ts'
import { spanOf, spanText } from '#kit/values/span.ts'
import type { FieldType } from './vocabulary.ts'

const forms: Readonly<Record<ValueForm, string>> = {
  scalar: 'must be a text, a number, true or false',
  number: 'must be a number',
  text: 'must be a text that is not empty',
  scalars: 'must be a list of texts, numbers, true or false',
  texts: 'must be a list of texts',
  moment: 'must be a day or a moment such as 2026-11-21T09:00:00Z',
  span: 'must be a duration such as P30D or PT2H',
  none: 'must be left out',
}

/** JavaScript types of single values by the type of a field. */
const scalarTypes: Partial<Record<FieldType, string>> = { text: 'string', number: 'number', flag: 'boolean' }

/** The operator of a name. Throws for an unknown one: a checked filter has none. */
export function operatorOf(name: string): Operator {
  if (isOperatorName(name)) return operators[name]
  throw new Error(`unknown operator ${name}`)
}

/** Problems of a comparison of a value of a type. */
export function comparisonProblems({ is, value }: Comparison, type: FieldType): FieldProblem[] {
  if (!isOperatorName(is)) return [field('/is', 'enum', `must be one of ${operatorNames.join(', ')}`)]
  const operator = operators[is]
  if (!operator.on.includes(type)) {
    const fitting = operatorNames.filter((name) => operators[name].on.includes(type))
    return [field('/is', 'enum', `does not fit the field; fitting are ${fitting.join(', ')}`)]
  }
  if (!hasForm(value, operator.value)) return [field('/value', 'type', forms[operator.value])]
  return [...boundProblems(value), ...typeProblems(value, { operator, type })]
}

function boundProblems(value: unknown): FieldProblem[] {
  if (Array.isArray(value) && (value.length === 0 || value.length > filterBounds.listMax)) {
    return [field('/value', 'items', `must have 1 to ${filterBounds.listMax} items`)]
  }
  const texts = [value].flat().filter((each) => typeof each === 'string')
  const isLong = texts.some((text) => text.length > filterBounds.textMax)
  return isLong ? [field('/value', 'maxLength', `must have at most ${filterBounds.textMax} characters`)] : []
}

function typeProblems(value: unknown, { operator, type }: { operator: Operator; type: FieldType }): FieldProblem[] {
  const wanted = scalarTypes[type]
  if (wanted === undefined || (operator.value !== 'scalar' && operator.value !== 'scalars')) return []
  const isFitting = [value].flat().every((each) => typeof each === wanted)
  return isFitting ? [] : [field('/value', 'type', `must be of the type ${wanted}, as the field is`)]
}

/** Text form of a comparison: `>= 3`, `any of ("vip", "beta")`, `within last 30 days`. */
export function comparisonText({ is, value }: Comparison): string {
  const { phrase, value: form } = operatorOf(is)
  if (form === 'none') return phrase
  if (form === 'span') return `${phrase} ${spanText(String(value))}`
  if (form === 'moment') return `${phrase} ${String(value)}`
  if (Array.isArray(value)) return `${phrase} (${value.map(scalarText).join(', ')})`
  return `${phrase} ${scalarText(value)}`
}

/** A single value as text: texts in double quotes. */
export function scalarText(value: unknown): string {
  return JSON.stringify(value)
}

/** Phrases by length, so that `not in` is found before `not`. */
const phrases = operatorNames
  .map((name) => ({ name, words: operators[name].phrase.split(' ') }))
  .toSorted((a, b) => b.words.length - a.words.length || b.words.join().length - a.words.join().length)

/** Reads a comparison of the text form. Throws a FilterTextError where there is none. */
export function readComparison(reader: FilterReader): Comparison {
  const found = phrases.find(({ words }) => reader.takeAll(words))
  if (found === undefined) throw reader.error('a comparison is missing, such as = or contains')
  const { name } = found
  const form = operators[name].value
  if (form === 'none') return { is: name }
  if (form === 'span') return { is: name, value: readSpan(reader) }
  if (form === 'moment') return { is: name, value: reader.moment() }
  if (form === 'scalars' || form === 'texts') return { is: name, value: readList(reader) }
  return { is: name, value: reader.scalar() }
}

function readList(reader: FilterReader): Scalar[] {
  reader.expect('(')
  const items = [reader.scalar()]
  while (reader.take(',')) {
    if (items.length === filterBounds.listMax) throw reader.error(`a list has at most ${filterBounds.listMax} items`)
    items.push(reader.scalar())
  }
  reader.expect(')')
  return items
}

/** Reads a span: `30 days`, or its ISO form. */
export function readSpan(reader: FilterReader): string {
  const iso = reader.word(/^P[0-9A-Z]+$/)
  if (iso !== undefined) return iso
  const count = reader.number()
  const unit = reader.word(/^[a-z]+$/) ?? ''
  const span = spanOf(count, unit)
  if (span === undefined) throw reader.error('a unit is missing: seconds, minutes, hours, days or weeks')
  return span
}

/** A list of one name reads as the name where it is a key, and is none. */
function isOperatorName(name: unknown): name is OperatorName {
  return typeof name === 'string' && Object.hasOwn(operators, name)
}

import { field } from '#kit/call/problem.ts'
import type { Comparison, FieldCondition } from './filter.ts'
import { comparisonProblems, comparisonText, operatorOf, readComparison } from './comparison.ts'
import type { ConditionKind } from './conditionKind.ts'
import type { FilterField, Vocabulary } from './vocabulary.ts'

/** A condition on a field of the contact. */
export const fieldKind: ConditionKind<FieldCondition> = {
  key: 'field',
  others: ['is', 'value'],
  check(condition, vocabulary) {
    const known = typeof condition.field === 'string' ? vocabulary.find(condition.field) : undefined
    if (known !== undefined) return comparisonProblems(condition, known.type)
    return [field('/field', 'enum', `is not a known field; known are ${vocabulary.names.join(', ')}`)]
  },
  holds(condition, subject, { vocabulary, at }) {
    const known = fieldOf(condition, vocabulary)
    return operatorOf(condition.is).holds(known.read(subject, at), normalValue(known, condition), at)
  },
  sql(condition, build, vocabulary) {
    const known = fieldOf(condition, vocabulary)
    const { type, holding } = known
    let made: string | undefined
    const held = {
      type,
      // Made at its first use: a parameter of an expression that stands nowhere would have no type.
      get sql() {
        return (made ??= known.sql(build))
      },
      ...(holding === undefined ? {} : { holding }),
    }
    return operatorOf(condition.is).sql(held, normalValue(known, condition), build)
  },
  mention(condition, found, vocabulary) {
    found.fields.add(condition.field)
    const isByTime = operatorOf(condition.is).isTimeRelative ?? false
    found.isTimeRelative ||= isByTime || (fieldOf(condition, vocabulary).isTimeRelative ?? false)
  },
  print: (condition) => `${condition.field} ${comparisonText(condition)}`,
  read(reader, vocabulary) {
    const { place } = reader
    const name = reader.word(/./)
    if (name === undefined) return undefined
    if (vocabulary.find(name) !== undefined) return { field: name, ...readComparison(reader) }
    reader.backTo(place)
    return undefined
  },
}

function fieldOf({ field: name }: FieldCondition, vocabulary: Vocabulary): FilterField {
  const known = vocabulary.find(name)
  if (known === undefined) throw new Error(`a filter names the unknown field ${name}`)
  return known
}

/** Compared texts in the form of the field. */
function normalValue({ normal }: FilterField, { value }: Comparison): unknown {
  if (normal === undefined) return value
  const one = (each: unknown) => (typeof each === 'string' ? normal(each) : each)
  return Array.isArray(value) ? value.map(one) : one(value)
}

import { conditionKinds, kindOf } from './conditionKinds.ts'
import { canonicalFilter, filterBounds, isGroup, type Filter } from './filter.ts'
import { FilterReader } from './filterReader.ts'
import type { Vocabulary } from './vocabulary.ts'

/**
 * The text form of a checked filter:
 * `country in ("DE", "AT") and did stream.watched [minutes >= 20] at least 3 times within 30 days`.
 */
export function filterText(filter: Filter): string {
  return textOf(canonicalFilter(filter))
}

function textOf(filter: Filter): string {
  if (!isGroup(filter)) return kindOf(filter).print(filter)
  if (filter.op === 'not') return `not ${inner(filter.of)}`
  return filter.of.map(inner).join(` ${filter.op} `)
}

function inner(filter: Filter): string {
  return isGroup(filter) && filter.op !== 'not' ? `(${textOf(filter)})` : textOf(filter)
}

/** Reads the text form. Throws FilterTextError with the position of the first mistake; the result is not checked. */
export function parseFilter(text: string, vocabulary: Vocabulary): Filter {
  const reader = new FilterReader(text)
  const filter = readGroup(reader, vocabulary, 1)
  if (!reader.isAtEnd) throw reader.error('and or or is missing')
  return filter
}

/** Reads `a or b or c`, each of `a and b and c`: `and` binds closer. */
function readGroup(reader: FilterReader, vocabulary: Vocabulary, depth: number): Filter {
  if (depth > filterBounds.depthMax * 2) throw reader.error('the filter nests too deep')
  const either = [readAll(reader, vocabulary, depth)]
  while (reader.take('or')) either.push(readAll(reader, vocabulary, depth))
  return grouped('or', either)
}

function readAll(reader: FilterReader, vocabulary: Vocabulary, depth: number): Filter {
  const all = [readUnit(reader, vocabulary, depth)]
  while (reader.take('and')) all.push(readUnit(reader, vocabulary, depth))
  return grouped('and', all)
}

function grouped(op: 'and' | 'or', members: readonly Filter[]): Filter {
  const [only] = members
  return members.length === 1 && only !== undefined ? only : { op, of: members }
}

function readUnit(reader: FilterReader, vocabulary: Vocabulary, depth: number): Filter {
  if (depth > filterBounds.depthMax * 2) throw reader.error('the filter nests too deep')
  reader.countUnit()
  if (reader.take('not')) return { op: 'not', of: readUnit(reader, vocabulary, depth + 1) }
  if (reader.take('(')) {
    const filter = readGroup(reader, vocabulary, depth + 1)
    reader.expect(')')
    return filter
  }
  for (const kind of conditionKinds) {
    const condition = kind.read(reader, vocabulary)
    if (condition !== undefined) return condition
  }
  throw reader.error('a condition is missing: a field, did, in segment, opened mail')
}

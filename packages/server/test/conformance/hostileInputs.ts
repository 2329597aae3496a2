import type { TObject } from '#kit/values/schema.ts'
import { limits } from '#kit/call/limits.ts'
import { jsonValuesMax } from '#platform/http/jsonCost.ts'
import { plainOf, propertiesOf, typesOf, type Plain } from './schema.ts'

/**
 * Number of items far above the bound of any list: a list that is read whole exceeds the values that the check may
 * visit.
 */
const manyCount = 20_000
/** Texts with the highest cost per character, per mark or per pair of them. */
export const hostileTexts: Record<string, string> = {
  'a long text': 'a'.repeat(1_000_000),
  'a long text of blanks': ' '.repeat(1_000_000),
  'marks out of order': 'a\u0301\u0316'.padEnd(600_000, '\u0301\u0316'),
  'marks of 30 in a row': `a${'\u0301\u0316'.repeat(15)}`.repeat(20_000),
  'voice marks out of order': '\uff9e\u0334'.repeat(200_000),
  'syllables in parts': '\u1100\u1161\u11a8'.repeat(200_000),
  'control characters': '\u0001'.repeat(500_000),
  'half characters': '\ud800'.repeat(500_000),
  'line ends': '\r'.repeat(1_000_000),
}
const longText = hostileTexts['a long text'] ?? ''
const manyItems = Array.from({ length: manyCount }, () => longText)
const unknownMembers = (count: number): Plain =>
  Object.fromEntries(Array.from({ length: count }, (_, index) => [`k${index}`, longText]))
const manyMembers = unknownMembers(manyCount)
/** Number of unknown members for objects in lists. */
const someMembers = unknownMembers(100)

/** A value of each type in a schema, as large as a caller could send. */
export function hostileValue(schema: unknown): unknown {
  const of = plainOf(schema)
  const types = typesOf(of)
  if (types.includes('array')) {
    const item = hostileValue(of['items'])
    return manyItems.map(() => item)
  }
  if (types.includes('object')) return { ...someMembers, ...hostileMembers(of) }
  return types.includes('string') ? longText : manyItems
}

/** An object with every member that a schema names, hostile itself, and 20,000 that it does not name. */
export function hostileObject(schema: TObject | Plain): Plain {
  return { ...manyMembers, ...hostileMembers(schema) }
}

function hostileMembers(schema: TObject | Plain): Plain {
  return Object.fromEntries(Object.entries(propertiesOf(schema)).map(([name, each]) => [name, hostileValue(each)]))
}

/** Maximum of values that the check of an input visits by its schema. */
export function visibleCount(schema: unknown): number {
  const of = plainOf(schema)
  const types = typesOf(of)
  if (types.includes('array')) return 1 + (Number(of['maxItems'] ?? 100) + 1) * visibleCount(of['items'])
  if (!types.includes('object')) return 3
  const own = Object.values(propertiesOf(of)).map(visibleCount)
  const isMap = typeof of['additionalProperties'] === 'object'
  const others = isMap ? (Number(of['maxProperties'] ?? 100) + 1) * visibleCount(of['additionalProperties']) : 0
  return own.reduce((sum, count) => sum + count, 1 + others)
}

/** Bodies with the highest cost per byte for an operation, as JSON texts of at most `bytesMax` bytes. */
export function hostileBodies(schema: TObject, bytesMax: number): Record<string, string> {
  const filled = (count: number, make: (index: number) => string) => {
    const parts: string[] = []
    for (let index = 0, bytes = 100; index < count && bytes < bytesMax; index++) {
      const part = make(index)
      bytes += Buffer.byteLength(part) + 1
      if (bytes < bytesMax) parts.push(part)
    }
    return parts.join()
  }
  const properties = propertiesOf(schema)
  const firstOf = (type: string) =>
    Object.keys(properties).find((name) => typesOf(properties[name] ?? {}).includes(type))
  const list = firstOf('array') ?? 'zzList'
  const text = firstOf('string') ?? 'zzText'
  const valuesMax = jsonValuesMax(bytesMax) - 10
  const manyNames = (nth: number) => `{${Array.from({ length: 900 }, (_, index) => `"k${nth}_${index}":1`).join()}}`
  const bodies: Record<string, string> = {
    'unknown names': `{${filled(limits.jsonNamesMax, (index) => `"k${index}":1`)}}`,
    'more values than any': `{${filled(bytesMax, (index) => `"k${index}":1`)}}`,
    'numbers like names': `{${filled(limits.jsonNamesMax, (index) => `"${4_294_967_295 - index * 37}":1`)}}`,
    'objects of many names': `{"${list}":[${filled(valuesMax / 900, manyNames)}]}`,
    'empty objects': `{"${list}":[${filled(valuesMax, () => '{}')}]}`,
    'large numbers': `{"${list}":[${filled(valuesMax, () => '9'.repeat(300))}]}`,
    'objects of their own kind each': `{"${list}":[${filled(valuesMax / 2, (index) => `{"k${index}":1}`)}]}`,
    'deep lists': `{"${list}":${'['.repeat(bytesMax / 2 - 50)}`,
    escapes: `{"${text}":"${'\\u0301\\u0316'.repeat((bytesMax - 50) / 12)}"}`,
  }
  for (const [name, each] of Object.entries(hostileTexts)) {
    let value = each.slice(0, bytesMax)
    while (Buffer.byteLength(JSON.stringify(value)) > bytesMax - 50) value = value.slice(0, value.length * 0.8)
    bodies[name] = JSON.stringify({ [text]: value })
  }
  return bodies
}

/** Query strings within 16 KiB with the highest cost. */
export function hostileQueries(schema: TObject): Record<string, string> {
  const names = Object.keys(propertiesOf(schema))
  const bytesMax = 15_000
  const each = (make: (index: number) => string) =>
    Array.from({ length: bytesMax }, (_, index) => make(index))
      .join('&')
      .slice(0, bytesMax)
  return {
    'many parameters': each((index) => `k${index}=1`),
    'one parameter many times': each(() => `${names[0] ?? 'a'}=1`),
    'empty parameters': '&'.repeat(bytesMax),
    'long values': names
      .map((name) => `${name}=${'1'.repeat(bytesMax / (names.length + 1) - name.length - 2)}`)
      .join('&'),
    'marks out of order': `${names[0] ?? 'a'}=${'%CC%81%CC%96'.repeat(bytesMax / 12)}`,
    'half escapes': `${names[0] ?? 'a'}=${'%'.repeat(bytesMax)}`,
  }
}

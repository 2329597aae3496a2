import { fieldTypeOf } from '#kit/values/fieldType.ts'

/** A JSON object of an OpenAPI document. */
export type Json = Record<string, unknown>

/** A JSON copy of a schema in the keywords and formats of JSON Schema: any standard validator compiles it. */
export function plain(schema: unknown): Json {
  const text = JSON.stringify(schema, (key, value) => (ownKeywords.has(key) ? undefined : value))
  return object(JSON.parse(text, (_key, value) => standardFormat(value)))
}

/** Keywords of the input check and of the console alone. */
const ownKeywords = new Set(['x-message', 'x-called', 'x-image', 'x-free'])

/** Each format that JSON Schema lacks becomes the keyword by which its field type is documented. */
function standardFormat(value: unknown): unknown {
  const { documented } = fieldTypeOf(Object(value)) ?? {}
  if (documented === undefined) return value
  const { format: _own, ...rest } = object(value)
  return { ...rest, ...documented }
}

/** The value as a JSON object; an empty one for other values. */
export function object(value: unknown): Json {
  // cast: checked in this line.
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Json) : {}
}

/** The value as a list of texts; empty for other values. */
export function texts(value: unknown): string[] {
  return Array.isArray(value) ? value.filter((each) => typeof each === 'string') : []
}

/** A reference to a named component. */
export function pointTo(kind: string, name: string): Json {
  return { $ref: `#/components/${kind}/${name}` }
}

/** Whether two JSON values are equal, whatever the order of their keys. */
export function isSame(left: unknown, right: unknown): boolean {
  return canonical(left) === canonical(right)
}

/** A text that is the same for the same JSON, whatever the order of its keys. */
export function canonical(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(canonical).join()}]`
  if (typeof value !== 'object' || value === null) return JSON.stringify(value) ?? 'null'
  const entries = Object.entries(value).filter(([, each]) => each !== undefined)
  const sorted = entries.toSorted(([left], [right]) => (left < right ? -1 : 1))
  return `{${sorted.map(([key, each]) => `${JSON.stringify(key)}:${canonical(each)}`).join()}}`
}

/** `subCategory` as `SubCategory`. */
export function pascal(word: string): string {
  return word.replace(/(^|[.\s_-]+)(\w)/g, (_, _gap, letter: string) => letter.toUpperCase())
}

/** `subCategory` as `Sub category`. */
export function spaced(word: string): string {
  const apart = word.replace(
    /([a-z])([A-Z])/g,
    (_, before: string, after: string) => `${before} ${after.toLowerCase()}`,
  )
  return apart.charAt(0).toUpperCase() + apart.slice(1)
}

/** The parts of an operation id or a fact name `<product>.<noun>.<verb>`; a missing one is empty. */
export function partsOf(id: string): { product: string; noun: string; verb: string } {
  const [product = '', noun = '', verb = ''] = id.split('.')
  return { product, noun, verb }
}

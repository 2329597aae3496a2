/** The keywords of JSON Schema that inputs and records of the API use. */
export type JsonSchema = {
  type?: string | string[]
  format?: string
  enum?: (string | null)[]
  const?: unknown
  description?: string
  title?: string
  pattern?: string
  minimum?: number
  maximum?: number
  minLength?: number
  maxLength?: number
  minItems?: number
  maxItems?: number
  uniqueItems?: boolean
  items?: JsonSchema
  minProperties?: number
  maxProperties?: number
  propertyNames?: JsonSchema
  properties?: Record<string, JsonSchema>
  required?: string[]
  additionalProperties?: boolean | JsonSchema
  anyOf?: JsonSchema[]
  oneOf?: JsonSchema[]
  default?: unknown
  examples?: unknown[]
  /** The field's own words for a refusal of its value. */
  'x-message'?: string
  /** Whether the text is the address of an image. */
  'x-image'?: boolean
  'x-free'?: boolean
}

/** Kind of a value, which chooses its widget in forms and its form in lists and pages. */
export type ValueKind =
  | 'text'
  | 'longText'
  | 'number'
  | 'minor'
  | 'flag'
  | 'choice'
  | 'moment'
  | 'day'
  | 'time'
  | 'duration'
  | 'money'
  | 'position'
  | 'color'
  | 'country'
  | 'currency'
  | 'language'
  | 'zone'
  | 'url'
  | 'image'
  | 'email'
  | 'id'
  | 'ids'
  | 'tags'
  | 'words'
  | 'file'
  | 'objects'
  | 'group'
  | 'pairs'
  | 'any'

/** Kind of an input: that of the value, and secrets, which stay hidden while they are typed. */
export type InputKind = ValueKind | 'secret'

/** The schema without `null`, and whether null is accepted. */
export function withoutNull(schema: JsonSchema): { schema: JsonSchema; isNullable: boolean } {
  const options = schema.anyOf ?? schema.oneOf
  if (options !== undefined) {
    const others = options.filter(({ type }) => type !== 'null')
    const [only] = others
    if (others.length < options.length && others.length === 1 && only !== undefined)
      return { schema: { description: schema.description ?? '', ...only }, isNullable: true }
  }
  if (!Array.isArray(schema.type)) return { schema, isNullable: false }
  const types = schema.type.filter((each) => each !== 'null')
  const type = types.length === 1 ? (types[0] ?? 'string') : types
  return { schema: { ...schema, type }, isNullable: types.length < schema.type.length }
}

const formats: Readonly<Record<string, ValueKind>> = {
  'date-time': 'moment',
  date: 'day',
  'web-url': 'url',
  'time-zone': 'zone',
  'language-tag': 'language',
  email: 'email',
  'visible-text': 'text',
  currency: 'currency',
}

const longTextLength = 400

/** Pattern of a name of tokens that contacts collect, such as POINTS: it is no secret. */
const tokenName = '^[A-Z0-9_]{2,12}$'

/** The kind of the input of a field, from its name and its schema without null. */
export function kindOfInput(name: string, schema: JsonSchema): InputKind {
  const { type, pattern, format } = schema
  if (pattern === tokenName) return 'text'
  if (type === 'string' && /password|secret$|streamKey$|apiKey$|signingKey$|token$/i.test(name)) return 'secret'
  const kind = kindOfValue(name, schema)
  // A lenient input names the record by the field alone.
  const isFree = kind === 'text' && pattern === undefined && format === undefined
  return isFree && name.endsWith('Id') ? 'id' : kind
}

/** Unit of a number by the name of its field: `Seconds` in `startSeconds` and in `pollSecondsMax`. */
export function unitOf(name: string): string | undefined {
  return /(Seconds|Ms|Minutes|Days)(?=[A-Z]|$)/.exec(name)?.[1]
}

/** The kind of a field's values, from its name and its schema without null. */
export function kindOfValue(name: string, schema: JsonSchema): ValueKind {
  if (schema.enum !== undefined) return 'choice'
  if (schema.type === 'boolean') return 'flag'
  if (schema.format === 'minor-units') return 'minor'
  if (schema.type === 'integer' || schema.type === 'number') {
    return unitOf(name) === undefined ? 'number' : 'duration'
  }
  if (schema.type === 'array') return kindOfItems(schema.items)
  if (schema.type === 'object') return kindOfObject(schema)
  if (schema.type !== 'string') return 'any'
  if (name === 'tags') return 'words'
  if (schema['x-image'] === true) return 'image'
  return formats[schema.format ?? ''] ?? kindOfText(schema)
}

function kindOfItems(items: JsonSchema | undefined): ValueKind {
  const { type, pattern = '' } = withoutNull(items ?? {}).schema
  if (type === 'object') return 'objects'
  return prefixesOf(pattern).length > 0 ? 'ids' : 'tags'
}

function kindOfObject({ properties, additionalProperties }: JsonSchema): ValueKind {
  const names = Object.keys(properties ?? {})
  if (names.length === 0) return typeof additionalProperties === 'object' ? 'pairs' : 'any'
  if (names.includes('latitude') && names.includes('longitude')) return 'position'
  if (names.includes('amount') && names.includes('currency') && names.length === 2) return 'money'
  return 'group'
}

/** Kinds of texts by a part of their pattern. */
const kindsOfPattern: readonly [part: string, kind: ValueKind][] = [
  ['^#[0-9a-fA-F]{6}$', 'color'],
  ['^[A-Z]{2}$', 'country'],
  ['^(\\d{4}-\\d{2}-\\d{2})?$', 'day'],
  ['([01]\\d|2[0-3]):[0-5]\\d', 'time'],
  ['[Hh][Tt][Tt][Pp][Ss]?:', 'url'],
  ['^(?:[A-Za-z0-9+/]{4})', 'file'],
]

function kindOfText({ pattern = '', maxLength = 0 }: JsonSchema): ValueKind {
  if (prefixesOf(pattern).length > 0) return 'id'
  const known = kindsOfPattern.find(([part]) => pattern.includes(part))
  if (known !== undefined) return pattern.includes('24:00') ? 'text' : known[1]
  const hasLines = pattern === '' || new RegExp(pattern, 'u').test('a\nb')
  return hasLines && maxLength > longTextLength ? 'longText' : 'text'
}

/** The words of a text that commas part. */
export function wordsOf(text: string): string[] {
  return text
    .split(',')
    .map((each) => each.trim())
    .filter((each) => each !== '')
}

/** The words that a schema accepts, without null. */
export function choicesOf(schema: JsonSchema): string[] {
  return (schema.enum ?? []).filter((each) => each !== null)
}

/** Prefixes of the ids that a pattern accepts; empty for a pattern of other texts. */
export function prefixesOf(pattern: string): string[] {
  const [, one, several] = /^\^(?:([a-z]{3})|\((?:\?:)?([a-z|]+)\))_/.exec(pattern) ?? []
  return one !== undefined ? [one] : (several?.split('|') ?? [])
}

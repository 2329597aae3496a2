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
}

/** Kind of a value, which chooses its widget in forms and its form in lists and pages. */
export type ValueKind =
  | 'text'
  | 'longText'
  | 'number'
  | 'flag'
  | 'choice'
  | 'moment'
  | 'day'
  | 'duration'
  | 'money'
  | 'position'
  | 'color'
  | 'country'
  | 'language'
  | 'zone'
  | 'url'
  | 'email'
  | 'id'
  | 'ids'
  | 'tags'
  | 'objects'
  | 'group'
  | 'pairs'
  | 'any'

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
  currency: 'text',
}

const longTextLength = 400

/** The kind of a field's values, from its name and its schema without null. */
export function kindOfValue(name: string, schema: JsonSchema): ValueKind {
  if (schema.enum !== undefined) return 'choice'
  if (schema.type === 'boolean') return 'flag'
  if (schema.type === 'integer' || schema.type === 'number') {
    return /(Seconds|Ms|Minutes|Days)$/.test(name) ? 'duration' : 'number'
  }
  if (schema.type === 'array') return kindOfItems(schema.items)
  if (schema.type === 'object') return kindOfObject(schema)
  if (schema.type !== 'string') return 'any'
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

function kindOfText({ pattern = '', maxLength = 0 }: JsonSchema): ValueKind {
  if (prefixesOf(pattern).length > 0) return 'id'
  if (pattern === '^#[0-9a-fA-F]{6}$') return 'color'
  if (pattern === '^[A-Z]{2}$') return 'country'
  return maxLength > longTextLength ? 'longText' : 'text'
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

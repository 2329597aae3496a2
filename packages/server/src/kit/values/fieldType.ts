import type { TSchema } from './schema.ts'

// `defineFieldType` defines each field type once, in `standardFieldTypes.ts` or in a file of its own. A schema names
// its type by the word in `format`; a schema without one has the plain type of its JSON type. Input check, storage,
// audit log, lists, documentation and the enumerating tests look up the definition and know no type by name.

type Json = Record<string, unknown>

/** Comparison of a filter: equality, the row of an id, an item of a list, or bounds, both included. */
export type FilterTest = 'equals' | 'id' | 'has' | 'from' | 'to'

/** Storage and comparison of values of a JSON type. */
type PlainType = {
  /** Type of the column, by the bounds of the schema. */
  sqlType(schema: Json): string
  filters: readonly FilterTest[]
  isSortable: boolean
}

/** One kind of value: its JSON schema, check, column, conversions, examples, and values for tests. */
export type FieldType<Wire = unknown, Held = Wire> = {
  /** Type and bounds in JSON. `format` is the unique word by which schemas name the type. */
  schema: { type: 'string' | 'integer'; format: string; [keyword: string]: unknown }
  sqlType: string
  /** Check of the format; absent where the standard formats of Ajv have one. */
  accepts?(value: Wire): boolean
  /** Text of a refusal, behind the name of the field. */
  message?: string
  /** Keyword of the document in place of a format that JSON Schema lacks. It accepts all that the check accepts. */
  documented?: { pattern: string } | { format: string }
  /** Record form of a value that a caller or handler sent. Repeating it changes nothing. */
  normalise?(sent: Wire | Held): Held
  /** Record form of a column's value. */
  read?(column: Wire): Held
  /** JSON form of a record's value, for responses, facts and the audit log. Repeating it changes nothing. */
  toWire?(value: Wire | Held): Wire
  filters: readonly FilterTest[]
  isSortable: boolean
  /** Value in the examples of the document; absent where examples follow from the name of the field. */
  example?: Wire
  /** The valid value number `n`, from 0; tests draw arbitrary values from it. */
  sample(n: number): Wire
  /** Valid values at the limits of databases, clocks and calendars. */
  edges: readonly Wire[]
  /** Values of the same JSON type that the format refuses. */
  refused: readonly [Wire, ...Wire[]]
}

const types = new Map<string, FieldType>()

/** Registers a field type. Throws for a format that another type has. */
export function defineFieldType<Wire, Held = Wire>(type: FieldType<Wire, Held>): FieldType<Wire, Held> {
  const { format } = type.schema
  if (types.has(format)) throw new Error(`two field types have the format ${format}`)
  types.set(format, type)
  return type
}

/** All field types that are defined so far. */
export function fieldTypes(): readonly FieldType[] {
  return [...types.values()]
}

/** Field type that a schema names by its `format`. Undefined for a schema of a plain JSON type. */
export function fieldTypeOf(schema: object): FieldType | undefined {
  const { format } = jsonOf(schema)
  return typeof format === 'string' ? types.get(format) : undefined
}

const ordered = { filters: ['equals', 'from', 'to'], isSortable: true } as const

const plainTypes: Record<string, PlainType> = {
  string: { sqlType: () => 'text', filters: ['equals', 'id', 'has'], isSortable: true },
  integer: { sqlType: ({ maximum }) => (Number(maximum) < 2 ** 31 ? 'integer' : 'bigint'), ...ordered },
  number: { sqlType: () => 'double precision', ...ordered },
  boolean: { sqlType: () => 'boolean', filters: ['equals'], isSortable: false },
  array: { sqlType: ({ items }) => (items === undefined ? 'text' : 'text[]'), filters: [], isSortable: false },
  object: { sqlType: () => 'jsonb', filters: [], isSortable: false },
}

/** Type of the column that holds values of a schema. */
export function sqlTypeOf(schema: TSchema): string {
  return fieldTypeOf(schema)?.sqlType ?? plainTypes[jsonTypeOf(schema)]?.sqlType(jsonOf(schema)) ?? 'text'
}

/** Filter tests that a schema's values bear, and whether lists may be sorted by them. */
export function listAbilities(schema: TSchema): { filters: readonly FilterTest[]; isSortable: boolean } {
  return fieldTypeOf(schema) ?? plainTypes[jsonTypeOf(schema)] ?? { filters: [], isSortable: false }
}

/** Conversions of a field type, by name. */
export type Conversion = 'normalise' | 'read' | 'toWire'
type Convert = (value: unknown) => unknown

const converters = new Map<Conversion, WeakMap<object, Convert | undefined>>(
  (['normalise', 'read', 'toWire'] as const).map((conversion) => [conversion, new WeakMap()]),
)

/**
 * Converts values of a schema, members of groups and items of lists included. Undefined where no type in the schema
 * converts anything, as in nearly all: a record then keeps the value as it is.
 */
export function converterOf(schema: TSchema, conversion: Conversion): Convert | undefined {
  const known = converters.get(conversion)
  if (known === undefined || known.has(schema)) return known?.get(schema)
  const convert = absenceKept(makeConverter(schema, conversion))
  known.set(schema, convert)
  return convert
}

/** The value in another form; the value itself where its types have no such conversion. */
export function converted(schema: TSchema, conversion: Conversion, value: unknown): unknown {
  const convert = converterOf(schema, conversion)
  return convert === undefined ? value : convert(value)
}

function makeConverter(schema: TSchema, conversion: Conversion): Convert | undefined {
  const type = fieldTypeOf(schema)
  const { properties, items } = schemaParts(schema)
  if (type !== undefined) return type[conversion]?.bind(type)
  if (properties !== undefined) return membersConverter(properties, conversion)
  const convert = items === undefined ? undefined : converterOf(items, conversion)
  return convert === undefined ? undefined : (value) => (Array.isArray(value) ? value.map(convert) : value)
}

function membersConverter(properties: Record<string, TSchema>, conversion: Conversion): Convert | undefined {
  const converts = Object.entries(properties).flatMap(([name, member]) => {
    const convert = converterOf(member, conversion)
    return convert === undefined ? [] : [{ name, convert }]
  })
  if (converts.length === 0) return undefined
  return (value) => {
    const result = { ...jsonOf(value) }
    for (const { name, convert } of converts) if (name in result) result[name] = convert(result[name])
    return result
  }
}

function absenceKept(convert: Convert | undefined): Convert | undefined {
  return convert === undefined ? undefined : (value) => (value === null || value === undefined ? value : convert(value))
}

function jsonTypeOf(schema: TSchema): string {
  const { type } = jsonOf(schema)
  return String(Array.isArray(type) ? type[0] : type)
}

function schemaParts(schema: TSchema): { properties?: Record<string, TSchema>; items?: TSchema } {
  return Object(schema)
}

function jsonOf(value: unknown): Json {
  return Object(value)
}

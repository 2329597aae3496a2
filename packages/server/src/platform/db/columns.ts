import { isObjectSchema, Type, type TProperties, type TSchema } from '#kit/values/schema.ts'
import { converted, converterOf, sqlTypeOf } from '#kit/values/fieldType.ts'
import { encodeId, parseId } from '#kit/values/ids.ts'
import type { Field, Fields, RowsStorage } from '#kit/values/fields.ts'
import type { Resource, StoredOf } from '#kit/nouns/resource.ts'

/** A row as the driver returns it, and a record as handlers see it. */
export type Row = Record<string, unknown>
export type Plain = Record<string, unknown>

/** One column of a resource's table, with the way from a record to a parameter. */
export type Column = {
  name: string
  sqlType: string
  /** The field whose value the column holds; undefined for a value derived from several fields. */
  field?: string
  encode(record: Plain): unknown
}

/** A list that lives in a child table: a field, or a member of one. */
export type ChildTable = {
  field: string
  /** Name of the list among the lists of its owner, in snake case. */
  key: string
  table: string
  ownerColumn: string
  columns: ChildColumn[]
  /** The JSON of an item, of the row `p`. */
  itemSql: string
  /** Columns that the application computes from an item. */
  derivedColumns: { name: string; sqlType: string; of(item: Plain): unknown }[]
  /** The list in a record. */
  itemsOf(record: Plain): Plain[]
}

/** A column of a child table, with the way from an item to its JSON. */
export type ChildColumn = { name: string; sqlType: string; toJson(item: Plain): unknown }

/** Mapping between a resource and its table. Made once per resource. */
export type Mapping = {
  resource: Resource
  table: string
  /** The columns that a create sets and an update may change, base columns excluded. */
  columns: Column[]
  children: ChildTable[]
  /** The select list for the row `t`. */
  selectList: string
  /** Reads a row into a record, ids in their public form. */
  decode(row: Row): StoredOf<Fields>
}

const mappings = new WeakMap<Resource, Mapping>()

/** The mapping of a resource, made on first use. */
export function mappingOf(resource: Resource): Mapping {
  let mapping = mappings.get(resource)
  if (mapping === undefined) {
    mapping = makeMapping(resource)
    mappings.set(resource, mapping)
  }
  return mapping
}

/** Names of fields that are reserved words of SQL: their columns end in `_value`. */
const reserved = new Set(['on', 'when', 'where'])

/** camelCase to snake_case. */
export function snake(name: string): string {
  if (reserved.has(name)) return `${name}_value`
  return name.replace(/[A-Z]/g, (char) => `_${char.toLowerCase()}`)
}

/** The columns that every resource's table has. */
export const baseColumns = [
  'account_id',
  'id',
  'status',
  'version',
  'created_at',
  'updated_at',
  'client_reference',
  'metadata',
] as const

type Reader = { name: string; read(row: Row): unknown }

function makeMapping(resource: Resource): Mapping {
  const columns: Column[] = []
  const children: ChildTable[] = []
  const readers: Reader[] = []
  for (const [name, field] of Object.entries(resource.fields)) {
    const part = partOf(resource, name, field)
    columns.push(...part.columns)
    children.push(...part.children)
    readers.push(part.reader)
  }
  const selected = [...baseColumns, ...columns.map((column) => column.name)].map((name) => `t.${name}`)
  for (const [name, derived] of Object.entries(resource.derived)) {
    columns.push({ name: snake(name), sqlType: derived.sqlType, encode: (record) => derived.of(record) ?? null })
  }
  if (children.length > 0) columns.push(filledLists(children))
  const decoder: Decoder = { prefix: resource.prefix, readers, blank: blankRecord(readers) }
  return {
    resource,
    table: resource.table,
    columns,
    children,
    selectList: [...selected, ...children.map(childSelect)].join(', '),
    decode: (row) => decodeRow(decoder, row),
  }
}

/** Column with the names of lists that are not empty: an empty one is not looked up in its child table. */
function filledLists(children: readonly ChildTable[]): Column {
  const filled = (record: Plain) => children.filter((child) => child.itemsOf(record).length > 0)
  return { name: 'filled_lists', sqlType: 'text[]', encode: (record) => filled(record).map((child) => child.key) }
}

/**
 * A record with every field in place. Its copies share one shape in the engine, which halves the time of filling one.
 * The engine gives parsed JSON a fast shape.
 */
function blankRecord(readers: readonly Reader[]): StoredOf<Fields> {
  const names = [...readers.map((reader) => reader.name), ...baseFields]
  return JSON.parse(JSON.stringify(Object.fromEntries(names.map((name) => [name, null]))))
}

const baseFields = ['id', 'status', 'version', 'createdAt', 'updatedAt', 'clientReference', 'metadata']

type Decoder = { prefix: string; readers: readonly Reader[]; blank: StoredOf<Fields> }

function decodeRow({ prefix, readers, blank }: Decoder, row: Row) {
  const record: StoredOf<Fields> & Plain = { ...blank }
  for (const reader of readers) record[reader.name] = reader.read(row)
  record.id = encodeId(prefix, Number(row['account_id']), String(row['id']))
  record.status = String(row['status'])
  record.version = Number(row['version'])
  record.createdAt = String(row['created_at'])
  record.updatedAt = String(row['updated_at'])
  record.clientReference = typeof row['client_reference'] === 'string' ? row['client_reference'] : null
  record.metadata = Object(row['metadata'])
  return record
}

type Part = { columns: Column[]; children: ChildTable[]; reader: Reader }

function partOf(resource: Resource, name: string, field: Field<unknown>): Part {
  const { storage } = field
  if (storage.kind === 'group') return groupPart(name, field.schema)
  if (storage.kind === 'rows') return rowsPart(resource, name, storage)
  if (storage.kind === 'lists') return listsPart(resource, name, storage.lists)
  const column = snake(name)
  if (storage.kind === 'ref') return refPart(name, column, storage.prefix)
  const isJson = storage.kind === 'json'
  const sqlType = isJson ? 'jsonb' : sqlTypeOf(field.schema)
  const encode = isJson
    ? (record: Plain) => jsonOrNull(converted(field.schema, 'toWire', record[name]))
    : (record: Plain) => record[name] ?? null
  const convert = converterOf(field.schema, 'read')
  const readJson: Reader['read'] = (row) => convert?.(row[column]) ?? row[column] ?? null
  const read = isJson ? readJson : readerOf(column, field.schema)
  return { columns: [{ name: column, sqlType, field: name, encode }], children: [], reader: { name, read } }
}

function jsonOrNull(value: unknown): string | null {
  return value === null || value === undefined ? null : JSON.stringify(value)
}

function refPart(name: string, column: string, prefix: string): Part {
  const encode = (record: Plain) => uuidOf(prefix, record[name])
  const read = (row: Row) =>
    typeof row[column] === 'string' ? encodeId(prefix, Number(row['account_id']), row[column]) : null
  return { columns: [{ name: column, sqlType: 'uuid', field: name, encode }], children: [], reader: { name, read } }
}

/** `price: { amount, currency }` has the columns `price_amount` and `price_currency`. */
function groupPart(name: string, schema: TSchema): Part {
  const columns = leavesOf(snake(name), schema).map(({ column, path, ...leaf }) => ({
    name: column,
    sqlType: sqlTypeOf(leaf.schema),
    field: name,
    encode: (record: Plain) => valueAt(record[name], path),
  }))
  return { columns, children: [], reader: { name, read: readerOf(snake(name), schema) } }
}

/** A column of a value, and the members that lead to its part of the value. */
type Leaf = { column: string; path: readonly string[]; schema: TSchema }

function leavesOf(column: string, schema: TSchema, path: readonly string[] = []): Leaf[] {
  if (!isObjectSchema(schema)) return [{ column, path, schema }]
  return Object.entries(schema.properties).flatMap(([member, each]) =>
    leavesOf(`${column}_${snake(member)}`, each, [...path, member]),
  )
}

function valueAt(value: unknown, path: readonly string[]): unknown {
  let found = value
  for (const member of path) found = memberOf(found, member)
  return found ?? null
}

/** Reads the columns of a value into the form that records hold; a group without any value is null. */
function readerOf(column: string, schema: TSchema): Reader['read'] {
  if (isObjectSchema(schema)) return groupReader(column, schema.properties)
  const convert = converterOf(schema, 'read')
  return convert === undefined ? (row) => row[column] ?? null : (row) => convert(row[column]) ?? null
}

function groupReader(column: string, members: TProperties): Reader['read'] {
  const parts = Object.entries(members).map(([member, schema]) => ({
    member,
    read: readerOf(`${column}_${snake(member)}`, schema),
  }))
  return (row) => {
    let group: Plain | null = null
    for (const { member, read } of parts) {
      const value = read(row)
      if (value === null) continue
      group ??= {}
      group[member] = value
    }
    return group
  }
}

function rowsPart(resource: Resource, name: string, storage: RowsStorage): Part {
  const child = childOf(resource, { field: name, key: snake(name), storage }, (record) => record[name])
  return { columns: [], children: [child], reader: { name, read: listReader(child.key, storage) } }
}

function listsPart(resource: Resource, name: string, lists: Record<string, RowsStorage>): Part {
  const parts = Object.entries(lists).map(([member, storage]) => {
    const at = { field: name, key: `${snake(name)}_${snake(member)}`, storage }
    const child = childOf(resource, at, (record) => memberOf(record[name], member))
    return { member, child, read: listReader(child.key, storage) }
  })
  const read = (row: Row) => {
    const isEmpty = parts.every(({ child }) => (row[child.key] ?? null) === null)
    return isEmpty ? null : Object.fromEntries(parts.map(({ member, read }) => [member, read(row)]))
  }
  return { columns: [], children: parts.map(({ child }) => child), reader: { name, read } }
}

/** Reads the items of a child table, which the row has as JSON. */
function listReader(key: string, { members }: RowsStorage): Reader['read'] {
  const convert = converterOf(Type.Array(Type.Object(members)), 'read')
  return convert === undefined ? (row) => row[key] ?? [] : (row) => convert(row[key]) ?? []
}

type ChildPlace = { field: string; key: string; storage: RowsStorage }

function childOf(resource: Resource, at: ChildPlace, valueOf: (record: Plain) => unknown): ChildTable {
  const members = Object.entries(at.storage.members)
  const leaves = members.flatMap(([member, schema]) => leavesOf(snake(member), schema, [member]))
  const columns = leaves.map(({ column, path, schema }) => ({
    name: column,
    sqlType: sqlTypeOf(schema),
    toJson: (item: Plain) => converted(schema, 'toWire', valueAt(item, path)),
  }))
  const derived = Object.entries(at.storage.derived).map(([column, each]) => ({ name: snake(column), ...each }))
  return {
    field: at.field,
    key: at.key,
    table: at.storage.table,
    ownerColumn: snake(resource.idKey),
    columns,
    itemSql: memberSql('p', at.storage.members),
    derivedColumns: derived,
    itemsOf(record) {
      const value = valueOf(record)
      // cast: the schema of a list of rows accepted it as plain objects.
      return Array.isArray(value) ? (value as Plain[]) : []
    },
  }
}

function childSelect(child: ChildTable): string {
  return (
    `case when '${child.key}' = any (t.filled_lists) then ` +
    `(select json_agg(json_strip_nulls(${child.itemSql}) order by p.position) from ${child.table} p ` +
    `where p.account_id = t.account_id and p.${child.ownerColumn} = t.id) end as ${child.key}`
  )
}

/** `json_build_object('name', p.name, 'price', case … end)`: a group without any value is null. */
function memberSql(prefix: string, members: TProperties): string {
  const parts = Object.entries(members).map(([member, schema]) => {
    const column = `${prefix}${prefix === 'p' ? '.' : '_'}${snake(member)}`
    if (!isObjectSchema(schema)) return `'${member}', ${column}`
    const leaves = leavesOf(column, schema).map((leaf) => leaf.column)
    const group = memberSql(column, schema.properties)
    return `'${member}', case when num_nonnulls(${leaves.join(', ')}) > 0 then ${group} end`
  })
  return `json_build_object(${parts.join(', ')})`
}

function memberOf(value: unknown, member: string): unknown {
  // cast: the schema of the field accepted this value, so it is a plain object or absent.
  return value === null || value === undefined ? null : (value as Plain)[member]
}

/** The row id inside a public id; null for absence or another noun's id. */
export function uuidOf(prefix: string, id: unknown): string | null {
  return typeof id === 'string' ? (parseId(prefix, id)?.uuid ?? null) : null
}

import type pg from 'pg'

type Table = {
  name: string
  parent: string | null
  bound: string | null
  partitionKey: string | null
  columns: Column[]
  constraints: Constraint[]
  indexes: string[]
}
type Column = { name: string; type: string; notNull: boolean; value: string | null; generated: boolean }
type Constraint = { name: string; kind: string; definition: string }

const head = `-- The schema that the migrations make, written by \`npm run gen\`. Read it; change it by a new migration.
`

/**
 * The schema `public` of a migrated database as SQL: extensions, tables in order of their names, each with its
 * constraints and indexes, then foreign keys and views. The same text on PostgreSQL 15 to 18, and it can be run.
 * Sets the time zone of the client's session to UTC.
 */
export async function dumpSchema(client: pg.ClientBase): Promise<string> {
  await client.query("set time zone 'UTC'")
  const extensions = await client.query<{ name: string }>(extensionsSql)
  const { rows } = await client.query<{ table: Table }>(tablesSql)
  const views = await client.query<{ name: string; definition: string }>(viewsSql)
  const tables = rows.map(({ table }) => table)
  const parts = [
    extensions.rows.map(({ name }) => `create extension if not exists ${name};`).join('\n'),
    ...tables
      .filter(({ parent }) => parent === null)
      .flatMap((table) => [table, ...partitionsOf(table, tables)].map(tableSql)),
    tables.flatMap(foreignKeysSql).join('\n'),
    ...views.rows.map(({ name, definition }) => `create view ${name} as\n${definition.trim()}`),
  ]
  return `${[head.trim(), ...parts].filter((part) => part !== '').join('\n\n')}\n`
}

function partitionsOf(parent: Table, tables: Table[]): Table[] {
  return tables.filter((table) => table.parent === parent.name)
}

function tableSql(table: Table): string {
  const indexes = table.indexes.map((index) => `\n${indexSql(index)};`).join('')
  if (table.parent !== null) return `create table ${table.name} partition of ${table.parent} ${table.bound};${indexes}`
  const own = table.constraints.filter(({ kind }) => kind !== 'f')
  const lines = [...table.columns.map(columnSql), ...own.map(constraintSql)].map((line) => `  ${line}`).join(',\n')
  const partitioned = table.partitionKey === null ? '' : ` partition by ${table.partitionKey}`
  return `create table ${table.name} (\n${lines}\n)${partitioned};${indexes}`
}

/**
 * Index definition in the form of a migration. On a partitioned table the catalog has ONLY, which would leave
 * partitions out.
 */
function indexSql(definition: string): string {
  return definition
    .replace(/^CREATE (UNIQUE )?INDEX/, (start) => start.toLowerCase())
    .replace(/ ON (ONLY )?public\./, ' on ')
    .replace(' USING btree', '')
}

function columnSql({ name, type, notNull, value, generated }: Column): string {
  const filled = value === null ? '' : generated ? ` generated always as (${value}) stored` : ` default ${value}`
  return `${name} ${type}${filled}${notNull ? ' not null' : ''}`
}

function constraintSql({ name, definition }: Constraint): string {
  return `constraint ${name} ${definition}`
}

function foreignKeysSql(table: Table): string[] {
  const keys = table.parent === null ? table.constraints.filter(({ kind }) => kind === 'f') : []
  return keys.map((key) => `alter table ${table.name} add ${constraintSql(key)};`)
}

const extensionsSql = `
  select quote_ident(extname) as name from pg_extension where extname <> 'plpgsql' order by extname`

/**
 * Not-null constraints are rows of the catalog from PostgreSQL 18 on (kind n); the column has them in every version.
 */
const constraintsSql = `
  select json_agg(json_build_object('name', quote_ident(k.conname), 'kind', k.contype,
    'definition', pg_get_constraintdef(k.oid)) order by position(k.contype in 'puxcf'), k.conname collate "C")
  from pg_constraint k where k.conrelid = c.oid and k.contype in ('p', 'u', 'x', 'c', 'f') and k.conparentid = 0`

/** Indexes without a constraint or a parent. */
const indexesSql = `
  select json_agg(pg_get_indexdef(i.indexrelid) order by n.relname collate "C")
  from pg_index i join pg_class n on n.oid = i.indexrelid
  where i.indrelid = c.oid and not n.relispartition
    and not exists (select from pg_constraint k where k.conindid = i.indexrelid and k.contype in ('p', 'u', 'x'))`

const columnsSql = `
  select json_agg(json_build_object('name', quote_ident(a.attname), 'type', format_type(a.atttypid, a.atttypmod),
    'notNull', a.attnotnull, 'value', pg_get_expr(d.adbin, d.adrelid), 'generated', a.attgenerated <> '')
    order by a.attnum)
  from pg_attribute a left join pg_attrdef d on d.adrelid = a.attrelid and d.adnum = a.attnum
  where a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped`

const tablesSql = `
  select json_build_object('name', quote_ident(c.relname),
    'parent', (select quote_ident(p.relname) from pg_inherits h join pg_class p on p.oid = h.inhparent
      where h.inhrelid = c.oid and c.relispartition),
    'bound', pg_get_expr(c.relpartbound, c.oid), 'partitionKey', pg_get_partkeydef(c.oid),
    'columns', coalesce((${columnsSql}), '[]'), 'constraints', coalesce((${constraintsSql}), '[]'),
    'indexes', coalesce((${indexesSql}), '[]')) as table
  from pg_class c
  where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p')
    and not exists (
      select from pg_depend d where d.classid = 'pg_class'::regclass and d.objid = c.oid and d.deptype = 'e')
  order by c.relname collate "C"`

const viewsSql = `
  select quote_ident(c.relname) as name, pg_get_viewdef(c.oid) as definition from pg_class c
  where c.relnamespace = 'public'::regnamespace and c.relkind = 'v'
    and not exists (
      select from pg_depend d where d.classid = 'pg_class'::regclass and d.objid = c.oid and d.deptype = 'e')
  order by c.relname collate "C"`

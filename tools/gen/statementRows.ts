import '#test/database/loadedGrammar.ts'
import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import type pg from 'pg'
import { knownStatements } from '#kit/call/statement.ts'
import { parseSql } from '#test/database/sqlSyntax.ts'
import { queryColumns } from './queryColumns.ts'
import type { QueryColumn, TableColumns } from './queryScope.ts'

/** A statement with its literal name. */
export type NamedStatement = { name: string; text: string }

/** The statements that sources below a folder declare by a literal name, in order of their names. Imports them. */
export async function declaredStatements(folder: string): Promise<NamedStatement[]> {
  const names = new Set<string>()
  for (const path of globSync('**/*.ts', { cwd: folder })) {
    if (path.endsWith('.test.ts')) continue
    const found = [...readFileSync(join(folder, path), 'utf8').matchAll(/\bstatement\(\s*'([^']+)'/g)]
    if (found.length > 0) await import(pathToFileURL(join(folder, path)).href)
    for (const [, name = ''] of found) names.add(name)
  }
  const statements = knownStatements().filter(({ name }) => names.has(name))
  return statements.toSorted((a, b) => (a.name < b.name ? -1 : 1))
}

/** The module that maps names of statements to the types of their rows. Throws on a column whose type it cannot map. */
export async function rowTypesText(client: pg.Client, statements: readonly NamedStatement[]): Promise<string> {
  const tables = await tableColumns(client)
  const entries: string[] = []
  for (const { name, text } of statements) {
    const fields = await describe(client, { name, text })
    const [tree] = parseSql(text)
    if (fields.length === 0 || tree === undefined) continue
    const inferred = queryColumns(tree, tables)
    if (inferred.length !== fields.length)
      throw new Error(`${name} has ${fields.length} columns, not ${inferred.length}`)
    const members = fields.map((field, at) => `    ${memberOf(field.name)}: ${typeOf(name, field, inferred[at])}\n`)
    entries.push(`  '${name}': {\n${members.join('')}  }\n`)
  }
  return `${head}export type StatementRows = {\n${entries.join('')}}\n`
}

function memberOf(name: string): string {
  return /^\w+$/.test(name) ? name : `'${name}'`
}

const head = `// Written by \`npm run gen\` from the statements and the migrated schema.

/** Types of the rows that statements return, by the statement's name. */
`

/** Columns of the tables and views that a statement can name without a schema. */
async function tableColumns(client: pg.Client): Promise<TableColumns> {
  const { rows } = await client.query<{ table: string; name: string; notNull: boolean; check: string | null }>(
    columnsSql,
  )
  const tables = new Map<string, QueryColumn[]>()
  for (const { table, name, notNull, check } of rows) {
    const list = /^CHECK \(\((\w+) = ANY \(ARRAY\[(.*)\]\)\)\)$/.exec(check ?? '')?.[2]
    const values =
      list === undefined ? undefined : [...list.matchAll(/'([^'\\]*)'::text/g)].map(([, value = '']) => value)
    tables.set(table, [...(tables.get(table) ?? []), { name, isNullable: !notNull, values }])
  }
  return tables
}

const columnsSql = `
  select c.relname as table, a.attname as name, a.attnotnull as "notNull", (
    select pg_get_constraintdef(k.oid) from pg_constraint k
    where k.conrelid = c.oid and k.contype = 'c' and k.conkey = array[a.attnum]
      and pg_get_constraintdef(k.oid) like '% = ANY (ARRAY[%' limit 1) as check
  from pg_attribute a join pg_class c on c.oid = a.attrelid
  where a.attnum > 0 and not a.attisdropped and c.relkind in ('r', 'p', 'v') and pg_table_is_visible(c.oid)
  order by c.oid, a.attnum`

/** Types of the values that `platform/db/pools` parses, by the number of the column's type in the catalog. */
const types: Record<number, string> = {
  16: 'boolean',
  17: 'Buffer',
  19: 'string',
  20: 'number',
  21: 'number',
  23: 'number',
  25: 'string',
  114: 'unknown',
  700: 'number',
  701: 'number',
  1000: 'boolean[]',
  1007: 'number[]',
  1009: 'string[]',
  1015: 'string[]',
  1043: 'string',
  1082: 'string',
  1184: 'string',
  1700: 'number',
  2278: 'string',
  2950: 'string',
  2951: 'string[]',
  3802: 'unknown',
}

function typeOf(statement: string, { name, dataTypeID }: pg.FieldDef, column: QueryColumn | undefined): string {
  const type = types[dataTypeID]
  if (type === undefined) throw new Error(`${statement}: the type ${dataTypeID} of ${name} has no TypeScript type`)
  if (type === 'unknown' || column === undefined) return type
  const { values = [] } = column
  const isUnion = type === 'string' && values.length > 0
  return `${isUnion ? values.map((value) => `'${value}'`).join(' | ') : type}${column.isNullable ? ' | null' : ''}`
}

/** Columns of a statement's result, by PostgreSQL's own description of the prepared statement; it is not run. */
function describe(client: pg.Client, { name, text }: NamedStatement): Promise<pg.FieldDef[]> {
  return new Promise((resolve, reject) => {
    let fields: pg.FieldDef[] = []
    const description = {
      submit(connection: pg.Connection) {
        connection.parse({ name: '', text, types: [] }, true)
        connection.describe({ type: 'S', name: '' }, true)
        connection.sync()
      },
      handleRowDescription(message: { fields: pg.FieldDef[] }) {
        fields = message.fields
      },
      handleError(error: Error) {
        reject(new Error(`the statement ${name}: ${error.message}`, { cause: error }))
      },
      handleReadyForQuery() {
        resolve(fields)
      },
    }
    client.query(description)
  })
}

import type { TableRule, Tables } from '#kit/nouns/table.ts'
import type { Catalog, CatalogConstraint, CatalogTable } from './schemaCatalog.ts'

/** A table or object that breaks a rule of the schema. */
export type SchemaFinding = { rule: string; table: string; message: string }

type Said = string | undefined | false
type TableCheck = (table: CatalogTable, rule: TableRule, tables: Tables) => Said[]

const nameLengthMax = 50

/** Checks a database by the rules that let its schema grow over many machines. Empty without a violation. */
export function checkSchema(catalog: Catalog, tables: Tables): SchemaFinding[] {
  const found = [...checkClasses(catalog, tables), ...checkOthers(catalog)]
  for (const table of catalog.tables) {
    const of = tables[table.isPartition ? (table.parents[0] ?? '') : table.name]
    for (const [rule, check] of Object.entries(of === undefined ? {} : tableChecks)) {
      const said = of === undefined ? [] : check(table, of, tables)
      for (const message of said) if (typeof message === 'string') found.push({ rule, table: table.name, message })
    }
  }
  return found
}

function checkClasses(catalog: Catalog, tables: Tables): SchemaFinding[] {
  const own = new Set(catalog.tables.filter((table) => !table.isPartition).map(({ name }) => name))
  const unknown = [...own].filter((name) => tables[name] === undefined)
  const gone = Object.keys(tables).filter((name) => !own.has(name))
  return [
    ...unknown.map((table) => ({ rule: 'class', table, message: 'has no rule' })),
    ...gone.map((table) => ({ rule: 'class', table, message: 'has a rule and is not in the database' })),
  ]
}

function checkOthers(catalog: Catalog): SchemaFinding[] {
  return catalog.others.map(({ kind, name }) => ({ rule: 'machinery', table: name, message: `is a ${kind}` }))
}

const tableChecks: Record<string, TableCheck> = {
  account: accountFirst,
  key: primaryKey,
  unique: accountLeads,
  foreignKey: foreignKeys,
  machinery,
  types,
  jsonb,
  names,
  partitions,
}

function accountFirst(table: CatalogTable, rule: TableRule): Said[] {
  if (rule.class !== 'account') return []
  const [first] = table.columns
  const id = table.columns.find(({ name }) => name === 'id')
  const numbered = first?.name === 'account_id' && first.type === 'bigint' && first.notNull
  return [
    !numbered && 'its first column is not `account_id bigint not null`',
    rule.key.includes('id') && !(id?.type === 'uuid' && id.notNull) && 'has no `id uuid not null`',
  ]
}

function primaryKey(table: CatalogTable, rule: TableRule): Said[] {
  const key = table.constraints.find(({ kind }) => kind === 'p')
  const found = key?.columns.join(', ')
  return [
    found !== rule.key.join(', ') && `has the primary key (${found ?? 'none'}), not (${rule.key.join(', ')})`,
    rule.class === 'account' && rule.key[0] !== 'account_id' && 'is keyed without account_id first',
    rule.burst === true && !rule.key.includes('person_key') && 'is a burst table keyed without person_key',
  ]
}

/** A shard knows its own rows only: what must be unique, or found fast, starts with what chooses the shard. */
function accountLeads(table: CatalogTable, rule: TableRule): Said[] {
  const leader = rule.class === 'account' ? 'account_id' : rule.class === 'directory' ? rule.key[0] : undefined
  if (leader === undefined) return []
  const listed = new Set(rule.acrossAccounts ?? [])
  const unlisted = table.indexes.filter(({ name, unique }) => unique || !listed.has(name))
  const known = new Set(table.indexes.map(({ name }) => name))
  return [
    ...unlisted
      .filter(({ first, unique }) => first !== leader && (unique || rule.class === 'account'))
      .map(({ name, unique }) => `${unique ? 'the unique index' : 'the index'} ${name} does not start with ${leader}`),
    ...table.constraints
      .filter(({ kind, columns }) => kind === 'x' && columns[0] !== leader)
      .map(({ name }) => `the exclusion ${name} does not start with ${leader}`),
    ...table.indexes.filter(({ valid }) => !valid).map(({ name }) => `the index ${name} is invalid`),
    ...[...listed].filter((name) => !table.isPartition && !known.has(name)).map((name) => `${name} is listed and gone`),
  ]
}

function foreignKeys(table: CatalogTable, rule: TableRule, tables: Tables): Said[] {
  const keys = table.constraints.filter(({ kind }) => kind === 'f')
  return keys.flatMap((key) => [
    rule.burst === true && `${key.name}: burst tables have no foreign keys`,
    !/[ac]/.test(key.onDelete) && `${key.name}: ON DELETE may be NO ACTION or CASCADE`,
    !/[ac]/.test(key.onUpdate) && `${key.name}: ON UPDATE may be NO ACTION or CASCADE`,
    !key.valid && `${key.name}: is not validated`,
    misdirected(key, rule, tables),
  ])
}

function misdirected(key: CatalogConstraint, rule: TableRule, tables: Tables): Said {
  const target = tables[key.target ?? '']?.class
  if (target === 'reference' && (rule.class === 'account' || rule.class === 'reference')) return undefined
  if (target === 'ops' && rule.class === 'ops') return undefined
  if (target !== 'account' || rule.class !== 'account') {
    return `${key.name}: leads from a ${rule.class} table to ${key.target ?? ''}, a table of class ${target ?? 'none'}`
  }
  const composite = key.columns[0] === 'account_id' && key.targetColumns[0] === 'account_id'
  return composite ? undefined : `${key.name}: is not (account_id, …) to (account_id, …), so it can leave its account`
}

function machinery(table: CatalogTable): Said[] {
  return [
    ...table.machinery.map((name) => `has the ${name}`),
    ...table.columns.filter(({ identity }) => identity !== '').map(({ name }) => `${name} is an identity column`),
    ...table.columns.filter(({ generated }) => generated === 'v').map(({ name }) => `${name} is a virtual column`),
    table.unlogged && 'is unlogged',
    !table.isPartition && table.parents.length > 0 && `inherits from ${table.parents.join(', ')}`,
  ]
}

const typesRefused = /^(json|character|timestamp\(?\d?\)? without|time\(?\d?\)? without|money|real|oid)/

function types(table: CatalogTable): Said[] {
  return [
    ...table.columns
      .filter(({ type }) => typesRefused.test(type) && type !== 'jsonb')
      .map(({ name, type }) => `${name} is ${type}: use text with a check, timestamptz, jsonb, bigint or double`),
    ...table.columns
      .filter(({ name, type }) => name.endsWith('_minor') && type !== 'bigint')
      .map(({ name }) => `${name} is money and not bigint minor units`),
  ]
}

function jsonb(table: CatalogTable, rule: TableRule): Said[] {
  const checks = table.constraints.filter(({ kind }) => kind === 'c').map(({ definition }) => definition)
  const limited = (name: string) =>
    checks.some((text) => new RegExp(`(pg_column_size|octet_length)\\(\\(?"?${name}"?\\)?(::text)?\\)`).test(text))
  return table.columns
    .filter(({ type }) => type === 'jsonb')
    .flatMap(({ name }) => [
      !(rule.jsonb ?? []).includes(name) && `${name} is jsonb and not listed as such`,
      !limited(name) && `${name} is jsonb without a check of pg_column_size or octet_length`,
    ])
}

/** Refuses names that end like a shard's: a distributed database appends the number of the shard to names in errors. */
function names(table: CatalogTable): Said[] {
  const all = [table, ...table.columns, ...table.constraints, ...table.indexes].map(({ name }) => name)
  return [...new Set(all)].flatMap((name) => [
    name.length > nameLengthMax && `${name} has ${name.length} characters, at most ${nameLengthMax}`,
    /_\d+$/.test(name) && !table.isPartition && `${name} ends like the name of a shard`,
    !/^[a-z][a-z0-9_]*$/.test(name) && `${name} is not written in lower case`,
  ])
}

function partitions(table: CatalogTable, rule: TableRule): Said[] {
  if (table.isPartition) return [table.partitioned && 'is partitioned below its parent: one level only']
  const expected = rule.partitionedBy === undefined ? null : `RANGE (${rule.partitionedBy})`
  const by = table.columns.find(({ name }) => name === rule.partitionedBy)
  return [
    table.partitionKey !== expected &&
      `is partitioned by ${table.partitionKey ?? 'nothing'}, not ${expected ?? 'nothing'}`,
    by !== undefined && !by.type.startsWith('timestamp') && `${by.name} is no timestamp`,
    table.partitioned && table.constraints.some(({ kind }) => kind === 'f') && 'is append-only and has foreign keys',
  ]
}

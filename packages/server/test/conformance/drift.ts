import type { Field } from '#kit/values/fields.ts'
import { isList, type Operation } from '#kit/nouns/operation.ts'
import type { Product } from '#kit/nouns/product.ts'
import type { Resource } from '#kit/nouns/resource.ts'
import { childColumns } from '#platform/db/writeSql.ts'
import { baseColumns, mappingOf, snake } from '#platform/db/columns.ts'
import type { Catalog, CatalogColumn, CatalogTable } from '#test/database/schemaCatalog.ts'
import { sortNames } from './lists.ts'
import type { Recipes } from './recipe.ts'
import { plainOf } from './schema.ts'

type ComputedSorts = Recipes['computedSorts']

/** A column's required type. `isNullable` undefined: either way. */
type ColumnShape = { type: string; isNullable: boolean | undefined }

/** Columns of every resource's table without a field. */
const ground: Record<string, ColumnShape> = {
  account_id: { type: 'bigint', isNullable: false },
  id: { type: 'uuid', isNullable: false },
  status: { type: 'text', isNullable: false },
  version: { type: 'integer', isNullable: false },
  created_at: { type: 'timestamptz(3)', isNullable: false },
  updated_at: { type: 'timestamptz(3)', isNullable: false },
  deleted_at: { type: 'timestamptz(3)', isNullable: true },
  client_reference: { type: 'text', isNullable: true },
  client_reference_hash: { type: 'bytea', isNullable: true },
  metadata: { type: 'jsonb', isNullable: false },
}

/** Differences between resources and the migrated database, one sentence each. */
export function checkDrift(products: readonly Product[], catalog: Catalog, computedSorts: ComputedSorts): string[] {
  const resources = products.flatMap((product) => product.resources)
  return resources.flatMap((resource) => {
    const table = catalog.tables.find((each) => each.name === resource.table)
    if (table === undefined) return [`${resource.id}: there is no table ${resource.table}`]
    const found = [
      ...ownColumns(resource, table),
      ...childTables(resource, catalog),
      ...states(resource, table),
      ...choices(resource, table),
      ...constraints(resource, catalog, table),
      ...sorts(resource, listsOf(products, resource), { table, computedSorts }),
    ]
    return found.map((each) => `${resource.id}: ${each}`)
  })
}

function ownColumns(resource: Resource, table: CatalogTable): string[] {
  const mapping = mappingOf(resource)
  const expected: Record<string, ColumnShape> = { ...ground }
  const derived = new Set(Object.keys(resource.derived).map(snake))
  for (const column of mapping.columns) expected[column.name] = { type: column.sqlType, isNullable: undefined }
  for (const [name, field] of Object.entries(resource.fields)) {
    const own = expected[snake(name)]
    if (own !== undefined && !derived.has(snake(name))) own.isNullable = field.presence === 'optional'
  }
  return [...baseColumns.filter((name) => ground[name] === undefined), ...compared(expected, table)]
}

function compared(expected: Record<string, ColumnShape>, table: CatalogTable): string[] {
  const found: string[] = []
  for (const [name, { type, isNullable }] of Object.entries(expected)) {
    const column = table.columns.find((each) => each.name === name)
    if (column === undefined) found.push(`${table.name} has no column ${name}`)
    else found.push(...columnDrift(table.name, column, { type, isNullable }))
  }
  const extra = table.columns.filter((column) => expected[column.name] === undefined && column.generated === '')
  return [...found, ...extra.map((column) => `${table.name}.${column.name} is in no field`)]
}

function columnDrift(table: string, column: CatalogColumn, { type, isNullable }: ColumnShape): string[] {
  const is = column.type.replace(/^timestamp(\(\d\))? with time zone$/, 'timestamptz$1')
  const found: string[] = []
  if (is !== type) found.push(`${table}.${column.name} is ${is}, not ${type}`)
  if (isNullable === true && column.notNull) found.push(`${table}.${column.name} is never null, its field may be`)
  if (isNullable === false && !column.notNull) found.push(`${table}.${column.name} may be null, its field never is`)
  return found
}

function childTables(resource: Resource, catalog: Catalog): string[] {
  return mappingOf(resource).children.flatMap((child) => {
    const table = catalog.tables.find((each) => each.name === child.table)
    if (table === undefined) return [`there is no table ${child.table}`]
    const expected: Record<string, ColumnShape> = {
      account_id: { type: 'bigint', isNullable: false },
      [child.ownerColumn]: { type: 'uuid', isNullable: false },
      position: { type: 'integer', isNullable: false },
    }
    for (const { name, sqlType } of childColumns(child)) expected[name] = { type: sqlType, isNullable: undefined }
    const owner = table.constraints.find((each) => each.kind === 'f' && each.target === resource.table)
    const isOwned = owner?.onDelete === 'c' && owner.columns.join() === `account_id,${child.ownerColumn}`
    return [...compared(expected, table), ...(isOwned ? [] : [`${child.table} does not go with its owner`])]
  })
}

function states(resource: Resource, table: CatalogTable): string[] {
  const check = table.constraints.find((each) => each.name === `${table.name}_status_check`)
  const is = literalsOf(check?.definition ?? '')
  const should = [...Object.keys(resource.states), 'deleted'].sort()
  return is.join() === should.join()
    ? []
    : [`the states are ${should.join()}, ${table.name}_status_check says ${is.join()}`]
}

/** Requires a check with the words of a field's closed list. */
function choices(resource: Resource, table: CatalogTable): string[] {
  return Object.entries(resource.fields).flatMap(([name, field]) => {
    const should = choicesOf(field)
    if (should === undefined || field.storage.kind !== 'column') return []
    const word = new RegExp(`\\(${snake(name)} = `)
    const about = table.constraints.filter((each) => each.kind === 'c' && word.test(each.definition))
    const check = about.find((each) => literalsOf(each.definition).join() === should.join()) ?? about[0]
    if (check === undefined) return [`no check holds ${snake(name)} to ${should.join()}`]
    const is = literalsOf(check.definition)
    return is.join() === should.join() ? [] : [`${name} is one of ${should.join()}, ${check.name} says ${is.join()}`]
  })
}

function choicesOf(field: Field<unknown>): string[] | undefined {
  const { enum: values } = plainOf(field.schema)
  return Array.isArray(values)
    ? values
        .filter((each) => each !== null)
        .map(String)
        .sort()
    : undefined
}

function literalsOf(definition: string): string[] {
  return [...definition.matchAll(/'([^']*)'/g)].map((match) => match[1] ?? '').sort()
}

/** Requires a reason for every constraint that callers can violate, and a constraint for every reason. */
function constraints(resource: Resource, catalog: Catalog, table: CatalogTable): string[] {
  const children = new Set(mappingOf(resource).children.map((child) => child.table))
  const mine = [table, ...catalog.tables.filter((each) => children.has(each.name))]
  const names = new Set(mine.flatMap((each) => [...each.constraints, ...each.indexes].map(({ name }) => name)))
  const gone = Object.keys(resource.constraints).filter((name) => !names.has(name))
  const unique = table.indexes.filter((index) => index.unique && !index.name.endsWith('_pk')).map(({ name }) => name)
  const excluding = table.constraints.filter((each) => each.kind === 'x').map(({ name }) => name)
  const silent = [...unique, ...excluding].filter(
    (name) => resource.constraints[name] === undefined && name !== `${table.name}_reference_key`,
  )
  const foreign = table.constraints.filter((each) => each.kind === 'f' && each.target !== 'account_account')
  const unexplained = foreign.filter(
    (each) => resource.constraints[each.name] === undefined && !isOfField(resource, each),
  )
  return [
    ...gone.map((name) => `explains ${name}, which is not there`),
    ...silent.map((name) => `does not explain ${name}`),
    ...unexplained.map(({ name }) => `${name} leads to no field: name it ${table.name}_<column without _id>_fk`),
  ]
}

/** The convention by which a foreign key names its field: `<table>_<column without _id>_fk`. */
function isOfField(resource: Resource, { name, columns }: { name: string; columns: string[] }): boolean {
  const column = columns.find((each) => each !== 'account_id') ?? ''
  const isNamed = name === `${resource.table}_${column.replace(/_id$/, '')}_fk`
  const isDerived = Object.keys(resource.derived).some((each) => snake(each) === column)
  return isNamed && (isDerived || Object.keys(resource.fields).some((each) => snake(each) === column))
}

function listsOf(products: readonly Product[], resource: Resource): Operation[] {
  const operations = products.flatMap((product) => product.operations)
  return operations.filter((of) => isList(of) && of.id.startsWith(`${resource.id}.`))
}

/** Requires an index and a column that is never null for every order of a list, as its cursor needs. */
function sorts(
  resource: Resource,
  lists: readonly Operation[],
  { table, computedSorts }: { table: CatalogTable; computedSorts: ComputedSorts },
): string[] {
  const names = new Set(lists.flatMap(sortNames))
  return [...names].flatMap((name) => {
    const served = computedSorts[`${resource.id} ${name}`]
    if (served === null) return []
    const column = table.columns.find((each) => each.name === snake(served ?? name))
    if (column === undefined) return [`sorts by ${name}, which is no column`]
    const isServed = table.indexes.some(
      (index) =>
        index.valid &&
        index.columns[0] === 'account_id' &&
        index.columns[1] === column.name &&
        index.columns.at(-1) === 'id',
    )
    return [
      ...(isServed ? [] : [`no index (account_id, ${column.name}, id) serves sort=${name}`]),
      ...(column.notNull ? [] : [`sort=${name} runs over ${column.name}, which may be null`]),
    ]
  })
}

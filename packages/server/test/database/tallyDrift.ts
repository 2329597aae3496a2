import type { Product } from '#kit/nouns/product.ts'
import type { KeptTable, Tally } from '#kit/nouns/tally.ts'
import type { Catalog, CatalogTable } from './schemaCatalog.ts'

/** Differences between the tallies of products and the migrated database, one sentence each. */
export function checkTallyDrift(products: readonly Product[], catalog: Catalog): string[] {
  const tallies = products.flatMap((product) => product.tallies)
  return tallies.flatMap((tally) => {
    const summed = (tally.rollUps ?? []).flatMap((rollUp) => (rollUp.mode === 'advance' ? rollUp.into : []))
    const tables: KeptTable[] = [tally, ...summed]
    const found = tables.flatMap((kept) => {
      const table = catalog.tables.find(({ name }) => name === kept.table)
      if (table === undefined) return [`there is no table ${kept.table}`]
      return [...retention(kept, table), ...(kept === tally ? columns(tally, table) : [])]
    })
    return found.map((each) => `${tally.id}: ${each}`)
  })
}

/** Checks the order of the columns: the statement of the write lane and backups rely on it. */
function columns({ columns: declared }: Tally, table: CatalogTable): string[] {
  const wanted = ['account_id bigint', ...Object.entries(declared).map(([name, type]) => `${name} ${type}`)]
  const found = table.columns.map(({ name, type, notNull }) => {
    const plain = type.replace(/^timestamp(\(\d\))? with time zone$/, 'timestamptz')
    return `${name} ${plain}${notNull ? '' : ' null'}`
  })
  const missing = wanted.filter((each) => !found.includes(each))
  const extra = found.filter((each) => !wanted.includes(each))
  return [
    ...missing.map((each) => `${table.name} has no column ${each}`),
    ...extra.map((each) => `${table.name} has the undeclared column ${each}`),
    ...(missing.length + extra.length === 0 && wanted.join() !== found.join()
      ? [`${table.name} has its columns in another order`]
      : []),
  ]
}

/** Checks the moment of retention, and the index for tables without partitions. */
function retention({ moment, partition, keptDays }: KeptTable, table: CatalogTable): string[] {
  const column = table.columns.find(({ name }) => name === moment)
  const isMoment = column?.notNull === true && /^timestamp(\(\d\))? with time zone$/.test(column.type)
  const key = partition === undefined ? null : `RANGE (${moment})`
  const isFound =
    partition !== undefined || keptDays === undefined || table.indexes.some(({ first }) => first === moment)
  return [
    ...(isMoment ? [] : [`${table.name}.${moment} is no moment`]),
    ...(table.partitionKey === key ? [] : [`${table.name} is partitioned by ${table.partitionKey}, not ${key}`]),
    ...(isFound ? [] : [`no index of ${table.name} begins with ${moment}`]),
  ]
}

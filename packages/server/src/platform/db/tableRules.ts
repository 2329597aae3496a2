import type { Product } from '#kit/nouns/product.ts'
import type { Resource } from '#kit/nouns/resource.ts'
import { table, type Tables, type TableRule } from '#kit/nouns/table.ts'
import type { Tally } from '#kit/nouns/tally.ts'
import { mappingOf, type Mapping } from './columns.ts'

/**
 * Every table of the database: those of the platform, those that products list in `tables`, and those of their
 * resources and tallies, which follow from their declarations.
 */
export function tablesOf(products: readonly Product[]): Tables {
  return {
    ...platformTables,
    ...Object.fromEntries(products.flatMap(({ resources }) => resources.flatMap(tablesOfResource))),
    ...Object.fromEntries(products.flatMap(({ tallies }) => tallies.map(tableOfTally))),
    ...Object.fromEntries(products.flatMap(({ tables }) => Object.entries(tables))),
  }
}

function tablesOfResource(resource: Resource): [string, TableRule][] {
  const mapping = mappingOf(resource)
  const children = mapping.children.map((child): [string, TableRule] => [
    child.table,
    table.account({ key: ['account_id', child.ownerColumn, 'position'] }),
  ])
  return [[mapping.table, table.account({ jsonb: ['metadata', ...jsonColumns(mapping)] })], ...children]
}

function tableOfTally({ table: name, key, partition, moment, acrossAccounts }: Tally): [string, TableRule] {
  const partitioned = partition === undefined ? {} : { partitionedBy: moment }
  return [name, table.burst(['account_id', ...key], { ...partitioned, ...(acrossAccounts && { acrossAccounts }) })]
}

function jsonColumns({ columns }: Mapping): string[] {
  return columns.filter(({ sqlType }) => sqlType === 'jsonb').map(({ name }) => name)
}

/** Tables of the platform itself. */
const platformTables: Tables = {
  account_account: table.account({ key: ['account_id'] }),
  account_audit: table.account(),
  account_audit_leaf: table.account(),
  account_audit_seal: table.account(),
  account_idempotency: table.account({ key: ['account_id', 'key'] }),
  account_inbox: table.account({ key: ['account_id', 'consumer', 'fact_id'] }),
  account_mail: table.account({ acrossAccounts: ['account_mail_caught_ix'] }),
  account_outbox: table.account(),
  directory_key: table.directory(['key_hash']),
  directory_name: table.directory(['key', 'kind']),
  ledger_balance: table.account({ key: ['account_id', 'book', 'ledger', 'unit', 'slot'] }),
  ledger_entry: table.account({ key: ['account_id', 'txn_id', 'position'] }),
  ledger_seal: table.account({ key: ['account_id', 'sequence'] }),
  ledger_txn: table.account(),
  ops_access_change: table.ops(['id']),
  ops_delivery: table.ops(['account_id', 'id']),
  ops_delivery_attempt: table.ops(['account_id', 'delivery_id', 'number']),
  ops_endpoint_queue: table.ops(['account_id', 'endpoint_id']),
  ops_job: table.ops(['id']),
  ops_lease: table.ops(['name']),
  ops_migration: table.ops(['name']),
  ops_node: table.ops(['id']),
  ops_request_log: table.ops(['id']),
  ops_schedule: table.ops(['name']),
  ops_setting: table.ops(['name']),
  ops_tally_cursor: table.ops(['name']),
}

/**
 * Placement of a table in a sharded database: `account` by account_id, `directory` by the first column of its key,
 * `reference` copied to every node, `ops` on one node.
 */
export type TableClass = 'account' | 'reference' | 'directory' | 'ops'

/** Declared properties of a table. A test compares the database with them, and `db distribute` will read them. */
export type TableRule = {
  class: TableClass
  /** The columns of the primary key, in order. */
  key: readonly string[]
  /** A table that an audience writes in bursts: `person_key` in the key, no foreign keys, ids optional. */
  burst?: true
  /** JSON columns whose content users define, each with a check of its size. */
  jsonb?: readonly string[]
  /** Indexes for statements across accounts, which run offline or against one shard at a time. */
  acrossAccounts?: readonly string[]
  /** The timestamp by which an append-only table is partitioned. */
  partitionedBy?: string
}

type More = Partial<Omit<TableRule, 'class'>>

/** Tables by name. Partitions follow their parent. */
export type Tables = Readonly<Record<string, TableRule>>

/** Declares one table by its class; the key of an account table is (account_id, id) when left out. */
export const table = {
  account: (more: More = {}) => ({ key: ['account_id', 'id'], ...more, class: 'account' }) satisfies TableRule,
  burst: (key: string[], more: More = {}) => ({ ...more, key, burst: true, class: 'account' }) satisfies TableRule,
  directory: (key: string[], more: More = {}) => ({ ...more, key, class: 'directory' }) satisfies TableRule,
  reference: (...key: string[]) => ({ key, class: 'reference' }) satisfies TableRule,
  ops: (key: string[], more: More = {}) => ({ ...more, key, class: 'ops' }) satisfies TableRule,
}

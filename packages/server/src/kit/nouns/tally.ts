import type { Statement } from '#kit/call/context.ts'

/** TypeScript's side of each SQL type that a row of a tally may hold. Moments are RFC 3339 in UTC. */
type SqlValues = {
  bigint: number
  boolean: boolean
  date: string
  'double precision': number
  integer: number
  text: string
  timestamptz: string
  uuid: string
}

type SqlType = keyof SqlValues

/** SQL types by column; ` null` marks a column that a row may leave out. */
export type TallyColumns = Record<string, SqlType | `${SqlType} null`>

type Nullable<C> = { [Name in keyof C]: C[Name] extends `${string} null` ? Name : never }[keyof C]

/** One row of a tally, for one happening. */
export type TallyRow<C extends TallyColumns = TallyColumns> = {
  [Name in Exclude<keyof C, Nullable<C>>]: SqlValues[C[Name] & SqlType]
} & {
  [Name in Nullable<C>]?: (C[Name] extends `${infer T extends SqlType} null` ? SqlValues[T] : never) | null | undefined
}

/**
 * A table whose rows expire. With `partition`, the platform creates partitions ahead and drops whole ones; without, it
 * deletes rows in batches.
 */
export type KeptTable = {
  table: string
  /** Timestamptz column that decides the age of a row. */
  moment: string
  partition?: 'day' | 'month'
  /** Rows stay for ever when left out. */
  keptDays?: number
}

/**
 * A table that a roll-up writes: `statement` inserts sums of the time between its two parameters, and keeps existing
 * rows.
 */
export type SummedTable = KeptTable & { partition: 'day' | 'month'; statement: Statement }

/**
 * Counts yesterday and today again, every minute. `statement` has one parameter: the start of yesterday, or after an
 * outage that of the first day which is not counted to its end.
 */
export type Recount = { mode: 'recount'; statement: Statement }

/**
 * Sums closed intervals once, up to a cursor. An interval closes 20 s after its end, and after that of the previous
 * roll-up in the list. Rows committed later are in no sum.
 */
export type Advance = {
  mode: 'advance'
  /** Name of the cursor within the tally. */
  name: string
  /** Length of one interval. */
  sizeMs: number
  /** Length that one statement sums: whole intervals, and a divisor of a day. */
  spanMs: number
  /** Table and column of the rows that are summed; time without rows is skipped. */
  source: { table: string; moment: string }
  /** Time for which a row counts after its moment. */
  reachMs?: number
  into: readonly SummedTable[]
}

export type RollUp = Recount | Advance

/**
 * Rows that arrive in thousands per second: views, heartbeats, votes, impressions. A product declares a tally and lists
 * it in `Product.tallies`; handlers call `ctx.count(tally, row)`. The platform commits rows in groups
 * (`platform/tally/writeLane.ts`), creates and drops partitions and old rows (`tallyRetention.ts`), runs the roll-ups
 * (`rollUps.ts`), and has metrics by tally. The table itself is created by a migration; a test compares it with the
 * declaration.
 */
export type Tally<C extends TallyColumns = TallyColumns> = KeptTable & {
  /** `<product>.<noun>.<happening>` */
  id: string
  /** Columns after `account_id`, in the order of the table. */
  columns: C
  /** Columns of the primary key after `account_id`. The table keeps the first row of a key, so a repeat counts once. */
  key: readonly (keyof C & string)[]
  /** Indexes that roll-ups and retention use over all accounts. */
  acrossAccounts?: readonly string[]
  moment: keyof C & string
  rollUps?: readonly RollUp[]
}

/** Declares a tally. The columns type the rows that `ctx.count` takes. */
export function tally<const C extends TallyColumns>(declared: Tally<C>): Tally<C> {
  return declared
}

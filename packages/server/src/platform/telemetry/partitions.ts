import type { Db, Statement } from '#kit/context.ts'
import { statement } from '#kit/statement.ts'

/** The month of a moment: its first instant, UTC. */
export function monthOf(at: Date): Date {
  return new Date(Date.UTC(at.getUTCFullYear(), at.getUTCMonth(), 1))
}

/** The month after this one. */
export function nextMonth(month: Date): Date {
  return new Date(Date.UTC(month.getUTCFullYear(), month.getUTCMonth() + 1, 1))
}

/** Makes the partition of a month, `<table>_m<year><month>`, of a table that is partitioned by a moment. Repeatable. */
export async function makeMonth(db: Db, table: string, month: Date): Promise<void> {
  try {
    await db.rows(creation(table, month), [])
  } catch (error) {
    // Two processes that make it at once meet in the catalog: the one that loses finds it made.
    const found = await db.rows<{ name: string }>(partitionsOf, [table])
    if (!found.some(({ name }) => name === nameOf(table, month))) throw error
  }
}

/** Drops the partitions of months before this one; answers their names. */
export async function dropMonthsBefore(db: Db, table: string, month: Date): Promise<string[]> {
  const oldest = nameOf(table, month)
  const found = await db.rows<{ name: string }>(partitionsOf, [table])
  const old = found.map(({ name }) => name).filter((name) => isMonthOf(table, name) && name < oldest)
  for (const name of old) {
    await db.rows(definition(`${name}.detach`, `alter table ${table} detach partition ${name}`), [])
    await db.rows(definition(`${name}.drop`, `drop table ${name}`), [])
  }
  return old
}

function creation(table: string, month: Date): Statement {
  const name = nameOf(table, month)
  const range = `from ('${month.toISOString()}') to ('${nextMonth(month).toISOString()}')`
  return definition(`${name}.make`, `create table if not exists ${name} partition of ${table} for values ${range}`)
}

/** Tables are defined without parameters, so each month's text has a name of its own. */
function definition(name: string, text: string): Statement {
  return statement(name, 'ops', text)
}

function nameOf(table: string, month: Date): string {
  return `${table}_m${month.toISOString().slice(0, 7).replace('-', '')}`
}

function isMonthOf(table: string, name: string): boolean {
  return name.startsWith(`${table}_m`) && /^\d{6}$/.test(name.slice(table.length + 2))
}

const partitionsOf = statement(
  'telemetry.partitionsOf',
  'ops',
  `select c.relname as name from pg_inherits i
   join pg_class c on c.oid = i.inhrelid join pg_class t on t.oid = i.inhparent
   where t.relname = $1 order by c.relname`,
)

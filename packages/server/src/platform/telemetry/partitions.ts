import type { Db, Statement } from '#kit/call/context.ts'
import { statement } from '#kit/call/statement.ts'

/** The month of a moment: its first instant, UTC. */
export function monthOf(at: Date): Date {
  return startOf('month', at)
}

/** The month after this one. */
export function nextMonth(month: Date): Date {
  return endOf('month', month)
}

/** The day of a moment: its first instant, UTC. */
export function dayOf(at: Date): Date {
  return startOf('day', at)
}

/** The day after this one. */
export function nextDay(day: Date): Date {
  return endOf('day', day)
}

/** Makes the partition of a month, `<table>_m<year><month>`, of a table that is partitioned by a moment. Repeatable. */
export function makeMonth(db: Db, table: string, month: Date): Promise<void> {
  return make(db, table, { span: 'month', start: month })
}

/** Makes the partition of a day, `<table>_d<year><month><day>`, of a table partitioned by a moment. Repeatable. */
export function makeDay(db: Db, table: string, day: Date): Promise<void> {
  return make(db, table, { span: 'day', start: day })
}

/** Drops the partitions of months before this one; answers their names. */
export function dropMonthsBefore(db: Db, table: string, month: Date): Promise<string[]> {
  return dropBefore(db, table, { span: 'month', start: month })
}

/** Drops the partitions of days before this one; answers their names. */
export function dropDaysBefore(db: Db, table: string, day: Date): Promise<string[]> {
  return dropBefore(db, table, { span: 'day', start: day })
}

type Span = 'day' | 'month'
type Period = { span: Span; start: Date }

function startOf(span: Span, at: Date): Date {
  return new Date(Date.UTC(at.getUTCFullYear(), at.getUTCMonth(), span === 'day' ? at.getUTCDate() : 1))
}

function endOf(span: Span, start: Date): Date {
  const [year, month, day] = [start.getUTCFullYear(), start.getUTCMonth(), start.getUTCDate()]
  return new Date(span === 'day' ? Date.UTC(year, month, day + 1) : Date.UTC(year, month + 1, 1))
}

async function make(db: Db, table: string, period: Period): Promise<void> {
  try {
    await db.rows(creation(table, period), [])
  } catch (error) {
    // Two processes that make it at once meet in the catalog: the one that loses finds it made.
    const found = await db.rows<{ name: string }>(partitionsOf, [table])
    if (!found.some(({ name }) => name === nameOf(table, period))) throw error
  }
}

async function dropBefore(db: Db, table: string, period: Period): Promise<string[]> {
  const oldest = nameOf(table, period)
  const found = await db.rows<{ name: string }>(partitionsOf, [table])
  const old = found.map(({ name }) => name).filter((name) => isOf(table, period.span, name) && name < oldest)
  for (const name of old) {
    await db.rows(definition(`${name}.detach`, `alter table ${table} detach partition ${name}`), [])
    await db.rows(definition(`${name}.drop`, `drop table ${name}`), [])
  }
  return old
}

function creation(table: string, period: Period): Statement {
  const name = nameOf(table, period)
  const range = `from ('${period.start.toISOString()}') to ('${endOf(period.span, period.start).toISOString()}')`
  return definition(`${name}.make`, `create table if not exists ${name} partition of ${table} for values ${range}`)
}

/** Tables are defined without parameters, so each period's text has a name of its own. */
function definition(name: string, text: string): Statement {
  return statement(name, 'ops', text)
}

function nameOf(table: string, { span, start }: Period): string {
  const digits = start.toISOString().slice(0, 10).replaceAll('-', '')
  return span === 'day' ? `${table}_d${digits}` : `${table}_m${digits.slice(0, 6)}`
}

function isOf(table: string, span: Span, name: string): boolean {
  const [letter, form] = span === 'day' ? ['d', /^\d{8}$/] : ['m', /^\d{6}$/]
  return name.startsWith(`${table}_${letter}`) && form.test(name.slice(table.length + 2))
}

const partitionsOf = statement(
  'telemetry.partitionsOf',
  'ops',
  `select c.relname as name from pg_inherits i
   join pg_class c on c.oid = i.inhrelid join pg_class t on t.oid = i.inhparent
   where t.relname = $1 order by c.relname`,
)

import type { Db, Statement } from '#kit/call/context.ts'
import { statement } from '#kit/call/statement.ts'

/** Length of a partition. */
export type PartitionSpan = 'day' | 'month'

/** A table with partitions of one length, by a moment. */
export type PartitionedTable = { table: string; partition: PartitionSpan }

/** The first instant of the day or month of a moment, UTC. */
export function startOf(span: PartitionSpan, at: Date): Date {
  return new Date(Date.UTC(at.getUTCFullYear(), at.getUTCMonth(), span === 'day' ? at.getUTCDate() : 1))
}

/** The first instant after the day or month of a moment, UTC. */
export function endOf(span: PartitionSpan, at: Date): Date {
  const [year, month, day] = [at.getUTCFullYear(), at.getUTCMonth(), at.getUTCDate()]
  return new Date(span === 'day' ? Date.UTC(year, month, day + 1) : Date.UTC(year, month + 1, 1))
}

/** Creates the partition of a moment: `<table>_d<yyyymmdd>` or `<table>_m<yyyymm>`. Repeatable. */
export async function createPartition(db: Db, of: PartitionedTable, at: Date): Promise<void> {
  try {
    await db.rows(creation(of, at), [])
  } catch (error) {
    // Two processes that create one partition collide in the catalog: the second one finds that of the first.
    const found = await db.rows(partitionsOf, [of.table])
    if (!found.some(({ name }) => name === nameOf(of, at))) throw error
  }
}

/** Drops the partitions before the one of a moment. Returns their names. */
export async function dropPartitions(db: Db, of: PartitionedTable, before: Date): Promise<string[]> {
  const oldest = nameOf(of, before)
  const form = of.partition === 'day' ? /_d\d{8}$/ : /_m\d{6}$/
  const found = await db.rows(partitionsOf, [of.table])
  const old = found.map(({ name }) => name).filter((name) => form.test(name) && name < oldest)
  // One statement each: a run that died after a `detach` would leave a table that no later run finds.
  for (const name of old) await db.rows(definition(`${name}.drop`, `drop table ${name}`), [])
  return old
}

/** `create table if not exists places_view_m202611 partition of places_view for values from ('…') to ('…')` */
function creation(of: PartitionedTable, at: Date): Statement {
  const name = nameOf(of, at)
  const [from, to] = [startOf(of.partition, at), endOf(of.partition, at)].map((each) => each.toISOString())
  const range = `from ('${from}') to ('${to}')`
  return definition(`${name}.create`, `create table if not exists ${name} partition of ${of.table} for values ${range}`)
}

/** Definitions of tables have no parameters, so each partition has its own statements. */
function definition(name: string, text: string): Statement {
  return statement(name, 'ops', text)
}

function nameOf({ table, partition }: PartitionedTable, at: Date): string {
  const digits = startOf(partition, at).toISOString().slice(0, 10).replaceAll('-', '')
  return partition === 'day' ? `${table}_d${digits}` : `${table}_m${digits.slice(0, 6)}`
}

const partitionsOf = statement(
  'tally.partitionsOf',
  'ops',
  `select c.relname as name from pg_inherits i
   join pg_class c on c.oid = i.inhrelid join pg_class t on t.oid = i.inhparent
   where t.relname = $1 order by c.relname`,
)

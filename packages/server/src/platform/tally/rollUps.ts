import type { Ctx, Statement } from '#kit/call/context.ts'
import { builtStatement, statement } from '#kit/call/statement.ts'
import type { Advance, Tally } from '#kit/nouns/tally.ts'
import { createPartition, startOf } from './partitions.ts'

/** The part of a call that schedules use: it reaches the database of all accounts. */
export type Run = Pick<Ctx, 'db' | 'now' | 'log'>

type Interval = { fromMs: number; untilMs: number }

const dayMs = 86_400_000
/** Delay after which an interval closes: the write lane may be slow, and the clocks of processes differ. */
const closedAfterMs = 20_000
/** Statements of one run: a run with more work continues in the next. */
const spansMax = 600
const neverRolledUp = '1970-01-01T00:00:00.000Z'

/**
 * Counts the rows of yesterday and today again, and those of earlier days that came after the last run. A cursor holds
 * the day on which that run was, or the day of the slowest roll-up at that time: after an outage of days it lies behind
 * yesterday. Repeatable.
 */
export async function recountAll(ctx: Run, { id, rollUps = [] }: Tally): Promise<void> {
  const nowMs = ctx.now().getTime()
  const yesterdayMs = startOf('day', new Date(nowMs)).getTime() - dayMs
  const cursor = `${id}.recount`
  const lastMs = (await readCursor(ctx, cursor)) ?? yesterdayMs
  let untilMs = nowMs
  for (const each of rollUps) {
    if (each.mode === 'recount') continue
    untilMs = Math.min(untilMs, (await readCursor(ctx, `${id}.${each.name}`)) ?? lastMs)
  }
  const from = iso(Math.min(yesterdayMs, lastMs))
  for (const each of rollUps) if (each.mode === 'recount') await ctx.db.rows(each.statement, [from])
  await ctx.db.rows(setCursor, [cursor, startOf('day', new Date(untilMs)).toISOString()])
}

/**
 * Sums the closed intervals of a tally, roll-up by roll-up. Each roll-up has a cursor, a row of `ops_tally_cursor` that
 * holds the end of its last summed interval. A run reads it, skips time without rows, sums span by span, and moves the
 * cursor after each. A run that dies between the two is repeated by the next one without harm: a closed interval never
 * changes, and the statements leave existing rows alone.
 */
export async function advanceAll(ctx: Run, { id, rollUps = [] }: Tally): Promise<void> {
  let untilMs = ctx.now().getTime() - closedAfterMs
  for (const rollUp of rollUps) {
    if (rollUp.mode === 'advance') untilMs = await advance(ctx, { ...rollUp, name: `${id}.${rollUp.name}` }, untilMs)
  }
}

/** The ends of summed time, by the name of the roll-up, in RFC 3339; 1970 before the first run. */
export async function rolledUpUntil<Name extends string>(
  { db }: Pick<Ctx, 'db'>,
  { id }: Tally,
  names: readonly Name[],
): Promise<Record<Name, string>> {
  const rows = await db.rows(readCursors, [names.map((name) => `${id}.${name}`)])
  const until = new Map(rows.map((row) => [row.name, row.until_at]))
  // cast: the entries are those of the names.
  return Object.fromEntries(names.map((name) => [name, until.get(`${id}.${name}`) ?? neverRolledUp])) as Record<
    Name,
    string
  >
}

/** Sums until a moment, and returns the end of the last summed interval. */
async function advance(ctx: Run, rollUp: Advance, closedMs: number): Promise<number> {
  const untilMs = floor(closedMs, rollUp.sizeMs)
  let startMs = await openCursor(ctx, rollUp, untilMs)
  for (let span = 0; span < spansMax && startMs < untilMs; span++) {
    const nextMs = await firstWithin(ctx, rollUp, { fromMs: startMs, untilMs })
    const endMs = Math.min(untilMs, floor(nextMs, rollUp.spanMs) + rollUp.spanMs)
    if (nextMs < untilMs) await sum(ctx, rollUp, { fromMs: nextMs, untilMs: endMs })
    await ctx.db.rows(moveCursor, [rollUp.name, iso(startMs), iso(endMs)])
    startMs = endMs
  }
  return startMs
}

async function sum(ctx: Run, { into }: Advance, { fromMs, untilMs }: Interval): Promise<void> {
  for (const { statement: summing, ...to } of into) {
    await createPartition(ctx.db, to, new Date(fromMs))
    await ctx.db.rows(summing, [iso(fromMs), iso(untilMs)])
  }
}

/** The start of the first interval with rows; the end of the range without any. */
async function firstWithin(ctx: Run, rollUp: Advance, { fromMs, untilMs }: Interval): Promise<number> {
  const reachedMs = fromMs - (rollUp.reachMs ?? 0)
  const foundMs = await firstMoment(ctx, rollUp, [iso(reachedMs), iso(untilMs)])
  return foundMs === undefined ? untilMs : Math.max(fromMs, floor(foundMs, rollUp.sizeMs))
}

/** The position of the cursor; at first the start of the interval of the first row. */
async function openCursor(ctx: Run, rollUp: Advance, untilMs: number): Promise<number> {
  const known = await readCursor(ctx, rollUp.name)
  if (known !== undefined) return known
  const foundMs = (await firstMoment(ctx, rollUp, ['-infinity', iso(untilMs)])) ?? untilMs
  await ctx.db.rows(placeCursor, [rollUp.name, iso(floor(foundMs, rollUp.sizeMs))])
  return (await readCursor(ctx, rollUp.name)) ?? untilMs
}

async function readCursor({ db }: Run, name: string): Promise<number | undefined> {
  const [row] = await db.rows(readCursors, [[name]])
  return row === undefined ? undefined : Date.parse(row.until_at)
}

async function firstMoment({ db }: Run, { source }: Advance, range: [string, string]): Promise<number | undefined> {
  const [row] = await db.rows(firstStatement(source), range)
  return row === undefined || row.at === null ? undefined : Date.parse(row.at)
}

/** `select min(at) as at from livestream_beat where at >= $1 and at < $2` */
export function firstStatement({ table, moment }: Advance['source']): Statement<{ at: string | null }> {
  return builtStatement<{ at: string | null }>(
    `${table}.first`,
    'offline',
    `select min(${moment}) as at from ${table} where ${moment} >= $1 and ${moment} < $2`,
  )
}

function iso(ms: number): string {
  return new Date(ms).toISOString()
}

function floor(ms: number, size: number): number {
  return Math.floor(ms / size) * size
}

const readCursors = statement(
  'ops_tally_cursor.read',
  'ops',
  'select name, until_at from ops_tally_cursor where name = any($1::text[])',
)

const placeCursor = statement(
  'ops_tally_cursor.place',
  'ops',
  'insert into ops_tally_cursor (name, until_at) values ($1, $2) on conflict (name) do nothing',
)

/** Leaves the cursor where another process has moved it: that process has summed the same rows. */
const moveCursor = statement(
  'ops_tally_cursor.move',
  'ops',
  'update ops_tally_cursor set until_at = $3 where name = $1 and until_at = $2',
)

const setCursor = statement(
  'ops_tally_cursor.set',
  'ops',
  `insert into ops_tally_cursor (name, until_at) values ($1, $2)
   on conflict (name) do update set until_at = excluded.until_at where ops_tally_cursor.until_at <> excluded.until_at`,
)

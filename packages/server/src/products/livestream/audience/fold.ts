import type { Ctx } from '#kit/context.ts'
import { statement } from '#kit/statement.ts'
import type { Schedule } from '#kit/task.ts'
import {
  dayOf,
  dropDaysBefore,
  dropMonthsBefore,
  makeDay,
  makeMonth,
  monthOf,
  nextDay,
} from '#platform/telemetry/partitions.ts'
import { beatLane } from './beat.ts'
import { intervals, keptMs } from './period.ts'
import { foldHoursSql, foldMinutesSql, foldStepsSql } from './slices.ts'

/** What a schedule runs with: no account, the database of all. */
type Run = Pick<Ctx, 'db' | 'now' | 'log'>

/** A minute is summed up when it has been over for so long: the write lane may be slow, and clocks differ. */
const settledAfterMs = 30_000
/** Time that one statement sums up, and statements of one run: a run that found more to do goes on in the next. */
const minutesSpanMs = 5 * intervals.minute
const spansMax = 600

/** Beats stay for the repeats that may come, and to be summed up after an outage. */
const beatsKeptMs = 7 * intervals.day

const tables = { minutes: 'livestream_view_minute', hours: 'livestream_view_hour', steps: 'livestream_concurrency' }

/** What the platform does for the numbers of audiences from time to time. */
export const schedules: Schedule[] = [
  {
    name: 'livestream.audience.foldMinutes',
    description: 'Sums up what players reported in the minutes that are over.',
    everySeconds: 15,
    async run(ctx) {
      const untilMs = floor(ctx.now().getTime() - settledAfterMs, intervals.minute)
      const fromMs = await begin(ctx, 'minutes', untilMs)
      await fold(ctx, 'minutes', { fromMs, untilMs, spanMs: minutesSpanMs })
    },
  },
  {
    name: 'livestream.audience.foldHours',
    description: 'Sums up the minutes of the hours that are over.',
    everySeconds: 300,
    async run(ctx) {
      const minutesUntilMs = await readUntil(ctx, 'minutes')
      if (minutesUntilMs === undefined) return
      const untilMs = floor(minutesUntilMs, intervals.hour)
      const fromMs = await begin(ctx, 'hours', untilMs)
      await fold(ctx, 'hours', { fromMs, untilMs, spanMs: intervals.hour })
    },
  },
  {
    name: 'livestream.audience.prune',
    description: 'Makes partitions ahead, and drops what is older than it is kept.',
    everySeconds: 6 * 3600,
    async run(ctx) {
      const today = dayOf(ctx.now())
      for (const day of [today, nextDay(today)]) await makeDay(ctx.db, beatLane.table, day)
      const dropped = [
        ...(await dropDaysBefore(ctx.db, beatLane.table, ago(ctx, beatsKeptMs))),
        ...(await dropMonthsBefore(ctx.db, tables.minutes, monthOf(ago(ctx, keptMs.minutes)))),
        ...(await dropMonthsBefore(ctx.db, tables.hours, monthOf(ago(ctx, keptMs.hours)))),
        ...(await dropMonthsBefore(ctx.db, tables.steps, monthOf(ago(ctx, keptMs.hours)))),
      ]
      const views = await pruneViews(ctx)
      if (dropped.length + views > 0) ctx.log.info('old views were dropped', { partitions: dropped, views })
    },
  },
]

type Layer = 'minutes' | 'hours'
type Stretch = { fromMs: number; untilMs: number; spanMs: number }

/** Folds piece by piece. Each bears a repeat: a piece that is over never changes, and what is there stays. */
async function fold(ctx: Run, layer: Layer, { fromMs, untilMs, spanMs }: Stretch): Promise<void> {
  let startMs = fromMs
  for (let span = 0; span < spansMax && startMs < untilMs; span++) {
    const nextMs = await nextWithin(ctx, layer, { fromMs: startMs, untilMs })
    const endMs = Math.min(untilMs, floor(nextMs, spanMs) + spanMs)
    if (nextMs < untilMs) await foldPiece(ctx, layer, { fromMs: nextMs, untilMs: endMs })
    await ctx.db.rows(advance, [layer, iso(startMs), iso(endMs)])
    startMs = endMs
  }
}

async function foldPiece(ctx: Run, layer: Layer, { fromMs, untilMs }: Omit<Stretch, 'spanMs'>): Promise<void> {
  const values = [iso(fromMs), iso(untilMs)]
  await makeMonths(ctx, layer, new Date(fromMs))
  if (layer === 'hours') {
    await ctx.db.rows(foldHours, values)
    return
  }
  await ctx.db.rows(foldMinutes, values)
  await ctx.db.rows(foldSteps, values)
}

/** Where there is something to sum up: time without is passed over. A beat lasts ten seconds beyond its own step. */
async function nextWithin(ctx: Run, layer: Layer, { fromMs, untilMs }: Omit<Stretch, 'spanMs'>): Promise<number> {
  const { first, reachMs, sizeMs } = sources[layer]
  const [row] = await ctx.db.rows<{ at: string | null }>(first, [iso(fromMs - reachMs), iso(untilMs)])
  const found = row?.at ?? null
  return found === null ? untilMs : Math.max(fromMs, floor(Date.parse(found), sizeMs))
}

/** No piece reaches over the end of a month. */
async function makeMonths(ctx: Run, layer: Layer, at: Date): Promise<void> {
  const of = layer === 'hours' ? [tables.hours] : [tables.minutes, tables.steps]
  for (const table of of) {
    await makeMonth(ctx.db, table, monthOf(at))
  }
}

/** Where folding goes on; the first time, where the first beat is. */
async function begin(ctx: Run, layer: Layer, untilMs: number): Promise<number> {
  const known = await readUntil(ctx, layer)
  if (known !== undefined) return known
  await ctx.db.rows(beginStatement, [layer, new Date(untilMs).toISOString(), sources[layer].sizeMs])
  return (await readUntil(ctx, layer)) ?? untilMs
}

async function readUntil(ctx: Run, layer: Layer): Promise<number | undefined> {
  const [row] = await ctx.db.rows<{ until_at: string }>(untilOf, [layer])
  return row === undefined ? undefined : Date.parse(row.until_at)
}

const viewBatch = 5_000
const viewBatchesMax = 200

async function pruneViews(ctx: Run): Promise<number> {
  const before = ago(ctx, keptMs.hours).toISOString()
  let gone = 0
  for (let batch = 0; batch < viewBatchesMax; batch++) {
    const rows = await ctx.db.rows(prune, [before])
    gone += rows.length
    if (rows.length < viewBatch) break
  }
  return gone
}

function ago(ctx: Run, ms: number): Date {
  return new Date(ctx.now().getTime() - ms)
}

function iso(ms: number): string {
  return new Date(ms).toISOString()
}

function floor(ms: number, size: number): number {
  return Math.floor(ms / size) * size
}

const foldMinutes = statement('livestream_view_minute.fold', 'offline', foldMinutesSql)
const foldHours = statement('livestream_view_hour.fold', 'offline', foldHoursSql)
const foldSteps = statement('livestream_concurrency.fold', 'offline', foldStepsSql)

/** What each layer is summed up from: its first moment in a stretch, how far it reaches beyond, and in which pieces. */
const sources = {
  minutes: {
    first: statement(
      'livestream_beat.first',
      'offline',
      'select min(at) as at from livestream_beat where at >= $1 and at < $2',
    ),
    reachMs: 10_000,
    sizeMs: intervals.minute,
  },
  hours: {
    first: statement(
      'livestream_view_minute.first',
      'offline',
      'select min(starts_at) as at from livestream_view_minute where starts_at >= $1 and starts_at < $2',
    ),
    reachMs: 0,
    sizeMs: intervals.hour,
  },
}

const untilOf = statement('livestream_fold.untilOf', 'ops', 'select until_at from livestream_fold where name = $1')

const beginStatement = statement(
  'livestream_fold.begin',
  'offline',
  `insert into livestream_fold (name, until_at)
   select $1, least($2::timestamptz,
     date_bin($3::integer * interval '1 millisecond', min(at), timestamptz 'epoch')) from livestream_beat
   on conflict (name) do nothing`,
)

/** Another process that was as far has done the same. */
const advance = statement(
  'livestream_fold.advance',
  'ops',
  'update livestream_fold set until_at = $3 where name = $1 and until_at = $2',
)

const prune = statement(
  'livestream_view.prune',
  'offline',
  `delete from livestream_view v using (
     select account_id, person_key, view_id from livestream_view
     where seen_at < $1 order by seen_at limit ${viewBatch}) old
   where v.account_id = old.account_id and v.person_key = old.person_key and v.view_id = old.view_id
   returning 1 as gone`,
)

import type { Ctx, Statement } from '#kit/call/context.ts'
import { statement } from '#kit/call/statement.ts'
import type { Schedule } from '#kit/nouns/task.ts'
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
import { foldFivesSql, foldHoursSql, foldMinutesSql, foldStepsSql, grains, type Grain } from './slices.ts'

/** What a schedule runs with: no account, the database of all. */
type Run = Pick<Ctx, 'db' | 'now' | 'log'>

/** A minute is summed up when it has been over for so long: the write lane may be slow, and clocks differ. */
const settledAfterMs = 20_000
/** Statements of one run: a run that found more to do goes on in the next. */
const spansMax = 600

/** Beats stay for the repeats that may come, and to be summed up after an outage. */
const beatsKeptMs = 7 * intervals.day

const stepsTable = 'livestream_concurrency'

/** What the platform does for the numbers of audiences from time to time. */
export const schedules: Schedule[] = [
  {
    name: 'livestream.audience.fold',
    description: 'Sums up what players reported, by minutes, five minutes and hours that are over.',
    everySeconds: 15,
    async run(ctx) {
      let untilMs = ctx.now().getTime() - settledAfterMs
      for (const layer of layers) untilMs = await fold(ctx, layer, floor(untilMs, grains[layer.grain].sizeMs))
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
        ...(await dropMonthsBefore(ctx.db, grains.minutes.table, monthOf(ago(ctx, keptMs.minutes)))),
        ...(await dropMonthsBefore(ctx.db, grains.fives.table, monthOf(ago(ctx, keptMs.minutes)))),
        ...(await dropMonthsBefore(ctx.db, grains.hours.table, monthOf(ago(ctx, keptMs.hours)))),
        ...(await dropMonthsBefore(ctx.db, stepsTable, monthOf(ago(ctx, keptMs.hours)))),
      ]
      const views = await pruneViews(ctx)
      if (dropped.length + views > 0) ctx.log.info('old views were dropped', { partitions: dropped, views })
    },
  },
]

/** A grain, and what its pieces are summed up from. */
type Layer = {
  grain: Grain
  /** What one statement sums up. */
  spanMs: number
  /** The first moment between two at which there is something to sum up. */
  first: Statement
  /** How far something that is summed up lasts beyond its moment. */
  reachMs: number
  folds: readonly { table: string; statement: Statement }[]
}

/** Folds until a moment, span by span, and answers how far it came. */
async function fold(ctx: Run, layer: Layer, untilMs: number): Promise<number> {
  const fromMs = await begin(ctx, layer, untilMs)
  let startMs = fromMs
  for (let span = 0; span < spansMax && startMs < untilMs; span++) {
    const nextMs = await nextWithin(ctx, layer, { fromMs: startMs, untilMs })
    const endMs = Math.min(untilMs, floor(nextMs, layer.spanMs) + layer.spanMs)
    if (nextMs < untilMs) await foldSpan(ctx, layer, { fromMs: nextMs, untilMs: endMs })
    await ctx.db.rows(advance, [layer.grain, iso(startMs), iso(endMs)])
    startMs = endMs
  }
  return startMs
}

type Stretch = { fromMs: number; untilMs: number }

/** Bears a repeat: a piece that is over never changes, and what is there stays. No span reaches over a month's end. */
async function foldSpan(ctx: Run, { folds }: Layer, { fromMs, untilMs }: Stretch): Promise<void> {
  for (const { table, statement: sums } of folds) {
    await makeMonth(ctx.db, table, monthOf(new Date(fromMs)))
    await ctx.db.rows(sums, [iso(fromMs), iso(untilMs)])
  }
}

/** Where there is something to sum up: time without is passed over. */
async function nextWithin(ctx: Run, { grain, first, reachMs }: Layer, { fromMs, untilMs }: Stretch): Promise<number> {
  const [row] = await ctx.db.rows<{ at: string | null }>(first, [iso(fromMs - reachMs), iso(untilMs)])
  const found = row?.at ?? null
  return found === null ? untilMs : Math.max(fromMs, floor(Date.parse(found), grains[grain].sizeMs))
}

/** Where folding goes on; the first time, where the first beat is. */
async function begin(ctx: Run, { grain }: Layer, untilMs: number): Promise<number> {
  const known = await readUntil(ctx, grain)
  if (known !== undefined) return known
  await ctx.db.rows(beginStatement, [grain, iso(untilMs), grains[grain].sizeMs])
  return (await readUntil(ctx, grain)) ?? untilMs
}

async function readUntil(ctx: Run, grain: Grain): Promise<number | undefined> {
  const [row] = await ctx.db.rows<{ until_at: string }>(untilOf, [grain])
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

const firstBeat = statement(
  'livestream_beat.first',
  'offline',
  'select min(at) as at from livestream_beat where at >= $1 and at < $2',
)

/** Finest first: a coarser one comes no further than the one before it. */
const layers: Layer[] = [
  {
    grain: 'minutes',
    spanMs: grains.fives.sizeMs,
    first: firstBeat,
    // A beat counts as somebody there in the step of ten seconds after its own, which may be in the next minute.
    reachMs: 10_000,
    folds: [
      {
        table: grains.minutes.table,
        statement: statement('livestream_view_minute.fold', 'offline', foldMinutesSql),
      },
      { table: stepsTable, statement: statement('livestream_concurrency.fold', 'offline', foldStepsSql) },
    ],
  },
  {
    grain: 'fives',
    spanMs: grains.fives.sizeMs,
    first: firstBeat,
    reachMs: 0,
    folds: [{ table: grains.fives.table, statement: statement('livestream_view_five.fold', 'offline', foldFivesSql) }],
  },
  {
    grain: 'hours',
    spanMs: grains.hours.sizeMs,
    first: statement(
      'livestream_view_five.first',
      'offline',
      'select min(starts_at) as at from livestream_view_five where starts_at >= $1 and starts_at < $2',
    ),
    reachMs: 0,
    folds: [{ table: grains.hours.table, statement: statement('livestream_view_hour.fold', 'offline', foldHoursSql) }],
  },
]

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

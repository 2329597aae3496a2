import type { Ctx } from '#kit/call/context.ts'
import { builtStatement } from '#kit/call/statement.ts'
import { rolledUpUntil } from '#platform/tally/rollUps.ts'
import {
  concurrencySource,
  sliceSource,
  stepNames,
  type RolledUp,
  type Scope,
  type Selection,
  type Source,
} from './slices.ts'
import { heartbeat } from './heartbeatTally.ts'
import { intervals, type Period } from './period.ts'

/** Figures of an audience in a range, in milliseconds unless a name has another unit; null without data. */
export type Report = {
  /** Play sessions with a heartbeat, with or without playback. */
  sessions: number
  /** Play sessions with playback. */
  views: number
  viewers: number
  playedMs: number
  rebufferMs: number
  /** Sessions that reported an error. */
  failed: number
  startup: Percentiles
  latency: Percentiles
  bitrateKbps: number | null
}
export type Percentiles = { p50: number | null; p95: number | null }

/** Figures of one interval. */
export type Bucket = { views: number; viewers: number; playedMs: number }

/** Concurrent viewers in a range, in steps of ten seconds. */
export type Concurrency = {
  peak: number
  /** Start of the first step with the peak, in milliseconds since 1970; null without viewers. */
  peakAtMs: number | null
  /** Mean over the steps with viewers. */
  average: number
  /** The peak of each interval, by the moment at which it begins. */
  buckets: Map<number, number>
}

/** Ends of the roll-ups by grain, in RFC 3339. */
export function readRolledUp(ctx: Ctx): Promise<RolledUp> {
  return rolledUpUntil(ctx, heartbeat, ['minutes', 'fives', 'hours'])
}

/** A part of this account's audience over a range, in the coarsest grain of its interval. */
export function scopeOf(ctx: Ctx, selection: Selection, within: { period: Period; rolledUp: RolledUp }): Scope {
  const { fromMs, toMs, interval } = within.period
  return {
    accountId: ctx.account.id,
    selection,
    from: new Date(fromMs).toISOString(),
    to: new Date(toMs).toISOString(),
    grain: interval === 'hour' || interval === 'day' ? 'hours' : 'fives',
    rolledUp: within.rolledUp,
  }
}

/** Figures of a whole scope. */
export async function readReport(ctx: Ctx, scope: Scope): Promise<Report> {
  const source = sliceSource(scope)
  const [row] = await ctx.db.rows(reportStatement(source), source.values)
  const { sessions, views, viewers, failed } = row ?? { sessions: 0, views: 0, viewers: 0, failed: 0 }
  return {
    sessions,
    views,
    viewers,
    failed,
    playedMs: row?.played_ms ?? 0,
    rebufferMs: row?.rebuffer_ms ?? 0,
    startup: percentiles(row?.startup_ms),
    latency: percentiles(row?.latency_ms),
    bitrateKbps: row?.bitrate_kbps ?? null,
  }
}

/** Figures of each interval of a scope, by its start in milliseconds since 1970. */
export async function readSeries(ctx: Ctx, scope: Scope, period: Period): Promise<Map<number, Bucket>> {
  const source = sliceSource(period.interval === 'minute' ? { ...scope, grain: 'minutes' } : scope)
  const rows = await ctx.db.rows(seriesStatement(source), [...source.values, intervals[period.interval]])
  return new Map(rows.map(({ at, views, viewers, played_ms: playedMs }) => [at, { views, viewers, playedMs }]))
}

/** Concurrent viewers in a scope. */
export async function readConcurrency(ctx: Ctx, scope: Scope, period: Period): Promise<Concurrency> {
  const source = concurrencySource(scope)
  const rows = await ctx.db.rows(concurrencyStatement(source), [...source.values, intervals[period.interval]])
  const [highest] = rows.toSorted((one, other) => other.peak - one.peak || one.at - other.at)
  const steps = sum(rows.map((row) => row.steps))
  return {
    peak: highest?.peak ?? 0,
    peakAtMs: highest === undefined ? null : highest.peak_at,
    average: steps === 0 ? 0 : sum(rows.map((row) => row.viewer_steps)) / steps,
    buckets: new Map(rows.map((row) => [row.at, row.peak])),
  }
}

function sum(values: readonly number[]): number {
  return values.reduce((total, value) => total + value, 0)
}

function percentiles(pair: [number | null, number | null] | null | undefined): Percentiles {
  return { p50: pair?.[0] ?? null, p95: pair?.[1] ?? null }
}

type ReportRow = {
  sessions: number
  views: number
  viewers: number
  failed: number
  played_ms: number
  rebuffer_ms: number
  startup_ms: [number | null, number | null] | null
  latency_ms: [number | null, number | null] | null
  bitrate_kbps: number | null
}
type BucketRow = { at: number; views: number; viewers: number; played_ms: number }

type StepsRow = { at: number; peak: number; peak_at: number; viewer_steps: number; steps: number }

const played = 'filter (where played_ms > 0)'
const quantiles = 'percentile_cont(array[0.5, 0.95]) within group'

function reportStatement({ name, sql }: Source) {
  return builtStatement<ReportRow>(
    `livestream_view.report.${name}`,
    'account',
    `with slice as (${sql}),
     view as (
       select person_key, sum(played_ms) as played_ms, sum(rebuffer_ms) as rebuffer_ms, max(startup_ms) as startup_ms,
         sum(latency_sum_ms) / nullif(sum(latency_count), 0) as latency_ms, bool_or(error is not null) as has_failed,
         sum(bitrate_sum_kbps) as bitrate_sum_kbps, sum(bitrate_count) as bitrate_count
       from slice group by person_key, view_id)
     select count(*) as sessions, count(*) ${played} as views, count(distinct person_key) ${played} as viewers,
       count(*) filter (where has_failed) as failed, coalesce(sum(played_ms), 0)::bigint as played_ms,
       coalesce(sum(rebuffer_ms), 0)::bigint as rebuffer_ms, ${quantiles} (order by startup_ms) as startup_ms,
       ${quantiles} (order by latency_ms) as latency_ms,
       sum(bitrate_sum_kbps) / nullif(sum(bitrate_count), 0) as bitrate_kbps
     from view`,
  )
}

function seriesStatement({ name, sql, values }: Source) {
  // A minute has one slice of a view.
  const views = name.endsWith('.minutes') ? 'count(*)' : 'count(distinct view_id)'
  return builtStatement<BucketRow>(
    `livestream_view.series.${name}`,
    'account',
    `with slice as (${sql})
     select ${msOf('at')} as at, ${views} as views, count(distinct person_key) as viewers,
       sum(played_ms)::bigint as played_ms
     from (select ${binOf('starts_at', values.length + 1)} as at, view_id, person_key, played_ms
       from slice where played_ms > 0) b
     group by b.at`,
  )
}

const stepsWithAny = stepNames.map((step) => `(${step} > 0)::integer`).join(' + ')
const peakSql = `greatest(${stepNames.join(', ')})`

function concurrencyStatement({ name, sql, values }: Source) {
  const firstPeak = stepNames.map((step, n) => `when ${step} = ${peakSql} then ${n}`).join(' ')
  return builtStatement<StepsRow>(
    `livestream_concurrency.report.${name}`,
    'account',
    `with part as (${sql}),
     moment as (select starts_at, ${stepNames.map((step) => `sum(${step}) as ${step}`).join(', ')}
       from part group by starts_at),
     measured as (select starts_at, ${peakSql} as peak, case ${firstPeak} end as step_at_peak,
       ${stepNames.join(' + ')} as viewer_steps, ${stepsWithAny} as steps
       from moment),
     ranked as (select *, ${binOf('starts_at', values.length + 1)} as at,
       row_number() over (partition by ${binOf('starts_at', values.length + 1)} order by peak desc, starts_at) as place
       from measured)
     select ${msOf('at')} as at, max(peak)::integer as peak, sum(viewer_steps)::bigint as viewer_steps,
       sum(steps)::bigint as steps,
       (max(${msOf('starts_at')} + step_at_peak * 10000) filter (where place = 1))::bigint as peak_at
     from ranked group by ranked.at`,
  )
}

/** The beginning of the interval of `$n` milliseconds that a moment lies in. */
function binOf(moment: string, parameter: number): string {
  return `date_bin($${parameter}::integer * interval '1 millisecond', ${moment}, timestamptz 'epoch')`
}

function msOf(moment: string): string {
  return `(extract(epoch from ${moment}) * 1000)::bigint`
}

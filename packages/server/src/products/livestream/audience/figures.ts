import type { Ctx } from '#kit/call/context.ts'
import { sessionIdOf } from '#products/livestream/records/streamSession.ts'
import type { GroupBy, Share } from './breakdown.ts'
import { bucketsOf, type Period } from './period.ts'
import type { Bucket, Concurrency, Report } from './audienceReport.ts'

/** The public form of a range. */
export function rangeOf({ fromMs, toMs, interval }: Period) {
  return { from: iso(fromMs), to: iso(toMs), interval }
}

/** Numbers beside the audience; `clips` where they are known. */
export type Counted = { clips: number | undefined; issued: number }

/** The public form of totals. */
export function totalsOf(report: Report, { peak, peakAtMs, average }: Concurrency, { clips, issued }: Counted) {
  const { views, playedMs } = report
  return {
    ...numbersOf(report),
    averageWatchSeconds: views === 0 ? 0 : rounded(playedMs / 1000 / views),
    peakConcurrent: peak,
    peakAt: peakAtMs === null ? null : iso(peakAtMs),
    averageConcurrent: rounded(average),
    ...(clips === undefined ? {} : { clips }),
    rewardsIssued: issued,
  }
}

/** The public form of quality. */
export function qualityOf({ sessions, failed, playedMs, rebufferMs, startup, latency, bitrateKbps }: Report) {
  const share = (part: number, all: number) => (all === 0 ? 0 : rounded(part / all, 4))
  const inSeconds = (ms: number | null) => (ms === null ? null : rounded(ms / 1000))
  const whole = (value: number | null) => (value === null ? null : Math.round(value))
  return {
    startupMsP50: whole(startup.p50),
    startupMsP95: whole(startup.p95),
    rebufferRatio: share(rebufferMs, rebufferMs + playedMs),
    errorRate: share(failed, sessions),
    latencySecondsP50: inSeconds(latency.p50),
    latencySecondsP95: inSeconds(latency.p95),
    averageBitrateKbps: whole(bitrateKbps),
  }
}

const nobody: Bucket = { views: 0, viewers: 0, playedMs: 0 }

/** The public form of each interval, those without viewers included. */
export function seriesOf(period: Period, series: ReadonlyMap<number, Bucket>, { buckets: peaks }: Concurrency) {
  return bucketsOf(period).map((atMs) => ({
    at: iso(atMs),
    ...numbersOf(series.get(atMs) ?? nobody),
    concurrent: peaks.get(atMs) ?? 0,
  }))
}

/** The public form of a part of an audience. */
export function shareOf(ctx: Ctx, groupBy: GroupBy, share: Share) {
  const isSession = groupBy === 'sessionId' && share.key !== null
  return { key: isSession ? sessionIdOf(ctx.account.id, String(share.key)) : share.key, ...numbersOf(share) }
}

/** A moment in milliseconds since 1970 as RFC 3339. */
export function iso(ms: number): string {
  return new Date(ms).toISOString()
}

function numbersOf({ views, viewers, playedMs }: Bucket) {
  return { views, uniqueViewers: viewers, watchTimeSeconds: playedMs / 1000 }
}

function rounded(value: number, digits = 2): number {
  return Math.round(value * 10 ** digits) / 10 ** digits
}

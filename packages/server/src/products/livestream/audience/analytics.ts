import { Type } from '#kit/schema.ts'
import type { Ctx } from '#kit/context.ts'
import { dateTime, idOf, oneOf, whole, words } from '#kit/fields.ts'
import { operation } from '#kit/operation.ts'
import { closed } from '#kit/standard.ts'
import { staticVideo } from '#products/livestream/static/staticVideo.ts'
import { sessionIdOf, sessionPrefix } from '#products/livestream/stream/session.ts'
import { answerShape, definitions, metrics, type Metric } from './answer.ts'
import { groupings, readBreakdown, type GroupBy, type Share } from './breakdown.ts'
import { presentIn } from './now.ts'
import { bucketsOf, intervals, periodOf, rangeTooLarge, type Interval, type Period } from './period.ts'
import {
  foldedUntil,
  readConcurrency,
  readReport,
  scopeOf,
  type Bucket,
  type Concurrency,
  type Report,
} from './report.ts'
import { readRetention } from './retention.ts'
import type { Scope } from './slices.ts'
import { selectedBy, type Selected } from './target.ts'

/** How far an answer reaches back when nothing is said. */
const reachesBackMs = intervals.day
const partsDefault = 25
/** Clips are counted to this many. */
const clipsMax = 100_000

// cast: the keys of an object literal are those of its type.
const intervalNames = Object.keys(intervals) as Interval[]

export const operations = [
  operation('livestream.stream.getAnalytics', {
    route: 'POST /api/video/stream/getAnalytics',
    title: 'Get Analytics',
    description:
      'Who watched a stream, a recorded video, a channel or a live session, and how well it played; of the whole ' +
      'account when none is named. A replay counts as the recorded video that it is. The answer says what each ' +
      'number means; without views they are 0.',
    scope: 'livestream.stream:read',
    isRead: true,
    input: closed({
      streamId: Type.Optional(idOf('str', { description: 'The live sessions of this stream.' })),
      staticId: Type.Optional(idOf('sta', { description: 'This recorded video.' })),
      channelId: Type.Optional(idOf('chn', { description: 'What was on this channel when it was watched.' })),
      sessionId: Type.Optional(idOf(sessionPrefix, { description: 'This live session.' })),
      from: Type.Optional(
        dateTime({ description: '24 hours before `to` when left out; of a session, its beginning.' }),
      ),
      to: Type.Optional(dateTime({ description: 'Now when left out; of a session, its end.' })),
      interval: Type.Optional(
        oneOf(intervalNames, { description: 'Chosen by the length of the range when left out.' }),
      ),
      metrics: Type.Optional(
        words(metrics.length, oneOf(metrics), { description: 'The parts of the answer; all when left out.' }),
      ),
      groupBy: Type.Optional(oneOf(groupings, { description: 'What `breakdown` breaks the numbers down by.' })),
      limit: Type.Optional(whole(1, 100, { description: `Parts of the breakdown; ${partsDefault} when left out.` })),
    }),
    output: answerShape,
    reasons: [rangeTooLarge],
    example: { groupBy: 'country', limit: 10 },
    async handle(ctx, input) {
      const { streamId, staticId, channelId, sessionId, groupBy } = input
      const selected = await selectedBy(ctx, { streamId, staticId, channelId, sessionId })
      const nowMs = ctx.now().getTime()
      // A range ends before its end: the first moment after now.
      const lately = { fromMs: nowMs + 1 - reachesBackMs, toMs: nowMs + 1 }
      const period = periodOf(input, selected.range ?? lately, nowMs)
      const asked: Asked = {
        selected,
        period,
        scope: scopeOf(ctx, selected.selection, { period, folded: await foldedUntil(ctx) }),
        // cast: the input was accepted by the schema above.
        metrics: new Set((input.metrics ?? metrics) as readonly Metric[]),
        parts: groupBy === undefined ? undefined : { groupBy, limit: input.limit ?? partsDefault },
      }
      const [range, ...parts] = await Promise.all([rangeOf(period), summary(ctx, asked), details(ctx, asked)])
      return { id: selected.id, status: 'ok' as const, range, ...parts[0], ...parts[1], definitions }
    },
  }),
]

type Asked = {
  selected: Selected
  period: Period
  scope: Scope
  metrics: ReadonlySet<Metric>
  parts: { groupBy: GroupBy; limit: number } | undefined
}

const summarised = ['totals', 'quality', 'timeseries'] as const

/** What is read at once. */
async function summary(ctx: Ctx, { selected, period, scope, metrics: wanted }: Asked) {
  if (!summarised.some((name) => wanted.has(name))) return {}
  const report = await readReport(ctx, scope, period)
  const concurrency = await readConcurrency(ctx, scope, period)
  return {
    ...(wanted.has('totals')
      ? { totals: { ...totalsOf(report, concurrency), ...(await clipsOf(ctx, selected, period)) } }
      : {}),
    ...(wanted.has('quality') ? { quality: qualityOf(report) } : {}),
    ...(wanted.has('timeseries') ? { timeseries: seriesOf(period, report, concurrency) } : {}),
  }
}

/** What is read by itself. */
async function details(ctx: Ctx, { selected, scope, metrics: wanted, parts }: Asked) {
  const { selection, timeline } = selected
  return {
    ...(wanted.has('realtime')
      ? { realtime: { currentViewers: await presentIn(ctx, selection), asOf: ctx.now().toISOString() } }
      : {}),
    ...(wanted.has('breakdown') && parts !== undefined
      ? { breakdown: (await readBreakdown(ctx, scope, parts)).map((share) => shareOf(ctx, parts.groupBy, share)) }
      : {}),
    ...(wanted.has('retention') && timeline !== undefined
      ? { retention: await readRetention(ctx, scope, timeline.secondsMax) }
      : {}),
  }
}

function rangeOf({ fromMs, toMs, interval }: Period) {
  return { from: iso(fromMs), to: iso(toMs), interval }
}

function totalsOf({ views, viewers, playedMs }: Report, { peak, peakAtMs, average }: Concurrency) {
  return {
    ...numbersOf({ views, viewers, playedMs }),
    averageWatchSeconds: views === 0 ? 0 : rounded(playedMs / 1000 / views),
    peakConcurrent: peak,
    peakAt: peakAtMs === null ? null : iso(peakAtMs),
    averageConcurrent: rounded(average),
  }
}

async function clipsOf(ctx: Ctx, { clips }: Selected, { fromMs, toMs }: Period): Promise<{ clips?: number }> {
  if (clips === undefined) return {}
  const made = {
    sql: "t.source = 'clip' and t.created_at >= $1 and t.created_at < $2",
    values: [iso(fromMs), iso(toMs)],
  }
  return { clips: await ctx.store.count(staticVideo, [made, ...clips], clipsMax) }
}

function qualityOf({ sessions, failed, playedMs, rebufferMs, startup, latency, bitrateKbps }: Report) {
  const shareOfAll = (part: number, all: number) => (all === 0 ? 0 : rounded(part / all, 4))
  const inSeconds = (ms: number | null) => (ms === null ? null : rounded(ms / 1000))
  const whole = (value: number | null) => (value === null ? null : Math.round(value))
  return {
    startupMsP50: whole(startup.p50),
    startupMsP95: whole(startup.p95),
    rebufferRatio: shareOfAll(rebufferMs, rebufferMs + playedMs),
    errorRate: shareOfAll(failed, sessions),
    latencySecondsP50: inSeconds(latency.p50),
    latencySecondsP95: inSeconds(latency.p95),
    averageBitrateKbps: whole(bitrateKbps),
  }
}

const nobody = { views: 0, viewers: 0, playedMs: 0 }

function seriesOf(period: Period, report: Report, concurrency: Concurrency) {
  return bucketsOf(period).map((atMs) => ({
    at: iso(atMs),
    ...numbersOf(report.buckets.get(atMs) ?? nobody),
    concurrent: concurrency.buckets.get(atMs) ?? 0,
  }))
}

function shareOf(ctx: Ctx, groupBy: GroupBy, share: Share) {
  const isSession = groupBy === 'sessionId' && share.key !== null
  return { key: isSession ? sessionIdOf(ctx.account.id, String(share.key)) : share.key, ...numbersOf(share) }
}

function numbersOf({ views, viewers, playedMs }: Bucket) {
  return { views, uniqueViewers: viewers, watchTimeSeconds: playedMs / 1000 }
}

function iso(ms: number): string {
  return new Date(ms).toISOString()
}

function rounded(value: number, digits = 2): number {
  return Math.round(value * 10 ** digits) / 10 ** digits
}

import { Type } from '#kit/values/schema.ts'
import type { Ctx } from '#kit/call/context.ts'
import { dateTime, idOf, oneOf, whole, words } from '#kit/values/fields.ts'
import { operation } from '#kit/nouns/operation.ts'
import { closed } from '#kit/nouns/standard.ts'
import { staticVideo } from '#products/livestream/records/staticVideo.ts'
import { sessionPrefix } from '#products/livestream/records/streamSession.ts'
import { responseShape, definitions, metrics, type Metric } from './analyticsView.ts'
import { groupings, readBreakdown, type GroupBy } from './breakdown.ts'
import { iso, qualityOf, rangeOf, seriesOf, shareOf, totalsOf } from './figures.ts'
import { presentIn } from './viewersNow.ts'
import { intervals, periodOf, rangeTooLarge, type Interval, type Period } from './period.ts'
import { readRolledUp, readConcurrency, readReport, readSeries, scopeOf } from './audienceReport.ts'
import { countIssued } from './issuedRewards.ts'
import { readRetention } from './retention.ts'
import type { Scope } from './slices.ts'
import { selectedBy, type Selected } from './analyticsSubject.ts'

/** Length of the default range. */
const reachesBackMs = intervals.day
const partsDefault = 25
/** Bound of the count of clips. */
const clipsMax = 100_000

// cast: the keys of an object literal are those of its type.
const intervalNames = Object.keys(intervals) as Interval[]

export const operations = [
  operation('livestream.stream.getAnalytics', {
    route: 'POST /api/video/stream/getAnalytics',
    title: 'Get Analytics',
    description:
      'Audience and playback quality of a stream, a recorded video, a channel or a live session; by default of the ' +
      'whole account. A replay counts as a recorded video. The response explains each figure; without views the ' +
      'figures are 0.',
    scope: 'livestream.stream:read',
    isRead: true,
    input: closed({
      streamId: Type.Optional(idOf('str', { description: 'The live sessions of this stream.' })),
      staticId: Type.Optional(idOf('sta', { description: 'This recorded video.' })),
      channelId: Type.Optional(
        idOf('chn', { description: 'Streams and videos of the channel at the time of the view.' }),
      ),
      sessionId: Type.Optional(idOf(sessionPrefix, { description: 'This live session.' })),
      from: Type.Optional(
        dateTime({ description: '24 hours before `to` when left out; of a session, its beginning.' }),
      ),
      to: Type.Optional(dateTime({ description: 'Now when left out; of a session, its end.' })),
      interval: Type.Optional(
        oneOf(intervalNames, { description: 'Chosen by the length of the range when left out.' }),
      ),
      metrics: Type.Optional(
        words(metrics.length, oneOf(metrics), { description: 'Parts of the response; all when left out.' }),
      ),
      groupBy: Type.Optional(oneOf(groupings, { description: 'Property that `breakdown` groups the figures by.' })),
      limit: Type.Optional(whole(1, 100, { description: `Parts of the breakdown; ${partsDefault} when left out.` })),
    }),
    output: responseShape,
    reasons: [rangeTooLarge],
    example: { groupBy: 'country', limit: 10 },
    async handle(ctx, input) {
      const { streamId, staticId, channelId, sessionId, groupBy } = input
      const selected = await selectedBy(ctx, { streamId, staticId, channelId, sessionId })
      const nowMs = ctx.now().getTime()
      // A range excludes its end: the first moment after now.
      const lately = { fromMs: nowMs + 1 - reachesBackMs, toMs: nowMs + 1 }
      const period = periodOf(input, selected.range ?? lately, nowMs)
      const request: AnalyticsRequest = {
        selected,
        period,
        scope: scopeOf(ctx, selected.selection, { period, rolledUp: await readRolledUp(ctx) }),
        // cast: the input was accepted by the schema above.
        metrics: new Set((input.metrics ?? metrics) as readonly Metric[]),
        parts: groupBy === undefined ? undefined : { groupBy, limit: input.limit ?? partsDefault },
      }
      // One caller may hold two connections at once.
      const [measured, traced] = await Promise.all([measure(ctx, request), trace(ctx, request)])
      const read = { ...measured, ...traced }
      return {
        id: selected.id,
        status: 'ok' as const,
        range: rangeOf(period),
        ...responseOf(ctx, request, read),
        definitions,
      }
    },
  }),
]

type AnalyticsRequest = {
  selected: Selected
  period: Period
  scope: Scope
  metrics: ReadonlySet<Metric>
  parts: { groupBy: GroupBy; limit: number } | undefined
}

/** Parts of a response over the whole range; undefined where they are not requested. */
async function measure(ctx: Ctx, { selected, period, scope, metrics: chosen, parts }: AnalyticsRequest) {
  const isMeasured = chosen.has('totals') || chosen.has('quality')
  return {
    report: isMeasured ? await readReport(ctx, scope) : undefined,
    shares: chosen.has('breakdown') && parts !== undefined ? await readBreakdown(ctx, scope, parts) : undefined,
    clips: chosen.has('totals') ? await countClips(ctx, selected, period) : undefined,
    issued: chosen.has('totals') ? await countIssued(ctx, scope) : 0,
    viewers: chosen.has('realtime') ? await presentIn(ctx, selected.selection) : undefined,
  }
}

/** Parts of a response by interval. */
async function trace(ctx: Ctx, { selected: { timeline }, period, scope, metrics: chosen }: AnalyticsRequest) {
  const isTraced = chosen.has('totals') || chosen.has('timeseries')
  const hasTimeline = chosen.has('retention') && timeline !== undefined
  return {
    concurrency: isTraced ? await readConcurrency(ctx, scope, period) : undefined,
    series: chosen.has('timeseries') ? await readSeries(ctx, scope, period) : undefined,
    retention: hasTimeline ? await readRetention(ctx, scope, timeline.secondsMax) : undefined,
  }
}

async function countClips(ctx: Ctx, { clips }: Selected, { fromMs, toMs }: Period): Promise<number | undefined> {
  if (clips === undefined) return undefined
  const made = {
    sql: "t.source = 'clip' and t.created_at >= $1 and t.created_at < $2",
    values: [iso(fromMs), iso(toMs)],
  }
  return ctx.store.count(staticVideo, [made, ...clips], clipsMax)
}

type Read = Awaited<ReturnType<typeof measure>> & Awaited<ReturnType<typeof trace>>

/** The requested parts. */
function responseOf(ctx: Ctx, { period, metrics: chosen, parts }: AnalyticsRequest, read: Read) {
  const { report, concurrency, clips, issued, viewers, series, shares, retention } = read
  const hasTotals = chosen.has('totals') && report !== undefined && concurrency !== undefined
  const hasSeries = series !== undefined && concurrency !== undefined
  const hasParts = shares !== undefined && parts !== undefined
  return {
    ...(hasTotals ? { totals: totalsOf(report, concurrency, { clips, issued }) } : {}),
    ...(viewers === undefined ? {} : { realtime: { currentViewers: viewers, asOf: ctx.now().toISOString() } }),
    ...(chosen.has('quality') && report !== undefined ? { quality: qualityOf(report) } : {}),
    ...(hasSeries ? { timeseries: seriesOf(period, series, concurrency) } : {}),
    ...(hasParts ? { breakdown: shares.map((share) => shareOf(ctx, parts.groupBy, share)) } : {}),
    ...(retention === undefined ? {} : { retention }),
  }
}

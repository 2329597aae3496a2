import { Type, type Static, type TSchema } from '#kit/values/schema.ts'
import type { Ctx } from '#kit/call/context.ts'
import { dateTime, idOf, nullable, oneOf, words } from '#kit/values/fields.ts'
import { madeFirst, operation } from '#kit/nouns/operation.ts'
import { exactlyOne, reach } from '#kit/call/recordReach.ts'
import { closed } from '#kit/nouns/standard.ts'
import { liveVideoPort, type LiveReport } from '#platform/video/live/liveVideoPort.ts'
import { currentLatencySeconds, currentViewers } from '#products/livestream/audience/viewersNow.ts'
import { playbackIdOf } from '#products/livestream/records/playbackAddresses.ts'
import { runningSession } from '#products/livestream/records/streamSession.ts'
import { isLive } from '#products/livestream/records/standing.ts'
import { stream, type Stream } from '#products/livestream/records/stream.ts'
import { refusalShape, refusalsOf } from './refusedEncoders.ts'
import { streamUuid } from './streamWrites.ts'

const idsMax = 100
const health = ['good', 'warning', 'bad', 'offline'] as const

const issue = closed({
  code: Type.String({ description: 'Stable name of the problem.' }),
  severity: oneOf(['warning', 'bad'], { description: 'Effect on the audience.' }),
  message: Type.String({ description: 'The problem in words.' }),
  advice: Type.String({ description: 'The setting to change at the encoder.' }),
  since: dateTime({ description: 'Since when.' }),
})

const ingest = closed(
  {
    protocol: Type.String({ description: 'rtmp or rtmps.' }),
    videoCodec: nullable(Type.String({ description: 'RFC 6381 name of the video codec.' })),
    audioCodec: nullable(Type.String({ description: 'RFC 6381 name of the audio codec; null without audio.' })),
    width: nullable(Type.Integer({ description: 'Pixels.' })),
    height: nullable(Type.Integer({ description: 'Pixels.' })),
    fps: nullable(Type.Number({ description: 'Frames per second, measured.' })),
    bitrateKbps: Type.Number({ description: 'Audio and video together, in kbit/s, over the last ten seconds.' }),
    keyFrameIntervalSeconds: nullable(Type.Number({ description: 'From one key frame to the next, on average.' })),
    droppedFrames: Type.Integer({ description: 'Frames that are missing from an even sequence, an estimate.' }),
    lastPacketAt: nullable(dateTime({ description: 'Time of the last received media.' })),
  },
  { description: 'The signal of the encoder; null while none is connected.' },
)

const status = {
  id: idOf('str'),
  status: Type.String({ description: 'The state of the stream.' }),
  isLive: Type.Boolean({ description: 'Whether it can be watched live at this moment.' }),
  startedAt: nullable(dateTime({ description: 'Time at which it went live.' })),
  uptimeSeconds: nullable(Type.Integer({ description: 'For how long it has been live.' })),
  viewers: nullable(Type.Integer({ description: 'Current viewers; null for the public where the owner hides them.' })),
  sseUrl: Type.String({ description: 'Address of the server-sent events that report changes.' }),
}

/** Schema of the state of each simulcast target. */
export const simulcastShape = Type.Array(
  closed({
    targetId: Type.String({ description: 'The simulcast target.' }),
    state: oneOf(['idle', 'starting', 'live', 'error'], { description: 'Current state.' }),
    lastError: nullable(Type.String({ description: 'The last error in words; null without one.' })),
  }),
  { description: 'State of each simulcast target.' },
)

/** Schema of the running session of a stream. */
export const runningShape = closed(
  {
    sessionId: idOf('ses', { description: 'The session.' }),
    startedAt: nullable(dateTime({ description: 'Time at which it went live; null before.' })),
    uptimeSeconds: nullable(Type.Integer({ description: 'For how long it has been live.' })),
  },
  { description: 'The session that runs; null while none does.' },
)

const ownerStatus = {
  health: oneOf(health, { description: 'Quality of the signal from the encoder.' }),
  issues: Type.Array(issue, { description: 'Problems of the signal, worst first.' }),
  ingest: nullable(ingest),
  latencySeconds: nullable(
    Type.Number({ description: 'Seconds between camera and display: the median of what players report.' }),
  ),
  simulcast: simulcastShape,
  refusals: refusalShape,
  recording: closed(
    {
      isRecording: Type.Boolean({ description: 'Whether the stream is recorded.' }),
      seconds: Type.Number({ description: 'Recorded size so far.' }),
      bytes: Type.Integer({ description: 'The same in bytes.' }),
    },
    { description: 'The recording of this session.' },
  ),
}

const one = closed(
  { ...status, ...ownerStatus },
  { title: 'StreamStatus', description: 'The state of a stream, its ingest and its viewers.' },
)
const publicOne = closed(status, {
  title: 'PublicStreamStatus',
  description: 'The state of a stream as the audience sees it.',
})
const inOrder = { description: 'In the order of the ids in the request.' }
/** Schema of one status, or of a list for several streams. */
const eitherOf = <T>(single: TSchema, each: TSchema) =>
  Type.Unsafe<T>({ anyOf: [single, closed({ items: Type.Array(each, inOrder) })] })

/** Current status of a stream, as its owner sees it. */
export type StreamStatus = Static<typeof one>

type PublicStatus = Static<typeof publicOne>
type Several = { items: (StreamStatus | PublicStatus)[] }

export const operations = [
  operation('livestream.stream.getStatus', {
    route: 'POST /api/video/stream/getStatus',
    title: 'Get Status',
    description:
      'Status of a stream, or of up to 100: signal of the encoder with advice on its issues, refused encoders, ' +
      'simulcast targets, and recording. The public form leaves out signal, refusals, targets and recording.',
    scope: 'livestream.stream:read',
    credential: 'public',
    isRead: true,
    input: closed({
      streamId: Type.Optional(idOf('str')),
      streamIds: Type.Optional(words(idsMax, idOf('str'), { description: 'Several streams of yours.' })),
    }),
    output: eitherOf<StreamStatus | PublicStatus | Several>(one, Type.Unsafe({ anyOf: [one, publicOne] })),
    publicOutput: eitherOf(publicOne, publicOne),
    example: { streamId: madeFirst('livestream.stream') },
    async handle(ctx, input) {
      const by = exactlyOne(input, ['streamId', 'streamIds'])
      if (by.name === 'streamId') return statusOf(ctx, by.value)
      return { items: await Promise.all((input.streamIds ?? []).map((each) => statusOf(ctx, each))) }
    },
  }),
]

async function statusOf(ctx: Ctx, streamId: string) {
  const { record, audience, ctx: ofOwner } = await reach(ctx, stream, { name: stream.idKey, value: streamId })
  const uuid = streamUuid(record.id)
  const viewers = isLive(record) ? ((await currentViewers(ofOwner, [uuid])).get(uuid) ?? 0) : 0
  const seen = seenStatus(ofOwner, record)
  if (audience === 'public') return { ...seen, viewers: record.hideViewerCount ? null : viewers }
  const session = await runningSession(ctx, record)
  const report = session === undefined ? undefined : await ctx.port(liveVideoPort).report(session)
  const latencySeconds = viewers === 0 ? null : await currentLatencySeconds(ctx, uuid)
  const own = { ...seen, viewers, latencySeconds, refusals: await refusalsOf(ctx, record.id) }
  if (report === undefined) return { ...own, ...offline(record) }
  return { ...own, ...report, simulcast: ofAllTargets(record, report.simulcast) }
}

function seenStatus(ctx: Ctx, record: Stream) {
  const { id, startedAt } = record
  return {
    id,
    status: record.status,
    isLive: isLive(record),
    startedAt,
    uptimeSeconds: uptimeSeconds(ctx, record),
    sseUrl: `${ctx.settings.publicUrl}/public/video/${playbackIdOf(id)}/events`,
  }
}

function uptimeSeconds(ctx: Ctx, { startedAt }: Stream): number | null {
  return startedAt === null ? null : Math.floor((ctx.now().getTime() - new Date(startedAt).getTime()) / 1000)
}

/** The running session of a stream, and the state of its simulcast targets. */
export async function runningOf(ctx: Ctx, record: Stream) {
  const { sessionId, startedAt, simulcastTargets } = record
  const session = await runningSession(ctx, record)
  const isSent = session !== undefined && simulcastTargets.length > 0
  const report = isSent ? await ctx.port(liveVideoPort).report(session) : undefined
  return {
    session: session === undefined ? null : { sessionId, startedAt, uptimeSeconds: uptimeSeconds(ctx, record) },
    simulcast: ofAllTargets(record, report?.simulcast ?? []),
  }
}

function offline(record: Stream): Omit<LiveReport, 'ingest'> & { ingest: null } {
  const recording = { isRecording: false, seconds: 0, bytes: 0 }
  return { health: 'offline', issues: [], ingest: null, simulcast: ofAllTargets(record, []), recording }
}

/** State of each simulcast target: as the session reports it, or idle. */
function ofAllTargets({ simulcastTargets }: Stream, sent: LiveReport['simulcast']): LiveReport['simulcast'] {
  const byId = new Map(sent.map((each) => [each.targetId, each]))
  return simulcastTargets.map(({ targetId }) => byId.get(targetId) ?? { targetId, state: 'idle', lastError: null })
}

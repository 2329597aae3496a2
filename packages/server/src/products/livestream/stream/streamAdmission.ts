import type { Account, Ctx } from '#kit/call/context.ts'
import { uuidv7 } from '#kit/values/ids.ts'
import { uuidOf } from '#platform/db/columns.ts'
import { lockForUpdate } from '#platform/db/rowLocks.ts'
import { isNodeThere } from '#platform/video/live/nodes.ts'
import type { LivePlan, PublishAttempt, PublishJudgement } from '#platform/video/live/liveHost.ts'
import { liveVideoPort } from '#platform/video/live/liveVideoPort.ts'
import { streamConnected } from '#products/livestream/facts.ts'
import { closeSession } from './streamEnding.ts'
import { isStreamSecret, streamOfKey } from './streamKey.ts'
import { emitStream } from './streamMoves.ts'
import {
  createSession,
  findSession,
  latencyOf,
  sessionIdOf,
  sessionPrefix,
  type Session,
} from '#products/livestream/records/streamSession.ts'
import { pushTargetsOf } from './simulcastTargets.ts'
import { stream, type Stream } from '#products/livestream/records/stream.ts'
import { isRunning } from './streamWrites.ts'

type Parts = {
  findAccount(id: number): Promise<Account | undefined>
  open(account: Account, name: string): Ctx
}

/** Longest session of a test stream. */
const testSecondsMax = 300

/** Most running streams of one account, on all nodes together. */
const runningMax = 10

const wrongKey = 'The stream key is not right. Copy it again; a key that was changed no longer works.'

/** Decides whether an encoder may publish, and to which session. A refusal does not reveal whether a stream exists. */
export async function judge(parts: Parts, attempt: PublishAttempt): Promise<PublishJudgement> {
  const named = streamOfKey(attempt.key)
  const account = named === undefined ? undefined : await parts.findAccount(named.accountId)
  if (named === undefined || account === undefined) return { refusal: wrongKey }
  const ctx = parts.open(account, 'livestream.ingest')
  // A wrong key locks no row and opens no transaction: stream ids are public in the addresses of videos.
  const known = await ctx.store.find(stream, named.streamId)
  if (known === undefined || !isStreamSecret(ctx, named.secret, known.keyHash)) return { refusal: wrongKey }
  return ctx.atomic(async (inner) => {
    if (!(await lockForUpdate(inner, stream, named.streamId))) return { refusal: wrongKey }
    const record = await inner.store.get(stream, named.streamId)
    if (!isStreamSecret(inner, named.secret, record.keyHash)) return { refusal: wrongKey }
    if (account.isSuspended) return { refusal: 'This account is suspended.' }
    if (record.status === 'disabled') return { refusal: 'This stream is disabled.' }
    if (record.status === 'ended' && !record.isReusable) return { refusal: 'This stream is over, its key with it.' }
    const judged = await (isRunning(record) ? resume : begin)(inner, record, attempt)
    return 'plan' in judged ? { ...judged, keyHash: record.keyHash } : judged
  })
}

/** Resumes the running session for an encoder that reconnects, or begins a new one when its node is lost. */
async function resume(ctx: Ctx, record: Stream, attempt: PublishAttempt): Promise<PublishJudgement> {
  const sessionUuid = uuidOf(sessionPrefix, record.sessionId)
  const session = sessionUuid === null ? undefined : await findSession(ctx, sessionUuid)
  if (session === undefined) return { refusal: 'This stream cannot be published to at this moment.' }
  if (session.node_id === ctx.port(liveVideoPort).nodeId)
    return { plan: { ...(await planOf(ctx, record, session)), isNew: false } }
  if (await isNodeThere(ctx, session.node_id)) return { elsewhere: session.node_id }
  await closeSession(ctx, { session, why: 'server_stopped', recording: undefined, rejection: undefined })
  return begin(ctx, await ctx.store.get(stream, record.id), attempt)
}

async function begin(ctx: Ctx, record: Stream, attempt: PublishAttempt): Promise<PublishJudgement> {
  await ctx.lock('livestream.running')
  const running = await ctx.store.count(stream, [{ sql: runningSql, values: [] }], runningMax)
  if (running >= runningMax) return { refusal: `${runningMax} streams of this account are live already.` }
  const session: Session = await createSession(ctx, {
    id: uuidv7(ctx.now().getTime()),
    streamUuid: uuidOf(stream.prefix, record.id) ?? '',
    nodeId: ctx.port(liveVideoPort).nodeId,
    keyLabel: record.keyLabel,
    protocol: attempt.protocol,
    isRecorded: record.record,
    latencyMode: record.latencyMode,
  })
  const after = await ctx.store.update(stream, record.id, {
    status: 'connecting',
    patch: { sessionId: sessionIdOf(ctx.account.id, session.id), startedAt: null },
    isSilent: true,
  })
  emitStream(ctx, streamConnected, after)
  return { plan: { ...(await planOf(ctx, after, session)), isNew: true } }
}

async function planOf(ctx: Ctx, record: Stream, session: Session): Promise<Omit<LivePlan, 'isNew'>> {
  const { dvrWindowSeconds, reconnectWindowSeconds, endOnUnpublish, maxDurationSeconds } = record
  return {
    accountId: ctx.account.id,
    streamUuid: session.stream_id,
    sessionUuid: session.id,
    latencyMode: latencyOf(session, record),
    dvrWindowSeconds,
    reconnectWindowSeconds,
    endOnUnpublish,
    maxDurationSeconds: record.test ? Math.min(testSecondsMax, maxDurationSeconds) : maxDurationSeconds,
    isRecorded: session.is_recorded,
    renditions: record.renditions,
    isAutoStarting: record.autoStart,
    targets: await pushTargetsOf(ctx, record),
  }
}

const runningSql = "t.status in ('connecting', 'preview', 'live', 'reconnecting')"

import type { Account, Ctx } from '#kit/call/context.ts'
import { uuidv7 } from '#kit/values/ids.ts'
import { uuidOf } from '#platform/db/columns.ts'
import { lockForUpdate } from '#platform/db/rowLocks.ts'
import { isNodeThere } from '#platform/video/live/nodes.ts'
import type { LivePlan, PublishAttempt, Refusal } from '#platform/video/live/liveHost.ts'
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

/** Accounts and contexts of an admission. */
type Parts = {
  findAccount(id: number): Promise<Account | undefined>
  open(account: Account, name: string): Ctx
}

/** Longest session of a test stream. */
const testSecondsMax = 300

/** Most running streams of one account, on all nodes together. */
const runningMax = 10

const wrongKey: Refusal = {
  code: 'wrong_key',
  message: 'The stream key is not right. Copy it again; a key that was changed no longer works.',
}
const suspended: Refusal = { code: 'account_suspended', message: 'This account is suspended.' }
const disabled: Refusal = { code: 'disabled', message: 'This stream is disabled.' }
const usedUp: Refusal = { code: 'stream_over', message: 'This stream is over, its key with it.' }
const unavailable: Refusal = {
  code: 'unavailable',
  message: 'This stream cannot be published to at this moment.',
}
const tooMany: Refusal = {
  code: 'too_many_live',
  message: `${runningMax} streams of this account are live already.`,
}

/** Stream that the key of an attempt names, with its account; `isKnown`: the key is that of the stream. */
export type NamedAttempt = { ctx: Ctx; account: Account; streamId: string; secret: string; isKnown: boolean }

/** Decision about an encoder; a refusal does not reveal whether a stream exists. */
export type Judged = { refused: Refusal } | { plan: LivePlan; keyHash?: string } | { elsewhere: string }

/** Stream that a key names; undefined for another text, and where there is none. */
export async function findNamed(parts: Parts, key: string): Promise<NamedAttempt | undefined> {
  const named = streamOfKey(key)
  const account = named === undefined ? undefined : await parts.findAccount(named.accountId)
  if (named === undefined || account === undefined) return undefined
  const ctx = parts.open(account, 'livestream.ingest')
  const known = await ctx.store.find(stream, named.streamId)
  if (known === undefined) return undefined
  const { streamId, secret } = named
  return { ctx, account, streamId, secret, isKnown: isStreamSecret(ctx, secret, known.keyHash) }
}

/** Decides whether an encoder may publish, and to which session. */
export async function judge(named: NamedAttempt | undefined, attempt: PublishAttempt): Promise<Judged> {
  // A wrong key locks no row and opens no transaction: stream ids are public in the addresses of videos.
  if (named?.isKnown !== true) return { refused: wrongKey }
  const { ctx, account, streamId, secret } = named
  return ctx.atomic(async (inner): Promise<Judged> => {
    if (!(await lockForUpdate(inner, stream, streamId))) return { refused: wrongKey }
    const record = await inner.store.get(stream, streamId)
    if (!isStreamSecret(inner, secret, record.keyHash)) return { refused: wrongKey }
    if (account.isSuspended) return { refused: suspended }
    if (record.status === 'disabled') return { refused: disabled }
    if (record.status === 'ended' && !record.isReusable) return { refused: usedUp }
    const judged = await (isRunning(record) ? resume : begin)(inner, record, attempt)
    return 'plan' in judged ? { ...judged, keyHash: record.keyHash } : judged
  })
}

/** Resumes the running session for an encoder that reconnects, or begins a new one when its node is lost. */
async function resume(ctx: Ctx, record: Stream, attempt: PublishAttempt): Promise<Judged> {
  const sessionUuid = uuidOf(sessionPrefix, record.sessionId)
  const session = sessionUuid === null ? undefined : await findSession(ctx, sessionUuid)
  if (session === undefined) return { refused: unavailable }
  if (session.node_id === ctx.port(liveVideoPort).nodeId)
    return { plan: { ...(await planOf(ctx, record, session)), isNew: false } }
  if (await isNodeThere(ctx, session.node_id)) return { elsewhere: session.node_id }
  await closeSession(ctx, { session, why: 'server_stopped', recording: undefined, rejection: undefined })
  return begin(ctx, await ctx.store.get(stream, record.id), attempt)
}

async function begin(ctx: Ctx, record: Stream, attempt: PublishAttempt): Promise<Judged> {
  await ctx.lock('livestream.running')
  const running = await ctx.store.count(stream, [{ sql: runningSql, values: [] }], runningMax)
  if (running >= runningMax) return { refused: tooMany }
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

/** Plan of a session, from its row and the settings of its stream. */
export async function planOf(ctx: Ctx, record: Stream, session: Session): Promise<Omit<LivePlan, 'isNew'>> {
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

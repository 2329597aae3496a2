import type { Ctx } from '#kit/call/context.ts'
import { field, invalid, problem, Problem, reason, reasons, unknownReference } from '#kit/call/problem.ts'
import type { Draft, Patch } from '#kit/nouns/resource.ts'
import { uuidOf } from '#platform/db/columns.ts'
import { lockForUpdate } from '#platform/db/rowLocks.ts'
import { removeDetailsOf } from '#products/livestream/details/targetSheets.ts'
import { streamDisabled, streamEnabled, streamEnded } from '#products/livestream/facts.ts'
import { clearMarkers } from '#products/livestream/marker/markerChapters.ts'
import { createRecording, removeRecordings } from '#products/livestream/static/recording.ts'
import { makeStreamSecret, streamKeyOf } from './streamKey.ts'
import { emitStream } from './streamMoves.ts'
import { planStream, type SentStream } from './streamPlan.ts'
import { expireScheduleLater, restingState } from './streamSchedule.ts'
import { storedTargets, writeTargetKeys } from './simulcastTargets.ts'
import { runningStates, stream, type Stream } from '#products/livestream/records/stream.ts'
import {
  discardRecording,
  findSession,
  runningSession,
  writeRecording,
} from '#products/livestream/records/streamSession.ts'

/** Fields of a stream in a request, password and targets among them. */
export type StreamInput = Record<string, unknown> & SentStream & { ifVersion?: number | undefined }

/** Actions of a stream, by name. */
export const streamActions = {
  goLive: { from: ['preview'], description: 'shows a preview to the audience.' },
  end: { from: ['connecting', 'preview', 'live', 'reconnecting'], description: 'ends the session that runs.' },
  disable: {
    from: ['idle', 'scheduled', 'connecting', 'preview', 'live', 'reconnecting', 'ended'],
    description: 'lets no encoder in and closes its address; ends the session that runs.',
  },
  enable: { from: ['disabled'], description: 'lets encoders in again.' },
  rotateKey: {
    from: ['idle', 'scheduled', 'connecting', 'preview', 'live', 'reconnecting', 'ended', 'disabled'],
    description: 'makes a new key; a publisher with the old one is disconnected.',
  },
} as const
export type StreamAction = keyof typeof streamActions

/** Refusal of a change that needs an ended session. */
export const alreadyLive = reason('conflict', 'already_live', 'The stream is live: end it first, or send endLive.')

/** Fields that a session reads at its start; a change applies to the next session. */
export const nextSessionFields = [
  ...(['latencyMode', 'renditions', 'dvrWindowSeconds', 'reconnectWindowSeconds', 'endOnUnpublish'] as const),
  ...(['maxDurationSeconds', 'record', 'autoStart'] as const),
] as const

/** A written stream. `streamKey`: a new key, which only this response holds. */
export type Written = { record: Stream; created: boolean; streamKey?: string | undefined }
export type PutOptions = {
  streamId?: string | undefined
  clientReference?: string | undefined
  metadata?: Record<string, string> | undefined
  ifVersion?: number | undefined
}

/** Whether a session of the stream runs, live or not. */
export function isRunning(record: Pick<Stream, 'status'>): boolean {
  return runningStates.some((each) => each === record.status)
}

/** Updates the stream that an id or a clientReference names, or creates it. Call inside `ctx.atomic`. */
export async function putStream(ctx: Ctx, sent: StreamInput, how: PutOptions): Promise<Written> {
  const known = await knownStream(ctx, how)
  const change = { sent, ifVersion: how.ifVersion, metadata: how.metadata }
  if (known !== undefined) return updateStream(ctx, known, change)
  if (how.ifVersion !== undefined) throw invalid(field('ifVersion', 'notAllowed', 'is for a stream that exists'))
  try {
    return await createStream(ctx, sent, how)
  } catch (error) {
    const isRace = error instanceof Problem && error.reason === reasons.clientReferenceExists.reason
    const made = isRace ? await knownStream(ctx, how) : undefined
    if (made === undefined) throw error
    return updateStream(ctx, made, change)
  }
}

async function createStream(ctx: Ctx, sent: StreamInput, how: PutOptions): Promise<Written> {
  if (typeof sent['title'] !== 'string') throw invalid(field('title', 'required', 'is needed'))
  const { password: _password, simulcastTargets = [], ...draft } = sent
  await checkPlace(ctx, sent['placeId'])
  const plan = await planStream(ctx, sent, undefined)
  const targets = storedTargets(simulcastTargets, [])
  const status = plan.scheduledAt === null ? 'idle' : 'scheduled'
  const secret = makeStreamSecret(ctx)
  const { keyHash, keyLabel } = secret
  // cast: the input was accepted by a schema made of the resource's own fields.
  const made = await ctx.store.create(stream, draft as Draft<typeof stream>, {
    clientReference: how.clientReference,
    metadata: how.metadata,
    status,
    set: { ...plan, simulcastTargets: targets, keyHash, keyLabel },
  })
  if (!made.created) return made
  const { record } = made
  await writeTargetKeys(ctx, record.id, { sent: simulcastTargets, stored: targets })
  expireScheduleLater(ctx, record)
  return { ...made, streamKey: streamKeyOf(record.id, secret) }
}

/** Throws invalid for a place that is not there, or that the caller may not read. */
async function checkPlace(ctx: Ctx, placeId: unknown): Promise<void> {
  if (typeof placeId === 'string' && (await ctx.cards([placeId])).size === 0) throw invalid(unknownReference('placeId'))
}

export type StreamChange = {
  sent: StreamInput
  ifVersion?: number | undefined
  metadata?: Record<string, string> | undefined
  action?: StreamAction | undefined
}

/** Changes a stream, and its state by an action. Call inside `ctx.atomic`. */
export async function updateStream(ctx: Ctx, id: string, change: StreamChange): Promise<Written> {
  if (!(await lockForUpdate(ctx, stream, id))) throw problem(reasons.notFound)
  const before = await ctx.store.get(stream, id)
  const { action, ifVersion } = change
  if (action !== undefined) refuseAction(before, action)
  const { password: _password, simulcastTargets, ...fields } = change.sent
  await checkPlace(ctx, change.sent['placeId'])
  const plan = await planStream(ctx, change.sent, before)
  const targets = simulcastTargets === undefined ? undefined : storedTargets(simulcastTargets, before.simulcastTargets)
  const secret = action === 'rotateKey' ? makeStreamSecret(ctx) : undefined
  // cast: the input was accepted by a schema made of the resource's own fields.
  const patch = {
    ...fields,
    ...plan,
    ...(targets === undefined ? {} : { simulcastTargets: targets }),
    ...(secret === undefined ? {} : { keyHash: secret.keyHash, keyLabel: secret.keyLabel }),
    ...(change.metadata === undefined ? {} : { metadata: change.metadata }),
  } as Patch<typeof stream>
  const isUsedUp = (before.isUsedUp || before.status === 'ended') && !(patch.isReusable ?? before.isReusable)
  const status = await statusAfter(ctx, { before, action, isUsedUp, scheduledAt: plan.scheduledAt })
  const after = await ctx.store.update(stream, id, { ifVersion, patch: { ...patch, isUsedUp }, status })
  if (targets !== undefined) await writeTargetKeys(ctx, id, { sent: simulcastTargets ?? [], stored: targets })
  if (after.scheduledAt !== before.scheduledAt) expireScheduleLater(ctx, after)
  emitMove(ctx, before, after)
  return { record: after, created: false, streamKey: secret === undefined ? undefined : streamKeyOf(id, secret) }
}

type RemoveHow = {
  ifVersion?: number
  endLive: boolean
  deleteRecordings: boolean
  /** Whether the session that runs leaves no recording. */
  discardsSession: boolean
}

/** Deletes a stream with its details. Clips stay; recordings are deleted on request. Call inside `ctx.atomic`. */
export async function removeStream(ctx: Ctx, id: string, how: RemoveHow) {
  if (!(await lockForUpdate(ctx, stream, id))) throw problem(reasons.notFound)
  const before = await ctx.store.get(stream, id)
  if (isRunning(before) && !how.endLive) throw problem(alreadyLive, { details: { status: before.status } })
  await removeDetailsOf(ctx, id)
  ctx.later(clearMarkers, { streamId: id }, ctx.now())
  if (how.deleteRecordings) await removeRecordings(ctx, id)
  if (isRunning(before)) {
    emitStream(ctx, streamEnded, { ...before, status: 'ended', lastEndedReason: 'deleted', startedAt: null })
    await leaveRecording(ctx, before, how)
  }
  const { ifVersion } = how
  return { before, after: await ctx.store.remove(stream, id, ifVersion === undefined ? {} : { ifVersion }) }
}

/** Creates the replay of the running session while its stream still has the fields to copy, or discards it. */
async function leaveRecording(ctx: Ctx, record: Stream, { discardsSession }: RemoveHow): Promise<void> {
  const running = await runningSession(ctx, record)
  const session = running && (await findSession(ctx, running.sessionUuid))
  if (session === undefined || !session.is_recorded || session.static_id !== null) return
  if (discardsSession) return discardRecording(ctx, session.id)
  if (session.status === 'connecting') return
  const staticUuid = await createRecording(ctx, { session, record, recording: 'due' })
  await writeRecording(ctx, { id: session.id, recording: undefined, staticUuid, isDue: true })
}

type Moving = { before: Stream; action: StreamAction | undefined; isUsedUp: boolean; scheduledAt: string | null }

/** Status after a change. The engine moves a running stream; schedule, disable and enable move any other. */
async function statusAfter(ctx: Ctx, { before, action, isUsedUp, scheduledAt }: Moving): Promise<string> {
  if (isRunning(before)) return before.status
  if (action === 'disable') return 'disabled'
  if (before.status === 'disabled' && action !== 'enable') return 'disabled'
  if (isUsedUp) return 'ended'
  return restingState(ctx, { id: before.id, scheduledAt })
}

function refuseAction(before: Stream, action: StreamAction): void {
  const isAllowed = (name: StreamAction) => streamActions[name].from.some((from) => from === before.status)
  if (isAllowed(action)) return
  // cast: the keys of a literal are its names.
  const allowedActions = (Object.keys(streamActions) as StreamAction[]).filter(isAllowed)
  const message = `From ${before.status} the allowed actions are: ${allowedActions.join(', ')}.`
  throw problem(reasons.invalidTransition, { message, details: { status: before.status, allowedActions } })
}

function emitMove(ctx: Ctx, before: Stream, after: Stream): void {
  if (before.status === after.status) return
  const fact = after.status === 'disabled' ? streamDisabled : before.status === 'disabled' ? streamEnabled : undefined
  if (fact !== undefined) emitStream(ctx, fact, after)
}

async function knownStream(ctx: Ctx, how: PutOptions): Promise<string | undefined> {
  const { streamId, clientReference } = how
  const named = await ctx.store.findRepeat(stream, how)
  if (streamId === undefined) return named?.id
  const record = await ctx.store.get(stream, streamId)
  if (named !== undefined && named.id !== record.id) {
    throw problem(reasons.clientReferenceExists, { details: { existingId: named.id } })
  }
  if (clientReference !== undefined && named === undefined) {
    throw invalid(field('clientReference', 'fixed', 'is given when a stream is made, and does not change'))
  }
  return record.id
}

/** Row id of a stream. */
export function streamUuid(streamId: string): string {
  return uuidOf(stream.prefix, streamId) ?? ''
}

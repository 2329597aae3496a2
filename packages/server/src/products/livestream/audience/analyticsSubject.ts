import type { Condition, Ctx } from '#kit/call/context.ts'
import { parseId } from '#kit/values/ids.ts'
import { field, invalid, problem, reasons } from '#kit/call/problem.ts'
import { type Expiring, openExpiring } from '#platform/cache/expiring.ts'
import type { Resource } from '#kit/nouns/resource.ts'
import { uuidOf } from '#platform/db/columns.ts'
import { channel } from '#products/livestream/records/channel.ts'
import { grantOf } from '#products/livestream/playback/grants.ts'
import { findVideo, isOwnerGrant, mayWatch, type Video } from '#products/livestream/playback/playedVideo.ts'
import { staticVideo } from '#products/livestream/records/staticVideo.ts'
import { findSession, sessionPrefix } from '#products/livestream/records/streamSession.ts'
import { stream } from '#products/livestream/records/stream.ts'
import type { Watched } from './beatKeys.ts'
import type { Selection } from './slices.ts'

type Played = { playbackId: string; token?: string | undefined; viewId: string }

/** Bounds of the cache. A viewer who loses access is counted for as long at most. */
const judgedForMs = 5_000
/** Late heartbeats of an ended live session arrive within this. */
const lateForMs = 60_000
/** Bounds of the two caches: some 20 MB, should every viewer have a token, and 5 MB. */
const judgedMax = 10_000
const liveMax = 50_000

type Memory = { judged: Expiring<{ watched: Watched | 'own' | undefined }>; live: Expiring<Watched> }

/** The video that a view plays now; `own` for a view of its owner. Throws not_found where the viewer may not watch. */
export async function watchedBy(ctx: Ctx, played: Played): Promise<Watched | 'own'> {
  const memory = memoryOf(ctx)
  const now = ctx.now().getTime()
  const key = `${played.playbackId} ${played.token ?? ''}`
  let judged = memory.judged.get(key, now)
  if (judged === undefined) {
    judged = { watched: await judge(ctx, played) }
    memory.judged.set(key, judged, now)
  }
  const { watched } = judged
  if (watched === 'own') return watched
  const viewKey = `${played.viewId} ${played.playbackId}`
  if (watched !== undefined && watched.sessionUuid !== null) {
    memory.live.set(viewKey, watched, now)
    return watched
  }
  // Late heartbeats of a live view arrive after the replay has replaced the session.
  const found = memory.live.get(viewKey, now) ?? watched
  if (found === undefined) throw problem(reasons.notFound)
  return found
}

function memoryOf(ctx: Ctx): Memory {
  return ctx.memory<Memory>('livestream.watched', () => ({
    judged: openExpiring({ forMs: judgedForMs, countMax: judgedMax }),
    live: openExpiring({ forMs: lateForMs, countMax: liveMax }),
  }))
}

async function judge(ctx: Ctx, { playbackId, token }: Played): Promise<Watched | 'own' | undefined> {
  const video = await findVideo(ctx, playbackId)
  const grant = await grantOf(ctx, token)
  if (video === undefined || !mayWatch(video, grant)) return undefined
  return isOwnerGrant(video, grant) ? 'own' : watchedOf(video)
}

/** The video that counts. A replay counts as its recorded video; a preview counts nowhere. */
export function watchedOf({ status, media, stream: live, static: recorded }: Video): Watched | undefined {
  if (media === undefined || status === 'waiting') return undefined
  if (media.kind === 'live')
    return live === undefined ? undefined : placed(stream, live, { sessionUuid: media.sessionUuid, isLinked: false })
  const isLinked = media.kind === 'link'
  return recorded === undefined ? undefined : placed(staticVideo, recorded, { sessionUuid: null, isLinked })
}

type Placed = Pick<Watched, 'sessionUuid' | 'isLinked'>
type Rewarding = { isRewardsEnabled: boolean }

function placed(of: Resource, record: Rewarding & { id: string; channelId: string | null }, placedBy: Placed) {
  const targetUuid = uuidOf(of.prefix, record.id)
  if (targetUuid === null) return undefined
  const channelUuid = uuidOf(channel.prefix, record.channelId)
  return { targetUuid, ...placedBy, channelUuid, isRewarding: record.isRewardsEnabled }
}

/** Input that names an audience, one of these at most. */
export type Subject = { streamId?: string; staticId?: string; channelId?: string; sessionId?: string }

/** An audience, by its public id. */
export type Selected = {
  id: string
  selection: Selection
  /** Range of a live session: from its first frame to its end, or to now. */
  range: { fromMs: number; toMs: number } | undefined
  /** Whether retention has one axis of time, and its length where it is known. */
  timeline: { secondsMax: number | null } | undefined
  /** Condition of its clips; undefined for a recorded video, whose clips have no own condition. */
  clips: Condition[] | undefined
}

/** Finds the audience of an input, the account's without an id. Throws not_found, or invalid for two ids. */
export async function selectedBy(ctx: Ctx, subject: Subject): Promise<Selected> {
  const named = Object.entries(subject).filter(([, id]) => id !== undefined)
  if (named.length > 1) {
    throw invalid(...named.map(([name]) => field(name, 'atMostOne', 'at most one of these can be sent')))
  }
  const { streamId, staticId, channelId, sessionId } = subject
  if (sessionId !== undefined) return selectSession(ctx, sessionId)
  if (streamId !== undefined) {
    await ctx.store.get(stream, streamId)
    const targetUuid = rowOf(stream.prefix, streamId)
    return selected(streamId, { kind: 'target', targetUuid }, [
      { sql: 't.parent_stream_id = $1', values: [targetUuid] },
    ])
  }
  if (staticId !== undefined) {
    const { durationSeconds: secondsMax } = await ctx.store.get(staticVideo, staticId)
    const selection: Selection = { kind: 'target', targetUuid: rowOf(staticVideo.prefix, staticId) }
    return { ...selected(staticId, selection), timeline: { secondsMax } }
  }
  if (channelId !== undefined) {
    await ctx.store.get(channel, channelId)
    const channelUuid = rowOf(channel.prefix, channelId)
    return selected(channelId, { kind: 'channel', channelUuid }, [{ sql: 't.channel_id = $1', values: [channelUuid] }])
  }
  return selected(ctx.account.publicId, { kind: 'account' }, [])
}

async function selectSession(ctx: Ctx, sessionId: string): Promise<Selected> {
  const parsed = parseId(sessionPrefix, sessionId)
  const isOwn = parsed !== undefined && parsed.accountId === ctx.account.id
  const session = isOwn ? await findSession(ctx, parsed.uuid) : undefined
  if (session === undefined) throw problem(reasons.notFound)
  const fromMs = Date.parse(session.live_at ?? session.created_at)
  const endMs = session.ended_at === null ? ctx.now().getTime() : Date.parse(session.ended_at)
  const selection: Selection = { kind: 'session', targetUuid: session.stream_id, sessionUuid: session.id }
  const range = { fromMs, toMs: Math.max(endMs, fromMs) + lateForMs }
  const clips = [{ sql: 't.session_id = $1', values: [session.id] }]
  return { ...selected(sessionId, selection, clips), range, timeline: { secondsMax: session.duration_seconds } }
}

function selected(id: string, selection: Selection, clips?: Condition[]): Selected {
  return { id, selection, range: undefined, timeline: undefined, clips }
}

function rowOf(prefix: string, id: string): string {
  const uuid = uuidOf(prefix, id)
  if (uuid === null) throw problem(reasons.notFound)
  return uuid
}

import { LRUCache } from 'lru-cache'
import type { Client, Ctx } from '#kit/call/context.ts'
import { atMost } from '#platform/cache/cacheBound.ts'
import { servedViewersPort } from '#platform/video/hls/servedViewers.ts'
import type { Video } from '#products/livestream/playback/playedVideo.ts'
import { watchedOf } from './analyticsSubject.ts'
import { beatKeys, type Watched } from './beatKeys.ts'
import { renditions } from './playedRenditions.ts'
import { presentViewers } from './presentViewers.ts'
import { countPlayback, countView } from './viewRows.ts'
import type { ViewToken } from './viewToken.ts'

/** Media that was served to a viewer: a live playlist, or a segment of a recording by its place in it, in seconds. */
export type Served = { file: string; segment?: { fromSeconds: number; seconds: number } | undefined }

/** A viewer of a video, by the token in the address of a media request. */
export type MediaViewer = { token: ViewToken; video: Video; client: Client }

type Tracked = { startedAtMs: number; servedAtMs: number; reportedAtMs: number; creditMs: number; isCounted: boolean }

/** Some 20 MB when full. */
const trackedMax = 100_000
/** A live player reloads its playlist within this. A longer pause ends the view. */
const pauseMs = 15_000
/** Times for which served media proves a viewer: live players request more soon, recordings have one playlist. */
const liveProofMs = 60_000
const recordedProofMs = 86_400_000
/** The first report comes after this, so that a probe of a playlist is no viewer; the others once in each interval. */
const firstAfterMs = 3_000
const intervalMs = 10_000
/** Longest time of one report, as of a heartbeat. */
const playedMsMax = 60_000

/**
 * Records media that was served to a viewer. A viewer whose player sends no heartbeats is counted by it: its watch time
 * is media that was served, never more than passed on the clock. Its reports are those of heartbeats, one in each ten
 * seconds and numbered by them, so that two nodes that serve one viewer count it once.
 */
export function recordServed(ctx: Ctx, viewer: MediaViewer, served: Served): void {
  const { token, video } = viewer
  const watched = watchedOf(video)
  if (watched === undefined) return
  const viewers = ctx.port(servedViewersPort)
  const isLive = watched.sessionUuid !== null
  viewers.add(token.viewer, isLive ? liveProofMs : recordedProofMs)
  if (token.player === 'own' || viewers.isClaimed(token.viewer)) return
  // The playlist of a recording is loaded once: its segments are what was served.
  if (!isLive && served.segment === undefined) return
  const nowMs = ctx.now().getTime()
  const all = ctx.memory('livestream.mediaViews', () => new LRUCache<string, Tracked>(atMost(trackedMax)))
  const tracked = trackedOf(all, token, { nowMs, isLive })
  if (tracked === undefined) return
  const sinceServedMs = nowMs - tracked.servedAtMs
  tracked.creditMs += isLive ? sinceServedMs : (served.segment?.seconds ?? 0) * 1000
  tracked.servedAtMs = nowMs
  const elapsedMs = nowMs - tracked.reportedAtMs
  if (elapsedMs < (tracked.isCounted ? intervalMs : firstAfterMs)) return
  const playedMs = Math.round(Math.min(tracked.creditMs, elapsedMs, playedMsMax))
  tracked.creditMs -= playedMs
  tracked.reportedAtMs = nowMs
  tracked.isCounted = true
  report(ctx, viewer, { watched, served, playedMs, startedAtMs: tracked.startedAtMs })
}

/** The record of a viewer; undefined for an expired token that is not in use. */
function trackedOf(
  all: LRUCache<string, Tracked>,
  { viewer, expiresAtMs }: ViewToken,
  { nowMs, isLive }: { nowMs: number; isLive: boolean },
): Tracked | undefined {
  const known = all.get(viewer)
  const idleMs = known === undefined ? Infinity : nowMs - known.servedAtMs
  if (known !== undefined && idleMs >= 0 && idleMs <= (isLive ? pauseMs : recordedProofMs)) return known
  if (nowMs > expiresAtMs) return undefined
  const begun = { startedAtMs: nowMs, servedAtMs: nowMs, reportedAtMs: nowMs, creditMs: 0, isCounted: false }
  all.set(viewer, begun)
  return begun
}

type Due = { watched: Watched; served: Served; playedMs: number; startedAtMs: number }

/** Counts a report. It is lost where the tally is out of reach: media is served all the same. */
function report(ctx: Ctx, { token, video, client }: MediaViewer, { watched, served, playedMs, startedAtMs }: Due) {
  const at = ctx.now()
  const nowMs = at.getTime()
  const ids = { viewerId: token.viewer, viewId: token.viewer }
  if (presentViewers(ctx).admit({ viewer: token.viewer, ...ids }, client, nowMs) !== undefined) return
  const view = { keys: beatKeys(ctx, ids, watched), watched, at }
  const liveAt = video.session?.live_at ?? null
  const { segment } = served
  const positionMs =
    segment === undefined
      ? nowMs - (liveAt === null ? startedAtMs : Date.parse(liveAt))
      : (segment.fromSeconds + segment.seconds) * 1000
  const name = /^video[-.]/.test(served.file) || segment !== undefined ? 'source' : served.file.split(/[-.]/)[0]
  const rendition = renditions.find((each) => each === name)
  const number = Math.floor(nowMs / intervalMs)
  const played = { number, playedMs, positionMs: Math.max(0, Math.round(positionMs)), rebufferMs: 0, rendition }
  const counted = [countView(ctx, view, { client, player: 'other', protocol: 'hls' }), countPlayback(ctx, view, played)]
  Promise.all(counted).catch((error: unknown) => {
    ctx.log.warn('a viewer by served media was not counted', { error: String(error) })
  })
}

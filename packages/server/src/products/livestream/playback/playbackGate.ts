import { LRUCache } from 'lru-cache'
import { atMost } from '#platform/cache/cacheBound.ts'
import type { Account, Ctx } from '#kit/call/context.ts'
import { accountOfId } from '#kit/values/ids.ts'
import type { LookUps } from '#platform/limits/lookUps.ts'
import { openExpiring } from '#platform/cache/expiring.ts'
import type { ViewerGrant } from '#platform/auth/viewerTokensPort.ts'
import { isOriginAllowed } from '#platform/auth/origins.ts'
import { grantOf, knownGrant } from './grants.ts'
import { endedOf, findVideo, framersOf, isOwnerGrant, isShared, mayWatch, type Video } from './playedVideo.ts'

// The gate decides for each playlist, part and segment whether its viewer may watch. A video is read at most once a
// second, however many watch. While the database does not respond, the last reading counts for a minute.

/** The decision about a request: the video to play, or a refusal. */
export type Judgement = { video: Video; isOwner: boolean; ctx: Ctx } | Refusal
export type Refusal = { status: 401 | 403 | 404 | 410; reason: string }

/** Functions of the platform that the gate uses. */
export type GateParts = {
  findAccount(id: number): Promise<Account | undefined>
  open(account: Account, name: string): Ctx
  /** A call that reads for the audience at a host address. */
  openAudience(account: Account, address: string): Ctx
  /** Bound of look-ups of unknown videos. */
  lookUps: LookUps
  nowMs(): number
}

/** A viewer's token, the Origin header of the request, and the viewer's host address. */
export type ViewerRequest = { token: string | undefined; origin?: string | undefined; address?: string | undefined }

/** The gate of one process. */
export type Gate = {
  /** Decides at once for a known video; a promise when it must read. */
  judge(playbackId: string, request: ViewerRequest): Judgement | Promise<Judgement>
  /** Decides about the ended session of a stream, by the visibility of the stream: a replay has its own. */
  judgeEnded(playbackId: string, request: ViewerRequest): Judgement | Promise<Judgement>
}

/** Lifetime of a reading, and number of videos in memory. */
const freshMs = 1_000
const videosMax = 10_000
/** Lifetime of a reading while the database does not respond: it cannot change either. */
const staleMaxMs = 60_000
/** Lifetime and number of ids without a video: they take no place of a video in memory. */
const absentBounds = { forMs: 30_000, countMax: 20_000 }
/** Time that a request with a stale reading waits for a fresh one. */
const waitMs = 500

const missing: Refusal = { status: 404, reason: 'There is no such video.' }
const removed: Refusal = { status: 410, reason: 'The video was removed.' }
const locked: Refusal = { status: 401, reason: 'The video is not public, and the address names no grant.' }
const otherSite: Refusal = { status: 403, reason: 'The video may not be played on this site.' }
const refused: Refusal = { status: 403, reason: 'The grant does not open this video, or it has expired.' }
const shared: Refusal = {
  status: 403,
  reason: 'The grant is for a number of devices: POST /public/video/access opens a session for each of them.',
}

/** A reading of a video. */
type Known = {
  readAtMs: number
  ctx: Ctx | undefined
  /** Origins that may play it, in lower case; all when empty. */
  sites: readonly string[]
  current: View
  /** The ended session of the stream. */
  ended: View
}

type View = { video: Video | undefined; isOpen: boolean; judgement: Judgement }

/** Opens the gate of a process. */
export function openGate(parts: GateParts): Gate {
  const videos = new LRUCache<string, Known>(atMost(videosMax))
  const absent = openExpiring<Known>(absentBounds)
  const reading = new Map<string, Promise<Known>>()
  const { lookUps } = parts

  async function read(playbackId: string, address: string | undefined): Promise<Known> {
    const readAtMs = parts.nowMs()
    const account = await parts.findAccount(accountOfId(playbackId) ?? -1)
    const usable = account?.isSuspended === false ? account : undefined
    const ctx = usable && parts.open(usable, 'livestream.playback')
    // Requests for unknown videos are open to the public: such reads must not use the share of jobs and live sessions.
    const reader = usable && address !== undefined ? parts.openAudience(usable, address) : ctx
    const video = reader && (await findVideo(reader, playbackId))
    const framers = reader === undefined || video === undefined ? [] : await framersOf(reader, video)
    const sites = framers.map((each) => each.toLowerCase())
    const [current, ended] = [viewOf(ctx, video), viewOf(ctx, video && endedOf(video))]
    const known = { readAtMs, ctx, sites, current, ended }
    if (video !== undefined) videos.set(playbackId, known)
    else {
      videos.delete(playbackId)
      absent.set(playbackId, known, readAtMs)
    }
    return known
  }

  /** Reads a video that this process does not know, within the bound of the network for those that do not exist. */
  async function lookUp(playbackId: string, address: string | undefined): Promise<Known> {
    if (address === undefined) return read(playbackId, address)
    lookUps.take(address)
    let isAbsent = false
    try {
      const known = await read(playbackId, address)
      isAbsent = known.current.video === undefined
      return known
    } finally {
      if (!isAbsent) lookUps.giveBack(address)
    }
  }

  function knownOf(playbackId: string, address: string | undefined): Known | Promise<Known> {
    const known = videos.get(playbackId) ?? absent.get(playbackId, parts.nowMs())
    // The clock may have been set back: a reading from the future counts as old.
    const ageMs = known === undefined ? Infinity : Math.abs(parts.nowMs() - known.readAtMs)
    if (known !== undefined && (known.current.video === undefined || ageMs < freshMs)) return known
    let pending = reading.get(playbackId)
    if (pending === undefined) {
      const load = known === undefined ? lookUp : read
      const work = load(playbackId, address).finally(() => reading.delete(playbackId))
      pending = known === undefined || ageMs > staleMaxMs ? work : orStale(work, known)
      reading.set(playbackId, pending)
    }
    return pending
  }

  const judgeAs = (view: 'current' | 'ended') => (playbackId: string, request: ViewerRequest) => {
    const known = knownOf(playbackId, request.address)
    const decideOn = (read: Known) => decide({ ...read, ...read[view] }, request)
    return known instanceof Promise ? known.then(decideOn) : decideOn(known)
  }
  return { judge: judgeAs('current'), judgeEnded: judgeAs('ended') }
}

function viewOf(ctx: Ctx | undefined, video: Video | undefined): View {
  return { video, isOpen: video !== undefined && mayWatch(video, undefined), judgement: judgementOf(ctx, video) }
}

/** The fresh reading; the stale one when the read fails or takes long. */
async function orStale(work: Promise<Known>, stale: Known): Promise<Known> {
  const { promise: late, resolve } = Promise.withResolvers<Known>()
  const timer = setTimeout(() => resolve(stale), waitMs)
  return Promise.race([work.catch(() => stale), late]).finally(() => clearTimeout(timer))
}

function decide(known: Known & View, { token, origin }: ViewerRequest): Judgement | Promise<Judgement> {
  const { ctx, video, isOpen, sites, judgement } = known
  if (ctx === undefined || video === undefined || video.status === 'removed') return judgement
  if (origin !== undefined && !mayPlayOn(sites, origin, ctx.settings.publicUrl)) return otherSite
  if (token === undefined) return isOpen ? judgement : video.visibility === 'private' ? missing : locked
  const byGrant = (grant: ViewerGrant | undefined) => {
    if (isOwnerGrant(video, grant)) return { video, isOwner: true, ctx }
    if (mayWatch(video, grant)) return judgement
    return isShared(video, grant) ? shared : refused
  }
  const grant = knownGrant(ctx, token)
  return grant === undefined ? grantOf(ctx, token).then(byGrant) : byGrant(grant.grant)
}

/** Whether a site may play a video: `allowedOrigins` bounds players of other sites as well as frames. */
function mayPlayOn(sites: readonly string[], origin: string, publicUrl: string): boolean {
  return sites.length === 0 || origin === new URL(publicUrl).origin || isOriginAllowed(sites, origin)
}

/** The decision about a viewer with access. */
function judgementOf(ctx: Ctx | undefined, video: Video | undefined): Judgement {
  if (ctx === undefined || video === undefined) return missing
  return video.status === 'removed' ? removed : { video, isOwner: false, ctx }
}

import { LRUCache } from 'lru-cache'
import type { Account, Ctx } from '#kit/call/context.ts'
import { accountOfId } from '#kit/values/ids.ts'
import type { ViewerGrant } from '#platform/auth/viewerTokensPort.ts'
import { isOriginAllowed } from '#platform/auth/origins.ts'
import { grantOf, knownGrant } from './grants.ts'
import { findVideo, framersOf, isOwners, isShared, mayWatch, type Video } from './playedVideo.ts'

/** Whether somebody may watch a video now: what the origin asks before each playlist, part and segment. */
export type Judgement = { video: Video; isOwner: boolean } | Refusal
export type Refusal = { status: 401 | 403 | 404 | 410; reason: string }

/** What the gate needs of the platform: calls of its own. */
export type GateParts = {
  findAccount(id: number): Promise<Account | undefined>
  open(account: Account, name: string): Ctx
  /** A call that reads for the audience at a host address. */
  openAudience(account: Account, address: string): Ctx
  nowMs(): number
}

/** A viewer's token, the site whose script sends the request as browsers name it, and the viewer's host address. */
export type Comer = { token: string | undefined; origin?: string | undefined; address?: string | undefined }

/** The gate of one process. */
export type Gate = {
  /** Answers at once what it knows; a promise where it has to look. */
  judge(playbackId: string, comer: Comer): Judgement | Promise<Judgement>
}

/** How long what was read of a video is taken for true, and how much is remembered. */
const freshMs = 1_000
const videosMax = 10_000
/** While the database does not answer, it cannot change either: an audience is not sent away for so long. */
const keptMs = 60_000
/** How long a reading is waited for by those who could go on with what was read before. */
const patienceMs = 500

const missing: Refusal = { status: 404, reason: 'There is no such video.' }
const removed: Refusal = { status: 410, reason: 'The video was removed.' }
const locked: Refusal = { status: 401, reason: 'The video is not public, and the address names no grant.' }
const elsewhere: Refusal = { status: 403, reason: 'The video is not to be shown on this site.' }
const refused: Refusal = { status: 403, reason: 'The grant does not open this video, or it has expired.' }
const shared: Refusal = {
  status: 403,
  reason: 'The grant is for a number of devices: POST /public/video/access opens a session for each of them.',
}

type Known = {
  readAtMs: number
  ctx: Ctx | undefined
  video: Video | undefined
  isOpen: boolean
  /** In lower case; all when empty. */
  sites: readonly string[]
  whole: Judgement
}

/** Opens the gate: videos are read once a second at most, however many watch. */
export function openGate(parts: GateParts): Gate {
  const videos = new LRUCache<string, Known>({ max: videosMax })
  const reading = new Map<string, Promise<Known>>()

  async function read(playbackId: string, address: string | undefined): Promise<Known> {
    const readAtMs = parts.nowMs()
    const account = await parts.findAccount(accountOfId(playbackId) ?? -1)
    const usable = account?.isSuspended === false ? account : undefined
    const ctx = usable && parts.open(usable, 'livestream.playback')
    // Anybody may ask for unknown videos: such reads must not use the share of jobs and live sessions.
    const reader = usable && address !== undefined ? parts.openAudience(usable, address) : ctx
    const video = reader && (await findVideo(reader, playbackId))
    const isOpen = video !== undefined && mayWatch(video, undefined)
    const framers = reader === undefined || video === undefined ? [] : await framersOf(reader, video)
    const sites = framers.map((each) => each.toLowerCase())
    const known = { readAtMs, ctx, video, isOpen, sites, whole: wholeOf(video) }
    videos.set(playbackId, known)
    return known
  }

  function knownOf(playbackId: string, address: string | undefined): Known | Promise<Known> {
    const known = videos.get(playbackId)
    // A clock that was set back says nothing of how old it is.
    const ageMs = known === undefined ? Infinity : Math.abs(parts.nowMs() - known.readAtMs)
    if (known !== undefined && ageMs < freshMs) return known
    let pending = reading.get(playbackId)
    if (pending === undefined) {
      const work = read(playbackId, address).finally(() => reading.delete(playbackId))
      pending = known === undefined || ageMs > keptMs ? work : orBefore(work, known)
      reading.set(playbackId, pending)
    }
    return pending
  }

  return {
    judge(playbackId, comer) {
      const known = knownOf(playbackId, comer.address)
      return known instanceof Promise ? known.then((read) => decide(read, comer)) : decide(known, comer)
    },
  }
}

/** What is read; or what was read before, when that fails or takes long. */
async function orBefore(work: Promise<Known>, before: Known): Promise<Known> {
  const { promise: late, resolve } = Promise.withResolvers<Known>()
  const timer = setTimeout(() => resolve(before), patienceMs)
  return Promise.race([work.catch(() => before), late]).finally(() => clearTimeout(timer))
}

function decide(known: Known, { token, origin }: Comer): Judgement | Promise<Judgement> {
  const { ctx, video, isOpen, sites, whole } = known
  if (ctx === undefined || video === undefined || video.status === 'removed') return whole
  if (origin !== undefined && !mayBeShownOn(sites, origin, ctx.settings.publicUrl)) return elsewhere
  if (token === undefined) return isOpen ? whole : video.visibility === 'private' ? missing : locked
  const byGrant = (grant: ViewerGrant | undefined) => {
    if (isOwners(video, grant)) return { video, isOwner: true }
    if (mayWatch(video, grant)) return whole
    return isShared(video, grant) ? shared : refused
  }
  const grant = knownGrant(ctx, token)
  return grant === undefined ? grantOf(ctx, token).then(byGrant) : byGrant(grant.grant)
}

/** What `allowedOrigins` says of frames holds for players of other sites as well. */
function mayBeShownOn(sites: readonly string[], origin: string, publicUrl: string): boolean {
  return sites.length === 0 || origin === new URL(publicUrl).origin || isOriginAllowed(sites, origin)
}

function wholeOf(video: Video | undefined): Judgement {
  if (video === undefined) return missing
  return video.status === 'removed' ? removed : { video, isOwner: false }
}

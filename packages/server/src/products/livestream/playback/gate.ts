import type { Account, Ctx } from '#kit/context.ts'
import { accountOfId } from '#kit/ids.ts'
import type { ViewerGrant, ViewerTokens } from '#kit/ports.ts'
import { findVideo, mayWatch, type Video } from './video.ts'

/** Whether somebody may watch a video now: what the origin asks before each playlist, part and segment. */
export type Judgement = { video: Video } | Refusal
export type Refusal = { status: 401 | 403 | 404 | 410; reason: string }

/** What the gate needs of the platform: calls of its own. */
export type GateParts = {
  findAccount(id: number): Promise<Account | undefined>
  open(account: Account, name: string): Ctx
  tokens: ViewerTokens
  nowMs(): number
}

/** The gate of one process. */
export type Gate = {
  /** Answers at once what it knows; a promise where it has to look. */
  judge(playbackId: string, token: string | undefined): Judgement | Promise<Judgement>
  /** Tickets that were revoked: who watches with one is refused from now on. Row ids. */
  revoke(ticketIds: Iterable<string>): void
  /** Row ids of the tickets, by account, with which somebody watched here lately. */
  tickets(): Map<number, Set<string>>
}

/** How long what was read of a video is taken for true, and how much is remembered. */
const freshMs = 1_000
const videosMax = 10_000
const grantsMax = 50_000

const missing: Refusal = { status: 404, reason: 'There is no such video.' }
const removed: Refusal = { status: 410, reason: 'The video was removed.' }
const locked: Refusal = { status: 401, reason: 'The video is not open to everybody, and the address names no grant.' }
const refused: Refusal = { status: 403, reason: 'The grant does not open this video, or it has expired.' }

type Known = { readAtMs: number; video: Video | undefined; isOpen: boolean; whole: Judgement }

/** Opens the gate: videos are read once a second at most, however many watch, and a token is verified once. */
export function openGate(parts: GateParts): Gate {
  const videos = new Map<string, Known>()
  const reading = new Map<string, Promise<Known>>()
  const grants = new Map<string, ViewerGrant>()
  const revokedTickets = new Set<string>()

  async function read(playbackId: string): Promise<Known> {
    const readAtMs = parts.nowMs()
    const account = await parts.findAccount(accountOfId(playbackId) ?? -1)
    const ctx = account === undefined || account.isSuspended ? undefined : parts.open(account, 'livestream.playback')
    const video = ctx === undefined ? undefined : await findVideo(ctx, playbackId)
    const isOpen = video !== undefined && mayWatch(video, undefined)
    const known = { readAtMs, video, isOpen, whole: wholeOf(video) }
    if (videos.size >= videosMax) videos.clear()
    videos.set(playbackId, known)
    return known
  }

  function knownOf(playbackId: string): Known | Promise<Known> {
    const known = videos.get(playbackId)
    if (known !== undefined && parts.nowMs() - known.readAtMs < freshMs) return known
    let pending = reading.get(playbackId)
    if (pending === undefined) {
      pending = read(playbackId).finally(() => reading.delete(playbackId))
      reading.set(playbackId, pending)
    }
    return pending
  }

  function decide(known: Known, token: string | undefined): Judgement | Promise<Judgement> {
    const { video, isOpen, whole } = known
    if (video === undefined || isOpen || video.status === 'removed') return whole
    if (token === undefined) return video.visibility === 'private' ? missing : locked
    const grant = grants.get(token)
    return grant === undefined ? verified(known, token) : byGrant(video, grant, whole)
  }

  async function verified({ video, whole }: Known, token: string): Promise<Judgement> {
    const grant = await parts.tokens.verify(token)
    if (grant === undefined || video === undefined) return refused
    if (grants.size >= grantsMax) grants.clear()
    grants.set(token, grant)
    return byGrant(video, grant, whole)
  }

  function byGrant(video: Video, grant: ViewerGrant, whole: Judgement): Judgement {
    if (grant.expiresAt * 1000 <= parts.nowMs()) return refused
    if (grant.ticketId !== undefined && revokedTickets.has(grant.ticketId)) return refused
    return mayWatch(video, grant) ? whole : refused
  }

  return {
    judge(playbackId, token) {
      const known = knownOf(playbackId)
      return known instanceof Promise ? known.then((read) => decide(read, token)) : decide(known, token)
    },
    revoke(ticketIds) {
      for (const id of ticketIds) revokedTickets.add(id)
    },
    tickets: () => ticketsOf([...grants.values()].filter(({ expiresAt }) => expiresAt * 1000 > parts.nowMs())),
  }
}

function ticketsOf(grants: readonly ViewerGrant[]): Map<number, Set<string>> {
  const used = new Map<number, Set<string>>()
  for (const { playbackId, ticketId } of grants) {
    const accountId = accountOfId(playbackId)
    if (ticketId === undefined || accountId === undefined) continue
    const ofAccount = used.get(accountId) ?? new Set<string>()
    used.set(accountId, ofAccount.add(ticketId))
  }
  return used
}

function wholeOf(video: Video | undefined): Judgement {
  if (video === undefined) return missing
  return video.status === 'removed' ? removed : { video }
}

import type { Ctx } from '#kit/call/context.ts'
import type { StreamDrop } from '#kit/call/drops.ts'
import { latestEvents, type LatestEvents } from '#kit/call/latestEvents.ts'
import { Problem, reasons } from '#kit/call/problem.ts'
import { isRevoked, knownGrant } from './grants.ts'
import { readPlayback, readSharedState, type PlaybackRequest } from './playbackRead.ts'
import type { PlaybackState } from './playbackState.ts'

/** An event of a watched video. */
export type PlaybackEvent =
  | { event: 'state'; data: PlaybackState }
  | { event: 'viewers'; data: { viewers: number } }
  | Listed
  | { event: 'revoked'; data: { reason: string } }

/** Things beside a live stream, each with a number that grows: its payment links, and its drops. */
type Listed =
  | { event: 'payLinks'; data: { items: { url: string; succeeded: number }[] } }
  | { event: 'drops'; data: { items: Omit<StreamDrop, 'name' | 'coupon' | 'discounts'>[] } }

/** Interval of reads. */
const everyMs = 1_000

type Watcher = {
  ctx: Ctx
  request: PlaybackRequest
  events: LatestEvents<PlaybackEvent>
  last: string
  /** Whether its token has expired. */
  hasExpired: boolean
  /** Whether it may watch the video, by its last state. */
  isAllowed: boolean
  /** Whether its first state was read before a change that the board has seen since. The next read sends the change. */
  isBehind: boolean
}

/**
 * The board reads each watched video of its process once a second, however many watch, and sends changes to the
 * watchers. A read for all finds out whether a video changed; then each watcher's own state is read, since access
 * differs. Another node may hold the video, so changes are read rather than announced. Each stream starts with the
 * current state, so a watcher that reconnects misses nothing.
 */
class Board implements Disposable {
  readonly watchers = new Map<string, Set<Watcher>>()
  readonly seen = new Map<string, string>()
  readonly viewers = new Map<string, number>()
  readonly listed = new Map<string, Map<Listed['event'], Listed>>()
  timer: NodeJS.Timeout | undefined
  reading: Promise<void> | undefined;

  [Symbol.dispose](): void {
    clearInterval(this.timer)
    this.timer = undefined
  }
}

function boardOf(ctx: Ctx): Board {
  return ctx.memory('livestream.stateBoard', () => new Board())
}

/** Opens the events of a video: its state at once, then changes until the reader disconnects. Throws not_found. */
export async function watch(ctx: Ctx, request: PlaybackRequest): Promise<LatestEvents<PlaybackEvent>> {
  const board = boardOf(ctx)
  const seenBefore = board.seen.get(request.playbackId)
  const state = await readPlayback(ctx, request)
  const watcher: Watcher = {
    ctx,
    request,
    events: latestEvents(() => leave(board, watcher)),
    last: textOf(state),
    hasExpired: false,
    isAllowed: state.access === null,
    isBehind: board.seen.get(request.playbackId) !== seenBefore,
  }
  watcher.events.push({ event: 'state', data: state })
  sendListed(board.listed.get(request.playbackId)?.values() ?? [], watcher)
  const others = board.watchers.get(request.playbackId) ?? new Set()
  board.watchers.set(request.playbackId, others.add(watcher))
  // A read that takes longer than the interval is not joined by another.
  board.timer ??= setInterval(() => {
    board.reading ??= readAll(board).finally(() => (board.reading = undefined))
  }, everyMs).unref()
  return watcher.events
}

function leave(board: Board, watcher: Watcher): void {
  const { playbackId } = watcher.request
  const others = board.watchers.get(playbackId)
  others?.delete(watcher)
  if (others?.size === 0) {
    board.watchers.delete(playbackId)
    board.seen.delete(playbackId)
    board.viewers.delete(playbackId)
    board.listed.delete(playbackId)
  }
  if (board.watchers.size === 0) board[Symbol.dispose]()
}

async function readAll(board: Board): Promise<void> {
  await Promise.all([...board.watchers.keys()].map((playbackId) => readVideo(board, playbackId)))
}

/** Reads one video now, after a change on this node. Does nothing for a video without watchers here. */
export async function readNow(ctx: Ctx, playbackId: string): Promise<void> {
  await readVideo(boardOf(ctx), playbackId)
}

/** Reads one video, and sends its changes to its watchers. */
async function readVideo(board: Board, playbackId: string): Promise<void> {
  const [first] = board.watchers.get(playbackId) ?? []
  if (first === undefined) return
  sendRevoked(board.watchers.get(playbackId) ?? [])
  const shared = await read(readSharedState(first.ctx, playbackId))
  if (shared === 'unknown') return
  if (shared !== 'closed') {
    sendViewers(board, playbackId, shared.state.viewers)
    const payLinks = shared.payLinks.map(({ url, succeeded }) => ({ url, succeeded }))
    sendChanged(board, playbackId, { event: 'payLinks', data: { items: payLinks } })
    const drops = shared.drops.map(({ name: _name, coupon: _coupon, discounts: _discounts, ...each }) => each)
    sendChanged(board, playbackId, { event: 'drops', data: { items: drops } })
  }
  const seen = shared === 'closed' ? shared : `${shared.opensBy} ${textOf(shared.state)}`
  const hasChanged = board.seen.get(playbackId) !== seen
  board.seen.set(playbackId, seen)
  // `expiresNow` runs for each watcher: it marks the expired ones.
  const all = [...(board.watchers.get(playbackId) ?? [])]
  const due = all.filter((each) => expiresNow(each) || hasChanged || each.isBehind)
  await Promise.all(due.map((each) => sendState(board, each)))
}

/** Whether a token has expired since the last read. Marks the watcher. */
function expiresNow(watcher: Watcher): boolean {
  const { ctx, request, hasExpired } = watcher
  if (request.token === undefined || hasExpired || isRevoked(ctx, request.token)) return false
  const known = knownGrant(ctx, request.token)
  watcher.hasExpired = known !== undefined && known.grant === undefined
  return watcher.hasExpired
}

/** Sends a watcher its own state when it differs from the last one. */
async function sendState(board: Board, watcher: Watcher): Promise<void> {
  const { ctx, request, events } = watcher
  const state = await read(readPlayback(ctx, request))
  // The next read sends the change.
  if (state === 'unknown') return void board.seen.delete(request.playbackId)
  watcher.isBehind = false
  if (state === 'closed') return events.push({ event: 'revoked', data: { reason: 'The video is closed.' } })
  const text = textOf(state)
  if (text === watcher.last) return
  watcher.last = text
  events.push({ event: 'state', data: state })
  const isOpened = !watcher.isAllowed && state.access === null
  watcher.isAllowed = state.access === null
  if (isOpened) sendListed(board.listed.get(request.playbackId)?.values() ?? [], watcher)
}

/** Sends `revoked` to watchers whose token was revoked. `knownGrant` counts as a use, which keeps the session. */
function sendRevoked(watchers: Iterable<Watcher>): void {
  for (const { ctx, request, events } of watchers) {
    if (request.token === undefined) continue
    knownGrant(ctx, request.token)
    if (isRevoked(ctx, request.token)) events.push({ event: 'revoked', data: { reason: revokedText } })
  }
}

const revokedText = 'Your ticket, or your link, is in use elsewhere or no longer valid.'

/** Sends the number of viewers when it changed. It changes often, so it has an event of its own. */
function sendViewers(board: Board, playbackId: string, viewers: number | null): void {
  if (viewers === null || board.viewers.get(playbackId) === viewers) return
  board.viewers.set(playbackId, viewers)
  for (const each of board.watchers.get(playbackId) ?? []) each.events.push({ event: 'viewers', data: { viewers } })
}

/** Sends a list when a number changed, or an item begins or ends. */
function sendChanged(board: Board, playbackId: string, next: Listed): void {
  const of = board.listed.get(playbackId) ?? new Map<Listed['event'], Listed>()
  const before = of.get(next.event)?.data.items ?? []
  if (JSON.stringify(before) === JSON.stringify(next.data.items)) return
  board.listed.set(playbackId, of.set(next.event, next))
  for (const each of board.watchers.get(playbackId) ?? []) sendListed([next], each)
}

/** Sends lists to a watcher. Drops are for those who may watch: the id of a drop is enough to claim it. */
function sendListed(lists: Iterable<Listed>, { events, isAllowed }: Watcher): void {
  for (const each of lists) if (isAllowed || each.event !== 'drops') events.push(each)
}

/** The text by which states are compared, without the number of viewers. */
function textOf(state: PlaybackState): string {
  return JSON.stringify({ ...state, viewers: null })
}

/** The result of a read: `closed` for not_found, `unknown` when the read failed. */
async function read<T>(reading: Promise<T>): Promise<T | 'closed' | 'unknown'> {
  return reading.catch((error: unknown) => {
    const isGone = error instanceof Problem && error.reason === reasons.notFound.reason
    return isGone ? 'closed' : 'unknown'
  })
}

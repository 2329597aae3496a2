import type { Ctx } from '#kit/call/context.ts'
import { latestEvents, type LatestEvents } from '#kit/call/latestEvents.ts'
import { Problem, reasons } from '#kit/call/problem.ts'
import { isRevoked, knownGrant } from './grants.ts'
import { readGround, readPlayback, type PlaybackAsked } from './playbackRead.ts'
import type { PlaybackState } from './playbackState.ts'

/** What a watching page is told. */
export type PlaybackEvent =
  | { event: 'state'; data: PlaybackState }
  | { event: 'viewers'; data: { viewers: number } }
  | { event: 'revoked'; data: { reason: string } }

/** How often what somebody watches is looked at again: another node may hold it. */
const everyMs = 1_000

type Watcher = {
  ctx: Ctx
  asked: PlaybackAsked
  events: LatestEvents<PlaybackEvent>
  last: string
  /** The time of its token is over. */
  hasExpired: boolean
  /** What it was told first was read before a change that was looked at meanwhile: the next look tells. */
  isBehind: boolean
}

/** The watched videos of one process, by playback id; one look a second each, however many watch. */
class Board implements Disposable {
  readonly watchers = new Map<string, Set<Watcher>>()
  readonly seen = new Map<string, string>()
  readonly viewers = new Map<string, number>()
  timer: NodeJS.Timeout | undefined
  looking: Promise<void> | undefined;

  [Symbol.dispose](): void {
    clearInterval(this.timer)
    this.timer = undefined
  }
}

function boardOf(ctx: Ctx): Board {
  return ctx.memory('livestream.stateBoard', () => new Board())
}

/** Tells what changes about a video until the reader is gone. Throws not_found. */
export async function watch(ctx: Ctx, asked: PlaybackAsked): Promise<LatestEvents<PlaybackEvent>> {
  const board = boardOf(ctx)
  const seenBefore = board.seen.get(asked.playbackId)
  const state = await readPlayback(ctx, asked)
  const watcher: Watcher = {
    ctx,
    asked,
    events: latestEvents(() => leave(board, watcher)),
    last: textOf(state),
    hasExpired: false,
    isBehind: board.seen.get(asked.playbackId) !== seenBefore,
  }
  watcher.events.push({ event: 'state', data: state })
  const others = board.watchers.get(asked.playbackId) ?? new Set()
  board.watchers.set(asked.playbackId, others.add(watcher))
  // A look that takes long, because the database does, is not joined by others.
  board.timer ??= setInterval(() => {
    board.looking ??= lookAtAll(board).finally(() => (board.looking = undefined))
  }, everyMs).unref()
  return watcher.events
}

function leave(board: Board, watcher: Watcher): void {
  const { playbackId } = watcher.asked
  const others = board.watchers.get(playbackId)
  others?.delete(watcher)
  if (others?.size === 0) {
    board.watchers.delete(playbackId)
    board.seen.delete(playbackId)
    board.viewers.delete(playbackId)
  }
  if (board.watchers.size === 0) board[Symbol.dispose]()
}

async function lookAtAll(board: Board): Promise<void> {
  await Promise.all([...board.watchers.keys()].map((playbackId) => look(board, playbackId)))
}

/** Looks at one video now: something about it has changed on this node. Does nothing when nobody watches it here. */
export async function lookNow(ctx: Ctx, playbackId: string): Promise<void> {
  await look(boardOf(ctx), playbackId)
}

/** Whether something changed is found out once for all; what each sees of it depends on what opens it to them. */
async function look(board: Board, playbackId: string): Promise<void> {
  const [first] = board.watchers.get(playbackId) ?? []
  if (first === undefined) return
  tellRevoked(board.watchers.get(playbackId) ?? [])
  const ground = await found(readGround(first.ctx, playbackId))
  if (ground === 'unknown') return
  if (ground !== 'closed') tellViewers(board, playbackId, ground.state.viewers)
  const seen = ground === 'closed' ? ground : `${ground.opensBy} ${textOf(ground.state)}`
  const hasChanged = board.seen.get(playbackId) !== seen
  board.seen.set(playbackId, seen)
  // Asked of each, so that all who expire at this moment are told.
  const all = [...(board.watchers.get(playbackId) ?? [])]
  const due = all.filter((each) => expiresNow(each) || hasChanged || each.isBehind)
  await Promise.all(due.map((each) => tell(board, each)))
}

/** Whether the time of a token is over since the last look. */
function expiresNow(watcher: Watcher): boolean {
  const { ctx, asked, hasExpired } = watcher
  if (asked.token === undefined || hasExpired || isRevoked(ctx, asked.token)) return false
  const known = knownGrant(ctx, asked.token)
  watcher.hasExpired = known !== undefined && known.grant === undefined
  return watcher.hasExpired
}

async function tell(board: Board, watcher: Watcher): Promise<void> {
  const { ctx, asked, events } = watcher
  const state = await found(readPlayback(ctx, asked))
  // The next look tells.
  if (state === 'unknown') return void board.seen.delete(asked.playbackId)
  watcher.isBehind = false
  if (state === 'closed') return events.push({ event: 'revoked', data: { reason: 'The video is closed.' } })
  const text = textOf(state)
  if (text === watcher.last) return
  watcher.last = text
  events.push({ event: 'state', data: state })
}

/** Who holds a token that no longer opens the video is told so at once; asking about it keeps its session. */
function tellRevoked(watchers: Iterable<Watcher>): void {
  for (const { ctx, asked, events } of watchers) {
    if (asked.token === undefined) continue
    knownGrant(ctx, asked.token)
    if (isRevoked(ctx, asked.token)) events.push({ event: 'revoked', data: { reason: revokedText } })
  }
}

const revokedText = 'Your ticket, or your link, is in use elsewhere or no longer valid.'

/** The number moves all the time, and is told by itself. */
function tellViewers(board: Board, playbackId: string, viewers: number | null): void {
  if (viewers === null || board.viewers.get(playbackId) === viewers) return
  board.viewers.set(playbackId, viewers)
  for (const each of board.watchers.get(playbackId) ?? []) each.events.push({ event: 'viewers', data: { viewers } })
}

/** A state as it is compared: without the number of viewers. */
function textOf(state: PlaybackState): string {
  return JSON.stringify({ ...state, viewers: null })
}

/** What was read; or that it is not to be seen any more; or, where the database is away, that nobody knows. */
async function found<T>(reading: Promise<T>): Promise<T | 'closed' | 'unknown'> {
  return reading.catch((error: unknown) => {
    const isGone = error instanceof Problem && error.reason === reasons.notFound.reason
    return isGone ? 'closed' : 'unknown'
  })
}

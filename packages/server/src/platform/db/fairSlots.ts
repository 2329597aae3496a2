import type { Account } from '#kit/context.ts'
import { problem, reasons } from '#kit/problem.ts'

/** A party that takes slots, as a path from the widest name to the narrowest: account, key, network prefix. */
export type Party = readonly string[]

/** The path of an account. A test account is a part of its live account: together they have one share. */
export function accountPath({ id, mode, twinId }: Pick<Account, 'id' | 'mode' | 'twinId'>): Party {
  return mode === 'test' ? [String(twinId), String(id)] : [String(id)]
}

export type FairSlotsOptions = {
  slotsMax: number
  /** The part of its parent's slots that a name of a path may hold, rounded up; half of them when left out. */
  part?: number
  /** Requests that wait at once; each name of a path may have half of its parent's. */
  waitingMax: number
  /** Longest wait in milliseconds; after that the request is refused. */
  waitMaxMs: number
}

/** Slots in use and requests that wait for one. */
export type SlotFigures = { inUse: number; waiting: number }

/** A slot while it is held. */
export type Slot = Share

type Waiter = { share: Share; granted(slot: Slot): void; timer: NodeJS.Timeout }

type Bounds = { part: number; held: number; waiting: number }

/** One name of a path: slots held and requests that wait, its own and those of the names below it. */
class Share {
  held = 0
  waiting = 0
  readonly bounds: Bounds
  readonly name: string
  readonly parent: Share | undefined
  readonly children = new Map<string, Share>()
  readonly waiters = new Set<Waiter>()
  /** Children with waiters in the order of their turns; the share itself stands for waiters of its own. */
  readonly turns = new Set<Share>()

  constructor(name: string, bounds: Bounds, parent?: Share) {
    this.name = name
    this.bounds = bounds
    this.parent = parent
  }

  child(name: string): Share {
    let child = this.children.get(name)
    if (child === undefined) {
      const { part, held, waiting } = this.bounds
      const bounds = {
        part,
        held: Math.max(1, Math.min(held - 1, Math.ceil(held * part))),
        waiting: Math.ceil(waiting / 2),
      }
      child = new Share(name, bounds, this)
      this.children.set(name, child)
    }
    return child
  }

  /** The waiter whose turn it is below this share; undefined when all of them are at their bounds. */
  next(): Waiter | undefined {
    for (const turn of this.turns) {
      if (turn !== this && turn.held >= turn.bounds.held) continue
      const [waiter] = turn === this ? this.waiters : [turn.next()]
      if (waiter === undefined) continue
      this.turns.delete(turn)
      this.turns.add(turn)
      return waiter
    }
    return undefined
  }
}

/**
 * Slots, such as the connections of a pool, shared by parties: no account holds more than a part of them, and requests
 * that wait are served account by account in turns, within an account key by key, within a key prefix by prefix.
 */
export class FairSlots {
  readonly #root: Share
  readonly #waitMaxMs: number

  constructor({ slotsMax, part = 0.5, waitingMax, waitMaxMs }: FairSlotsOptions) {
    this.#root = new Share('', { part, held: slotsMax, waiting: waitingMax })
    this.#waitMaxMs = waitMaxMs
  }

  /** A free slot at once, else a promise of one. Throws unavailable, also later: too many wait, or for too long. */
  take(party: Party): Slot | Promise<Slot> {
    let share = this.#root
    for (const name of party) share = share.child(name)
    // Waiters of the same path would be at the same bound, so a free path has none to overtake.
    if (hasRoom(share, 'held')) {
      add(share, 'held', 1)
      return share
    }
    return this.#wait(share)
  }

  release(slot: Slot): void {
    add(slot, 'held', -1)
    const next = this.#root.held < this.#root.bounds.held ? this.#root.next() : undefined
    if (next !== undefined) {
      clearTimeout(next.timer)
      leave(next)
      add(next.share, 'held', 1)
      next.granted(next.share)
    }
    prune(slot)
  }

  figures(): SlotFigures {
    return { inUse: this.#root.held, waiting: this.#root.waiting }
  }

  #wait(share: Share): Promise<Slot> {
    if (!hasRoom(share, 'waiting')) {
      prune(share)
      throw problem(reasons.unavailable, { retryAfterSeconds: 1 })
    }
    const { promise, resolve, reject } = Promise.withResolvers<Slot>()
    const expire = () => {
      leave(waiter)
      prune(share)
      reject(problem(reasons.unavailable, { retryAfterSeconds: 2 }))
    }
    const waiter: Waiter = { share, granted: resolve, timer: setTimeout(expire, this.#waitMaxMs).unref() }
    add(share, 'waiting', 1)
    share.waiters.add(waiter)
    share.turns.add(share)
    for (let at = share; at.parent !== undefined; at = at.parent) at.parent.turns.add(at)
    return promise
  }
}

function hasRoom(share: Share, what: 'held' | 'waiting'): boolean {
  for (let at: Share | undefined = share; at !== undefined; at = at.parent) {
    if (at[what] >= at.bounds[what]) return false
  }
  return true
}

function add(share: Share, what: 'held' | 'waiting', count: number): void {
  for (let at: Share | undefined = share; at !== undefined; at = at.parent) at[what] += count
}

/** Takes a waiter out of its queue, and shares without waiters out of the turns. */
function leave(waiter: Waiter): void {
  const { share } = waiter
  share.waiters.delete(waiter)
  add(share, 'waiting', -1)
  if (share.waiters.size === 0) share.turns.delete(share)
  for (let at = share; at.parent !== undefined && at.waiting === 0; at = at.parent) at.parent.turns.delete(at)
}

/** Drops shares that hold and wait for nothing, so that their number is bounded by what is under way. */
function prune(share: Share): void {
  for (let at = share; at.parent !== undefined && at.held === 0 && at.waiting === 0; at = at.parent) {
    at.parent.children.delete(at.name)
  }
}

import type { Account } from '#kit/call/context.ts'
import { problem, reasons } from '#kit/call/problem.ts'

/**
 * A party that holds slots. `path` leads from the widest name to the narrowest: account, key. `network` names the
 * prefixes of a caller without a secret key, the widest first: they end its path, and count over all accounts as well.
 */
export type Party = { path: readonly string[]; network?: readonly string[] }

/** The path of an account. A test account is a part of its live account: together they have one share. */
export function accountPath({ id, mode, twinId }: Pick<Account, 'id' | 'mode' | 'twinId'>): readonly string[] {
  return mode === 'test' ? [String(twinId), String(id)] : [String(id)]
}

export type FairSlotsOptions = {
  slotsMax: number
  /** Part of its parent's slots that a name may hold, rounded up; half when left out. */
  part?: number
  /** Requests that wait at once; each name may have half of its parent's. */
  waitingMax: number
  /** Longest wait in milliseconds; after that the request is refused. */
  waitMaxMs: number
}

/** Numbers of held slots and of waiting requests. */
export type SlotFigures = { inUse: number; waiting: number }

/** A held slot. */
export type Slot = Share

type Waiter = { share: Share; granted(slot: Slot): void; timer: NodeJS.Timeout }

type Bounds = { part: number; inUse: number; waiting: number }

/** Held slots and waiting requests of one name and the names below it. */
class Count {
  inUse = 0
  waiting = 0
  readonly name: string
  readonly bounds: Bounds

  constructor(name: string, bounds: Bounds) {
    this.name = name
    this.bounds = bounds
  }

  isBelowBound(what: 'inUse' | 'waiting'): boolean {
    return this[what] < this.bounds[what]
  }

  boundsBelow(): Bounds {
    const { part, inUse, waiting } = this.bounds
    return {
      part,
      inUse: Math.max(1, Math.min(inUse - 1, Math.ceil(inUse * part))),
      waiting: Math.ceil(waiting / 2),
    }
  }
}

const noNetworks: readonly Count[] = []

/** One name of a path. */
class Share extends Count {
  readonly parent: Share | undefined
  readonly children = new Map<string, Share>()
  readonly waiters = new Set<Waiter>()
  /** Children with waiters in the order of their rotation; the share itself stands for its own waiters. */
  readonly rotation = new Set<Share>()
  /** The network prefixes of the party whose path ends here. */
  networks = noNetworks

  constructor(name: string, bounds: Bounds, parent?: Share) {
    super(name, bounds)
    this.parent = parent
  }

  child(name: string): Share {
    let child = this.children.get(name)
    if (child === undefined) {
      child = new Share(name, this.boundsBelow(), this)
      this.children.set(name, child)
    }
    return child
  }

  /** The next waiter below this share; undefined when all waiters are at a bound. */
  next(): Waiter | undefined {
    for (const next of this.rotation) {
      if (next !== this && !next.isBelowBound('inUse')) continue
      const waiter = next === this ? this.#first() : next.next()
      if (waiter === undefined) continue
      this.rotation.delete(next)
      this.rotation.add(next)
      return waiter
    }
    return undefined
  }

  #first(): Waiter | undefined {
    if (!this.networks.every((each) => each.isBelowBound('inUse'))) return undefined
    const [waiter] = this.waiters
    return waiter
  }
}

/**
 * Slots, such as the connections of a pool, shared by parties. An account, and a network prefix of callers without a
 * secret key, holds at most a part of them. Waiting requests are served in rotation: account by account, within an
 * account key by key, within a key prefix by prefix.
 */
export class FairSlots {
  readonly #root: Share
  /** Network prefixes over all accounts. */
  readonly #networks = new Map<string, Count>()
  readonly #waitMaxMs: number

  constructor({ slotsMax, part = 0.5, waitingMax, waitMaxMs }: FairSlotsOptions) {
    this.#root = new Share('', { part, inUse: slotsMax, waiting: waitingMax })
    this.#waitMaxMs = waitMaxMs
  }

  /** Acquires a slot, at once or as a promise. Throws unavailable when too many requests wait, or one for too long. */
  take(party: Party): Slot | Promise<Slot> {
    const share = this.#shareOf(party)
    // A path below its bounds has no waiters of its own: they would be at the same bound. The request overtakes none.
    if (!isBelowBounds(share, 'inUse')) return this.#wait(share)
    add(share, 'inUse', 1)
    return share
  }

  /** Releases a slot. A waiter can be admitted only when a count of the slot was at its bound. */
  release(slot: Slot): void {
    const wasAtBound = !isBelowBounds(slot, 'inUse')
    add(slot, 'inUse', -1)
    if (wasAtBound) this.#grant()
    this.#prune(slot)
  }

  figures(): SlotFigures {
    return { inUse: this.#root.inUse, waiting: this.#root.waiting }
  }

  #shareOf({ path, network = [] }: Party): Share {
    let share = this.#root
    for (const name of path) share = share.child(name)
    for (const name of network) share = share.child(name)
    if (network.length > 0 && share.networks === noNetworks) share.networks = this.#networksOf(network)
    return share
  }

  #networksOf(network: readonly string[]): Count[] {
    let wider: Count = this.#root
    return network.map((name) => {
      const count = this.#networks.get(name) ?? new Count(name, wider.boundsBelow())
      this.#networks.set(name, count)
      wider = count
      return count
    })
  }

  #wait(share: Share): Promise<Slot> {
    if (!isBelowBounds(share, 'waiting')) {
      this.#prune(share)
      throw problem(reasons.unavailable, { retryAfterSeconds: 1 })
    }
    const { promise, resolve, reject } = Promise.withResolvers<Slot>()
    const expire = () => {
      leave(waiter)
      this.#prune(share)
      reject(problem(reasons.unavailable, { retryAfterSeconds: 2 }))
    }
    const waiter: Waiter = { share, granted: resolve, timer: setTimeout(expire, this.#waitMaxMs).unref() }
    add(share, 'waiting', 1)
    share.waiters.add(waiter)
    share.rotation.add(share)
    for (let at = share; at.parent !== undefined; at = at.parent) at.parent.rotation.add(at)
    return promise
  }

  /** Admits waiters below their bounds: one released slot may lower a bound of its account and one of its network. */
  #grant(): void {
    while (this.#root.isBelowBound('inUse')) {
      const next = this.#root.next()
      if (next === undefined) return
      clearTimeout(next.timer)
      leave(next)
      add(next.share, 'inUse', 1)
      next.granted(next.share)
    }
  }

  /** Removes names without slots and waiters, so that the number of names is bounded by the requests under way. */
  #prune(share: Share): void {
    for (let at = share; at.parent !== undefined && isIdle(at); at = at.parent) at.parent.children.delete(at.name)
    for (const each of share.networks) if (isIdle(each)) this.#networks.delete(each.name)
  }
}

function isIdle({ inUse, waiting }: Count): boolean {
  return inUse === 0 && waiting === 0
}

function isBelowBounds(share: Share, what: 'inUse' | 'waiting'): boolean {
  for (let at: Share | undefined = share; at !== undefined; at = at.parent) {
    if (!at.isBelowBound(what)) return false
  }
  return share.networks.every((each) => each.isBelowBound(what))
}

function add(share: Share, what: 'inUse' | 'waiting', count: number): void {
  for (let at: Share | undefined = share; at !== undefined; at = at.parent) at[what] += count
  for (const each of share.networks) each[what] += count
}

/** Removes a waiter from its queue, and shares without waiters from the rotation. */
function leave(waiter: Waiter): void {
  const { share } = waiter
  share.waiters.delete(waiter)
  add(share, 'waiting', -1)
  if (share.waiters.size === 0) share.rotation.delete(share)
  for (let at = share; at.parent !== undefined && at.waiting === 0; at = at.parent) at.parent.rotation.delete(at)
}

import { field, invalid } from '#kit/call/problem.ts'

// Blocking playlist reload (RFC 8216bis, 6.2.5.2). A player names the segment or part that it has to see; its request
// waits until the playlist holds it. Every wait has a time limit, so no request is left behind by a lost event.

/** Query of a playlist request: `_HLS_msn`, `_HLS_part`, `_HLS_skip` (RFC 8216bis, 6.2.5). */
export type PlaylistQuery = { msn?: number | undefined; part?: number | undefined; skip?: boolean | undefined }

/** Segment (media sequence number), or part of it, that a playlist must hold. Undefined: any playlist will do. */
export type ReloadTarget = { msn: number | undefined; part: number | undefined }

/** Target of a request without `_HLS_msn`: any playlist. */
export const anyPlaylist: ReloadTarget = { msn: undefined, part: undefined }

/** Segment that is being made: its number, the number of its parts so far, and the part target in seconds. */
export type OpenSegment = { number: number; partCount: number; partSeconds: number | undefined }

/** Parts that a player may name ahead of the newest one: three seconds of them (RFC 8216bis, 6.2.5.2). */
const aheadSeconds = 3

/** Reads the target of a reload. Throws a Problem where the query is invalid or too far ahead. */
export function readReload({ msn, part }: PlaylistQuery, open: OpenSegment): ReloadTarget {
  if (msn === undefined) {
    if (part !== undefined) throw invalid(field('_HLS_part', 'requires', 'needs _HLS_msn beside it'))
    return anyPlaylist
  }
  if (msn > open.number + 1) throw invalid(field('_HLS_msn', 'maximum', 'is too far ahead'))
  if (part === undefined || open.partSeconds === undefined) return { msn, part: undefined }
  const ahead = Math.ceil(aheadSeconds / Math.min(open.partSeconds, 1))
  const partMax = (msn === open.number ? open.partCount : 0) + ahead - 1
  if (msn >= open.number && part > partMax) throw invalid(field('_HLS_part', 'maximum', 'is too far ahead'))
  return { msn, part }
}

/** Condition that a request waits for, and the longest wait. */
export type WaitCondition = { isMet(): boolean; timeoutMs: number }

type Wait = WaitCondition & { promise: Promise<void>; resolve(): void }

/**
 * Waiting requests, grouped by key: all requests for one segment or part share a promise and the deadline of the first
 * of them. No request waits longer than its time limit.
 */
export class WaitGroups {
  readonly #waits = new Map<string, Wait>()

  /** Resolves when the condition is met, at `resolveAll()`, or after the time limit alike. */
  wait(key: string, { isMet, timeoutMs }: WaitCondition): Promise<void> {
    const known = this.#waits.get(key)
    if (known !== undefined) return known.promise
    const { promise, resolve: settle } = Promise.withResolvers<void>()
    const timer = setTimeout(() => resolve(), timeoutMs)
    const resolve = () => {
      clearTimeout(timer)
      this.#waits.delete(key)
      settle()
    }
    this.#waits.set(key, { isMet, timeoutMs, promise, resolve })
    return promise
  }

  /** Resolves the waits whose condition is met. */
  resolveMet(): void {
    for (const { isMet, resolve } of [...this.#waits.values()]) if (isMet()) resolve()
  }

  /** Resolves every wait. */
  resolveAll(): void {
    for (const { resolve } of [...this.#waits.values()]) resolve()
  }
}

import type { Rate } from '#kit/call/rateClasses.ts'
import type { Buckets, Verdict } from './buckets.ts'

/** A token of one bucket. */
export type Draw = { rate: Rate; key: string }

/**
 * Takes a token from each of the buckets, at least one, or from none of them. The verdict is that of the bucket that
 * refuses, else that of the bucket with the fewest tokens left.
 */
export function takeEach(buckets: Buckets, [first, ...others]: readonly [Draw, ...Draw[]]): Verdict {
  let verdict = buckets.take(first.rate, first.key)
  const taken = [first]
  for (const draw of others) {
    if (!verdict.isAllowed) return verdict
    const { rate, key } = draw
    const next = buckets.take(rate, key)
    if (!next.isAllowed) giveBackEach(buckets, taken)
    if (!next.isAllowed || next.remaining < verdict.remaining) verdict = next
    taken.push(draw)
  }
  return verdict
}

/** Returns the tokens that `takeEach` took. */
export function giveBackEach(buckets: Buckets, draws: readonly Draw[]): void {
  for (const { rate, key } of draws) buckets.giveBack(rate, key)
}

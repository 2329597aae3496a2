import type { Reward } from './reward.ts'
import { spanLength } from '#kit/values/span.ts'

/** Moment at which tokens of a reward expire that can be spent from a moment on; null for never. */
export function expiryOf(
  { expiresAt, expiresAfter }: Pick<Reward, 'expiresAt' | 'expiresAfter'>,
  from: Date,
): Date | null {
  if (expiresAt !== null) return new Date(expiresAt)
  return expiresAfter === null ? null : new Date(from.getTime() + spanLength(expiresAfter))
}

import type { Refunded } from '#kit/call/rewards.ts'

/** The part of an amount that a refund concerns, rounded down; all of it after a full refund. */
export function shareOf(amount: bigint, { refunded, captured }: Omit<Refunded, 'reference'>): bigint {
  return refunded >= captured ? amount : (amount * refunded) / captured
}

import { reason } from '#kit/call/problem.ts'

/** Refusal of a purchase at a price that the payer has not seen. */
export const quoteChanged = reason(
  'conflict',
  'quote_changed',
  'The price has changed since the quote: show the buyer a new one.',
)

/** Refusal of a payment below the least amount that providers take in its currency. */
export const amountTooSmall = reason(
  'conflict',
  'amount_too_small',
  'The amount to pay is below the least that payment providers take in this currency.',
)

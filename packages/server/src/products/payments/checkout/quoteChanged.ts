import { reason } from '#kit/call/problem.ts'

/** Refusal of a purchase at a price that the payer has not seen. */
export const quoteChanged = reason(
  'conflict',
  'quote_changed',
  'The price has changed since the quote: show the buyer a new one.',
)

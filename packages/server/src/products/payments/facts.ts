import { resourceFact } from '#kit/nouns/fact.ts'

// Payment links

/** Emitted once per payment link. */
export const paymentLinkCreated = resourceFact(
  'payments.paymentLink.created',
  'payments.paymentLink',
  'A payment link was created.',
)

// Payments

import { resourceFact } from '#kit/nouns/fact.ts'

const link = 'payments.paymentLink'
/** Emitted once per link. */
export const paymentLinkCreated = resourceFact('payments.paymentLink.created', link, 'A payment link was created.')
/** Emitted with every change, a change of state included. */
export const paymentLinkUpdated = resourceFact('payments.paymentLink.updated', link, 'A payment link was changed.')
/** Emitted beside `updated` when the owner switched the link off. */
export const paymentLinkDeactivated = resourceFact(
  'payments.paymentLink.deactivated',
  link,
  'A payment link was switched off.',
)
/** Emitted beside `updated` when the last payment of the link succeeded. */
export const paymentLinkCompleted = resourceFact(
  'payments.paymentLink.completed',
  link,
  'A payment link took as many payments as it may.',
)
/** Emitted beside `updated` when the time of the link is over. */
export const paymentLinkExpired = resourceFact('payments.paymentLink.expired', link, 'A payment link expired.')
/** Emitted once; payments of the link stay. */
export const paymentLinkDeleted = resourceFact('payments.paymentLink.deleted', link, 'A payment link was deleted.')

// Payments

// Payment providers

/** Emitted once per payment provider. */
export const providerCreated = resourceFact(
  'payments.provider.created',
  'payments.provider',
  'A payment provider was created.',
)
/** Emitted with every change, a change of state included. */
export const providerUpdated = resourceFact(
  'payments.provider.updated',
  'payments.provider',
  'A payment provider was changed.',
)
/** Emitted beside `updated` when the keys of a provider no longer work. */
export const providerFailed = resourceFact(
  'payments.provider.failed',
  'payments.provider',
  'The keys of a payment provider no longer work.',
)
/** Emitted beside `updated` when the keys of a provider work again. */
export const providerRecovered = resourceFact(
  'payments.provider.recovered',
  'payments.provider',
  'The keys of a payment provider work again.',
)
/** Emitted once; it carries the id alone. */
export const providerDeleted = resourceFact(
  'payments.provider.deleted',
  'payments.provider',
  'A payment provider was deleted.',
)

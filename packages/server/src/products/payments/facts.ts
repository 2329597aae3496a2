import { Type, type Static, type TObject } from '#kit/values/schema.ts'
import { idOf, line, nullable } from '#kit/values/fields.ts'
import { fact, resourceFact, type FactPerson, type Subject } from '#kit/nouns/fact.ts'

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

// Payments

const noun = 'payments.payment'
/** Time line of the payer's contact, segments, automations and conversions of campaigns read these. */
const personOf = (paid: Subject): FactPerson => {
  const { contactId, amount, currency, status, paymentLinkId, title, streamId, sourceTag } = paid
  return {
    contactId: textOf(contactId),
    properties: {
      amountMinor: Number(amount),
      currency: String(currency),
      status,
      paymentLinkId: textOf(paymentLinkId),
      title: textOf(title),
      streamId: textOf(streamId),
      sourceTag: textOf(sourceTag),
    },
  }
}
const paymentFact = (verb: string, description: string) => ({
  ...resourceFact(`payments.payment.${verb}`, noun, description),
  person: personOf,
})

/** Emitted once, when the payer goes on to the provider. */
export const paymentCreated = paymentFact('created', 'A payment was started.')
/** Emitted with every change of a payment, within the server. */
export const paymentUpdated = {
  ...resourceFact('payments.payment.updated', noun, 'A payment changed.'),
  isPublic: false,
}
/** Never emitted: payments are not deleted. */
export const paymentDeleted = {
  ...resourceFact('payments.payment.deleted', noun, 'A payment was deleted.'),
  isPublic: false,
}
/** Emitted once per payment, when its money was captured. */
export const paymentSucceeded = paymentFact('succeeded', 'A payment was captured.')
/** Emitted when the provider gave up the payment. */
export const paymentFailed = paymentFact('failed', 'A payment failed.')
/** Emitted when the payer cancelled. */
export const paymentCancelled = paymentFact('cancelled', 'The payer cancelled a payment.')
/** Emitted when the payer did not pay in time. */
export const paymentExpired = paymentFact('expired', 'A payment was not paid in time.')
/** Emitted when the payer's bank takes the money back for now. */
export const paymentDisputed = paymentFact('disputed', 'The payer disputes a payment at the bank.')
/** Emitted at the end of a dispute; the status says how. */
export const paymentDisputeClosed = paymentFact(
  'disputeClosed',
  'A dispute was decided: `status` is `lost`, or what it was before.',
)
const returned = {
  paymentId: idOf('pay', { description: 'The payment.' }),
  status: line(40, { description: 'State of the payment.' }),
  amount: Type.Integer({ description: 'Amount that goes back to the payer, in minor units.' }),
  currency: line(3, { description: 'Currency of the amount.' }),
  contactId: nullable(idOf('con', { description: 'Contact of the payer.' })),
}
const ofReturned = {
  person: ({ contactId, amount, currency, paymentId }: Static<TObject<typeof returned>>) => ({
    contactId,
    properties: { amountMinor: amount, currency, paymentId },
  }),
}
const refundOfPayment = (verb: string, description: string) =>
  fact(
    `payments.payment.${verb}`,
    description,
    Type.Object({
      ...returned,
      refundId: idOf('rfd', { description: 'The refund.' }),
      amountRefunded: Type.Integer({ description: 'Sum of all its refunds.' }),
    }),
    ofReturned,
  )
/** Emitted when the payer's bank decides for the payer. */
export const paymentDisputeLost = fact(
  'payments.payment.disputeLost',
  'A dispute was lost: the payer keeps its amount.',
  Type.Object(returned),
  ofReturned,
)
/** Emitted for each refund that the provider confirms. */
export const paymentRefunded = refundOfPayment('refunded', 'A payment was refunded, in part or in full.')
/** Emitted when the payer's bank returns a refund that had succeeded. */
export const paymentRefundFailed = refundOfPayment(
  'refundFailed',
  'A refund that had succeeded failed later: the payer does not have the money, and it can be refunded again.',
)

const refundNoun = 'payments.refund'
const refundFact = (verb: string, description: string) => ({
  ...resourceFact(`payments.refund.${verb}`, refundNoun, description),
  isPublic: false,
})
/** Emitted when a refund is requested, within the server. */
export const refundCreated = refundFact('created', 'A refund was requested.')
/** Emitted when the provider reports about a refund, within the server. */
export const refundUpdated = refundFact('updated', 'A refund changed.')
/** Never emitted: refunds are not deleted. */
export const refundDeleted = refundFact('deleted', 'A refund was deleted.')

function textOf(value: unknown): string | null {
  return typeof value === 'string' ? value : null
}

const reconciliationNoun = 'payments.reconciliation'
/** Emitted for a difference between our records and those of a provider, and again when it comes back. */
export const reconciliationMismatch = resourceFact(
  'payments.reconciliation.mismatch',
  reconciliationNoun,
  'The sums of a day, or a single report, differ from those of the provider.',
)
/** Emitted with every change of a difference, within the server. */
export const reconciliationUpdated = {
  ...resourceFact('payments.reconciliation.updated', reconciliationNoun, 'A difference changed or was resolved.'),
  isPublic: false,
}
/** Never emitted: differences are not deleted. */
export const reconciliationDeleted = {
  ...resourceFact('payments.reconciliation.deleted', reconciliationNoun, 'A difference was deleted.'),
  isPublic: false,
}

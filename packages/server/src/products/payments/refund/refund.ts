import { reasons } from '#kit/call/problem.ts'
import { resource, type StoredOf } from '#kit/nouns/resource.ts'
import { dateTime, idOf, line, oneOf, optional, refTo, required } from '#kit/values/fields.ts'
import { decimalOf } from '#kit/values/currencyExponent.ts'
import { amountMax, currency, minorAmount } from '#kit/values/money.ts'
import { refundCreated, refundDeleted, refundUpdated } from '#products/payments/facts.ts'
import { paymentPrefix } from '#products/payments/payment/paymentFields.ts'

const readOnly = { access: { isReadOnly: true } }

const refundFields = {
  paymentId: required(idOf(paymentPrefix, { description: 'The refunded payment.' }), {
    storage: refTo('payments.payment', paymentPrefix),
    ...readOnly,
  }),
  amount: required(minorAmount(1, amountMax, { description: 'Refunded amount in minor units.' }), readOnly),
  currency: required(currency({ description: 'Currency of the payment.' }), readOnly),
  reason: optional(line(200, { description: 'Your reason.' }), readOnly),
  origin: required(
    oneOf(['api', 'provider'], { description: 'api: requested here. provider: made at the provider.' }),
    readOnly,
  ),
  providerReference: optional(line(255, { description: 'Refund at the provider.' }), readOnly),
  settledAt: optional(dateTime({ description: 'Time of the success at the provider.' }), readOnly),
  failedAt: optional(dateTime({ description: 'Time of a failure after the success.' }), readOnly),
  failureCode: optional(line(100, { description: 'Code of the failure.' }), readOnly),
}

/** A refund as the store returns it. */
export type Refund = StoredOf<typeof refundFields>

/** Money that goes back to a payer: pending until the provider confirms it. A bank may return it later (failed). */
export const refund = resource({
  id: 'payments.refund',
  title: 'Refund',
  description: 'Refunds of payments',
  table: 'payments_refund',
  idKey: 'refundId',
  prefix: 'rfd',
  states: { pending: ['succeeded', 'failed'], succeeded: ['failed'], failed: [] },
  initial: 'pending',
  deletedFrom: [],
  countMax: Number.POSITIVE_INFINITY,
  fields: refundFields,
  card: ({ amount, currency: unit }) => ({ title: `${decimalOf({ amount, currency: unit })} ${unit}` }),
  facts: { created: refundCreated, updated: refundUpdated, deleted: refundDeleted },
  constraints: {
    payments_refund_provider_key: { reason: reasons.writeContended, field: 'providerReference' },
  },
})

import { decimalOf } from '#kit/values/currencyExponent.ts'
import { Type } from '#kit/values/schema.ts'
import { reasons } from '#kit/call/problem.ts'
import { resource } from '#kit/nouns/resource.ts'
import { nullable } from '#kit/values/fields.ts'
import { minorAmount, amountMax } from '#kit/values/money.ts'
import {
  paymentCancelled,
  paymentCreated,
  paymentDeleted,
  paymentDisputeClosed,
  paymentDisputed,
  paymentExpired,
  paymentFailed,
  paymentSucceeded,
  paymentUpdated,
} from '#products/payments/facts.ts'
import { paidStates, paymentFields, paymentPrefix } from './paymentFields.ts'
import { receiptUrlOf } from './paymentProof.ts'

/** One purchase over a payment link, from its start to its refunds. */
export const payment = resource({
  id: 'payments.payment',
  title: 'Payment',
  description: 'Payments that links took',
  table: 'payments_payment',
  idKey: 'paymentId',
  prefix: paymentPrefix,
  states: {
    created: ['processing', 'requiresAction', 'succeeded', 'failed', 'cancelled', 'expired'],
    processing: ['requiresAction', 'succeeded', 'failed', 'cancelled', 'expired'],
    requiresAction: ['processing', 'succeeded', 'failed', 'cancelled', 'expired'],
    succeeded: ['partiallyRefunded', 'refunded', 'disputed'],
    partiallyRefunded: ['refunded', 'disputed', 'succeeded'],
    refunded: ['disputed', 'succeeded', 'partiallyRefunded'],
    disputed: ['succeeded', 'partiallyRefunded', 'refunded', 'lost'],
    lost: [],
    failed: ['succeeded'],
    cancelled: ['succeeded'],
    expired: ['succeeded'],
  },
  initial: 'created',
  deletedFrom: [],
  countMax: Number.POSITIVE_INFINITY,
  fields: paymentFields,
  computed: {
    fields: {
      amountNet: minorAmount(-amountMax, amountMax, {
        description: 'Amount less refunds, lost disputes and fee; zero before the success.',
      }),
      receiptUrl: nullable(
        Type.String({
          description: 'Address of the receipt; null before the success, and for keys that may not read contacts.',
        }),
      ),
    },
    of: async (ctx, records) =>
      records.map((record) => {
        const isPaid = paidStates.includes(record.status)
        const net = isPaid ? record.amount - record.amountRefunded - record.amountLost - record.fee : 0n
        return { amountNet: Number(net), receiptUrl: isPaid ? receiptUrlOf(ctx, record.id) : null }
      }),
  },
  card: ({ title, amount, currency }) => ({ title: `${title} · ${decimalOf({ amount, currency })} ${currency}` }),
  facts: {
    created: paymentCreated,
    updated: paymentUpdated,
    deleted: paymentDeleted,
    moved: {
      'created succeeded': paymentSucceeded,
      'processing succeeded': paymentSucceeded,
      'requiresAction succeeded': paymentSucceeded,
      'failed succeeded': paymentSucceeded,
      'cancelled succeeded': paymentSucceeded,
      'expired succeeded': paymentSucceeded,
      failed: paymentFailed,
      cancelled: paymentCancelled,
      expired: paymentExpired,
      disputed: paymentDisputed,
      'disputed succeeded': paymentDisputeClosed,
      'disputed partiallyRefunded': paymentDisputeClosed,
      'disputed refunded': paymentDisputeClosed,
      'disputed lost': paymentDisputeClosed,
    },
  },
  constraints: {
    payments_payment_attempt_key: { reason: reasons.writeContended, field: 'attemptId' },
    payments_payment_provider_key: { reason: reasons.writeContended, field: 'providerReference' },
  },
})

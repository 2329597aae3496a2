import { companion, madeFirst } from '#kit/nouns/operation.ts'
import { get, list } from '#kit/nouns/standard.ts'
import { idOf } from '#kit/values/fields.ts'
import { paymentPrefix } from '#products/payments/payment/paymentFields.ts'
import { refund } from './refund.ts'

const listOptions = {
  sorts: ['-createdAt', 'createdAt'],
  filters: {
    paymentId: {
      schema: idOf(paymentPrefix, { description: 'Only refunds of this payment.' }),
      column: 'payment_id',
      test: 'id',
    },
  },
} as const

/** Operations that read refunds: those of all payments, and one. */
export const operations = [
  list(refund, 'GET /api/payment/refund/all', 'Refunds - Get All', listOptions),
  get(refund, 'GET /api/payment/refund/get', 'Refund - Get', {
    example: { refundId: madeFirst('payments.refund') },
  }),
].map(companion)

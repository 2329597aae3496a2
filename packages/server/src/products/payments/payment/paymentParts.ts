import type { Parts } from '#kit/nouns/product.ts'
import { table } from '#kit/nouns/table.ts'
import { ports } from './purchaseTotals.ts'
import { askProvider, cancelPayment, closeSession, expirePayment, openSession } from './paymentErrands.ts'
import { getPayments } from './getPayments.ts'
import { operations } from './paymentOperations.ts'
import { payment } from './payment.ts'

/** Payments with their time line. */
export const paymentPart: Parts = {
  resources: [payment],
  operations: [getPayments, ...operations],
  tasks: [openSession, askProvider, cancelPayment, expirePayment, closeSession],
  ports,
  tables: { payments_payment_step: table.account({ key: ['account_id', 'payment_id', 'kind', 'source'] }) },
}

import type { Parts } from '#kit/nouns/product.ts'
import { table } from '#kit/nouns/table.ts'
import { ports } from './purchaseTotals.ts'
import { askProvider, cancelPayment, closeSession, expirePayment, openSession } from './paymentErrands.ts'
import { endSessions } from './deletedLink.ts'
import { getPayments } from './getPayments.ts'
import { operations } from './paymentOperations.ts'
import { payment } from './payment.ts'
import { requestReceipt, sendReceipt } from './receiptMail.ts'

/** Payments with their time line. */
export const paymentPart: Parts = {
  resources: [payment],
  operations: [getPayments, ...operations],
  reactions: [requestReceipt, endSessions],
  tasks: [openSession, askProvider, cancelPayment, expirePayment, closeSession, sendReceipt],
  ports,
  tables: { payments_payment_step: table.account({ key: ['account_id', 'payment_id', 'kind', 'source'] }) },
}

import type { Parts } from '#kit/nouns/product.ts'
import { table } from '#kit/nouns/table.ts'
import { refund } from './refund.ts'
import { sendRefund } from './refundMoves.ts'
import { refundPayment } from './refundOperation.ts'
import { operations as readOperations } from './refundRead.ts'

/** Refunds and disputes. */
export const refundPart: Parts = {
  resources: [refund],
  operations: [refundPayment, ...readOperations],
  tasks: [sendRefund],
  tables: { payments_dispute: table.account({ key: ['account_id', 'payment_id', 'provider_reference'] }) },
  scopes: { 'payments.payment:refund': 'Refund payments' },
}

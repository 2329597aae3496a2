import type { Payment } from './paymentFields.ts'

/** State of a captured payment by the sum of its refunds. */
export function statusByRefunds({ amount }: Pick<Payment, 'amount'>, amountRefunded: bigint) {
  if (amountRefunded === 0n) return 'succeeded'
  return amountRefunded < amount ? 'partiallyRefunded' : 'refunded'
}

import { Type } from '#kit/values/schema.ts'
import type { Ctx } from '#kit/call/context.ts'
import { view } from '#kit/nouns/resource.ts'
import { closed } from '#kit/nouns/standard.ts'
import { dateTime, idOf, line, nullable, oneOf, whole } from '#kit/values/fields.ts'
import { amountMax, currency } from '#kit/values/money.ts'
import { uuidOf } from '#platform/db/columns.ts'
import { paymentPrefix } from '#products/payments/payment/paymentFields.ts'
import { refund } from './refund.ts'

/** Most refunds in the view of a payment. */
const shownMax = 100

/** Shape of a refund within its payment. */
export const refundShape = {
  id: idOf('rfd', { description: 'The refund.' }),
  status: oneOf(Object.keys(refund.states), { description: 'pending until the provider confirms it.' }),
  amount: whole(1, amountMax, { description: 'Refunded amount in minor units.' }),
  currency: currency({ description: 'Currency of the amount.' }),
  reason: nullable(line(200, { description: 'Your reason.' })),
  origin: oneOf(['api', 'provider'], { description: 'api: requested here. provider: made at the provider.' }),
  failureCode: nullable(line(100, { description: 'Code of the failure.' })),
  createdAt: dateTime({ description: 'Time of the request.' }),
}

/** Schema of the refunds of a payment. */
export const refundList = Type.Array(closed(refundShape), { description: 'Refunds of the payment, newest first.' })

/** Refunds of a payment, newest first. */
export async function refundsOf(ctx: Ctx, paymentId: string) {
  const conditions = [{ sql: 't.payment_id = $1', values: [uuidOf(paymentPrefix, paymentId)] }]
  const { items } = await ctx.store.list(refund, { conditions, limit: shownMax, sort: '-createdAt' })
  return items.map((each) => {
    const shown = view(refund, each, 'owner')
    return Object.fromEntries(Object.keys(refundShape).map((name) => [name, shown[name]]))
  })
}

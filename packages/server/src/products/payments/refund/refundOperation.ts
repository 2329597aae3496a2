import { Type } from '#kit/values/schema.ts'
import { companion, madeFirst, once, operation } from '#kit/nouns/operation.ts'
import { outputSchemaOf, present } from '#kit/nouns/resource.ts'
import { closed } from '#kit/nouns/standard.ts'
import { clientReference, flag, idOf, line } from '#kit/values/fields.ts'
import { amountMax, minorAmount } from '#kit/values/money.ts'
import { paymentUpdated, refundCreated } from '#products/payments/facts.ts'
import { paymentPrefix } from '#products/payments/payment/paymentFields.ts'
import { exceedsRefundable, notRefundable, requestRefund } from './refundMoves.ts'
import { refund } from './refund.ts'

/** Operation that refunds a payment. */
export const refundPayment = companion(
  operation('payments.paymentLink.refundPayment', {
    route: 'POST /api/payment/paymentLink/refundPayment',
    title: 'Payment link - Refund payment',
    description:
      'Refunds a payment in part or in full. The sum of all refunds never exceeds the captured amount, however many ' +
      'requests come at once. It is pending until the provider confirms it; the same `clientReference` again returns ' +
      'the same refund as it stands.',
    scope: 'payments.payment:refund',
    input: closed({
      paymentId: idOf(paymentPrefix, { description: 'The payment.' }),
      amount: Type.Optional(
        minorAmount(1, amountMax, { description: 'Amount in minor units; all that is left when left out.' }),
      ),
      reason: Type.Optional(line(200, { description: 'Your reason.' })),
      clientReference: clientReference(),
    }),
    output: outputSchemaOf(refund, { created: flag({ description: 'False when it was there already.' }) }),
    emits: [refundCreated, paymentUpdated],
    reasons: [exceedsRefundable, notRefundable],
    example: { paymentId: madeFirst('payments.payment'), amount: 500, clientReference: 'refund-1' },
    handle: once(async (ctx, { amount, reason, ...input }) => {
      const sent = { ...input, reason, amount: amount === undefined ? undefined : BigInt(amount) }
      const made = await requestRefund(ctx, sent)
      const [shown] = await present({ ctx, audience: 'owner' }, refund, [made.record])
      return { ...shown, created: made.created }
    }),
  }),
)

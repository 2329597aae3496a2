import type { Ctx } from '#kit/call/context.ts'
import type { PaymentReport, PayReport } from '#platform/pay/payProviderPort.ts'
import { askProvider } from '#products/payments/payment/paymentErrands.ts'
import { holdPayment, patchOf } from '#products/payments/payment/paymentMoves.ts'
import { payment } from '#products/payments/payment/payment.ts'

/** Whether a report is a success that names no charge, as webhooks of Stripe are: its fee and card are not known. */
export function isBareSuccess(report: PayReport | undefined): report is PaymentReport {
  return report?.about === 'payment' && report.state === 'succeeded' && report.chargeReference === undefined
}

/** Fetches the whole of a success from its provider. Call inside `ctx.atomic`. */
export async function fetchCharge(ctx: Ctx, { paymentId, reference }: PaymentReport): Promise<void> {
  const held = paymentId === undefined ? undefined : await holdPayment(ctx, paymentId)
  if (held === undefined) return
  if (held.providerReference === null) {
    // The session was opened, and the commit that stores it was lost.
    await ctx.store.update(payment, held.id, { patch: patchOf({ providerReference: reference }), isSilent: true })
  }
  ctx.effect(askProvider, { paymentId: held.id })
}

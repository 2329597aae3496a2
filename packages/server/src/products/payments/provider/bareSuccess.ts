import type { Ctx } from '#kit/call/context.ts'
import type { PaymentReport, PayReport } from '#platform/pay/payProviderPort.ts'
import { askProvider } from '#products/payments/payment/paymentErrands.ts'
import { holdPayment } from '#products/payments/payment/paymentMoves.ts'
import { fitOf, recordMisfit } from '#products/payments/payment/reportFit.ts'

/** Whether a report is a success that names no charge, as webhooks of Stripe are: its fee and card are not known. */
export function isBareSuccess(report: PayReport | undefined): report is PaymentReport {
  return report?.about === 'payment' && report.state === 'succeeded' && report.chargeReference === undefined
}

/** Fetches the whole of a success from its provider; false before its session is stored. Call inside `ctx.atomic`. */
export async function fetchCharge(ctx: Ctx, providerId: string, report: PaymentReport): Promise<boolean> {
  const { paymentId } = report
  const held = paymentId === undefined ? undefined : await holdPayment(ctx, paymentId)
  if (held === undefined) return true
  const fit = fitOf(held, providerId, report)
  if (fit === 'early') return false
  if (fit === 'session') await recordMisfit(ctx, held, { providerId, kind: fit, report })
  else ctx.effect(askProvider, { paymentId: held.id })
  return true
}

import type { Ctx } from '#kit/call/context.ts'
import { statement } from '#kit/call/statement.ts'
import { encodeId } from '#kit/values/ids.ts'
import type { PayReport } from '#platform/pay/payProviderPort.ts'
import { applyDispute } from '#products/payments/refund/dispute.ts'
import { applyRefund } from '#products/payments/refund/refundMoves.ts'
import { paymentPrefix } from './paymentFields.ts'
import { applyPaymentReport } from './paymentMoves.ts'

/** Applies a report of a provider; false when its payment or session is not known yet. Call inside `ctx.atomic`. */
export async function applyReport(ctx: Ctx, providerId: string, report: PayReport): Promise<boolean> {
  if (report.about === 'payment') {
    const paymentId = report.paymentId ?? (await paymentOf(ctx, providerId, report.reference))
    if (paymentId === undefined) return false
    return applyPaymentReport(ctx, { providerId, paymentId }, report)
  }
  const paymentId = await paymentOf(ctx, providerId, report.chargeReference)
  if (paymentId === undefined) return false
  if (report.about === 'refund') await applyRefund(ctx, paymentId, report)
  else await applyDispute(ctx, paymentId, report)
  return true
}

/** The payment of a session or of a charge at a provider; undefined for an unknown one. */
async function paymentOf(ctx: Ctx, providerId: string, reference: string): Promise<string | undefined> {
  const [row] = await ctx.db.rows(byReference, [ctx.account.id, providerId, reference])
  return row === undefined ? undefined : encodeId(paymentPrefix, ctx.account.id, row.id)
}

const byReference = statement(
  'payments_payment.byReference',
  'account',
  `select id from payments_payment
   where account_id = $1 and provider_id = $2 and provider_reference = $3
   union all
   select id from payments_payment
   where account_id = $1 and provider_id = $2 and charge_reference = $3
   limit 1`,
)

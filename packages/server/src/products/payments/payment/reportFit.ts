import type { Ctx } from '#kit/call/context.ts'
import type { PaymentReport } from '#platform/pay/payProviderPort.ts'
import { payProvider } from '#products/payments/provider/payProvider.ts'
import { recordMismatch } from '#products/payments/reconciliation/reportMismatch.ts'
import { openStates, type Payment } from './paymentFields.ts'

/**
 * Fit of a success to the payment that it names. `early`: the session is being opened, and its reference is stored in a
 * moment. A payer gets the address of a session after its reference is stored, so a success of another session is not
 * one of this payment, whatever its metadata name.
 */
export type Fit = 'fits' | 'early' | 'session' | 'currency' | 'amount'

/** Compares a success with the payment that it names. */
export function fitOf(held: Payment, providerId: string, report: PaymentReport): Fit {
  const isSameProvider = held.providerId === providerId
  if (isSameProvider && held.providerReference === null && openStates.includes(held.status)) return 'early'
  if (!isSameProvider || held.providerReference !== report.reference) return 'session'
  if (report.currency !== held.currency) return 'currency'
  return report.captured === held.amount ? 'fits' : 'amount'
}

/** A success that does not fit its payment, and the provider that reports it. */
type Misfit = { providerId: string; kind: 'session' | 'currency' | 'amount'; report: PaymentReport }

/** Records a success that does not fit. Call inside `ctx.atomic`, with the payment held. */
export async function recordMisfit(ctx: Ctx, held: Payment, { providerId, kind, report }: Misfit): Promise<void> {
  if (await isCopy(ctx, held, { providerId, report })) return
  const { reference: providerReference, at, currency, captured: theirs } = report
  // In another currency, or in another session, nothing is due.
  const ours = kind === 'amount' ? held.amount : 0n
  return recordMismatch(ctx, { providerId, paymentId: held.id, kind, providerReference, at, currency, ours, theirs })
}

/**
 * Whether a report is a copy of one that the provider of the payment gets: two providers may have one account at their
 * company, which sends each event to the webhook endpoints of both.
 */
async function isCopy(ctx: Ctx, held: Payment, { providerId, report }: Omit<Misfit, 'kind'>): Promise<boolean> {
  if (held.providerId === providerId || held.providerReference !== report.reference) return false
  return (await ctx.store.find(payProvider, providerId))?.kind === held.provider
}

import type { Ctx } from '#kit/call/context.ts'
import { offersPort } from '#kit/call/offers.ts'
import { lockForUpdate } from '#platform/db/rowLocks.ts'
import type { PaymentReport } from '#platform/pay/payProviderPort.ts'
import { completeLink } from '#products/payments/link/linkClock.ts'
import { commitUse, releaseUse } from '#products/payments/link/linkCount.ts'
import { noteDay } from '#products/payments/reconciliation/paymentDay.ts'
import { openStates, unpaidStates, type Payment } from './paymentFields.ts'
import { payment } from './payment.ts'
import { postMoney } from './paymentMoney.ts'
import { addStep } from './paymentSteps.ts'
import { fitOf, recordMisfit } from './reportFit.ts'

/** Locks a payment until the transaction ends, and reads it; undefined for an unknown one. */
export async function holdPayment(ctx: Ctx, paymentId: string): Promise<Payment | undefined> {
  return (await lockForUpdate(ctx, payment, paymentId)) ? ctx.store.find(payment, paymentId) : undefined
}

/** Outcome of a payment without money. */
export type Unpaid = 'failed' | 'cancelled' | 'expired'

/**
 * Applies a report of the provider, in any order and any number of times. A success is never lost and never undone;
 * other states count only while the payment is open, the newest one last. False when the report comes before the
 * reference of its session is stored, and is to come again. Call inside `ctx.atomic`.
 */
export async function applyPaymentReport(
  ctx: Ctx,
  { providerId, paymentId }: { providerId: string; paymentId: string },
  report: PaymentReport,
): Promise<boolean> {
  const held = await holdPayment(ctx, paymentId)
  if (held === undefined) return true
  if (report.state === 'succeeded') return applySuccess(ctx, held, { providerId, report })
  if (held.providerId === providerId) await applyUnpaid(ctx, held, report)
  return true
}

type Success = { providerId: string; report: PaymentReport }

async function applySuccess(ctx: Ctx, held: Payment, { providerId, report }: Success): Promise<boolean> {
  const fit = fitOf(held, providerId, report)
  if (fit === 'early') return false
  if (fit === 'fits') {
    await succeed(ctx, held, report)
    return true
  }
  await recordMisfit(ctx, held, { providerId, kind: fit, report })
  if (fit !== 'session') await keepUnmatched(ctx, held, report)
  return true
}

/**
 * Keeps money that was captured by the session of a payment, and does not fit it: the payment fails, and the money is
 * booked as captured, without revenue. A refund at the provider takes it back.
 */
async function keepUnmatched(ctx: Ctx, held: Payment, report: PaymentReport): Promise<void> {
  const isOpen = openStates.includes(held.status)
  if (!isOpen && !unpaidStates.includes(held.status)) return
  const patch = { failureCode: 'report_mismatch', chargeReference: report.chargeReference ?? null }
  const noted = await ctx.store.update(payment, held.id, { patch, known: held })
  if (isOpen) await giveUp(ctx, noted, { status: 'failed', at: report.at })
  const { captured, fee, currency: unit, reference } = report
  await postMoney(ctx, held, { kind: 'unmatched', amount: captured, fee, unit, reference })
}

/** Applies a report of a state without money. */
async function applyUnpaid(ctx: Ctx, held: Payment, report: PaymentReport): Promise<void> {
  const current = report.failureCode === undefined ? held : await noteDeclined(ctx, held, report)
  const { state, at } = report
  if (state === 'succeeded' || !openStates.includes(current.status)) return
  // A session that was opened twice, since its first answer was lost: the payer knows only the stored one.
  if (current.providerReference !== null && current.providerReference !== report.reference) return
  if (state === 'failed' || state === 'cancelled' || state === 'expired') {
    return giveUp(ctx, current, { status: state, at })
  }
  const isOlder = current.reportedAt !== null && at < current.reportedAt
  if (isOlder || state === 'open') return
  const patch = { reportedAt: at, providerReference: report.reference }
  await ctx.store.update(payment, current.id, { status: state, patch, known: current })
  await addStep(ctx, current.id, { kind: state, source: at, at })
}

/** Records a payment as paid: its use of the link and its offers, the money, and the fact. */
export async function succeed(ctx: Ctx, held: Payment, report: PaymentReport): Promise<void> {
  if (!openStates.includes(held.status) && !unpaidStates.includes(held.status)) return
  const { contactId, paymentLinkId, isReleased: wasReleased } = held
  const { isOver } = await ctx.port(offersPort).commit(ctx, { reference: held.id, contactId })
  const use = await commitUse(ctx, paymentLinkId, { amount: held.amount, currency: held.currency, wasReleased })
  if (use.isComplete) ctx.later(completeLink, { paymentLinkId }, ctx.now())
  await addStep(ctx, held.id, { kind: 'succeeded', at: report.at })
  const { type, brand, last4 } = report.method ?? {}
  const patch = {
    paidAt: ctx.now().toISOString(),
    capturedAt: report.at,
    reportedAt: report.at,
    fee: report.fee,
    attempts: held.attempts + 1,
    isOverLimit: isOver || (wasReleased && use.isOver),
    providerReference: report.reference === '' ? null : report.reference,
    chargeReference: report.chargeReference ?? null,
    failureCode: null,
    method: type === undefined ? null : { type, ...(brand && { brand }), ...(last4 && { last4 }) },
  }
  const after = await ctx.store.update(payment, held.id, { status: 'succeeded', patch, known: held })
  if (after.amount > 0n) await noteDay(ctx, after.providerId, report.at)
  await postMoney(ctx, after, { kind: 'payment', fee: report.fee })
}

/** Ends an open payment without money, and lets go what it holds. Call inside `ctx.atomic`, with the payment held. */
export async function giveUp(ctx: Ctx, held: Payment, { status, at }: { status: Unpaid; at: string }): Promise<void> {
  if (!openStates.includes(held.status)) return
  await ctx.port(offersPort).release(ctx, held.id)
  await releaseUse(ctx, held.paymentLinkId, held.amount)
  await addStep(ctx, held.id, { kind: status, at })
  const patch = { isReleased: true, reportedAt: at }
  await ctx.store.update(payment, held.id, { status, patch, known: held })
}

async function noteDeclined(ctx: Ctx, held: Payment, report: PaymentReport): Promise<Payment> {
  const { failureCode = '', at, attemptReference } = report
  const source = (attemptReference ?? `${at} ${failureCode}`).slice(0, 100)
  const isNew = await addStep(ctx, held.id, { kind: 'declined', source, at, detail: failureCode })
  if (!isNew || !openStates.includes(held.status)) return held
  const patch = { attempts: held.attempts + 1, failureCode: failureCode.slice(0, 100) }
  return ctx.store.update(payment, held.id, { patch, known: held })
}

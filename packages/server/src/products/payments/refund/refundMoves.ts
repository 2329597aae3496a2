import { Type } from '#kit/values/schema.ts'
import { atomicAgain } from '#kit/call/atomicAgain.ts'
import type { Ctx } from '#kit/call/context.ts'
import { offersPort } from '#kit/call/offers.ts'
import { problem, reason, reasons } from '#kit/call/problem.ts'
import type { Draft } from '#kit/nouns/resource.ts'
import { againAfterDeath, outboundTask } from '#kit/nouns/task.ts'
import { payProviderPort, PayRefused, type RefundReport } from '#platform/pay/payProviderPort.ts'
import { paymentRefunded, paymentRefundFailed } from '#products/payments/facts.ts'
import type { Payment } from '#products/payments/payment/paymentFields.ts'
import { payment } from '#products/payments/payment/payment.ts'
import { statusByRefunds } from '#products/payments/payment/statusByRefunds.ts'
import { postMoney } from '#products/payments/payment/paymentMoney.ts'
import { holdPayment } from '#products/payments/payment/paymentMoves.ts'
import { addStep } from '#products/payments/payment/paymentSteps.ts'
import { findConnection } from '#products/payments/provider/payConnection.ts'
import { noteDay } from '#products/payments/reconciliation/paymentDay.ts'
import { recordMismatch } from '#products/payments/reconciliation/reportMismatch.ts'
import { refund, type Refund } from './refund.ts'

/** Refusal of a refund of more than is left. */
export const exceedsRefundable = reason(
  'conflict',
  'exceeds_refundable',
  'The amount is more than is left to refund; details.refundable says how much is.',
)
/** Refusal of a refund of a payment without captured money. */
export const notRefundable = reason('conflict', 'not_refundable', 'The payment has no money that can be refunded now.')

/** A requested refund. */
export type RefundRequest = {
  paymentId: string
  amount: bigint | undefined
  reason: string | undefined
  clientReference: string
}

/** Requests a refund: the row of the payment holds the sum of all refunds below the captured amount. */
export function requestRefund(ctx: Ctx, request: RefundRequest): Promise<{ record: Refund; created: boolean }> {
  return atomicAgain(ctx, (inner) => beginRefund(inner, request))
}

async function beginRefund(ctx: Ctx, request: RefundRequest): Promise<{ record: Refund; created: boolean }> {
  const held = await holdPayment(ctx, request.paymentId)
  if (held === undefined) throw problem(reasons.notFound)
  const known = await ctx.store.findBy(refund, 'client_reference', request.clientReference)
  if (known !== undefined) return { record: sameRefund(known, request), created: false }
  if (held.status !== 'succeeded' && held.status !== 'partiallyRefunded') {
    throw problem(notRefundable, { details: { status: held.status } })
  }
  const refundable = held.amount - held.amountRefunded - held.refundPending
  const amount = request.amount ?? refundable
  if (amount > refundable || amount <= 0n) {
    throw problem(exceedsRefundable, { details: { refundable: Number(refundable) } })
  }
  const { record } = await createRefund(ctx, held, {
    amount,
    reason: request.reason ?? null,
    origin: 'api',
    clientReference: request.clientReference,
  })
  const patch = { refundPending: held.refundPending + amount }
  await ctx.store.update(payment, held.id, { patch, known: held })
  await addStep(ctx, held.id, { kind: 'refundRequested', source: record.id, at: record.createdAt })
  ctx.effect(sendRefund, { refundId: record.id })
  return { record, created: true }
}

function sameRefund(known: Refund, request: RefundRequest): Refund {
  const isSame =
    known.paymentId === request.paymentId &&
    known.reason === (request.reason ?? null) &&
    (request.amount === undefined || request.amount === known.amount)
  if (isSame) return known
  throw problem(reasons.clientReferenceExists, { details: { existingId: known.id } })
}

type NewRefund = Partial<Refund> & { clientReference?: string; amount: bigint; origin: Refund['origin'] }

function createRefund(ctx: Ctx, of: Payment, { clientReference, ...own }: NewRefund) {
  // cast: the platform sets every field of a refund.
  return ctx.store.create(refund, {} as Draft<typeof refund>, {
    ...(clientReference !== undefined && { clientReference }),
    set: { paymentId: of.id, currency: of.currency, ...own },
  })
}

/** Sends a refund to the provider. The id of the refund is the key, so a repeat refunds once. */
export const sendRefund = outboundTask(
  'payments.refund.send',
  'Sends a refund to the provider.',
  Type.Object({ refundId: Type.String() }),
  {
    async handle(ctx, { refundId }) {
      const found = await ctx.store.find(refund, refundId)
      const of = found?.status === 'pending' ? await ctx.store.find(payment, found.paymentId) : undefined
      if (found === undefined || of === undefined || of.chargeReference === null) return
      const connection = await findConnection(ctx, of.providerId)
      const { amount, currency, reason: text } = found
      const { chargeReference } = of
      const failed = (code: string): RefundReport => ({
        ...{ about: 'refund', refundId, reference: '', chargeReference, state: 'failed', amount, currency },
        at: ctx.now().toISOString(),
        failureCode: code,
      })
      const request = { refundId, chargeReference, amount, currency, reason: text ?? undefined }
      const report =
        connection === undefined
          ? failed('provider_removed')
          : await ctx
              .port(payProviderPort)
              .refund(ctx, connection, request)
              .catch((error: unknown) => {
                if (error instanceof PayRefused) return failed(error.code)
                throw error
              })
      await ctx.atomic((inner) => applyRefund(inner, of.id, report))
    },
    async failed(ctx, payload): Promise<void> {
      ctx.later(sendRefund, payload, againAfterDeath(ctx))
    },
  },
)

/** Applies a report about a refund; one that was made at the provider is recorded. Call inside `ctx.atomic`. */
export async function applyRefund(ctx: Ctx, paymentId: string, report: RefundReport): Promise<void> {
  const held = await holdPayment(ctx, paymentId)
  if (held === undefined) return
  if (report.currency !== held.currency) return recordRefundMisfit(ctx, held, { report, ours: 0n })
  const found = await findRefund(ctx, held, report)
  if (found === undefined) return
  if (found.amount !== report.amount) return recordRefundMisfit(ctx, held, { report, ours: found.amount })
  if (found.status === 'pending') return applyToPending(ctx, held, { found, report })
  if (found.status === 'succeeded' && report.state === 'failed') await bookBack(ctx, held, { found, report })
}

type Misfit = { report: RefundReport; ours: bigint }

/** A report that names another amount or currency moves no refund: the difference is recorded. */
function recordRefundMisfit(ctx: Ctx, held: Payment, { report, ours }: Misfit): Promise<void> {
  const { reference: providerReference, at, currency, amount: theirs } = report
  const { id: paymentId, providerId } = held
  return recordMismatch(ctx, { providerId, paymentId, kind: 'refund', providerReference, at, currency, ours, theirs })
}

type Reported = { found: Refund; report: RefundReport }

async function applyToPending(ctx: Ctx, held: Payment, { found, report }: Reported): Promise<void> {
  const reference = report.reference === '' ? found.providerReference : report.reference
  if (report.state === 'pending') {
    await ctx.store.update(refund, found.id, { patch: { providerReference: reference } })
    return
  }
  const isDone = report.state === 'succeeded'
  await ctx.store.update(refund, found.id, {
    status: report.state,
    patch: {
      providerReference: reference,
      settledAt: isDone ? report.at : null,
      failureCode: report.failureCode?.slice(0, 100) ?? null,
    },
  })
  const kind = isDone ? 'refunded' : 'refundFailed'
  await addStep(ctx, held.id, { kind, source: found.id, at: report.at, detail: report.failureCode })
  const refundPending = found.origin === 'api' ? held.refundPending - found.amount : held.refundPending
  if (isDone) {
    await noteDay(ctx, held.providerId, report.at)
    await settleRefund(ctx, { ...held, refundPending }, found)
  }
  if (!isDone) await ctx.store.update(payment, held.id, { patch: { refundPending } })
}

async function settleRefund(ctx: Ctx, held: Payment, done: Refund): Promise<void> {
  const { amount: captured, refundPending } = held
  const amountRefunded = held.amountRefunded + done.amount
  const after = await ctx.store.update(payment, held.id, {
    ...statusBy(held, amountRefunded),
    patch: { amountRefunded, refundPending },
  })
  ctx.emit(paymentRefunded, refundPayload(after, done), after)
  await ctx.audit({ action: 'payments.payment.refunded', target: held.id })
  const tokens = await ctx.port(offersPort).rollback(ctx, { reference: held.id, refunded: amountRefunded, captured })
  await postMoney(ctx, after, { kind: 'refund', refundId: done.id, amount: done.amount, tokens })
}

/**
 * Books a refund back that failed after its success: the money is at the provider again, and can be refunded again.
 * Coupons and tokens that the refund took back stay so.
 */
async function bookBack(ctx: Ctx, held: Payment, { found, report: { at, failureCode } }: Reported): Promise<void> {
  const code = failureCode?.slice(0, 100) ?? null
  const patch = { failedAt: at, failureCode: code }
  await ctx.store.update(refund, found.id, { status: 'failed', patch })
  await addStep(ctx, held.id, { kind: 'refundFailed', source: found.id, at, detail: failureCode })
  await noteDay(ctx, held.providerId, at)
  const amountRefunded = held.amountRefunded - found.amount
  const after = await ctx.store.update(payment, held.id, {
    ...statusBy(held, amountRefunded),
    patch: { amountRefunded },
  })
  ctx.emit(paymentRefundFailed, refundPayload(after, found), after)
  await ctx.audit({ action: 'payments.payment.refundFailed', target: held.id })
  await postMoney(ctx, after, { kind: 'refundFailed', refundId: found.id, amount: found.amount })
}

const refundableStates: ReadonlySet<string> = new Set(['succeeded', 'partiallyRefunded', 'refunded'])

/** State of a payment by its refunds; none of a payment that is disputed, lost or without money. */
function statusBy(held: Payment, amountRefunded: bigint): { status?: string } {
  if (!refundableStates.has(held.status)) return {}
  const status = statusByRefunds(held, amountRefunded)
  return status === held.status ? {} : { status }
}

function refundPayload({ id: paymentId, status, amountRefunded, currency, contactId }: Payment, of: Refund) {
  const amounts = { amount: Number(of.amount), amountRefunded: Number(amountRefunded) }
  return { paymentId, refundId: of.id, status, currency, contactId, ...amounts }
}

/** The refund of a report, which belongs to the payment of the charge: an id of another payment's refund names none. */
async function findRefund(ctx: Ctx, held: Payment, report: RefundReport): Promise<Refund | undefined> {
  const named = report.refundId === undefined ? undefined : await ctx.store.find(refund, report.refundId)
  if (named?.paymentId === held.id) return named
  const known = await ctx.store.findBy(refund, 'provider_reference', report.reference)
  if (known !== undefined) return known.paymentId === held.id ? known : undefined
  const made = await createRefund(ctx, held, {
    amount: report.amount,
    origin: 'provider',
    providerReference: report.reference,
  })
  return made.record
}

import { Type } from '#kit/values/schema.ts'
import type { Ctx } from '#kit/call/context.ts'
import { againAfterDeath, outboundTask } from '#kit/nouns/task.ts'
import {
  PayFailed,
  PayInFlight,
  payProviderPort,
  PayRefused,
  type PayConnection,
  type PayReport,
  type PaySession,
} from '#platform/pay/payProviderPort.ts'
import { findConnection } from '#products/payments/provider/payConnection.ts'
import { applyReport } from './applyReport.ts'
import { openStates, type Payment } from './paymentFields.ts'
import { giveUp, holdPayment, type Unpaid } from './paymentMoves.ts'
import { payment } from './payment.ts'
import { returnUrlOf } from './paymentProof.ts'
import { noteRefusal, noteSuccess } from '#products/payments/provider/providerHealth.ts'
import { addStep } from './paymentSteps.ts'

const named = Type.Object({ paymentId: Type.String() })

/** Time in which a payer pays, from the start of the payment. */
export const payableMs = 36 * 60_000
/** Time after the expiry of a session until its payment is ended: the provider ends it first. */
const graceMs = 60_000
/** Shortest life of a session that is opened now: Stripe refuses one below 30 minutes. */
const sessionMsMin = 31 * 60_000

/**
 * Opens the session of a payment at its provider. Its id is the key there, so a repeat opens no second one. A provider
 * that is not reached ends the payment: its payer is there now, and starts again. A session whose response was lost has
 * no payer: its address was never shown.
 */
export const openSession = outboundTask(
  'payments.payment.open',
  'Opens the payment page of the provider for a payer.',
  named,
  {
    handle: openAtProvider,
    failed: (ctx, { paymentId }) => endUnreached(ctx, paymentId),
  },
)

const unreachedCode = 'provider_unreachable'

/** Whether a payment ended since its provider was not reached, so that no payer ever saw its page. */
export function isUnreached({ status, failureCode }: Payment): boolean {
  return status === 'failed' && failureCode === unreachedCode
}

function endUnreached(ctx: Ctx, paymentId: string): Promise<void> {
  return endUnopened(ctx, paymentId, unreachedCode)
}

/** Ends a payment without a page. Its payer may be on a page that a concurrent run has opened: that payment stays. */
function endUnopened(ctx: Ctx, paymentId: string, code: string): Promise<void> {
  return endUnpaid(ctx, paymentId, { status: 'failed', code, isUnopened: true })
}

async function openAtProvider(ctx: Ctx, { paymentId }: { paymentId: string }): Promise<void> {
  const found = await ctx.store.find(payment, paymentId)
  if (found === undefined || !openStates.includes(found.status) || found.sessionUrl !== null) return
  const connection = await findConnection(ctx, found.providerId)
  if (connection === undefined) return endUnopened(ctx, paymentId, 'provider_removed')
  const timed = await withTime(ctx, found)
  try {
    const opened = await ctx.port(payProviderPort).open(ctx, connection, sessionOf(ctx, timed))
    await ctx.atomic((inner) => keepSession(inner, paymentId, opened))
  } catch (error) {
    // The first request of this session opens it, or fails: a repeat gets its result.
    if (error instanceof PayInFlight) throw error
    if (error instanceof PayFailed) {
      ctx.log.warn('a provider was not reached to open a payment', { paymentId, reason: error.message })
      return endUnreached(ctx, paymentId)
    }
    if (!(error instanceof PayRefused)) throw error
    ctx.log.warn('a provider refuses to open a payment', { paymentId, code: error.code, reason: error.message })
    await endUnopened(ctx, paymentId, error.code)
    await noteRefusal(ctx, found.providerId, error)
    return
  }
  await noteSuccess(ctx, found.providerId)
}

/** Retrieves the state of a payment from its provider, and applies it. */
export const askProvider = outboundTask(
  'payments.payment.ask',
  'Retrieves the state of a payment from its provider.',
  named,
  async (ctx, { paymentId }) => {
    const found = await ctx.store.find(payment, paymentId)
    if (found !== undefined) await askAbout(ctx, found)
  },
)

/** Retrieves the state of a payment that was just read, and applies it. */
export async function askAbout(ctx: Ctx, found: Payment): Promise<void> {
  if (found.providerReference === null) return
  const connection = await findConnection(ctx, found.providerId)
  if (connection === undefined) return
  const reports = await ctx.port(payProviderPort).retrieve(ctx, connection, found.providerReference)
  await applyAll(ctx, found.providerId, reports)
}

/** Ends the session of a payment whose payer cancelled. A payer who was faster has paid. */
export const cancelPayment = outboundTask(
  'payments.payment.cancel',
  'Ends a payment that the payer cancelled.',
  named,
  {
    handle: (ctx, { paymentId }) => endSession(ctx, paymentId, 'cancelled'),
    async failed(ctx, { paymentId }): Promise<void> {
      ctx.later(cancelPayment, { paymentId }, againAfterDeath(ctx))
    },
  },
)

/** Ends the session of a payment at its time. */
export const expirePayment = outboundTask(
  'payments.payment.expire',
  'Ends a payment that was not paid in time.',
  named,
  {
    handle: (ctx, { paymentId }) => endSession(ctx, paymentId, 'expired'),
    async failed(ctx, { paymentId }): Promise<void> {
      ctx.later(expirePayment, { paymentId }, againAfterDeath(ctx))
    },
  },
)

/** Applies reports of a provider, each in a transaction of its own. */
export async function applyAll(ctx: Ctx, providerId: string, reports: readonly PayReport[]): Promise<void> {
  for (const report of reports) await ctx.atomic((inner) => applyReport(inner, providerId, report))
}

async function endSession(ctx: Ctx, paymentId: string, status: Unpaid): Promise<void> {
  const found = await ctx.store.find(payment, paymentId)
  if (found === undefined || !openStates.includes(found.status)) return
  // A session that was opened late has more time, and an expiry of its own.
  if (status === 'expired' && new Date(found.expiresAt) > ctx.now()) return
  // A payment whose money is on its way may take days: the reconciler retrieves it.
  if (status === 'expired' && found.status === 'processing') return
  const connection = await findConnection(ctx, found.providerId)
  if (connection !== undefined && found.providerReference !== null) {
    const reports = await expireKnown(ctx, connection, found.providerReference)
    if (reports === undefined) return endUnpaid(ctx, paymentId, { status, code: 'session_unknown' })
    const isUnpaid = (report: PayReport) => report.about === 'payment' && report.state === 'expired'
    await applyAll(
      ctx,
      found.providerId,
      reports.filter((report) => !isUnpaid(report)),
    )
    if (!reports.some(isUnpaid)) return
  }
  await endUnpaid(ctx, paymentId, { status })
}

/**
 * Ends a session, and reads its state; undefined where none of the keys knows it, as after a change of the account
 * there whose former key is void. The comparison of its day then shows a success.
 */
async function expireKnown(ctx: Ctx, to: PayConnection, reference: string): Promise<PayReport[] | undefined> {
  try {
    return await ctx.port(payProviderPort).expire(ctx, to, reference)
  } catch (error) {
    if (error instanceof PayRefused && error.code === 'resource_missing') return undefined
    throw error
  }
}

/** A payment with the time of a whole session: one whose provider was not reached for minutes gets more of it. */
async function withTime(ctx: Ctx, found: Payment): Promise<Payment> {
  const now = ctx.now().getTime()
  if (new Date(found.expiresAt).getTime() - graceMs - now >= sessionMsMin) return found
  return ctx.atomic(async (inner) => {
    const held = await holdPayment(inner, found.id)
    if (held === undefined || !openStates.includes(held.status) || held.sessionUrl !== null) return held ?? found
    const expiresAt = new Date(now + payableMs)
    inner.later(expirePayment, { paymentId: found.id }, expiresAt)
    return inner.store.update(payment, found.id, {
      patch: { expiresAt: expiresAt.toISOString() },
      known: held,
    })
  })
}

async function endUnpaid(
  ctx: Ctx,
  paymentId: string,
  { status, code, isUnopened = false }: { status: Unpaid; code?: string; isUnopened?: boolean },
): Promise<void> {
  await ctx.atomic(async (inner) => {
    const held = await holdPayment(inner, paymentId)
    if (held === undefined || !openStates.includes(held.status)) return
    if (isUnopened && held.sessionUrl !== null) return
    // The same attempt may be sent again: it then makes another payment.
    const attemptKey = code === unreachedCode ? `${held.attemptKey} ${paymentId}` : held.attemptKey
    const patch = { failureCode: code ?? held.failureCode, attemptKey }
    const noted = await inner.store.update(payment, paymentId, { patch, known: held })
    await giveUp(inner, noted, { status, at: inner.now().toISOString() })
  })
}

async function keepSession(ctx: Ctx, paymentId: string, { reference, url }: { reference: string; url: string }) {
  const held = await holdPayment(ctx, paymentId)
  // The payer has the page of a concurrent run. Another session is never shown, and expires at the provider.
  if (held === undefined || held.sessionUrl !== null) return
  const isOpen = openStates.includes(held.status)
  const patch = { providerReference: held.providerReference ?? reference, sessionUrl: url }
  await ctx.store.update(payment, paymentId, { patch, known: held })
  if (isOpen) await addStep(ctx, paymentId, { kind: 'opened', at: ctx.now().toISOString() })
  else ctx.later(closeSession, { paymentId }, ctx.now())
}

/** Ends a session that was opened after its payment had ended. */
export const closeSession = outboundTask(
  'payments.payment.close',
  'Ends the session of a payment that ended while it was opened.',
  named,
  {
    async handle(ctx, { paymentId }) {
      const found = await ctx.store.find(payment, paymentId)
      const connection = found === undefined ? undefined : await findConnection(ctx, found.providerId)
      if (found === undefined || connection === undefined || found.providerReference === null) return
      await applyAll(
        ctx,
        found.providerId,
        await ctx.port(payProviderPort).expire(ctx, connection, found.providerReference),
      )
    },
    async failed(ctx, { paymentId }): Promise<void> {
      ctx.later(closeSession, { paymentId }, againAfterDeath(ctx))
    },
  },
)

function sessionOf(ctx: Ctx, found: Payment): PaySession {
  const { id, title, amount, currency, customer } = found
  const sum = found.lineItems.reduce((total, each) => total + each.amount, 0n)
  const lines = found.lineItems.filter((each) => each.amount > 0n)
  // Tokens pay a part of the whole, which no line shows: the provider then gets one line.
  const isWhole = sum === amount && lines.length > 0
  return {
    paymentId: id,
    title,
    lines: isWhole
      ? lines.map(({ name, quantity, amount: own }) => ({ name, quantity, amount: own }))
      : [{ name: title, quantity: 1, amount }],
    amount,
    currency,
    email: customer?.email ?? null,
    language: customer?.language ?? ctx.account.language,
    returnUrl: returnUrlOf(ctx, id),
    cancelUrl: `${returnUrlOf(ctx, id)}&cancelled=1`,
    expiresAt: new Date(new Date(found.expiresAt).getTime() - graceMs),
  }
}

import { Type } from '#kit/values/schema.ts'
import type { Ctx } from '#kit/call/context.ts'
import { problem, reason, reasons } from '#kit/call/problem.ts'
import { task } from '#kit/nouns/task.ts'
import type { DisputeReport } from '#platform/pay/payProviderPort.ts'
import { cardOf, type SandboxCard } from './sandboxCards.ts'
import { announce } from './sandboxEvents.ts'
import {
  chargeOf,
  disputedMark,
  holdSession,
  refundedOf,
  reportOfSession,
  sessionIdOf,
  writeSession,
  type SandboxRow,
  type SessionChange,
} from './sandboxRows.ts'

/** Refusal of a card by the sandbox. */
export const sandboxDeclined = reason('conflict', 'card_declined', 'The card was declined. Try another one.')
/** Refusal of a number that is no test card. */
export const sandboxCardUnknown = reason(
  'invalid_request',
  'unknown_test_card',
  'This is no test card. The sandbox moves no money: try 4242 4242 4242 4242.',
)
/** Refusal of a payment whose session has ended. */
export const sandboxEnded = reason('conflict', 'session_ended', 'This payment page has ended.')

const settleMs = 60_000
const disputeMs = 5_000
const decisionMs = 120_000

/** Choice of a payer on the page of the sandbox: a card, or a decision about the extra step. */
export type SandboxChoice = { card?: string | undefined; decision?: 'approve' | 'refuse' | undefined }

/** Pays a session. Throws the reason of a decline after it is recorded and announced. */
export async function paySandbox(ctx: Ctx, sessionId: string, chosen: SandboxChoice): Promise<SandboxRow> {
  const typed = chosen.card === undefined ? undefined : cardOf(chosen.card)
  if (typed === undefined && chosen.decision === undefined) throw problem(sandboxCardUnknown)
  const { row, isDeclined } = await ctx.atomic(async (inner) => {
    const held = await holdSession(inner, sessionId)
    if (held === undefined) throw problem(reasons.notFound)
    if (held.status === 'succeeded' || held.status === 'processing') return { row: held, isDeclined: false }
    const isOver = new Date(held.expires_at) <= inner.now()
    if (isOver || (held.status !== 'open' && held.status !== 'requiresAction')) throw problem(sandboxEnded)
    await inner.audit({ action: 'payments.sandbox.paid', target: held.reference })
    if (held.status === 'requiresAction') return confirmed(inner, held, chosen.decision ?? 'refuse')
    if (typed === undefined) throw problem(sandboxCardUnknown)
    return charged(inner, held, typed)
  })
  if (isDeclined) throw problem(sandboxDeclined, { details: { code: row.failure_code } })
  return row
}

type Paid = { row: SandboxRow; isDeclined: boolean }

async function charged(ctx: Ctx, held: SandboxRow, typed: { number: string; card: SandboxCard }): Promise<Paid> {
  const { number, card } = typed
  const own = { card: `${card.brand} ${number.slice(-4)}`, failure_code: null }
  if (card.outcome === 'declines') return declined(ctx, held, { ...own, failure_code: card.code ?? 'card_declined' })
  if (card.outcome === 'succeeds') {
    return { row: await capture(ctx, held, { ...own, dispute: card.dispute ?? null }), isDeclined: false }
  }
  const status = card.outcome === 'isDelayed' ? 'processing' : 'requiresAction'
  const row = await writeSession(ctx, held, { ...own, status })
  await announce(ctx, row.provider_id, reportOfSession(ctx, row))
  const settlesAt = new Date(ctx.now().getTime() + settleMs)
  if (status === 'processing') ctx.later(settleSandbox, { sessionId: sessionIdOf(ctx, row) }, settlesAt)
  return { row, isDeclined: false }
}

async function confirmed(ctx: Ctx, held: SandboxRow, decision: 'approve' | 'refuse'): Promise<Paid> {
  if (decision === 'approve') return { row: await capture(ctx, held, {}), isDeclined: false }
  return declined(ctx, held, { card: held.card, failure_code: 'authentication_failed' })
}

async function declined(ctx: Ctx, held: SandboxRow, own: { card: string | null; failure_code: string }): Promise<Paid> {
  const row = await writeSession(ctx, held, { ...own, status: 'open' })
  await announce(ctx, row.provider_id, reportOfSession(ctx, row, own.failure_code))
  return { row, isDeclined: true }
}

/** Captures a session: 1.4 % and 25 minor units are the fee. */
async function capture(ctx: Ctx, held: SandboxRow, own: Partial<SessionChange>): Promise<SandboxRow> {
  const amount = BigInt(held.amount)
  const fee = (amount * 14n) / 1_000n + 25n
  const captured = {
    status: 'succeeded' as const,
    captured_at: ctx.now().toISOString(),
    fee: Number(fee < amount ? fee : amount),
  }
  const row = await writeSession(ctx, held, { ...own, ...captured })
  await announce(ctx, row.provider_id, reportOfSession(ctx, row))
  const now = ctx.now().getTime()
  if (row.dispute !== null) {
    const sessionId = sessionIdOf(ctx, row)
    ctx.later(disputeSandbox, { sessionId, state: 'open' }, new Date(now + disputeMs))
    ctx.later(disputeSandbox, { sessionId, state: row.dispute }, new Date(now + decisionMs))
  }
  return row
}

/** Settles a payment whose money takes a minute. */
export const settleSandbox = task(
  'payments.sandbox.settle',
  'Lets the money of a delayed test payment arrive.',
  Type.Object({ sessionId: Type.String() }),
  async (ctx, { sessionId }) => {
    const held = await holdSession(ctx, sessionId)
    if (held?.status === 'processing') await capture(ctx, held, {})
  },
)

/** Opens or decides the dispute of a test payment. */
export const disputeSandbox = task(
  'payments.sandbox.dispute',
  'Opens or decides the dispute of a test payment.',
  Type.Object({ sessionId: Type.String(), state: Type.String() }),
  async (ctx, { sessionId, state }) => {
    const held = await holdSession(ctx, sessionId)
    if (held === undefined) return
    // Refunds are refused from the dispute on, so what it takes is what they left.
    const isOver = state === 'won'
    const row = await writeSession(ctx, held, { dispute: isOver ? null : disputedMark })
    const refunded = await refundedOf(ctx, row)
    if (refunded >= BigInt(row.amount)) return
    // cast: only these states are queued.
    await announce(ctx, row.provider_id, disputeReport(ctx, row, { state: state as 'open', refunded }))
  },
)

/** A dispute of a session as a report. */
function disputeReport(
  ctx: Ctx,
  row: SandboxRow,
  { state, refunded }: { state: DisputeReport['state']; refunded: bigint },
): DisputeReport {
  return {
    about: 'dispute',
    reference: `sdp_${row.id.replaceAll('-', '')}`,
    chargeReference: chargeOf(row),
    state,
    at: ctx.now().toISOString(),
    amount: BigInt(row.amount) - refunded,
    currency: row.currency,
    reason: 'fraudulent',
  }
}

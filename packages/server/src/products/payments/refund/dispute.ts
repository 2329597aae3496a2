import { Type } from '#kit/values/schema.ts'
import type { Ctx } from '#kit/call/context.ts'
import { offersPort } from '#kit/call/offers.ts'
import { statement } from '#kit/call/statement.ts'
import { closed } from '#kit/nouns/standard.ts'
import { dateTime, line, nullable, oneOf, whole } from '#kit/values/fields.ts'
import { storable } from '#kit/values/foreignText.ts'
import { amountMax } from '#kit/values/money.ts'
import { uuidOf } from '#platform/db/columns.ts'
import type { DisputeReport } from '#platform/pay/payProviderPort.ts'
import { paymentDisputeLost } from '#products/payments/facts.ts'
import { paidStates, paymentPrefix, type Payment } from '#products/payments/payment/paymentFields.ts'
import { payment } from '#products/payments/payment/payment.ts'
import { postMoney } from '#products/payments/payment/paymentMoney.ts'
import { holdPayment } from '#products/payments/payment/paymentMoves.ts'
import { statusByRefunds } from '#products/payments/payment/statusByRefunds.ts'
import { recordMismatch } from '#products/payments/reconciliation/reportMismatch.ts'
import { addStep } from '#products/payments/payment/paymentSteps.ts'

const states = ['open', 'won', 'lost'] as const

/** Applies a report about a dispute, in any order: a decision is final. Call inside `ctx.atomic`. */
export async function applyDispute(ctx: Ctx, paymentId: string, report: DisputeReport): Promise<void> {
  const held = await holdPayment(ctx, paymentId)
  if (held === undefined) return
  if (report.currency !== held.currency) return recordDisputeMisfit(ctx, held, report)
  const isNew = await openDispute(ctx, held, report)
  const decided = report.state === 'open' ? undefined : await decide(ctx, held, report)
  const opened = isNew ? await disputed(ctx, held, report) : held
  if (decided !== undefined) await closeCase(ctx, opened, { report, amount: decided })
}

function recordDisputeMisfit(ctx: Ctx, { id: paymentId, providerId }: Payment, report: DisputeReport): Promise<void> {
  const { reference: providerReference, at, currency, amount: theirs } = report
  return recordMismatch(ctx, {
    providerId,
    paymentId,
    kind: 'currency',
    providerReference,
    at,
    currency,
    ours: 0n,
    theirs,
  })
}

async function disputed(ctx: Ctx, held: Payment, { amount, reference, at, reason }: DisputeReport): Promise<Payment> {
  await addStep(ctx, held.id, { kind: 'disputed', source: reference, at, detail: reason })
  // A second dispute of a payment that is disputed or lost moves money alone.
  const isMoved = held.status !== 'disputed' && held.status !== 'lost' && paidStates.includes(held.status)
  const after = isMoved ? await ctx.store.update(payment, held.id, { status: 'disputed' }) : held
  await postMoney(ctx, after, { kind: 'dispute', disputeReference: reference, amount })
  return after
}

type Closing = { report: DisputeReport; amount: bigint }

async function closeCase(
  ctx: Ctx,
  held: Payment,
  { report: { state, reference, at }, amount }: Closing,
): Promise<void> {
  await addStep(ctx, held.id, { kind: state === 'won' ? 'disputeWon' : 'disputeLost', source: reference, at })
  const { amount: captured, amountRefunded } = held
  const isDecided = held.status === 'disputed'
  if (state === 'won') {
    if (isDecided) await ctx.store.update(payment, held.id, { status: statusByRefunds(held, amountRefunded) })
    return postMoney(ctx, held, { kind: 'disputeWon', disputeReference: reference, amount })
  }
  const patch = { amountLost: held.amountLost + amount }
  const after = await ctx.store.update(payment, held.id, { ...(isDecided && { status: 'lost' }), patch })
  const { id: paymentId, status, currency, contactId } = after
  ctx.emit(paymentDisputeLost, { paymentId, status, amount: Number(amount), currency, contactId }, after)
  // A lost dispute takes offers and tokens back as a refund of its amount does.
  const gone = amountRefunded + after.amountLost
  const refunded = gone < captured ? gone : captured
  const tokens = await ctx.port(offersPort).rollback(ctx, { reference: held.id, refunded, captured })
  await postMoney(ctx, held, { kind: 'disputeLost', disputeReference: reference, tokens })
}

async function openDispute(ctx: Ctx, held: Payment, report: DisputeReport): Promise<boolean> {
  const { reference, amount, reason = '', at } = report
  const text = storable(reason, 100)
  const values = [ctx.account.id, uuidOf(paymentPrefix, held.id), reference, amount, text, at]
  return (await ctx.db.rows(insertDispute, values)).length > 0
}

/** Decides an open dispute, and returns its amount; undefined for one that was decided before. */
async function decide(ctx: Ctx, held: Payment, report: DisputeReport): Promise<bigint | undefined> {
  const { reference, state, at } = report
  const values = [ctx.account.id, uuidOf(paymentPrefix, held.id), reference, state, at]
  const [row] = await ctx.db.rows(closeDispute, values)
  return row === undefined ? undefined : BigInt(row.amount)
}

/** Disputes of a payment, oldest first. */
export async function disputesOf(ctx: Ctx, paymentId: string) {
  const rows = await ctx.db.rows(listDisputes, [ctx.account.id, uuidOf(paymentPrefix, paymentId)])
  return rows.map((row) => ({
    providerReference: row.provider_reference,
    // cast: a check of the table allows only these states.
    state: row.status as (typeof states)[number],
    amount: Number(row.amount),
    reason: row.reason === '' ? null : row.reason,
    openedAt: row.opened_at,
    closedAt: row.closed_at,
  }))
}

/** Schema of the disputes of a payment. */
export const disputeList = Type.Array(
  closed({
    providerReference: line(255, { description: 'Dispute at the provider.' }),
    state: oneOf(states, { description: 'open, or how it ended.' }),
    amount: whole(0, amountMax, { description: 'Disputed amount in minor units.' }),
    reason: nullable(line(100, { description: 'Reason of the payer’s bank.' })),
    openedAt: dateTime({ description: 'Time of the dispute.' }),
    closedAt: nullable(dateTime({ description: 'Time of the decision.' })),
  }),
  { description: 'Disputes of the payment, oldest first.' },
)

const insertDispute = statement(
  'payments_dispute.insert',
  'account',
  `insert into payments_dispute (account_id, payment_id, provider_reference, status, amount, reason, opened_at)
   values ($1, $2, $3, 'open', $4, $5, $6)
   on conflict (account_id, payment_id, provider_reference) do nothing
   returning status`,
)

const closeDispute = statement(
  'payments_dispute.close',
  'account',
  `update payments_dispute set status = $4, closed_at = $5
   where account_id = $1 and payment_id = $2 and provider_reference = $3 and status = 'open'
   returning amount`,
)

const listDisputes = statement(
  'payments_dispute.list',
  'account',
  `select provider_reference, status, amount, reason, opened_at, closed_at from payments_dispute
   where account_id = $1 and payment_id = $2 order by opened_at, provider_reference limit 100`,
)

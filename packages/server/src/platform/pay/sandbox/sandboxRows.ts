import type { Ctx, RowOf } from '#kit/call/context.ts'
import { statement } from '#kit/call/statement.ts'
import { encodeId, parseId, uuidv7 } from '#kit/values/ids.ts'
import type { PaymentReport, PaySession } from '#platform/pay/payProviderPort.ts'

/** Prefixes of the sandbox's own ids. */
export const sessionPrefix = 'sbx'
/** Prefix of events in webhooks. */
export const eventPrefix = 'sbe'

/** A session as the sandbox stores it. */
export type SandboxRow = NonNullable<RowOf<typeof findSession>>
/** A refund as the sandbox stores it. */
export type SandboxRefundRow = NonNullable<RowOf<typeof findRefund>>

/** Creates the session of a reference, or returns the one that it named before. */
export async function makeSession(ctx: Ctx, providerId: string, session: PaySession): Promise<SandboxRow> {
  const { paymentId, title, amount, currency, email, returnUrl, cancelUrl, expiresAt } = session
  const now = ctx.now()
  const values = [ctx.account.id, uuidv7(now.getTime()), providerId, paymentId, title, amount, currency, email]
  const times = [now.toISOString(), expiresAt.toISOString()]
  const [made] = await ctx.db.rows(insertSession, [...values, returnUrl, cancelUrl, ...times])
  const row = made ?? (await ctx.db.rows(findByReference, [ctx.account.id, paymentId]))[0]
  if (row === undefined) throw new Error('the session of the sandbox is missing')
  return row
}

/** The session of an id; undefined for an unknown one. */
export async function sessionOf(ctx: Ctx, sessionId: string): Promise<SandboxRow | undefined> {
  return (await ctx.db.rows(findSession, [ctx.account.id, uuidOfSession(sessionId)]))[0]
}

/** The session, locked until the transaction ends. */
export async function holdSession(ctx: Ctx, sessionId: string): Promise<SandboxRow | undefined> {
  return (await ctx.db.rows(lockSession, [ctx.account.id, uuidOfSession(sessionId)]))[0]
}

/** Public id of a session. */
export function sessionIdOf(ctx: Ctx, row: { id: string }): string {
  return encodeId(sessionPrefix, ctx.account.id, row.id)
}

/** Reference of the charge of a session. */
export function chargeOf(row: { id: string }): string {
  return `sch_${row.id.replaceAll('-', '')}`
}

/** The session of a charge; undefined for another text. */
export function sessionOfCharge(ctx: Ctx, charge: string): string | undefined {
  const hex = /^sch_([0-9a-f]{8})([0-9a-f]{4})([0-9a-f]{4})([0-9a-f]{4})([0-9a-f]{12})$/.exec(charge)
  return hex === null ? undefined : encodeId(sessionPrefix, ctx.account.id, hex.slice(1).join('-'))
}

/** Mark of a session whose dispute is open or lost: no refund leaves it. */
export const disputedMark = 'disputed'

/** Members of a session that change. */
export type SessionChange = Pick<SandboxRow, 'status' | 'card' | 'failure_code' | 'fee' | 'captured_at' | 'dispute'>

/** Writes a changed session. Call behind `holdSession`. */
export async function writeSession(ctx: Ctx, row: SandboxRow, change: Partial<SessionChange>): Promise<SandboxRow> {
  const after = { ...row, ...change, changed_at: ctx.now().toISOString() }
  const { status, card, failure_code: code, fee, captured_at: captured, dispute, changed_at: at } = after
  await ctx.db.rows(updateSession, [ctx.account.id, row.id, status, card, code, fee, captured, dispute, at])
  return after
}

/** A session as a report. `failureCode`: of an attempt that has just failed. */
export function reportOfSession(ctx: Ctx, row: SandboxRow, failureCode?: string): PaymentReport {
  const isPaid = row.status === 'succeeded'
  const [brand = null, last4 = null] = row.card === null ? [] : row.card.split(' ')
  return {
    about: 'payment',
    paymentId: row.reference,
    reference: sessionIdOf(ctx, row),
    chargeReference: isPaid ? chargeOf(row) : undefined,
    // cast: a check of the table allows only these states.
    state: row.status as PaymentReport['state'],
    at: row.changed_at,
    captured: isPaid ? BigInt(row.amount) : 0n,
    fee: isPaid ? BigInt(row.fee) : 0n,
    currency: row.currency,
    method: row.card === null ? undefined : { type: 'card', brand, last4 },
    failureCode,
  }
}

function uuidOfSession(sessionId: string): string | null {
  return parseId(sessionPrefix, sessionId)?.uuid ?? null
}

/** Creates the refund of a reference, or returns the one that it named before. Call behind `holdSession`. */
export async function makeRefund(
  ctx: Ctx,
  of: SandboxRow,
  draft: { reference: string; amount: bigint; status: string },
): Promise<{ row: SandboxRefundRow; isNew: boolean } | undefined> {
  const [known] = await ctx.db.rows(findRefund, [ctx.account.id, draft.reference])
  if (known !== undefined) return { row: known, isNew: false }
  if (of.dispute === disputedMark) return undefined
  if ((await refundedOf(ctx, of)) + draft.amount > BigInt(of.amount)) return undefined
  const at = ctx.now().toISOString()
  const values = [ctx.account.id, draft.reference, of.id, draft.amount, draft.status, at]
  await ctx.db.rows(insertRefund, values)
  const [row] = await ctx.db.rows(findRefund, [ctx.account.id, draft.reference])
  return row === undefined ? undefined : { row, isNew: true }
}

/** Sum of the refunds of a session that have not failed. Call behind `holdSession`. */
export async function refundedOf(ctx: Ctx, of: SandboxRow): Promise<bigint> {
  return BigInt((await ctx.db.rows(sumRefunds, [ctx.account.id, of.id]))[0]?.sum ?? 0)
}

/** Ends a pending refund; undefined when it has ended. */
export async function endRefund(ctx: Ctx, reference: string, status: string): Promise<SandboxRefundRow | undefined> {
  const ended = await ctx.db.rows(updateRefund, [ctx.account.id, reference, status, ctx.now().toISOString()])
  return ended.length === 0 ? undefined : (await ctx.db.rows(findRefund, [ctx.account.id, reference]))[0]
}

/** Refunds of a session. */
export async function refundsOfSession(ctx: Ctx, of: SandboxRow): Promise<SandboxRefundRow[]> {
  return ctx.db.rows(listRefunds, [ctx.account.id, of.id])
}

/** Sums of a day by currency. */
export async function sumsOfDay(ctx: Ctx, providerId: string, [from, to]: readonly [string, string]) {
  const captured = await ctx.db.rows(sumCaptured, [ctx.account.id, providerId, from, to])
  const refunded = await ctx.db.rows(sumRefunded, [ctx.account.id, providerId, from, to])
  return { captured, refunded }
}

const sessionColumns =
  'id, provider_id, reference, status, title, amount, currency, email, return_url, cancel_url, card, failure_code, ' +
  'fee, captured_at, dispute, changed_at, expires_at'

const insertSession = statement(
  'pay_sandbox_session.insert',
  'account',
  `insert into pay_sandbox_session (account_id, id, provider_id, reference, status, title, amount, currency, email,
     return_url, cancel_url, fee, created_at, changed_at, expires_at)
   values ($1, $2, $3, $4, 'open', $5, $6, $7, $8, $9, $10, 0, $11, $11, $12)
   on conflict (account_id, reference) do nothing returning ${sessionColumns}`,
)
const findByReference = statement(
  'pay_sandbox_session.byReference',
  'account',
  `select ${sessionColumns} from pay_sandbox_session where account_id = $1 and reference = $2`,
)
const findSession = statement(
  'pay_sandbox_session.find',
  'account',
  `select ${sessionColumns} from pay_sandbox_session where account_id = $1 and id = $2`,
)
const lockSession = statement(
  'pay_sandbox_session.hold',
  'account',
  `select ${sessionColumns} from pay_sandbox_session where account_id = $1 and id = $2 for update`,
)
const updateSession = statement(
  'pay_sandbox_session.update',
  'account',
  `update pay_sandbox_session set status = $3, card = $4, failure_code = $5, fee = $6, captured_at = $7, dispute = $8,
     changed_at = $9
   where account_id = $1 and id = $2`,
)
const findRefund = statement(
  'pay_sandbox_refund.find',
  'account',
  `select reference, session_id, amount, status, changed_at from pay_sandbox_refund
   where account_id = $1 and reference = $2`,
)
const listRefunds = statement(
  'pay_sandbox_refund.list',
  'account',
  `select reference, session_id, amount, status, changed_at from pay_sandbox_refund
   where account_id = $1 and session_id = $2 order by changed_at, reference limit 100`,
)
const sumRefunds = statement(
  'pay_sandbox_refund.sum',
  'account',
  `select sum(amount)::bigint as sum from pay_sandbox_refund
   where account_id = $1 and session_id = $2 and status <> 'failed'`,
)
const insertRefund = statement(
  'pay_sandbox_refund.insert',
  'account',
  `insert into pay_sandbox_refund (account_id, reference, session_id, amount, status, changed_at)
   values ($1, $2, $3, $4, $5, $6)`,
)
const updateRefund = statement(
  'pay_sandbox_refund.end',
  'account',
  `update pay_sandbox_refund set status = $3, changed_at = $4
   where account_id = $1 and reference = $2 and status = 'pending' returning reference`,
)
const sumCaptured = statement(
  'pay_sandbox_session.sumCaptured',
  'account',
  `select currency, count(*)::integer as payments, sum(amount)::bigint as captured, sum(fee)::bigint as fees
   from pay_sandbox_session
   where account_id = $1 and provider_id = $2 and captured_at >= $3 and captured_at < $4
   group by currency`,
)
const sumRefunded = statement(
  'pay_sandbox_refund.sumRefunded',
  'account',
  `select s.currency, sum(r.amount)::bigint as refunded
   from pay_sandbox_refund r join pay_sandbox_session s on s.account_id = r.account_id and s.id = r.session_id
   where r.account_id = $1 and s.provider_id = $2 and r.status = 'succeeded' and r.changed_at >= $3
     and r.changed_at < $4
   group by s.currency`,
)

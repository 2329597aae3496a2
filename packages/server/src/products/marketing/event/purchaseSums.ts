import type { Ctx } from '#kit/call/context.ts'
import { statement } from '#kit/call/statement.ts'
import type { FilterSubject } from '#kit/filter/vocabulary.ts'

/** Facts of which the sums are made: each is recorded once, so each counts once. */
const payments: ReadonlySet<string> = new Set([
  ...['payments.payment.succeeded', 'payments.payment.refunded'],
  ...['payments.payment.refundFailed', 'payments.payment.disputeLost'],
])

/** A recorded event, with the row id of its contact. */
export type RecordedEvent = { contactId: string; name: string; properties: Readonly<Record<string, unknown>> }

type Sum = { contact_id: string; currency: string; payment_count: number; paid_minor: number; refunded_minor: number }

/**
 * Adds recorded payments, refunds and lost disputes to the sums of their contacts, in the transaction that records
 * them.
 */
export async function addPurchases(ctx: Ctx, events: readonly RecordedEvent[]): Promise<void> {
  const sums = new Map<string, Sum>()
  for (const { contactId, name, properties } of events) {
    const { amountMinor, currency } = properties
    if (!payments.has(name) || typeof currency !== 'string' || !Number.isSafeInteger(amountMinor)) continue
    const key = `${contactId} ${currency}`
    const sum = sums.get(key) ?? {
      contact_id: contactId,
      currency,
      payment_count: 0,
      paid_minor: 0,
      refunded_minor: 0,
    }
    sums.set(key, sum)
    if (name === 'payments.payment.succeeded') {
      sum.payment_count += 1
      sum.paid_minor += Number(amountMinor)
    } else sum.refunded_minor += Number(amountMinor) * (name === 'payments.payment.refundFailed' ? -1 : 1)
  }
  // In the order of the key: two transactions never wait for each other.
  const rows = [...sums].toSorted(([one], [other]) => (one < other ? -1 : 1)).map(([, sum]) => sum)
  if (rows.length > 0) await ctx.db.rows(add, [ctx.account.id, JSON.stringify(rows)])
}

/** Sums of contacts by row id, then by currency. */
export async function loadPurchases(ctx: Ctx, contactIds: readonly string[]) {
  const rows = await ctx.db.rows(read, [ctx.account.id, contactIds])
  const found = new Map<string, Map<string, { count: number; total: number }>>()
  for (const row of rows) {
    const own = found.get(row.contact_id) ?? new Map<string, { count: number; total: number }>()
    found.set(row.contact_id, own.set(row.currency, { count: row.payment_count, total: Number(row.total) }))
  }
  return found
}

/** Tokens that contacts can spend, by row id, then by token. */
export async function loadBalances(
  ctx: Ctx,
  contactIds: readonly string[],
): Promise<Map<string, FilterSubject['balances']>> {
  const rows = await ctx.db.rows(readBalances, [ctx.account.id, contactIds.map((id) => `member:${id}`)])
  const found = new Map<string, Map<string, number>>()
  for (const { ledger, unit, balance } of rows) {
    const id = ledger.slice('member:'.length)
    const own = found.get(id) ?? new Map<string, number>()
    found.set(id, own.set(unit, Number(balance)))
  }
  return found
}

const add = statement(
  'marketing_purchase.add',
  'account',
  `insert into marketing_purchase as p (account_id, contact_id, currency, payment_count, paid_minor, refunded_minor)
   select $1, t.contact_id, t.currency, t.payment_count, t.paid_minor, t.refunded_minor
   from json_to_recordset($2::json) as t (
     contact_id uuid, currency text, payment_count integer, paid_minor bigint, refunded_minor bigint)
   where t.currency ~ '^[A-Z]{3}$' order by t.contact_id, t.currency
   on conflict (account_id, contact_id, currency) do update set
     payment_count = p.payment_count + excluded.payment_count, paid_minor = p.paid_minor + excluded.paid_minor,
     refunded_minor = p.refunded_minor + excluded.refunded_minor`,
)

const read = statement(
  'marketing_purchase.ofContacts',
  'account',
  `select contact_id, currency, payment_count, paid_minor - refunded_minor as total
   from marketing_purchase where account_id = $1 and contact_id = any($2::uuid[])`,
)

const readBalances = statement(
  'ledger_balance.ofMembers',
  'account',
  `select ledger, unit, balance from ledger_balance
   where account_id = $1 and book = 'tokens' and ledger = any($2::text[]) and slot = 0`,
)

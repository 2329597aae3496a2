import type { Ctx } from '#kit/call/context.ts'
import { statement } from '#kit/call/statement.ts'
import type { Draft } from '#kit/nouns/resource.ts'
import { payProviderPort, type PayConnection, type PayDayTotal } from '#platform/pay/payProviderPort.ts'
import { findConnection } from '#products/payments/provider/payConnection.ts'
import { comparedKinds, reconciliation, type Reconciliation } from './reconciliation.ts'

const dayMs = 86_400_000
/** Most open differences of one provider and day: four sums in each currency. */
const issuesMax = 1_000

/** A day of a provider. */
export type ProviderDay = { providerId: string; day: string }

/** Compares a day with the provider. Returns the differences, which are recorded; those that are gone are resolved. */
export async function compareDay(ctx: Ctx, of: ProviderDay): Promise<Reconciliation[]> {
  const connection = await findConnection(ctx, of.providerId)
  if (connection === undefined) return []
  if (isTooOld(ctx, connection, of.day)) {
    // A late report of an old day leaves nothing to compare it with: the day is done.
    await ctx.atomic((inner) => inner.db.rows(markChecked, checkedValues(inner, of)))
    return []
  }
  const theirs = await ctx.port(payProviderPort).totals(ctx, connection, of.day)
  return ctx.atomic(async (inner) => {
    await inner.lock(`payments.reconciliation ${of.providerId} ${of.day}`)
    const issues = await record(inner, of, { ours: await ownTotals(inner, of), theirs })
    await inner.db.rows(markChecked, checkedValues(inner, of))
    return issues
  })
}

/** Whether a provider has no longer all records of a day. */
export function isTooOld(ctx: Ctx, connection: PayConnection, day: string): boolean {
  const oldest = ctx.port(payProviderPort).oldestDay(connection, ctx.now())
  return oldest !== undefined && day < oldest
}

function checkedValues(ctx: Ctx, { providerId, day }: ProviderDay) {
  return [ctx.account.id, providerId, day, ctx.now().toISOString()]
}

/** Sums of a day in our records. */
async function ownTotals(ctx: Ctx, { providerId, day }: ProviderDay): Promise<PayDayTotal[]> {
  const from = new Date(`${day}T00:00:00.000Z`)
  const until = new Date(from.getTime() + dayMs)
  const rows = await ctx.db.rows(sumOwnDay, [ctx.account.id, providerId, from.toISOString(), until.toISOString()])
  return rows.map((row) => ({
    currency: row.currency ?? '',
    payments: Number(row.payments ?? 0),
    captured: BigInt(row.captured ?? 0),
    fees: BigInt(row.fees ?? 0),
    refunded: BigInt(row.refunded ?? 0),
  }))
}

type Both = Record<'ours' | 'theirs', readonly PayDayTotal[]>

async function record(ctx: Ctx, of: ProviderDay, both: Both): Promise<Reconciliation[]> {
  const known = await issuesOf(ctx, of)
  const currencies = new Set([...both.ours, ...both.theirs, ...known].map(({ currency }) => currency))
  const found: Reconciliation[] = []
  for (const currency of currencies) {
    for (const kind of comparedKinds) {
      const sumOf = (totals: readonly PayDayTotal[]) =>
        BigInt(totals.find((each) => each.currency === currency)?.[kind] ?? 0)
      const sums = { ours: sumOf(both.ours), theirs: sumOf(both.theirs) }
      const before = known.find((each) => each.currency === currency && each.kind === kind)
      const issue = await settle(ctx, { ...of, currency, kind, ...sums }, before)
      if (issue !== undefined) found.push(issue)
    }
  }
  return found
}

type Sums = Pick<Reconciliation, 'providerId' | 'day' | 'currency' | 'kind' | 'ours' | 'theirs'>

async function settle(ctx: Ctx, sums: Sums, before: Reconciliation | undefined): Promise<Reconciliation | undefined> {
  const { ours, theirs } = sums
  const patch = { ours, theirs }
  if (ours === theirs) {
    if (before?.status === 'open') await ctx.store.update(reconciliation, before.id, { status: 'resolved', patch })
    return undefined
  }
  if (before !== undefined) return ctx.store.update(reconciliation, before.id, { status: 'open', patch })
  // cast: the platform sets every field of a difference.
  const made = await ctx.store.create(reconciliation, {} as Draft<typeof reconciliation>, { set: sums })
  return made.record
}

async function issuesOf(ctx: Ctx, { providerId, day }: ProviderDay): Promise<Reconciliation[]> {
  const conditions = [
    { sql: 't.provider_id = $1 and t.day = $2::date and t.payment_id is null', values: [providerId, day] },
  ]
  const found: Reconciliation[] = []
  while (found.length < issuesMax) {
    const query = { conditions, limit: 100, offset: found.length, sort: '-createdAt' }
    const { items, pagination } = await ctx.store.list(reconciliation, query)
    found.push(...items)
    if (!pagination.hasMore) break
  }
  return found
}

const sumOwnDay = statement(
  'payments_payment.sumDay',
  'account',
  `select currency, sum(payments)::integer as payments, sum(captured)::bigint as captured, sum(fees)::bigint as fees,
     sum(refunded)::bigint as refunded
   from (
     select currency, count(*) as payments, sum(amount) as captured, sum(fee) as fees, 0 as refunded
     from payments_payment
     where account_id = $1 and provider_id = $2 and captured_at >= $3 and captured_at < $4 and amount > 0
     group by currency
     union all
     select r.currency, 0, 0, 0, sum(r.amount)
     from payments_refund r join payments_payment p on p.account_id = r.account_id and p.id = r.payment_id
     where r.account_id = $1 and p.provider_id = $2 and r.settled_at >= $3 and r.settled_at < $4
     group by r.currency
     union all
     select r.currency, 0, 0, 0, -sum(r.amount)
     from payments_refund r join payments_payment p on p.account_id = r.account_id and p.id = r.payment_id
     where r.account_id = $1 and p.provider_id = $2 and r.settled_at is not null and r.failed_at >= $3
       and r.failed_at < $4
     group by r.currency
   ) sums group by currency order by currency`,
)

const markChecked = statement(
  'payments_day.checked',
  'account',
  `update payments_day set checked_at = $4 where account_id = $1 and provider_id = $2 and day = $3`,
)

import type { Ctx, RowOf } from '#kit/call/context.ts'
import { statement } from '#kit/call/statement.ts'
import { leastCharge } from '#kit/values/leastCharge.ts'
import { dayOf } from '#kit/values/zoneDay.ts'
import { uuidOf } from '#platform/db/columns.ts'
import { linkPrefix, type PaymentLink } from './linkFields.ts'
import { priceOf } from './linkPrice.ts'

/** Counts of a link. They live beside its row, so that a payment of a busy link makes no new version of it. */
export type LinkCount = RowOf<typeof findCounts>

/** Creates the counts of a new link. Call inside `ctx.atomic`. */
export async function createCount(ctx: Ctx, link: PaymentLink): Promise<void> {
  const { id, maxPayments, allowPartial } = link
  // The price is the limit of a link that takes parts: it has as many payments as parts.
  const limits = allowPartial === null ? [maxPayments, null] : [null, priceOf(link)]
  await ctx.db.rows(insertCount, [ctx.account.id, uuidOf(linkPrefix, id), ...limits])
}

/** Counts of links by the id of the link. */
export async function countsOf(ctx: Ctx, linkIds: readonly string[]): Promise<ReadonlyMap<string, LinkCount>> {
  const uuids = linkIds.map((id) => uuidOf(linkPrefix, id))
  const rows = await ctx.db.rows(findCounts, [ctx.account.id, uuids])
  const byUuid = new Map(rows.map((row) => [row.payment_link_id, row]))
  return new Map(
    linkIds.flatMap((id, index) => {
      const row = byUuid.get(uuids[index] ?? '')
      return row === undefined ? [] : [[id, row] as const]
    }),
  )
}

/** Changes the most payments of a link; false when it has more already. Call inside `ctx.atomic`. */
export async function limitUses(ctx: Ctx, linkId: string, usesMax: number | null): Promise<boolean> {
  const rows = await ctx.db.rows(updateLimit, [ctx.account.id, uuidOf(linkPrefix, linkId), usesMax])
  return rows.length > 0
}

/** Changes the price of a link that takes parts; false when one is paid or held. Call inside `ctx.atomic`. */
export async function changePrice(ctx: Ctx, linkId: string, price: bigint): Promise<boolean> {
  return (await ctx.db.rows(updatePrice, [ctx.account.id, uuidOf(linkPrefix, linkId), price])).length > 0
}

/**
 * Reserves one payment of a link; false when all are taken, or when the amount is no part that the link takes. The
 * condition on the row holds the limit.
 */
export async function reserveUse(ctx: Ctx, link: PaymentLink, amount: bigint): Promise<boolean> {
  const { id, allowPartial, currency } = link
  const parts = [amount, leastCharge(currency), allowPartial?.firstMin ?? 0n]
  return (await ctx.db.rows(reserve, [ctx.account.id, uuidOf(linkPrefix, id), today(ctx), ...parts])).length > 0
}

/** Releases the reservation of a payment that came to nothing. */
export async function releaseUse(ctx: Ctx, linkId: string, amount: bigint): Promise<void> {
  await ctx.db.rows(release, [ctx.account.id, uuidOf(linkPrefix, linkId), amount])
}

/** Whether a link has taken its last payment, or its whole price but for a rest that no card pays. */
export function isUsedUp(count: Pick<LinkCount, 'used' | 'uses_max' | 'price' | 'amount'>, currency: string): boolean {
  const { used, uses_max: max, price, amount } = count
  if (price !== null) return BigInt(price) - BigInt(amount) < leastCharge(currency)
  return max !== null && used >= max
}

/** A use of a link by a success. wasReleased: its reservation had ended before. */
export type Use = { amount: bigint; currency: string; wasReleased: boolean }

/** Turns a reservation into a use. Returns whether the link is complete, and over its limit. */
export async function commitUse(ctx: Ctx, linkId: string, { amount, currency, wasReleased }: Use) {
  const values = [ctx.account.id, uuidOf(linkPrefix, linkId), wasReleased ? 0 : 1, amount, today(ctx)]
  const [row] = await ctx.db.rows(commit, values)
  if (row === undefined) return { isComplete: false, isOver: false }
  const { used, reserved, uses_max: max, price } = row
  const isOverPrice = price !== null && BigInt(row.amount) + BigInt(row.held) > BigInt(price)
  return { isComplete: isUsedUp(row, currency), isOver: isOverPrice || (max !== null && used + reserved > max) }
}

/** Counts a visit of a link's page. */
export async function countVisit(ctx: Ctx, linkId: string): Promise<void> {
  await ctx.db.rows(visit, [ctx.account.id, uuidOf(linkPrefix, linkId), today(ctx)])
}

function today(ctx: Ctx): string {
  return dayOf(ctx.now(), ctx.account.timeZone)
}

// Each statement locks the count of the link before its day.
const insertDay = 'insert into payments_link_day (account_id, payment_link_id, day, views, started, succeeded, amount)'
const onDay = 'on conflict (account_id, payment_link_id, day) do update set'

const insertCount = statement(
  'payments_link_count.insert',
  'account',
  `insert into payments_link_count
     (account_id, payment_link_id, uses_max, price, used, reserved, held, views, started, succeeded, amount)
   values ($1, $2, $3, $4, 0, 0, 0, 0, 0, 0, 0)
   on conflict (account_id, payment_link_id) do nothing`,
)

const findCounts = statement(
  'payments_link_count.find',
  'account',
  `select payment_link_id, uses_max, price, used, reserved, held, views, started, succeeded, amount
   from payments_link_count where account_id = $1 and payment_link_id = any($2)`,
)

const updateLimit = statement(
  'payments_link_count.limit',
  'account',
  `update payments_link_count set uses_max = $3
   where account_id = $1 and payment_link_id = $2 and ($3::integer is null or used + reserved <= $3::integer)
   returning used`,
)

const updatePrice = statement(
  'payments_link_count.price',
  'account',
  `update payments_link_count set price = $3
   where account_id = $1 and payment_link_id = $2 and price is not null and amount = 0 and held = 0
   returning used`,
)

// Parameters: …, amount of the part, least charge of the currency, least first part. A rest is zero or chargeable.
const reserve = statement(
  'payments_link_count.reserve',
  'account',
  `with taken as (
     update payments_link_count set reserved = reserved + 1, started = started + 1,
       held = held + case when price is null then 0 else $4 end
     where account_id = $1 and payment_link_id = $2 and (uses_max is null or used + reserved < uses_max)
       and (price is null or (amount > 0 or $4::bigint >= $6::bigint)
         and (amount + held + $4::bigint = price or amount + held + $4::bigint + $5::bigint <= price))
     returning account_id, payment_link_id, used
   ), noted as (
     ${insertDay} select account_id, payment_link_id, $3::date, 0, 1, 0, 0 from taken
     ${onDay} started = payments_link_day.started + 1
   )
   select used from taken`,
)

const release = statement(
  'payments_link_count.release',
  'account',
  `update payments_link_count set reserved = reserved - 1,
     held = held - case when price is null then 0 else $3::bigint end
   where account_id = $1 and payment_link_id = $2 and reserved > 0`,
)

const commit = statement(
  'payments_link_count.commit',
  'account',
  `with taken as (
     update payments_link_count set reserved = reserved - $3, used = used + 1, succeeded = succeeded + 1,
       amount = amount + $4, held = held - case when price is null then 0 else $3 * $4 end
     where account_id = $1 and payment_link_id = $2
     returning account_id, payment_link_id, used, reserved, uses_max, price, amount, held
   ), noted as (
     ${insertDay} select account_id, payment_link_id, $5::date, 0, 0, 1, $4 from taken
     ${onDay} succeeded = payments_link_day.succeeded + 1, amount = payments_link_day.amount + excluded.amount
   )
   select used, reserved, uses_max, price, amount, held from taken`,
)

const visit = statement(
  'payments_link_count.visit',
  'account',
  `with taken as (
     update payments_link_count set views = views + 1 where account_id = $1 and payment_link_id = $2
     returning account_id, payment_link_id
   )
   ${insertDay} select account_id, payment_link_id, $3::date, 1, 0, 0, 0 from taken
   ${onDay} views = payments_link_day.views + 1`,
)

import type { Ctx, RowOf } from '#kit/call/context.ts'
import { statement } from '#kit/call/statement.ts'
import { boundedSum } from '#platform/db/boundedSum.ts'
import { encodeId, parseId, uuidv7 } from '#kit/values/ids.ts'
import { promotionApplied, promotionRolledBack } from '#products/loyalty/facts.ts'
import { promotionOf } from '#products/loyalty/pricing/offer.ts'
import type { AppliedOffer } from '#products/loyalty/pricing/price.ts'
import { promotion } from './promotion.ts'

/** Uses of promotions by one purchase. */
export type PromotionUses = {
  reference: string
  contactId: string | null
  day: string
  currency: string
  applied: readonly AppliedOffer[]
}

/** A use of a promotion. */
export type UseRow = RowOf<typeof findUses>

/** Acquires the counters of promotions, in the order of their ids, until the transaction ends. */
export async function lockTotals(ctx: Ctx, promotionIds: readonly string[]): Promise<void> {
  await lockRows(
    ctx,
    promotionIds.map((id) => parseId(promotion.prefix, id)?.uuid ?? ''),
  )
}

async function lockRows(ctx: Ctx, ids: readonly string[]): Promise<void> {
  if (ids.length > 0) await ctx.db.rows(holdTotals, [ctx.account.id, ids])
}

/** Writes the uses of a purchase as reserved, and counts them. Call with the counters of limited promotions locked. */
export async function reserveUses(ctx: Ctx, uses: PromotionUses): Promise<void> {
  const { reference, contactId, day, currency } = uses
  const now = ctx.now()
  const contact = contactId === null ? null : (parseId('con', contactId)?.uuid ?? null)
  const applied = uses.applied
    .map((each) => ({ ...each, uuid: parseId(promotion.prefix, promotionOf(each) ?? '')?.uuid ?? '' }))
    .toSorted((a, b) => (a.uuid < b.uuid ? -1 : 1))
  for (const { uuid, revision = 1, discount, effects } of applied) {
    const tokens = effects.reduce((sum, effect) => ('amount' in effect ? sum + effect.amount : sum), 0n)
    const values = [uuid, revision, reference, contact, day, currency, discount, tokens, now]
    await ctx.db.rows(insertUse, [ctx.account.id, uuidv7(now.getTime()), ...values])
    await count(ctx, { promotion_id: uuid, contact_id: contact, day, currency, discount, tokens, uses: 1 }, 1)
  }
}

/** Uses of a purchase, locked, in the order of their promotions. */
export async function usesOf(ctx: Ctx, reference: string): Promise<UseRow[]> {
  return ctx.db.rows(findUses, [ctx.account.id, reference])
}

/** Turns reserved uses into applied ones. Their counters stay. */
export async function applyUses(ctx: Ctx, uses: readonly UseRow[], contactId: string | null): Promise<void> {
  await setStatus(ctx, uses, 'applied')
  for (const use of uses) {
    const [payload, subject] = factOf(ctx, use, contactId)
    const { reference, discountMinor } = payload
    const changes = { reference, discountMinor: Number(discountMinor) }
    ctx.emit(promotionApplied, payload, subject)
    await ctx.audit({ action: 'loyalty.promotion.applied', target: payload.promotionId, changes })
  }
}

/** Lets reserved uses go: their counters fall. */
export async function releaseUses(ctx: Ctx, uses: readonly UseRow[]): Promise<void> {
  const reserved = uses.filter(({ status }) => status === 'reserved')
  for (const use of reserved) await count(ctx, countable(use), -1)
  await setStatus(ctx, reserved, 'released')
}

/** Takes released uses again after a late payment; true when a limit was reached since: the use counts beyond it. */
export async function retakeUses(ctx: Ctx, uses: readonly UseRow[]): Promise<boolean> {
  const released = uses.filter(({ status }) => status === 'released')
  await lockRows(
    ctx,
    released.map(({ promotion_id: id }) => id),
  )
  let isOver = false
  for (const use of released) {
    const [over] = await ctx.db.rows(findOver, [
      ctx.account.id,
      use.promotion_id,
      use.contact_id,
      use.day,
      use.discount,
    ])
    isOver ||= over?.is_over ?? false
    await count(ctx, countable(use), 1)
  }
  return isOver
}

/** Takes applied uses back: `share` of their discount is returned, and a use returned in full counts no longer. */
export async function rollbackUses(
  ctx: Ctx,
  uses: readonly UseRow[],
  { refunded, captured }: { refunded: bigint; captured: bigint },
): Promise<void> {
  const isFull = refunded >= captured
  for (const use of uses.filter(({ status }) => status === 'applied')) {
    const [discount, before] = [BigInt(use.discount), BigInt(use.returned)]
    const returned = isFull ? discount : (discount * refunded) / captured
    if (returned < before || (returned === before && !isFull)) continue
    await ctx.db.rows(returnDiscount, [ctx.account.id, use.id, returned, ctx.now()])
    const tokens = isFull ? BigInt(use.tokens) : 0n
    const change = { ...countable(use), discount: returned - before, tokens, uses: isFull ? 1 : 0 }
    await count(ctx, change, -1)
    if (!isFull) continue
    await setStatus(ctx, [use], 'rolledBack')
    ctx.emit(promotionRolledBack, ...factOf(ctx, use, idOfContact(ctx, use.contact_id)))
  }
}

type Countable = {
  uses: number
  promotion_id: string
  contact_id: string | null
  day: string
  currency: string
  discount: bigint
  tokens: bigint
}

function countable({ promotion_id, contact_id, day, currency, discount, tokens, returned }: UseRow): Countable {
  const left = BigInt(discount) - BigInt(returned)
  return { promotion_id, contact_id, day, currency, discount: left, tokens: BigInt(tokens), uses: 1 }
}

/** Adds a use to the counters of its promotion, or takes it off. The total comes first: its row is the lock. */
async function count(ctx: Ctx, of: Countable, sign: 1 | -1): Promise<void> {
  const { id } = ctx.account
  const isMore = sign === 1
  const { promotion_id: promotionId, discount, tokens, uses } = of
  await ctx.db.rows(addTotal, [id, promotionId, sign * uses, BigInt(sign) * discount, of.currency])
  await ctx.db.rows(isMore ? addDay : takeDay, [id, promotionId, of.day, of.currency, uses, discount, tokens])
  if (of.contact_id === null) return
  await ctx.db.rows(isMore ? addContact : takeContact, [id, promotionId, of.contact_id, uses])
}

async function setStatus(ctx: Ctx, uses: readonly UseRow[], status: string): Promise<void> {
  const ids = uses.map(({ id }) => id)
  if (ids.length > 0) await ctx.db.rows(moveUses, [ctx.account.id, ids, status, ctx.now()])
}

function idOfContact(ctx: Ctx, uuid: string | null): string | null {
  return uuid === null ? null : encodeId('con', ctx.account.id, uuid)
}

function factOf(ctx: Ctx, use: UseRow, contactId: string | null) {
  const promotionId = encodeId(promotion.prefix, ctx.account.id, use.promotion_id)
  const payload = {
    promotionId,
    applicationId: use.id,
    reference: use.reference,
    contactId: contactId ?? idOfContact(ctx, use.contact_id),
    discountMinor: BigInt(use.discount),
    currency: use.currency,
  }
  return [payload, { id: promotionId, status: 'active', version: 1 }] as const
}

const holdTotals = statement(
  'loyalty_promotion_total.hold',
  'account',
  `select promotion_id from loyalty_promotion_total where account_id = $1 and promotion_id = any($2::uuid[])
   order by promotion_id for update`,
)

const insertUse = statement(
  'loyalty_promotion_application.insert',
  'account',
  `insert into loyalty_promotion_application (account_id, id, promotion_id, revision, reference, status,
     contact_id, day, currency, discount, returned, tokens, created_at, updated_at)
   values ($1, $2, $3, $4, $5, 'reserved', $6, $7::date, $8, $9::bigint, 0, $10::bigint, $11::timestamptz, $11)`,
)

const findUses = statement(
  'loyalty_promotion_application.ofReference',
  'account',
  `select id, promotion_id, revision, reference, status, contact_id, day::text as day, currency, discount,
     returned, tokens
   from loyalty_promotion_application
   where account_id = $1 and reference = $2 order by promotion_id for update`,
)

const moveUses = statement(
  'loyalty_promotion_application.move',
  'account',
  `update loyalty_promotion_application set status = $3, updated_at = $4::timestamptz
   where account_id = $1 and id = any($2::uuid[])`,
)

const returnDiscount = statement(
  'loyalty_promotion_application.returnDiscount',
  'account',
  `update loyalty_promotion_application set returned = $3::bigint, updated_at = $4::timestamptz
   where account_id = $1 and id = $2`,
)

const addTotal = statement(
  'loyalty_promotion_total.add',
  'account',
  `update loyalty_promotion_total t set used = t.used + $3::bigint,
     spent = case when p.currency = $5 then ${boundedSum('t.spent::numeric + $4::bigint')} else t.spent end
   from loyalty_promotion p
   where t.account_id = $1 and t.promotion_id = $2 and p.account_id = t.account_id and p.id = t.promotion_id`,
)

const addDay = statement(
  'loyalty_promotion_day.add',
  'account',
  `insert into loyalty_promotion_day (account_id, promotion_id, day, currency, used, discount, tokens)
   values ($1, $2, $3::date, $4, $5::integer, $6::bigint, $7::bigint)
   on conflict (account_id, promotion_id, day, currency) do update
     set used = loyalty_promotion_day.used + excluded.used,
         discount = ${boundedSum('loyalty_promotion_day.discount::numeric + excluded.discount')},
         tokens = ${boundedSum('loyalty_promotion_day.tokens::numeric + excluded.tokens')}`,
)

const addContact = statement(
  'loyalty_promotion_contact.add',
  'account',
  `insert into loyalty_promotion_contact (account_id, promotion_id, contact_id, used)
   values ($1, $2, $3, $4::integer)
   on conflict (account_id, promotion_id, contact_id) do update
     set used = loyalty_promotion_contact.used + excluded.used`,
)

const takeDay = statement(
  'loyalty_promotion_day.take',
  'account',
  `update loyalty_promotion_day
   set used = used - $5::integer, discount = ${boundedSum('discount::numeric - $6::bigint')},
     tokens = ${boundedSum('tokens::numeric - $7::bigint')}
   where account_id = $1 and promotion_id = $2 and day = $3::date and currency = $4`,
)

const takeContact = statement(
  'loyalty_promotion_contact.take',
  'account',
  `update loyalty_promotion_contact set used = used - $4::integer
   where account_id = $1 and promotion_id = $2 and contact_id = $3`,
)

const findOver = statement(
  'loyalty_promotion_total.isOver',
  'account',
  `select coalesce(t.used >= p.limits_total, false)
       or coalesce(p.budget_type = 'usage' and t.used >= p.budget_amount, false)
       or coalesce(p.budget_type = 'spend' and t.spent::numeric + $5::bigint > p.budget_amount, false)
       or coalesce((select c.used from loyalty_promotion_contact c where c.account_id = p.account_id
            and c.promotion_id = p.id and c.contact_id = $3::uuid) >= p.limits_per_contact, false)
       or coalesce((select sum(d.used) from loyalty_promotion_day d where d.account_id = p.account_id
            and d.promotion_id = p.id and d.day = $4::date) >= p.limits_per_day, false) as is_over
   from loyalty_promotion p
   join loyalty_promotion_total t on t.account_id = p.account_id and t.promotion_id = p.id
   where p.account_id = $1 and p.id = $2`,
)

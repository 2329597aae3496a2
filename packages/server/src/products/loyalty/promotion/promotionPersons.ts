import { LRUCache } from 'lru-cache'
import type { Ctx } from '#kit/call/context.ts'
import { statement } from '#kit/call/statement.ts'
import { parseId } from '#kit/values/ids.ts'
import { promotionOf } from '#products/loyalty/pricing/offer.ts'
import type { Evaluated } from './evaluation.ts'
import { promotion } from './promotion.ts'

const seenMax = 50_000

/**
 * Keeps once per promotion that a person saw its price, or was held out: both groups are compared by their purchases.
 * Promotions without a holdout count too, as the people that they reach.
 */
export async function keepPersons(ctx: Ctx, person: string | undefined, { priced }: Evaluated): Promise<void> {
  if (person === undefined) return
  const seen = ctx.memory('loyalty.promotionPersons', () => new LRUCache<string, true>({ max: seenMax }))
  const held = priced.rejected.filter(({ reason }) => reason === 'holdout')
  const rows = [...priced.applied.map((offer) => ({ offer, isHeldOut: false })), ...held.map(heldOut)]
    .flatMap(({ offer, isHeldOut }) => {
      const id = promotionOf(offer)
      return id === undefined ? [] : [{ key: `${id} ${person}`, id: rowOf(id), isHeldOut }]
    })
    .filter(({ key }) => !seen.has(key))
    .toSorted((a, b) => (a.id < b.id ? -1 : 1))
  if (rows.length === 0) return
  const [ids, flags] = [rows.map(({ id }) => id), rows.map(({ isHeldOut }) => isHeldOut)]
  await ctx.db.rows(keepSeen, [ctx.account.id, person, ctx.now(), ids, flags])
  // A transaction may be rolled back.
  if (!ctx.isAtomic) for (const { key } of rows) seen.set(key, true)
}

function heldOut<T>(offer: T) {
  return { offer, isHeldOut: true }
}

function rowOf(id: string): string {
  return parseId(promotion.prefix, id)?.uuid ?? ''
}

/** Keeps that a person bought, in both groups of all promotions that they were compared by. */
export async function keepPurchase(ctx: Ctx, person: string | null): Promise<void> {
  if (person !== null) await ctx.db.rows(keepBought, [ctx.account.id, person, ctx.now()])
}

const keepSeen = statement(
  'loyalty_promotion_person.see',
  'account',
  `insert into loyalty_promotion_person (account_id, promotion_id, person, is_held_out, seen_at)
   select $1, s.promotion_id, $2, s.is_held_out, $3::timestamptz
   from unnest($4::uuid[], $5::boolean[]) s (promotion_id, is_held_out)
   on conflict (account_id, promotion_id, person) do nothing`,
)

const keepBought = statement(
  'loyalty_promotion_person.buy',
  'account',
  `update loyalty_promotion_person set bought_at = $3::timestamptz
   where account_id = $1 and person = $2 and bought_at is null`,
)

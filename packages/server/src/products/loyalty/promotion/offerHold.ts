import type { Ctx, RowOf } from '#kit/call/context.ts'
import type { Cart, OfferHold } from '#kit/call/offers.ts'
import { problem, reason } from '#kit/call/problem.ts'
import { noTokensBack, rewardsPort, type Refunded, type TokensBack } from '#kit/call/rewards.ts'
import { statement } from '#kit/call/statement.ts'
import { encodeId, parseId } from '#kit/values/ids.ts'
import { dayOf } from '#kit/values/zoneDay.ts'
import {
  commitCoupons,
  releaseCoupons,
  rollbackCoupons,
  takeCoupons,
  type OwnUse,
} from '#products/loyalty/coupon/couponPurchase.ts'
import { lockCoupons } from '#products/loyalty/coupon/couponUses.ts'
import { promotionOf } from '#products/loyalty/pricing/offer.ts'
import { quoteCart, type CartQuote } from './cartQuote.ts'
import { giveGifts, hasGifts, takeCouponsBack } from './gifts.ts'
import { personOf } from './holdout.ts'
import { keepPersons, keepPurchase } from './promotionPersons.ts'
import { settleLater } from './promotionClock.ts'
import { applyUses, lockTotals, releaseUses, reserveUses, retakeUses, rollbackUses, usesOf } from './promotionUses.ts'
import { keptIn, keptOf, type KeptQuote } from './keptQuote.ts'

/** Refusal of a purchase whose price differs from the one that the buyer saw. */
export const quoteChanged = reason(
  'conflict',
  'quote_changed',
  'The price has changed since the quote: show the buyer a new one.',
)

type HoldRow = RowOf<typeof lockHold>

/**
 * Holds all offers of a cart for a purchase, once per reference. The price is computed again with all coupons and the
 * counters of all limited promotions locked, so a limit cannot be passed between the computation and the commit.
 * Without any of them there is nothing to lock, and the first price is the price.
 */
export async function holdOffers(
  ctx: Ctx,
  { cart, quoteHash, reference }: OfferHold,
  own?: OwnUse,
): Promise<KeptQuote> {
  const known = await findHold(ctx, reference)
  if (known !== undefined) return keptFrom(known)
  const first = await quoteCart(ctx, cart, { needsContact: true })
  const isLocked = await lockLimits(ctx, first)
  const concurrent = isLocked ? await findHold(ctx, reference) : undefined
  if (concurrent !== undefined) return keptFrom(concurrent)
  const mayApply = new Set([...freeOffers(first, 'promotion'), ...freeOffers(first, 'coupon')])
  const quote = isLocked ? await quoteCart(ctx, cart, { needsContact: true, mayApply }) : first
  if (quoteHash !== null && quoteHash !== quote.hash) throw problem(quoteChanged)
  const kept = keptOf(cart, quote)
  const [made] = await ctx.db.rows(insertHold, [ctx.account.id, reference, ...holdValues(ctx, cart, quote), kept])
  // A concurrent call with the same reference has committed first.
  if (made === undefined) return keptFrom(await lockedHold(ctx, reference))
  await reserveParts(ctx, { cart, quote, reference, own })
  return kept
}

/** Locks what has a limit among the offers of a quote; false where nothing has one. */
async function lockLimits(ctx: Ctx, quote: CartQuote): Promise<boolean> {
  const [limited, couponIds] = [limitedIn(quote), freeOffers(quote, 'coupon')]
  await lockTotals(ctx, limited)
  if (couponIds.length > 0) await lockCoupons(ctx, { couponIds })
  return limited.length + couponIds.length > 0
}

type Held = { cart: Cart; quote: CartQuote; reference: string; own: OwnUse | undefined }

async function reserveParts(ctx: Ctx, { cart, quote, reference, own }: Held): Promise<void> {
  const { priced, tokens } = quote
  const day = dayOf(ctx.now(), ctx.account.timeZone)
  const applied = priced.applied.filter((each) => promotionOf(each) !== undefined)
  const { contactId } = cart
  await reserveUses(ctx, { reference, contactId, day, currency: priced.currency, applied })
  const limited = new Set(limitedIn(quote))
  settleLater(
    ctx,
    applied.flatMap((each) => promotionOf(each) ?? []).filter((id) => limited.has(id)),
  )
  const coupons = priced.applied.filter(({ kind }) => kind === 'coupon')
  const uses = coupons.map(({ id: couponId, discount: amount }) => ({ couponId, amount }))
  await takeCoupons(ctx, { reference, contactId, currency: priced.currency, uses, own })
  await keepPersons(ctx, personOf(cart), quote)
  if (tokens !== null && tokens.used > 0n && contactId !== null) {
    await ctx.port(rewardsPort).hold(ctx, { contactId, token: tokens.token, amount: tokens.used, reference })
  }
}

/** Promotions whose counters decide about the price: those with limits that may apply. */
function limitedIn(quote: CartQuote): string[] {
  const limited = quote.promotions.filter(({ record }) => record.limits !== null || record.budget !== null)
  const free = new Set(freeIn(quote).flatMap((each) => promotionOf(each) ?? []))
  return limited.map(({ record }) => record.id).filter((id) => free.has(id))
}

/** Offers that applied, or lost to another offer alone. */
function freeIn({ priced }: CartQuote) {
  return [...priced.applied, ...priced.rejected.filter(({ reason: why }) => isPricing(why))]
}

function freeOffers(quote: CartQuote, kind: 'promotion' | 'coupon'): string[] {
  return freeIn(quote)
    .filter((offer) => offer.kind === kind)
    .map(({ id }) => id)
}

function isPricing(why: string): boolean {
  return why === 'not_combinable' || why === 'group_limit' || why === 'no_effect'
}

function holdValues(ctx: Ctx, cart: Cart, { tokens }: CartQuote): unknown[] {
  const contact = cart.contactId === null ? null : (parseId('con', cart.contactId)?.uuid ?? null)
  return [contact, personOf(cart) ?? null, tokens?.token ?? null, tokens?.used ?? 0n, ctx.now()]
}

/** Commits a hold after the payment, and takes a released one again. A repeat answers the same. */
export async function commitOffers(
  ctx: Ctx,
  { reference, contactId }: { reference: string; contactId: string | null },
): Promise<{ isOver: boolean }> {
  const hold = await findHold(ctx, reference)
  if (hold === undefined) return { isOver: false }
  if (hold.status === 'committed' || hold.status === 'rolledBack') return { isOver: hold.is_over }
  // A purchase without offers, as most are, has no uses to look for.
  const hasOffers = keptFrom(hold).effects.length > 0
  const uses = hasOffers ? await usesOf(ctx, reference) : []
  const isReleased = hold.status === 'released'
  const retaken = isReleased ? await retake(ctx, hold, uses) : { isOver: false, hasTokens: true }
  const coupons = hasOffers ? await commitCoupons(ctx, reference) : { isOver: false }
  const isOver = retaken.isOver || coupons.isOver
  const buyer = contactId ?? contactOf(ctx, hold)
  await applyUses(ctx, uses, buyer)
  if (retaken.hasTokens && BigInt(hold.token_amount) > 0n) await ctx.port(rewardsPort).capture(ctx, reference)
  await keepPurchase(ctx, hold.person)
  await moveHold(ctx, reference, { status: 'committed', isOver, contactId: buyer })
  if (buyer !== null && hasGifts(keptFrom(hold))) ctx.later(giveGifts, { reference }, ctx.now())
  return { isOver }
}

/** Takes the parts of a released hold again. `isOver`: a limit has been reached since, or tokens have been spent. */
async function retake(ctx: Ctx, hold: HoldRow, uses: Awaited<ReturnType<typeof usesOf>>) {
  const isOver = await retakeUses(ctx, uses)
  const [amount, contactId] = [BigInt(hold.token_amount), contactOf(ctx, hold)]
  const { token, reference } = hold
  if (amount === 0n || token === null || contactId === null) return { isOver, hasTokens: false }
  const own = (await ctx.port(rewardsPort).balances(ctx, [contactId])).get(contactId)
  const available = own?.find((each) => each.token === token)?.available ?? 0n
  if (available < amount) return { isOver: true, hasTokens: false }
  await ctx.port(rewardsPort).hold(ctx, { contactId, token, amount, reference })
  return { isOver, hasTokens: true }
}

/** Lets go what a purchase holds. */
export async function releaseOffers(ctx: Ctx, reference: string): Promise<void> {
  const hold = await findHold(ctx, reference)
  if (hold?.status !== 'held') return
  const uses = await usesOf(ctx, reference)
  await releaseUses(ctx, uses)
  settleLater(ctx, promotionsOf(ctx, uses))
  await releaseCoupons(ctx, reference)
  if (BigInt(hold.token_amount) > 0n) await ctx.port(rewardsPort).release(ctx, reference)
  await moveHold(ctx, reference, { status: 'released', isOver: false })
}

/** Gives back after a refund: `refunded` of `captured` minor units in all so far. Returns the tokens given back. */
export async function rollbackOffers(ctx: Ctx, of: Refunded & { reason?: string | null }): Promise<TokensBack> {
  const { reference, refunded, captured } = of
  const hold = await findHold(ctx, reference)
  if (hold?.status !== 'committed') return noTokensBack
  const uses = await usesOf(ctx, reference)
  await rollbackUses(ctx, uses, of)
  await rollbackCoupons(ctx, of)
  await ctx.db.rows(noteRefund, [ctx.account.id, reference, refunded, captured])
  const back = await ctx.port(rewardsPort).refund(ctx, of)
  if (refunded < captured) return back
  await takeCouponsBack(ctx, reference, keptFrom(hold))
  settleLater(ctx, promotionsOf(ctx, uses))
  await moveHold(ctx, reference, { status: 'rolledBack', isOver: hold.is_over })
  return back
}

function promotionsOf(ctx: Ctx, uses: Awaited<ReturnType<typeof usesOf>>): string[] {
  return uses.map((use) => encodeId('prm', ctx.account.id, use.promotion_id))
}

function contactOf(ctx: Ctx, { contact_id: uuid }: HoldRow): string | null {
  return uuid === null ? null : encodeId('con', ctx.account.id, uuid)
}

/** State of a hold, whose row it locks; undefined without one. */
export async function lockedState(ctx: Ctx, reference: string): Promise<string | undefined> {
  return (await findHold(ctx, reference))?.status
}

async function findHold(ctx: Ctx, reference: string): Promise<HoldRow | undefined> {
  return (await ctx.db.rows(lockHold, [ctx.account.id, reference]))[0]
}

async function lockedHold(ctx: Ctx, reference: string): Promise<HoldRow> {
  const hold = await findHold(ctx, reference)
  if (hold === undefined) throw new Error(`the hold ${reference} is there and cannot be read`)
  return hold
}

function keptFrom({ quote }: HoldRow): KeptQuote {
  return keptIn(quote)
}

type HoldMove = { status: string; isOver: boolean; contactId?: string | null }

async function moveHold(ctx: Ctx, reference: string, to: HoldMove): Promise<void> {
  const contact = to.contactId ? (parseId('con', to.contactId)?.uuid ?? null) : null
  await ctx.db.rows(setHold, [ctx.account.id, reference, to.status, to.isOver, ctx.now(), contact])
}

const insertHold = statement(
  'loyalty_offer_hold.insert',
  'account',
  `insert into loyalty_offer_hold (account_id, reference, status, contact_id, person, token, token_amount, is_over,
     quote, created_at, updated_at)
   values ($1, $2, 'held', $3, $4, $5, $6, false, $8::jsonb, $7::timestamptz, $7)
   on conflict (account_id, reference) do nothing returning reference`,
)

const lockHold = statement(
  'loyalty_offer_hold.lock',
  'account',
  `select reference, status, contact_id, person, token, token_amount, is_over, quote
   from loyalty_offer_hold where account_id = $1 and reference = $2 for update`,
)

const noteRefund = statement(
  'loyalty_offer_hold.noteRefund',
  'account',
  `update loyalty_offer_hold set refunded = $3::bigint, captured = $4::bigint where account_id = $1 and reference = $2`,
)

const setHold = statement(
  'loyalty_offer_hold.set',
  'account',
  `update loyalty_offer_hold set status = $3, is_over = $4, updated_at = $5::timestamptz,
     contact_id = coalesce($6::uuid, contact_id)
   where account_id = $1 and reference = $2`,
)

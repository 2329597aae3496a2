import { contactsPort } from '#kit/call/contacts.ts'
import type { Ctx, RowOf } from '#kit/call/context.ts'
import type { Cart } from '#kit/call/offers.ts'
import { invalid, unknownReference } from '#kit/call/problem.ts'
import { statement } from '#kit/call/statement.ts'
import type { Filter } from '#kit/filter/filter.ts'
import { matches, type Evaluation } from '#kit/filter/matches.ts'
import type { FilterSubject } from '#kit/filter/vocabulary.ts'
import { encodeId, parseId } from '#kit/values/ids.ts'
import { dayOf } from '#kit/values/zoneDay.ts'
import { usesOfCodes } from '#products/loyalty/coupon/codeUses.ts'
import { lentOfferOf, offerOf as couponOfferOf } from '#products/loyalty/coupon/couponTerms.ts'
import type { CouponUse } from '#products/loyalty/coupon/couponUses.ts'
import type { Offer, OfferReason } from '#products/loyalty/pricing/offer.ts'
import { price, type Priced } from '#products/loyalty/pricing/price.ts'
import { isWithinWindows } from '#products/loyalty/validWindow.ts'
import { cartValues, cartVocabulary, unknownSubject } from './cartVocabulary.ts'
import { compile, compiledOf, readPromotions, type CompiledPromotion } from './compiledPromotion.ts'
import { isHeldOut, personOf } from './holdout.ts'
import { promotion } from './promotion.ts'

/** Options of an evaluation: `mayApply` bounds the promotions, `tried` adds promotions whatever their state is. */
export type EvaluationOptions = {
  mayApply?: ReadonlySet<string>
  tried?: readonly string[]
  needsContact?: boolean
}

/** Result of an evaluation: the price, the promotions that were looked at, and codes that are none. */
export type Evaluated = { priced: Priced; promotions: readonly CompiledPromotion[]; unknownCodes: readonly string[] }

type Counters = Pick<RowOf<typeof findLive>, 'used' | 'spent' | 'used_by_contact' | 'used_today'>
type Scene = {
  cart: Cart
  subject: FilterSubject
  on: Evaluation
  timeZone: string
  needsContact: boolean
  person: string | undefined
}
/** Live promotions of an account with their counters for a contact and a day. */
type Live = { promotions: readonly CompiledPromotion[]; counters: ReadonlyMap<string, Counters> }
type Moment = { cart: Cart; at: Date; needsContact: boolean }

/** Evaluates all live promotions of the account for a cart, and the offers of its coupons. Reads alone. */
export async function evaluate(
  ctx: Ctx,
  cart: Cart,
  { mayApply, tried = [], needsContact = false }: EvaluationOptions = {},
): Promise<Evaluated> {
  const at = ctx.now()
  // Without codes and automatic promotions none applies: a coupon, which may give one, has a code.
  const isForAny = cart.isAutomatic || cart.codes.length > 0 || tried.length > 0
  const live: Live = isForAny ? await readLive(ctx, cart, at) : { promotions: [], counters: new Map() }
  const trials = await triedOf(ctx, tried)
  const promotions = [...live.promotions.filter(({ record }) => !tried.includes(record.id)), ...trials]
  const codes = new Set(cart.codes.map((code) => code.trim().toUpperCase()))
  const concerned = promotions.filter((each) => isConcerned(each, { cart, codes }) || trials.includes(each))
  const taken = new Set(concerned.map(({ record }) => record.code))
  const others = [...codes].filter((code) => !taken.has(code))
  const { uses, unknown } = await usesOfCodes(ctx, others, cart)
  const lent = lentTo(uses, promotions).filter((each) => !concerned.includes(each))
  const looked = [...concerned, ...lent]
  const byId = await offersOf(ctx, { promotions: looked, counters: live.counters }, { cart, at, needsContact })
  const own = concerned.flatMap(({ record }) => byId.get(record.id) ?? [])
  const offers = [...own, ...uses.map((use) => couponOffer(use, byId))]
  const bounded = mayApply === undefined ? offers : offers.map((each) => bound(each, mayApply))
  return { priced: price(cart, bounded), promotions: looked, unknownCodes: unknown }
}

/** Offers of coupons for a cart, those of promotions included, in the order of the uses. Reads alone. */
export async function offersOfUses(
  ctx: Ctx,
  cart: Cart,
  { uses, at = ctx.now() }: { uses: readonly CouponUse[]; at?: Date },
): Promise<Offer[]> {
  const isLent = uses.some(({ coupon }) => coupon.promotionId !== null)
  const live = isLent ? await readLive(ctx, cart, at) : undefined
  const lent = lentTo(uses, live?.promotions ?? [])
  const byId =
    live === undefined
      ? new Map<string, Offer>()
      : await offersOf(ctx, { ...live, promotions: lent }, { cart, at, needsContact: false })
  return uses.map((use) => couponOffer(use, byId))
}

/** Promotions whose effects coupons give. */
function lentTo(uses: readonly CouponUse[], promotions: readonly CompiledPromotion[]): CompiledPromotion[] {
  const ids = new Set(uses.map(({ coupon }) => coupon.promotionId))
  return promotions.filter(({ record }) => ids.has(record.id))
}

function couponOffer({ coupon, refused }: CouponUse, promotions: ReadonlyMap<string, Offer>): Offer {
  if (coupon.promotionId === null) return couponOfferOf(coupon, refused)
  return lentOfferOf(coupon, refused, promotions.get(coupon.promotionId))
}

async function readLive(ctx: Ctx, { contactId }: Cart, at: Date): Promise<Live> {
  const { account } = ctx
  const contact = contactId === null ? null : (parseId('con', contactId)?.uuid ?? null)
  const rows = await ctx.db.rows(findLive, [account.id, contact, dayOf(at, account.timeZone)])
  const counters = new Map(rows.map((row) => [encodeId(promotion.prefix, account.id, row.id), row]))
  return { promotions: await compiledOf(ctx, rows), counters }
}

/** Offers of promotions for a cart and its buyer, by promotion. */
async function offersOf(ctx: Ctx, { promotions, counters }: Live, moment: Moment): Promise<Map<string, Offer>> {
  const { cart, at, needsContact } = moment
  const conditions = promotions.flatMap((each) => each.buyerConditions)
  const scene: Scene = {
    cart,
    subject: await subjectOf(ctx, moment, conditions),
    on: { vocabulary: cartVocabulary(ctx.port(contactsPort).vocabulary), at },
    timeZone: ctx.account.timeZone,
    needsContact,
    person: personOf(cart),
  }
  return new Map(promotions.map((each) => [each.record.id, offerOf(each, counters.get(each.record.id), scene)]))
}

async function triedOf(ctx: Ctx, ids: readonly string[]): Promise<CompiledPromotion[]> {
  const records = await readPromotions(ctx, ids)
  const missing = ids.flatMap((_, index) => (records[index] === undefined ? [index] : []))
  if (missing.length > 0) throw invalid(...missing.map((index) => unknownReference(`/tryPromotionIds/${index}`)))
  return records.filter((record) => record !== undefined).map(compile)
}

/** Whether a promotion is for the cart: by its code, or of itself. */
function isConcerned(
  { record: { trigger, code } }: CompiledPromotion,
  { cart, codes }: { cart: Cart; codes: ReadonlySet<string> },
): boolean {
  return trigger === 'automatic' ? cart.isAutomatic : code !== null && codes.has(code)
}

/** The buyer as filters read it, with values of the cart among its fields. */
async function subjectOf(ctx: Ctx, { cart, at }: Moment, conditions: readonly Filter[]): Promise<FilterSubject> {
  const { contactId, isTyped = false } = cart
  const isRead = contactId !== null && !isTyped && conditions.length > 0
  const contacts = isRead ? await ctx.port(contactsPort).subjects(ctx, [contactId], conditions) : undefined
  const buyer = contacts?.get(contactId ?? '') ?? unknownSubject
  return { ...buyer, fields: { ...buyer.fields, ...cartValues(cart, at, ctx.account.timeZone) } }
}

function offerOf(compiled: CompiledPromotion, counters: Counters | undefined, scene: Scene): Offer {
  const { record, offer } = compiled
  const spent = BigInt(counters?.spent ?? 0)
  const budgetLeft = record.budget?.type === 'spend' ? record.budget.amount - spent : undefined
  return {
    ...offer,
    budgetLeft,
    refused: timeReason(compiled, scene) ?? limitReason(compiled, counters, scene) ?? buyerReason(compiled, scene),
  }
}

function timeReason({ record, startsAtMs, endsAtMs }: CompiledPromotion, { on, timeZone }: Scene) {
  const nowMs = on.at.getTime()
  if (nowMs < startsAtMs) return 'not_started'
  if (nowMs >= endsAtMs) return 'expired'
  const moment = { at: on.at, since: new Date(startsAtMs), timeZone }
  return isWithinWindows(record.validWindows, moment) ? undefined : 'outside_window'
}

/** Reason by the limits, as the counters are now. */
export function limitReason(
  { record: { limits, budget } }: CompiledPromotion,
  counters: Counters | undefined,
  { cart, needsContact }: Pick<Scene, 'cart' | 'needsContact'>,
): OfferReason | undefined {
  const used = BigInt(counters?.used ?? 0)
  if (limits?.total !== undefined && used >= BigInt(limits.total)) return 'exhausted'
  if (budget?.type === 'usage' && used >= budget.amount) return 'budget_exhausted'
  if (budget?.type === 'spend' && BigInt(counters?.spent ?? 0) >= budget.amount) return 'budget_exhausted'
  if (limits?.perDay !== undefined && Number(counters?.used_today ?? 0) >= limits.perDay) return 'per_day_limit'
  if (limits?.perContact === undefined) return undefined
  if (cart.contactId === null) return needsContact ? 'contact_needed' : undefined
  return Number(counters?.used_by_contact ?? 0) >= limits.perContact ? 'per_contact_limit' : undefined
}

function buyerReason(compiled: CompiledPromotion, { cart, subject, on, person }: Scene): OfferReason | undefined {
  const { filter, record } = compiled
  if (filter !== undefined && !matches(filter, subject, on)) {
    const isUnknown = (cart.contactId === null || cart.isTyped === true) && compiled.buyerConditions.length > 0
    return isUnknown ? 'contact_needed' : 'not_eligible'
  }
  return isHeldOut(record, person) ? 'holdout' : undefined
}

function bound(offer: Offer, mayApply: ReadonlySet<string>): Offer {
  return mayApply.has(offer.id) || offer.refused !== undefined ? offer : { ...offer, refused: 'exhausted' }
}

const findLive = statement(
  'loyalty_promotion.live',
  'account',
  `select p.id, p.version, t.used, t.spent, c.used as used_by_contact, d.used as used_today
   from loyalty_promotion p
   join loyalty_promotion_total t on t.account_id = p.account_id and t.promotion_id = p.id
   left join loyalty_promotion_contact c
     on c.account_id = p.account_id and c.promotion_id = p.id and c.contact_id = $2::uuid
   left join lateral (
     select sum(used) as used from loyalty_promotion_day
     where account_id = p.account_id and promotion_id = p.id and day = $3::date) d on p.limits_per_day is not null
   where p.account_id = $1 and p.deleted_at is null and p.status in ('active', 'scheduled', 'exhausted')
   order by p.id`,
)

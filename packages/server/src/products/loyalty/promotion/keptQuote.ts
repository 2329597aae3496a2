import type { Cart, Quote } from '#kit/call/offers.ts'
import { flag, line, nullable, oneOf, whole } from '#kit/values/fields.ts'
import { amountMax, currency } from '#kit/values/money.ts'
import { Type, type Static } from '#kit/values/schema.ts'
import { closed } from '#kit/nouns/standard.ts'
import { offerClasses, offerReasons, promotionOf } from '#products/loyalty/pricing/offer.ts'
import type { AppliedOffer, PricedEffect, TraceStep } from '#products/loyalty/pricing/price.ts'
import type { CartQuote } from './cartQuote.ts'

const minor = (description: string) => whole(0, amountMax, { description })
const offerKind = oneOf(['promotion', 'coupon'], { description: 'Kind of the offer.' })
const offerId = line(60, { description: 'The promotion or coupon.' })
const why = oneOf(offerReasons, { description: 'Reason why it does not apply.' })
const optionalText = (max: number, description: string) => Type.Optional(line(max, { description }))

const lineOutput = closed({
  key: line(100, { description: 'Name of the line within its cart.' }),
  subtotal: minor('Price before discounts.'),
  discount: minor('Sum of its discounts.'),
  total: minor('Price after discounts.'),
  discounts: Type.Array(closed({ offerId, amount: minor('Amount off.') }), { description: 'Discounts by offer.' }),
})

const effectOutput = closed({
  offerId,
  kind: offerKind,
  title: line(200, { description: 'Title of the offer.' }),
  code: Type.Optional(line(64, { description: 'Code of the offer.' })),
  promotionId: optionalText(60, 'Promotion whose effect a coupon gives.'),
  type: line(20, { description: 'Type of the effect.' }),
  discount: Type.Optional(minor('Amount off.')),
  token: optionalText(12, 'Token that the purchase gives.'),
  amount: Type.Optional(minor('Tokens that the purchase gives.')),
  rewardId: optionalText(60, 'Reward that the tokens belong to.'),
  couponId: optionalText(60, 'Coupon of which the purchase gives a copy.'),
})

const traceOutput = closed({
  offerId,
  kind: offerKind,
  title: line(200, { description: 'Title of the offer.' }),
  class: oneOf(offerClasses, { description: 'Class of the offer.' }),
  priority: whole(0, 10_000, { description: 'Priority within the class.' }),
  isApplied: flag({ description: 'Whether it applies.' }),
  reason: Type.Optional(why),
  with: optionalText(60, 'Offer that keeps it out.'),
  alone: Type.Optional(minor('Discount of the offer if it were the only one.')),
  before: Type.Optional(minor('Price that earlier offers left.')),
  discount: minor('Amount off.'),
  after: Type.Optional(minor('Price that it leaves.')),
})

/** Price of a cart with all offers, as a response and as a hold keeps it: amounts in whole minor units. */
export const quoteOutput = {
  currency: currency({ description: 'Currency of all amounts.' }),
  subtotal: minor('Price before discounts, shipping included.'),
  discountTotal: minor('Sum of all discounts.'),
  total: minor('Price after discounts: the sum of the lines and of shipping.'),
  lines: Type.Array(lineOutput, { description: 'Lines, in the order of the cart.' }),
  shipping: closed(
    { subtotal: minor('Before discounts.'), discount: minor('Amount off.'), total: minor('After discounts.') },
    { description: 'Costs of shipping.' },
  ),
  effects: Type.Array(effectOutput, { description: 'Effects of the offers that apply, in the order of evaluation.' }),
  rejected: Type.Array(
    closed({
      offerId: nullable(line(60, { description: 'The promotion or coupon; null for a code that is none.' })),
      promotionId: nullable(
        line(60, {
          description: 'The promotion, that of a coupon too; null for another coupon and for a code that is none.',
        }),
      ),
      code: nullable(line(64, { description: 'Code of the offer; null for an automatic promotion.' })),
      reason: why,
      with: optionalText(60, 'Offer that keeps it out.'),
    }),
    { description: 'Offers and codes that do not apply.' },
  ),
  tokens: nullable(
    closed(
      {
        token: line(12, { description: 'Token.' }),
        usable: minor('Most tokens that the buyer may use.'),
        used: minor('Tokens used.'),
        value: minor('Value of the used tokens in minor units.'),
      },
      { description: 'Tokens that pay a part; null without.' },
    ),
  ),
  due: minor('Amount that is left to pay with money.'),
  quoteHash: line(60, { description: 'Hash of the price: a reservation at another price is refused.' }),
}

const keptOutput = closed(quoteOutput)
/** Price of a cart as JSON. */
export type KeptQuote = Static<typeof keptOutput>

/** The quote that a hold keeps. */
export function keptIn(quote: unknown): KeptQuote {
  // cast: a hold is written with this form alone.
  return quote as KeptQuote
}

/** The trace of an evaluation, as an output. */
export const traceList = Type.Array(traceOutput, { description: 'Each decision, in the order of evaluation.' })

/** The JSON of a quote. */
export function keptOf(cart: Cart, { priced, tokens, due, hash, unknownCodes }: CartQuote): KeptQuote {
  const unknown = unknownCodes.map((code) => ({
    offerId: null,
    promotionId: null,
    code,
    reason: 'unknown_code' as const,
  }))
  return {
    currency: cart.currency,
    ...numbers(priced, ['subtotal', 'discountTotal', 'total']),
    lines: priced.lines.map((each) => ({
      key: each.key,
      ...numbers(each, ['subtotal', 'discount', 'total']),
      discounts: each.discounts.map(({ offerId: id, amount }) => ({ offerId: id, amount: Number(amount) })),
    })),
    shipping: numbers(priced.shipping, ['subtotal', 'discount', 'total']),
    effects: effectsJson(priced.applied),
    rejected: [
      ...priced.rejected.map(({ id, kind, promotionId, code = null, reason, with: other }) => ({
        offerId: id,
        promotionId: promotionOf({ id, kind, promotionId }) ?? null,
        code,
        reason,
        ...given({ with: other }),
      })),
      ...unknown,
    ],
    tokens: tokens === null ? null : { token: tokens.token, ...numbers(tokens, ['usable', 'used', 'value']) },
    due: Number(due),
    quoteHash: hash,
  }
}

/** Effects of offers that apply as JSON. */
export function effectsJson(applied: readonly AppliedOffer[]) {
  return applied.flatMap(({ id, kind, title, code, promotionId, effects }) =>
    effects.map((effect) => ({ offerId: id, kind, title, ...given({ code, promotionId }), ...effectJson(effect) })),
  )
}

/** The trace as JSON. */
export function traceJson(trace: readonly TraceStep[]) {
  return trace.map(({ id, alone, before, discount, after, reason, with: other, ...step }) => ({
    ...step,
    offerId: id,
    discount: Number(discount),
    ...given({ reason, with: other }),
    ...given({ alone: numberOf(alone), before: numberOf(before), after: numberOf(after) }),
  }))
}

/** The quote of a hold, as checkouts see it. */
export function quoteFrom(kept: KeptQuote): Quote {
  const { currency: code, tokens } = kept
  const money = (amount: number) => ({ amount: BigInt(amount), currency: code })
  const discounts = new Map<string, Quote['discounts'][number]>()
  for (const { offerId: id, kind, title, code: typed = null, discount = 0 } of kept.effects) {
    const amount = BigInt(discount) + (discounts.get(id)?.amount ?? 0n)
    discounts.set(id, { offerId: id, kind, title, code: typed, amount })
  }
  return {
    subtotal: money(kept.subtotal),
    discountTotal: money(kept.discountTotal),
    total: money(kept.total),
    lines: kept.lines.map(({ key, subtotal, discount, total }) => ({
      key,
      subtotal: BigInt(subtotal),
      discount: BigInt(discount),
      total: BigInt(total),
    })),
    discounts: [...discounts.values()],
    rejected: kept.rejected.flatMap(({ code: typed, reason }) => (typed === null ? [] : [{ code: typed, reason }])),
    tokens:
      tokens === null
        ? null
        : { ...tokens, usable: BigInt(tokens.usable), used: BigInt(tokens.used), value: money(tokens.value) },
    due: money(kept.due),
    hash: kept.quoteHash,
  }
}

function effectJson(effect: PricedEffect) {
  if ('discount' in effect) return { type: effect.type, discount: Number(effect.discount) }
  if (effect.type === 'issueCoupon') return { type: effect.type, couponId: effect.couponId }
  const { type, token, amount, rewardId } = effect
  return { type, token, amount: Number(amount), ...given({ rewardId }) }
}

function numberOf(amount: bigint | undefined): number | undefined {
  return amount === undefined ? undefined : Number(amount)
}

function numbers<K extends string>(of: Readonly<Record<K, bigint>>, names: readonly K[]): Record<K, number> {
  // cast: the entries are those of the names.
  return Object.fromEntries(names.map((name) => [name, Number(of[name])])) as Record<K, number>
}

/** The members that have a value. */
function given<T extends Record<string, unknown>>(members: T): { [K in keyof T]?: Exclude<T[K], undefined> } {
  // cast: members without a value are left out.
  return Object.fromEntries(Object.entries(members).filter(([, value]) => value !== undefined)) as ReturnType<
    typeof given<T>
  >
}

import { linesIn, type Allocation, type Basket, type BasketLine } from './basket.ts'
import type { DiscountEffect, Offer, OfferEffect, OfferTarget } from './offer.ts'
import { halfEven, least, percentOf, spread } from './spread.ts'
import { bundleParts, cheapestParts } from './unitSets.ts'

/** Whether an effect lowers a price; the others give something beside it. */
export function isDiscount(effect: OfferEffect): effect is DiscountEffect {
  return effect.type !== 'grantTokens' && effect.type !== 'issueCoupon'
}

/** Discount of one effect on a basket as earlier offers left it. No part exceeds what is left of its line. */
export function allocate(effect: DiscountEffect, offer: Offer, basket: Basket): Allocation {
  if (effect.type === 'freeShipping') return { parts: basket.lines.map(() => 0n), shipping: basket.shippingLeft }
  const isIn = linesIn(effect.target ?? offer.target, basket)
  const parts = partsOf(effect, { offer, isIn, basket })
  return { parts: parts.map((part, index) => least(part, basket.lines[index]?.left ?? 0n)), shipping: 0n }
}

/** Price left of the lines of a target. */
export function leftOf(target: OfferTarget | undefined, basket: Basket): bigint {
  const isIn = linesIn(target, basket)
  return basket.lines.reduce((sum, line, i) => (isIn[i] === true ? sum + line.left : sum), 0n)
}

type Scene = { offer: Offer; isIn: readonly boolean[]; basket: Basket }

function partsOf(effect: Exclude<DiscountEffect, { type: 'freeShipping' }>, scene: Scene): bigint[] {
  const { offer, isIn, basket } = scene
  const each = (part: (line: BasketLine) => bigint) =>
    basket.lines.map((line, i) => (isIn[i] === true ? part(line) : 0n))
  const base = (line: BasketLine) => (offer.percentOf === 'initial' ? line.subtotal : line.left)
  switch (effect.type) {
    case 'orderPercent':
      return offTotal(scene, percentOf(sum(each(base)), effect.percentOff))
    case 'orderAmount':
      return offTotal(scene, effect.amount)
    case 'tieredSpend':
      return offTotal(scene, tierDiscount(effect.tiers, sum(each(base))))
    case 'itemPercent':
      return each((line) => percentOf(base(line), effect.percentOff))
    case 'itemAmount':
      return each((line) => effect.amount * BigInt(line.line.quantity))
    case 'fixedPrice':
      return each((line) => above(line.left, effect.amount * BigInt(line.line.quantity)))
    case 'freeItem':
      return freeUnits(effect, scene)
    case 'buyXGetY':
      return cheapestParts(effect, basket.lines, isIn)
    default:
      return bundleParts(effect, basket.lines, isIn)
  }
}

/** An amount off all lines in, in proportion to what is left of each. */
function offTotal({ isIn, basket }: Scene, amount: bigint): bigint[] {
  const lefts = basket.lines.map((line, i) => (isIn[i] === true ? line.left : 0n))
  return spread(least(amount, sum(lefts)), lefts)
}

function tierDiscount(tiers: Extract<DiscountEffect, { type: 'tieredSpend' }>['tiers'], spent: bigint): bigint {
  let reached: (typeof tiers)[number] | undefined
  for (const tier of tiers)
    if (tier.from <= spent && (reached === undefined || tier.from > reached.from)) reached = tier
  if (reached === undefined) return 0n
  return reached.amount ?? percentOf(spent, reached.percentOff ?? 0)
}

function freeUnits(effect: Extract<DiscountEffect, { type: 'freeItem' }>, { basket, isIn }: Scene): bigint[] {
  let units = effect.quantity
  return basket.lines.map((line, i) => {
    if (line.line.sku !== effect.sku || isIn[i] !== true) return 0n
    const free = Math.min(units, line.line.quantity)
    units -= free
    return halfEven(line.left * BigInt(free), BigInt(line.line.quantity))
  })
}

function above(amount: bigint, floor: bigint): bigint {
  return amount > floor ? amount - floor : 0n
}

function sum(amounts: readonly bigint[]): bigint {
  let total = 0n
  for (const amount of amounts) total += amount
  return total
}

import type { BasketLine } from './basket.ts'
import type { DiscountEffect } from './offer.ts'
import { halfEven, percentOf, spread } from './spread.ts'

type Lines = readonly BasketLine[]
type BuyGet = Extract<DiscountEffect, { type: 'buyXGetY' }>
type Bundle = Extract<DiscountEffect, { type: 'bundlePrice' }>

/** Discounts of a "buy X, get Y": the cheapest units of all complete sets cost less. */
export function cheapestParts(effect: BuyGet, lines: Lines, isIn: readonly boolean[]): bigint[] {
  const units = lines.reduce((sum, line, i) => (isIn[i] === true ? sum + line.line.quantity : sum), 0)
  const sets = Math.min(Math.floor(units / (effect.buy + effect.get)), effect.maxSets ?? Infinity)
  const taken = take(byUnitPrice(lines, isIn, 1), sets * effect.get, lines)
  return taken.map((count, i) => percentOf(priceOf(lines[i], count), effect.percentOff))
}

/** Discounts of a bundle: its units together cost the price of the bundle, where that is less. */
export function bundleParts(effect: Bundle, lines: Lines, isIn: readonly boolean[]): bigint[] {
  const { sets, taken } = effect.items === undefined ? anyOf(effect, lines, isIn) : namedOf(effect, lines, isIn)
  const prices = taken.map((count, i) => priceOf(lines[i], count))
  const regular = prices.reduce((sum, price) => sum + price, 0n)
  const bundled = effect.amount * BigInt(sets)
  return spread(regular > bundled ? regular - bundled : 0n, prices)
}

/** Sets of any units of the target, the dearest first. */
function anyOf(effect: Bundle, lines: Lines, isIn: readonly boolean[]) {
  const size = effect.quantity ?? 1
  const units = lines.reduce((sum, line, i) => (isIn[i] === true ? sum + line.line.quantity : sum), 0)
  const sets = Math.min(Math.floor(units / size), effect.maxSets ?? Infinity)
  return { sets, taken: take(byUnitPrice(lines, isIn, -1), sets * size, lines) }
}

/** Sets of named articles. */
function namedOf(effect: Bundle, lines: Lines, isIn: readonly boolean[]) {
  const wanted = new Map<string, number>()
  for (const { sku, quantity } of effect.items ?? []) wanted.set(sku, (wanted.get(sku) ?? 0) + quantity)
  let sets = wanted.size === 0 ? 0 : (effect.maxSets ?? Infinity)
  const ofSku = (sku: string) => lines.map((line, i) => isIn[i] === true && line.line.sku === sku)
  for (const [sku, quantity] of wanted) {
    const has = ofSku(sku)
    const units = lines.reduce((sum, line, i) => (has[i] === true ? sum + line.line.quantity : sum), 0)
    sets = Math.min(sets, Math.floor(units / quantity))
  }
  const taken = lines.map(() => 0)
  for (const [sku, quantity] of wanted) {
    const own = take(byUnitPrice(lines, ofSku(sku), -1), sets * quantity, lines)
    for (const [i, count] of own.entries()) taken[i] = (taken[i] ?? 0) + count
  }
  return { sets, taken }
}

/** Positions of the lines in by the price of one unit: ascending (1) or descending (-1). */
function byUnitPrice(lines: Lines, isIn: readonly boolean[], direction: 1 | -1): number[] {
  const compare = (a: BasketLine, b: BasketLine) => {
    const left = a.left * BigInt(b.line.quantity)
    const right = b.left * BigInt(a.line.quantity)
    return left === right ? 0 : left < right ? -direction : direction
  }
  return lines
    .map((line, i) => ({ line, i }))
    .filter(({ i }) => isIn[i] === true)
    .toSorted((a, b) => compare(a.line, b.line) || a.i - b.i)
    .map(({ i }) => i)
}

/** Units taken of each line, in the order of the positions. */
function take(positions: readonly number[], units: number, lines: Lines): number[] {
  const taken = lines.map(() => 0)
  let missing = units
  for (const i of positions) {
    const count = Math.min(missing, lines[i]?.line.quantity ?? 0)
    taken[i] = count
    missing -= count
  }
  return taken
}

/** Price left of some units of a line. */
function priceOf(line: BasketLine | undefined, units: number): bigint {
  return line === undefined ? 0n : halfEven(line.left * BigInt(units), BigInt(line.line.quantity))
}

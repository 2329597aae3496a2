import { formatMoney } from './currencyExponent.ts'

/**
 * Effect of a coupon or a promotion, as in the response of `loyalty.coupon.get`. Amounts are minor units, or whole
 * tokens. `buy`: pieces at their price beside `quantity` cheaper ones. `per`: amount paid for each `amount` of tokens.
 */
export type Discount = {
  type: string
  percentOff: number | null
  amount: bigint | null
  currency: string | null
  sku: string | null
  quantity: number | null
  token: string | null
  buy?: number
  per?: bigint
}

type Words = {
  off(amount: string): string
  fixedPrice(money: string): string
  freeItem(quantity: string, sku: string): string
  freeShipping: string
  tokens(amount: string, token: string): string
  tokensPer(amount: string, token: string, money: string): string
  extra(buy: string, quantity: string, off: string | null): string
  bundle(quantity: string | null, money: string): string
  upTo(off: string): string
  coupon: string
}

const english: Words = {
  off: (amount) => `${amount} off`,
  fixedPrice: (money) => `For ${money}`,
  freeItem: (quantity, sku) => `${quantity} × ${sku} for free`,
  freeShipping: 'Free shipping',
  tokens: (amount, token) => `${amount} ${token} more`,
  tokensPer: (amount, token, money) => `${amount} ${token} for each ${money}`,
  extra: (buy, quantity, off) => `Buy ${buy}, get ${quantity} ${off === null ? 'for free' : `with ${off}`}`,
  bundle: (quantity, money) => (quantity === null ? `A set for ${money}` : `${quantity} for ${money}`),
  upTo: (off) => `Up to ${off}`,
  coupon: 'A coupon with the purchase',
}

const german: Words = {
  off: (amount) => `${amount} Rabatt`,
  fixedPrice: (money) => `Für ${money}`,
  freeItem: (quantity, sku) => `${quantity} × ${sku} gratis`,
  freeShipping: 'Versand gratis',
  tokens: (amount, token) => `${amount} ${token} dazu`,
  tokensPer: (amount, token, money) => `${amount} ${token} je ${money}`,
  extra: (buy, quantity, off) => `Beim Kauf von ${buy}: ${quantity} ${off === null ? 'gratis' : `mit ${off}`}`,
  bundle: (quantity, money) => (quantity === null ? `Im Set für ${money}` : `${quantity} für ${money}`),
  upTo: (off) => `Bis zu ${off}`,
  coupon: 'Ein Gutschein zum Kauf',
}

/** A discount in words of a BCP 47 tag, whose region decides how numbers look. English for a language without texts. */
export function discountText(discount: Discount, tag: string): string {
  const language = /^(de|en)\b/i.test(tag) ? tag : 'en'
  const words = /^de\b/i.test(language) ? german : english
  const { type, percentOff, amount, currency, sku, quantity, token, buy = 1, per } = discount
  const count = (value: bigint | number) => new Intl.NumberFormat(language).format(value)
  const money = (of: bigint | null | undefined) =>
    of === null || of === undefined || currency === null ? '' : formatMoney({ amount: of, currency }, language)
  const price = money(amount)
  const percent = percentText(percentOff ?? 0, language)
  switch (type) {
    case 'percent':
      return words.off(percent)
    case 'tiers':
      return words.upTo(words.off(percentOff === null ? price : percent))
    case 'extra':
      return words.extra(count(buy), count(quantity ?? 1), percentOff === 100 ? null : words.off(percent))
    case 'bundle':
      return words.bundle(quantity === null ? null : count(quantity), price)
    case 'coupon':
      return words.coupon
    case 'amount':
      return words.off(price)
    case 'fixedPrice':
      return words.fixedPrice(price)
    case 'freeItem':
      return words.freeItem(count(quantity ?? 1), sku ?? '')
    case 'tokens':
      return per === undefined
        ? words.tokens(count(amount ?? 0n), token ?? 'POINTS')
        : words.tokensPer(count(amount ?? 0n), token ?? 'POINTS', money(per))
    default:
      return words.freeShipping
  }
}

function percentText(percent: number, language: string): string {
  return new Intl.NumberFormat(language, { style: 'percent', maximumFractionDigits: 2 }).format(percent / 100)
}

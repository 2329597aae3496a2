import { formatMoney } from './currencyExponent.ts'

/** Effect of a coupon, as in the response of `loyalty.coupon.get`. Amounts are minor units, or whole tokens. */
export type Discount = {
  type: string
  percentOff: number | null
  amount: bigint | null
  currency: string | null
  sku: string | null
  quantity: number | null
  token: string | null
}

type Words = {
  off(amount: string): string
  fixedPrice(money: string): string
  freeItem(quantity: string, sku: string): string
  freeShipping: string
  tokens(amount: string, token: string): string
}

const english: Words = {
  off: (amount) => `${amount} off`,
  fixedPrice: (money) => `For ${money}`,
  freeItem: (quantity, sku) => `${quantity} × ${sku} for free`,
  freeShipping: 'Free shipping',
  tokens: (amount, token) => `${amount} ${token} more`,
}

const german: Words = {
  off: (amount) => `${amount} Rabatt`,
  fixedPrice: (money) => `Für ${money}`,
  freeItem: (quantity, sku) => `${quantity} × ${sku} gratis`,
  freeShipping: 'Versand gratis',
  tokens: (amount, token) => `${amount} ${token} dazu`,
}

/** A discount in words of a BCP 47 tag, whose region decides how numbers look. English for a language without texts. */
export function discountText(discount: Discount, tag: string): string {
  const language = /^(de|en)\b/i.test(tag) ? tag : 'en'
  const words = /^de\b/i.test(language) ? german : english
  const { type, percentOff, amount, currency, sku, quantity, token } = discount
  const count = (value: bigint | number) => new Intl.NumberFormat(language).format(value)
  const price = amount === null || currency === null ? '' : formatMoney({ amount, currency }, language)
  switch (type) {
    case 'percent':
      return words.off(percentText(percentOff ?? 0, language))
    case 'amount':
      return words.off(price)
    case 'fixedPrice':
      return words.fixedPrice(price)
    case 'freeItem':
      return words.freeItem(count(quantity ?? 1), sku ?? '')
    case 'tokens':
      return words.tokens(count(amount ?? 0n), token ?? 'POINTS')
    default:
      return words.freeShipping
  }
}

function percentText(percent: number, language: string): string {
  return new Intl.NumberFormat(language, { style: 'percent', maximumFractionDigits: 2 }).format(percent / 100)
}

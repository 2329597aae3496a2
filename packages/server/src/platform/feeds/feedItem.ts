import { currencyExponent } from '#kit/values/currencyExponent.ts'
import { excerpt } from '#kit/values/foreignText.ts'

/** An item of a shop feed. `price`: in minor units of `currency`; both or neither. */
export type FeedItem = {
  key: string
  title: string
  url: string | null
  imageUrl: string | null
  price: number | null
  currency: string | null
  category: string | null
  isAvailable: boolean
}

/** An entry of a feed: texts by the lower-case name of their field. */
export type FeedEntry = Readonly<Record<string, string>>

/** Address of the feed, and the currency of prices that name none. */
export type FeedOrigin = { url: string; currency: string | undefined }

/** A feed that cannot be read. The message continues "The feed". */
export class FeedFailed extends Error {
  override name = 'FeedFailed'
}

const lengths = { key: 200, title: 300, url: 2_000, category: 200 }
const minorMax = 999_999_999_999_999

const names = {
  key: ['id', 'sku', 'guid', 'handle', 'link', 'url'],
  title: ['title', 'name'],
  url: ['link', 'url', 'product_url'],
  imageUrl: ['image_link', 'image_url', 'image', 'imageurl', 'featured_image'],
  price: ['sale_price', 'price'],
  currency: ['currency', 'price_currency'],
  category: ['product_type', 'category', 'google_product_category'],
  availability: ['availability', 'available', 'in_stock', 'is_available'],
} as const

const notAvailable = /^(0|no|false|discontinued|unavailable|sold[ _-]?out|out[ _-]?of[ _-]?stock)$/i

/** The item of an entry; undefined for one without an id or a title. */
export function itemOf(entry: FeedEntry, origin: FeedOrigin): FeedItem | undefined {
  const key = textOf(entry, 'key', lengths.key)
  const title = textOf(entry, 'title', lengths.title)
  if (key === undefined || title === undefined) return undefined
  const price = priceOf(textOf(entry, 'price', 60), textOf(entry, 'currency', 3) ?? origin.currency)
  return {
    key,
    title,
    url: addressOf(textOf(entry, 'url', lengths.url), origin),
    imageUrl: addressOf(textOf(entry, 'imageUrl', lengths.url), origin),
    price: price?.minor ?? null,
    currency: price?.currency ?? null,
    category: textOf(entry, 'category', lengths.category) ?? null,
    isAvailable: !notAvailable.test(textOf(entry, 'availability', 40) ?? ''),
  }
}

function textOf(entry: FeedEntry, of: keyof typeof names, max: number): string | undefined {
  for (const name of names[of]) {
    const text = excerpt(entry[name] ?? '', max)
    if (text !== '') return text
  }
  return undefined
}

/** A web address, also one that is relative to the feed; null for others, which a mail must not link. */
function addressOf(text: string | undefined, { url }: FeedOrigin): string | null {
  const found = text === undefined ? null : URL.parse(text, url)
  const isWeb = found !== null && (found.protocol === 'https:' || found.protocol === 'http:')
  return isWeb && found.href.length <= lengths.url ? found.href : null
}

/** A price such as `12.00 EUR`, `EUR 1.299,00` or `12.5`; undefined where its amount or currency is unknown. */
export function priceOf(text: string | undefined, other: string | undefined) {
  const amount = /\d[\d.,' ]*/.exec(text ?? '')?.[0].replace(/[' ]/g, '')
  const currency = /(?<![a-z])[a-z]{3}(?![a-z])/i.exec(text ?? '')?.[0] ?? other
  if (amount === undefined || currency === undefined || !/^[a-z]{3}$/i.test(currency)) return undefined
  const code = currency.toUpperCase()
  const minor = Math.round(Number(decimalOf(amount)) * 10 ** currencyExponent(code))
  return Number.isFinite(minor) && minor <= minorMax ? { minor, currency: code } : undefined
}

/** A number with a point as its decimal sign. The last of two different signs is the decimal one. */
function decimalOf(text: string): string {
  const [point, comma] = [text.lastIndexOf('.'), text.lastIndexOf(',')]
  if (point !== -1 && comma !== -1) {
    return point > comma ? text.replaceAll(',', '') : text.replaceAll('.', '').replace(',', '.')
  }
  const sign = comma === -1 ? '.' : ','
  const parts = text.split(sign)
  const isGrouped = parts.length > 2 || (sign === ',' && parts[1]?.length === 3)
  return parts.join(isGrouped ? '' : '.')
}

import { XMLParser, XMLValidator } from 'fast-xml-parser'
import { openCsvReader } from '#kit/values/csvReader.ts'
import { FeedFailed, itemOf, type FeedEntry, type FeedItem, type FeedOrigin } from './feedItem.ts'

/** A feed as it was fetched. */
export type FeedSource = FeedOrigin & { text: string }

const itemsMax = 10_000
const recordCharsMax = 100_000
const delimiters = [',', ';', '\t', '|']

/**
 * Items of a feed in JSON, CSV or XML (RSS, Atom), in its order, at most 10,000; a repeated id counts once. Throws
 * FeedFailed, also for a feed without an item: an empty list is an error of the shop more often than an empty shop.
 */
export function parseFeed({ text: sent, ...origin }: FeedSource): FeedItem[] {
  const text = sent.replace(/^\uFEFF?\s*/, '')
  const entries = text.startsWith('<') ? xmlEntries(text) : /^[[{]/.test(text) ? jsonEntries(text) : csvEntries(text)
  const items: FeedItem[] = []
  const keys = new Set<string>()
  for (const entry of entries) {
    if (items.length >= itemsMax) break
    const item = itemOf(entry, origin)
    if (item === undefined || keys.has(item.key)) continue
    keys.add(item.key)
    items.push(item)
  }
  if (items.length === 0) throw new FeedFailed('has no item with an id and a title.')
  return items
}

function jsonEntries(text: string): FeedEntry[] {
  let value: unknown
  try {
    value = JSON.parse(text)
  } catch {
    throw new FeedFailed('is no valid JSON.')
  }
  const list = Array.isArray(value) ? value : (membersOf(value)['products'] ?? membersOf(value)['items'])
  if (!Array.isArray(list)) throw new FeedFailed('has no list, nor one in `products` or `items`.')
  return list.slice(0, 2 * itemsMax).map((each: unknown) => jsonEntry(membersOf(each)))
}

/** Values of a product. Those of a Shopify product stand in its first image and its variants. */
function jsonEntry(product: Record<string, unknown>): FeedEntry {
  const own = scalarsOf(product)
  const variants = listOf(product['variants']).map(membersOf)
  const image = membersOf(listOf(product['images'])[0] ?? product['image'])
  const availabilities = variants.flatMap(({ available }) => (typeof available === 'boolean' ? [available] : []))
  return {
    ...(own['handle'] === undefined ? {} : { link: `/products/${encodeURIComponent(own['handle'])}` }),
    ...(availabilities.length === 0 ? {} : { availability: String(availabilities.includes(true)) }),
    ...only(scalarsOf(variants[0] ?? {}), ['price', 'currency']),
    ...(scalarsOf(image)['src'] === undefined ? {} : { image: scalarsOf(image)['src'] ?? '' }),
    ...only(scalarsOf(membersOf(product['price'])), ['currency']),
    ...own,
  }
}

function only(entry: FeedEntry, names: readonly string[]): FeedEntry {
  return Object.fromEntries(Object.entries(entry).filter(([name]) => names.includes(name)))
}

function scalarsOf(of: Record<string, unknown>): FeedEntry {
  const isScalar = (value: unknown) => ['string', 'number', 'boolean'].includes(typeof value)
  return Object.fromEntries(
    Object.entries(of).flatMap(([name, value]) => (isScalar(value) ? [[fieldName(name), String(value)]] : [])),
  )
}

function membersOf(value: unknown): Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? { ...value } : {}
}

function listOf(value: unknown): unknown[] {
  return Array.isArray(value) ? value : value === undefined ? [] : [value]
}

/** A name without the prefix of Google, in lower case with underscores. */
function fieldName(name: string): string {
  return name.trim().toLowerCase().replace(/^g:/, '').replace(/[ -]/g, '_')
}

function csvEntries(text: string): FeedEntry[] {
  const first = text.slice(0, recordCharsMax).split(/[\r\n]/, 1)[0] ?? ''
  const countOf = (delimiter: string) => first.split(delimiter).length
  const delimiter = delimiters.toSorted((a, b) => countOf(b) - countOf(a))[0] ?? ','
  const reader = openCsvReader({ delimiter, recordCharsMax })
  const [head, ...records] = [...reader.read(text), ...reader.end()].slice(0, 2 * itemsMax)
  if (head === undefined || 'problem' in head) throw new FeedFailed('has no header line.')
  const columns = head.cells.map(fieldName)
  if (!columns.some((name) => name === 'title' || name === 'name')) throw new FeedFailed('is no JSON, XML or CSV.')
  return records.flatMap((record) => {
    if ('problem' in record) return []
    return [Object.fromEntries(columns.map((name, index) => [name, record.cells[index] ?? '']))]
  })
}

/** Entities are not expanded, and a feed that declares some is refused. */
function xmlEntries(text: string): FeedEntry[] {
  if (/<!ENTITY/i.test(text)) throw new FeedFailed('declares entities, which are refused.')
  const valid = XMLValidator.validate(text)
  if (valid !== true) throw new FeedFailed(`is no valid XML: line ${valid.err.line}.`)
  const parser = new XMLParser({
    ignoreAttributes: false,
    attributeNamePrefix: '@',
    cdataPropName: '#cdata',
    parseTagValue: false,
    processEntities: false,
    removeNSPrefix: true,
  })
  const root = membersOf(parser.parse(text))
  const holders = [membersOf(membersOf(root['rss'])['channel']), membersOf(root['RDF']), membersOf(root['feed'])]
  const found = holders.flatMap((holder) => [...listOf(holder['item']), ...listOf(holder['entry'])])
  if (found.length === 0) throw new FeedFailed('has no <item> or <entry>.')
  return found.slice(0, 2 * itemsMax).map((each) => xmlEntry(membersOf(each)))
}

function xmlEntry(members: Record<string, unknown>): FeedEntry {
  return Object.fromEntries(Object.entries(members).map(([name, value]) => [fieldName(name), xmlText(value)]))
}

/** The text of the first element of a name; the address of a link of Atom. */
function xmlText(value: unknown): string {
  const first = listOf(value)[0]
  if (typeof first === 'string') return decoded(first)
  const { '#text': text, '#cdata': cdata, '@href': href } = membersOf(first)
  if (typeof cdata === 'string') return cdata
  if (typeof text === 'string') return decoded(text)
  return typeof href === 'string' ? decoded(href) : ''
}

const predefined: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" }

/** A text with the five entities of XML and characters by number in clear. */
function decoded(text: string): string {
  return text.replace(/&(#\d{1,7}|#x[\da-f]{1,6}|[a-z]{2,4});/gi, (whole, name: string) => {
    if (!name.startsWith('#')) return predefined[name] ?? whole
    const code = /^#x/i.test(name) ? Number.parseInt(name.slice(2), 16) : Number(name.slice(1))
    return code <= 0x10_ff_ff ? String.fromCodePoint(code) : whole
  })
}

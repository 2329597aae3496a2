import type { AttributeValue } from '#products/marketing/contact/contactFields.ts'
import type { AttributeType, Target } from './importFields.ts'

/** A value that was read, or the reason why a cell holds none. Neither for an empty cell. */
export type CellRead<T = unknown> = { value?: T; problem?: string }

const yes = new Set('true yes y 1 x on ja j oui o si sì s sim tak да はい'.split(' '))
const no = new Set('false no n 0 off nein non não nao nej nie нет いいえ'.split(' '))
const subscribed = new Set('subscribed active optin opted-in abonniert aktiv abonne inscrit activo'.split(' '))
/** States of other systems in which a person gets no mail. */
const unsubscribed = new Set(
  (
    'unsubscribed inactive optout opted-out abgemeldet inaktiv desabonne desinscrit inactivo inattivo cleaned ' +
    'bounced complained complaint spam suppressed archived deleted pending unconfirmed nonsubscribed blocked'
  ).split(' '),
)

/** Reads the cell of a target into the form that the contact's own check accepts. */
export function readCell(cell: unknown, target: Target): CellRead {
  if (target === 'tags' || target === 'topics') return readList(cell)
  if (target === 'attributes') return readObject(cell)
  const text = textOf(cell)
  if (text === '') return {}
  if (target === 'phone') return { value: phoneOf(text) }
  if (target === 'country') return { value: text.toUpperCase() }
  if (target === 'locale') return { value: text.replaceAll('_', '-') }
  if (target === 'trackingDisabled') return readFlag(text)
  if (target === 'consentAt') return readMoment(text)
  if (target === 'status') return readStatus(text)
  return { value: text }
}

/** Reads the cell of an attribute. A value of JSON lines keeps its type where the column has none. */
export function readAttribute(cell: unknown, type: AttributeType | undefined): CellRead<AttributeValue> {
  if (typeof cell !== 'string' && (type === undefined || typeof cell === typeOfValue[type])) {
    // cast: a value that JSON.parse returned; the contact's own check bounds it.
    return cell === null || cell === undefined ? {} : { value: cell as AttributeValue }
  }
  const text = textOf(cell)
  if (text === '') return {}
  if (type === 'number') return readNumber(text)
  if (type === 'flag') return readFlag(text)
  if (type === 'moment') return readMoment(text)
  return { value: text }
}

const typeOfValue: Record<AttributeType, string> = {
  text: 'string',
  number: 'number',
  flag: 'boolean',
  moment: 'string',
}

/** The text of a cell. An apostrophe before a sign is that of an export, which keeps spreadsheets from computing. */
function textOf(cell: unknown): string {
  if (cell === null || cell === undefined) return ''
  const text = (typeof cell === 'string' ? cell : JSON.stringify(cell)).trim()
  return /^'[=+\-@]/.test(text) ? text.slice(1) : text
}

/** A phone number without the signs that people write, with `+` in place of `00`. */
function phoneOf(text: string): string {
  return text.replace(/\(0\)|[\s().\-/\u00a0]/g, '').replace(/^00/, '+')
}

function readList(cell: unknown): CellRead<string[]> {
  const parts = Array.isArray(cell) ? cell.map(textOf) : partsOf(textOf(cell))
  if (parts === undefined) return { problem: 'must be a list' }
  const values = [...new Set(parts.map((part) => part.trim()).filter((part) => part !== ''))]
  return values.length === 0 ? {} : { value: values }
}

/** A part of a list within quotation marks, where a doubled mark stands for one, or a part without them. */
const part = /\s*(?:"((?:[^"]|"")*)"\s*(?=[,;|]|$)|([^,;|]*))(?:[,;|]|$)/g

/** Parts of a text with commas, semicolons or bars between them, also each in quotation marks, or of a list in JSON. */
function partsOf(text: string): string[] | undefined {
  if (!text.startsWith('[')) {
    return Array.from(text.matchAll(part), ([, quoted, plain = '']) => quoted?.replaceAll('""', '"') ?? plain)
  }
  const parsed = parsedJson(text)
  return Array.isArray(parsed) ? parsed.map(textOf) : undefined
}

function readObject(cell: unknown): CellRead {
  const value = typeof cell === 'string' && cell.trim() !== '' ? parsedJson(cell) : cell
  if (value === null || value === undefined || value === '') return {}
  return typeof value === 'object' && !Array.isArray(value) ? { value } : { problem: 'must be an object in JSON' }
}

function parsedJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return false
  }
}

function readFlag(text: string): CellRead<boolean> {
  const word = text.toLowerCase()
  if (yes.has(word)) return { value: true }
  return no.has(word) ? { value: false } : { problem: 'must be yes or no' }
}

/** Reads a number with a point or a comma. `1,234` may be one or a thousand, so it is refused. */
function readNumber(text: string): CellRead<number> {
  if (/^[+-]?\d+,\d{3}$/.test(text)) return { problem: 'must be a number that has no comma before three digits' }
  if (!/^[+-]?\d+([.,]\d+)?$/.test(text)) return { problem: 'must be a number such as 12.5' }
  const value = Number(text.replace(',', '.'))
  return Number.isSafeInteger(Math.trunc(value)) ? { value } : { problem: 'must be a smaller number' }
}

/** Reads a moment of ISO 8601, or a day as `2026-11-21` or `21.11.2026`; without a zone it is UTC. */
function readMoment(text: string): CellRead<string> {
  const day = /^(\d{1,2})\.(\d{1,2})\.(\d{4})(.*)$/.exec(text)
  const [, dayOfMonth = '', month = '', year = '', rest = ''] = day ?? []
  const iso = day === null ? text : `${year}-${month.padStart(2, '0')}-${dayOfMonth.padStart(2, '0')}${rest}`
  const parts = /^(\d{4})-(\d\d)-(\d\d)(?:[T ](\d\d:\d\d)(:\d\d(?:\.\d{1,9})?)?(Z|[+-]\d\d:\d\d)?)?$/i.exec(iso)
  const problem = 'must be a moment such as 2026-11-21 or 2026-11-21T09:00:00Z'
  if (parts === null) return { problem }
  const [, y = '', m = '', d = '', time = '00:00', seconds = ':00', zone = 'Z'] = parts
  const at = new Date(`${y}-${m}-${d}T${time}${seconds}${zone.toUpperCase()}`)
  const isDay = new Date(`${y}-${m}-${d}T00:00:00Z`).getUTCDate() === Number(d)
  return Number.isNaN(at.getTime()) || !isDay || Number(y) < 1000 ? { problem } : { value: at.toISOString() }
}

function readStatus(text: string): CellRead<'subscribed' | 'unsubscribed'> {
  const word = text
    .toLowerCase()
    .normalize('NFD')
    .replace(/\p{M}+/gu, '')
  if (subscribed.has(word) || yes.has(word)) return { value: 'subscribed' }
  if (unsubscribed.has(word) || no.has(word)) return { value: 'unsubscribed' }
  return { problem: 'must be subscribed or unsubscribed' }
}

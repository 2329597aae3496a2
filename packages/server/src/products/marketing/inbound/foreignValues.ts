import { oneLine, storable } from '#kit/values/foreignText.ts'
import { at, textAt, type Json } from '#platform/net/foreignJson.ts'
import { readAddress } from '#platform/mail/mailbox.ts'
import { attributeProblems } from '#products/marketing/contact/contact.ts'
import { attributeBounds, type Attributes, type AttributeValue } from '#products/marketing/contact/contactFields.ts'
import { eventNamePattern } from '#products/marketing/event/eventInput.ts'

/** A person as a call names it, each value checked; null for one that is missing or no such value. */
export type ForeignPerson = {
  email: string | null
  phone: string | null
  externalId: string | null
  viewerId: string | null
  firstName: string | null
  lastName: string | null
}

const keyPattern = /^[A-Za-z_][A-Za-z0-9_-]{0,59}$/
const textMax = 4_000
const listMax = 200
const nameMax = 100
const idMax = 128

/** Value at a path such as `data.customer.email`. */
export function atPath(json: Json, path: string | undefined): Json {
  return path === undefined ? undefined : at(json, ...path.split('.'))
}

/** A text without control characters; null for none. */
export function textOf(value: Json, max: number): string | null {
  const text = oneLine(textAt(value) ?? '')
  return text === '' || text.length > max ? null : text
}

/** A mail address, or null. */
export function emailOf(value: Json): string | null {
  const text = textOf(value, 254)
  return text === null ? null : (readAddress(text) ?? null)
}

/** A phone number in the form of E.164, or null: `0049 40 12345-6` is `+4940123456`. */
export function phoneOf(value: Json): string | null {
  const digits = (textOf(value, 40) ?? '').replace(/^00/, '+').replace(/[\s()./-]+/g, '')
  const number = /^[1-9]/.test(digits) ? `+${digits}` : digits
  return /^\+[1-9][0-9]{6,14}$/.test(number) ? number : null
}

/** An id of at most 128 characters, or null. */
export function idTextOf(value: Json): string | null {
  return textOf(value, idMax)
}

/** A name of a person, cut where it is too long. */
export function nameOf(value: Json): string | null {
  return oneLine(textOf(value, textMax) ?? '', nameMax) || null
}

/** The name of an event as words with dots: `Order Completed` is `orderCompleted`; null for one without letters. */
export function eventNameOf(value: Json): string | null {
  const text = textOf(value, 200)
  if (text === null || new RegExp(eventNamePattern).test(text)) return text
  const words = text.match(/[A-Za-z0-9]+/g) ?? []
  const joined = words
    .map((word, index) => (index === 0 ? word.toLowerCase() : `${word.charAt(0).toUpperCase()}${word.slice(1)}`))
    .join('')
  const name = joined.replace(/^[0-9]+/, '').slice(0, 120)
  return name === '' ? null : `${name.charAt(0).toLowerCase()}${name.slice(1)}`
}

/** Members of an object as attributes: other keys are left out, long texts cut. Empty where the rest is too large. */
export function attributesOf(value: Json): Attributes {
  const cleaned = cleanObject(value, attributeBounds.depthMax)
  return cleaned === undefined || attributeProblems(cleaned).length > 0 ? {} : cleaned
}

function cleanObject(value: Json, levels: number): Attributes | undefined {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return undefined
  const entries = Object.entries(value).slice(0, attributeBounds.keysMax)
  return Object.fromEntries(
    entries.flatMap(([key, each]) => {
      const cleaned = keyPattern.test(key) ? cleanValue(each, levels - 1) : undefined
      return cleaned === undefined ? [] : [[key, cleaned] as const]
    }),
  )
}

function cleanValue(value: Json, levels: number): AttributeValue | undefined {
  if (value === null || typeof value === 'boolean') return value
  if (typeof value === 'number') return Number.isFinite(value) ? value : undefined
  if (typeof value === 'string') return storable(value, textMax)
  if (Array.isArray(value)) return value.slice(0, listMax).flatMap((each) => cleanValue(each, 0) ?? [])
  return levels > 0 ? cleanObject(value, levels) : undefined
}

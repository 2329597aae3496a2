import { Type } from '#kit/values/schema.ts'
import {
  countryCode,
  dateTime,
  defaulted,
  email,
  flag,
  idOf,
  languageTag,
  line,
  matching,
  nameLine,
  oneOf,
  optional,
  prose,
  refTo,
  timeZone,
  words,
} from '#kit/values/fields.ts'
import { closed } from '#kit/nouns/standard.ts'

/** Most keys of `attributes`, on all levels; their size in bytes of JSON; their depth. */
export const attributeBounds = { keysMax: 200, bytesMax: 16_384, depthMax: 3 } as const

/** Most tags, and most topics, of one contact. */
export const wordsMax = 100

/** Key of a topic: `product-news`. */
export const topicKeyPattern = '^[a-z0-9][a-z0-9-]{0,59}$'

/** A value that the account shapes itself. */
export type AttributeValue =
  | string
  | number
  | boolean
  | null
  | readonly AttributeValue[]
  | { readonly [key: string]: AttributeValue }

/** Free attributes of a contact. */
export type Attributes = Record<string, AttributeValue>

/** Schema of `attributes`. A check beside it bounds size, keys and depth of the whole. */
export function attributesSchema(description: string) {
  return Type.Unsafe<Attributes>({
    type: 'object',
    description,
    maxProperties: attributeBounds.keysMax,
    propertyNames: { pattern: '^[A-Za-z_][A-Za-z0-9_-]{0,59}$' },
    additionalProperties: valueSchema(attributeBounds.depthMax - 1),
  })
}

/** Schema of one value with so many levels of objects below it. The check of an input reads no deeper than this. */
function valueSchema(levels: number): Record<string, unknown> {
  const scalar = { type: ['string', 'number', 'boolean', 'null'], maxLength: 4_000 }
  const list = { ...scalar, type: [...scalar.type, 'array'], maxItems: 200, items: scalar }
  if (levels === 0) return list
  const members = { maxProperties: attributeBounds.keysMax, additionalProperties: valueSchema(levels - 1) }
  return { ...list, type: [...list.type, 'object'], ...members }
}

/** Stored fields of a contact. */
export const contactFields = {
  email: optional(email({ description: 'Mail address; unique, whatever its case.' })),
  phone: optional(
    matching('^\\+[1-9][0-9]{6,14}$', 16, {
      description: 'Phone number (E.164).',
      message: 'must be a phone number such as +4940123456',
      examples: ['+4940123456'],
    }),
  ),
  externalId: optional(line(128, { description: 'Id of the person in a system of yours; unique.' })),
  viewerId: optional(line(128, { description: 'Id of the person as a viewer, from a viewer token; unique.' })),
  firstName: optional(nameLine(100, { description: 'First name.' })),
  lastName: optional(nameLine(100, { description: 'Last name.' })),
  locale: optional(languageTag({ description: 'Language (BCP 47).' })),
  timezone: optional(timeZone({ description: 'IANA time zone.' })),
  country: optional(countryCode({ description: 'Country, ISO 3166-1 alpha-2.' })),
  attributes: defaulted(
    attributesSchema('Attributes of your own: up to 200 keys, 16 KB, three levels.'),
    {},
    { storage: { kind: 'json' } },
  ),
  tags: defaulted(words(wordsMax, nameLine(60), { description: 'Tags.' }), []),
  topics: defaulted(
    words(wordsMax, matching(topicKeyPattern, 60), {
      description: 'Keys of the topics that the contact subscribes to.',
    }),
    [],
  ),
  trackingDisabled: defaulted(
    flag({ description: 'Whether opens and clicks of the contact are not recorded.' }),
    false,
  ),
  mergedIntoId: optional(idOf('con', { description: 'The contact that replaced this one.' }), {
    storage: refTo('marketing.contact', 'con'),
    access: { isReadOnly: true },
  }),
}

/** Evidence of an agreement, as an input. */
export const consentInput = closed(
  {
    source: line(200, { description: 'Source of the agreement: a form, an import, a till.' }),
    at: Type.Optional(dateTime({ description: 'Time of the agreement; now when left out.' })),
    ip: Type.Optional(line(45, { description: 'Address of the device, as evidence.' })),
    text: Type.Optional(prose(2_000, { description: 'Wording that the person agreed to.' })),
  },
  { description: 'Evidence that the person agreed to get mail.' },
)

/** Treatment of an existing contact by a create. */
export const onConflictInput = oneOf(['error', 'merge', 'ignore'], {
  description: 'If the contact exists: `error` (409), `merge` what was sent into it, or `ignore` and return it.',
})

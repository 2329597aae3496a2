import type { Cart, CartLine } from '#kit/call/offers.ts'
import { isGroup, membersOf, type Filter } from '#kit/filter/filter.ts'
import type { FieldType, FilterField, FilterSubject, Vocabulary } from '#kit/filter/vocabulary.ts'
import { cartSubtotal, lineSubtotal, type Basis } from '#products/loyalty/pricing/cart.ts'

/** Fields of a cart, of the records that it belongs to, and of the moment, by the clock of the account. */
const cartFields: Readonly<Record<string, FieldType>> = {
  'cart.subtotal': 'number',
  'cart.quantity': 'number',
  'cart.lines': 'number',
  'cart.currency': 'text',
  'cart.skus': 'list',
  'cart.categories': 'list',
  'paymentLink.id': 'text',
  'event.id': 'text',
  'place.id': 'text',
  'vendor.id': 'text',
  'stream.id': 'text',
  'time.now': 'moment',
  'time.hour': 'number',
  'time.weekday': 'number',
  'time.date': 'text',
}

const lineFields: Readonly<Record<string, FieldType>> = {
  'line.sku': 'text',
  'line.name': 'text',
  'line.categories': 'list',
  'line.quantity': 'number',
  'line.unitAmount': 'number',
  'line.subtotal': 'number',
}

/** A field that is read in memory alone. */
function inMemory(name: string, type: FieldType): FilterField {
  return {
    type,
    sql() {
      throw new Error(`${name} is no field of a row`)
    },
    read: ({ fields }) => fields[name],
  }
}

function vocabularyOf(fields: Readonly<Record<string, FieldType>>, others: Vocabulary): Vocabulary {
  const own = new Map(Object.entries(fields).map(([name, type]) => [name, inMemory(name, type)]))
  return {
    find: (name) => own.get(name) ?? others.find(name),
    get names() {
      return [...own.keys(), ...others.names]
    },
  }
}

const none: Vocabulary = { find: () => undefined, names: [] }

/** Names that the filter of a promotion may use: the cart, the moment, and the buyer. */
export function cartVocabulary(contacts: Vocabulary): Vocabulary {
  return vocabularyOf(cartFields, contacts)
}

/** Names that the filter of a target may use. */
export const lineVocabulary = vocabularyOf(lineFields, none)

/** Conditions of a filter on the buyer: what has to be read of the contact. */
export function buyerConditions(filter: Filter): Filter[] {
  if (isGroup(filter)) return membersOf(filter).flatMap(buyerConditions)
  return 'field' in filter && Object.hasOwn(cartFields, filter.field) ? [] : [filter]
}

/** Values of a cart and of the moment, by field. */
export function cartValues(cart: Basis, at: Date, timeZone: string): Record<string, unknown> {
  const now = Temporal.Instant.fromEpochMilliseconds(at.getTime()).toZonedDateTimeISO(timeZone)
  const { about, currency, lines } = cart
  return {
    'cart.subtotal': Number(cartSubtotal(cart)),
    'cart.quantity': lines.reduce((sum, { quantity }) => sum + quantity, 0),
    'cart.lines': lines.length,
    'cart.currency': currency,
    'cart.skus': lines.flatMap(({ sku }) => (sku === null ? [] : [sku])),
    'cart.categories': [...new Set(lines.flatMap(({ categories }) => categories))],
    ...aboutValues(about),
    'time.now': at,
    'time.hour': now.hour,
    'time.weekday': now.dayOfWeek,
    'time.date': now.toPlainDate().toString(),
  }
}

function aboutValues({ paymentLinkId, eventId, placeId, vendorId, streamId }: Cart['about']): Record<string, unknown> {
  return {
    'paymentLink.id': paymentLinkId,
    'event.id': eventId,
    'place.id': placeId,
    'vendor.id': vendorId,
    'stream.id': streamId,
  }
}

/** A line as filters read it. */
export function lineSubject(line: CartLine): FilterSubject {
  return {
    ...unknownSubject,
    fields: {
      'line.sku': line.sku,
      'line.name': line.name,
      'line.categories': line.categories,
      'line.quantity': line.quantity,
      'line.unitAmount': Number(line.unitAmount),
      'line.subtotal': Number(lineSubtotal(line)),
    },
  }
}

/** The subject of a filter without a contact. */
export const unknownSubject: FilterSubject = { id: '', fields: {}, events: [], mails: [], segments: new Set() }

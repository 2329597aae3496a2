import { cubeOf } from '#products/places/geo.ts'
import { hoursProblems, isOpenAt } from '#products/places/openingHours.ts'
import { placeCreated, placeDeleted, placeMerged, placeStatusChanged, placeUpdated } from '#products/places/facts.ts'
import { flag, nullable } from '#kit/values/fields.ts'
import { foldName, searchText } from '#kit/values/foldedText.ts'
import { field, invalid, reasons, type FieldProblem } from '#kit/call/problem.ts'
import { resource, type StoredOf } from '#kit/nouns/resource.ts'
import { placeFields, publicPlaceFields } from './placeFields.ts'

/** A place as the store returns it. */
export type Place = StoredOf<typeof placeFields>

/** Stored opening hours: both lists, or null for neither. */
export type Hours = { regular: HoursOf<'regular'>; exceptions: HoursOf<'exceptions'> }
type HoursOf<K extends 'regular' | 'exceptions'> = NonNullable<NonNullable<Place['openingHours']>[K]>

const isOpen = nullable(flag({ description: 'Whether it is open at this moment; null when its hours are not known.' }))

/** A location or online address that people visit. */
export const place = resource({
  id: 'places.place',
  title: 'Place',
  description: 'Places where people go or meet, in the world or online',
  table: 'places_place',
  idKey: 'placeId',
  prefix: 'plc',
  states: {
    draft: ['active', 'archived', 'merged'],
    active: ['temporarilyClosed', 'permanentlyClosed', 'archived', 'merged'],
    temporarilyClosed: ['active', 'permanentlyClosed', 'archived', 'merged'],
    permanentlyClosed: ['active', 'archived', 'merged'],
    archived: ['draft', 'active', 'temporarilyClosed', 'permanentlyClosed', 'merged'],
    merged: [],
  },
  initial: 'draft',
  actions: {
    activate: { from: ['draft'], to: 'active', description: 'a draft becomes a place that visitors see.' },
    closeTemporarily: { from: ['active'], to: 'temporarilyClosed', description: 'it is closed for a while.' },
    reopen: { from: ['temporarilyClosed', 'permanentlyClosed'], to: 'active', description: 'it is open again.' },
    closePermanently: {
      from: ['active', 'temporarilyClosed'],
      to: 'permanentlyClosed',
      description: 'it is closed for good.',
    },
    archive: {
      from: ['draft', 'active', 'temporarilyClosed', 'permanentlyClosed'],
      to: 'archived',
      description: 'it is put away, with everything that refers to it.',
    },
    restore: { from: ['archived'], to: 'active', description: 'back to the state that it was archived in.' },
  },
  countMax: Number.POSITIVE_INFINITY,
  fields: placeFields,
  derived: {
    nameKey: { sqlType: 'text', sorts: 'name', of: (record) => foldName(record.name) },
    cityKey: { sqlType: 'text', of: ({ address }) => (address?.city === undefined ? null : foldName(address.city)) },
    searchText: { sqlType: 'text', of: placeSearchText },
    hasHours: { sqlType: 'boolean', of: (record) => hoursKept(record.openingHours) !== null },
    position: { sqlType: 'cube', of: (record) => (record.location === null ? null : cubeOf(record.location)) },
  },
  computed: {
    fields: { isOpen },
    publicFields: { isOpen },
    of: async (ctx, records) => records.map((record) => ({ isOpen: isOpenNow(record, ctx.now()) })),
  },
  card: ({ name, photos, slug, status, visibility }) => ({
    title: name,
    imageUrl: photos[0]?.url ?? null,
    path: hasPage({ status, visibility }) ? `/place/${slug}` : null,
  }),
  facts: {
    created: placeCreated,
    updated: placeUpdated,
    deleted: placeDeleted,
    moved: {
      draft: placeStatusChanged,
      active: placeStatusChanged,
      temporarilyClosed: placeStatusChanged,
      permanentlyClosed: placeStatusChanged,
      archived: placeStatusChanged,
      merged: placeMerged,
    },
  },
  constraints: { places_place_slug_key: { reason: reasons.writeContended, field: 'name' } },
  publicWhen: {
    sql: `t.status in ('active', 'temporarilyClosed') and t.visibility = 'public'`,
    holds: ({ status, visibility }) =>
      (status === 'active' || status === 'temporarilyClosed') && visibility === 'public',
  },
  publicFields: publicPlaceFields,
  check(record) {
    const problems = [...whereProblems(record), ...spaceProblems(record)]
    if (record.openingHours !== null) problems.push(...hoursProblems(hoursOf(record.openingHours)))
    if (problems.length > 0) throw invalid(...problems)
  },
})

/** Whether a place has a page: as in public lists, or closed for good. */
export function hasPage({ status, visibility }: { status: string; visibility: string }): boolean {
  return visibility === 'public' && ['active', 'temporarilyClosed', 'permanentlyClosed'].includes(status)
}

/** Whether a place is open; null without hours. An inactive place is closed. */
export function isOpenNow(record: Place, at: Date): boolean | null {
  if (record.openingHours === null) return null
  return record.status === 'active' && isOpenAt(hoursOf(record.openingHours), record.timezone, at.getTime())
}

/** Opening hours with both lists present. */
export function hoursOf(given: NonNullable<Place['openingHours']>): Hours {
  return { regular: given.regular ?? [], exceptions: given.exceptions ?? [] }
}

/** Opening hours to store: both lists, or null when both are empty. */
export function hoursKept(given: Place['openingHours'] | undefined): Hours | null {
  const hours = given === undefined || given === null ? undefined : hoursOf(given)
  return hours === undefined || hours.regular.length + hours.exceptions.length === 0 ? null : hours
}

/** Text that a search of places looks at. */
export function placeSearchText(record: Place): string {
  const { line1, line2, city, region, postalCode, formatted } = record.address ?? {}
  const where = [line1, line2, postalCode, city, region, formatted].flatMap((part) => part ?? [])
  return searchText(record.name, where, record.categories, record.tags)
}

function whereProblems(record: Place): FieldProblem[] {
  if (record.type === 'online' && record.onlineUrl === null) {
    return [field('onlineUrl', 'required', 'a place of type online needs it')]
  }
  if (record.address !== null || record.location !== null || record.onlineUrl !== null) return []
  return ['address', 'location', 'onlineUrl'].map((name) =>
    field(name, 'anyOf', 'one of address, location, onlineUrl is needed'),
  )
}

function spaceProblems(record: Place): FieldProblem[] {
  const ids = record.spaces.map((each) => each.id)
  return ids.flatMap((id, index) =>
    id !== undefined && ids.indexOf(id) !== index ? [field(`/spaces/${index}/id`, 'unique', 'stands there twice')] : [],
  )
}

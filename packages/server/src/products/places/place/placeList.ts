import { Type } from '#kit/values/schema.ts'
import { countryCode, idOf, line, oneOf, whole } from '#kit/values/fields.ts'
import { operation } from '#kit/nouns/operation.ts'
import type { ListOptions } from '#kit/call/paging.ts'
import { reachList } from '#kit/call/recordReach.ts'
import { outputSchemaOf, present, publicOutputSchemaOf } from '#kit/nouns/resource.ts'
import { closed, listInput, listPageOf } from '#kit/nouns/standard.ts'
import { distanceBetweenM, pointOf, type Point } from '#products/places/geo.ts'
import { narrow, nearRequired, type PlaceQuery } from './placeFilters.ts'
import { place, type Place } from './place.ts'
import { placeFields } from './placeFields.ts'

/** The parameter `lat,lng`. */
export const nearParameter = line(60, { description: '`latitude,longitude` in degrees.', examples: ['53.55,9.99'] })

/** The parameter `west,south,east,north`. */
export const boxParameter = line(100, {
  description: '`west,south,east,north` in degrees; west greater than east crosses the antimeridian.',
})

/** The parameter `openAt`. */
export const openAtParameter = line(40, {
  description: '`now`, or a moment (RFC 3339): only active places with hours that are open then.',
})

const distanceM = Type.Integer({ minimum: 0, description: 'Metres from `near`; only when it was sent.' })

const options: ListOptions = {
  sorts: ['createdAt', 'name', 'distance', 'relevance'],
  isSearchable: true,
}

/** Filters by what a place is. */
export const placeFilters = {
  type: Type.Optional(placeFields.type.schema),
  countryCode: Type.Optional(countryCode({ description: 'Only in this country, ISO 3166-1 alpha-2.' })),
  city: Type.Optional(line(120, { description: 'Only in this city; case and accents do not matter.' })),
  tag: Type.Optional(line(60, { description: 'Only places with this tag.' })),
  category: Type.Optional(line(60, { description: 'Only of this category.' })),
  parentPlaceId: Type.Optional(idOf('plc', { description: 'Only the direct parts of this place.' })),
  visibility: Type.Optional(oneOf(['public', 'private'], { description: 'Only with this visibility.' })),
  minCapacity: Type.Optional(whole(1, 1_000_000, { description: 'Only places that hold so many people or more.' })),
}

const furtherFilters = {
  near: Type.Optional(nearParameter),
  radiusM: Type.Optional(whole(1, 100_000, { description: 'Distance from `near`, in metres; 5,000 when left out.' })),
  bbox: Type.Optional(boxParameter),
  openAt: Type.Optional(openAtParameter),
}

/** Get All. */
export const listPlaces = operation('places.place.all', {
  route: 'GET /api/places/general/all',
  title: 'Get All',
  description:
    'Lists places. `near` with `radiusM`, or `bbox`, narrows to a part of the earth. Sorted by distance when `near` ' +
    'is sent, by relevance when `q` is (of the newest 1,000 hits), else newest first. Merged places are left ' +
    'out unless `status` names them. Public keys and other accounts see public places that are active or closed ' +
    'for a while.',
  scope: 'places.place:read',
  credential: 'public',
  input: closed({ ...listInput(place, options).properties, ...placeFilters, ...furtherFilters }),
  output: listPageOf(outputSchemaOf(place, { distanceM: Type.Optional(distanceM) })),
  publicOutput: listPageOf(publicOutputSchemaOf(place, { distanceM: Type.Optional(distanceM) })),
  reasons: [nearRequired],
  example: { near: '53.55,9.99', radiusM: 10_000 },
  async handle(ctx, input) {
    const { from, query } = await reachList(ctx, input, { of: place, ...options })
    const { conditions: _own, q: _q, ...paging } = query
    // cast: the input was accepted by the schema above, which is made of these.
    const filters = input as PlaceQuery
    const narrowed = await narrow(from.ctx, filters, from.isOwner)
    const { items, pagination } = await from.ctx.store.list(place, { ...paging, ...narrowed })
    const presented = await present(from, place, items)
    if (filters.near === undefined) return { items: presented, pagination }
    const near = pointOf('near', filters.near)
    return { items: presented.map((each, at) => withDistance(each, near, items[at])), pagination }
  },
})

function withDistance(presented: Record<string, unknown>, near: Point, record: Place | undefined) {
  const location = record?.location ?? null
  return location === null ? presented : { ...presented, distanceM: Math.round(distanceBetweenM(near, location)) }
}

import { Type, type Static } from 'typebox'
import type { Condition, Ctx, ListQuery } from '#kit/context.ts'
import { countryCode, idOf, line, oneOf, whole } from '#kit/fields.ts'
import { foldName } from '#kit/fold.ts'
import { parseId } from '#kit/ids.ts'
import { operation } from '#kit/operation.ts'
import { field, invalid, problem, reason } from '#kit/problem.ts'
import { answerOf, present } from '#kit/resource.ts'
import { closed, listInput, pageOf, queryOf, reachAccount, type ListOptions } from '#kit/standard.ts'
import { boxOf, cubeOf, distanceBetweenM, pointOf, type Point } from '#products/places/geo.ts'
import { openAtCondition } from './openAt.ts'
import { place, type Place } from './place.ts'
import { placeFields } from './placeFields.ts'
import { regionConditions, type Region } from './region.ts'

const nearRequired = reason('invalid_request', 'near_required', 'The sort distance needs near=latitude,longitude.')

const radiusDefaultM = 5_000

/** The parameter `lat,lng`. */
export const nearParameter = line(60, { description: '`latitude,longitude` in degrees.', examples: ['53.55,9.99'] })

/** Metres from the point asked with, shown beside each place. */
export const distanceM = Type.Integer({ minimum: 0, description: 'Metres from `near`; only when it was sent.' })

const options: ListOptions = {
  sorts: ['createdAt', 'updatedAt', 'name', 'distance', 'relevance'],
  isSearchable: true,
  filters: {
    type: { schema: placeFields.type.schema, column: 'type', test: 'equals' },
    countryCode: { schema: countryCode(), column: 'address_country_code', test: 'equals' },
    tag: { schema: line(60, { description: 'Only places with this tag.' }), column: 'tags', test: 'has' },
    category: { schema: line(60, { description: 'Only of this category.' }), column: 'categories', test: 'has' },
  },
}

const more = {
  city: Type.Optional(line(120, { description: 'Only in this city; case and accents do not matter.' })),
  parentPlaceId: Type.Optional(idOf('plc', { description: 'Only the direct parts of this place.' })),
  visibility: Type.Optional(oneOf(['public', 'private'])),
  minCapacity: Type.Optional(whole(1, 1_000_000, { description: 'Only places that hold so many people or more.' })),
  near: Type.Optional(nearParameter),
  radiusM: Type.Optional(whole(1, 100_000, { description: 'How far from `near`, in metres; 5,000 when left out.' })),
  bbox: Type.Optional(
    line(100, { description: '`west,south,east,north` in degrees; west greater than east crosses the antimeridian.' }),
  ),
  openAt: Type.Optional(
    line(40, { description: '`now`, or a moment (RFC 3339): only active places with hours that are open then.' }),
  ),
}

/** Get All. */
export const listPlaces = operation('places.place.all', {
  route: 'GET /api/places/general/all',
  title: 'Get All',
  description:
    'Lists places. `near` with `radiusM`, or `bbox`, narrows to a part of the earth. Sorted by distance when `near` is ' +
    'sent, by relevance when `q` is, else newest first. Merged places are left out unless `status` asks for them. ' +
    'Public keys and other accounts see public places that are active or closed for a while.',
  scope: 'places.place:read',
  credential: 'public',
  input: closed({ ...listInput(place, options).properties, ...more }),
  output: pageOf(answerOf(place, { distanceM: Type.Optional(distanceM) })),
  reasons: [nearRequired],
  example: { near: '53.55,9.99', radiusM: 10_000 },
  async handle(ctx, input) {
    const { accountId, ...query } = queryOf(input, options)
    // cast: the input was accepted by the schema above, whose part `more` is typed.
    const asked = input as Asked
    const from = await reachAccount(ctx, place, accountId)
    const near = asked.near === undefined ? undefined : pointOf('near', asked.near)
    const order = orderOf(asked, near)
    const conditions = [
      ...(query.conditions ?? []),
      ...(await ownConditions(from.ctx, { ...asked, point: near, order })),
    ]
    const page = await from.ctx.store.list(place, { ...query, ...order, conditions, publicOnly: !from.isOwner })
    const shown = await present(from.ctx, place, page.items, from.isOwner ? 'owner' : 'public')
    return {
      ...page,
      items: near === undefined ? shown : shown.map((each, at) => withDistance(each, near, page.items[at])),
    }
  },
})

type Asked = { [K in keyof typeof more]?: Static<(typeof more)[K]> } & { status?: string; sort?: string; q?: string }
type Order = Pick<ListQuery, 'sort' | 'rank'>

/** Distance and relevance are computed; every other sort has an index, the name's under its folded form. */
function orderOf(asked: Asked, near: Point | undefined): Order {
  const sort = asked.sort ?? (near === undefined ? (asked.q === undefined ? '-createdAt' : 'relevance') : 'distance')
  if (/relevance|distance/.test(sort) && sort !== 'relevance' && sort !== 'distance') {
    throw invalid(field('sort', 'alone', 'distance and relevance stand alone, without - before them'))
  }
  if (sort === 'distance') {
    if (near === undefined) throw problem(nearRequired)
    return { sort, rank: { sql: 't.position <-> $1::cube', values: [cubeOf(near)], as: 'rank' } }
  }
  if (sort === 'relevance') {
    if (asked.q === undefined) throw invalid(field('q', 'required', 'the sort relevance needs it'))
    return { sort, rank: { sql: unlikeness, values: [foldName(asked.q)], as: 'rank' } }
  }
  return { sort: sort.replace('name', 'nameKey') }
}

/** 0 where the name is what was searched for; a part of a longer name comes behind, a word of the address last. */
const unlikeness = '(2 - word_similarity($1, t.name_key) - similarity($1, t.name_key))'

async function ownConditions(
  ctx: Ctx,
  asked: Asked & { point: Point | undefined; order: Order },
): Promise<Condition[]> {
  const conditions: Condition[] = []
  const add = (sql: string, ...values: unknown[]) => conditions.push({ sql, values })
  if (asked.status === undefined) add(`t.status <> 'merged'`)
  if (asked.city !== undefined) add('t.city_key = $1', foldName(asked.city))
  if (asked.visibility !== undefined) add(`t.visibility = '${asked.visibility}'`)
  if (asked.minCapacity !== undefined) add('t.capacity >= $1', asked.minCapacity)
  if (asked.parentPlaceId !== undefined) add('t.parent_place_id = $1', parseId(place.prefix, asked.parentPlaceId)?.uuid)
  if (asked.openAt !== undefined) conditions.push(await openAtCondition(ctx, momentOf(asked.openAt, ctx.now())))
  const regions: Region[] = []
  if (asked.point !== undefined) regions.push({ near: asked.point, radiusM: asked.radiusM ?? radiusDefaultM })
  if (asked.bbox !== undefined) regions.push({ box: boxOf('bbox', asked.bbox) })
  conditions.push(...(await regionConditions(ctx, regions, asked.order.sort === 'distance')))
  return conditions
}

const moment = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}(:\d{2}(\.\d{1,9})?)?(Z|[+-]\d{2}:\d{2})$/i

function momentOf(text: string, now: Date): Date {
  if (text === 'now') return now
  const at = new Date(text.replace(' ', '+'))
  if (moment.test(text.replace(' ', '+')) && !Number.isNaN(at.getTime())) return at
  throw invalid(field('openAt', 'moment', 'must be now, or a moment such as 2026-11-21T18:00:00Z'))
}

function withDistance(shown: Record<string, unknown>, near: Point, record: Place | undefined) {
  const location = record?.location ?? null
  return location === null ? shown : { ...shown, distanceM: Math.round(distanceBetweenM(near, location)) }
}

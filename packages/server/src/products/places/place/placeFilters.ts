import type { Condition, Ctx, ListQuery } from '#kit/call/context.ts'
import { foldName } from '#kit/values/foldedText.ts'
import { parseId } from '#kit/values/ids.ts'
import { isMoment } from '#kit/values/moments.ts'
import { field, invalid, problem, reason } from '#kit/call/problem.ts'
import { placed, sentConditions } from '#platform/db/listPage.ts'
import { searchConditions } from '#platform/db/search.ts'
import { boxOf, cubeOf, pointOf, type Point } from '#products/places/geo.ts'
import { openAtConditions } from './openAt.ts'
import { place } from './place.ts'
import { regionConditions, type Region } from './region.ts'

/** Refusal of the sort `distance` without a point. */
export const nearRequired = reason(
  'invalid_request',
  'near_required',
  'The sort distance needs near=latitude,longitude.',
)

/** Input of a list of places, as its schema accepted it. */
export type PlaceQuery = {
  sort?: string
  q?: string
  status?: string
  type?: string
  countryCode?: string
  city?: string
  tag?: string
  category?: string
  parentPlaceId?: string
  visibility?: string
  minCapacity?: number
  near?: string
  radiusM?: number
  bbox?: string
  openAt?: string
}

type Order = { sort: string; rank?: NonNullable<ListQuery['rank']> }
type Narrowed = Pick<ListQuery, 'sort' | 'q' | 'rank' | 'conditions' | 'scattered' | 'isPlannedAnew'>

const radiusDefaultM = 5_000
/** Hits whose relevance is computed, the newest ones. */
const rankedMax = 1_000

/** Order and conditions of a list. Throws invalid for parameters that exclude each other. */
export async function narrow(ctx: Ctx, query: PlaceQuery, isOwner: boolean): Promise<Narrowed> {
  const near = query.near === undefined ? undefined : pointOf('near', query.near)
  if (query.radiusM !== undefined && near === undefined) {
    throw invalid(field('radiusM', 'notAllowed', 'goes with near only'))
  }
  const order = orderOf(query, near)
  const varied = variedFilters(query)
  if (query.openAt !== undefined) varied.push(...(await openAtConditions(ctx, momentOf(query.openAt, ctx.now()))))
  const regions: Region[] = []
  if (near !== undefined) regions.push({ near, radiusM: query.radiusM ?? radiusDefaultM })
  if (query.bbox !== undefined) regions.push({ box: boxOf('bbox', query.bbox) })
  const isByDistance = order.sort === 'distance'
  const isVaried = varied.length > 0 || query.q !== undefined
  const within = await regionConditions(ctx, regions, isByDistance && !isVaried)
  // Varied filters have indexes for the order of creation, a region has one for the order of distance.
  const isServingVaried = /createdAt|relevance/.test(order.sort) || (query.q === undefined && regions.length === 0)
  const isServingRegion = isByDistance || !isVaried
  const conditions = [...closedFilters(query), ...(isServingVaried ? varied : []), ...(isServingRegion ? within : [])]
  const scattered = [...(isServingVaried ? [] : varied), ...(isServingRegion ? [] : within)]
  if (order.sort === 'relevance') {
    const hits = newestHits(ctx, [...conditions, ...scattered, ...searchConditions(query.q)], isOwner)
    return { ...order, conditions: [hits], isPlannedAnew: true }
  }
  const isPlannedAnew = isVaried || (regions.length > 0 && !isByDistance)
  return { ...order, ...(query.q === undefined ? {} : { q: query.q }), conditions, scattered, isPlannedAnew }
}

/** Distance and relevance are computed; every other sort has an index, the name's under its folded form. */
function orderOf(query: PlaceQuery, near: Point | undefined): Order {
  const sort = query.sort ?? (near === undefined ? (query.q === undefined ? '-createdAt' : 'relevance') : 'distance')
  if (/relevance|distance/.test(sort) && sort !== 'relevance' && sort !== 'distance') {
    throw invalid(field('sort', 'alone', 'distance and relevance stand alone, without - before them'))
  }
  if (sort === 'distance') {
    if (near === undefined) throw problem(nearRequired)
    return { sort, rank: { sql: 't.position <-> $1::cube', values: [cubeOf(near)], as: 'rank', isIndexed: true } }
  }
  if (sort === 'relevance') {
    if (query.q === undefined) throw invalid(field('q', 'required', 'the sort relevance needs it'))
    return { sort, rank: { sql: unlikeness, values: [foldName(query.q)], as: 'rank', hitsMax: rankedMax } }
  }
  return { sort }
}

/** Relevance, 0 for an equal name; then parts of a longer name, then words of the address. */
const unlikeness = '(2 - word_similarity($1, t.name_key) - similarity($1, t.name_key))'

/**
 * Filters by words of closed lists. The words are part of the text, so that the plan distinguishes rare from common
 * ones.
 */
function closedFilters(query: PlaceQuery): Condition[] {
  const parent = query.parentPlaceId === undefined ? undefined : parseId(place.prefix, query.parentPlaceId)?.uuid
  const status = query.status === undefined ? `t.status <> 'merged'` : `t.status = '${query.status}'`
  return sentConditions({
    [status]: status,
    [`t.type = '${query.type}'`]: query.type,
    [`t.visibility = '${query.visibility}'`]: query.visibility,
    't.parent_place_id = $1': parent,
  })
}

/** Filters with values of very different frequency. */
function variedFilters(query: PlaceQuery): Condition[] {
  return sentConditions({
    't.address_country_code = $1': query.countryCode,
    't.city_key = $1': query.city === undefined ? undefined : foldName(query.city),
    't.tags @> array[$1]::text[]': query.tag,
    't.categories @> array[$1]::text[]': query.category,
    't.capacity >= $1': query.minCapacity,
  })
}

/**
 * The newest hits, which bound the comparisons of a search. Places are stored in the order of creation, so a scan of a
 * million takes a second at most; indexes of a city or a type serve it.
 */
function newestHits(ctx: Ctx, conditions: Condition[], isOwner: boolean): Condition {
  const values: unknown[] = [ctx.account.id]
  const inner = conditions.map((each) => placed(each, values))
  if (!isOwner && place.publicWhen !== undefined) inner.push(place.publicWhen.sql)
  const where = ['t.account_id = $1', 't.deleted_at is null', ...inner].join(' and ')
  const sql = `t.id in (select t.id from places_place t where ${where}
    order by t.created_at desc, t.id desc limit ${rankedMax})`
  return { sql, values }
}

/** A plus sign of an offset arrives as a blank when the caller has not escaped it. */
function momentOf(text: string, now: Date): Date {
  if (text === 'now') return now
  const escaped = text.replace(' ', '+')
  if (isMoment(escaped)) return new Date(escaped)
  throw invalid(field('openAt', 'moment', 'must be now, or a moment such as 2026-11-21T18:00:00Z'))
}

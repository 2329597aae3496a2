import type { Condition, Ctx, ListQuery } from '#kit/context.ts'
import { foldName } from '#kit/fold.ts'
import { parseId } from '#kit/ids.ts'
import { isMoment } from '#kit/moments.ts'
import { field, invalid, problem, reason } from '#kit/problem.ts'
import { placed } from '#platform/db/listing.ts'
import { searchConditions } from '#platform/db/search.ts'
import { boxOf, cubeOf, pointOf, type Point } from '#products/places/geo.ts'
import { openAtConditions } from './openAt.ts'
import { place } from './place.ts'
import { isFew, regionConditions, type Region } from './region.ts'

/** The sort distance without a point to measure from. */
export const nearRequired = reason(
  'invalid_request',
  'near_required',
  'The sort distance needs near=latitude,longitude.',
)

/** How a list of places is asked for, as the schema of the list has accepted it. */
export type Asked = {
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
type Narrowed = Pick<ListQuery, 'sort' | 'q' | 'rank' | 'conditions' | 'isPlannedAnew'>

const radiusDefaultM = 5_000
/** Relevance is worked out for so many hits, the newest ones. */
const rankedMax = 1_000

/** Order and conditions of a list. Throws invalid for parameters that do not go together. */
export async function narrow(ctx: Ctx, asked: Asked, isOwner: boolean): Promise<Narrowed> {
  const near = asked.near === undefined ? undefined : pointOf('near', asked.near)
  if (asked.radiusM !== undefined && near === undefined) {
    throw invalid(field('radiusM', 'notAllowed', 'goes with near only'))
  }
  const isOfFew = near !== undefined && (await isFewAnyway(ctx, asked))
  const order = orderOf(asked, near, isOfFew)
  const conditions = filters(asked)
  if (asked.openAt !== undefined) conditions.push(...(await openAtConditions(ctx, momentOf(asked.openAt, ctx.now()))))
  const regions: Region[] = []
  if (near !== undefined) regions.push({ near, radiusM: asked.radiusM ?? radiusDefaultM })
  if (asked.bbox !== undefined) regions.push({ box: boxOf('bbox', asked.bbox) })
  conditions.push(
    ...(await regionConditions(ctx, regions, isOfFew ? 'few' : order.sort === 'distance' ? 'distance' : 'another')),
  )
  const isVaried = ['q', 'countryCode', 'city', 'tag', 'category', 'minCapacity', 'openAt'] as const
  const isByAnotherOrder = regions.length > 0 && order.sort !== 'distance'
  const isPlannedAnew = isByAnotherOrder || isVaried.some((name) => asked[name] !== undefined)
  if (order.sort === 'relevance') {
    return {
      ...order,
      conditions: [newestHits(ctx, [...conditions, ...searchConditions(asked.q)], isOwner)],
      isPlannedAnew,
    }
  }
  return { ...order, ...(asked.q === undefined ? {} : { q: asked.q }), conditions, isPlannedAnew }
}

/** Distance and relevance are computed; every other sort has an index, the name's under its folded form. */
function orderOf(asked: Asked, near: Point | undefined, isOfFew: boolean): Order {
  const sort = asked.sort ?? (near === undefined ? (asked.q === undefined ? '-createdAt' : 'relevance') : 'distance')
  if (/relevance|distance/.test(sort) && sort !== 'relevance' && sort !== 'distance') {
    throw invalid(field('sort', 'alone', 'distance and relevance stand alone, without - before them'))
  }
  if (sort === 'distance') {
    if (near === undefined) throw problem(nearRequired)
    const sql = isOfFew ? 'cube_distance(t.position, $1::cube)' : 't.position <-> $1::cube'
    return { sort, rank: { sql, values: [cubeOf(near)], as: 'rank' } }
  }
  if (sort === 'relevance') {
    if (asked.q === undefined) throw invalid(field('q', 'required', 'the sort relevance needs it'))
    return { sort, rank: { sql: unlikeness, values: [foldName(asked.q)], as: 'rank' } }
  }
  return { sort: sort.replace('name', 'nameKey') }
}

/** 0 where the name is what was searched for; a part of a longer name comes behind, a word of the address last. */
const unlikeness = '(2 - word_similarity($1, t.name_key) - similarity($1, t.name_key))'

/** Whether a city or country narrows a list so far that its places are read first, whatever the region. */
async function isFewAnyway(ctx: Ctx, { city, countryCode }: Asked): Promise<boolean> {
  if (city !== undefined && (await isFew(ctx, 'city_key', foldName(city)))) return true
  return countryCode !== undefined && isFew(ctx, 'address_country_code', countryCode)
}

/** Words of closed lists stand in the text, so that the plan knows the rare from the common. */
function filters(asked: Asked): Condition[] {
  const parent = asked.parentPlaceId === undefined ? undefined : parseId(place.prefix, asked.parentPlaceId)?.uuid
  const tests: [sql: string, value: unknown][] = [
    [`t.status = '${asked.status}'`, asked.status],
    [`t.type = '${asked.type}'`, asked.type],
    [`t.visibility = '${asked.visibility}'`, asked.visibility],
    ['t.address_country_code = $1', asked.countryCode],
    ['t.city_key = $1', asked.city === undefined ? undefined : foldName(asked.city)],
    ['t.tags @> array[$1]::text[]', asked.tag],
    ['t.categories @> array[$1]::text[]', asked.category],
    ['t.parent_place_id = $1', parent],
    ['t.capacity >= $1', asked.minCapacity],
  ]
  const conditions = tests
    .filter(([, value]) => value !== undefined)
    .map(([sql, value]) => ({ sql, values: sql.includes('$1') ? [value] : [] }))
  return asked.status === undefined ? [{ sql: `t.status <> 'merged'`, values: [] }, ...conditions] : conditions
}

/**
 * The newest hits: however many there are, no more than these are compared with what was searched for. The order is one
 * that has nothing to do with words, so a common word is met often on the way; indexes of a city or a type serve it.
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

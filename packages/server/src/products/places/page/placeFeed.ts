import type { Ctx } from '#kit/call/context.ts'
import { reaction } from '#kit/nouns/reaction.ts'
import { isPublic } from '#kit/nouns/resource.ts'
import { statement } from '#kit/call/statement.ts'
import { encodeId } from '#kit/values/ids.ts'
import { foldName } from '#kit/values/foldedText.ts'
import { discover, keepCard, type Feed, type Projection } from '#platform/db/projection.ts'
import { placeCreated, placeDeleted, placeUpdated } from '#products/places/facts.ts'
import { place, placeSearchText, type Place } from '#products/places/place/place.ts'

/** Cities of one page of the directory. */
export const citiesMax = 120
/** Highest number of places that the directory counts for a city. */
export const cityCountMax = 1_000
/** Places of one page of a city. */
export const placesPerPage = 24

/**
 * Characters of sort keys. Folded texts may be 18 times as long as names and cities: the address of the next page holds
 * the keys of the last one.
 */
const nameKeyMax = 160
const cityKeyMax = 120

const bucket = 'places'

/** Feed of the public places of all live accounts. Its rows give the order; places themselves are read by id. */
export const placeFeed: Feed = {
  table: 'directory_place_feed',
  bucket,
  columns: ['name', 'country', 'city_key', 'city'],
  moving: [],
  sorts: { name: 'name' },
  filters: {
    country: (value) => ({ sql: 't.country = $1', values: [value] }),
    city: (value) => ({ sql: 't.city_key = $1', values: [cityKeyOf(String(value))] }),
  },
}

function cityKeyOf(city: string): string {
  return foldName(city).slice(0, cityKeyMax)
}

const projection: Projection<typeof place> = { feed: placeFeed, of: place, cardOf }

async function cardOf(_ctx: Ctx, record: Place) {
  if (!isPublic(place, record)) return undefined
  const { countryCode = '', city = '' } = record.address ?? {}
  return {
    searchText: placeSearchText(record),
    columns: [foldName(record.name).slice(0, nameKeyMax), countryCode, cityKeyOf(city), city],
    content: {},
  }
}

const project = (ctx: Ctx, placeId: string) => keepCard(ctx, projection, placeId)

export const reactions = [
  reaction('places.place.projectCreated', placeCreated, (ctx, fact) => project(ctx, fact.payload.id)),
  reaction('places.place.projectUpdated', placeUpdated, (ctx, fact) => project(ctx, fact.payload.id)),
  reaction('places.place.projectDeleted', placeDeleted, (ctx, fact) => project(ctx, fact.payload.id)),
]

/** A city of the directory; `count` ends at `cityCountMax` + 1. */
export type City = { country: string; cityKey: string; city: string; count: number }

/** Cities that have public places, by country and name; `after` is the last city of the page before. */
export async function readCities(
  ctx: Ctx,
  after: { country: string; cityKey: string } | undefined,
): Promise<{ cities: City[]; hasMore: boolean }> {
  const rows = await ctx.db.rows(cities, [bucket, after?.country ?? '', after?.cityKey ?? '', after === undefined])
  const found = rows.flatMap(({ country, city_key: cityKey, city, count }) =>
    country === null || cityKey === null ? [] : [{ country, cityKey, city: city ?? '', count: Number(count ?? 0) }],
  )
  return { cities: found.slice(0, citiesMax), hasMore: found.length > citiesMax }
}

type PlaceQuery = { country?: string; city?: string; q?: string; cursor?: string }

/** Public places by name, each as it is at this moment. Throws invalid for a cursor of another list. */
export async function readPlaces(ctx: Ctx, query: PlaceQuery): Promise<{ places: Found[]; nextCursor: string | null }> {
  const page = await discover(ctx, placeFeed, { ...query, sort: 'name', limit: placesPerPage })
  const places = await Promise.all(
    page.items.map(async ({ accountId, uuid }) => {
      const account = await ctx.accounts.find(accountId)
      const record =
        account === undefined
          ? undefined
          : await ctx.as(account).store.find(place, encodeId(place.prefix, accountId, uuid))
      return record === undefined || !isPublic(place, record) ? [] : [record]
    }),
  )
  return { places: places.flat(), nextCursor: page.pagination.nextCursor }
}

type Found = Place

/**
 * Hops from city to city over the index and counts each up to a bound. It begins at the last city of the page before,
 * which is no part of the page: the plan is made once for all pages, and finds a begin by the index only without `or`.
 */
const cities = statement(
  'directory_place_feed.cities',
  'directory',
  `with recursive hop as (
     (select f.country, f.city_key from directory_place_feed f
      where f.bucket = $1 and (f.country, f.city_key) >= ($2, $3)
      order by f.country, f.city_key limit 1)
     union all
     select n.country, n.city_key from hop, lateral (
       select f.country, f.city_key from directory_place_feed f
       where f.bucket = $1 and (f.country, f.city_key) > (hop.country, hop.city_key)
       order by f.country, f.city_key limit 1) n)
   select h.country, h.city_key,
     (select f.city from directory_place_feed f
      where f.bucket = $1 and f.country = h.country and f.city_key = h.city_key limit 1) as city,
     (select count(*) from (select 1 from directory_place_feed f
      where f.bucket = $1 and f.country = h.country and f.city_key = h.city_key limit ${cityCountMax + 1}) c) as count
   from hop h where $4::boolean or (h.country, h.city_key) <> ($2, $3) limit ${citiesMax + 1}`,
)

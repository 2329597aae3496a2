import { LRUCache } from 'lru-cache'
import type { Ctx } from '#kit/call/context.ts'
import { html, type Html } from '#kit/values/html.ts'
import { accountOfId, encodeId, parseId } from '#kit/values/ids.ts'
import { problem, reasons } from '#kit/call/problem.ts'
import { locatorMap } from '#platform/geo/locatorMap.ts'
import { readWorld, type World } from '#platform/geo/worldShapes.ts'
import { proseOf, type Prose } from '#platform/pages/pageProse.ts'
import { findName } from '#platform/names/uniqueNames.ts'
import { cubeOf, distanceBetweenM, type Point } from '#products/places/geo.ts'
import { hasPage, place, type Place } from '#products/places/place/place.ts'
import { regionConditions } from '#products/places/place/region.ts'
import { liveHere } from './liveHere.ts'
import { slugName } from '#products/places/place/slug.ts'

/** A place with everything that its page shows. */
export type PlaceView = {
  record: Place
  /** Streams that are live here; empty without one. */
  live: Html | ''
  description: Prose | undefined
  parent: Place | undefined
  parts: Place[]
  nearby: Neighbour[]
  /** Map of the country around the place; undefined without a location. */
  map: Html | undefined
  now: Date
  /** Whether search engines may list the page: not that of a test account. */
  isIndexed: boolean
}
export type Neighbour = { record: Place; distanceM: number }

const partsMax = 60
const nearbyMax = 12
/** Distance within which other places stand on the plan and in the list beside it, in metres. */
export const nearbyRadiusM = 1_000
/** Maps of some 50 kB each. */
const mapsMax = 200

/**
 * The place of a page, as a call of its account; for a merged place, the slug of the place that stands for it. Throws
 * not_found for a place without a page.
 */
export async function findPlace(ctx: Ctx, slug: string): Promise<{ own: Ctx; record: Place } | { movedTo: string }> {
  const named = await findName(ctx, slugName(slug))
  if (named === undefined) throw problem(reasons.notFound)
  const id = encodeId(place.prefix, named.accountId, named.uuid)
  const account = await ctx.accounts.find(accountOfId(id) ?? -1)
  if (account === undefined || account.isSuspended) throw problem(reasons.notFound)
  const own = ctx.as(account)
  const record = await own.store.find(place, id)
  const into = record?.mergedIntoId ? await own.store.find(place, record.mergedIntoId) : record
  if (into === undefined || !hasPage(into)) throw problem(reasons.notFound)
  return into === record ? { own, record } : { movedTo: into.slug }
}

/** Everything that the page of a place shows. `ctx` is a call of its account. */
export async function readPlaceView(ctx: Ctx, record: Place): Promise<PlaceView> {
  const [live, description, parent, parts, nearby, map] = await Promise.all([
    liveHere(ctx, record.id),
    proseOf(record.description),
    parentOf(ctx, record),
    partsOf(ctx, record),
    record.location === null ? [] : nearbyOf(ctx, record, record.location),
    record.location === null ? undefined : mapOf(ctx, record, record.location),
  ])
  return {
    record,
    live,
    description,
    parent,
    parts,
    nearby,
    map,
    now: ctx.now(),
    isIndexed: ctx.account.mode === 'live',
  }
}

async function parentOf(ctx: Ctx, { parentPlaceId }: Place): Promise<Place | undefined> {
  const parent = parentPlaceId === null ? undefined : await ctx.store.find(place, parentPlaceId)
  return parent !== undefined && hasPage(parent) ? parent : undefined
}

async function partsOf(ctx: Ctx, { id }: Place): Promise<Place[]> {
  const conditions = [{ sql: 't.parent_place_id = $1', values: [parseId(place.prefix, id)?.uuid] }]
  const page = await ctx.store.list(place, { conditions, publicOnly: true, sort: 'createdAt', limit: partsMax })
  return page.items.toSorted((a, b) => a.name.localeCompare(b.name))
}

async function nearbyOf(ctx: Ctx, { id }: Place, location: Point): Promise<Neighbour[]> {
  const conditions = await regionConditions(ctx, [{ near: location, radiusM: nearbyRadiusM }], true)
  const rank = { sql: 't.position <-> $1::cube', values: [cubeOf(location)], as: 'rank', isIndexed: true }
  const list = { conditions, sort: 'distance', rank, limit: nearbyMax + 1, publicOnly: true }
  const { items } = await ctx.store.list(place, list)
  return items
    .flatMap((each) =>
      each.id === id || each.location === null
        ? []
        : [{ record: each, distanceM: Math.round(distanceBetweenM(location, each.location)) }],
    )
    .slice(0, nearbyMax)
}

async function mapOf(ctx: Ctx, { name }: Place, location: Point): Promise<Html> {
  const maps = ctx.memory('places.maps', () => new LRUCache<string, Html>({ max: mapsMax }))
  const world = ctx.memory<Promise<World>>('places.world', readWorld)
  const key = `${location.latitude.toFixed(3)} ${location.longitude.toFixed(3)}`
  const drawn = maps.get(key) ?? locatorMap(await world, location)
  maps.set(key, drawn)
  return html`<figure class="map-frame" role="img" aria-label="Map: ${name} lies at ${coordinatesText(location)}">
    ${drawn}
  </figure>`
}

/** Coordinates as people read them: `53.54130° N, 9.98410° E`. */
export function coordinatesText({ latitude, longitude }: Point): string {
  const part = (degrees: number, [positive, negative]: readonly [string, string]) =>
    `${Math.abs(degrees).toFixed(5)}° ${degrees < 0 ? negative : positive}`
  return `${part(latitude, ['N', 'S'])}, ${part(longitude, ['E', 'W'])}`
}

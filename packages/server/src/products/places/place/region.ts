import type { Condition, Ctx } from '#kit/context.ts'
import { statement } from '#kit/statement.ts'
import { chordOf, cubeAround, cubeOf, cubeOfBox, middleOf, type Box, type Point } from '#products/places/geo.ts'

/** A part of the earth: within a radius of a point, or within a box. */
export type Region = { near: Point; radiusM: number } | { box: Box }

/** The order of a list in a region: by distance, by another one, or of few places that another filter finds. */
export type RegionOrder = 'distance' | 'another' | 'few'

/** A region of up to so many places is read by the index over space and then sorted. */
const sparseMax = 1_000
/** Places of a city or country that are read whole and then sorted by distance. */
const fewMax = 5_000

/**
 * The conditions for places within these regions. Where another order than the distance is asked for, a region full of
 * places is better met on the way through that order's own index: a look at how full it is decides.
 */
export async function regionConditions(ctx: Ctx, regions: Region[], by: RegionOrder): Promise<Condition[]> {
  const conditions: Condition[] = []
  for (const region of regions) {
    const isIndexed = by === 'distance' || (by === 'another' && (await isSparse(ctx, region)))
    conditions.push(...exact(region), ...(isIndexed ? [{ sql: 't.position <@ $1::cube', values: [cube(region)] }] : []))
  }
  return conditions
}

/** Whether so few places are in a city or country that reading all of them is cheaper than a walk by distance. */
export async function isFew(ctx: Ctx, column: 'city_key' | 'address_country_code', value: string): Promise<boolean> {
  const [row] = await ctx.db.rows<{ found: number }>(countWith[column], [ctx.account.id, value])
  return (row?.found ?? 0) <= fewMax
}

async function isSparse(ctx: Ctx, region: Region): Promise<boolean> {
  const middle = 'near' in region ? region.near : middleOf(region.box)
  const [row] = await ctx.db.rows<{ found: number }>(howFull, [ctx.account.id, cube(region), cubeOf(middle)])
  return (row?.found ?? 0) <= sparseMax
}

function cube(region: Region): string {
  return 'near' in region ? cubeAround(region.near, region.radiusM) : cubeOfBox(region.box)
}

function exact(region: Region): Condition[] {
  if ('near' in region) {
    const values = [cubeOf(region.near), chordOf(region.radiusM)]
    return [{ sql: 'cube_distance(t.position, $1::cube) <= $2', values }]
  }
  const { west, south, east, north } = region.box
  const across =
    west <= east
      ? 't.location_longitude between $1 and $3'
      : '(t.location_longitude >= $1 or t.location_longitude <= $3)'
  return [{ sql: `t.location_latitude between $2 and $4 and ${across}`, values: [west, south, east, north] }]
}

/** Ordered by distance, so that the index is left after so many rows however full the region is. */
const howFull = statement(
  'places_place.howFull',
  'account',
  `select count(*) as found from (
     select 1 from places_place t where t.account_id = $1 and t.deleted_at is null and t.position <@ $2::cube
     order by t.position <-> $3::cube limit ${sparseMax + 1}) c`,
)

const countWith = { city_key: countStatement('city_key'), address_country_code: countStatement('address_country_code') }

function countStatement(column: string) {
  return statement(
    `places_place.count.${column}`,
    'account',
    `select count(*) as found from (
       select 1 from places_place t where t.account_id = $1 and t.deleted_at is null and t.${column} = $2
       limit ${fewMax + 1}) c`,
  )
}

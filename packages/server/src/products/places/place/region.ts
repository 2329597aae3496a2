import type { Condition, Ctx } from '#kit/call/context.ts'
import { statement } from '#kit/call/statement.ts'
import { chordOf, cubeAround, cubeOf, cubeOfBox, type Box, type Point } from '#products/places/geo.ts'

/** A part of the earth: within a radius of a point, or within a box. */
export type Region = { near: Point; radiusM: number } | { box: Box }

/** Most places of a region that the spatial index serves. */
const sparseMax = 5_000

/**
 * The conditions of places within these regions. The spatial index serves every region with `isServed`, else those of
 * few places alone: PostgreSQL expects a thousandth of all places in any region.
 */
export async function regionConditions(ctx: Ctx, regions: Region[], isServed: boolean): Promise<Condition[]> {
  const conditions: Condition[] = []
  for (const region of regions) {
    const isIndexed = isServed || (await isSparse(ctx, region))
    conditions.push(...exact(region), ...(isIndexed ? [{ sql: 't.position <@ $1::cube', values: [cube(region)] }] : []))
  }
  return conditions
}

async function isSparse(ctx: Ctx, region: Region): Promise<boolean> {
  const [row] = await ctx.db.rows(howFull, [ctx.account.id, cube(region)])
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

const howFull = statement(
  'places_place.howFull',
  'account',
  `select count(*) as found from (
     select 1 from places_place t where t.account_id = $1 and t.deleted_at is null and t.position <@ $2::cube
     limit ${sparseMax + 1}) c`,
)

import { Type } from '#kit/values/schema.ts'
import type { Condition, Ctx, Statement } from '#kit/call/context.ts'
import { clientReference, idOf, line, nullable, oneOf, whole } from '#kit/values/fields.ts'
import { encodeId } from '#kit/values/ids.ts'
import { companion, operation } from '#kit/nouns/operation.ts'
import { closed } from '#kit/nouns/standard.ts'
import { ofAccount, placed } from '#platform/db/listPage.ts'
import { searchConditions } from '#platform/db/search.ts'
import { boxOf, widthOf, type Box } from '#products/places/geo.ts'
import { narrow, type PlaceQuery } from './placeFilters.ts'
import { boxParameter, openAtParameter, placeFilters } from './placeList.ts'
import { place } from './place.ts'

/** Most places that one map counts; those beyond it are left out. */
const countedMax = 200_000
const columnsDefault = 16
/** Shorter sides in degrees, about a metre, get no finer cells. */
const spanMin = 0.000_01

const degrees = (description: string) => Type.Number({ description })
const text = (description: string) => nullable(Type.String({ description }))

const cell = closed({
  count: Type.Integer({ minimum: 1, description: 'Number of places in the cell.' }),
  latitude: degrees('Mean latitude of the places, in degrees.'),
  longitude: degrees('Mean longitude of the places, in degrees.'),
  bbox: Type.String({ description: '`west,south,east,north` of the outermost places, in degrees.' }),
  placeId: nullable(idOf(place.prefix, { description: 'The place, where the cell has only one.' })),
  name: text('Name of the only place.'),
  type: text('Type of the only place.'),
  status: text('State of the only place.'),
})

/** Map. Throws not_found for a parent that does not exist. */
export const mapPlaces = companion(
  operation('places.place.map', {
    route: 'GET /api/places/general/map',
    title: 'Map',
    description:
      'Counts the places of a box by the cells of a grid, for a map: a cell of one place names it. Cells keep their ' +
      'bounds while the box moves. Filters are those of the list; merged places are left out unless `status` names ' +
      'them. Counts the first 200,000 places at most.',
    scope: 'places.place:read',
    input: closed({
      bbox: boxParameter,
      columns: Type.Optional(
        whole(4, 64, {
          description: `Cells along the longer side of the box, at most; ${columnsDefault} when left out.`,
        }),
      ),
      q: Type.Optional(
        line(200, { description: 'Words to search for, up to eight; one of up to two letters, where a word begins.' }),
      ),
      clientReference: Type.Optional(clientReference()),
      status: Type.Optional(oneOf(Object.keys(place.states), { description: 'Only in this state.' })),
      ...placeFilters,
      openAt: Type.Optional(openAtParameter),
    }),
    output: closed({
      items: Type.Array(cell, { description: 'Cells that have places, those of the most places first.' }),
      count: Type.Integer({ minimum: 0, description: 'Number of places in the box.' }),
      countIsCapped: Type.Boolean({ description: 'Whether the box has more places than were counted.' }),
    }),
    example: { bbox: '9.7,53.4,10.3,53.7' },
    async handle(ctx, input) {
      const { columns = columnsDefault, clientReference: reference, ...filters } = input
      const box = boxOf('bbox', input.bbox)
      if (input.parentPlaceId !== undefined) await ctx.store.get(place, input.parentPlaceId)
      // cast: the input was accepted by the schema above, which is made of these.
      const query = { ...(filters as PlaceQuery), sort: 'createdAt' }
      const { conditions = [], scattered = [] } = await narrow(ctx, query, true)
      const named: Condition[] =
        reference === undefined ? [] : [{ sql: 't.client_reference = $1', values: [reference] }]
      const rows = await cellsOf(ctx, cellSizeOf(box, columns), [
        ...conditions,
        ...scattered,
        ...named,
        ...searchConditions(query.q),
      ])
      const counted = rows.reduce((sum, each) => sum + each.count, 0)
      return {
        items: rows.map((row) => cellOf(ctx.account.id, row)),
        count: Math.min(counted, countedMax),
        countIsCapped: counted > countedMax,
      }
    },
  }),
)

/** Side of a cell in degrees: a power of two, so that cells of neighbouring boxes are the same. */
export function cellSizeOf(box: Box, columns: number): number {
  const span = Math.max(widthOf(box), box.north - box.south, spanMin)
  return 2 ** Math.ceil(Math.log2(span / columns))
}

type Row = {
  count: number
  latitude: number
  longitude: number
  west: number
  south: number
  east: number
  north: number
  id: string | null
  name: string | null
  type: string | null
  status: string | null
}

async function cellsOf(ctx: Ctx, size: number, conditions: Condition[]): Promise<Row[]> {
  const values: unknown[] = []
  const where = [ofAccount(ctx.account.id), { sql: 't.deleted_at is null', values: [] }, ...conditions]
  const found = `select t.id, t.location_latitude as lat, t.location_longitude as lng from places_place t
    where ${where.map((each) => placed(each, values)).join(' and ')} limit ${countedMax + 1}`
  const at = `$${values.push(size)}::float8`
  const cells = `select count(*)::int as count, avg(p.lat) as latitude, avg(p.lng) as longitude, min(p.lng) as west,
      min(p.lat) as south, max(p.lng) as east, max(p.lat) as north, (array_agg(p.id))[1] as first
    from (${found}) p group by floor(p.lat / ${at}), floor(p.lng / ${at})`
  const sql = `select c.count, c.latitude, c.longitude, c.west, c.south, c.east, c.north, o.id, o.name, o.type, o.status
    from (${cells}) c left join places_place o on c.count = 1 and o.account_id = $1 and o.id = c.first
    order by c.count desc, c.latitude desc, c.longitude`
  // A box holds a few places or all of them: the statement is planned for its values.
  const statement: Statement<Row> = { name: '', text: sql, scope: 'account' }
  return ctx.db.rows(statement, values)
}

function cellOf(accountId: number, row: Row) {
  const { count, latitude, longitude, west, south, east, north, id, name, type, status: state } = row
  return {
    count,
    latitude,
    longitude,
    bbox: [west, south, east, north].join(','),
    placeId: id === null ? null : encodeId(place.prefix, accountId, id),
    name,
    type,
    status: state,
  }
}

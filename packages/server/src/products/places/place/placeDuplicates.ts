import { Type, type Static } from '#kit/values/schema.ts'
import type { Ctx, RowOf } from '#kit/call/context.ts'
import { companion, madeFirst, operation } from '#kit/nouns/operation.ts'
import { idOf, nullable } from '#kit/values/fields.ts'
import { foldName } from '#kit/values/foldedText.ts'
import { encodeId } from '#kit/values/ids.ts'
import { reason } from '#kit/call/problem.ts'
import { closed } from '#kit/nouns/standard.ts'
import { statement } from '#kit/call/statement.ts'
import { chordOf, cubeAround, cubeOf, distanceBetweenM } from '#products/places/geo.ts'
import { place, type Place } from './place.ts'

/** Refusal of a place that resembles an existing one at the same location. */
export const possibleDuplicate = reason(
  'conflict',
  'possible_duplicate',
  'A place much like it exists; `details.candidates` names it. Send duplicateCheck off to make it all the same.',
)

/** Fields that identify a possible duplicate. */
export const candidate = closed({
  id: Type.String({ description: 'The place, `plc_…`.' }),
  name: Type.String({ description: 'Name of the place.' }),
  status: Type.String({ description: 'State of the place.' }),
  city: nullable(Type.String({ description: 'City of the place; null when it has none.' })),
  countryCode: nullable(Type.String({ description: 'Country, ISO 3166-1 alpha-2; null when it has none.' })),
  distanceM: nullable(Type.Integer({ description: 'Distance from `near` of the request, or the place, in metres.' })),
})
export type Candidate = Static<typeof candidate>

const candidatesMax = 5
const nearM = 150
const similarityMin = 0.6

type Draft = Pick<Place, 'name'> & { location?: Place['location'] | undefined; address?: Place['address'] | undefined }

/** Up to five possible duplicates: a similar name within 150 m; without a location, the same name in its city. */
export async function findDuplicates(ctx: Ctx, draft: Draft): Promise<Candidate[]> {
  const key = foldName(draft.name)
  const { location } = draft
  const city = draft.address?.city
  if (location !== undefined && location !== null) {
    const values = [cubeAround(location, nearM), cubeOf(location), chordOf(nearM), key, similarityMin]
    const rows = await ctx.db.rows(likeNameNear, [ctx.account.id, ...values])
    return rows.map((row) => candidateOf(ctx.account.id, row, location))
  }
  if (city === undefined) return []
  const rows = await ctx.db.rows(sameNameInCity, [ctx.account.id, key, foldName(city)])
  return rows.map((row) => candidateOf(ctx.account.id, row, null))
}

type Row = RowOf<typeof sameNameInCity>

function candidateOf(accountId: number, row: Row, from: Place['location']): Candidate {
  const { latitude, longitude } = row
  const isPlaced = from !== null && latitude !== null && longitude !== null
  return {
    id: encodeId(place.prefix, accountId, row.id),
    name: row.name,
    status: row.status,
    city: row.city,
    countryCode: row.country,
    distanceM: isPlaced ? Math.round(distanceBetweenM(from, { latitude, longitude })) : null,
  }
}

/** The short form of a possible duplicate. */
export function shortForm(record: Place, from: Place['location']): Candidate {
  const { location, address } = record
  return {
    id: record.id,
    name: record.name,
    status: record.status,
    city: address?.city ?? null,
    countryCode: address?.countryCode ?? null,
    distanceM: from === null || location === null ? null : Math.round(distanceBetweenM(from, location)),
  }
}

/** Possible duplicates of a place. Throws not_found. */
export const listDuplicates = companion(
  operation('places.place.duplicates', {
    route: 'GET /api/places/general/duplicates',
    title: 'Duplicates',
    description:
      'Lists places that may be the same as one: a similar name within 150 m, or without a location the same name in ' +
      'its city. At most four. Merge one of them by `mergeIntoPlaceId` of Update.',
    scope: 'places.place:read',
    input: closed({ placeId: idOf(place.prefix) }),
    output: closed({ items: Type.Array(candidate, { description: 'The other places, the most similar first.' }) }),
    example: { placeId: madeFirst('places.place') },
    async handle(ctx, { placeId }) {
      const record = await ctx.store.get(place, placeId)
      const found = await findDuplicates(ctx, record)
      return { items: found.filter(({ id }) => id !== record.id) }
    },
  }),
)

const columns = `t.id, t.name, t.status, t.address_city as city, t.address_country_code as country,
  t.location_latitude as latitude, t.location_longitude as longitude`

const likeNameNear = statement(
  'places_place.likeNameNear',
  'account',
  `select ${columns} from places_place t
   where t.account_id = $1 and t.deleted_at is null and t.status <> 'merged'
     and t.position <@ $2::cube and cube_distance(t.position, $3::cube) <= $4
     and similarity(t.name_key, $5) >= $6
   order by similarity(t.name_key, $5) desc, t.id limit ${candidatesMax}`,
)

const sameNameInCity = statement(
  'places_place.sameNameInCity',
  'account',
  `select ${columns} from places_place t
   where t.account_id = $1 and t.deleted_at is null and t.status <> 'merged' and t.name_key = $2 and t.city_key = $3
   order by t.id limit ${candidatesMax}`,
)

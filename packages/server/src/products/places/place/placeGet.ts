import { Type } from '#kit/values/schema.ts'
import type { Condition, Ctx } from '#kit/call/context.ts'
import {
  accountId,
  clientReference,
  countryCode,
  dateTime,
  idOf,
  line,
  matching,
  nullable,
  oneOf,
} from '#kit/values/fields.ts'
import { foldName } from '#kit/values/foldedText.ts'
import { parseId } from '#kit/values/ids.ts'
import type { Card } from '#kit/nouns/card.ts'
import { madeFirst, operation } from '#kit/nouns/operation.ts'
import { field, invalid, problem, reason, reasons } from '#kit/call/problem.ts'
import { exactlyOne, isOwnersName, reachAccount, type Reach } from '#kit/call/recordReach.ts'
import { outputSchemaOf, isPublic, present, publicOutputSchemaOf } from '#kit/nouns/resource.ts'
import { closed } from '#kit/nouns/standard.ts'
import { cubeOf, pointOf, type Point } from '#products/places/geo.ts'
import { nextOpenAt } from '#products/places/openingHours.ts'
import { viewCountOf } from '#products/places/view.ts'
import { liveAt } from './liveStreams.ts'
import { shortForm } from './placeDuplicates.ts'
import { nearParameter } from './placeList.ts'
import { hoursOf, isOpenNow, place, type Place } from './place.ts'
import { regionConditions } from './region.ts'

const ambiguousName = reason(
  'conflict',
  'ambiguous_name',
  'Several places have this name; `details.candidates` lists them with city, country and id.',
)

const candidatesMax = 10
/** A name with `near` means a place within reach of it. */
const reachM = 100_000

const liveStream = closed(
  {
    id: idOf('str', { description: 'Stream.' }),
    title: Type.String({ description: 'Title.' }),
    imageUrl: nullable(Type.String({ description: 'Cover photo; null without one.' })),
    url: nullable(Type.String({ description: 'Address of its watch page.' })),
  },
  { description: 'A public stream that is live at the place.' },
)

const moreOfPlace = {
  nextOpenAt: nullable(
    dateTime({ description: 'Next opening; null while the place is open, or when no opening is known.' }),
  ),
  liveStreams: nullable(
    Type.Array(liveStream, { description: 'Public streams that are live here, 24 at most; null without `streams`.' }),
  ),
  redirectedFrom: Type.Optional(idOf('plc', { description: 'The merged place that the request named.' })),
}

/** Get By Name. */
export const getPlace = operation('places.place.get', {
  route: 'GET /api/places/general/get',
  title: 'Get By Name',
  description:
    'Gets one place by exactly one of `name`, `placeId`, `slug` and `clientReference`. A name is compared without ' +
    'case, accents and repeated spaces; `city`, `countryCode` and `near` (the nearest within 100 km) distinguish ' +
    'places of one name. A merged place leads to the one that stands for it, with `redirectedFrom`.',
  scope: 'places.place:read',
  credential: 'public',
  input: closed({
    name: Type.Optional(
      line(160, { description: 'Name to look for; case, accents and repeated spaces do not matter.' }),
    ),
    placeId: Type.Optional(idOf('plc')),
    slug: Type.Optional(matching('^[a-z0-9-]{1,100}$', 100, { description: 'The `slug` of the place.' })),
    clientReference: Type.Optional(clientReference()),
    city: Type.Optional(line(120, { description: 'With `name`: only in this city.' })),
    countryCode: Type.Optional(countryCode({ description: 'With `name`: only in this country, ISO 3166-1 alpha-2.' })),
    near: Type.Optional(nearParameter),
    include: Type.Optional(
      Type.Array(oneOf(['streams', 'spaces']), {
        maxItems: 2,
        uniqueItems: true,
        description: 'Parts of the response: `streams` adds `liveStreams`; spaces are always there.',
      }),
    ),
    accountId: Type.Optional(accountId()),
  }),
  output: outputSchemaOf(place, {
    ...moreOfPlace,
    viewCount: Type.Integer({
      minimum: 0,
      description: 'Visitors per day, added up over 400 days, merged places included; a minute or so behind.',
    }),
  }),
  publicOutput: publicOutputSchemaOf(place, moreOfPlace),
  reasons: [ambiguousName],
  example: { placeId: madeFirst('places.place') },
  async handle(ctx, input) {
    const by = exactlyOne(input, ['name', 'placeId', 'slug', 'clientReference'])
    const idAccount = by.name === 'placeId' ? parseId(place.prefix, by.value)?.accountId : undefined
    const from = await reachAccount(ctx, place, idAccount ?? input.accountId)
    if (isOwnersName(by) && !from.isOwner) throw problem(reasons.notFound)
    const query = { ...input, near: input.near === undefined ? undefined : pointOf('near', input.near) }
    const found = by.name === 'name' ? await byName(from, by.value, query) : await bySomeKey(from.ctx, by, query)
    const record = found?.mergedIntoId ? await from.ctx.store.find(place, found.mergedIntoId) : found
    if (record === undefined || (!from.isOwner && !isPublic(place, record))) throw problem(reasons.notFound)
    const live = input.include?.includes('streams') === true ? await liveAt(from.ctx, record.id) : undefined
    return { ...(await placeView(from, record, found)), liveStreams: live?.map(streamOf) ?? null }
  },
})

type Hints = { city?: string | undefined; countryCode?: string | undefined; near: Point | undefined }

async function bySomeKey(ctx: Ctx, by: { name: string; value: string }, hints: Hints) {
  const useless = (['city', 'countryCode', 'near'] as const).filter((each) => hints[each] !== undefined)
  if (useless.length > 0) throw invalid(...useless.map((each) => field(each, 'notAllowed', 'goes with name only')))
  return by.name === 'placeId' ? ctx.store.find(place, by.value) : ctx.store.findBy(place, by.name, by.value)
}

async function byName({ ctx, isOwner }: Reach, name: string, hints: Hints): Promise<Place | undefined> {
  const named = `t.name_key = $1 and t.status <> 'merged'`
  const conditions: Condition[] = [{ sql: named, values: [foldName(name)] }]
  if (hints.city !== undefined) conditions.push({ sql: 't.city_key = $1', values: [foldName(hints.city)] })
  if (hints.countryCode !== undefined) {
    conditions.push({ sql: 't.address_country_code = $1', values: [hints.countryCode] })
  }
  if (hints.near !== undefined) {
    conditions.push(...(await regionConditions(ctx, [{ near: hints.near, radiusM: reachM }], true)))
  }
  const rank = hints.near === undefined ? {} : nearest(hints.near)
  const page = await ctx.store.list(place, { conditions, ...rank, limit: candidatesMax, publicOnly: !isOwner })
  const [first, second] = page.items
  if (second === undefined || hints.near !== undefined) return first
  throw problem(ambiguousName, { details: { candidates: page.items.map((each) => shortForm(each, null)) } })
}

function nearest(near: Point) {
  return { sort: 'distance', rank: { sql: 't.position <-> $1::cube', values: [cubeOf(near)], as: 'rank' } }
}

async function placeView(from: Reach, record: Place, found: Place | undefined) {
  const { ctx, isOwner } = from
  const [presented] = await present(from, place, [record])
  const hasMoved = found !== undefined && found.id !== record.id
  return {
    ...presented,
    id: record.id,
    nextOpenAt: nextOpening(record, ctx.now()),
    ...(isOwner ? { viewCount: await viewCountOf(ctx, record.id) } : {}),
    ...(hasMoved ? { redirectedFrom: found.id } : {}),
  }
}

function streamOf({ id, title, imageUrl, url }: Card) {
  return { id, title, imageUrl, url }
}

function nextOpening(record: Place, now: Date): string | null {
  if (record.openingHours === null || record.status !== 'active' || isOpenNow(record, now) === true) return null
  const next = nextOpenAt(hoursOf(record.openingHours), record.timezone, now.getTime())
  return next === undefined ? null : new Date(next).toISOString()
}

import { Type } from '#kit/values/schema.ts'
import type { Ctx } from '#kit/call/context.ts'
import { idOf, line, oneOf } from '#kit/values/fields.ts'
import { accountOfId, parseId } from '#kit/values/ids.ts'
import { agentOf } from '#kit/values/userAgent.ts'
import { problem, reasons } from '#kit/call/problem.ts'
import { companion, madeFirst, operation } from '#kit/nouns/operation.ts'
import { reach } from '#kit/call/recordReach.ts'
import type { Audience } from '#kit/nouns/resource.ts'
import { closed } from '#kit/nouns/standard.ts'
import { tally } from '#kit/nouns/tally.ts'
import { statement } from '#kit/call/statement.ts'
import { type Expiring, openExpiring } from '#platform/cache/expiring.ts'
import { uuidOf } from '#platform/db/columns.ts'
import { isBotAgent } from '#platform/net/botAgent.ts'
import { personKey, secretToday } from '#platform/tally/personKey.ts'
import { hasPage, place } from './place/place.ts'

/** Views of places: one row per place, person and day. */
export const viewed = tally({
  id: 'places.place.viewed',
  table: 'places_view',
  columns: { place_id: 'uuid', person_key: 'uuid', day: 'timestamptz' },
  key: ['place_id', 'person_key', 'day'],
  moment: 'day',
  partition: 'month',
  keptDays: 400,
  rollUps: [
    {
      mode: 'recount',
      statement: statement(
        'places_view_daily.recount',
        'offline',
        `insert into places_view_daily (account_id, place_id, day, views)
         select account_id, place_id, day, count(*) from places_view where day >= $1 group by account_id, place_id, day
         on conflict (account_id, place_id, day) do update set views = excluded.views
         where places_view_daily.views <> excluded.views`,
      ),
    },
  ],
})

export const operations = [
  companion(
    operation('places.place.view', {
      route: 'POST /api/places/general/view',
      title: 'View',
      description:
        'Counts a view of a place, once per person and day. The response comes when it is stored; a repeat counts ' +
        'once. `viewer` is any text that stays the same for one person; a keyed hash of it is stored, which ' +
        'differs from day to day and from place to place.',
      scope: 'places.place:view',
      credential: 'public',
      // The tally is no record: it needs no audit row, and a repeat is safe without an Idempotency-Key.
      isRead: true,
      rate: 'beacon',
      input: closed({
        placeId: idOf('plc'),
        viewer: line(64, {
          description: 'Id of the visitor, opaque to the server, such as a random id that the visitor keeps.',
        }),
      }),
      output: closed({ id: idOf('plc'), status: Type.String({ enum: ['counted'], description: 'Always `counted`.' }) }),
      example: { placeId: madeFirst('places.place'), viewer: 'visitor-7f3a' },
      async handle(ctx, { placeId, viewer }) {
        await count(await ownerOf(ctx, placeId), placeId, viewer)
        return { id: placeId, status: 'counted' }
      },
    }),
  ),
  companion(
    operation('places.place.visit', {
      route: 'POST /public/place/visit',
      title: 'Visit',
      description:
        'Counts a visit of the page of a place as a view: one per network, browser and system a day. The page sends ' +
        'it; programs that crawl pages do not count.',
      scope: '',
      credential: 'none',
      isRead: true,
      rate: 'beacon',
      seesClient: true,
      input: closed({ placeId: idOf('plc') }),
      output: closed({
        id: idOf('plc'),
        status: oneOf(['counted', 'ignored'], { description: '`ignored` for a program that is no browser.' }),
      }),
      example: { placeId: madeFirst('places.place') },
      async handle(ctx, { placeId }) {
        const owner = await ownerOfPage(ctx, placeId)
        const { userAgent = '', network = '' } = ctx.client ?? {}
        if (userAgent === '' || isBotAgent(userAgent)) return { id: placeId, status: 'ignored' as const }
        // Whatever a browser says of itself, a network has no more visitors than kinds of browsers.
        const { os, browser } = agentOf(userAgent)
        await count(owner, placeId, `visit ${network} ${os} ${browser}`)
        return { id: placeId, status: 'counted' as const }
      },
    }),
  ),
]

async function count(owner: Ctx, placeId: string, viewer: string): Promise<void> {
  const { startsAt, secret } = secretToday(owner, 'places.view')
  await owner.count(viewed, {
    place_id: String(uuidOf(place.prefix, placeId)),
    person_key: personKey(secret, `${placeId} ${viewer}`),
    day: startsAt,
  })
}

/** The views of a place by day and person, with those of the places that were merged into it. */
export async function viewCountOf(ctx: Ctx, placeId: string): Promise<number> {
  const [row] = await ctx.db.rows(viewsOf, [ctx.account.id, parseId(place.prefix, placeId)?.uuid])
  return row?.views ?? 0
}

/** Some 4 MB each when full. A place that was hidden or deleted is counted for as long at most. */
const visibleBounds = { forMs: 60_000, countMax: 50_000 }

/** A call of the account that owns a place. Throws not_found for a place that the caller may not see. */
async function ownerOf(ctx: Ctx, placeId: string): Promise<Ctx> {
  const by = { name: place.idKey, value: placeId }
  // Places of other accounts are not cached.
  if (accountOfId(placeId) !== ctx.account.id) return (await reach(ctx, place, by)).ctx
  const now = ctx.now().getTime()
  const visible = ctx.memory<Record<Audience, Expiring<true>>>('places.views', () => ({
    owner: openExpiring(visibleBounds),
    public: openExpiring(visibleBounds),
  }))[ctx.actor.credential === 'public' ? 'public' : 'owner']
  if (visible.get(placeId, now) !== true) {
    await reach(ctx, place, by)
    visible.set(placeId, true, now)
  }
  return ctx
}

/** A call of the account whose place has a page. Throws not_found. */
async function ownerOfPage(ctx: Ctx, placeId: string): Promise<Ctx> {
  const account = await ctx.accounts.find(accountOfId(placeId) ?? -1)
  if (account === undefined || account.isSuspended) throw problem(reasons.notFound)
  const owner = ctx.as(account)
  const pages = ctx.memory<Expiring<true>>('places.pages', () => openExpiring(visibleBounds))
  const now = ctx.now().getTime()
  if (pages.get(placeId, now) === true) return owner
  const record = await owner.store.find(place, placeId)
  if (record === undefined || !hasPage(record)) throw problem(reasons.notFound)
  pages.set(placeId, true, now)
  return owner
}

const viewsOf = statement(
  'places_view_daily.of',
  'account',
  `select coalesce(sum(v.views), 0)::bigint as views from places_view_daily v
   where v.account_id = $1 and v.place_id in (
     select $2::uuid union all select m.id from places_place m where m.account_id = $1 and m.merged_into_id = $2)`,
)

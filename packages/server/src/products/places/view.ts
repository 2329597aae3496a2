import { Type } from '#kit/values/schema.ts'
import type { Ctx } from '#kit/call/context.ts'
import { idOf, line } from '#kit/values/fields.ts'
import { accountOfId, parseId } from '#kit/values/ids.ts'
import { companion, madeFirst, operation } from '#kit/nouns/operation.ts'
import { reach } from '#kit/call/recordReach.ts'
import type { Audience } from '#kit/nouns/resource.ts'
import { closed } from '#kit/nouns/standard.ts'
import type { Schedule } from '#kit/nouns/task.ts'
import { statement } from '#kit/call/statement.ts'
import type { TelemetryLane } from '#kit/nouns/telemetryLane.ts'
import { type Expiring, openExpiring } from '#platform/cache/expiring.ts'
import { dropMonthsBefore, makeMonth, monthOf, nextMonth } from '#platform/telemetry/partitions.ts'
import { personKey } from '#platform/telemetry/personKey.ts'
import { place } from './place/place.ts'

const keptDays = 400
const dayMs = 86_400_000

/** Views of places, one row per person and day. */
export const viewLane: TelemetryLane = {
  name: 'places.place.viewed',
  table: 'places_view',
  columns: { account_id: 'bigint', place_id: 'uuid', person_key: 'uuid', day: 'timestamptz' },
  // Place and day are in the hash.
  key: ['person_key'],
}

export const operations = [
  companion(
    operation('places.place.view', {
      route: 'POST /api/places/general/view',
      title: 'View',
      description:
        'Counts a view of a place, once per person and day. Answers when it is stored; sent twice, it ' +
        'counts once. `viewer` is any text that stays the same for one person; we keep a keyed hash of it that ' +
        'differs from day to day and from place to place.',
      scope: 'places.place:view',
      credential: 'public',
      // It writes no record: no audit row, and a repeat is safe without an Idempotency-Key.
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
        const memory = memoryOf(ctx)
        await checkSeen(ctx, memory, placeId)
        const day = await readyDay(ctx, memory)
        const parsed = parseId(place.prefix, placeId)
        await ctx.ports.telemetry.add(viewLane.name, {
          account_id: parsed?.accountId,
          place_id: parsed?.uuid,
          person_key: personKey(day.key, `${placeId} ${viewer}`),
          day: day.startsAt,
        })
        return { id: placeId, status: 'counted' }
      },
    }),
  ),
]

/** How often a place was looked at, by day and person, with what was merged into it. */
export async function viewCountOf(ctx: Ctx, placeId: string): Promise<number> {
  const [row] = await ctx.db.rows<{ views: number }>(viewsOf, [ctx.account.id, parseId(place.prefix, placeId)?.uuid])
  return row?.views ?? 0
}

/** What the platform does for views from time to time. */
export const schedules: Schedule[] = [
  {
    name: 'places.view.rollUp',
    description: 'Counts the views of yesterday and today per place.',
    everySeconds: 60,
    async run({ db, now }) {
      const since = new Date((dayNumber(now()) - 1) * dayMs)
      await db.rows(rollUp, [since.toISOString()])
    },
  },
  {
    name: 'places.view.partitions',
    description: 'Makes the partitions of this and the next month, and drops those older than 400 days.',
    everySeconds: 6 * 3600,
    async run({ db, now, log }) {
      const month = monthOf(now())
      for (const each of [month, nextMonth(month)]) await makeMonth(db, viewLane.table, each)
      const oldest = monthOf(new Date(now().getTime() - keptDays * dayMs))
      const dropped = await dropMonthsBefore(db, viewLane.table, oldest)
      if (dropped.length > 0) log.info('old views were dropped', { partitions: dropped })
    },
  },
]

/** What one process knows of one database. */
type Memory = {
  /** Places that were there a moment ago, for their owner and for the public. */
  seen: Record<Audience, Expiring<true>>
  today: { number: number; ready: Promise<Day> } | undefined
}
/** A day with a partition for its views, and the key of its hashes. */
type Day = { startsAt: string; key: string }

/** Some 4 MB each when full. A place that is no longer to be seen is counted for as long at most. */
const seenBounds = { forMs: 60_000, countMax: 50_000 }

function memoryOf(ctx: Ctx): Memory {
  return ctx.memory<Memory>('places.views', () => ({
    seen: { owner: openExpiring(seenBounds), public: openExpiring(seenBounds) },
    today: undefined,
  }))
}

/** Throws not_found for what the caller may not see. Of another account's places nothing is remembered. */
async function checkSeen(ctx: Ctx, memory: Memory, placeId: string): Promise<void> {
  const now = ctx.now().getTime()
  const isOwn = accountOfId(placeId) === ctx.account.id
  const seen = memory.seen[ctx.actor.credential === 'public' ? 'public' : 'owner']
  if (isOwn && seen.get(placeId, now)) return
  await reach(ctx, place, { name: place.idKey, value: placeId })
  if (isOwn) seen.set(placeId, true, now)
}

function readyDay(ctx: Ctx, memory: Memory): Promise<Day> {
  const number = dayNumber(ctx.now())
  if (memory.today?.number === number) return memory.today.ready
  const ready = makeDay(ctx, new Date(number * dayMs))
  memory.today = { number, ready }
  ready.catch(() => (memory.today = undefined))
  return ready
}

/** Days since 1970-01-01, UTC. */
function dayNumber(at: Date): number {
  return Math.floor(at.getTime() / dayMs)
}

async function makeDay(ctx: Ctx, start: Date): Promise<Day> {
  await makeMonth(ctx.db, viewLane.table, monthOf(start))
  const startsAt = start.toISOString()
  return { startsAt, key: ctx.ports.keyHash(`places.view ${startsAt}`).toString('hex') }
}

const rollUp = statement(
  'places_view.rollUp',
  'offline',
  `insert into places_view_daily (account_id, place_id, day, views)
   select account_id, place_id, day, count(*) from places_view where day >= $1 group by account_id, place_id, day
   on conflict (account_id, place_id, day) do update set views = excluded.views
   where places_view_daily.views <> excluded.views`,
)

const viewsOf = statement(
  'places_view_daily.of',
  'account',
  `select coalesce(sum(v.views), 0)::bigint as views from places_view_daily v
   where v.account_id = $1 and v.place_id in (
     select $2::uuid union all select m.id from places_place m where m.account_id = $1 and m.merged_into_id = $2)`,
)

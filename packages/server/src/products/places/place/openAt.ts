import type { Condition, Ctx } from '#kit/call/context.ts'
import { statement } from '#kit/call/statement.ts'
import { wallClocksAt, type WallClock } from '#products/places/openingHours.ts'

/** Distinct time zones of one account that a search considers. */
const zonesMax = 700
/**
 * Bound of matching hours: up to it, their places are read by id; beyond it, the list filters places during its walk.
 */
const fewMax = 2_000

/** Condition of active places that are open at a moment, each by the wall clock of its own zone. */
export async function openAtConditions(ctx: Ctx, at: Date): Promise<Condition[]> {
  const zones = await ctx.db.rows(distinctZones, [ctx.account.id])
  const all = zones.flatMap(({ timezone }) =>
    wallClocksAt(timezone, at.getTime()).map((clock): Clock => ({ timezone, ...clock })),
  )
  const held = await ctx.db.rows(clocksHeld, [ctx.account.id, ...daysOf(all)])
  const clocks = held.flatMap(({ number }) => all[number - 1] ?? [])
  const [found] = await ctx.db.rows(holding, [ctx.account.id, ...daysOf(clocks)])
  const open = { sql: openSql, values: [clocks.map((clock) => clock.timezone), ...daysOf(clocks)] }
  const few = found?.few ?? undefined
  return few === undefined ? [open] : [{ sql: 't.id = any($1::uuid[])', values: [few] }, open]
}

type Clock = WallClock & { timezone: string }

function daysOf(clocks: Clock[]): [dates: string[], days: number[], minutes: number[]] {
  return [clocks.map((each) => each.date), clocks.map((each) => each.day), clocks.map((each) => each.minute)]
}

/** Each day also has the hours of the day before, in minutes beyond 1,440: hours may pass midnight. */
const openSql = `t.status = 'active' and t.has_hours and t.timezone = any($1::text[]) and exists (
  select 1 from unnest($1::text[], $2::date[], $3::integer[], $4::integer[]) as z (zone, date, day, minute)
  where z.zone = t.timezone and (
    exists (select 1 from places_exception_hours e
      where e.account_id = t.account_id and e.place_id = t.id and e.date = z.date and e.span @> z.minute)
    or exists (select 1 from places_regular_hours h
      where h.account_id = t.account_id and h.place_id = t.id and h.day = z.day and h.span @> z.minute
        and not exists (select 1 from places_exception_hours x
          where x.account_id = t.account_id and x.place_id = t.id and x.date = z.date))))`

/** Wall clock times at which any place has hours; zones with other times need no search. */
const clocksHeld = statement(
  'places_regular_hours.clocksHeld',
  'account',
  `select c.number
   from unnest($2::date[], $3::integer[], $4::integer[]) with ordinality as c (date, day, minute, number)
   where exists (select 1 from places_regular_hours h
       where h.account_id = $1 and h.day = c.day and h.span @> c.minute)
     or exists (select 1 from places_exception_hours e
       where e.account_id = $1 and e.date = c.date and e.span @> c.minute)`,
)

/**
 * Places with hours that hold in one of these zones, perhaps not their own: a superset of the open ones. Null for many
 * places.
 */
const holding = statement(
  'places_regular_hours.holding',
  'account',
  `select case when count(*) <= ${fewMax} then coalesce(array_agg(place_id), '{}') end as few from (
     select place_id from (
     select h.place_id from (select distinct day, minute from unnest($3::integer[], $4::integer[]) as c (day, minute)) z
       join places_regular_hours h on h.account_id = $1 and h.day = z.day and h.span @> z.minute
     union all
     select e.place_id from (select distinct date, minute from unnest($2::date[], $4::integer[]) as c (date, minute)) z
       join places_exception_hours e on e.account_id = $1 and e.date = z.date and e.span @> z.minute) held
     limit ${fewMax + 1}) found`,
)

/** Hops from zone to zone over the index: one probe per zone, not one per place. */
const distinctZones = statement(
  'places_place.zones',
  'account',
  `with recursive hop as (
     (select timezone from places_place where account_id = $1 and deleted_at is null order by timezone limit 1)
     union all
     select (select p.timezone from places_place p
       where p.account_id = $1 and p.deleted_at is null and p.timezone > hop.timezone
       order by p.timezone limit 1)
     from hop where hop.timezone is not null)
   select timezone from hop where timezone is not null limit ${zonesMax}`,
)

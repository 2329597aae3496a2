import type { Ctx, RowOf } from '#kit/call/context.ts'
import { statement } from '#kit/call/statement.ts'
import { dayOf } from '#kit/values/zoneDay.ts'
import { uuidOf } from '#platform/db/columns.ts'
import { linkPrefix } from './linkFields.ts'

/** Counts of a link. They live beside its row, so that a payment of a busy link makes no new version of it. */
export type LinkCount = RowOf<typeof findCounts>

/** Creates the counts of a new link. Call inside `ctx.atomic`. */
export async function createCount(ctx: Ctx, linkId: string, usesMax: number | null): Promise<void> {
  await ctx.db.rows(insertCount, [ctx.account.id, uuidOf(linkPrefix, linkId), usesMax])
}

/** Counts of links by the id of the link. */
export async function countsOf(ctx: Ctx, linkIds: readonly string[]): Promise<ReadonlyMap<string, LinkCount>> {
  const uuids = linkIds.map((id) => uuidOf(linkPrefix, id))
  const rows = await ctx.db.rows(findCounts, [ctx.account.id, uuids])
  const byUuid = new Map(rows.map((row) => [row.payment_link_id, row]))
  return new Map(
    linkIds.flatMap((id, index) => {
      const row = byUuid.get(uuids[index] ?? '')
      return row === undefined ? [] : [[id, row] as const]
    }),
  )
}

/** Changes the most payments of a link; false when it has more already. Call inside `ctx.atomic`. */
export async function limitUses(ctx: Ctx, linkId: string, usesMax: number | null): Promise<boolean> {
  const rows = await ctx.db.rows(updateLimit, [ctx.account.id, uuidOf(linkPrefix, linkId), usesMax])
  return rows.length > 0
}

/** Reserves one payment of a link; false when all are taken. The condition on the row holds the limit. */
export async function reserveUse(ctx: Ctx, linkId: string): Promise<boolean> {
  return (await ctx.db.rows(reserve, [ctx.account.id, uuidOf(linkPrefix, linkId), today(ctx)])).length > 0
}

/** Releases the reservation of a payment that came to nothing. */
export async function releaseUse(ctx: Ctx, linkId: string): Promise<void> {
  await ctx.db.rows(release, [ctx.account.id, uuidOf(linkPrefix, linkId)])
}

/** A use of a link by a success. wasReleased: its reservation had ended before. */
export type Use = { amount: bigint; wasReleased: boolean }

/** Turns a reservation into a use. Returns whether the link is complete, and over its limit. */
export async function commitUse(ctx: Ctx, linkId: string, { amount, wasReleased }: Use) {
  const values = [ctx.account.id, uuidOf(linkPrefix, linkId), wasReleased ? 0 : 1, amount, today(ctx)]
  const [row] = await ctx.db.rows(commit, values)
  const { used = 0, reserved = 0, uses_max: max = null } = row ?? {}
  return { isComplete: max !== null && used >= max, isOver: max !== null && used + reserved > max }
}

/** Counts a visit of a link's page. */
export async function countVisit(ctx: Ctx, linkId: string): Promise<void> {
  await ctx.db.rows(visit, [ctx.account.id, uuidOf(linkPrefix, linkId), today(ctx)])
}

function today(ctx: Ctx): string {
  return dayOf(ctx.now(), ctx.account.timeZone)
}

// Each statement locks the count of the link before its day.
const insertDay = 'insert into payments_link_day (account_id, payment_link_id, day, views, started, succeeded, amount)'
const onDay = 'on conflict (account_id, payment_link_id, day) do update set'

const insertCount = statement(
  'payments_link_count.insert',
  'account',
  `insert into payments_link_count
     (account_id, payment_link_id, uses_max, used, reserved, views, started, succeeded, amount)
   values ($1, $2, $3, 0, 0, 0, 0, 0, 0)
   on conflict (account_id, payment_link_id) do nothing`,
)

const findCounts = statement(
  'payments_link_count.find',
  'account',
  `select payment_link_id, uses_max, used, reserved, views, started, succeeded, amount
   from payments_link_count where account_id = $1 and payment_link_id = any($2)`,
)

const updateLimit = statement(
  'payments_link_count.limit',
  'account',
  `update payments_link_count set uses_max = $3
   where account_id = $1 and payment_link_id = $2 and ($3::integer is null or used + reserved <= $3::integer)
   returning used`,
)

const reserve = statement(
  'payments_link_count.reserve',
  'account',
  `with taken as (
     update payments_link_count set reserved = reserved + 1, started = started + 1
     where account_id = $1 and payment_link_id = $2 and (uses_max is null or used + reserved < uses_max)
     returning account_id, payment_link_id, used
   ), noted as (
     ${insertDay} select account_id, payment_link_id, $3::date, 0, 1, 0, 0 from taken
     ${onDay} started = payments_link_day.started + 1
   )
   select used from taken`,
)

const release = statement(
  'payments_link_count.release',
  'account',
  `update payments_link_count set reserved = reserved - 1
   where account_id = $1 and payment_link_id = $2 and reserved > 0`,
)

const commit = statement(
  'payments_link_count.commit',
  'account',
  `with taken as (
     update payments_link_count set reserved = reserved - $3, used = used + 1, succeeded = succeeded + 1,
       amount = amount + $4
     where account_id = $1 and payment_link_id = $2
     returning account_id, payment_link_id, used, reserved, uses_max
   ), noted as (
     ${insertDay} select account_id, payment_link_id, $5::date, 0, 0, 1, $4 from taken
     ${onDay} succeeded = payments_link_day.succeeded + 1, amount = payments_link_day.amount + excluded.amount
   )
   select used, reserved, uses_max from taken`,
)

const visit = statement(
  'payments_link_count.visit',
  'account',
  `with taken as (
     update payments_link_count set views = views + 1 where account_id = $1 and payment_link_id = $2
     returning account_id, payment_link_id
   )
   ${insertDay} select account_id, payment_link_id, $3::date, 1, 0, 0, 0 from taken
   ${onDay} views = payments_link_day.views + 1`,
)

import type { Ctx } from '#kit/call/context.ts'
import { statement } from '#kit/call/statement.ts'
import { closed } from '#kit/nouns/standard.ts'
import { dayOf } from '#kit/values/zoneDay.ts'
import { calendarDay, whole } from '#kit/values/fields.ts'
import { Type } from '#kit/values/schema.ts'
import { uuidOf } from '#platform/db/columns.ts'
import { linkPrefix } from './linkFields.ts'

const daysMax = 90

const count = (description: string) => whole(0, Number.MAX_SAFE_INTEGER, { description })

/** Figures of a link by day, as an output. */
export const linkDaysShape = Type.Array(
  closed({
    day: calendarDay({ description: 'Day in the time zone of the account.' }),
    views: count('Visits of the page.'),
    started: count('Payments that were started.'),
    succeeded: count('Payments that succeeded.'),
    amount: count('Sum of their amounts in minor units, refunds included.'),
  }),
  { maxItems: daysMax, description: 'Figures by day, oldest first: days with any among the last 90.' },
)

/** Figures of a link by day, oldest first; days without any are left out. */
export async function linkDays(ctx: Ctx, linkId: string) {
  const from = dayOf(new Date(ctx.now().getTime() - (daysMax - 1) * 86_400_000), ctx.account.timeZone)
  const rows = await ctx.db.rows(readDays, [ctx.account.id, uuidOf(linkPrefix, linkId), from])
  return rows.map(({ day, views, started, succeeded, amount }) => ({
    day,
    views: Number(views),
    started: Number(started),
    succeeded: Number(succeeded),
    amount: Number(amount),
  }))
}

const readDays = statement(
  'payments_link_day.read',
  'account',
  `select day::text as day, views, started, succeeded, amount from payments_link_day
   where account_id = $1 and payment_link_id = $2 and day >= $3::date order by day limit ${daysMax}`,
)

import type { Ctx } from '#kit/call/context.ts'
import { statement } from '#kit/call/statement.ts'

/** Notes that a day (UTC) has money of a provider: it is compared after its end, and again after a late report. */
export async function noteDay(ctx: Ctx, providerId: string, at: string): Promise<void> {
  await ctx.db.rows(upsertDay, [ctx.account.id, providerId, new Date(at).toISOString().slice(0, 10)])
}

const upsertDay = statement(
  'payments_day.note',
  'account',
  `insert into payments_day (account_id, provider_id, day) values ($1, $2, $3)
   on conflict (account_id, provider_id, day) do update set checked_at = null
   where payments_day.checked_at is not null`,
)

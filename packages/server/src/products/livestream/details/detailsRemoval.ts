import type { Ctx } from '#kit/call/context.ts'
import { details } from './details.ts'

/** Most languages of one target, without deleted sheets. */
export const localesMax = 100

/** Deletes all sheets of a deleted target. Call inside `ctx.atomic`. */
export async function removeDetailsOf(ctx: Ctx, targetId: string): Promise<void> {
  const conditions = [{ sql: 't.target_id = $1', values: [targetId] }]
  const page = await ctx.store.list(details, { conditions, limit: localesMax + 1 })
  for (const each of page.items) await ctx.store.remove(details, each.id)
}

import type { Ctx } from '#kit/call/context.ts'
import { details } from './details.ts'

/** Languages that a target may have, deleted sheets aside. */
export const localesMax = 100

/** Deletes all sheets of a target that is deleted itself. Call inside `ctx.atomic`. */
export async function removeDetailsOf(ctx: Ctx, targetId: string): Promise<void> {
  const conditions = [{ sql: 't.target_id = $1', values: [targetId] }]
  const page = await ctx.store.list(details, { conditions, limit: localesMax + 1 })
  for (const each of page.items) await ctx.store.remove(details, each.id)
}

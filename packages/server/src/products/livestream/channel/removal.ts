import { Type } from '#kit/schema.ts'
import type { Ctx } from '#kit/context.ts'
import { problem, reasons } from '#kit/problem.ts'
import { task } from '#kit/task.ts'
import { uuidOf } from '#platform/db/columns.ts'
import { claimRecord } from '#platform/db/hold.ts'
import { reserveName } from '#platform/names/names.ts'
import { removeDetailsOf } from '#products/livestream/details/removal.ts'
import { staticVideo } from '#products/livestream/static/staticVideo.ts'
import { removeStatic } from '#products/livestream/static/write.ts'
import { channel, type Channel } from './channel.ts'
import { handleName } from './handle.ts'

/** Videos that one transaction deletes; those beyond follow by a task. */
const staticsAtOnce = 200

/** Deletes a channel, its videos and their details; reserves its handle. Call inside `ctx.atomic`. */
export async function removeChannel(ctx: Ctx, id: string, how: { ifVersion?: number }): Promise<Channel> {
  if (!(await claimRecord(ctx, channel, id))) throw problem(reasons.notFound)
  const before = await ctx.store.get(channel, id)
  await removeDetailsOf(ctx, id)
  await clearStatics(ctx, id)
  await reserveName(ctx, handleName(ctx, before.handle), uuidOf(channel.prefix, id) ?? '')
  return ctx.store.remove(channel, id, how)
}

/** Goes on with the videos of a channel that had more than one transaction takes. */
export const clearChannel = task(
  'livestream.channel.clear',
  'Deletes the remaining videos of a deleted channel.',
  Type.Object({ channelId: Type.String() }),
  (ctx, { channelId }) => clearStatics(ctx, channelId),
)

export const tasks = [clearChannel]

async function clearStatics(ctx: Ctx, channelId: string): Promise<void> {
  const conditions = [{ sql: 't.channel_id = $1', values: [uuidOf(channel.prefix, channelId)] }]
  const page = await ctx.store.list(staticVideo, { conditions, limit: staticsAtOnce })
  for (const each of page.items) await removeStatic(ctx, each.id)
  if (page.pagination.hasMore) ctx.later(clearChannel, { channelId }, ctx.now())
}

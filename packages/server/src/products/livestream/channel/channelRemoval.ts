import { Type } from '#kit/values/schema.ts'
import type { Ctx } from '#kit/call/context.ts'
import { limits } from '#kit/call/limits.ts'
import { problem, reasons } from '#kit/call/problem.ts'
import { task } from '#kit/nouns/task.ts'
import { uuidOf } from '#platform/db/columns.ts'
import { lockForUpdate } from '#platform/db/rowLocks.ts'
import { reserveName } from '#platform/names/uniqueNames.ts'
import { removeDetailsOf } from '#products/livestream/details/targetSheets.ts'
import { staticVideo } from '#products/livestream/records/staticVideo.ts'
import { removeStatic } from '#products/livestream/static/staticWrites.ts'
import { runningStates, stream, type Stream } from '#products/livestream/records/stream.ts'
import { alreadyLive, removeStream } from '#products/livestream/stream/streamWrites.ts'
import { channel, type Channel } from '#products/livestream/records/channel.ts'
import { handleName } from './handle.ts'

/** Maximum videos, and maximum streams, per transaction; a task deletes the rest. */
const videosPerBatch = 100

type RemoveHow = { ifVersion?: number; endLive: boolean }

/** A deleted channel, and its deleted streams whose sessions the caller still has to end. */
export type RemovedChannel = { record: Channel; running: Stream[] }

/** Deletes a channel, its streams, videos and their details; reserves its handle. Call inside `ctx.atomic`. */
export async function removeChannel(ctx: Ctx, id: string, how: RemoveHow): Promise<RemovedChannel> {
  if (!(await lockForUpdate(ctx, channel, id))) throw problem(reasons.notFound)
  const before = await ctx.store.get(channel, id)
  await removeDetailsOf(ctx, id)
  const running = await runningIn(ctx, id, how.endLive)
  await clearVideos(ctx, id)
  await reserveName(ctx, handleName(before.handle), uuidOf(channel.prefix, id) ?? '')
  const { ifVersion } = how
  return { record: await ctx.store.remove(channel, id, ifVersion === undefined ? {} : { ifVersion }), running }
}

/** Running streams of the channel; the account's limit of concurrent streams bounds them. Throws already_live. */
async function runningIn(ctx: Ctx, channelId: string, endLive: boolean): Promise<Stream[]> {
  const conditions = [inChannel(channelId), { sql: 't.status = any($1)', values: [[...runningStates]] }]
  const { items } = await ctx.store.list(stream, { conditions, limit: limits.pageLimitMax })
  const [first] = items
  if (first !== undefined && !endLive) throw problem(alreadyLive, { details: { streamId: first.id } })
  return items
}

/** Task that deletes the next batch of a deleted channel, until none is left. A repeat finds nothing and ends. */
export const clearChannel = task(
  'livestream.channel.clear',
  'Deletes the remaining streams and videos of a deleted channel.',
  Type.Object({ channelId: Type.String() }),
  (ctx, { channelId }) => clearVideos(ctx, channelId),
)

export const tasks = [clearChannel]

async function clearVideos(ctx: Ctx, channelId: string): Promise<void> {
  const conditions = [inChannel(channelId)]
  const statics = await ctx.store.list(staticVideo, { conditions, limit: videosPerBatch })
  for (const each of statics.items) await removeStatic(ctx, each.id)
  const streams = await ctx.store.list(stream, { conditions, limit: videosPerBatch })
  const how = { endLive: true, deleteRecordings: false, discardsSession: true }
  for (const each of streams.items) await removeStream(ctx, each.id, how)
  const hasMore = statics.pagination.hasMore || streams.pagination.hasMore
  if (hasMore) ctx.later(clearChannel, { channelId }, ctx.now())
}

function inChannel(channelId: string) {
  return { sql: 't.channel_id = $1', values: [uuidOf(channel.prefix, channelId)] }
}

import { Type } from '#kit/values/schema.ts'
import type { Ctx } from '#kit/call/context.ts'
import { task } from '#kit/nouns/task.ts'
import { staticVideo, type StaticVideo } from '#products/livestream/records/staticVideo.ts'

const planned = Type.Object({ staticId: Type.String(), at: Type.String() })

/** Task that publishes a scheduled video, unless its schedule has changed since. */
export const publishStatic = task(
  'livestream.static.publish',
  'Makes a scheduled video public at its time.',
  planned,
  async (ctx, { staticId, at }) => {
    const record = await ctx.store.find(staticVideo, staticId)
    if (record?.status !== 'scheduled' || record.scheduledAt !== at) return
    const patch = { publishedAt: ctx.now().toISOString() }
    const isSilent = record.silentScheduledAt === at
    await ctx.store.update(staticVideo, staticId, { patch, status: 'published', isSilent })
  },
)

/** Task that archives a published video, unless its expiry has changed since. */
export const expireStatic = task(
  'livestream.static.expire',
  'Archives a video when it expires.',
  planned,
  async (ctx, { staticId, at }) => {
    const record = await ctx.store.find(staticVideo, staticId)
    if (record?.status !== 'published' || record.expiresAt !== at) return
    const isSilent = record.silentExpiresAt === at
    await ctx.store.update(staticVideo, staticId, { status: 'archived', isSilent })
  },
)

export const tasks = [publishStatic, expireStatic]

export type Written = { after: StaticVideo; before: StaticVideo | undefined }

/**
 * Queues the publish and expiry tasks of a written video. Several tasks may be due at one moment: an update that moves
 * a schedule away and back leaves two. So the record, not the task, decides whether a fact is emitted.
 */
export function setClock(ctx: Ctx, { after, before }: Written): void {
  const { id: staticId, scheduledAt, expiresAt } = after
  const isWaiting = after.status === 'scheduled' && scheduledAt !== null
  if (isWaiting && (before?.status !== 'scheduled' || before.scheduledAt !== scheduledAt)) {
    ctx.later(publishStatic, { staticId, at: scheduledAt }, new Date(scheduledAt))
  }
  const isNewlyOut = after.status === 'published' && before?.status !== 'published'
  if (expiresAt !== null && (isNewlyOut || before?.expiresAt !== expiresAt)) {
    ctx.later(expireStatic, { staticId, at: expiresAt }, new Date(expiresAt))
  }
}

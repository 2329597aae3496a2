import { Type } from '#kit/schema.ts'
import type { Ctx } from '#kit/context.ts'
import { task } from '#kit/task.ts'
import { staticVideo, type StaticVideo } from './staticVideo.ts'

const planned = Type.Object({ staticId: Type.String(), at: Type.String(), isSilent: Type.Boolean() })

/** Makes a scheduled video public, if its schedule still says this very moment. */
export const publishStatic = task(
  'livestream.static.publish',
  'Makes a scheduled video public at its time.',
  planned,
  async (ctx, { staticId, at, isSilent }) => {
    const record = await ctx.store.find(staticVideo, staticId)
    if (record?.status !== 'scheduled' || record.scheduledAt !== at) return
    const patch = { publishedAt: ctx.now().toISOString() }
    await ctx.store.update(staticVideo, staticId, { patch, status: 'published', isSilent })
  },
)

/** Archives a published video, if it still expires at this very moment. */
export const expireStatic = task(
  'livestream.static.expire',
  'Archives a video when it expires.',
  planned,
  async (ctx, { staticId, at, isSilent }) => {
    const record = await ctx.store.find(staticVideo, staticId)
    if (record?.status !== 'published' || record.expiresAt !== at) return
    await ctx.store.update(staticVideo, staticId, { status: 'archived', isSilent })
  },
)

export const tasks = [publishStatic, expireStatic]

export type Written = { after: StaticVideo; before: StaticVideo | undefined; isSilent: boolean }

/** Asks for the tasks that a written video needs. What a silent write causes later is silent too. */
export function setClock(ctx: Ctx, { after, before, isSilent }: Written): void {
  const { id: staticId, scheduledAt, expiresAt } = after
  const isWaiting = after.status === 'scheduled' && scheduledAt !== null
  if (isWaiting && (before?.status !== 'scheduled' || before.scheduledAt !== scheduledAt)) {
    ctx.later(publishStatic, { staticId, at: scheduledAt, isSilent }, new Date(scheduledAt))
  }
  const isNewlyOut = after.status === 'published' && before?.status !== 'published'
  if (expiresAt !== null && (isNewlyOut || before?.expiresAt !== expiresAt)) {
    ctx.later(expireStatic, { staticId, at: expiresAt, isSilent }, new Date(expiresAt))
  }
}

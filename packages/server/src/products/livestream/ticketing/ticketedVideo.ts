import type { Ctx } from '#kit/call/context.ts'
import { invalid, unknownReference } from '#kit/call/problem.ts'
import type { Resource } from '#kit/nouns/resource.ts'
import { lockForUpdate } from '#platform/db/rowLocks.ts'
import { channel, channelUrl } from '#products/livestream/records/channel.ts'
import { playbackOf } from '#products/livestream/records/playbackAddresses.ts'
import { staticVideo } from '#products/livestream/records/staticVideo.ts'
import { stream } from '#products/livestream/records/stream.ts'
import type { Target } from './eventFields.ts'

/** Visibilities that a video can have after its event is deleted. */
export const visibilitiesAfter = ['public', 'unlisted', 'private'] as const
export type VisibilityAfter = (typeof visibilitiesAfter)[number]

const nouns: Record<Target['kind'], Resource> = { stream, static: staticVideo, channel }

/** Title of a video or name of a channel; null when it has none or was deleted. */
export async function titleOf(ctx: Ctx, target: Target): Promise<string | null> {
  if (target.kind === 'channel') return (await ctx.store.find(channel, target.id))?.name ?? null
  if (target.kind === 'stream') return (await ctx.store.find(stream, target.id))?.title ?? null
  return (await ctx.store.find(staticVideo, target.id))?.title ?? null
}

/** Address of the page where ticket holders watch. */
export async function accessUrlOf(ctx: Ctx, target: Target): Promise<string> {
  if (target.kind !== 'channel') return playbackOf(ctx, target.id).playerUrl
  const home = await ctx.store.find(channel, target.id)
  return channelUrl(ctx, home?.handle ?? '')
}

/** Throws invalid with the field of a target that does not exist. */
export async function checkTarget(ctx: Ctx, target: Target): Promise<void> {
  if ((await ctx.store.find(nouns[target.kind], target.id)) === undefined) throw unknownTarget(target)
}

/**
 * Sets a video or channel to `ticketed`, or back to `visibilityAfter` if it is still ticketed. Throws invalid for a
 * target that does not exist. Call inside `ctx.atomic`.
 */
export async function setTicketed(
  ctx: Ctx,
  target: Target,
  to: { isTicketed: true } | { isTicketed: false; visibilityAfter: VisibilityAfter },
): Promise<void> {
  if (!(await lockForUpdate(ctx, nouns[target.kind], target.id))) {
    if (to.isTicketed) throw unknownTarget(target)
    return
  }
  const after = to.isTicketed ? 'ticketed' : to.visibilityAfter
  const moved = (before: string) => (to.isTicketed || before === 'ticketed' ? after : before)
  if (target.kind === 'channel') {
    const record = await ctx.store.get(channel, target.id)
    if (record.visibility === moved(record.visibility)) return
    await ctx.store.update(channel, target.id, { patch: { visibility: after } })
  } else if (target.kind === 'static') {
    const record = await ctx.store.get(staticVideo, target.id)
    if (record.visibility === moved(record.visibility)) return
    await ctx.store.update(staticVideo, target.id, { patch: { visibility: after }, isSilent: true })
  } else {
    const { visibility, replayVisibility } = await ctx.store.get(stream, target.id)
    // A private replay stays private.
    const replay = to.isTicketed && replayVisibility === 'private' ? 'private' : moved(replayVisibility)
    if (visibility === moved(visibility) && replayVisibility === replay) return
    // cast: `moved` returns a given visibility, or one of the three.
    const patch = { visibility: moved(visibility), replayVisibility: replay } as { visibility: typeof visibility }
    await ctx.store.update(stream, target.id, { patch })
  }
}

function unknownTarget({ kind }: Target) {
  return invalid(unknownReference(`${kind}Id`))
}

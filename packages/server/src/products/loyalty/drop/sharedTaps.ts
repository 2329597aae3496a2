import type { Ctx } from '#kit/call/context.ts'

/** A tap on a drop. `viewerToken`: in place of the cookie. */
type Tap = { dropId: string; viewerToken: string | undefined }

/**
 * Runs the claim of a tap, or shares the one that an equal tap of the same sign-in has under way: only the first of
 * many taps takes database slots. `isShared`: whether another tap has started it.
 */
export async function sharedTap<T>(
  ctx: Ctx,
  tap: Tap,
  claim: () => Promise<T>,
): Promise<{ done: T; isShared: boolean }> {
  // Bounded by the requests under way.
  const claims = ctx.memory<Map<string, Promise<T>>>('loyalty.dropTaps', () => new Map())
  const key = JSON.stringify([
    ctx.account.id,
    tap.dropId,
    tap.viewerToken ?? null,
    ctx.viewers?.read(ctx.account) ?? null,
  ])
  const before = claims.get(key)
  if (before !== undefined) return { done: await before, isShared: true }
  const work = claim().finally(() => claims.delete(key))
  claims.set(key, work)
  return { done: await work, isShared: false }
}

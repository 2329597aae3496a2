import type { Ctx } from '#kit/call/context.ts'
import type { StreamDrop } from '#kit/call/drops.ts'
import { task } from '#kit/nouns/task.ts'
import { Type } from '#kit/values/schema.ts'
import { drop, type Drop } from './drop.ts'

/**
 * State of a drop at a moment: the clock opens and ends it, also before its task has run. A drop that a node with a
 * faster clock has opened stays open.
 */
export function stateAt(
  { status, opensAt, endsAt }: Pick<Drop, 'status' | 'opensAt' | 'endsAt'>,
  at: Date,
): StreamDrop['status'] {
  if (status === 'full' || status === 'ended') return status
  const now = at.toISOString()
  if (endsAt <= now) return 'ended'
  return status === 'open' || opensAt <= now ? 'open' : 'scheduled'
}

/** The moment of an event of an open drop, by a clock that may be slower than the one that has opened it. */
export function momentOf({ opensAt }: Pick<Drop, 'opensAt'>, at: Date): string {
  const now = at.toISOString()
  return now < opensAt ? opensAt : now
}

/** Moves a drop into the state of the clock, and returns it. Concurrent calls move it once. */
export function settleDrop(ctx: Ctx, dropId: string): Promise<Drop> {
  return ctx.store.update(drop, dropId, (before) => {
    const status = stateAt(before, ctx.now())
    if (status === before.status) return {}
    return { status, ...(status === 'ended' && { patch: { closedAt: before.endsAt } }) }
  })
}

/** Opens a drop at its moment, and ends it. Claims do not wait for it. */
export const moveDrop = task(
  'loyalty.drop.settle',
  'Opens a live drop at its time, and ends it.',
  Type.Object({ dropId: Type.String() }),
  async (ctx, { dropId }) => {
    if ((await ctx.store.find(drop, dropId)) !== undefined) await settleDrop(ctx, dropId)
  },
)

/** Queues the moves of a new drop. Call inside `ctx.atomic`. */
export function setDropClock(ctx: Ctx, { id: dropId, status, opensAt, endsAt }: Drop): void {
  if (status === 'scheduled') ctx.later(moveDrop, { dropId }, new Date(opensAt))
  ctx.later(moveDrop, { dropId }, new Date(endsAt))
}

import { Type } from '#kit/values/schema.ts'
import type { Ctx } from '#kit/call/context.ts'
import { task } from '#kit/nouns/task.ts'
import { lockForUpdate } from '#platform/db/rowLocks.ts'
import { countsOf, isUsedUp } from './linkCount.ts'
import type { PaymentLink } from './linkFields.ts'
import { paymentLink } from './paymentLink.ts'

/** Expires a link at its moment. A task whose moment has been replaced since does nothing. */
export const expireLink = task(
  'payments.paymentLink.expire',
  'Ends a payment link when its time is over.',
  Type.Object({ paymentLinkId: Type.String(), at: Type.String() }),
  async (ctx, { paymentLinkId, at }) => {
    const link = await ctx.store.find(paymentLink, paymentLinkId)
    if (link === undefined || link.expiresAt !== at || !['active', 'inactive'].includes(link.status)) return
    await ctx.store.update(paymentLink, paymentLinkId, { status: 'expired' })
  },
)

/** Completes a link that has taken its last payment, unless its owner raised the limit since. */
export const completeLink = task(
  'payments.paymentLink.complete',
  'Ends a payment link that took as many payments as it may, or its whole price in parts.',
  Type.Object({ paymentLinkId: Type.String() }),
  async (ctx, { paymentLinkId }) => {
    if (!(await lockForUpdate(ctx, paymentLink, paymentLinkId))) return
    const link = await ctx.store.get(paymentLink, paymentLinkId)
    const count = (await countsOf(ctx, [paymentLinkId])).get(paymentLinkId)
    const isComplete = count !== undefined && isUsedUp(count, link.currency)
    if (!isComplete || !['active', 'inactive'].includes(link.status)) return
    await ctx.store.update(paymentLink, paymentLinkId, { status: 'completed' })
  },
)

/** Schedules the end of a written link, unless it is scheduled for the same moment. */
export function setLinkClock(ctx: Ctx, after: PaymentLink, before?: PaymentLink): void {
  const at = after.expiresAt
  if (at === null || (before?.expiresAt === at && before.status === after.status)) return
  ctx.later(expireLink, { paymentLinkId: after.id, at }, new Date(at))
}

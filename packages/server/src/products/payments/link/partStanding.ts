import type { Ctx } from '#kit/call/context.ts'
import { partState } from './partPayment.ts'
import { paymentLink } from './paymentLink.ts'

/** Parts of a price so far. left: not paid. payUrl: page that takes the next part; null where none is taken. */
export type PartStanding = { price: bigint; paid: bigint; left: bigint; payUrl: string | null }

/** Parts of the price to which a payment belongs; null for a payment of a link that takes none. */
export async function standingOf(ctx: Ctx, { paymentLinkId }: { paymentLinkId: string }): Promise<PartStanding | null> {
  const link = await ctx.store.find(paymentLink, paymentLinkId)
  const part = link === undefined ? null : await partState(ctx, link)
  if (link === undefined || part === null) return null
  const { price, paid } = part
  const left = price > paid ? price - paid : 0n
  const isOver = link.status !== 'active' || (link.expiresAt !== null && new Date(link.expiresAt) <= ctx.now())
  const payUrl = left === 0n || isOver ? null : `${ctx.settings.publicUrl}/pay/${link.slug ?? ''}`
  return { price, paid, left, payUrl }
}

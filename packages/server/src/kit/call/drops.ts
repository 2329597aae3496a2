import type { Discount } from '#kit/values/discountText.ts'
import type { Ctx } from './context.ts'
import { port } from './port.ts'

/** A live drop, as the page of its stream shows it. Times are RFC 3339. */
export type StreamDrop = {
  dropId: string
  name: string
  /** Name of the coupon that viewers get; the title of its promotion, where that has one. */
  coupon: string
  /** Effects of the coupon, or of its promotion. */
  discounts: readonly Discount[]
  /** State by the clock. */
  status: 'scheduled' | 'open' | 'full' | 'ended'
  quantity: number
  claimed: number
  opensAt: string
  endsAt: string
}

/** Live drops, as pages of streams show them. */
export type Drops = {
  /** Drops of a stream from five minutes before they open until a minute after they close, at most 3. */
  shownOf(ctx: Ctx, streamId: string): Promise<readonly StreamDrop[]>
  /** Drops among some that a contact has claimed. */
  claimedBy(ctx: Ctx, contactId: string, dropIds: readonly string[]): Promise<ReadonlySet<string>>
}

/** Live drops of an account. */
export const dropsPort = port<Drops>('drops', { shownOf: 'stays', claimedBy: 'stays' })

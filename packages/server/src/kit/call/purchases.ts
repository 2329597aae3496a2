import type { Money } from '#kit/values/money.ts'
import type { Ctx } from './context.ts'
import { port } from './port.ts'

/** The receipt of a payment. `refunded`: part of the amount that went back. */
export type Receipt = { paymentId: string; title: string; paidAt: string; url: string; paid: Money; refunded: Money }

/** Payments of contacts, as other products see them. */
export type Purchases = {
  /** Whether a payment of the contact has ever succeeded; refunded ones count. */
  hasPaid(ctx: Ctx, contactId: string): Promise<boolean>
  /** Sums of succeeded payments less refunds, and their number, by contact; a contact without payments is missing. */
  totals(
    ctx: Ctx,
    contactIds: readonly string[],
  ): Promise<ReadonlyMap<string, { count: number; totals: readonly Money[]; lastPaidAt: string }>>
  /** Receipts of the paid payments of a contact, the newest first, at most 20. */
  receipts(ctx: Ctx, contactId: string): Promise<readonly Receipt[]>
}

/** Purchases of an account. */
export const purchasesPort = port<Purchases>('purchases', { hasPaid: 'stays', totals: 'stays', receipts: 'stays' })

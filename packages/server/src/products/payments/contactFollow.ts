import { statement } from '#kit/call/statement.ts'
import { reaction, type Reaction } from '#kit/nouns/reaction.ts'
import { contactMerged } from '#products/marketing/facts.ts'

/** Reactions by which records of payments follow their contact. */
export const reactions: Reaction[] = [
  reaction('payments.paymentLink.contactMerged', contactMerged, async (ctx, { payload: { id, mergedId } }) => {
    await ctx.db.rows(moveLinks, [ctx.account.id, mergedId, id])
    await ctx.db.rows(movePayments, [ctx.account.id, mergedId, id])
  }),
]

const moveLinks = statement(
  'payments_payment_link.moveContact',
  'account',
  'update payments_payment_link set contact_id = $3 where account_id = $1 and contact_id = $2',
)

const movePayments = statement(
  'payments_payment.moveContact',
  'account',
  'update payments_payment set contact_id = $3 where account_id = $1 and contact_id = $2',
)

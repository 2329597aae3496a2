import { reaction } from '#kit/nouns/reaction.ts'
import { statement } from '#kit/call/statement.ts'
import { encodeId } from '#kit/values/ids.ts'
import { uuidOf } from '#platform/db/columns.ts'
import { paymentLinkDeleted } from '#products/payments/facts.ts'
import { linkPrefix } from '#products/payments/link/linkFields.ts'
import { cancelPayment } from './paymentErrands.ts'
import { paymentPrefix } from './paymentFields.ts'

/** Most open payments that the deletion of a link ends at once; others expire by themselves. */
const openMax = 1_000

/** Ends the open sessions of payers when their link is deleted. */
export const endSessions = reaction('payments.paymentLink.endSessions', paymentLinkDeleted, async (ctx, fact) => {
  const rows = await ctx.db.rows(openOfLink, [ctx.account.id, uuidOf(linkPrefix, fact.subject), openMax])
  for (const { id } of rows) {
    ctx.later(cancelPayment, { paymentId: encodeId(paymentPrefix, ctx.account.id, id) }, ctx.now())
  }
})

const openOfLink = statement(
  'payments_payment.openOfLink',
  'account',
  `select id from payments_payment
   where account_id = $1 and payment_link_id = $2 and status in ('created', 'processing', 'requiresAction')
     and deleted_at is null order by created_at desc, id desc limit $3`,
)

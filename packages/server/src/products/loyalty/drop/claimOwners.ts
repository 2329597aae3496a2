import { statement } from '#kit/call/statement.ts'
import { reaction, type Reaction } from '#kit/nouns/reaction.ts'
import { uuidOf } from '#platform/db/columns.ts'
import { lastContact } from '#products/loyalty/mergedContact.ts'
import { contactDeleted, contactMerged } from '#products/marketing/facts.ts'

/** Reactions by which claims of drops follow their contact. The number of claims stays. */
export const reactions: Reaction[] = [
  reaction('loyalty.drop.contactMerged', contactMerged, async (ctx, { payload: { id: into, mergedId } }) => {
    const values = [ctx.account.id, uuidOf('con', mergedId), uuidOf('con', await lastContact(ctx, into))]
    await ctx.db.rows(move, values)
  }),
  reaction('loyalty.drop.contactDeleted', contactDeleted, async (ctx, { payload: { id } }) => {
    await ctx.db.rows(forget, [ctx.account.id, uuidOf('con', id)])
  }),
]

/** A contact that claimed the same drop keeps its own claim. */
const move = statement(
  'loyalty_drop_claim.moveContact',
  'account',
  `with gone as (
     delete from loyalty_drop_claim where account_id = $1 and contact_id = $2
     returning drop_id, coupon_id, claimed_at)
   insert into loyalty_drop_claim (account_id, drop_id, contact_id, coupon_id, claimed_at)
   select $1, g.drop_id, $3, g.coupon_id, g.claimed_at from gone g
   on conflict (account_id, drop_id, contact_id) do nothing`,
)

const forget = statement(
  'loyalty_drop_claim.forgetContact',
  'account',
  'delete from loyalty_drop_claim where account_id = $1 and contact_id = $2',
)

import { contactsPort } from '#kit/call/contacts.ts'
import type { Ctx } from '#kit/call/context.ts'
import { statement } from '#kit/call/statement.ts'
import { reaction, type Reaction } from '#kit/nouns/reaction.ts'
import { uuidOf } from '#platform/db/columns.ts'
import { contactMerged } from '#products/marketing/facts.ts'

/** Reactions by which coupons, promotions and their uses follow a contact that was merged into another one. */
export const reactions: Reaction[] = [
  reaction('loyalty.coupon.contactMerged', contactMerged, async (ctx, { payload: { id: into, mergedId } }) => {
    const id = await lastContact(ctx, into)
    const values = [ctx.account.id, uuidOf('con', mergedId), uuidOf('con', id)]
    await ctx.db.rows(moveCoupons, [...values, JSON.stringify({ contactId: id })])
    await ctx.db.rows(moveUses, values)
    await ctx.db.rows(moveRedemptions, values)
  }),
  reaction('loyalty.promotion.contactMerged', contactMerged, async (ctx, { payload: { id: into, mergedId } }) => {
    const values = [ctx.account.id, uuidOf('con', mergedId), uuidOf('con', await lastContact(ctx, into))]
    await ctx.db.rows(moveApplications, values)
    await ctx.db.rows(movePromotionUses, values)
    await ctx.db.rows(moveHolds, values)
  }),
]

/** The last contact of a chain of merges: reactions to its merges run in any order. */
export async function lastContact(ctx: Ctx, contactId: string): Promise<string> {
  return (await ctx.port(contactsPort).remaining(ctx, [contactId])).get(contactId) ?? contactId
}

const moveCoupons = statement(
  'loyalty_coupon.moveContact',
  'account',
  `update loyalty_coupon set contact_id = $3, audience = $4, version = version + 1
   where account_id = $1 and contact_id = $2`,
)

const moveRedemptions = statement(
  'loyalty_redemption.moveContact',
  'account',
  'update loyalty_redemption set contact_id = $3 where account_id = $1 and contact_id = $2',
)

// Uses of both count. A sum beyond the limit of a contact stands: the limit holds from the next use on.
// Redemptions, which move later, name the coupons.
const moveUses = statement(
  'loyalty_coupon_contact.moveContact',
  'account',
  `with gone as (
     delete from loyalty_coupon_contact where account_id = $1 and contact_id = $2 and coupon_id in (
       select r.coupon_id from loyalty_redemption r where r.account_id = $1 and r.contact_id = $2)
     returning coupon_id, used)
   insert into loyalty_coupon_contact as u (account_id, coupon_id, contact_id, used, used_max)
   select $1, g.coupon_id, $3, g.used, null from gone g
   on conflict (account_id, coupon_id, contact_id) do update set used = u.used + excluded.used, used_max = null`,
)

const moveApplications = statement(
  'loyalty_promotion_application.moveContact',
  'account',
  'update loyalty_promotion_application set contact_id = $3 where account_id = $1 and contact_id = $2',
)

const movePromotionUses = statement(
  'loyalty_promotion_contact.moveContact',
  'account',
  `with gone as (
     delete from loyalty_promotion_contact where account_id = $1 and contact_id = $2 returning promotion_id, used)
   insert into loyalty_promotion_contact as u (account_id, promotion_id, contact_id, used)
   select $1, g.promotion_id, $3, g.used from gone g
   on conflict (account_id, promotion_id, contact_id) do update set used = u.used + excluded.used`,
)

const moveHolds = statement(
  'loyalty_offer_hold.moveContact',
  'account',
  `update loyalty_offer_hold set contact_id = $3
   where account_id = $1 and contact_id = $2 and status = 'held'`,
)

import type { Ctx } from '#kit/call/context.ts'
import { purchasesPort } from '#kit/call/purchases.ts'
import { statement } from '#kit/call/statement.ts'
import { mappingOf, uuidOf } from '#platform/db/columns.ts'
import { admitted } from '#products/loyalty/audience.ts'
import type { OfferReason } from '#products/loyalty/pricing/offer.ts'
import { codeOf, coupon, type Coupon } from './coupon.ts'
import { refusalOf } from './couponTerms.ts'

/** A coupon for a use by a person: what is known before prices are. */
export type CouponUse = {
  coupon: Coupon
  /** Reason why the person cannot use it now; undefined when they can. */
  refused: OfferReason | undefined
  /** Row id of the use under the same reference, if there is one. */
  knownUse: string | undefined
}

/** The coupons to read: by id or by code as typed, with the person and their reference. */
export type UseQuery = {
  couponIds?: readonly string[]
  codes?: readonly string[]
  contactId: string | null
  clientReference?: string
}

/** Reads coupons for a use, unknown ones left out. One statement without audiences. */
export async function readUses(ctx: Ctx, query: UseQuery): Promise<CouponUse[]> {
  const { contactId, clientReference = null } = query
  const ids = (query.couponIds ?? []).map((id) => uuidOf(coupon.prefix, id))
  const codes = (query.codes ?? []).map(codeOf)
  const contactUuid = contactId === null ? null : uuidOf('con', contactId)
  const rows = await ctx.db.rows(findUses, [ctx.account.id, ids, codes, contactUuid, clientReference])
  const mapping = mappingOf(coupon)
  // cast: rows are read through the mapping of coupons, whose fields give the type.
  const coupons = rows.map((row) => mapping.decode(row) as unknown as Coupon)
  const audiences = coupons.map((each) => each.audience)
  const members = await admitted(ctx, contactId, audiences)
  const isFirst = contactId !== null && coupons.some((each) => each.firstPurchaseOnly)
  const hasPaid = isFirst && (await ctx.port(purchasesPort).hasPaid(ctx, contactId))
  const on = { at: ctx.now(), timeZone: ctx.account.timeZone }
  return coupons.map((each, index) => {
    const row = rows[index]
    const isInAudience = members[index] ?? false
    const user = { contactId, used: Number(row?.['contact_used'] ?? 0), isInAudience, hasPaid }
    const known = row?.['known_use']
    return { coupon: each, refused: refusalOf(each, user, on), knownUse: typeof known === 'string' ? known : undefined }
  })
}

const { selectList } = mappingOf(coupon)

const findUses = statement(
  'loyalty_coupon.forUse',
  'account',
  `select ${selectList}, u.used as contact_used, r.id as known_use from loyalty_coupon t
   left join loyalty_coupon_contact u
     on u.account_id = t.account_id and u.coupon_id = t.id and u.contact_id = $4::uuid
   left join loyalty_redemption r
     on r.account_id = t.account_id and r.coupon_id = t.id and r.client_reference = $5::text
   where t.account_id = $1 and (t.id = any($2::uuid[]) or t.code = any($3::text[])) and t.deleted_at is null
   order by t.id`,
)

/** Keeps coupons from other uses until the transaction ends, in the order of their ids. Call inside `ctx.atomic`. */
export async function lockCoupons(ctx: Ctx, of: { couponIds?: readonly string[]; codes?: readonly string[] }) {
  const ids = (of.couponIds ?? []).map((id) => uuidOf(coupon.prefix, id))
  await ctx.db.rows(lockForUses, [ctx.account.id, ids, (of.codes ?? []).map(codeOf)])
}

const lockForUses = statement(
  'loyalty_coupon.lockForUses',
  'account',
  `select t.id from loyalty_coupon t
   where t.account_id = $1 and (t.id = any($2::uuid[]) or t.code = any($3::text[])) and t.deleted_at is null
   order by t.id for no key update`,
)

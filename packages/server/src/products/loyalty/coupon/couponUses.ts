import { openBatches, type CallBatches } from '#kit/call/callBatches.ts'
import type { Ctx } from '#kit/call/context.ts'
import { purchasesPort } from '#kit/call/purchases.ts'
import { builtStatement, statement } from '#kit/call/statement.ts'
import { mappingOf, uuidOf, type Row } from '#platform/db/columns.ts'
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
  /** Whether the person only typed the address of the contact: segments and filters do not admit it. */
  isTyped?: boolean
  clientReference?: string
  /** Moment of the use; now when left out. */
  at?: Date
}

/** One coupon to read. */
type LookUp = {
  coupon_id: string | null
  code: string | null
  contact_id: string | null
  client_reference: string | null
}
type UseRow = Row & { n: number }

/** Reads coupons for a use, unknown ones left out, in the order of the query. One statement without audiences. */
export async function readUses(ctx: Ctx, query: UseQuery): Promise<CouponUse[]> {
  const rows = await readRows(ctx, lookUpsOf(query))
  const distinct = [...new Map(rows.map((row) => [row['id'], row])).values()]
  return usesOf(ctx, distinct, query)
}

/**
 * Reads one coupon for a use; undefined for an unknown one. Calls of an account at the same time share a statement
 * outside of transactions.
 */
export async function readUse(ctx: Ctx, query: UseQuery): Promise<CouponUse | undefined> {
  if (ctx.isAtomic) return (await readUses(ctx, query))[0]
  const [lookUp] = lookUpsOf(query)
  if (lookUp === undefined) return undefined
  const row = await ctx.memory('loyalty.useReads', openReadBatches).run(ctx, lookUp)
  return row === undefined ? undefined : (await usesOf(ctx, [row], query))[0]
}

function openReadBatches(): CallBatches<LookUp, UseRow | undefined> {
  return openBatches<LookUp, UseRow | undefined>({
    keysOf: () => [],
    async together(ctx, batch) {
      const byNumber = new Map((await readRows(ctx, batch)).map((row) => [row.n, row]))
      return batch.map((_, n) => byNumber.get(n))
    },
  })
}

function lookUpsOf({ couponIds = [], codes = [], contactId, clientReference }: UseQuery): LookUp[] {
  const contact = contactId === null ? null : uuidOf('con', contactId)
  const person: Pick<LookUp, 'contact_id' | 'client_reference'> = {
    contact_id: contact,
    client_reference: clientReference ?? null,
  }
  return [
    ...couponIds.map((id): LookUp => ({ coupon_id: uuidOf(coupon.prefix, id), code: null, ...person })),
    ...codes.map((code): LookUp => ({ coupon_id: null, code: codeOf(code), ...person })),
  ]
}

function readRows(ctx: Ctx, lookUps: readonly LookUp[]): Promise<UseRow[]> {
  return ctx.db.rows(findUses, [ctx.account.id, JSON.stringify(lookUps.map((each, n) => ({ n, ...each })))])
}

async function usesOf(ctx: Ctx, rows: readonly UseRow[], query: UseQuery): Promise<CouponUse[]> {
  const { contactId, isTyped = false, clientReference, at = ctx.now() } = query
  const mapping = mappingOf(coupon)
  // cast: rows are read through the mapping of coupons, whose fields give the type.
  const coupons = rows.map((row) => mapping.decode(row) as unknown as Coupon)
  const audiences = coupons.map((each) => each.audience)
  const members = audiences.some((each) => each !== null) ? await admitted(ctx, { contactId, isTyped }, audiences) : []
  const isFirst = contactId !== null && coupons.some((each) => each.firstPurchaseOnly)
  const hasPaid = isFirst && (await isCustomer(ctx, contactId, clientReference))
  const on = { at, timeZone: ctx.account.timeZone }
  return coupons.map((each, index) => {
    const row = rows[index]
    const isInAudience = members[index] ?? each.audience === null
    const user = { contactId, used: Number(row?.['contact_used'] ?? 0), isInAudience, hasPaid }
    const known = row?.['known_use']
    return { coupon: each, refused: refusalOf(each, user, on), knownUse: typeof known === 'string' ? known : undefined }
  })
}

/** Whether the contact has bought, or another use of theirs already counts as the first purchase. */
async function isCustomer(ctx: Ctx, contactId: string, clientReference: string | undefined): Promise<boolean> {
  if (await ctx.port(purchasesPort).hasPaid(ctx, contactId)) return true
  const values = [ctx.account.id, uuidOf('con', contactId), clientReference ?? null]
  return (await ctx.db.rows(findFirstUse, values)).length > 0
}

/**
 * Keeps a contact from another first purchase until the transaction ends; without one of `uses` for first purchases it
 * does nothing and returns false. Call inside `ctx.atomic`, behind the locks of coupons, and read the uses again.
 */
export async function lockFirstPurchase(
  ctx: Ctx,
  contactId: string | null,
  uses: readonly CouponUse[],
): Promise<boolean> {
  if (contactId === null || !uses.some(({ coupon: { firstPurchaseOnly } }) => firstPurchaseOnly)) return false
  await ctx.lock(`loyalty.firstPurchase ${contactId}`)
  return true
}

const findFirstUse = statement(
  'loyalty_redemption.firstUse',
  'account',
  `select r.id from loyalty_redemption r
     join loyalty_coupon c on c.account_id = r.account_id and c.id = r.coupon_id and c.first_purchase_only
   where r.account_id = $1 and r.contact_id = $2 and r.status in ('reserved', 'redeemed', 'partiallyRolledBack')
     and r.client_reference is distinct from $3
   limit 1`,
)

const { selectList } = mappingOf(coupon)

/** A look-up is by id or by code: the other one is null and finds nothing. */
const findUses = builtStatement<UseRow>(
  `${coupon.table}.forUses`,
  'account',
  `select q.n, ${selectList}, u.used as contact_used, r.id as known_use
   from json_to_recordset($2::json) as q (n integer, coupon_id uuid, code text, contact_id uuid, client_reference text)
   cross join lateral (
     select c.* from loyalty_coupon c where c.account_id = $1 and c.id = q.coupon_id and c.deleted_at is null
     union all
     select c.* from loyalty_coupon c where c.account_id = $1 and c.code = q.code and c.deleted_at is null) t
   left join loyalty_coupon_contact u
     on u.account_id = $1 and u.coupon_id = t.id and u.contact_id = q.contact_id
   left join loyalty_redemption r
     on r.account_id = $1 and r.coupon_id = t.id and r.client_reference = q.client_reference
   order by q.n`,
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

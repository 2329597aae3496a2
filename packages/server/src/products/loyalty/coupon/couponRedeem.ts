import { atomicAgain } from '#kit/call/atomicAgain.ts'
import type { Ctx } from '#kit/call/context.ts'
import { limits } from '#kit/call/limits.ts'
import { field, invalid, problem, reasons, unknownReference } from '#kit/call/problem.ts'
import { exactlyOne } from '#kit/call/recordReach.ts'
import { contactsPort } from '#kit/call/contacts.ts'
import { clientReference, flag, idOf, matching, oneOf } from '#kit/values/fields.ts'
import { Type, type Static } from '#kit/values/schema.ts'
import { companion, madeFirst, once, operation } from '#kit/nouns/operation.ts'
import { closed } from '#kit/nouns/standard.ts'
import { uuidOf } from '#platform/db/columns.ts'
import { ConstraintError } from '#platform/db/problems.ts'
import { hashOf } from '#platform/db/storeWrites.ts'
import { type Redemption, redemptionShape } from '#kit/call/redemption.ts'
import {
  couponExhausted,
  couponRedeemed,
  couponReleased,
  couponReserved,
  promotionApplied,
} from '#products/loyalty/facts.ts'
import { price } from '#products/loyalty/pricing/price.ts'
import { codePattern } from './couponFields.ts'
import { commitMove, moveUses } from './couponEnd.ts'
import { cartOf, orderInput, tokensOf, type Order } from './couponOrder.ts'
import { redemptionEnded, refusedUse, reservationExpired, useRefusals } from './couponReasons.ts'
import { commitHeld, holdOf, releaseUses } from './heldUses.ts'
import { takeLent } from './lentUse.ts'
import { prepareTake, takeUse, writeTakes, type Take } from './couponTake.ts'
import { offerOf } from './couponTerms.ts'
import { dueUsesOf } from './couponSweep.ts'
import { lockCoupons, lockFirstPurchase, readUse, type CouponUse, type UseQuery } from './couponUses.ts'
import { readRedemptions, redemptionOf, type RedemptionRow } from './redemptionRows.ts'

const ttlDefault = 'PT15M'
const ttlMsMax = 7 * 86_400_000

const input = closed({
  couponId: Type.Optional(idOf('cpn')),
  code: Type.Optional(
    matching(codePattern, 64, {
      description: 'Code, in any case, in place of the id; the content of a QR code.',
      message: 'must have 3 to 64 letters, digits, _ or -',
      examples: ['SUMMER25'],
    }),
  ),
  clientReference: Type.Optional(
    clientReference({
      description: 'Your own name for the use, such as an order number; a repeat answers the first use.',
    }),
  ),
  contactId: Type.Optional(
    idOf('con', { description: 'Contact who uses it; that of a coupon for one contact when left out.' }),
  ),
  order: Type.Optional(orderInput),
  mode: Type.Optional(
    oneOf(['redeem', 'reserve'], { description: '`reserve` holds the use for `ttl`; `redeem` by default.' }),
  ),
  ttl: Type.Optional(
    matching('^P([0-9]{1,2}D|T([0-9]{1,4}H)?([0-9]{1,5}M)?([0-9]{1,6}S)?)$', 20, {
      description: 'Length of the reservation, 15 minutes by default and at most seven days.',
      message: 'must be a duration such as PT15M',
      examples: ['PT15M'],
    }),
  ),
  reservationId: Type.Optional(idOf('rdm', { description: 'Reservation that becomes a use for good; goes alone.' })),
})

type RedeemInput = Static<typeof input>

/** Redeem. */
export const redeemCoupon = companion(
  operation('loyalty.redemption.create', {
    route: 'POST /api/incentive/loyalty/redeem',
    title: 'Redeem',
    description:
      'Uses a coupon at a checkout or at a door, reserves a use, or makes a reservation a use for good. Limits hold ' +
      'to the unit, however many calls come at once. With an `order` the discount follows from it.',
    scope: 'loyalty.redemption:write',
    input,
    output: closed({
      ...redemptionShape.properties,
      created: flag({ description: 'False for a repeat of a use that was there already.' }),
    }),
    emits: [couponRedeemed, couponReserved, couponReleased, couponExhausted, promotionApplied],
    reasons: [reasons.notFound, ...useRefusals, redemptionEnded, reservationExpired],
    example: { couponId: madeFirst('loyalty.coupon'), clientReference: 'order-1001', mode: 'redeem' },
    handle: once(async (ctx, sent) => {
      if (sent.reservationId !== undefined) return commitReservation(ctx, sent)
      const { name } = exactlyOne(sent, ['couponId', 'code'])
      const { clientReference: reference } = sent
      if (reference === undefined) throw invalid(field('clientReference', 'required', `is needed with ${name}`))
      return use(ctx, { ...sent, clientReference: reference })
    }),
  }),
)

type Use = RedeemInput & { clientReference: string }
type Outcome = Redemption & { created: boolean }

async function use(ctx: Ctx, sent: Use): Promise<Outcome> {
  const { couponId, code, contactId = null, mode = 'redeem', ttl, clientReference } = sent
  if (ttl !== undefined && mode !== 'reserve') throw invalid(field('ttl', 'notAllowed', 'goes with mode reserve'))
  const until = mode === 'reserve' ? endOf(ctx, ttl ?? ttlDefault) : null
  if (contactId !== null) await checkContact(ctx, contactId)
  const query = {
    ...(couponId === undefined ? { codes: [String(code)] } : { couponIds: [couponId] }),
    contactId,
    clientReference,
  }
  for (let attempt = 0; attempt <= limits.versionRetriesMax; attempt++) {
    const before = await readUse(ctx, query)
    // The code of a coupon for one contact alone says who uses it: a door knows no one.
    const owner = before?.coupon.audience?.contactId
    if (contactId === null && owner !== undefined) return use(ctx, { ...sent, contactId: owner })
    // First purchases of a contact take turns behind a lock, which needs a transaction.
    if (before?.coupon.firstPurchaseOnly === true && contactId !== null && !ctx.isAtomic) {
      return atomicAgain(ctx, (inner) => use(inner, sent))
    }
    const found = await behindFirstPurchase(ctx, before, query)
    if (found === undefined)
      throw couponId === undefined ? problem(reasons.notFound) : invalid(unknownReference('couponId'))
    const requestHash = hashOf({ ...sent, code: undefined, couponId: found.coupon.id })
    if (found.knownUse !== undefined) return knownUse(ctx, found.knownUse, requestHash)
    if (found.refused !== undefined && (await freed(ctx, found))) continue
    if (found.coupon.promotionId !== null) {
      if (found.refused !== undefined) throw refusedUse(found.refused)
      const lent = { coupon: found.coupon, contactId, clientReference, requestHash, mode, until }
      return { ...(await takeLent(ctx, lent, sent.order)), created: true }
    }
    const { discount, tokens } = effectsOf(found, sent.order, contactId)
    const take: Take = {
      coupon: found.coupon,
      contactId,
      clientReference,
      requestHash,
      reference: null,
      mode,
      until,
      discount,
      tokens,
    }
    const made = await tryTake(ctx, take)
    if (made !== undefined) return { ...made, created: true }
  }
  throw problem(reasons.writeContended)
}

/** The use as it is behind the lock of first purchases, for a coupon for these; else as it was read. */
async function behindFirstPurchase(ctx: Ctx, before: CouponUse | undefined, query: UseQuery) {
  if (before === undefined || !before.coupon.firstPurchaseOnly || query.contactId === null) return before
  await lockCoupons(ctx, { couponIds: [before.coupon.id] })
  await lockFirstPurchase(ctx, query.contactId, [before])
  return readUse(ctx, query)
}

/** Takes a use; undefined when the coupon has changed, or a limit was reached, since it was read. */
async function tryTake(ctx: Ctx, take: Take): Promise<Redemption | undefined> {
  const prepared = prepareTake(ctx, take)
  try {
    const isTaken = ctx.isAtomic
      ? (await writeTakes(ctx, [prepared])).has(prepared.redemption.id)
      : await takeUse(ctx, prepared)
    return isTaken ? prepared.redemption : undefined
  } catch (error) {
    if (!(error instanceof ConstraintError)) throw error
    // A failed statement aborts a transaction: the work runs again in a new one.
    if (ctx.isAtomic) throw problem(reasons.writeContended)
    return undefined
  }
}

/** Releases reservations of the coupon whose time is over. Returns whether there were any. */
async function freed(ctx: Ctx, { refused, coupon }: CouponUse): Promise<boolean> {
  const isByLimit = refused === 'exhausted' || refused === 'per_contact_limit' || refused === 'budget_exhausted'
  if (!isByLimit || coupon.reserved === 0) return false
  return ctx.atomic(async (inner) => {
    const due = await dueUsesOf(inner, coupon.id)
    await releaseUses(inner, due)
    return due.length > 0
  })
}

/** Discount and tokens of a use. Throws the refusal of a use that does not apply. */
export function effectsOf({ coupon, refused }: CouponUse, order: Order | undefined, contactId: string | null) {
  if (refused !== undefined) throw refusedUse(refused)
  const tokens = tokensOf(coupon.discount)
  if (order === undefined) {
    if (coupon.minSubtotal !== null) throw refusedUse('min_subtotal')
    return { discount: null, tokens }
  }
  const priced = price(cartOf(order, contactId), [offerOf(coupon, undefined)])
  const [rejected] = priced.rejected
  if (rejected !== undefined) throw refusedUse(rejected.reason)
  return { discount: { amount: priced.discountTotal, currency: order.currency }, tokens }
}

async function knownUse(ctx: Ctx, uuid: string, requestHash: Buffer): Promise<Outcome> {
  const [row] = await ctx.db.rows(readRedemptions, [ctx.account.id, [uuid]])
  if (row === undefined) throw problem(reasons.writeContended)
  const known = redemptionOf(ctx.account.id, row)
  if (row.request_hash.equals(requestHash)) return { ...known, created: false }
  throw problem(reasons.clientReferenceExists, {
    fields: [field('clientReference', 'unique', 'was used for another use of the coupon')],
    details: { existingId: known.id },
  })
}

async function commitReservation(ctx: Ctx, sent: RedeemInput): Promise<Outcome> {
  const { reservationId, ...others } = sent
  const strays = Object.entries(others).flatMap(([name, value]) => (value === undefined ? [] : [name]))
  if (strays.length > 0) throw invalid(...strays.map((name) => field(name, 'notAllowed', 'goes without reservationId')))
  const decide = (row: RedemptionRow) => {
    if (row.status === 'redeemed') return undefined
    if (row.status !== 'reserved') throw problem(redemptionEnded, { details: { status: row.status } })
    if (row.until_at !== null && row.until_at <= ctx.now().toISOString()) throw problem(reservationExpired)
    return commitMove(row)
  }
  const uuid = String(uuidOf('rdm', reservationId))
  const [after] = await atomicAgain(ctx, async (inner) => {
    const [before] = await inner.db.rows(readRedemptions, [inner.account.id, [uuid]])
    const hold = before === undefined ? undefined : holdOf(before)
    if (before !== undefined && hold !== undefined && decide(before) !== undefined) await commitHeld(inner, hold)
    return moveUses(inner, [uuid], decide)
  })
  if (after === undefined) throw invalid(unknownReference('reservationId'))
  return { ...after, created: false }
}

async function checkContact(ctx: Ctx, contactId: string): Promise<void> {
  const people = await ctx.port(contactsPort).people(ctx, [contactId])
  if (!people.has(contactId)) throw invalid(unknownReference('contactId'))
}

function endOf(ctx: Ctx, ttl: string): Date {
  const lengthMs = Temporal.Duration.from(ttl).total({ unit: 'milliseconds', relativeTo: '2026-01-01' })
  if (lengthMs < 1_000 || lengthMs > ttlMsMax) {
    throw invalid(field('ttl', 'range', 'must be between one second and seven days'))
  }
  return new Date(ctx.now().getTime() + lengthMs)
}

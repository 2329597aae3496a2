import { atomicAgain } from '#kit/call/atomicAgain.ts'
import { contactsPort } from '#kit/call/contacts.ts'
import type { Ctx } from '#kit/call/context.ts'
import { couponsPort } from '#kit/call/coupons.ts'
import { invalid, problem, reason, reasons, unknownReference } from '#kit/call/problem.ts'
import { statement } from '#kit/call/statement.ts'
import { companion, operation } from '#kit/nouns/operation.ts'
import { view } from '#kit/nouns/resource.ts'
import { closed } from '#kit/nouns/standard.ts'
import { accountId, flag, idOf, line } from '#kit/values/fields.ts'
import { encodeId } from '#kit/values/ids.ts'
import { Type } from '#kit/values/schema.ts'
import { neededViewer, viewerNeeded } from '#platform/auth/viewersPort.ts'
import { uuidOf } from '#platform/db/columns.ts'
import { coupon } from '#products/loyalty/coupon/coupon.ts'
import { takenRefusals, refusedUse } from '#products/loyalty/coupon/couponReasons.ts'
import { stateOf } from '#products/loyalty/coupon/couponTerms.ts'
import { couponCreated, dropClaimed, dropEnded, dropFull, dropOpened, dropUpdated } from '#products/loyalty/facts.ts'
import { drop, type Drop } from './drop.ts'
import { momentOf, settleDrop, stateAt } from './dropClock.ts'
import { sharedTap } from './sharedTaps.ts'

/** Refusals of a claim, by the state of the drop. */
const refusals = {
  scheduled: reason('conflict', 'drop_not_open', 'The drop has not opened yet.'),
  full: reason('conflict', 'drop_full', 'Every coupon of the drop is taken.'),
  ended: reason('conflict', 'drop_ended', 'The time of the drop is over.'),
} as const

type Claim = { couponId: string; code: string; isRepeat: boolean }

/** Claim: a viewer gets the coupon of an open drop. */
export const claimDrop = companion(
  operation('loyalty.wallet.claimDrop', {
    scope: '',
    credential: 'none',
    seesViewer: true,
    route: 'POST /public/loyalty/wallet/claimDrop',
    title: 'Wallet - Claim a live drop',
    description:
      'Gives the coupon of an open drop to the person who is signed in, by this browser or by a viewer token, while ' +
      'there are some left. A repeat answers the same coupon.',
    input: closed({
      accountId: accountId(),
      dropId: idOf('drp', { description: 'The drop.' }),
      viewerToken: Type.Optional(line(1_000, { description: 'Viewer token, in place of the cookie.' })),
    }),
    output: closed({
      couponId: idOf('cpn', { description: 'The copy of the coupon, in the wallet of the person.' }),
      code: line(64, { description: 'Code of the copy.' }),
      isRepeat: flag({ description: 'Whether the person had it before.' }),
    }),
    emits: [couponCreated, dropClaimed, dropFull, dropOpened, dropEnded, dropUpdated],
    reasons: [...Object.values(refusals), ...takenRefusals, viewerNeeded, reasons.writeContended],
    example: { accountId: 'acc_00000000', dropId: `drp_${'0'.repeat(34)}` },
    async handle(ctx, { dropId, viewerToken }) {
      const { done, isShared } = await sharedTap(ctx, { dropId, viewerToken }, async () => {
        const { contactId } = await neededViewer(ctx, viewerToken)
        return claim(ctx, dropId, contactId)
      })
      return isShared ? { ...done, isRepeat: true } : done
    },
  }),
)

async function claim(ctx: Ctx, dropId: string, contactId: string): Promise<Claim> {
  const [found, known] = await Promise.all([ctx.store.find(drop, dropId), findClaim(ctx, dropId, [contactId])])
  if (found === undefined) throw invalid(unknownReference('dropId'))
  if (known !== undefined) return known
  const record = await currentDrop(ctx, found)
  checkOpen(record, ctx.now())
  try {
    return await atomicAgain(ctx, (inner) => takeOrRepeat(inner, record, contactId))
  } catch (error) {
    // Another tap of the same person came first.
    const first = await findClaim(ctx, dropId, [contactId])
    if (first === undefined) throw error
    return first
  }
}

/** The drop in the state of the clock: the first claim opens it where its task is late. */
async function currentDrop(ctx: Ctx, record: Drop): Promise<Drop> {
  return record.status === stateAt(record, ctx.now()) ? record : settleDrop(ctx, record.id)
}

/**
 * Claims for a contact behind a lock against its merge and erasure. A merge that commits during the claim would move
 * no claim, and claims of merged contacts may not have moved yet: either would give the person a second copy.
 */
async function takeOrRepeat(ctx: Ctx, record: Drop, contactId: string): Promise<Claim> {
  const held = await ctx.port(contactsPort).hold(ctx, contactId)
  if (held === undefined) throw problem(viewerNeeded)
  const all = [held.contactId, ...held.formerIds]
  const known = all.length > 1 ? await findClaim(ctx, record.id, all) : undefined
  return known ?? takeOne(ctx, record, held.contactId)
}

function checkOpen(record: Drop, at: Date): void {
  const state = stateAt(record, at)
  if (state !== 'open') throw problem(refusals[state])
}

/**
 * Makes the copy of the coupon, then claims: a refusal of either leaves nothing behind, and the row that every
 * claim changes is locked for the end of the transaction alone.
 */
async function takeOne(ctx: Ctx, record: Drop, contactId: string): Promise<Claim> {
  const { id: dropId, couponId, name, streamId } = record
  await checkCoupon(ctx, couponId)
  const reference = `drop ${dropId} ${contactId}`
  const copy = await ctx.port(couponsPort).issue(ctx, { couponId, contactId, expiresAt: null, reference })
  const at = momentOf(record, ctx.now())
  const keys = [ctx.account.id, uuidOf('drp', dropId), uuidOf('con', contactId)]
  const [taken] = await ctx.db.rows(take, [...keys, uuidOf('cpn', copy.couponId), at])
  if (taken === undefined) {
    checkOpen(await ctx.store.get(drop, dropId), ctx.now())
    throw problem(refusals.ended)
  }
  const { claimed, status, version } = taken
  const after = { ...record, claimed, status, version }
  ctx.emit(dropClaimed, { id: dropId, name, streamId, contactId, couponId: copy.couponId }, after)
  if (status === 'full') {
    const full = { ...after, closedAt: at, updatedAt: at }
    ctx.emit(dropFull, { ...full, ...view(drop, full, 'facts') }, full)
  }
  return { couponId: copy.couponId, code: copy.code, isRepeat: false }
}

/** Throws the refusal of a coupon that is archived or used up; its port refuses one that is paused or expired. */
async function checkCoupon(ctx: Ctx, couponId: string): Promise<void> {
  const of = await ctx.store.find(coupon, couponId)
  if (of === undefined) throw refusedUse('expired')
  if (stateOf(of, ctx.now()) === 'exhausted') throw refusedUse('exhausted')
}

async function findClaim(ctx: Ctx, dropId: string, contactIds: readonly string[]): Promise<Claim | undefined> {
  const keys = [ctx.account.id, uuidOf('drp', dropId), contactIds.map((each) => uuidOf('con', each))]
  const [row] = await ctx.db.rows(find, keys)
  return row && { couponId: encodeId('cpn', ctx.account.id, row.coupon_id), code: row.code, isRepeat: true }
}

const find = statement(
  'loyalty_drop_claim.find',
  'account',
  `select l.coupon_id, c.code from loyalty_drop_claim l
   join loyalty_coupon c on c.account_id = l.account_id and c.id = l.coupon_id
   where l.account_id = $1 and l.drop_id = $2 and l.contact_id = any($3::uuid[]) limit 1`,
)

/** One conditional statement: no second claim of a contact, none behind the last one, none outside the time. */
const take = statement(
  'loyalty_drop_claim.take',
  'account',
  `with own as (
     insert into loyalty_drop_claim (account_id, drop_id, contact_id, coupon_id, claimed_at)
     values ($1, $2, $3, $4, $5)
     on conflict (account_id, drop_id, contact_id) do nothing returning account_id, drop_id)
   update loyalty_drop d set claimed = d.claimed + 1,
     status = case when d.claimed + 1 = d.quantity then 'full' else d.status end,
     version = case when d.claimed + 1 = d.quantity then d.version + 1 else d.version end,
     closed_at = case when d.claimed + 1 = d.quantity then $5 else d.closed_at end,
     updated_at = case when d.claimed + 1 = d.quantity then $5 else d.updated_at end
   from own
   where d.account_id = $1 and d.account_id = own.account_id and d.id = own.drop_id
     and d.status = 'open' and d.deleted_at is null and d.opens_at <= $5 and d.ends_at > $5 and d.claimed < d.quantity
   returning d.claimed, d.status, d.version`,
)

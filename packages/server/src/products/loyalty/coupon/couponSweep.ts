import { atomicAgain } from '#kit/call/atomicAgain.ts'
import type { Ctx } from '#kit/call/context.ts'
import { statement } from '#kit/call/statement.ts'
import type { Schedule } from '#kit/nouns/task.ts'
import { uuidOf } from '#platform/db/columns.ts'
import { coupon } from './coupon.ts'
import { releaseUses } from './heldUses.ts'

/** Accounts of one run, rows of one transaction, and transactions of an account in one run. */
const accountsMax = 200
const stepMax = 200
const stepsMax = 50

/** Schedules that end reservations, and move coupons by the clock. */
export const schedules: Schedule[] = [
  {
    name: 'loyalty.coupon.release',
    description: 'Releases reservations of coupons whose time is over.',
    everySeconds: 10,
    async run(ctx) {
      const due = await ctx.db.rows(accountsWithDueUses, [ctx.now().toISOString(), accountsMax])
      for (const { account_id: id } of due) {
        const account = await ctx.accounts.find(id)
        if (account !== undefined) await repeat(() => releaseDue(ctx.as(account)))
      }
    },
  },
  {
    name: 'loyalty.coupon.move',
    description: 'Begins and ends coupons by the clock.',
    everySeconds: 10,
    async run(ctx) {
      const due = await ctx.db.rows(accountsWithDueCoupons, [ctx.now().toISOString(), accountsMax])
      for (const { account_id: id } of due) {
        const account = await ctx.accounts.find(id)
        if (account !== undefined) await repeat(() => moveDue(ctx.as(account)))
      }
    },
  },
]

/** Reservations of a coupon whose time is over. */
export async function dueUsesOf(ctx: Ctx, couponId: string) {
  const values = [ctx.account.id, uuidOf(coupon.prefix, couponId), ctx.now().toISOString(), stepMax]
  return ctx.db.rows(findDueOfCoupon, values)
}

/** Runs a step until it has nothing left; the next run continues after the bound. */
async function repeat(step: () => Promise<number>): Promise<void> {
  for (let count = 0; count < stepsMax; count++) if ((await step()) < stepMax) return
}

async function releaseDue(ctx: Ctx): Promise<number> {
  return atomicAgain(ctx, async (inner) => {
    const due = await inner.db.rows(findDue, [inner.account.id, inner.now().toISOString(), stepMax])
    await releaseUses(inner, due)
    return due.length
  })
}

async function moveDue(ctx: Ctx): Promise<number> {
  const rows = await ctx.db.rows(moveByClock, [ctx.account.id, ctx.now().toISOString(), stepMax])
  return rows.length
}

const accountsWithDueUses = statement(
  'loyalty_redemption.accountsDue',
  'offline',
  `select distinct account_id from (
     select account_id from loyalty_redemption where until_at <= $1::timestamptz order by until_at limit 10000) t
   limit $2`,
)

const findDue = statement(
  'loyalty_redemption.due',
  'account',
  `select id, reference from loyalty_redemption
   where account_id = $1 and until_at <= $2::timestamptz order by until_at limit $3`,
)

const findDueOfCoupon = statement(
  'loyalty_redemption.dueOfCoupon',
  'account',
  `select id, reference from loyalty_redemption
   where account_id = $1 and coupon_id = $2 and until_at <= $3::timestamptz order by until_at limit $4`,
)

const accountsWithDueCoupons = statement(
  'loyalty_coupon.accountsDue',
  'offline',
  `select distinct account_id from (
     select account_id from loyalty_coupon where next_at <= $1::timestamptz and deleted_at is null
     order by next_at limit 10000) t limit $2`,
)

/** A coupon that begins may be over already; its next moment is that of the new state. */
const moveByClock = statement(
  'loyalty_coupon.moveByClock',
  'account',
  `with due as (
     select c.id from loyalty_coupon c
     where c.account_id = $1 and c.next_at <= $2::timestamptz and c.deleted_at is null
     order by c.id limit $3 for no key update)
   update loyalty_coupon c
   set status = case when c.expires_at <= $2::timestamptz then 'expired' else 'active' end,
     next_at = case when c.expires_at <= $2::timestamptz then null else c.expires_at end,
     updated_at = $2::timestamptz, version = c.version + 1
   from due d where c.account_id = $1 and c.id = d.id and c.next_at <= $2::timestamptz returning c.id`,
)

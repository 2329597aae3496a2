import { dropsPort, type Drops } from '#kit/call/drops.ts'
import { provide } from '#kit/call/port.ts'
import { statement } from '#kit/call/statement.ts'
import { encodeId } from '#kit/values/ids.ts'
import { uuidOf } from '#platform/db/columns.ts'
import { discountColumns, discountsOf, promotionJoin, publicName } from '#products/loyalty/coupon/discountRow.ts'
import { secondsMax } from './drop.ts'
import { stateAt } from './dropClock.ts'

const aheadMs = 5 * 60_000
const afterwardsMs = 60_000
/** Most drops of a stream among which those on its page are chosen. */
const readMax = 100

const drops: Drops = {
  async shownOf(ctx, streamId) {
    const now = ctx.now()
    const [since, until] = [now.getTime() - afterwardsMs, now.getTime() + aheadMs].map((ms) => new Date(ms))
    const values = [
      ctx.account.id,
      uuidOf('str', streamId),
      since?.toISOString(),
      until?.toISOString(),
      now.toISOString(),
    ]
    const rows = await ctx.db.rows(shown, values)
    return rows.map((row) => {
      const { id, name, status, quantity, claimed, opens_at: opens, ends_at: ends } = row
      const coupon = row.coupon ?? ''
      const [opensAt, endsAt] = [new Date(opens).toISOString(), new Date(ends).toISOString()]
      const dropId = encodeId('drp', ctx.account.id, id)
      const state = stateAt({ status, opensAt, endsAt }, now)
      return { dropId, name, coupon, discounts: discountsOf(row), status: state, quantity, claimed, opensAt, endsAt }
    })
  },
  async claimedBy(ctx, contactId, dropIds) {
    const uuids = dropIds.map((each) => uuidOf('drp', each))
    const rows = await ctx.db.rows(claimed, [ctx.account.id, uuidOf('con', contactId), uuids])
    return new Set(rows.map(({ drop_id: uuid }) => encodeId('drp', ctx.account.id, uuid)))
  },
}

/** Port by which pages of streams show drops. */
export const ports = [provide(dropsPort, drops)]

/**
 * Open drops come first, then those that open soon. A drop that was cancelled before it opened is not shown. The bound
 * of `ends_at` follows from the longest drop, and keeps drops that are planned for later out of the scan.
 */
const shown = statement(
  'loyalty_drop.shownOfStream',
  'account',
  `select d.id, d.name, ${publicName('c')} as coupon, d.status, d.quantity, d.claimed, d.opens_at, d.ends_at,
     ${discountColumns('c')} from (
     select id, name, coupon_id, status, quantity, claimed, opens_at, ends_at, closed_at from loyalty_drop
     where account_id = $1 and stream_id = $2 and deleted_at is null
       and ends_at > $3::timestamptz and ends_at <= $4::timestamptz + interval '${secondsMax} seconds'
       and opens_at <= $4 and (closed_at is null or (closed_at > $3 and closed_at >= opens_at))
     order by ends_at limit ${readMax}) d
   join loyalty_coupon c on c.account_id = $1 and c.id = d.coupon_id ${promotionJoin('c')}
   order by case when d.closed_at is not null or d.ends_at <= $5::timestamptz then 2
     when d.status = 'open' or d.opens_at <= $5 then 0 else 1 end, d.ends_at, d.id limit 3`,
)

const claimed = statement(
  'loyalty_drop_claim.ofContact',
  'account',
  `select drop_id from loyalty_drop_claim where account_id = $1 and contact_id = $2 and drop_id = any($3::uuid[])`,
)

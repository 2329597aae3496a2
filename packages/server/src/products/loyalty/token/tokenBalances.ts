import type { Ctx } from '#kit/call/context.ts'
import type { TokenBalance } from '#kit/call/rewards.ts'
import { statement } from '#kit/call/statement.ts'
import { encodeId, parseId } from '#kit/values/ids.ts'

/** Tokens of contacts by public id, by the name of the token; a contact without tokens is missing. */
export async function readBalances(
  ctx: Ctx,
  contactIds: readonly string[],
): Promise<ReadonlyMap<string, readonly TokenBalance[]>> {
  const uuids = contactIds.flatMap((id) => parseId('con', id)?.uuid ?? [])
  if (uuids.length === 0) return new Map()
  const rows = await ctx.db.rows(sumLots, [ctx.account.id, uuids, ctx.now().toISOString()])
  const byContact = Map.groupBy(rows, (row) => row.contact_id)
  return new Map(
    [...byContact].map(([uuid, each]) => [
      encodeId('con', ctx.account.id, uuid ?? ''),
      each.map((row) => {
        const amount = BigInt(row.next_amount ?? 0)
        const expiringNext = row.next_at === null || amount === 0n ? null : { amount, at: row.next_at }
        const { token, available, pending, held, owed } = row
        return {
          token: token ?? '',
          available: BigInt(available ?? 0),
          pending: BigInt(pending ?? 0),
          held: BigInt(held ?? 0),
          owed: BigInt(owed ?? 0),
          expiringNext,
        }
      }),
    ]),
  )
}

// Debts are paid by the tokens that expire first.
const sumLots = statement(
  'loyalty_token_lot.balances',
  'account',
  `select contact_id, token, greatest(sum(available) - sum(owed), 0)::text as available, sum(pending)::text as pending,
     sum(held)::text as held, greatest(sum(owed) - sum(available), 0)::text as owed,
     min(expires_at) filter (where available > 0 and free > 0) as next_at,
     (array_agg(least(available, free) order by expires_at) filter (where available > 0 and free > 0))[1]::text
       as next_amount
   from (
     select contact_id, token, expires_at, available, pending, held, owed,
       sum(available) over (partition by contact_id, token order by expires_at)
         - sum(owed) over (partition by contact_id, token) as free
     from (
       select contact_id, token, expires_at,
         coalesce(sum(remaining) filter (where available_at <= $3::timestamptz), 0) as available,
         coalesce(sum(remaining) filter (where available_at > $3), 0) as pending, 0::numeric as held, 0::numeric as owed
       from loyalty_token_lot where account_id = $1 and contact_id = any($2::uuid[]) and remaining > 0
         and (expires_at is null or expires_at > $3)
       group by contact_id, token, expires_at
       union all
       select contact_id, token, null, 0, 0, 0, sum(owed) from loyalty_token_lot
       where account_id = $1 and contact_id = any($2::uuid[]) and owed > 0 group by contact_id, token
       union all
       select contact_id, token, null, 0, 0, sum(amount), 0 from loyalty_token_hold
       where account_id = $1 and contact_id = any($2::uuid[]) and status = 'held' group by contact_id, token) t) s
   group by contact_id, token order by contact_id, token`,
)

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
        const { token, available, pending, held } = row
        return {
          token: token ?? '',
          available: BigInt(available ?? 0),
          pending: BigInt(pending ?? 0),
          held: BigInt(held ?? 0),
          expiringNext,
        }
      }),
    ]),
  )
}

const sumLots = statement(
  'loyalty_token_lot.balances',
  'account',
  `select contact_id, token, sum(available)::text as available, sum(pending)::text as pending, sum(held)::text as held,
     min(expires_at) filter (where available > 0) as next_at,
     (array_agg(available order by expires_at) filter (where available > 0))[1]::text as next_amount
   from (
     select contact_id, token, expires_at, sum(remaining) filter (where available_at <= $3::timestamptz) as available,
       sum(remaining) filter (where available_at > $3) as pending, 0::bigint as held
     from loyalty_token_lot where account_id = $1 and contact_id = any($2::uuid[]) and remaining > 0
       and (expires_at is null or expires_at > $3)
     group by contact_id, token, expires_at
     union all
     select contact_id, token, null, 0, 0, sum(amount) from loyalty_token_hold
     where account_id = $1 and contact_id = any($2::uuid[]) and status = 'held' group by contact_id, token) t
   group by contact_id, token order by contact_id, token`,
)

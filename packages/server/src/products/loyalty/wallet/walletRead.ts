import type { Ctx } from '#kit/call/context.ts'
import { contactsPort } from '#kit/call/contacts.ts'
import { couponsPort, type PersonalCoupon } from '#kit/call/coupons.ts'
import type { TokenBalance } from '#kit/call/rewards.ts'
import { statement } from '#kit/call/statement.ts'
import { encodeId, parseId } from '#kit/values/ids.ts'
import { readBalances } from '#products/loyalty/token/tokenBalances.ts'
import { ledgerOf } from '#products/loyalty/token/tokenLedgers.ts'

/** A movement of tokens that its contact could spend. */
export type Movement = { kind: string; token: string; amount: bigint; at: string }

/** Something that tokens buy. */
export type Perk = { rewardId: string; name: string; token: string; cost: bigint; isSoldOut: boolean }

/** The wallet of a contact. */
export type Wallet = {
  email: string | null
  balances: readonly TokenBalance[]
  coupons: readonly PersonalCoupon[]
  perks: readonly Perk[]
  history: readonly Movement[]
}

const perksMax = 50
const historyMax = 50

/** Reads the wallet of a contact. */
export async function readWallet(ctx: Ctx, contactId: string): Promise<Wallet> {
  const { id: accountId } = ctx.account
  const ledger = ledgerOf('member', parseId('con', contactId)?.uuid ?? '')
  const [people, balances, coupons, perks, moves] = await Promise.all([
    ctx.port(contactsPort).people(ctx, [contactId]),
    readBalances(ctx, [contactId]),
    ctx.port(couponsPort).usableOf(ctx, contactId),
    ctx.db.rows(openPerks, [accountId, ctx.now().toISOString(), perksMax]),
    ctx.db.rows(movesOf, [accountId, ledger, historyMax]),
  ])
  return {
    email: people.get(contactId)?.email ?? null,
    balances: balances.get(contactId) ?? [],
    coupons,
    perks: perks.map((row) => ({
      rewardId: encodeId('rwd', accountId, row.id),
      name: row.name,
      token: row.token,
      cost: BigInt(row.cost ?? 0),
      isSoldOut: row.status === 'soldOut',
    })),
    history: moves.map((row) => ({ kind: row.kind, token: row.unit, amount: BigInt(row.amount), at: row.at })),
  }
}

const openPerks = statement(
  'loyalty_reward.openPerks',
  'account',
  `select id, name, token, cost, status from loyalty_reward
   where account_id = $1 and mode = 'perk' and status in ('active', 'soldOut') and deleted_at is null
     and (starts_at is null or starts_at <= $2::timestamptz) and (ends_at is null or ends_at > $2)
   order by cost, id limit $3`,
)

/** The newest entries of each token, of the ledgers that the contact has. */
const movesOf = statement(
  'ledger_entry.movesOfMember',
  'account',
  `select e.unit, e.amount, t.kind, t.at from ledger_balance b
   cross join lateral (
     select txn_id, unit, amount from ledger_entry
     where account_id = $1 and book = 'tokens' and ledger = b.ledger and unit = b.unit and slot = 0
     order by ordinal desc limit $3) e
   join ledger_txn t on t.account_id = $1 and t.id = e.txn_id
   where b.account_id = $1 and b.book = 'tokens' and b.ledger = $2 and b.slot = 0
   order by t.at desc, t.id desc limit $3`,
)

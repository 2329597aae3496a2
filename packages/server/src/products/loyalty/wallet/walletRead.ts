import type { Ctx, RowOf } from '#kit/call/context.ts'
import { contactsPort } from '#kit/call/contacts.ts'
import { couponsPort, type PersonalCoupon } from '#kit/call/coupons.ts'
import type { TokenBalance } from '#kit/call/rewards.ts'
import { purchasesPort, type Receipt } from '#kit/call/purchases.ts'
import { statement } from '#kit/call/statement.ts'
import { encodeId, parseId } from '#kit/values/ids.ts'
import { promotionJoin, publicName } from '#products/loyalty/coupon/discountRow.ts'
import { readBalances } from '#products/loyalty/token/tokenBalances.ts'
import { ledgerOf } from '#products/loyalty/token/tokenLedgers.ts'

/**
 * A movement of tokens that its contact could spend. `receipt`: that of the payment that took them. `reward`: name of
 * the grant, the rule or the perk. `ordered`: name that the caller of a spend or a hold gave it.
 */
export type Movement = {
  kind: string
  token: string
  amount: bigint
  at: string
  receipt?: Receipt
  reward?: string
  ordered?: string
}

/** Something that tokens buy. `isTaken`: the contact has taken it as often as it may. */
export type Perk = {
  rewardId: string
  name: string
  token: string
  cost: bigint
  isSoldOut: boolean
  isTaken: boolean
}

/** A coupon that is used up or over. `at`: moment of its use or its end. */
export type FormerCoupon = { name: string; code: string; at: string; isUsed: boolean }

/** The wallet of a contact. */
export type Wallet = {
  email: string | null
  balances: readonly TokenBalance[]
  coupons: readonly PersonalCoupon[]
  /** Coupons that begin later, the next first. */
  ahead: readonly PersonalCoupon[]
  /** The newest first. */
  former: readonly FormerCoupon[]
  receipts: readonly Receipt[]
  perks: readonly Perk[]
  history: readonly Movement[]
  hasOlder: boolean
}

const perksMax = 50
const historyMax = 50
const formerMax = 20
/** Last page of the history. */
export const historyPagesMax = 100

/** Reads the wallet of a contact with a page of its history, from 1. */
export async function readWallet(ctx: Ctx, contactId: string, historyPage: number): Promise<Wallet> {
  const { id: accountId } = ctx.account
  const uuid = parseId('con', contactId)?.uuid ?? ''
  const ledger = ledgerOf('member', uuid)
  const skipped = (historyPage - 1) * historyMax
  const [people, balances, coupons, ahead, former, receipts, perks, moves] = await Promise.all([
    ctx.port(contactsPort).people(ctx, [contactId]),
    readBalances(ctx, [contactId]),
    ctx.port(couponsPort).usableOf(ctx, contactId),
    ctx.port(couponsPort).aheadOf(ctx, contactId),
    ctx.db.rows(formerOf, [accountId, uuid, ctx.now().toISOString(), formerMax]),
    ctx.port(purchasesPort).receipts(ctx, contactId),
    ctx.db.rows(openPerks, [accountId, ctx.now().toISOString(), perksMax, uuid]),
    ctx.db.rows(movesOf, [accountId, ledger, historyMax + 1, skipped]),
  ])
  const shown = moves.slice(0, historyMax)
  const names = await rewardNames(ctx, shown)
  return {
    email: people.get(contactId)?.email ?? null,
    balances: balances.get(contactId) ?? [],
    coupons,
    ahead,
    former: former.map((row) => ({
      name: row.name ?? '',
      code: row.code,
      at: row.at ?? '',
      isUsed: row.is_used ?? false,
    })),
    receipts,
    perks: perks.map((row) => ({
      rewardId: encodeId('rwd', accountId, row.id),
      name: row.name,
      token: row.token,
      cost: BigInt(row.cost ?? 0),
      isSoldOut: row.status === 'soldOut',
      isTaken: row.is_taken ?? false,
    })),
    history: shown.map((row) => movementOf(row, receipts, names)),
    hasOlder: moves.length > historyMax && historyPage < historyPagesMax,
  }
}

type Move = RowOf<typeof movesOf>

/** A movement. Tokens of a captured hold are a payment, with its receipt while that is among the newest. */
function movementOf(row: Move, receipts: readonly Receipt[], names: ReadonlyMap<string, string>): Movement {
  const { unit: token, at, purchase, subject } = row
  const receipt = purchase === null ? undefined : receipts.find(({ paymentId }) => paymentId === purchase)
  const kind = purchase === null ? row.kind : 'capture'
  const reward = names.get(subject ?? '')
  return {
    kind,
    token,
    amount: BigInt(row.amount),
    at,
    ...(receipt && { receipt }),
    ...(reward !== undefined && { reward }),
    ...orderedAs(row),
  }
}

/** Name of a movement that a caller ordered, without one that is only an id. */
function orderedAs({ reference }: Move): { ordered?: string } {
  const [, ordered = ''] = /^[a-z]+\d*:api:(.+)$/s.exec(reference) ?? []
  const isId = /[a-z]{3}_[0-9a-z]{30,}|[0-9a-f]{8}-[0-9a-f]{4}-|^[0-9a-f]{20,}$/i.test(ordered)
  return ordered === '' || isId ? {} : { ordered }
}

/** Names of the rewards that movements are about, by id. Those of deleted rewards stay in the history. */
async function rewardNames(ctx: Ctx, moves: readonly Move[]): Promise<ReadonlyMap<string, string>> {
  const ids = moves.flatMap(({ subject }) => parseId('rwd', subject ?? '')?.uuid ?? [])
  if (ids.length === 0) return new Map()
  const rows = await ctx.db.rows(namesOfRewards, [ctx.account.id, [...new Set(ids)]])
  return new Map(rows.map(({ id, name }) => [encodeId('rwd', ctx.account.id, id), name]))
}

const namesOfRewards = statement(
  'loyalty_reward.namesOf',
  'account',
  'select id, name from loyalty_reward where account_id = $1 and id = any($2::uuid[])',
)

const openPerks = statement(
  'loyalty_reward.openPerks',
  'account',
  `select r.id, r.name, r.token, r.cost, r.status, coalesce(c.used >= r.per_contact, false) as is_taken
   from loyalty_reward r
   left join loyalty_reward_count c
     on c.account_id = $1 and c.reward_id = r.id and c.contact_id = $4::uuid and c.span = 'ever'
   where r.account_id = $1 and r.mode = 'perk' and r.status in ('active', 'soldOut') and r.deleted_at is null
     and (r.starts_at is null or r.starts_at <= $2::timestamptz) and (r.ends_at is null or r.ends_at > $2)
   order by r.cost, r.id limit $3`,
)

/**
 * The newest entries of each token, of the ledgers that the contact has. The capture of a hold is no entry of the
 * contact: `purchase` is the reference of an entry whose hold was captured.
 */
const movesOf = statement(
  'ledger_entry.movesOfMember',
  'account',
  `select e.unit, e.amount, t.kind, t.at, t.subject, t.reference, h.reference as purchase from ledger_balance b
   cross join lateral (
     select txn_id, unit, amount from ledger_entry
     where account_id = $1 and book = 'tokens' and ledger = b.ledger and unit = b.unit and slot = 0
     order by ordinal desc limit $3::integer + $4::integer) e
   join ledger_txn t on t.account_id = $1 and t.id = e.txn_id
   left join loyalty_token_hold h on t.kind = 'hold' and h.account_id = $1 and h.status = 'captured'
     and h.reference = substr(t.reference, strpos(t.reference, ':') + 1)
     and t.reference = 'hold' || case h.attempt when 1 then '' else h.attempt::text end || ':' || h.reference
   where b.account_id = $1 and b.book = 'tokens' and b.ledger = $2 and b.slot = 0
   order by t.at desc, t.id desc, e.unit limit $3 offset $4`,
)

/** Uses by a contact, and coupons for it alone that ended without a use. */
const formerOf = statement(
  'loyalty_coupon.formerOfContact',
  'account',
  `(select ${publicName('c')} as name, r.code, coalesce(r.redeemed_at, r.created_at) as at, true as is_used
    from loyalty_redemption r
    join loyalty_coupon c on c.account_id = $1 and c.id = r.coupon_id ${promotionJoin('c')}
    where r.account_id = $1 and r.contact_id = $2 and r.status in ('redeemed', 'partiallyRolledBack')
    order by r.created_at desc, r.id desc limit $4)
   union all
   (select ${publicName('t')}, t.code, t.expires_at, false from loyalty_coupon t ${promotionJoin('t')}
    where t.account_id = $1 and t.contact_id = $2 and t.deleted_at is null and t.expires_at <= $3::timestamptz
      and t.redeemed = 0 and t.status in ('active', 'scheduled', 'expired')
    order by t.created_at desc, t.id desc limit $4)
   order by at desc limit $4`,
)

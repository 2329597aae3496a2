import type { Ctx } from '#kit/call/context.ts'
import { statement } from '#kit/call/statement.ts'
import { encodeId, uuidv7 } from '#kit/values/ids.ts'
import { insufficientBalance, post, type Posting } from '#platform/ledger/posting.ts'
import { problem } from '#kit/call/problem.ts'
import { tokensExpired, tokensReleased } from '#products/loyalty/facts.ts'
import { own, shared, type Tokens } from './tokenLedgers.ts'

/** A part of a lot that is taken. */
export type LotPart = { lotId: string; amount: bigint; expiresAt: string | null }

/** New amounts of a lot, and the state of the grant that it belongs to. */
export type LotChange = { id: string; remaining: bigint; isPending: boolean; end: 'spent' | 'expired' | 'reversed' }

/** Tokens that a lot owes after a refund or a roll-back, and that other lots of the contact pay. */
export type Debt = { lotId: string; amount: bigint; rewardId: string | null }

/** Parts of lots that are taken, debts that are paid, new amounts of lots, and sums that moved by time alone. */
export type Taken = {
  parts: LotPart[]
  debts: Debt[]
  changes: LotChange[]
  released: bigint
  expired: bigint
  expiredPending: bigint
}

/** An open lot. */
export type Lot = {
  id: string
  remaining: string | null
  is_pending: boolean
  available_at: string
  expires_at: string | null
}

/** Lots that a spend locks: the first few are enough for most, and each lock writes the row. */
const lotsMax = [20, 500, 20_000]

/**
 * Locks the lots of a contact, settles those that are due, pays what it owes and takes an amount, all in the order of
 * expiry. Throws insufficient_balance. The caller passes the result to `applyTaken` in the same transaction.
 */
export async function takeLots(ctx: Ctx, of: Tokens): Promise<Taken> {
  for (const rowsMax of lotsMax) {
    const rows = await ctx.db.rows(lockOpen, [ctx.account.id, of.contactId, of.token, rowsMax])
    const debts = rows.flatMap(({ id: lotId, owed, reward_id: rewardId }): Debt[] =>
      owed === '0' || owed === null ? [] : [{ lotId, amount: BigInt(owed), rewardId }],
    )
    const open = rows.filter(({ owed }) => owed === '0')
    const owed = sumOf(debts)
    const taken = settled(open, of.amount + owed, ctx.now())
    const isRead = open.length < rowsMax && debts.length < rowsMax
    const isEnough = sumOf(taken.parts) === of.amount + owed
    if (isEnough && debts.length < rowsMax) return { ...taken, parts: beyond(taken.parts, owed), debts }
    if (isRead) break
  }
  throw problem(insufficientBalance)
}

/** The parts without the first tokens of them. */
function beyond(parts: readonly LotPart[], first: bigint): LotPart[] {
  let passed = 0n
  return parts.flatMap((part) => {
    const start = passed
    passed += part.amount
    const skipped = first > start ? first - start : 0n
    return skipped >= part.amount ? [] : [{ ...part, amount: part.amount - skipped }]
  })
}

function sumOf(parts: readonly { amount: bigint }[]): bigint {
  return parts.reduce((sum, { amount }) => sum + amount, 0n)
}

/** Lots whose availability or expiry is due become what they are now; others give the amount, first expiry first. */
export function settled(lots: readonly Lot[], amount: bigint, now: Date): Taken {
  const taken: Taken = { parts: [], debts: [], changes: [], released: 0n, expired: 0n, expiredPending: 0n }
  let missing = amount
  for (const lot of lots) {
    const remaining = BigInt(lot.remaining ?? 0)
    const isDue = lot.is_pending && Date.parse(lot.available_at) <= now.getTime()
    if (lot.expires_at !== null && Date.parse(lot.expires_at) <= now.getTime()) {
      taken[lot.is_pending ? 'expiredPending' : 'expired'] += remaining
      taken.changes.push({ id: lot.id, remaining: 0n, isPending: false, end: 'expired' })
    } else if (!lot.is_pending || isDue) {
      if (isDue) taken.released += remaining
      const part = remaining < missing ? remaining : missing
      missing -= part
      if (part > 0n) taken.parts.push({ lotId: lot.id, amount: part, expiresAt: lot.expires_at })
      const change = { id: lot.id, remaining: remaining - part, isPending: false, end: 'spent' } as const
      if (part > 0n || isDue) taken.changes.push(change)
    }
  }
  return taken
}

/** Writes the new amounts of lots and returns the postings of what moved by time, with their facts. */
export async function applyTaken(ctx: Ctx, of: Omit<Tokens, 'amount'>, taken: Taken): Promise<Posting[]> {
  await applyLots(ctx, taken.changes)
  return timedPostings(ctx, of, taken)
}

/** The postings of what moved by time, with their facts. */
export function timedPostings(ctx: Ctx, of: Omit<Tokens, 'amount'>, taken: Taken): Posting[] {
  return [
    ...moved(ctx, { kind: 'release', from: 'pending', to: 'member' }, { ...of, amount: taken.released }),
    ...moved(ctx, { kind: 'expire', from: 'member', to: 'expired' }, { ...of, amount: taken.expired }),
    ...moved(ctx, { kind: 'expire', from: 'pending', to: 'expired' }, { ...of, amount: taken.expiredPending }),
  ]
}

type Move = { kind: 'release' | 'expire'; from: 'pending' | 'member'; to: 'member' | 'expired' }

/** The posting of a movement by time. The lots decide that it happens once, so its reference is a new one. */
function moved(ctx: Ctx, { kind, from, to }: Move, of: Tokens): Posting[] {
  if (of.amount === 0n) return []
  const contactId = encodeId('con', ctx.account.id, of.contactId)
  const reference = `${kind}:${uuidv7(ctx.now().getTime())}`
  const payload = { id: contactId, contactId, token: of.token, amount: Number(of.amount) }
  const fact = kind === 'expire' ? tokensExpired : tokensReleased
  ctx.emit(fact, payload, { id: contactId, status: kind, version: 1 })
  const entries = [own(from, { ...of, amount: -of.amount }), to === 'expired' ? shared(to, of) : own(to, of)]
  return [{ book: 'tokens', kind, reference, subject: contactId, entries }]
}

/** Writes new amounts of lots, and the states of the grants that they belong to. */
export async function applyLots(ctx: Ctx, changes: readonly LotChange[]): Promise<void> {
  if (changes.length === 0) return
  const rows = changes.map(({ id, remaining, isPending, end }) => ({
    id,
    remaining: String(remaining),
    is_pending: isPending,
    end_status: end,
  }))
  await ctx.db.rows(writeLots, [ctx.account.id, JSON.stringify(rows), ctx.now().toISOString()])
}

/** Makes the pending tokens of a grant available before their moment. */
export async function releaseLot(ctx: Ctx, rewardId: string): Promise<void> {
  const [lot] = await ctx.db.rows(openLot, [ctx.account.id, rewardId, ctx.now().toISOString()])
  if (lot === undefined) return
  const of = { contactId: lot.contact_id, token: lot.token }
  const taken = {
    parts: [],
    debts: [],
    changes: [],
    released: BigInt(lot.remaining ?? 0),
    expired: 0n,
    expiredPending: 0n,
  }
  await post(ctx, timedPostings(ctx, of, taken))
}

/** Gives parts back to their lots. */
export async function returnParts(ctx: Ctx, parts: readonly Pick<LotPart, 'lotId' | 'amount'>[]): Promise<void> {
  if (parts.length === 0) return
  const rows = parts.map(({ lotId, amount }) => ({ id: lotId, amount: String(amount) }))
  await ctx.db.rows(returnLots, [ctx.account.id, JSON.stringify(rows), ctx.now().toISOString()])
}

/** Columns of an open lot. */
export const lotColumns = 'id, remaining::text as remaining, is_pending, available_at, expires_at'

const lockOpen = statement(
  'loyalty_token_lot.lockOpen',
  'account',
  `with open as (
     select id, remaining::text as remaining, is_pending, available_at, expires_at, '0' as owed, reward_id
     from loyalty_token_lot
     where account_id = $1 and contact_id = $2 and token = $3 and remaining > 0
     order by expires_at, id limit $4 for update),
   owing as (
     select id, '0' as remaining, is_pending, available_at, expires_at, owed::text as owed, reward_id
     from loyalty_token_lot
     where account_id = $1 and contact_id = $2 and token = $3 and owed > 0
     order by id limit $4 for update)
   select id, remaining, is_pending, available_at, expires_at, owed, reward_id from open
   union all
   select id, remaining, is_pending, available_at, expires_at, owed, reward_id from owing
   order by expires_at, id`,
)

const openLot = statement(
  'loyalty_token_lot.open',
  'account',
  `update loyalty_token_lot set is_pending = false, available_at = $3
   where account_id = $1 and reward_id = $2 and is_pending and remaining > 0
   returning contact_id, token, remaining::text as remaining`,
)

const writeLots = statement(
  'loyalty_token_lot.write',
  'account',
  `with changed as (
     update loyalty_token_lot t set remaining = c.remaining, is_pending = c.is_pending
     from json_to_recordset($2::json) as c (id uuid, remaining bigint, is_pending boolean, end_status text)
     where t.account_id = $1 and t.id = c.id
     returning t.reward_id, t.amount, t.remaining, c.end_status)
   update loyalty_reward r set version = r.version + 1, updated_at = $3, status = case
       when c.remaining = 0 then c.end_status when c.remaining < c.amount then 'partiallySpent' else 'posted' end
   from changed c where r.account_id = $1 and r.id = c.reward_id and r.mode = 'grant' and r.status <> 'reversed'`,
)

const returnLots = statement(
  'loyalty_token_lot.return',
  'account',
  `with changed as (
     update loyalty_token_lot t set remaining = t.remaining + c.amount
     from (select id, sum(amount) as amount from json_to_recordset($2::json) as p (id uuid, amount bigint)
       group by id) c
     where t.account_id = $1 and t.id = c.id
     returning t.reward_id, t.amount, t.remaining)
   update loyalty_reward r set version = r.version + 1, updated_at = $3,
     status = case when c.remaining < c.amount then 'partiallySpent' else 'posted' end
   from changed c where r.account_id = $1 and r.id = c.reward_id and r.mode = 'grant' and r.status <> 'reversed'`,
)

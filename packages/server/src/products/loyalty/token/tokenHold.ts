import { atomicAgain } from '#kit/call/atomicAgain.ts'
import type { Ctx, RowOf } from '#kit/call/context.ts'
import { problem, reason, reasons } from '#kit/call/problem.ts'
import { statement } from '#kit/call/statement.ts'
import { noTokensBack, type Refunded, type TokensBack } from '#kit/call/rewards.ts'
import { encodeId, uuidv7 } from '#kit/values/ids.ts'
import { balanceKey, balancesOf, type Posted, type Posting } from '#platform/ledger/posting.ts'
import { tokensSpent } from '#products/loyalty/facts.ts'
import { ledgerOf, own, shared, type Tokens } from './tokenLedgers.ts'
import { applyTaken, returnParts, takeLots } from './tokenLots.ts'
import { payDebts, postReversals, takeOwed } from './tokenReversal.ts'
import { shareOf } from './tokenShare.ts'
import type { Moved, Ordered } from './tokenSpend.ts'

/** Refusal of a move that the state of a hold does not allow. */
export const holdEnded = reason('conflict', 'hold_ended', 'The tokens of this hold were captured or given back before.')

/** A hold as its row has it, locked. */
export type Hold = RowOf<typeof lockHold>

/**
 * Sets tokens of a contact aside. Throws insufficient_balance, and client_reference_exists for another amount.
 * `isAgain`: a hold that was given back is taken again, for a purchase that is paid after its time.
 */
export function holdTokens(ctx: Ctx, of: Ordered, { isAgain = false } = {}): Promise<Moved> {
  return atomicAgain(ctx, async (inner) => {
    const known = await findHold(inner, of.reference)
    const isTaken = isAgain && known?.status === 'released'
    if (known !== undefined && (!isTaken || !isSame(of, known))) return repeatOf(inner, of, known)
    const taken = await takeLots(inner, of)
    const timed = await applyTaken(inner, of, taken)
    const reversals = await payDebts(inner, of, taken.debts)
    const id = known?.id ?? uuidv7(inner.now().getTime())
    const parts = taken.parts.map(({ lotId, amount }) => ({ lot_id: lotId, amount: String(amount) }))
    const attempt = isTaken ? known.attempt + 1 : 1
    if (isTaken) await inner.db.rows(removeParts, [inner.account.id, id])
    const values = [id, of.reference, of.contactId, of.token, String(of.amount), of.rewardId ?? null]
    const made = await inner.db.rows(isTaken ? takeAgain : insertHold, [
      inner.account.id,
      ...(isTaken ? [id, attempt] : values),
      inner.now().toISOString(),
      JSON.stringify(parts),
    ])
    // A concurrent call made it between: what this one took from the lots is rolled back.
    if (made.length === 0) throw problem(reasons.writeContended)
    const entries = [own('member', { ...of, amount: -of.amount }), own('hold', of)]
    const after = [postingOf(inner, { kind: 'hold', of, attempt, entries })]
    const posted = await postReversals(inner, { before: timed, reversals, after })
    // The ledger has it, and the row of the hold does not: retention removed it.
    if (posted.at(-1)?.isRepeat === true) throw problem(holdEnded)
    return movedBy(inner, of, { main: posted.at(-1), all: posted })
  })
}

/** Spends what is held under a reference; undefined without a hold. Throws hold_ended for a released one. */
export function captureHold(ctx: Ctx, reference: string): Promise<Ended | undefined> {
  return endHold(ctx, { reference, status: 'captured' })
}

/** Gives back what is held under a reference; undefined without a hold. */
export function releaseHold(ctx: Ctx, reference: string): Promise<Ended | undefined> {
  return endHold(ctx, { reference, status: 'released' })
}

/** Result of the end of a hold, with the tokens that it held. */
export type Ended = Moved & { of: Ordered }

type End = { reference: string; status: 'captured' | 'released' }

function endHold(ctx: Ctx, { reference, status }: End): Promise<Ended | undefined> {
  return atomicAgain(ctx, async (inner) => {
    const hold = await findHold(inner, reference)
    if (hold === undefined) return undefined
    const of = tokensOf(hold)
    if (hold.status === status) return { of, txnId: hold.id, isRepeat: true, balanceAfter: await balanceOf(inner, of) }
    if (hold.status !== 'held') throw problem(holdEnded)
    await inner.db.rows(moveHold, [inner.account.id, hold.id, status, '0', inner.now().toISOString()])
    const parts = status === 'released' ? await partsOf(inner, hold.id) : []
    await returnParts(inner, parts)
    const reversals = await takeOwed(
      inner,
      parts.map(({ lotId }) => lotId),
    )
    const back = { ...of, amount: -of.amount }
    const entries = [own('hold', back), status === 'captured' ? shared('redeemed', of) : own('member', of)]
    const kind = status === 'captured' ? 'capture' : 'void'
    const before = [postingOf(inner, { kind, of, attempt: hold.attempt, entries })]
    const posted = await postReversals(inner, { before, reversals })
    const moved = await movedBy(inner, of, { main: posted[0], all: posted })
    if (status === 'captured') emitSpent(inner, of, moved)
    return { ...moved, of }
  })
}

type Returned = { lotIds: readonly string[]; postings: readonly Posting[]; back: TokensBack }

/**
 * Returns the refunded share of a captured hold to its lots, and returns their ids with the posting, which the caller
 * posts. A share that is not larger than before returns nothing.
 */
export async function returnHold(ctx: Ctx, of: Refunded): Promise<Returned> {
  const hold = await findHold(ctx, of.reference)
  if (hold === undefined || hold.status !== 'captured') return { lotIds: [], postings: [], back: noTokensBack }
  const paid = BigInt(hold.amount)
  const before = BigInt(hold.given_back)
  const wanted = shareOf(paid, of)
  if (wanted <= before) return { lotIds: [], postings: [], back: { paid, before, after: before } }
  const back = { ...tokensOf(hold), amount: wanted - before }
  await ctx.db.rows(moveHold, [ctx.account.id, hold.id, 'captured', String(wanted), ctx.now().toISOString()])
  const parts = between(await partsOf(ctx, hold.id), before, wanted)
  await returnParts(ctx, parts)
  const entries = [shared('redeemed', { ...back, amount: -back.amount }), own('member', back)]
  const posting = postingOf(ctx, { kind: 'giveBack', of: back, attempt: hold.attempt, entries })
  const lotIds = parts.map(({ lotId }) => lotId)
  const postings = [{ ...posting, reference: `${posting.reference}:${wanted}` }]
  return { lotIds, postings, back: { paid, before, after: wanted } }
}

type Part = { lotId: string; amount: bigint }

/** The parts of a hold from one sum to another: what expires last comes back first. */
function between(parts: readonly Part[], from: bigint, to: bigint): Part[] {
  let passed = 0n
  return parts.toReversed().flatMap(({ lotId, amount }) => {
    const start = passed > from ? passed : from
    passed += amount
    const end = passed < to ? passed : to
    return end > start ? [{ lotId, amount: end - start }] : []
  })
}

async function findHold(ctx: Ctx, reference: string): Promise<Hold | undefined> {
  return (await ctx.db.rows(lockHold, [ctx.account.id, reference]))[0]
}

async function partsOf(ctx: Ctx, holdId: string): Promise<Part[]> {
  const rows = await ctx.db.rows(readParts, [ctx.account.id, holdId])
  return rows.map((row) => ({ lotId: row.lot_id, amount: BigInt(row.amount ?? 0) }))
}

function tokensOf(hold: Hold): Ordered {
  const { contact_id: contactId, token, reference, reward_id: rewardId } = hold
  return { contactId, token, amount: BigInt(hold.amount ?? 0), reference, rewardId }
}

function isSame(of: Ordered, hold: Hold): boolean {
  const { contactId, token, amount } = tokensOf(hold)
  return contactId === of.contactId && token === of.token && amount === of.amount
}

async function repeatOf(ctx: Ctx, of: Ordered, hold: Hold): Promise<Moved> {
  if (!isSame(of, hold)) throw problem(reasons.clientReferenceExists)
  return { txnId: hold.id, isRepeat: true, balanceAfter: await balanceOf(ctx, of) }
}

async function balanceOf(ctx: Ctx, { contactId, token }: Tokens): Promise<bigint> {
  const ledger = ledgerOf('member', contactId)
  return (await balancesOf(ctx, 'tokens', [ledger])).get(balanceKey(ledger, token)) ?? 0n
}

/** Transactions that were posted together, and the one of the movement. */
type Moves = { main: Posted | undefined; all: readonly Posted[] }

/** The result of a movement, with the balance after all that was posted with it. */
async function movedBy(ctx: Ctx, of: Ordered, { main, all }: Moves): Promise<Moved> {
  const key = balanceKey(ledgerOf('member', of.contactId), of.token)
  const last = all.findLast(({ balances }) => balances.has(key))?.balances.get(key)
  const balanceAfter = last ?? (await balanceOf(ctx, of))
  return { txnId: main?.txnId ?? '', isRepeat: main?.isRepeat ?? false, balanceAfter }
}

type Kind = {
  kind: 'hold' | 'capture' | 'void' | 'giveBack'
  of: Ordered
  /** Number of the hold under its reference. */
  attempt: number
  entries: Posting['entries']
}

function postingOf(ctx: Ctx, { kind, of, attempt, entries }: Kind): Posting {
  const subject = encodeId('con', ctx.account.id, of.contactId)
  const name = attempt === 1 ? kind : `${kind}${attempt}`
  return { book: 'tokens', kind, reference: `${name}:${of.reference}`, subject, entries }
}

function emitSpent(ctx: Ctx, of: Ordered, { txnId, balanceAfter }: Moved): void {
  const id = encodeId('txn', ctx.account.id, txnId)
  const contactId = encodeId('con', ctx.account.id, of.contactId)
  const amounts = { amount: Number(of.amount), balanceAfter: Number(balanceAfter) }
  const rewardId = of.rewardId ? encodeId('rwd', ctx.account.id, of.rewardId) : null
  const payload = { id, contactId, token: of.token, ...amounts, reason: of.reason ?? null, rewardId }
  ctx.emit(tokensSpent, payload, { id, status: 'posted', version: 1 })
}

const lockHold = statement(
  'loyalty_token_hold.lock',
  'account',
  `select id, reference, contact_id, token, amount::text as amount, given_back::text as given_back, status, reward_id,
     attempt
   from loyalty_token_hold where account_id = $1 and reference = $2 for update`,
)

const insertHold = statement(
  'loyalty_token_hold.insert',
  'account',
  `with made as (
     insert into loyalty_token_hold (account_id, id, reference, contact_id, token, amount, given_back, status,
       reward_id, created_at, ended_at)
     values ($1, $2, $3, $4, $5, $6::text::bigint, 0, 'held', $7, $8, null)
     on conflict (account_id, reference) do nothing returning account_id, id),
   parts as (
     insert into loyalty_token_hold_part (account_id, hold_id, position, lot_id, amount)
     select m.account_id, m.id, p.position, (p.item ->> 'lot_id')::uuid, (p.item ->> 'amount')::bigint
     from made m, json_array_elements($9::json) with ordinality as p (item, position))
   select id from made`,
)

const removeParts = statement(
  'loyalty_token_hold_part.remove',
  'account',
  'delete from loyalty_token_hold_part where account_id = $1 and hold_id = $2',
)

const takeAgain = statement(
  'loyalty_token_hold.takeAgain',
  'account',
  `with made as (
     update loyalty_token_hold set status = 'held', attempt = $3, created_at = $4, ended_at = null
     where account_id = $1 and id = $2 and status = 'released' returning account_id, id),
   parts as (
     insert into loyalty_token_hold_part (account_id, hold_id, position, lot_id, amount)
     select m.account_id, m.id, p.position, (p.item ->> 'lot_id')::uuid, (p.item ->> 'amount')::bigint
     from made m, json_array_elements($5::json) with ordinality as p (item, position))
   select id from made`,
)

const moveHold = statement(
  'loyalty_token_hold.move',
  'account',
  `update loyalty_token_hold set status = $3, given_back = $4::text::bigint, ended_at = coalesce(ended_at, $5)
   where account_id = $1 and id = $2`,
)

const readParts = statement(
  'loyalty_token_hold_part.ofHold',
  'account',
  `select lot_id, amount::text as amount from loyalty_token_hold_part where account_id = $1 and hold_id = $2
   order by position`,
)

import { atomicAgain } from '#kit/call/atomicAgain.ts'
import type { Ctx, RowOf } from '#kit/call/context.ts'
import { problem, reason, reasons } from '#kit/call/problem.ts'
import { statement } from '#kit/call/statement.ts'
import type { Refunded } from '#kit/call/rewards.ts'
import { encodeId, uuidv7 } from '#kit/values/ids.ts'
import { balanceKey, balancesOf, post, type Posting } from '#platform/ledger/posting.ts'
import { tokensSpent } from '#products/loyalty/facts.ts'
import { ledgerOf, own, shared, type Tokens } from './tokenLedgers.ts'
import { applyTaken, returnParts, takeLots } from './tokenLots.ts'
import { postReversals, takeOwed } from './tokenReversal.ts'
import { shareOf } from './tokenShare.ts'
import type { Moved, Ordered } from './tokenSpend.ts'

/** Refusal of a move that the state of a hold does not allow. */
export const holdEnded = reason('conflict', 'hold_ended', 'The tokens of this hold were captured or given back before.')

/** A hold as its row has it, locked. */
export type Hold = RowOf<typeof lockHold>

/** Sets tokens of a contact aside. Throws insufficient_balance, and client_reference_exists for another amount. */
export function holdTokens(ctx: Ctx, of: Ordered): Promise<Moved> {
  return atomicAgain(ctx, async (inner) => {
    const known = await findHold(inner, of.reference)
    if (known !== undefined) return repeatOf(inner, of, known)
    const taken = await takeLots(inner, of)
    const timed = await applyTaken(inner, of, taken)
    const id = uuidv7(inner.now().getTime())
    const parts = taken.parts.map(({ lotId, amount }) => ({ lot_id: lotId, amount: String(amount) }))
    const values = [id, of.reference, of.contactId, of.token, String(of.amount), of.rewardId ?? null]
    const made = await inner.db.rows(insertHold, [
      inner.account.id,
      ...values,
      inner.now().toISOString(),
      JSON.stringify(parts),
    ])
    // A concurrent call made it between: what this one took from the lots is rolled back.
    if (made.length === 0) throw problem(reasons.writeContended)
    const entries = [own('member', { ...of, amount: -of.amount }), own('hold', of)]
    return postedFor(inner, of, [...timed, postingOf(inner, { kind: 'hold', of, entries })])
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
    await inner.db.rows(moveHold, [inner.account.id, hold.id, status, '0'])
    const parts = status === 'released' ? await partsOf(inner, hold.id) : []
    await returnParts(inner, parts)
    const owed = await takeOwed(
      inner,
      parts.map(({ lotId }) => lotId),
    )
    const back = { ...of, amount: -of.amount }
    const entries = [own('hold', back), status === 'captured' ? shared('redeemed', of) : own('member', of)]
    const kind = status === 'captured' ? 'capture' : 'void'
    const moved = await postedFor(inner, of, [postingOf(inner, { kind, of, entries })])
    if (status === 'captured') emitSpent(inner, of, moved)
    if (owed.length === 0) return { ...moved, of }
    await postReversals(inner, [], owed)
    return { ...moved, balanceAfter: await balanceOf(inner, of), of }
  })
}

/**
 * Returns the refunded share of a captured hold to its lots, and returns their ids with the posting, which the caller
 * posts. A share that is not larger than before returns nothing.
 */
export async function returnHold(
  ctx: Ctx,
  of: Refunded,
): Promise<{ lotIds: readonly string[]; postings: readonly Posting[] }> {
  const hold = await findHold(ctx, of.reference)
  if (hold === undefined || hold.status !== 'captured') return { lotIds: [], postings: [] }
  const before = BigInt(hold.given_back)
  const wanted = shareOf(BigInt(hold.amount), of)
  if (wanted <= before) return { lotIds: [], postings: [] }
  const back = { ...tokensOf(hold), amount: wanted - before }
  await ctx.db.rows(moveHold, [ctx.account.id, hold.id, 'captured', String(wanted)])
  const parts = between(await partsOf(ctx, hold.id), before, wanted)
  await returnParts(ctx, parts)
  const entries = [shared('redeemed', { ...back, amount: -back.amount }), own('member', back)]
  const posting = postingOf(ctx, { kind: 'giveBack', of: back, entries })
  const lotIds = parts.map(({ lotId }) => lotId)
  return { lotIds, postings: [{ ...posting, reference: `${posting.reference}:${wanted}` }] }
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

async function repeatOf(ctx: Ctx, of: Ordered, hold: Hold): Promise<Moved> {
  const { contactId, token, amount } = tokensOf(hold)
  if (contactId !== of.contactId || token !== of.token || amount !== of.amount) {
    throw problem(reasons.clientReferenceExists)
  }
  return { txnId: hold.id, isRepeat: true, balanceAfter: await balanceOf(ctx, of) }
}

async function balanceOf(ctx: Ctx, { contactId, token }: Tokens): Promise<bigint> {
  const ledger = ledgerOf('member', contactId)
  return (await balancesOf(ctx, 'tokens', [ledger])).get(balanceKey(ledger, token)) ?? 0n
}

async function postedFor(ctx: Ctx, of: Ordered, postings: readonly Posting[]): Promise<Moved> {
  const posted = (await post(ctx, postings)).at(-1)
  const balance = posted?.balances.get(balanceKey(ledgerOf('member', of.contactId), of.token))
  return {
    txnId: posted?.txnId ?? '',
    isRepeat: posted?.isRepeat ?? false,
    balanceAfter: balance ?? (await balanceOf(ctx, of)),
  }
}

type Kind = { kind: 'hold' | 'capture' | 'void' | 'giveBack'; of: Ordered; entries: Posting['entries'] }

function postingOf(ctx: Ctx, { kind, of, entries }: Kind): Posting {
  const subject = encodeId('con', ctx.account.id, of.contactId)
  return { book: 'tokens', kind, reference: `${kind}:${of.reference}`, subject, entries }
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
  `select id, reference, contact_id, token, amount::text as amount, given_back::text as given_back, status, reward_id
   from loyalty_token_hold where account_id = $1 and reference = $2 for update`,
)

const insertHold = statement(
  'loyalty_token_hold.insert',
  'account',
  `with made as (
     insert into loyalty_token_hold (account_id, id, reference, contact_id, token, amount, given_back, status,
       reward_id, created_at)
     values ($1, $2, $3, $4, $5, $6::text::bigint, 0, 'held', $7, $8)
     on conflict (account_id, reference) do nothing returning account_id, id),
   parts as (
     insert into loyalty_token_hold_part (account_id, hold_id, position, lot_id, amount)
     select m.account_id, m.id, p.position, (p.item ->> 'lot_id')::uuid, (p.item ->> 'amount')::bigint
     from made m, json_array_elements($9::json) with ordinality as p (item, position))
   select id from made`,
)

const moveHold = statement(
  'loyalty_token_hold.move',
  'account',
  `update loyalty_token_hold set status = $3, given_back = $4::text::bigint where account_id = $1 and id = $2`,
)

const readParts = statement(
  'loyalty_token_hold_part.ofHold',
  'account',
  `select lot_id, amount::text as amount from loyalty_token_hold_part where account_id = $1 and hold_id = $2
   order by position`,
)

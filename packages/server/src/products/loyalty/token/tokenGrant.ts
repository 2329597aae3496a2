import type { Ctx } from '#kit/call/context.ts'
import { encodeId } from '#kit/values/ids.ts'
import { balanceKey, post, postingStatement, type Posted, type Posting } from '#platform/ledger/posting.ts'
import { tokensGranted } from '#products/loyalty/facts.ts'
import { ledgerOf, own, shared } from './tokenLedgers.ts'

/** Tokens to give to a contact. Ids are row ids. */
export type Grant = {
  contactId: string
  token: string
  amount: bigint
  kind: 'grant' | 'rule' | 'offer'
  /** Name of the grant: a repeat grants once. */
  reference: string
  rewardId: string | null
  reason: string | null
  /** Moment from which they can be spent: they are pending until then. Now when left out. */
  availableAt?: Date | undefined
  expiresAt: Date | null
  /** Purchase that gave them: its refunds take them back. */
  purchase?: string | undefined
}

/** Result of a grant. `balanceAfter`: tokens that the contact can spend, or that are pending with it. */
export type Granted = { txnId: string; isRepeat: boolean; balanceAfter: bigint }

/**
 * Grants tokens in one statement: transaction, entries, balances and lots. A lot has the id of its transaction. Call
 * inside `ctx.atomic`, after other locks. The caller has found the contacts.
 */
export async function grantTokens(ctx: Ctx, grants: readonly Grant[]): Promise<Granted[]> {
  const postings = grants.map((grant) => postingOf(ctx, grant))
  const values = (ids: readonly string[]) => [
    JSON.stringify(grants.map((grant, index) => lotOf(ctx, grant, ids[index]))),
  ]
  const posted = await post(ctx, postings, { statement: insertLots, values })
  return posted.map((each, index) => {
    const grant = grants[index]
    const balanceAfter = grant === undefined ? 0n : balanceOf(grant, each)
    if (grant !== undefined && !each.isRepeat) {
      const { fact, payload, subject } = grantedFact(ctx, grant, each.txnId)
      ctx.emit(fact, payload, subject)
    }
    return { txnId: each.txnId, isRepeat: each.isRepeat, balanceAfter }
  })
}

/** The posting of a grant. */
export function postingOf(ctx: Pick<Ctx, 'account'>, grant: Grant): Posting {
  const { kind, reference, rewardId, contactId } = grant
  const subject =
    rewardId === null ? encodeId('con', ctx.account.id, contactId) : encodeId('rwd', ctx.account.id, rewardId)
  const entries = [shared('issuer', { ...grant, amount: -grant.amount }), own(ledgerAfter(grant), grant)]
  return { book: 'tokens', kind, reference, subject, entries }
}

function ledgerAfter({ availableAt }: Grant): 'pending' | 'member' {
  return availableAt === undefined ? 'member' : 'pending'
}

/** The balance of the contact after a grant. */
export function balanceOf(grant: Grant, { balances }: Pick<Posted, 'balances'>): bigint {
  return balances.get(balanceKey(ledgerOf(ledgerAfter(grant), grant.contactId), grant.token)) ?? 0n
}

function lotOf(ctx: Ctx, grant: Grant, id: string | undefined) {
  const now = ctx.now().toISOString()
  return {
    id,
    contact_id: grant.contactId,
    token: grant.token,
    amount: String(grant.amount),
    is_pending: ledgerAfter(grant) === 'pending',
    available_at: grant.availableAt?.toISOString() ?? now,
    expires_at: grant.expiresAt?.toISOString() ?? null,
    reward_id: grant.rewardId,
    created_at: now,
    purchase: grant.purchase ?? null,
  }
}

/** The fact of a grant. */
export function grantedFact(ctx: Pick<Ctx, 'account'>, grant: Grant, txnId: string) {
  const { token, reason, expiresAt, availableAt } = grant
  const contactId = encodeId('con', ctx.account.id, grant.contactId)
  const transactionId = encodeId('txn', ctx.account.id, txnId)
  const rewardId = grant.rewardId === null ? null : encodeId('rwd', ctx.account.id, grant.rewardId)
  const moments = { availableAt: availableAt?.toISOString() ?? null, expiresAt: expiresAt?.toISOString() ?? null }
  const payload = { id: transactionId, contactId, token, amount: Number(grant.amount), rewardId, reason, ...moments }
  return { fact: tokensGranted, payload, subject: { id: transactionId, status: 'posted', version: 1 } }
}

// The lots of $5.
const lotsStep = `lots as (
     insert into loyalty_token_lot (account_id, id, contact_id, token, amount, remaining, is_pending, available_at,
       expires_at, reward_id, created_at, purchase)
     select $1::bigint, l.id, l.contact_id, l.token, l.amount, l.amount, l.is_pending, l.available_at, l.expires_at,
       l.reward_id, l.created_at, l.purchase
     from json_to_recordset($5::json) as l (id uuid, contact_id uuid, token text, amount bigint, is_pending boolean,
       available_at timestamptz, expires_at timestamptz, reward_id uuid, created_at timestamptz, purchase text)
     join posted p on p.id = l.id)`

const insertLots = postingStatement('loyalty_token_lot.grant', lotsStep)

import type { CreateOptions, Ctx } from '#kit/call/context.ts'
import { field, invalid, unknownReference } from '#kit/call/problem.ts'
import { view, type Draft } from '#kit/nouns/resource.ts'
import { foldName } from '#kit/values/foldedText.ts'
import { encodeId, parseId, uuidv7 } from '#kit/values/ids.ts'
import { journalSteps } from '#platform/db/writeSql.ts'
import { postCredit, postingStatement } from '#platform/ledger/posting.ts'
import { rewardCreated } from '#products/loyalty/facts.ts'
import { contactUuid } from '#products/loyalty/token/rewardsPort.ts'
import { readBalances } from '#products/loyalty/token/tokenBalances.ts'
import { defaultToken } from '#products/loyalty/token/tokenFields.ts'
import {
  balanceOf,
  grantedFact,
  grantTokens,
  lotOf,
  lotsStep,
  postingOf,
  type Grant,
} from '#products/loyalty/token/tokenGrant.ts'
import { reward, type Reward } from './reward.ts'
import { expiryOf } from './rewardExpiry.ts'
import { presentReward } from './rewardRead.ts'
import { countByHand } from './ruleCaps.ts'

type HowToGrant = { status: unknown; options: CreateOptions }

/** Gives tokens to a contact; under a clientReference in a transaction that finds the first result of a repeat. */
export async function granted(ctx: Ctx, draft: Draft<typeof reward>, { status, options }: HowToGrant) {
  if (status !== undefined) throw invalid(field('status', 'notAllowed', 'a grant has no state of your choice'))
  const { contactId, expiresAt } = draft
  if (typeof expiresAt === 'string' && Date.parse(expiresAt) <= ctx.now().getTime())
    throw invalid(field('expiresAt', 'minimum', 'must be in the future'))
  const contact = typeof contactId === 'string' ? await contactUuid(ctx, contactId) : ''
  const rule = await ruleOf(ctx, draft)
  if (options.clientReference === undefined && rule === undefined)
    return grantedAtOnce(ctx, recordOf(ctx, draft, options), contact)
  return ctx.atomic(async (inner) => {
    const made = await inner.store.create(reward, draft, { ...options, status: statusOf(inner, draft) })
    const { record } = made
    if (!made.created) return repeated(inner, record)
    if (rule !== undefined) await countByHand(inner, rule, countOf(record))
    const [grant] = await grantTokens(inner, [grantOf(inner, record, contact)])
    const transactionId = encodeId('txn', inner.account.id, grant?.txnId ?? '')
    const more = { transactionId, remaining: record.amount, balanceAfter: Number(grant?.balanceAfter ?? 0) }
    return { ...view(reward, record, 'owner'), ...more, created: true }
  })
}

/** Writes reward, transaction, lot, audit row and facts in one statement and one commit. */
async function grantedAtOnce(ctx: Ctx, record: Reward, contact: string) {
  reward.check(record)
  const grant = grantOf(ctx, record, contact)
  const shown = view(reward, record, 'owner')
  const values = (ids: readonly string[]) => {
    const { token, amount, contactId } = record
    const changes = { mode: 'grant', token, amount, contactId }
    const created = { fact: rewardCreated, payload: { ...shown, ...subjectOf(record) }, subject: subjectOf(record) }
    const { audit, outbox } = ctx.journal({ action: 'loyalty.reward.created', target: record.id, changes }, [
      created,
      grantedFact(ctx, grant, ids[0] ?? ''),
    ])
    const rows = [[lotOf(ctx, grant, ids[0])], rowOf(record), audit, outbox]
    return rows.map((each) => JSON.stringify(each))
  }
  const posted = await postCredit(ctx, postingOf(ctx, grant), { statement: insertGrant, values })
  if (posted === undefined) throw new Error(`the grant ${record.id} was posted before it was made`)
  const transactionId = encodeId('txn', ctx.account.id, posted.txnId)
  const balanceAfter = Number(balanceOf(ctx, grant, posted))
  return { ...shown, transactionId, remaining: record.amount, balanceAfter, created: true }
}

/** The rule whose caps a grant counts towards. Throws invalid for an unknown one, and for a reward of another mode. */
async function ruleOf(ctx: Ctx, { ruleId }: Draft<typeof reward>): Promise<Reward | undefined> {
  if (typeof ruleId !== 'string') return undefined
  const rule = await ctx.store.find(reward, ruleId)
  if (rule?.mode !== 'rule') throw invalid(unknownReference('ruleId'))
  return rule
}

function countOf({ contactId, amount }: Reward) {
  return { contactId: contactId ?? '', amount: BigInt(amount ?? 0) }
}

function subjectOf({ id, status, version }: Reward) {
  return { id, status, version }
}

function statusOf(ctx: Ctx, { availableAt }: Pick<Draft<typeof reward>, 'availableAt'>): 'pending' | 'posted' {
  return typeof availableAt === 'string' && Date.parse(availableAt) > ctx.now().getTime() ? 'pending' : 'posted'
}

/** The record that a create of the store would make. */
function recordOf(ctx: Ctx, draft: Draft<typeof reward>, options: CreateOptions): Reward {
  const now = ctx.now().toISOString()
  const fields = Object.entries(reward.fields).map(([name, { fallback }]) => {
    // cast: names of the resource's fields; the draft may lack some.
    const sent = (draft as Record<string, unknown>)[name]
    return [name, sent ?? fallback ?? null]
  })
  const id = encodeId('rwd', ctx.account.id, uuidv7(ctx.now().getTime()))
  const base = { id, status: statusOf(ctx, draft), version: 1, createdAt: now, updatedAt: now, clientReference: null }
  // cast: the input check accepted the draft, so its fields and their defaults make a record.
  return { ...Object.fromEntries(fields), ...base, metadata: options.metadata ?? {} } as Reward
}

function grantOf(ctx: Ctx, record: Reward, contactId: string): Grant {
  const { amount, availableAt, reason, status } = record
  const rewardId = parseId('rwd', record.id)?.uuid ?? ''
  const later = status === 'pending' && availableAt !== null ? new Date(availableAt) : undefined
  return {
    contactId,
    token: record.token,
    amount: BigInt(amount ?? 0),
    kind: 'grant',
    reference: `grant:${rewardId}`,
    rewardId,
    reason,
    availableAt: later,
    expiresAt: expiryOf(record, later ?? ctx.now()),
  }
}

function rowOf(record: Reward) {
  return {
    id: parseId('rwd', record.id)?.uuid,
    status: record.status,
    metadata: record.metadata,
    name: record.name,
    token: record.token ?? defaultToken,
    amount: record.amount,
    contact_id: record.contactId,
    reason: record.reason,
    available_at: record.availableAt,
    expires_at: record.expiresAt,
    expires_after: record.expiresAfter,
    name_key: foldName(record.name),
  }
}

async function repeated(ctx: Ctx, record: Reward) {
  const balances = (await readBalances(ctx, [record.contactId ?? ''])).get(record.contactId ?? '')
  const of = balances?.find(({ token }) => token === record.token)
  const balance = record.status === 'pending' ? of?.pending : of?.available
  return { ...(await presentReward(ctx, record)), balanceAfter: Number(balance ?? 0), created: false }
}

const insertGrant = postingStatement(
  'loyalty_reward.grant',
  `${lotsStep},
   made as (
     insert into loyalty_reward (account_id, id, status, version, created_at, updated_at, metadata, name, mode, token,
       amount, contact_id, reason, available_at, expires_at, expires_after, redeemed, name_key)
     select $1::bigint, r.id, r.status, 1, $2::timestamptz, $2::timestamptz, r.metadata, r.name, 'grant', r.token,
       r.amount, r.contact_id, r.reason, r.available_at, r.expires_at, r.expires_after, 0, r.name_key
     from json_to_record($6::json) as r (id uuid, status text, metadata jsonb, name text, token text, amount bigint,
       contact_id text, reason text, available_at timestamptz, expires_at timestamptz, expires_after text,
       name_key text)),
   journal as (select $1::bigint as account_id, $7::json as audit, $8::json as outbox),
   ${journalSteps('journal')}`,
)

import { openBatches, type CallBatches } from '#kit/call/callBatches.ts'
import type { CreateOptions, Ctx } from '#kit/call/context.ts'
import { field, invalid, unknownReference } from '#kit/call/problem.ts'
import { view, type Draft } from '#kit/nouns/resource.ts'
import { foldName } from '#kit/values/foldedText.ts'
import { encodeId, parseId } from '#kit/values/ids.ts'
import { explain } from '#platform/db/problems.ts'
import { masked, newRecord } from '#platform/db/recordChanges.ts'
import { contentHash } from '#platform/db/storeWrites.ts'
import { journalSteps } from '#platform/db/writeSql.ts'
import { postCredits, postingStatement, type Posted, type Posting } from '#platform/ledger/posting.ts'
import { rewardCreated } from '#products/loyalty/facts.ts'
import { contactUuid } from '#products/loyalty/token/rewardsPort.ts'
import { readBalances } from '#products/loyalty/token/tokenBalances.ts'
import { balanceOf, grantedFact, grantTokens, postingOf, type Grant } from '#products/loyalty/token/tokenGrant.ts'
import { reward, type Reward } from './reward.ts'
import { expiryOf } from './rewardExpiry.ts'
import { presentReward } from './rewardRead.ts'
import { countByHand } from './ruleCaps.ts'

type HowToGrant = { status: unknown; options: CreateOptions }

/** Gives tokens to a contact. A repeat under one clientReference finds the grant of the first. */
export async function granted(ctx: Ctx, draft: Draft<typeof reward>, { status, options }: HowToGrant) {
  if (status !== undefined) throw invalid(field('status', 'notAllowed', 'a grant has no state of your choice'))
  const { contactId, expiresAt } = draft
  if (typeof expiresAt === 'string' && Date.parse(expiresAt) <= ctx.now().getTime())
    throw invalid(field('expiresAt', 'minimum', 'must be in the future'))
  const contact = typeof contactId === 'string' ? await contactUuid(ctx, contactId) : ''
  const rule = await ruleOf(ctx, draft)
  const creating = { draft, options: { ...options, status: statusOf(ctx, draft) }, rule }
  if (rule !== undefined) return grantedAlone(ctx, creating, contact)
  const prepared = prepareGrant(ctx, creating, contact)
  const posted = ctx.isAtomic ? (await writeGrants(ctx, [prepared]))[0] : await writeGrant(ctx, prepared)
  return posted === undefined ? grantedAlone(ctx, creating, contact) : resultOf(ctx, prepared, posted)
}

type Creating = { draft: Draft<typeof reward>; options: CreateOptions; rule: Reward | undefined }

/** A grant that is ready to be written, with its audit row and facts. */
type PreparedGrant = { record: Reward; grant: Grant; posting: Posting; rowOf(txnId: string): Record<string, unknown> }

/** Prepares a grant; the statement of `writeGrants` decides whether it happens. */
function prepareGrant(ctx: Ctx, { draft, options }: Creating, contact: string): PreparedGrant {
  // cast: the record has the fields of the resource that makes it.
  const record = newRecord(ctx, { of: reward, draft, options }) as Reward
  reward.check(record)
  const grant = grantOf(record, contact)
  const hash = options.clientReference === undefined ? null : contentHash({ draft, options }).toString('hex')
  const columns = { ...columnsOf(record), ...lotColumnsOf(record, grant), reference_hash: hash }
  const { id, status, version } = record
  const subject = { id, status, version }
  const about = { action: 'loyalty.reward.created', target: id, changes: masked(reward, record) }
  const created = { fact: rewardCreated, payload: { ...view(reward, record, 'owner'), ...subject }, subject }
  const rowOf = (txnId: string) => ({
    ...columns,
    txn: txnId,
    ...ctx.journal(about, [created, grantedFact(ctx, grant, txnId)]),
  })
  return { record, grant, posting: postingOf(ctx, grant), rowOf }
}

/** Writes one grant outside a transaction. Grants at the same time share a statement and its commit. */
function writeGrant(ctx: Ctx, prepared: PreparedGrant): Promise<Posted | undefined> {
  return ctx.memory('loyalty.grants', openGrantBatches).run(ctx, prepared)
}

function openGrantBatches(): CallBatches<PreparedGrant, Posted | undefined> {
  return openBatches<PreparedGrant, Posted | undefined>({ keysOf: () => [], together: writeGrants })
}

/**
 * Writes grants of one account in one statement: rewards, transactions, lots, audit rows and facts. Undefined in the
 * place of a grant whose clientReference is known; nothing of it is written.
 */
async function writeGrants(ctx: Ctx, grants: readonly PreparedGrant[]): Promise<(Posted | undefined)[]> {
  const values = (ids: readonly string[]) => [JSON.stringify(grants.map(({ rowOf }, index) => rowOf(ids[index] ?? '')))]
  const postings = grants.map(({ posting }) => posting)
  try {
    return await postCredits(ctx, postings, { statement: insertGrants, values })
  } catch (error) {
    throw explain(error, reward)
  }
}

/**
 * Writes a grant in a transaction of its own: one within the caps of a rule, whose counters it locks; or the one of a
 * known clientReference, which answers the result of the first, or is new when the first was deleted since.
 */
function grantedAlone(ctx: Ctx, { draft, options, rule }: Creating, contact: string) {
  return ctx.atomic(async (inner) => {
    const made = await inner.store.create(reward, draft, options)
    const { record } = made
    if (!made.created) return repeated(inner, record)
    if (rule !== undefined) await countByHand(inner, rule, countOf(record))
    const grant = grantOf(record, contact)
    const [{ txnId, balanceAfter } = { txnId: '', balanceAfter: 0n }] = await grantTokens(inner, [grant])
    return shownAs(inner, record, { txnId, balanceAfter })
  })
}

function resultOf(ctx: Ctx, { record, grant }: PreparedGrant, posted: Posted) {
  return shownAs(ctx, record, { txnId: posted.txnId, balanceAfter: balanceOf(grant, posted) })
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

function shownAs(ctx: Ctx, record: Reward, { txnId, balanceAfter }: { txnId: string; balanceAfter: bigint }) {
  const transactionId = encodeId('txn', ctx.account.id, txnId)
  const more = { transactionId, remaining: record.amount, balanceAfter: Number(balanceAfter), created: true }
  return { ...view(reward, record, 'owner'), ...more }
}

function statusOf(ctx: Ctx, { availableAt }: Pick<Draft<typeof reward>, 'availableAt'>): 'pending' | 'posted' {
  return typeof availableAt === 'string' && Date.parse(availableAt) > ctx.now().getTime() ? 'pending' : 'posted'
}

function grantOf(record: Reward, contactId: string): Grant {
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
    expiresAt: expiryOf(record, later ?? new Date(record.createdAt)),
  }
}

function columnsOf(record: Reward) {
  return {
    id: parseId('rwd', record.id)?.uuid,
    status: record.status,
    created_at: record.createdAt,
    client_reference: record.clientReference,
    metadata: record.metadata,
    name: record.name,
    token: record.token,
    amount: record.amount,
    contact_id: record.contactId,
    reason: record.reason,
    available_at: record.availableAt,
    expires_at: record.expiresAt,
    expires_after: record.expiresAfter,
    name_key: foldName(record.name),
  }
}

function lotColumnsOf({ createdAt }: Reward, { contactId, availableAt, expiresAt }: Grant) {
  return {
    lot_contact_id: contactId,
    is_pending: availableAt !== undefined,
    lot_available_at: availableAt?.toISOString() ?? createdAt,
    lot_expires_at: expiresAt?.toISOString() ?? null,
  }
}

async function repeated(ctx: Ctx, record: Reward) {
  const balances = (await readBalances(ctx, [record.contactId ?? ''])).get(record.contactId ?? '')
  const of = balances?.find(({ token }) => token === record.token)
  const balance = record.status === 'pending' ? of?.pending : of?.available
  return { ...(await presentReward(ctx, record)), balanceAfter: Number(balance ?? 0), created: false }
}

/** Rewards are inserted in the order of their references, so that two statements never wait for each other. */
const rewardSteps = `sent as materialized (
     select * from json_to_recordset($5::json) as r (id uuid, txn uuid, status text, created_at timestamptz,
       client_reference text, reference_hash text, metadata jsonb, name text, token text, amount bigint,
       contact_id text, reason text, available_at timestamptz, expires_at timestamptz, expires_after text,
       name_key text, lot_contact_id uuid, is_pending boolean, lot_available_at timestamptz,
       lot_expires_at timestamptz, audit json, outbox json)),
   made as (
     insert into loyalty_reward (account_id, id, status, version, created_at, updated_at, client_reference,
       client_reference_hash, metadata, name, mode, token, amount, contact_id, reason, available_at, expires_at,
       expires_after, redeemed, name_key)
     select $1::bigint, r.id, r.status, 1, r.created_at, r.created_at, r.client_reference,
       decode(r.reference_hash, 'hex'), r.metadata, r.name, 'grant', r.token, r.amount, r.contact_id, r.reason,
       r.available_at, r.expires_at, r.expires_after, 0, r.name_key
     from sent r order by r.client_reference, r.id
     on conflict (account_id, client_reference) where client_reference is not null and deleted_at is null
     do nothing returning account_id, id)`

const insertGrants = postingStatement(
  'loyalty_reward.grant',
  `written as materialized (
     select m.account_id, s.* from sent s join made m on m.account_id = $1 and m.id = s.id
     join posted p on p.id = s.txn),
   lots as (
     insert into loyalty_token_lot (account_id, id, contact_id, token, amount, remaining, is_pending, available_at,
       expires_at, reward_id, created_at)
     select w.account_id, w.txn, w.lot_contact_id, w.token, w.amount, w.amount, w.is_pending, w.lot_available_at,
       w.lot_expires_at, w.id, w.created_at
     from written w),
   ${journalSteps('written')}`,
  { steps: rewardSteps, admitted: 'select s.txn from sent s join made m on m.account_id = $1 and m.id = s.id' },
)

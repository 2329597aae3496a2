import { atomicAgain } from '#kit/call/atomicAgain.ts'
import type { Ctx } from '#kit/call/context.ts'
import { contactsPort } from '#kit/call/contacts.ts'
import { statement } from '#kit/call/statement.ts'
import { encodeId, parseId, uuidv7 } from '#kit/values/ids.ts'
import { reaction } from '#kit/nouns/reaction.ts'
import { closed } from '#kit/nouns/standard.ts'
import { task } from '#kit/nouns/task.ts'
import { nullable } from '#kit/values/fields.ts'
import { Type } from '#kit/values/schema.ts'
import { post, type Posting } from '#platform/ledger/posting.ts'
import { contactDeleted, contactMerged } from '#products/marketing/facts.ts'
import { own, shared, type OwnLedger } from './tokenLedgers.ts'
import { applyLots } from './tokenLots.ts'

/** Time in which every call that found the contact before its merge has ended. */
const againMs = 5 * 60_000

/** Moves tokens that a call gave to the contact while it was merged or erased. */
const moveAgain = task(
  'loyalty.token.moveAgain',
  'Moves tokens that came to a contact during its merge, and ends those that came during its erasure.',
  closed({
    from: Type.String({ description: 'Row id of the contact that is gone.' }),
    to: nullable(Type.String({ description: 'Row id of the contact that stays; null for none.' })),
  }),
  async (ctx, { from, to }) => {
    await (to === null ? forfeitTokens(ctx, from) : moveTokens(ctx, from, (await remainingUuid(ctx, to)) ?? to))
  },
)

/** Tasks of tokens. */
export const tasks = [moveAgain]

/** Reactions to contacts that are merged or erased. */
export const reactions = [
  reaction('loyalty.token.merge', contactMerged, async (ctx, { payload }) => {
    const [from, to] = [payload.mergedId, payload.id].map((id) => parseId('con', id)?.uuid)
    if (from === undefined || to === undefined) return
    await moveTokens(ctx, from, (await remainingUuid(ctx, to)) ?? to)
    ctx.later(moveAgain, { from, to }, new Date(ctx.now().getTime() + againMs))
  }),
  reaction('loyalty.token.forfeit', contactDeleted, async (ctx, { payload }) => {
    const contact = parseId('con', payload.id)?.uuid
    if (contact === undefined) return
    await forfeitTokens(ctx, contact)
    ctx.later(moveAgain, { from: contact, to: null }, new Date(ctx.now().getTime() + againMs))
  }),
]

/** The last contact of a chain of merges; undefined for one that is erased. */
async function remainingUuid(ctx: Ctx, contact: string): Promise<string | undefined> {
  const id = encodeId('con', ctx.account.id, contact)
  return parseId('con', (await ctx.port(contactsPort).remaining(ctx, [id])).get(id) ?? '')?.uuid
}

/** Moves all tokens of a contact that was merged to the one that stays, with lots, holds, grants and counters. */
async function moveTokens(ctx: Ctx, from: string, to: string): Promise<void> {
  await atomicAgain(ctx, async (inner) => {
    const names = [from, to].map((uuid) => encodeId('con', inner.account.id, uuid))
    const lots = await lockMoving(inner, from)
    const rows = await inner.db.rows(moveLots, [inner.account.id, from, to, lots])
    await inner.db.rows(moveRewards, [inner.account.id, ...names, inner.now().toISOString()])
    await inner.db.rows(moveCounts, [inner.account.id, from, to])
    await inner.db.rows(moveProgress, [inner.account.id, from, to])
    const postings = rows.map((row): Posting => {
      const ledger = ledgerNamed(row.ledger)
      const of = { token: row.token ?? '', amount: BigInt(row.amount ?? 0) }
      const taken = own(ledger, { contactId: from, token: of.token, amount: -of.amount })
      return {
        book: 'tokens',
        kind: 'merge',
        reference: `merge:${uuidv7(inner.now().getTime())}`,
        subject: names[1] ?? '',
        entries: [taken, own(ledger, { contactId: to, ...of })],
      }
    })
    await post(inner, postings)
  })
}

/**
 * Locks all lots of a contact, and returns their ids. Repeats until a pass finds no new one: every hold that took
 * tokens of these lots is committed, and the next statement reads it.
 */
async function lockMoving(ctx: Ctx, contactId: string): Promise<string[]> {
  await ctx.db.rows(lockHolds, [ctx.account.id, contactId])
  let count = -1
  for (;;) {
    const lots = await ctx.db.rows(lockLots, [ctx.account.id, contactId])
    if (lots.length === count) return lots.map(({ id }) => id)
    count = lots.length
  }
}

/** Lets all tokens of an erased contact expire; its row id stays in the ledger as a pseudonym. */
async function forfeitTokens(ctx: Ctx, contactId: string): Promise<void> {
  await atomicAgain(ctx, async (inner) => {
    const name = encodeId('con', inner.account.id, contactId)
    const lots = await inner.db.rows(lockAll, [inner.account.id, contactId])
    const ended = lots.map(({ id }) => ({ id, remaining: 0n, isPending: false, end: 'expired' as const }))
    await applyLots(inner, ended)
    // Tokens that a hold or a refund gives back later expire at once.
    await inner.db.rows(endLots, [inner.account.id, contactId, inner.now().toISOString()])
    await inner.db.rows(forgetRewards, [inner.account.id, name, inner.now().toISOString()])
    const sums = Map.groupBy(lots, (lot) => `${lot.is_pending ? 'pending' : 'member'} ${lot.token}`)
    const postings = [...sums].map(([key, each]): Posting => {
      const [ledger, token = ''] = key.split(' ')
      const amount = each.reduce((sum, { remaining }) => sum + BigInt(remaining ?? 0), 0n)
      const taken = own(ledgerNamed(ledger ?? null), { contactId, token, amount: -amount })
      const reference = `forfeit:${uuidv7(inner.now().getTime())}`
      const entries = [taken, shared('expired', { token, amount })]
      return { book: 'tokens', kind: 'forfeit', reference, subject: name, entries }
    })
    await post(inner, postings)
  })
}

function ledgerNamed(name: string | null): OwnLedger {
  return name === 'pending' || name === 'hold' ? name : 'member'
}

const moveLots = statement(
  'loyalty_token_lot.merge',
  'account',
  `with lots as (
     update loyalty_token_lot set contact_id = $3 where account_id = $1 and id = any($4::uuid[])
     returning token, remaining, is_pending),
   holds as (
     update loyalty_token_hold h set contact_id = $3 where account_id = $1 and contact_id = $2 and exists (
       select 1 from loyalty_token_hold_part p
       where p.account_id = $1 and p.hold_id = h.id and p.lot_id = any($4::uuid[]))
     returning token, amount, status)
   select t.ledger, t.token, sum(t.amount)::text as amount from (
     select case when is_pending then 'pending' else 'member' end as ledger, token, remaining as amount from lots
     where remaining > 0
     union all
     select 'hold', token, amount from holds where status = 'held') t
   group by t.ledger, t.token order by t.ledger, t.token`,
)

// Holds first, as their ends lock them.
const lockHolds = statement(
  'loyalty_token_hold.lockOfContact',
  'account',
  'select id from loyalty_token_hold where account_id = $1 and contact_id = $2 order by id for update',
)

const lockLots = statement(
  'loyalty_token_lot.lockOfContact',
  'account',
  'select id from loyalty_token_lot where account_id = $1 and contact_id = $2 order by expires_at, id for update',
)

const moveRewards = statement(
  'loyalty_reward.merge',
  'account',
  `update loyalty_reward set contact_id = $3, version = version + 1, updated_at = $4
   where account_id = $1 and contact_id = $2 and deleted_at is null`,
)

const moveCounts = statement(
  'loyalty_reward_count.merge',
  'account',
  `with gone as (
     delete from loyalty_reward_count where account_id = $1 and contact_id = $2 returning reward_id, span, used)
   insert into loyalty_reward_count (account_id, reward_id, contact_id, span, used)
   select $1, reward_id, $3, span, used from gone
   on conflict (account_id, reward_id, contact_id, span)
     do update set used = loyalty_reward_count.used + excluded.used`,
)

const moveProgress = statement(
  'loyalty_reward_progress.merge',
  'account',
  `with gone as (
     delete from loyalty_reward_progress where account_id = $1 and contact_id = $2 returning reward_id, rest)
   insert into loyalty_reward_progress (account_id, reward_id, contact_id, rest)
   select $1, reward_id, $3, rest from gone
   on conflict (account_id, reward_id, contact_id) do update set rest = loyalty_reward_progress.rest + excluded.rest`,
)

const lockAll = statement(
  'loyalty_token_lot.lockAll',
  'account',
  `select id, token, remaining::text as remaining, is_pending from loyalty_token_lot
   where account_id = $1 and contact_id = $2 and remaining > 0 order by id for update`,
)

const forgetRewards = statement(
  'loyalty_reward.forget',
  'account',
  `update loyalty_reward set reason = null, metadata = '{}', version = version + 1, updated_at = $3
   where account_id = $1 and contact_id = $2 and deleted_at is null`,
)

const endLots = statement(
  'loyalty_token_lot.endOfContact',
  'account',
  'update loyalty_token_lot set expires_at = $3, owed = 0 where account_id = $1 and contact_id = $2',
)

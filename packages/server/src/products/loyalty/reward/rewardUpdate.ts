import { atomicAgain } from '#kit/call/atomicAgain.ts'
import type { Ctx } from '#kit/call/context.ts'
import { field, invalid, problem, reasons } from '#kit/call/problem.ts'
import { statement } from '#kit/call/statement.ts'
import { madeFirst, once, operation } from '#kit/nouns/operation.ts'
import { outputSchemaOf, type Patch } from '#kit/nouns/resource.ts'
import { closed, ifVersion, splitUpdate, updateInput, versionOf } from '#kit/nouns/standard.ts'
import { idOf, line, nullable, oneOf } from '#kit/values/fields.ts'
import { parseId } from '#kit/values/ids.ts'
import { Type } from '#kit/values/schema.ts'
import { lockForUpdate } from '#platform/db/rowLocks.ts'
import {
  rewardDeleted,
  rewardSoldOut,
  rewardUpdated,
  tokensExpired,
  tokensReleased,
  tokensReversed,
} from '#products/loyalty/facts.ts'
import { tokenSum } from '#products/loyalty/token/tokenFields.ts'
import { releaseLot } from '#products/loyalty/token/tokenLots.ts'
import { postReversals, takeBack } from '#products/loyalty/token/tokenReversal.ts'
import { alreadyGranted, alreadySpent, reward, stockTaken, type Reward } from './reward.ts'
import { checkConditions } from './rewardEvents.ts'
import { checkGives } from './perk.ts'
import { presentReward } from './rewardRead.ts'

type RewardPatch = Patch<typeof reward>

/** Moves of a rule or perk that callers order by the state they want. */
const actionTo: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  active: { draft: 'activate', paused: 'resume' },
  paused: { active: 'pause' },
  ended: { active: 'end', paused: 'end', soldOut: 'end' },
}

/** Update. */
export const updateReward = operation('loyalty.reward.update', {
  route: 'PUT /api/incentive/reward/update',
  title: 'Reward - Update',
  description:
    'Changes a reward. A rule or perk moves by `action`, or by the `status` that it should have. Of a grant, name, ' +
    'reason, `expiresAt` and metadata change, and `status: posted` releases pending tokens at once.',
  scope: 'loyalty.reward:write',
  input: closed({
    ...updateInput(reward).properties,
    status: Type.Optional(
      oneOf(['active', 'paused', 'ended', 'posted'], { description: 'State it should have, in place of an action.' }),
    ),
  }),
  output: outputSchemaOf(reward),
  emits: [rewardUpdated, rewardSoldOut, rewardDeleted, tokensReleased],
  reasons: [reasons.invalidTransition, reasons.versionMismatch, alreadyGranted, stockTaken],
  example: { rewardId: madeFirst('loyalty.reward'), name: 'Welcome back' },
  handle: once((ctx, input) =>
    atomicAgain(ctx, async (inner) => {
      const { status, ...sent } = input
      const { id, patch, options } = splitUpdate(reward, sent)
      const before = await inner.store.get(reward, id)
      const record =
        before.mode === 'grant'
          ? await changedGrant(inner, before, { patch, options, status })
          : await changedOffer(inner, before, { patch, options, status })
      return presentReward(inner, record)
    }),
  ),
})

type Change = { patch: RewardPatch; options: { ifVersion?: number; action?: string }; status: unknown }

async function changedOffer(ctx: Ctx, before: Reward, { patch, options, status }: Change): Promise<Reward> {
  if (before.mode === 'rule') await checkConditions(ctx, patch, before)
  await checkGives(ctx, patch.gives, before.gives)
  if (status !== undefined && options.action !== undefined)
    throw invalid(field('status', 'notAllowed', 'not beside an action'))
  const isThere = status === undefined || status === before.status
  const action = isThere ? options.action : actionTo[String(status)]?.[before.status]
  if (!isThere && action === undefined) throw problem(reasons.invalidTransition)
  const stock = patch.stock === undefined ? before.stock : patch.stock
  const isFilled = before.status === 'soldOut' && (stock === null || stock > before.redeemed)
  const isEmpty = before.status === 'active' && before.mode === 'perk' && stock !== null && stock <= before.redeemed
  const moved = action === undefined && (isFilled || isEmpty) ? { status: isFilled ? 'active' : 'soldOut' } : {}
  return ctx.store.update(reward, before.id, {
    patch,
    ...options,
    ...(action === undefined ? {} : { action }),
    ...moved,
  })
}

const ofGrant = new Set(['name', 'reason', 'expiresAt', 'metadata'])

async function changedGrant(ctx: Ctx, before: Reward, { patch, options, status }: Change): Promise<Reward> {
  if (options.action !== undefined) throw problem(reasons.invalidTransition)
  const changes = Object.entries(patch).filter(([name, value]) => value !== before[fieldOf(name)])
  if (changes.some(([name]) => !ofGrant.has(name))) throw problem(alreadyGranted)
  if (status !== undefined && status !== 'posted') throw problem(reasons.invalidTransition)
  const { expiresAt } = patch
  if (typeof expiresAt === 'string' && Date.parse(expiresAt) <= ctx.now().getTime())
    throw invalid(field('expiresAt', 'minimum', 'must be in the future'))
  const rewardId = parseId('rwd', before.id)?.uuid ?? ''
  const isReleased = status === 'posted' && before.status === 'pending'
  if (status === 'posted' && !isReleased && before.status !== 'posted') throw problem(reasons.invalidTransition)
  const toStatus = isReleased ? { status: 'posted' } : {}
  const expiry = expiresAt === undefined ? {} : { expiresAfter: null }
  const record = await ctx.store.update(reward, before.id, { patch: { ...patch, ...expiry }, ...options, ...toStatus })
  if (expiresAt !== undefined) await ctx.db.rows(moveExpiry, [ctx.account.id, rewardId, expiresAt])
  if (isReleased) await releaseLot(ctx, rewardId)
  return record
}

function fieldOf(name: string): keyof Reward {
  // cast: names of the patch are fields of the reward.
  return name as keyof Reward
}

/** Delete. */
export const deleteReward = operation('loyalty.reward.delete', {
  route: 'POST /api/incentive/reward/delete',
  title: 'Reward - Delete',
  description:
    'Archives a rule or perk; what it gave stays. Of a grant, the unspent part is taken back by a transaction of its ' +
    'own, and so is what a hold or a refund gives back later; with `onShortfall: fail` only when nothing was spent.',
  scope: 'loyalty.reward:write',
  input: closed({
    rewardId: idOf('rwd'),
    reason: Type.Optional(line(200, { description: 'Reason, in the fact.' })),
    onShortfall: Type.Optional(
      oneOf(['partial', 'fail'], { description: 'Whether a spent part is left out or refuses; `partial` by default.' }),
    ),
    ifVersion: ifVersion(),
  }),
  output: closed({
    id: idOf('rwd', { description: 'The reward.' }),
    status: oneOf(['archived', 'reversed'], { description: '`reversed` for a grant.' }),
    reversedAmount: nullable(tokenSum('Tokens that were taken back; null for a rule or perk.')),
  }),
  emits: [rewardUpdated, rewardDeleted, tokensReversed, tokensExpired],
  reasons: [reasons.invalidTransition, reasons.versionMismatch, alreadySpent],
  example: { rewardId: madeFirst('loyalty.reward') },
  handle: once((ctx, input) =>
    atomicAgain(ctx, async (inner) => {
      const { rewardId: id, reason: why = null, onShortfall = 'partial' } = input
      const { mode, status } = await inner.store.get(reward, id)
      if (mode === 'grant') return reversed(inner, { id, why, onShortfall, ...versionOf(input) })
      if (status !== 'archived') await inner.store.update(reward, id, { status: 'archived', ...versionOf(input) })
      return { id, status: 'archived' as const, reversedAmount: null }
    }),
  ),
})

type Reversal = { id: string; why: string | null; onShortfall: 'partial' | 'fail'; ifVersion?: number }

async function reversed(ctx: Ctx, { id, why, onShortfall, ...version }: Reversal) {
  await lockForUpdate(ctx, reward, id)
  const record = await ctx.store.get(reward, id)
  const rewardId = parseId('rwd', id)?.uuid ?? ''
  const [lot] = await ctx.db.rows(lockGrant, [ctx.account.id, rewardId])
  if (lot === undefined || record.status === 'reversed') return { id, status: 'reversed' as const, reversedAmount: 0 }
  const amount = BigInt(lot.remaining ?? 0)
  if (onShortfall === 'fail' && amount < BigInt(lot.amount ?? 0)) throw problem(alreadySpent)
  if (amount === 0n) throw problem(reasons.invalidTransition)
  await ctx.store.update(reward, id, { status: 'reversed', ...version })
  await postReversals(ctx, { reversals: await takeBack(ctx, lot, { more: amount, reason: why }) })
  return { id, status: 'reversed' as const, reversedAmount: Number(amount) }
}

const lockGrant = statement(
  'loyalty_token_lot.lockGrant',
  'account',
  `select id, contact_id, token, amount::text as amount, remaining::text as remaining, owed::text as owed, is_pending,
     reward_id
   from loyalty_token_lot where account_id = $1 and reward_id = $2 order by id limit 1 for update`,
)

const moveExpiry = statement(
  'loyalty_token_lot.moveExpiry',
  'account',
  'update loyalty_token_lot set expires_at = $3 where account_id = $1 and reward_id = $2 and remaining > 0',
)

import type { Ctx } from '#kit/call/context.ts'
import { field, invalid, problem, reason, type FieldProblem } from '#kit/call/problem.ts'
import { statement } from '#kit/call/statement.ts'
import { resource, type StoredOf } from '#kit/nouns/resource.ts'
import { idOf, nullable } from '#kit/values/fields.ts'
import { foldName } from '#kit/values/foldedText.ts'
import { encodeId, parseId } from '#kit/values/ids.ts'
import { rewardCreated, rewardDeleted, rewardSoldOut, rewardUpdated } from '#products/loyalty/facts.ts'
import { tokenSum } from '#products/loyalty/token/tokenFields.ts'
import { spanLength } from '#kit/values/span.ts'
import { rewardFields } from './rewardFields.ts'

/** A reward as the store returns it. */
export type Reward = StoredOf<typeof rewardFields>

/** Refusal of a change of tokens that were given. */
export const alreadyGranted = reason(
  'conflict',
  'already_granted',
  'The tokens were given. Delete the grant to take the unspent ones back.',
)

/** Refusal of a reversal that wants all tokens back. */
export const alreadySpent = reason('conflict', 'already_spent', 'Some of the tokens were spent.')

/** Rules that give tokens, grants of tokens, and perks for tokens. */
export const reward = resource({
  id: 'loyalty.reward',
  title: 'Reward',
  description: 'Token rewards: rules that give tokens, grants, and perks that tokens buy',
  table: 'loyalty_reward',
  idKey: 'rewardId',
  prefix: 'rwd',
  states: {
    draft: ['active', 'archived'],
    active: ['paused', 'ended', 'soldOut', 'archived'],
    paused: ['active', 'ended', 'archived'],
    ended: ['archived'],
    soldOut: ['active', 'ended', 'archived'],
    pending: ['posted', 'expired', 'reversed'],
    posted: ['partiallySpent', 'spent', 'expired', 'reversed'],
    partiallySpent: ['posted', 'spent', 'expired', 'reversed'],
    spent: ['posted', 'partiallySpent'],
    expired: [],
    reversed: [],
    archived: [],
  },
  initial: 'draft',
  actions: {
    activate: { from: ['draft'], to: 'active', description: 'a rule begins to give tokens.' },
    pause: { from: ['active'], to: 'paused', description: 'a rule or perk stops for a while.' },
    resume: { from: ['paused'], to: 'active', description: 'a paused rule or perk goes on.' },
    end: { from: ['active', 'paused', 'soldOut'], to: 'ended', description: 'a rule or perk is over.' },
  },
  countMax: Number.POSITIVE_INFINITY,
  fields: rewardFields,
  derived: { nameKey: { sqlType: 'text', sorts: 'name', of: ({ name }) => foldName(name) } },
  computed: {
    fields: {
      transactionId: nullable(idOf('txn', { description: 'Transaction of a grant; null for other rewards.' })),
      remaining: nullable(tokenSum('Tokens of a grant that are not spent; null for other rewards.')),
    },
    of: grantStates,
  },
  facts: {
    created: rewardCreated,
    updated: rewardUpdated,
    deleted: rewardDeleted,
    moved: { soldOut: rewardSoldOut, archived: rewardDeleted, reversed: rewardDeleted },
  },
  check: checkReward,
})

/** Transaction and unspent tokens of grants, in the order of the records. */
async function grantStates(ctx: Ctx, records: readonly Reward[]): Promise<Record<string, unknown>[]> {
  const uuids = records.filter(({ mode }) => mode === 'grant').map(({ id }) => parseId('rwd', id)?.uuid ?? null)
  const rows = uuids.length === 0 ? [] : await ctx.db.rows(readGrants, [ctx.account.id, uuids])
  const byReward = new Map(rows.map((row) => [encodeId('rwd', ctx.account.id, row.reward_id ?? ''), row]))
  return records.map(({ id }) => {
    const lot = byReward.get(id)
    if (lot === undefined) return { transactionId: null, remaining: null }
    return { transactionId: encodeId('txn', ctx.account.id, lot.id), remaining: lot.remaining }
  })
}

const ofMode = {
  rule: [
    'amount',
    'expiresAt',
    'expiresAfter',
    'on',
    'where',
    'per',
    'caps',
    'budget',
    'when',
    'startsAt',
    'endsAt',
    'reason',
  ],
  grant: ['amount', 'contactId', 'ruleId', 'reason', 'availableAt', 'expiresAt', 'expiresAfter'],
  perk: ['cost', 'gives', 'stock', 'perContact', 'startsAt', 'endsAt'],
} as const
const needed = { rule: ['amount', 'on'], grant: ['amount', 'contactId'], perk: ['cost', 'gives'] } as const
const missing = {
  amount: 'must be the number of tokens that it gives',
  on: 'must be the fact that gives the tokens',
  contactId: 'must be the contact who gets the tokens',
  cost: 'must be the price of the perk in tokens',
  gives: 'must say what people get for their tokens, such as a coupon',
} as const
const modal = [...new Set(Object.values(ofMode).flat())]

function checkReward(record: Reward): void {
  const { mode } = record
  const allowed = new Set<string>(ofMode[mode])
  const problems: FieldProblem[] = [
    ...needed[mode].filter((name) => record[name] === null).map((name) => field(name, 'required', missing[name])),
    ...modal
      .filter((name) => record[name] !== null && !allowed.has(name))
      .map((name) => field(name, 'notAllowed', `a ${mode} has no such field`)),
    ...momentProblems(record),
    ...unitProblems(record),
    ...perkProblems(record),
  ]
  if (problems.length > 0) throw invalid(...problems)
  if (mode === 'perk' && record.stock !== null && record.stock < record.redeemed) throw problem(stockTaken)
}

/** Refusal of a stock below what was taken. */
export const stockTaken = reason('conflict', 'limit_below_used', 'More pieces than this were taken already.')

function momentProblems({ expiresAt, expiresAfter, availableAt, startsAt, endsAt }: Reward): FieldProblem[] {
  return [
    ...(expiresAt !== null && expiresAfter !== null
      ? [field('expiresAfter', 'notAllowed', 'only one of expiresAt and expiresAfter')]
      : []),
    ...(expiresAfter !== null && spanLength(expiresAfter) === 0
      ? [field('expiresAfter', 'minimum', 'must be longer than zero')]
      : []),
    ...(expiresAt !== null && availableAt !== null && expiresAt <= availableAt
      ? [field('expiresAt', 'minimum', 'must be after availableAt')]
      : []),
    ...(startsAt !== null && endsAt !== null && endsAt <= startsAt
      ? [field('endsAt', 'minimum', 'must be after startsAt')]
      : []),
  ]
}

function perkProblems({ gives }: Reward): FieldProblem[] {
  if (gives === null) return []
  const sent = (['couponId', 'promotionId'] as const).filter((name) => gives[name] !== undefined)
  if (gives.type !== 'coupon')
    return sent.map((name) => field(`gives/${name}`, 'notAllowed', `does not go with type ${gives.type}`))
  if (sent.length === 0)
    return [field('gives/couponId', 'required', 'must be the coupon that people get, unless promotionId is sent')]
  return sent.slice(1).map((name) => field(`gives/${name}`, 'notAllowed', 'goes without couponId'))
}

function unitProblems({ per }: Reward): FieldProblem[] {
  if (per === null) return []
  const { duration, amount, currency } = per
  const isOne = (duration === undefined) !== (amount === undefined)
  return [
    ...(isOne ? [] : [field('per', 'oneOf', 'has either duration or amount')]),
    ...(duration !== undefined && spanLength(duration) === 0
      ? [field('per/duration', 'minimum', 'must be longer than zero')]
      : []),
    ...(currency !== undefined && amount === undefined
      ? [field('per/currency', 'notAllowed', 'belongs to an amount')]
      : []),
  ]
}

const readGrants = statement(
  'loyalty_token_lot.ofGrants',
  'account',
  `select id, reward_id, remaining from loyalty_token_lot where account_id = $1 and reward_id = any($2::uuid[])`,
)

import type { Ctx } from '#kit/call/context.ts'
import { statement } from '#kit/call/statement.ts'
import { madeFirst, operation } from '#kit/nouns/operation.ts'
import { outputSchemaOf, present } from '#kit/nouns/resource.ts'
import { closed, listInput, listPageOf } from '#kit/nouns/standard.ts'
import { exactlyOne, reach, reachList } from '#kit/call/recordReach.ts'
import { field, invalid } from '#kit/call/problem.ts'
import { clientReference, idOf, nullable, oneOf, whole } from '#kit/values/fields.ts'
import { parseId } from '#kit/values/ids.ts'
import { sumMax } from '#kit/values/money.ts'
import { Type, type Static } from '#kit/values/schema.ts'
import { tokenName, tokenSum } from '#products/loyalty/token/tokenFields.ts'
import { reward, type Reward } from './reward.ts'
import { modes } from './rewardFields.ts'
import {
  balance,
  balancesOf,
  entriesMax,
  entry,
  entryOf,
  statementInput,
  statementOf,
  statementShape,
} from './tokenStatement.ts'

/** A reward as its owner sees it. */
export async function presentReward(ctx: Ctx, record: Reward): Promise<Record<string, unknown>> {
  return (await present({ ctx, audience: 'owner' }, reward, [record]))[0] ?? {}
}

const listOptions = {
  sorts: ['-createdAt', 'createdAt', 'name'],
  filters: {
    mode: { schema: oneOf(modes, { description: 'Only of this kind.' }), column: 'mode', test: 'equals' },
    token: { schema: tokenName('Only of this token.'), column: 'token', test: 'equals' },
    contactId: {
      schema: idOf('con', { description: 'Only grants of this contact; the response has its balances.' }),
      column: 'contact_id',
      test: 'equals',
    },
  },
} as const

/** Get All. */
export const listRewards = operation('loyalty.reward.all', {
  route: 'GET /api/incentive/reward/all',
  title: 'Reward - Get All',
  description: 'Lists rewards: rules, grants and perks. With `contactId`, grants of a contact and its balances.',
  scope: 'loyalty.reward:read',
  isRead: true,
  input: listInput(reward, listOptions),
  output: closed({
    ...listPageOf(outputSchemaOf(reward)).properties,
    balance: nullable(Type.Array(balance, { description: 'Balances of the contact; null without `contactId`.' })),
  }),
  example: {},
  async handle(ctx, input) {
    const { from, query } = await reachList(ctx, input, { of: reward, ...listOptions })
    const page = await from.ctx.store.list(reward, query)
    const { contactId } = input
    const items = await present(from, reward, page.items)
    return { ...page, items, balance: typeof contactId === 'string' ? await balancesOf(ctx, contactId) : null }
  },
})

const stats = closed(
  {
    granted: tokenSum('Tokens that it gave.'),
    remaining: tokenSum('Tokens of these that are not spent.'),
    grants: whole(0, Number.MAX_SAFE_INTEGER, { description: 'Number of grants.' }),
    contacts: whole(0, Number.MAX_SAFE_INTEGER, { description: 'Contacts that got some.' }),
  },
  { description: 'Sums of the reward; null without `include=stats`.' },
)

type RewardForm = Static<typeof rewardForm>
type StatementForm = Static<typeof statementShape>

const rewardForm = outputSchemaOf(reward, {
  entries: nullable(
    Type.Array(entry, { description: 'Newest 200 entries of contacts; null without `include=entries`.' }),
  ),
  stats: nullable(stats),
})

/** Parameters of one form of the request. */
const ofReward = ['include'] as const
const ofStatement = ['token', 'limit', 'before'] as const

/** Get By ID. */
export const getReward = operation('loyalty.reward.get', {
  route: 'GET /api/incentive/reward/get',
  title: 'Reward - Get',
  description:
    'Gets a reward; `include` adds its entries in the ledger and its sums. With `contactId` in place of a reward, ' +
    'the statement of a contact: its balances, and its entries in one token, newest first.',
  scope: 'loyalty.reward:read',
  isRead: true,
  input: closed({
    rewardId: Type.Optional(idOf('rwd')),
    clientReference: Type.Optional(clientReference()),
    contactId: Type.Optional(idOf('con', { description: 'Contact whose statement is read.' })),
    include: Type.Optional(
      Type.Array(oneOf(['entries', 'stats']), { maxItems: 2, uniqueItems: true, description: 'Parts to add.' }),
    ),
    ...statementInput,
  }),
  output: Type.Unsafe<RewardForm | StatementForm>({ anyOf: [rewardForm, statementShape] }),
  example: { rewardId: madeFirst('loyalty.reward') },
  async handle(ctx, input) {
    const by = exactlyOne(input, [reward.idKey, 'clientReference', 'contactId'])
    const { contactId, include, ...page } = input
    const stray = (contactId === undefined ? ofStatement : ofReward).filter((name) => input[name] !== undefined)
    const form = contactId === undefined ? 'contactId' : 'a reward'
    if (stray.length > 0) throw invalid(...stray.map((name) => field(name, 'notAllowed', `goes with ${form}`)))
    return contactId === undefined ? rewardOf(ctx, by, new Set(include)) : statementOf(ctx, { contactId, ...page })
  },
})

async function rewardOf(ctx: Ctx, by: { name: string; value: string }, included: ReadonlySet<'entries' | 'stats'>) {
  const { record } = await reach(ctx, reward, by)
  const values = [ctx.account.id, record.id, entriesMax]
  const entries = included.has('entries') ? await ctx.db.rows(entriesOfSubject, values) : null
  const [sums] = included.has('stats')
    ? await ctx.db.rows(sumReward, [ctx.account.id, parseId('rwd', record.id)?.uuid])
    : []
  const more = { entries: entries?.map((row) => entryOf(ctx, row)) ?? null, stats: sums ?? null }
  // cast: `present` gives the fields of the reward, and `more` the parts beside them.
  return { ...(await presentReward(ctx, record)), ...more } as RewardForm
}

const entriesOfSubject = statement(
  'ledger_entry.ofSubject',
  'account',
  `select t.id, t.kind, t.at, t.reference, t.subject, e.ledger, e.unit, e.amount, e.balance_after, e.ordinal
   from ledger_txn t join ledger_entry e on e.account_id = t.account_id and e.txn_id = t.id
   where t.account_id = $1 and t.subject = $2 and t.book = 'tokens' and e.slot = 0
   order by t.id desc, e.position limit $3`,
)

const sumReward = statement(
  'loyalty_token_lot.sumReward',
  'account',
  `select least(coalesce(sum(amount), 0), ${sumMax})::bigint as granted,
     least(coalesce(sum(remaining), 0), ${sumMax})::bigint as remaining,
     count(*) as grants, count(distinct contact_id) as contacts
   from loyalty_token_lot where account_id = $1 and reward_id = $2`,
)

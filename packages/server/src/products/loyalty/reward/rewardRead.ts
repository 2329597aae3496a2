import type { Ctx, RowOf } from '#kit/call/context.ts'
import { statement } from '#kit/call/statement.ts'
import { madeFirst, operation } from '#kit/nouns/operation.ts'
import { outputSchemaOf, present } from '#kit/nouns/resource.ts'
import { closed, listInput, listPageOf } from '#kit/nouns/standard.ts'
import { exactlyOne, reach, reachList } from '#kit/call/recordReach.ts'
import { clientReference, dateTime, idOf, line, nullable, oneOf, whole } from '#kit/values/fields.ts'
import { encodeId, parseId } from '#kit/values/ids.ts'
import { Type } from '#kit/values/schema.ts'
import { readBalances } from '#products/loyalty/token/tokenBalances.ts'
import { defaultToken, tokenName, tokenSum } from '#products/loyalty/token/tokenFields.ts'
import { foundContact } from '#products/loyalty/token/rewardsPort.ts'
import { ledgerOf } from '#products/loyalty/token/tokenLedgers.ts'
import { reward, type Reward } from './reward.ts'
import { modes } from './rewardFields.ts'

/** A reward as its owner sees it. */
export async function presentReward(ctx: Ctx, record: Reward): Promise<Record<string, unknown>> {
  return (await present({ ctx, audience: 'owner' }, reward, [record]))[0] ?? {}
}

const balance = closed({
  token: tokenName(),
  available: tokenSum('Tokens that the contact can spend, without what it owes.'),
  pending: tokenSum('Tokens that become available later.'),
  held: tokenSum('Tokens that are set aside for a purchase.'),
  owed: tokenSum('Tokens that a refund or a roll-back takes back and that were spent: the next ones pay them.'),
  expiringNext: nullable(
    closed(
      {
        amount: tokenSum('Number of tokens.'),
        at: dateTime({ description: 'Moment of their expiry.' }),
      },
      { description: 'Tokens that expire next; null when none do.' },
    ),
  ),
})

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

async function balancesOf(ctx: Ctx, contactId: string) {
  const known = (await readBalances(ctx, [contactId])).get(contactId) ?? []
  return known.map(({ token, available, pending, held, owed, expiringNext }) => ({
    token,
    available: Number(available),
    pending: Number(pending),
    held: Number(held),
    owed: Number(owed),
    expiringNext: expiringNext === null ? null : { amount: Number(expiringNext.amount), at: expiringNext.at },
  }))
}

const entry = closed({
  txnId: idOf('txn', { description: 'Transaction.' }),
  kind: line(20, {
    description: '`grant`, `rule`, `offer`, `spend`, `transfer`, `hold`, `capture`, `void`, `expire` …',
  }),
  ledger: line(80, { description: 'Ledger of the entry.' }),
  token: tokenName(),
  amount: tokenSum('Signed number of tokens.'),
  balanceAfter: tokenSum('Balance of the ledger afterwards.'),
  at: dateTime({ description: 'Moment.' }),
  reference: line(400, { description: 'Reference of the transaction.' }),
  about: nullable(
    line(40, {
      description: 'Record of the transaction: the reward, or the payment that takes tokens; null for none.',
    }),
  ),
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

const entriesMax = 200

/** Get By ID. */
export const getReward = operation('loyalty.reward.get', {
  route: 'GET /api/incentive/reward/get',
  title: 'Reward - Get',
  description: 'Gets a reward. `include` adds its entries in the ledger and its sums.',
  scope: 'loyalty.reward:read',
  isRead: true,
  input: closed({
    rewardId: Type.Optional(idOf('rwd')),
    clientReference: Type.Optional(clientReference()),
    include: Type.Optional(
      Type.Array(oneOf(['entries', 'stats']), { maxItems: 2, uniqueItems: true, description: 'Parts to add.' }),
    ),
  }),
  output: outputSchemaOf(reward, {
    entries: nullable(
      Type.Array(entry, { description: 'Newest 200 entries of contacts; null without `include=entries`.' }),
    ),
    stats: nullable(stats),
  }),
  example: { rewardId: madeFirst('loyalty.reward') },
  async handle(ctx, input) {
    const { record } = await reach(ctx, reward, exactlyOne(input, [reward.idKey, 'clientReference']))
    const included = new Set(input.include)
    const values = [ctx.account.id, record.id, entriesMax]
    const entries = included.has('entries') ? await ctx.db.rows(entriesOfSubject, values) : null
    const [sums] = included.has('stats')
      ? await ctx.db.rows(sumReward, [ctx.account.id, parseId('rwd', record.id)?.uuid])
      : []
    return {
      ...(await presentReward(ctx, record)),
      entries: entries?.map((row) => entryOf(ctx, row)) ?? null,
      stats: sums ?? null,
    }
  },
})

/** Statement of a contact. */
export const readStatement = operation('loyalty.reward.statement', {
  route: 'GET /api/incentive/reward/statement',
  title: 'Rewards - Statement',
  description: 'Statement of a contact: balances of all tokens, and the entries of one token, newest first.',
  scope: 'loyalty.reward:read',
  isRead: true,
  input: closed({
    contactId: idOf('con', { description: 'Contact whose statement it is.' }),
    token: Type.Optional(tokenName('Token of the entries; `POINTS` by default.')),
    limit: Type.Optional(whole(1, entriesMax, { description: 'Entries at most; 50 by default.' })),
    before: Type.Optional(
      whole(1, Number.MAX_SAFE_INTEGER, { description: 'Only entries before this one, a `nextBefore`.' }),
    ),
  }),
  output: closed({
    contactId: idOf('con', { description: 'The contact.' }),
    balance: Type.Array(balance, { description: 'Balances by token.' }),
    entries: Type.Array(entry, { description: 'Entries of tokens that it could spend, newest first.' }),
    nextBefore: nullable(
      whole(1, Number.MAX_SAFE_INTEGER, { description: '`before` of the next entries; null when these are all.' }),
    ),
  }),
  example: { contactId: madeFirst('marketing.contact') },
  async handle(ctx, { contactId, token = defaultToken, limit = 50, before = Number.MAX_SAFE_INTEGER }) {
    const contact = await foundContact(ctx, contactId)
    const values = [ctx.account.id, ledgerOf('member', contact), token, before, limit + 1]
    const rows = await ctx.db.rows(entriesOfLedger, values)
    const page = rows.slice(0, limit)
    return {
      contactId,
      balance: await balancesOf(ctx, contactId),
      entries: page.map((row) => entryOf(ctx, row)),
      nextBefore: rows.length > limit ? (page.at(-1)?.ordinal ?? null) : null,
    }
  },
})

type EntryRow = RowOf<typeof entriesOfLedger>

function entryOf(ctx: Ctx, row: EntryRow) {
  const { kind, ledger, unit: token, amount, balance_after: balanceAfter, at, reference } = row
  const txnId = encodeId('txn', ctx.account.id, row.id)
  return { txnId, kind, ledger, token, amount, balanceAfter, at, reference, about: recordOf(row) }
}

/** The record at the end of a reference, such as a payment; else the subject, unless that is a contact. */
function recordOf({ reference, subject }: EntryRow): string | null {
  const [, named] = /:([a-z]{3}_[0-9a-z]{34})$/.exec(reference) ?? []
  return named ?? (subject?.startsWith('con_') === true ? null : subject)
}

const entriesOfLedger = statement(
  'ledger_entry.ofLedger',
  'account',
  `select t.id, t.kind, t.at, t.reference, t.subject, e.ledger, e.unit, e.amount, e.balance_after, e.ordinal
   from ledger_entry e join ledger_txn t on t.account_id = e.account_id and t.id = e.txn_id
   where e.account_id = $1 and e.book = 'tokens' and e.ledger = $2 and e.unit = $3 and e.slot = 0 and e.ordinal < $4
   order by e.ordinal desc limit $5`,
)

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
  `select coalesce(sum(amount), 0)::bigint as granted, coalesce(sum(remaining), 0)::bigint as remaining,
     count(*) as grants, count(distinct contact_id) as contacts
   from loyalty_token_lot where account_id = $1 and reward_id = $2`,
)

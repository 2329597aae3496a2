import type { Ctx, RowOf } from '#kit/call/context.ts'
import { statement } from '#kit/call/statement.ts'
import { madeFirst, operation } from '#kit/nouns/operation.ts'
import { closed } from '#kit/nouns/standard.ts'
import { dateTime, idOf, line, nullable, whole } from '#kit/values/fields.ts'
import { encodeId } from '#kit/values/ids.ts'
import { Type, type Static } from '#kit/values/schema.ts'
import { readBalances } from '#products/loyalty/token/tokenBalances.ts'
import { defaultToken, tokenName, tokenSum } from '#products/loyalty/token/tokenFields.ts'
import { foundContact } from '#products/loyalty/token/rewardsPort.ts'
import { ledgerOf } from '#products/loyalty/token/tokenLedgers.ts'

/** Entries of one response. */
export const entriesMax = 200

/** Balance of a contact in one token. */
export const balance = closed({
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

/** Balances of a contact by token, as responses have them. */
export async function balancesOf(ctx: Ctx, contactId: string) {
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

/** An entry of the ledger of tokens. */
export const entry = closed({
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

/** Input of a statement, beside its contact. */
export const statementInput = {
  token: Type.Optional(tokenName('Token of the entries; `POINTS` by default.')),
  limit: Type.Optional(whole(1, entriesMax, { description: 'Entries at most; 50 by default.' })),
  before: Type.Optional(
    whole(1, Number.MAX_SAFE_INTEGER, { description: 'Only entries before this one, a `nextBefore`.' }),
  ),
}

/** Statement of a contact: its balances, and a page of its entries in one token. */
export const statementShape = closed(
  {
    contactId: idOf('con', { description: 'The contact.' }),
    balance: Type.Array(balance, { description: 'Balances by token.' }),
    entries: Type.Array(entry, { description: 'Entries of tokens that it could spend, newest first.' }),
    nextBefore: nullable(
      whole(1, Number.MAX_SAFE_INTEGER, { description: '`before` of the next entries; null when these are all.' }),
    ),
  },
  { title: 'TokenStatement', description: 'Statement of a contact.' },
)

type StatementQuery = { contactId: string; token?: string; limit?: number; before?: number }

/** Reads a page of the statement of a contact. Throws not_found for an unknown contact. */
export async function statementOf(
  ctx: Ctx,
  { contactId, token = defaultToken, limit = 50, before = Number.MAX_SAFE_INTEGER }: StatementQuery,
): Promise<Static<typeof statementShape>> {
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
}

/** Statement of a contact. */
export const readStatement = operation('loyalty.reward.statement', {
  route: 'GET /api/incentive/reward/statement',
  title: 'Rewards - Statement',
  description: 'Statement of a contact: balances of all tokens, and the entries of one token, newest first.',
  scope: 'loyalty.reward:read',
  isRead: true,
  input: closed({ contactId: idOf('con', { description: 'Contact whose statement it is.' }), ...statementInput }),
  output: statementShape,
  example: { contactId: madeFirst('marketing.contact') },
  handle: statementOf,
})

type EntryRow = RowOf<typeof entriesOfLedger>

/** An entry as responses have it. */
export function entryOf(ctx: Ctx, row: EntryRow) {
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

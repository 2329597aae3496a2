import type { Condition, Ctx, RowOf } from '#kit/call/context.ts'
import { pagingInput } from '#kit/call/paging.ts'
import { problem, reasons } from '#kit/call/problem.ts'
import { statement } from '#kit/call/statement.ts'
import { companion, madeFirst, operation } from '#kit/nouns/operation.ts'
import { closed, listPageOf } from '#kit/nouns/standard.ts'
import { dateTime, flag, idOf, line, nullable } from '#kit/values/fields.ts'
import { encodeId, parseId } from '#kit/values/ids.ts'
import { Type } from '#kit/values/schema.ts'
import { uuidOf } from '#platform/db/columns.ts'
import { ofAccount, orderBy, readListPage, sentConditions } from '#platform/db/listPage.ts'
import { tokenName, tokenSum } from './tokenFields.ts'
import { ledgerOf } from './tokenLedgers.ts'

const entry = closed({
  ledger: line(20, {
    description:
      '`member`, `pending` and `hold` belong to a contact; `issuer`, `redeemed` and `expired` to the account.',
  }),
  contactId: nullable(idOf('con', { description: 'Contact of the ledger; null for one of the account.' })),
  token: tokenName(),
  amount: tokenSum('Signed number of tokens. The entries of a transaction sum to zero.'),
  balanceAfter: nullable(
    tokenSum('Balance of the ledger afterwards; null for a ledger of the account, which has no single one.'),
  ),
})

const transactionShape = closed({
  id: idOf('txn', { description: 'The transaction.' }),
  transactionId: idOf('txn', { description: 'The same as `id`.' }),
  kind: line(20, { description: '`grant`, `rule`, `offer`, `spend`, `transfer`, `hold`, `capture`, `expire` …' }),
  reference: line(400, { description: 'Name of the transaction: a repeat under it moves nothing.' }),
  rewardId: nullable(idOf('rwd', { description: 'Reward that moved the tokens; null for none.' })),
  reversesId: nullable(idOf('txn', { description: 'Transaction that it takes back; null for none.' })),
  isSealed: flag({ description: 'Whether a seal covers it, as `audit` proves.' }),
  entries: Type.Array(entry, { description: 'Entries by ledger.' }),
  createdAt: dateTime({ description: 'Moment of the transaction.' }),
})

const filters = {
  token: Type.Optional(tokenName('Only transactions of this token.')),
  contactId: Type.Optional(idOf('con', { description: 'Only transactions that moved tokens of this contact.' })),
  rewardId: Type.Optional(idOf('rwd', { description: 'Only transactions of this reward.' })),
  kind: Type.Optional(line(20, { description: 'Only of this kind.', examples: ['grant'] })),
  from: Type.Optional(dateTime({ description: 'Only from this moment on.' })),
  to: Type.Optional(dateTime({ description: 'Only before this moment.' })),
}

/** Operations that explore the ledger of tokens. */
export const operations = [
  operation('loyalty.transaction.all', {
    route: 'GET /api/incentive/transaction/all',
    title: 'Transaction - Get All',
    description: 'Lists transactions of the ledger of tokens with their entries, the newest first.',
    scope: 'loyalty.reward:read',
    input: closed({ ...pagingInput(['-createdAt', 'createdAt']), ...filters }),
    output: listPageOf(transactionShape),
    example: { kind: 'grant' },
    async handle(ctx, { token, contactId, rewardId, kind, from, to, ...paging }) {
      const list = {
        table: 'ledger_txn',
        columns: 't.id, t.kind, t.reference, t.subject, t.reverses, t.seal_sequence, t.at',
        scope: 'account' as const,
        owned: [ofAccount(ctx.account.id), { sql: "t.book = 'tokens'", values: [] }],
        where: sentConditions({
          't.subject = $1': rewardId,
          't.kind = $1': kind,
          't.at >= $1': from,
          't.at < $1': to,
        }),
        scattered: [...ofContact(ctx, contactId), ...ofToken(ctx, token)],
        ...orderBy(['at', 'id'], paging.sort !== 'createdAt'),
        isPlannedAnew: true,
      }
      const page = await readListPage<TransactionRow>(ctx, list, paging)
      return { ...page, items: await withEntries(ctx, page.items) }
    },
  }),
  operation('loyalty.transaction.get', {
    route: 'GET /api/incentive/transaction/get',
    title: 'Transaction - Get',
    description: 'Gets one transaction of the ledger of tokens with its entries.',
    scope: 'loyalty.reward:read',
    input: closed({ transactionId: idOf('txn') }),
    output: transactionShape,
    example: { transactionId: madeFirst('loyalty.transaction') },
    async handle(ctx, { transactionId }) {
      const parsed = parseId('txn', transactionId)
      const isOwn = parsed?.accountId === ctx.account.id
      const rows = isOwn ? await ctx.db.rows(readTransaction, [ctx.account.id, parsed.uuid]) : []
      const [found] = await withEntries(ctx, rows)
      if (found === undefined) throw problem(reasons.notFound)
      return found
    },
  }),
].map(companion)

function ofContact(ctx: Ctx, contactId: string | undefined): Condition[] {
  if (contactId === undefined) return []
  const uuid = String(uuidOf('con', contactId))
  const ledgers = (['member', 'pending', 'hold'] as const).map((ledger) => ledgerOf(ledger, uuid))
  const sql = `t.id in (select e.txn_id from ledger_entry e
    where e.account_id = $1 and e.book = 'tokens' and e.ledger = any($2::text[]))`
  return [{ sql, values: [ctx.account.id, ledgers] }]
}

function ofToken(ctx: Ctx, token: string | undefined): Condition[] {
  if (token === undefined) return []
  const sql = `t.id in (select e.txn_id from ledger_entry e
    where e.account_id = $1 and e.book = 'tokens' and e.unit = $2 and e.position = 1)`
  return [{ sql, values: [ctx.account.id, token] }]
}

async function withEntries(ctx: Ctx, rows: readonly TransactionRow[]) {
  const ids = rows.map(({ id }) => id)
  const all = ids.length === 0 ? [] : await ctx.db.rows(readEntries, [ctx.account.id, ids])
  const byTransaction = Map.groupBy(all, (each) => each.txn_id)
  return rows.map((row) => ({
    id: encodeId('txn', ctx.account.id, row.id),
    transactionId: encodeId('txn', ctx.account.id, row.id),
    kind: row.kind,
    reference: row.reference,
    rewardId: row.subject?.startsWith('rwd_') === true ? row.subject : null,
    reversesId: row.reverses === null ? null : encodeId('txn', ctx.account.id, row.reverses),
    isSealed: row.seal_sequence !== null,
    entries: (byTransaction.get(row.id) ?? []).map((each) => entryOf(ctx, each)),
    createdAt: row.at,
  }))
}

function entryOf(ctx: Ctx, row: RowOf<typeof readEntries>) {
  const [ledger = '', contact] = row.ledger.split(':')
  const isOwn = contact !== undefined
  return {
    ledger,
    contactId: isOwn ? encodeId('con', ctx.account.id, contact) : null,
    token: row.unit,
    amount: row.amount,
    balanceAfter: isOwn ? row.balance_after : null,
  }
}

const readTransaction = statement(
  'ledger_txn.token',
  'account',
  `select id, kind, reference, subject, reverses, seal_sequence, at from ledger_txn
   where account_id = $1 and id = $2 and book = 'tokens'`,
)

type TransactionRow = RowOf<typeof readTransaction>

const readEntries = statement(
  'ledger_entry.ofTransactions',
  'account',
  `select txn_id, ledger, unit, amount, balance_after from ledger_entry
   where account_id = $1 and txn_id = any($2::uuid[]) order by txn_id, position`,
)

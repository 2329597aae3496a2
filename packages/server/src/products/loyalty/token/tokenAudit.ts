import type { Db } from '#kit/call/context.ts'
import { companion, operation } from '#kit/nouns/operation.ts'
import { closed } from '#kit/nouns/standard.ts'
import { statement } from '#kit/call/statement.ts'
import { flag, nullable, whole } from '#kit/values/fields.ts'
import { Type } from '#kit/values/schema.ts'
import { verifyLedger, type LedgerVerdict } from '#platform/ledger/verifyLedger.ts'

const lotsMax = 20

/**
 * Proves the ledger of an account, of money and of tokens, and that open lots and holds are the balances of contacts.
 */
export async function auditTokens(db: Db, accountId: number): Promise<LedgerVerdict> {
  const verdict = await verifyLedger(db, accountId, (book, ledger) => book === 'tokens' && ledger.includes(':'))
  for (const row of await db.rows(differences, [accountId, lotsMax])) {
    verdict.ok = false
    const { ledger, token, lots, balance } = row
    verdict.defects.push({
      place: `tokens ${ledger} ${token}`,
      problem: `lots and holds have ${lots ?? 0} tokens, the balance is ${balance ?? 0}`,
    })
  }
  return verdict
}

const count = (description: string) => whole(0, Number.MAX_SAFE_INTEGER, { description })

/** Operations of the audit. */
export const operations = [
  operation('loyalty.reward.audit', {
    route: 'POST /api/incentive/reward/audit',
    title: 'Rewards - Audit',
    description:
      'Proves the ledger: each transaction sums to zero, each balance is the sum of its entries, no balance of a ' +
      'contact was ever below zero, open lots are the balances, and the chain of seals is whole.',
    scope: 'loyalty.reward:read',
    isRead: true,
    input: closed({}),
    output: closed({
      ok: flag({ description: 'Whether no defect was found.' }),
      txns: count('Number of transactions.'),
      entries: count('Number of entries.'),
      balances: count('Number of balances with entries.'),
      sealed: count('Number of transactions that a seal covers.'),
      unsealed: count('Number of transactions that the next seal covers.'),
      head: nullable(
        closed(
          {
            sequence: count('Number of the newest seal.'),
            digest: Type.String({ description: 'Digest of the newest seal, SHA-256 in hexadecimal.' }),
          },
          { description: 'End of the chain. Store it elsewhere, and compare it later.' },
        ),
      ),
      defects: Type.Array(
        closed({
          place: Type.String({ description: 'Transaction, ledger or seal at fault.' }),
          problem: Type.String({ description: 'Defect at that place.' }),
        }),
        { description: 'Defects, the first ones.' },
      ),
    }),
    example: {},
    handle: (ctx) => auditTokens(ctx.db, ctx.account.id),
  }),
].map(companion)

const differences = statement(
  'loyalty_token_lot.differences',
  'account',
  `select ledger, token, sum(lots)::text as lots, sum(balance)::text as balance from (
     select case when is_pending then 'pending:' else 'member:' end || contact_id as ledger, token,
       remaining as lots, 0::bigint as balance
     from loyalty_token_lot where account_id = $1 and remaining > 0
     union all
     select 'hold:' || contact_id, token, amount, 0 from loyalty_token_hold
     where account_id = $1 and status = 'held'
     union all
     select ledger, unit, 0, balance from ledger_balance
     where account_id = $1 and book = 'tokens' and ledger like '%:%' and balance <> 0) t
   group by ledger, token having sum(lots) <> sum(balance) order by ledger, token limit $2`,
)

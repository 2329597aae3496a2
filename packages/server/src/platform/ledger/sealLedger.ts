import type { Db, RowOf } from '#kit/call/context.ts'
import { statement } from '#kit/call/statement.ts'
import type { Schedule } from '#kit/nouns/task.ts'
import { digestOf, firstDigest } from '#platform/audit/digest.ts'
import { acquireLock } from '#platform/db/advisoryLock.ts'

const batchMax = 1_000
const accountsMax = 500

/**
 * The schedule that seals ledgers, account by account. A seal is a row with a number and a digest over the digests of
 * its transactions, which cover their entries, and of the previous seal: a changed, removed or inserted row breaks the
 * chain. The lock `ledger_seal` of the account makes concurrent runs seal each transaction once.
 */
export const sealLedger: Schedule = {
  name: 'platform.ledger.seal',
  description: 'Seals new transactions of every ledger into its chain of digests.',
  everySeconds: 60,
  async run(ctx) {
    for (let after = -1; ;) {
      const accounts = await ctx.db.rows(waiting, [after, accountsMax])
      for (const { account_id: account } of accounts) {
        while ((await ctx.atomic((inner) => sealNext(inner.db, account, inner.now()))) === batchMax);
      }
      const last = accounts.at(-1)
      if (last === undefined) return
      after = last.account_id
    }
  },
}

/** Seals the next transactions of one account, 1,000 at most; returns their number. Runs in the caller's commit. */
export async function sealNext(db: Db, accountId: number, now: Date): Promise<number> {
  await acquireLock(db, accountId, 'ledger_seal')
  const rows = await db.rows(unsealed, [accountId, batchMax])
  if (rows.length === 0) return 0
  const [head] = await db.rows(headStatement, [accountId])
  const sequence = (head?.sequence ?? 0) + 1
  const sealedAt = now.toISOString()
  const digests = rows.map(txnDigest)
  const previous = head?.digest ?? firstDigest
  const digest = ledgerSealDigest(previous, { account_id: accountId, sequence, sealed_at: sealedAt }, digests)
  const ids = rows.map(({ id }) => id)
  const hex = digests.map((each) => each.toString('hex'))
  await db.rows(markStatement, [accountId, ids, hex, sequence])
  await db.rows(insertSeal, [accountId, sequence, rows.length, previous, digest, sealedAt])
  return rows.length
}

/** A transaction with its entries as one text, in the order of their positions. */
export type SealedTxn = Omit<RowOf<typeof unsealed>, 'account_id'>

/** The digest of a transaction: all columns that never change, and those of its entries. */
export function txnDigest(txn: SealedTxn): Buffer {
  const head = [txn.id, txn.book, txn.kind, txn.reference, txn.reference_hash, txn.subject ?? '', txn.reverses ?? '']
  return digestOf(['txn', ...head, txn.at, txn.entries ?? ''])
}

/** The digest of a seal: previous digest, fields of the seal, digests of its transactions in order. */
export function ledgerSealDigest(
  previous: Uint8Array,
  seal: { account_id: number; sequence: number; sealed_at: string },
  digests: readonly Uint8Array[],
): Buffer {
  const head = [seal.account_id, seal.sequence, digests.length].map(String)
  return digestOf(['ledger seal', ...head, seal.sealed_at, previous, ...digests])
}

/** The newest seal of an account. */
export const headStatement = statement(
  'ledger_seal.head',
  'account',
  'select sequence, digest from ledger_seal where account_id = $1 order by sequence desc limit 1',
)

/** Columns of a transaction under a seal; `t` is its row. */
export const sealedColumns = `t.id, t.book, t.kind, t.reference, encode(t.reference_hash, 'hex') as reference_hash,
  t.subject, t.reverses, t.at, (
    select string_agg(concat_ws(' ', e.position, e.ledger, e.unit, e.slot, e.ordinal, e.amount, e.balance_after), E'\\n'
      order by e.position)
    from ledger_entry e where e.account_id = t.account_id and e.txn_id = t.id) as entries`

const waiting = statement(
  'ledger_txn.waiting',
  'offline',
  `select distinct account_id from ledger_txn where seal_sequence is null and account_id > $1
   order by account_id limit $2`,
)

const unsealed = statement(
  'ledger_txn.unsealed',
  'account',
  `select ${sealedColumns} from ledger_txn t where t.account_id = $1 and t.seal_sequence is null
   order by t.id limit $2`,
)

const markStatement = statement(
  'ledger_txn.seal',
  'account',
  `update ledger_txn t set seal_sequence = $4, seal_position = d.position, digest = decode(d.digest, 'hex')
   from unnest($2::uuid[], $3::text[]) with ordinality as d (id, digest, position)
   where t.account_id = $1 and t.id = d.id`,
)

const insertSeal = statement(
  'ledger_seal.insert',
  'account',
  `insert into ledger_seal (account_id, sequence, txn_count, previous_digest, digest, sealed_at)
   values ($1, $2, $3, $4, $5, $6)`,
)

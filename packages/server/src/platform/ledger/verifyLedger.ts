import type { Db } from '#kit/call/context.ts'
import { builtStatement, statement } from '#kit/call/statement.ts'
import { firstDigest } from '#platform/audit/digest.ts'
import type { Book } from './posting.ts'
import { headStatement, ledgerSealDigest, sealedColumns, txnDigest, type SealedTxn } from './sealLedger.ts'

/** A defect of a ledger: its transaction, ledger or seal, and what is wrong there. */
export type LedgerDefect = { place: string; problem: string }

/**
 * The result of a verification. `head`: the newest seal; noted elsewhere, it proves later that none was cut off.
 * `defects`: the first 20.
 */
export type LedgerVerdict = {
  ok: boolean
  txns: number
  entries: number
  balances: number
  sealed: number
  unsealed: number
  head: { sequence: number; digest: string } | null
  defects: LedgerDefect[]
}

/** Ledgers whose balance must be guarded against going below zero. */
export type OwnedLedgers = (book: Book, ledger: string) => boolean

const defectsMax = 20
/** Rows of one statement; a ledger may be longer. */
const rowsMax = 5_000

/**
 * Reads a ledger from end to end in pages and proves that each transaction sums to zero by unit, that each balance is
 * the sum of its entries in an unbroken chain, that owned ledgers never went below zero, and that the chain of seals
 * holds. Concurrent writes do no harm: each page compares rows of one snapshot.
 */
export async function verifyLedger(db: Db, accountId: number, isOwned: OwnedLedgers): Promise<LedgerVerdict> {
  const found = { txns: 0, entries: 0, balances: 0, sealed: 0, unsealed: 0, head: null, defects: [] }
  const verdict: LedgerVerdict = { ok: true, ...found }
  const report = (place: string, problem: string) => {
    verdict.ok = false
    if (verdict.defects.length < defectsMax) verdict.defects.push({ place, problem })
  }
  await verifyEntries({ db, accountId, verdict, report }, isOwned)
  await verifySeals({ db, accountId, verdict, report })
  await verifyUnsealed({ db, accountId, verdict, report })
  for (const { book, unit, sum } of await db.rows(sums, [accountId])) {
    if (sum !== '0') report(`${book} ${unit}`, `all balances sum to ${sum}`)
  }
  return verdict
}

type Verifying = {
  db: Db
  accountId: number
  verdict: LedgerVerdict
  report(place: string, problem: string): void
}

type EntryRow = {
  txn_id: string
  book: Book
  ledger: string
  unit: string
  slot: number
  ordinal: string
  amount: string
  balance_after: string
  balance: string | null
  entry_count: string | null
  is_guarded: boolean | null
}

/** Follows the entries of each ledger in their order: a page may end within a ledger. */
async function verifyEntries(of: Verifying, isOwned: OwnedLedgers): Promise<void> {
  const { db, accountId, verdict, report } = of
  let last: EntryRow | undefined
  for (;;) {
    const values = last === undefined ? [accountId] : [accountId, last.book, last.ledger, last.unit, last.slot]
    const page: EntryRow[] =
      last === undefined ? await db.rows(firstEntries, values) : await db.rows(nextEntries, [...values, last.ordinal])
    for (const row of page) {
      const isSame = last !== undefined && keyOf(last) === keyOf(row)
      if (!isSame) {
        if (last !== undefined) verifyEnd(last, report)
        verdict.balances += 1
        if (isOwned(row.book, row.ledger) && row.is_guarded !== true) report(keyOf(row), 'the balance is not guarded')
      }
      const [ordinal, balance] = isSame && last !== undefined ? [last.ordinal, last.balance_after] : ['0', '0']
      if (BigInt(row.ordinal) !== BigInt(ordinal) + 1n) report(keyOf(row), `entry ${row.ordinal} follows ${ordinal}`)
      if (BigInt(row.balance_after) !== BigInt(balance) + BigInt(row.amount))
        report(keyOf(row), `entry ${row.ordinal} does not continue the balance before it`)
      if (isOwned(row.book, row.ledger) && BigInt(row.balance_after) < 0n)
        report(keyOf(row), `entry ${row.ordinal} takes the balance below zero`)
      verdict.entries += 1
      last = row
    }
    if (page.length < rowsMax) break
  }
  if (last !== undefined) verifyEnd(last, report)
  const [lone] = await db.rows(withoutEntries, [accountId])
  if (lone !== undefined) report(keyOf(lone), 'the balance has no entries')
}

/** Compares the last entry of a ledger with its balance, which were read together. */
function verifyEnd(last: EntryRow, report: Verifying['report']): void {
  if (last.balance !== last.balance_after || last.entry_count !== last.ordinal)
    report(keyOf(last), `the balance is ${last.balance ?? 'missing'}, its entries sum to ${last.balance_after}`)
}

type Key = Pick<EntryRow, 'ledger' | 'unit' | 'slot'> & { book: string }

function keyOf({ book, ledger, unit, slot }: Key): string {
  return `${book} ${ledger} ${unit} ${slot}`
}

async function verifySeals({ db, accountId, verdict, report }: Verifying): Promise<void> {
  const [head] = await db.rows(headStatement, [accountId])
  let previous: Buffer = firstDigest
  for (let sequence = 1; sequence <= (head?.sequence ?? 0); sequence++) {
    const place = `seal ${sequence}`
    const [seal] = await db.rows(readSeal, [accountId, sequence])
    if (seal === undefined) return report(place, 'the seal is missing')
    const txns = await db.rows(ofSeal, [accountId, sequence])
    const digests = txns.map(txnDigest)
    for (const [index, txn] of txns.entries()) {
      verifyTxn(txn, report)
      if (txn.digest === null || !digests[index]?.equals(txn.digest))
        report(`txn ${txn.id}`, 'the transaction is not what was sealed')
    }
    const of = { account_id: accountId, sequence, sealed_at: seal.sealed_at }
    const isWhole = seal.txn_count === txns.length && seal.previous_digest.equals(previous)
    if (!isWhole || !ledgerSealDigest(previous, of, digests).equals(seal.digest))
      report(place, 'the transactions of the seal, or their order, are not what was sealed')
    previous = seal.digest
    verdict.sealed += txns.length
    verdict.txns += txns.length
  }
  const [stray] = await db.rows(strayTxn, [accountId, head?.sequence ?? 0])
  if (stray !== undefined) report(`txn ${stray.id}`, 'the transaction belongs to no seal')
  if (head !== undefined) verdict.head = { sequence: head.sequence, digest: head.digest.toString('hex') }
}

async function verifyUnsealed({ db, accountId, verdict, report }: Verifying): Promise<void> {
  let after = '00000000-0000-0000-0000-000000000000'
  for (;;) {
    const page = await db.rows(unsealedAfter, [accountId, after])
    for (const txn of page) verifyTxn(txn, report)
    verdict.unsealed += page.length
    verdict.txns += page.length
    const last = page.at(-1)
    if (last === undefined || page.length < rowsMax) return
    after = last.id
  }
}

type Txn = SealedTxn & { is_balanced: boolean | null }

function verifyTxn(txn: Txn, report: Verifying['report']): void {
  if (txn.entries === null) report(`txn ${txn.id}`, 'the transaction has no entries')
  else if (txn.is_balanced !== true) report(`txn ${txn.id}`, 'the entries do not sum to zero')
}

const entryColumns = `e.txn_id, e.book, e.ledger, e.unit, e.slot, e.ordinal::text as ordinal, e.amount::text as amount,
  e.balance_after::text as balance_after, b.balance::text as balance, b.entry_count::text as entry_count, b.is_guarded`

const firstEntries = entriesStatement('ledger_entry.firstPage', '')
/** Parameters: account, key and ordinal of the entry to continue after. */
const nextEntries = entriesStatement(
  'ledger_entry.nextPage',
  'and (e.book, e.ledger, e.unit, e.slot, e.ordinal) > ($2, $3, $4, $5, $6::text::bigint)',
)

function entriesStatement(name: string, from: string) {
  return builtStatement<EntryRow>(
    name,
    'account',
    `select ${entryColumns} from ledger_entry e
     left join ledger_balance b on b.account_id = e.account_id and b.book = e.book and b.ledger = e.ledger
       and b.unit = e.unit and b.slot = e.slot
     where e.account_id = $1 ${from}
     order by e.book, e.ledger, e.unit, e.slot, e.ordinal limit ${rowsMax}`,
  )
}

const withoutEntries = statement(
  'ledger_balance.withoutEntries',
  'account',
  `select b.book, b.ledger, b.unit, b.slot from ledger_balance b where b.account_id = $1 and not exists (
     select from ledger_entry e where e.account_id = b.account_id and e.book = b.book and e.ledger = b.ledger
       and e.unit = b.unit and e.slot = b.slot) limit 1`,
)

const sums = statement(
  'ledger_balance.sums',
  'account',
  `select book, unit, sum(balance)::text as sum from ledger_balance where account_id = $1 group by book, unit
   order by book, unit`,
)

const balancedColumn = `(select bool_and(u.sum = 0) from (
    select sum(e.amount) as sum from ledger_entry e where e.account_id = t.account_id and e.txn_id = t.id
    group by e.unit) u) as is_balanced`

const readSeal = statement(
  'ledger_seal.get',
  'account',
  `select txn_count, previous_digest, digest, sealed_at from ledger_seal where account_id = $1 and sequence = $2`,
)

const ofSeal = statement(
  'ledger_txn.ofSeal',
  'account',
  `select ${sealedColumns}, t.digest, ${balancedColumn} from ledger_txn t
   where t.account_id = $1 and t.seal_sequence = $2 order by t.seal_position`,
)

const strayTxn = statement(
  'ledger_txn.stray',
  'account',
  'select id from ledger_txn where account_id = $1 and seal_sequence is not null and seal_sequence > $2 limit 1',
)

const unsealedAfter = statement(
  'ledger_txn.unsealedAfter',
  'account',
  `select ${sealedColumns}, ${balancedColumn} from ledger_txn t
   where t.account_id = $1 and t.seal_sequence is null and t.id > $2 order by t.id limit ${rowsMax}`,
)

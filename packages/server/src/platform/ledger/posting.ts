import type { Ctx, Statement } from '#kit/call/context.ts'
import { field, problem, reason, reasons } from '#kit/call/problem.ts'
import { builtStatement, statement } from '#kit/call/statement.ts'
import { uuidv7 } from '#kit/values/ids.ts'
import { ConstraintError } from '#platform/db/problems.ts'
import { postingHash } from './postingHash.ts'

/** A set of ledgers whose entries sum to zero by unit: currencies of money, names of tokens. */
export type Book = 'money' | 'tokens'

/**
 * A signed amount on one ledger; the entries of a posting sum to zero for each unit. `isGuarded`: the balance never
 * goes below zero. `isShared`: written by many calls at once; the balance is kept in slots and is not in `balances`.
 */
export type LedgerEntry = { ledger: string; unit: string; amount: bigint; isGuarded?: boolean; isShared?: boolean }

/** A transaction to post. `reference` is unique in its book; `reverses` is the id of the reversed transaction. */
export type Posting = {
  book: Book
  kind: string
  reference: string
  /** The record or contact that the transaction is about. */
  subject?: string
  reverses?: string
  entries: readonly LedgerEntry[]
}

/** A posted transaction. `balances`: by `<ledger> <unit>`, after the transaction, without shared ledgers. */
export type Posted = { txnId: string; isRepeat: boolean; balances: ReadonlyMap<string, bigint> }

/** The reason for a guarded ledger that would go below zero. */
export const insufficientBalance = reason(
  'conflict',
  'insufficient_balance',
  'The balance is lower than the amount. Nothing was moved.',
)

/** Slots of a shared ledger: as many transactions write it without waiting for each other. */
const slotsMax = 16
const referenceLengthMax = 400

/**
 * Posts transactions in one statement. A known reference with the same entries returns the first result, with others
 * it throws client_reference_exists. Throws insufficient_balance, which aborts the caller's transaction. Call inside
 * `ctx.atomic`, once and last: rows of balances are locked in the order of their keys, so parallel calls never wait
 * for each other in a circle. `joined`: rows of the product for new transactions.
 */
export async function post(ctx: Ctx, postings: readonly Posting[], joined?: JoinedRows): Promise<Posted[]> {
  if (!ctx.isAtomic) throw new Error('a posting is made outside a transaction')
  if (postings.length === 0) return []
  const drafts = postings.map((posting) => draftOf(ctx, posting))
  const values = [...postingValues(ctx, drafts), ...(joined?.values(drafts.map(({ id }) => id)) ?? [])]
  const rows = await ctx.db.rows(joined?.statement ?? insert, values).catch((error: unknown) => {
    throw ledgerProblem(error)
  })
  const made = Map.groupBy(rows, (row) => row.txn_id)
  const isOverdrawn = drafts.some(({ id, posting }) => (made.get(id) ?? []).some((row) => isBelowZero(posting, row)))
  if (isOverdrawn) await refuseOverdraft(ctx)
  const missing = drafts.filter(({ id }) => !made.has(id))
  const known = missing.length === 0 ? new Map<string, Posted>() : await readKnown(ctx, missing)
  return drafts.map(({ id, posting }) => {
    const entries = made.get(id)
    if (entries !== undefined) return { txnId: id, isRepeat: false, balances: balancesAfter(entries) }
    const repeat = known.get(keyOf(posting))
    if (repeat === undefined) throw problem(reasons.writeContended)
    return repeat
  })
}

/**
 * Posts transactions together with rows of the product by a single statement, which needs no transaction of the caller.
 * They take nothing from guarded ledgers. Undefined in the place of one that the statement left out: its reference is
 * known, or the product's own step did not admit it.
 */
export async function postCredits(
  ctx: Ctx,
  postings: readonly Posting[],
  joined: JoinedRows,
): Promise<(Posted | undefined)[]> {
  const taking = postings.find(({ entries }) => entries.some(({ isGuarded, amount }) => isGuarded && amount < 0n))
  if (taking !== undefined) throw new Error(`the posting ${taking.reference} takes from a guarded ledger`)
  const drafts = postings.map((posting) => draftOf(ctx, posting))
  const values = [...postingValues(ctx, drafts), ...joined.values(drafts.map(({ id }) => id))]
  const rows = await ctx.db.rows(joined.statement, values).catch((error: unknown) => {
    throw ledgerProblem(error)
  })
  const made = Map.groupBy(rows, (row) => row.txn_id)
  return drafts.map(({ id: txnId }) => {
    const entries = made.get(txnId)
    return entries === undefined ? undefined : { txnId, isRepeat: false, balances: balancesAfter(entries) }
  })
}

/** Rows that a product writes in the statement of a posting: `values` of its parameters from $5, by transaction ids. */
export type JoinedRows = { statement: Statement<EntryRow>; values(txnIds: readonly string[]): unknown[] }

/** A posting with the id of its transaction and the digest of its content. */
type PostingDraft = { id: string; hash: string; posting: Posting }

/** Checks a posting and gives it an id. Throws on entries that do not sum to zero: a defect of the caller. */
function draftOf(ctx: Pick<Ctx, 'now'>, posting: Posting): PostingDraft {
  const { reference, entries } = posting
  const sums = new Map<string, bigint>()
  for (const { unit, amount } of entries) sums.set(unit, (sums.get(unit) ?? 0n) + amount)
  const isBalanced = [...sums.values()].every((sum) => sum === 0n)
  if (!isBalanced || entries.length === 0) throw new Error(`the entries of ${reference} do not sum to zero`)
  if (entries.some(({ amount }) => amount === 0n)) throw new Error(`an entry of ${reference} has no amount`)
  if (reference.length > referenceLengthMax) throw new Error(`the reference ${reference} is too long`)
  return { id: uuidv7(ctx.now().getTime()), hash: postingHash(posting), posting }
}

/** The parameters of `postingSteps`: account, moment, transactions and entries as JSON. */
function postingValues(ctx: Pick<Ctx, 'account' | 'now'>, drafts: readonly PostingDraft[]): unknown[] {
  const slot = 1 + Math.floor(Math.random() * slotsMax)
  const txns = drafts.map(({ id, hash, posting }) => ({
    id,
    hash,
    book: posting.book,
    kind: posting.kind,
    reference: posting.reference,
    subject: posting.subject,
    reverses: posting.reverses,
  }))
  const entries = drafts.flatMap(({ id, posting }, ord) =>
    posting.entries.map((entry, index) => ({
      txn: id,
      place: ord * 1_000 + index,
      position: index + 1,
      ledger: entry.ledger,
      unit: entry.unit,
      slot: entry.isShared === true ? slot : 0,
      guarded: entry.isGuarded === true,
      amount: String(entry.amount),
    })),
  )
  return [ctx.account.id, ctx.now().toISOString(), JSON.stringify(txns), JSON.stringify(entries)]
}

/** Maps a violated rule of the ledger to its reason; other errors pass. */
function ledgerProblem(error: unknown): unknown {
  if (!(error instanceof ConstraintError)) return error
  if (error.constraint === 'ledger_balance_guard_check') return problem(insufficientBalance)
  if (error.constraint !== 'ledger_balance_bound_check') return error
  return problem(reasons.limitReached, { fields: [field('amount', 'limit_reached', 'exceeds the largest balance')] })
}

/** A transaction that stands under the reference of a posting. Throws client_reference_exists for other entries. */
export async function findPosted(ctx: Ctx, posting: Posting): Promise<Posted | undefined> {
  return (await readKnown(ctx, [draftOf(ctx, posting)])).get(keyOf(posting))
}

/** Current balances of ledgers by `<ledger> <unit>`, slots added up. */
export async function balancesOf(ctx: Ctx, book: Book, ledgers: readonly string[]): Promise<Map<string, bigint>> {
  if (ledgers.length === 0) return new Map()
  const rows = await ctx.db.rows(readBalances, [ctx.account.id, book, ledgers])
  return new Map(rows.map((row) => [balanceKey(row.ledger, row.unit), BigInt(row.balance ?? 0)]))
}

/** The key of a balance in the maps of this file. */
export function balanceKey(ledger: string, unit: string): string {
  return `${ledger} ${unit}`
}

type EntryRow = { txn_id: string; ledger: string; unit: string; slot: number; balance_after: string | null }

function isBelowZero({ entries }: Posting, row: EntryRow): boolean {
  if (BigInt(row.balance_after ?? 0) >= 0n) return false
  return entries.some(({ ledger, unit, isGuarded }) => isGuarded && ledger === row.ledger && unit === row.unit)
}

/**
 * Refuses a first entry below zero. The check of the table does not see it, because an upsert checks the row that it
 * proposes before the one that it updates; this row violates the check, so that the transaction cannot commit.
 */
async function refuseOverdraft(ctx: Ctx): Promise<never> {
  await ctx.db.rows(refuse, [ctx.account.id]).catch((error: unknown) => {
    throw ledgerProblem(error)
  })
  throw problem(insufficientBalance)
}

function balancesAfter(rows: readonly EntryRow[]): Map<string, bigint> {
  const own = rows.filter(({ slot }) => slot === 0)
  return new Map(own.map((row) => [balanceKey(row.ledger, row.unit), BigInt(row.balance_after ?? 0)]))
}

function keyOf({ book, reference }: Pick<Posting, 'book' | 'reference'>): string {
  return `${book} ${reference}`
}

/** Reads transactions that stood before, by their references. Throws client_reference_exists for other entries. */
async function readKnown(ctx: Ctx, drafts: readonly PostingDraft[]): Promise<Map<string, Posted>> {
  const books = drafts.map(({ posting }) => posting.book)
  const references = drafts.map(({ posting }) => posting.reference)
  const rows = await ctx.db.rows(readByReference, [ctx.account.id, books, references])
  const hashes = new Map(drafts.map(({ posting, hash }) => [keyOf(posting), hash]))
  const byTxn = Map.groupBy(rows, (row) => keyOf(row))
  return new Map(
    [...byTxn].map(([key, entries]) => {
      const first = entries[0]
      if (first === undefined || first.hash !== hashes.get(key)) throw problem(reasons.clientReferenceExists)
      return [key, { txnId: first.txn_id, isRepeat: true, balances: balancesAfter(entries) }]
    }),
  )
}

/** Steps of a product that decide which transactions are posted: `admitted` selects their ids. */
export type AdmissionSteps = { steps: string; admitted: string }

/**
 * The statement of a posting with steps of a product, which write its rows in the same round trip. They read `posted`
 * (`id` of each new transaction) and have parameters from $5: those of `JoinedRows`.
 */
export function postingStatement(name: string, steps: string, admission?: AdmissionSteps): Statement<EntryRow> {
  const first = admission === undefined ? '' : `${admission.steps}, `
  return builtStatement<EntryRow>(
    name,
    'account',
    `with ${first}${postingSteps(admission?.admitted)}, ${steps} ${selectEntries}`,
  )
}

/**
 * Steps of a posting. Parameters $1 to $4 as `postingValues` returns them. Transactions are inserted in the order of
 * their references, then balances are locked in the order of their keys.
 */
function postingSteps(admitted?: string): string {
  return `posted as (
     insert into ledger_txn (account_id, id, book, kind, reference, reference_hash, subject, reverses, at)
     select $1::bigint, t.id, t.book, t.kind, t.reference, decode(t.hash, 'hex'), t.subject, t.reverses,
       $2::timestamptz
     from json_to_recordset($3::json) as t (id uuid, hash text, book text, kind text, reference text, subject text,
       reverses uuid)
     ${admitted === undefined ? '' : `where t.id in (${admitted})`}
     order by t.book, t.reference
     on conflict (account_id, book, reference) do nothing returning id, book),
  item as materialized (
     select e.txn, e.place, e.position, p.book, e.ledger, e.unit, e.slot, e.guarded, e.amount
     from json_to_recordset($4::json) as e (txn uuid, place integer, position integer, ledger text, unit text,
       slot integer, guarded boolean, amount bigint)
     join posted p on p.id = e.txn),
   moved as (
     insert into ledger_balance (account_id, book, ledger, unit, slot, balance, entry_count, is_guarded)
     select $1::bigint, i.book, i.ledger, i.unit, i.slot, sum(i.amount), count(*),
       bool_or(i.guarded) and sum(i.amount) >= 0
     from item i group by i.book, i.ledger, i.unit, i.slot order by i.book, i.ledger, i.unit, i.slot
     on conflict (account_id, book, ledger, unit, slot) do update
       set balance = ledger_balance.balance + excluded.balance,
         entry_count = ledger_balance.entry_count + excluded.entry_count,
         is_guarded = ledger_balance.is_guarded or excluded.is_guarded
     returning book, ledger, unit, slot, balance, entry_count),
   entered as (
     insert into ledger_entry (account_id, txn_id, position, book, ledger, unit, slot, ordinal, amount, balance_after)
     select $1::bigint, i.txn, i.position, i.book, i.ledger, i.unit, i.slot,
       m.entry_count - count(*) over later + 1, i.amount, m.balance - sum(i.amount) over later + i.amount
     from item i join moved m using (book, ledger, unit, slot)
     window later as (partition by i.book, i.ledger, i.unit, i.slot order by i.place
       rows between current row and unbounded following)
     returning txn_id, position, ledger, unit, slot, balance_after)`
}

const selectEntries = `select e.txn_id, e.ledger, e.unit, e.slot, e.balance_after::text as balance_after
  from entered e order by e.txn_id, e.position`

const insert = statement('ledger_txn.post', 'account', `with ${postingSteps()} ${selectEntries}`)

const refuse = statement(
  'ledger_balance.refuse',
  'account',
  `insert into ledger_balance (account_id, book, ledger, unit, slot, balance, entry_count, is_guarded)
   values ($1, 'tokens', 'refused', '', 0, -1, 0, true)`,
)

const readByReference = statement(
  'ledger_txn.byReference',
  'account',
  `select t.book, t.reference, encode(t.reference_hash, 'hex') as hash, t.id as txn_id, e.ledger, e.unit, e.slot,
     e.balance_after::text as balance_after
   from ledger_txn t join ledger_entry e on e.account_id = t.account_id and e.txn_id = t.id
   where t.account_id = $1
     and (t.book, t.reference) in (select * from unnest($2::text[], $3::text[]))
   order by t.id, e.position`,
)

const readBalances = statement(
  'ledger_balance.ofLedgers',
  'account',
  `select ledger, unit, sum(balance)::text as balance from ledger_balance
   where account_id = $1 and book = $2 and ledger = any($3::text[]) group by ledger, unit`,
)

import type { Db, RowOf } from '#kit/call/context.ts'
import { uuidFloor } from '#kit/values/ids.ts'
import { builtStatement, statement } from '#kit/call/statement.ts'
import { changesDigest, firstDigest, rowDigest, sealDigest, type AuditRow } from './digest.ts'
import { headStatement } from './sealAudit.ts'

/** The result of a verification. `head` is the newest seal: noted elsewhere, it proves later that none was cut off. */
export type AuditVerdict = {
  ok: boolean
  rows: number
  sealed: number
  unsealed: number
  /** Number of sealed rows whose changes were erased; actor, action and time are still verified. */
  erased: number
  head: { sequence: number; digest: string } | null
  /** Row id of the audit row at fault, or `seal <sequence>`; `problem` names the defect. */
  brokenAt?: string
  problem?: string
}

type Seal = RowOf<typeof sealsStatement>
type Leaf = RowOf<typeof leavesStatement>

const sealsMax = 500
/** Rows of one statement; a log may be longer. */
const rowsMax = 20_000

class Broken extends Error {
  readonly place: string

  constructor(place: string, problem: string) {
    super(problem)
    this.name = 'Broken'
    this.place = place
  }
}

/**
 * Follows the chain of an account from its first seal to its last and compares every row with its digest. Finds rows
 * that were changed, removed, inserted or reordered.
 */
export async function verifyAudit(db: Db, accountId: number): Promise<AuditVerdict> {
  const [head] = await db.rows(headStatement, [accountId])
  const { rows, unsealed, late } = await countRows(db, accountId, head?.floor_id ?? uuidFloor(0))
  const verdict: AuditVerdict = { ok: true, rows, sealed: 0, unsealed, erased: 0, head: null }
  try {
    let previous: Buffer = firstDigest
    let expected = 1
    for (let more = true; more;) {
      const seals = await db.rows(sealsStatement, [accountId, expected, head?.sequence ?? 0, sealsMax])
      for (const seal of seals) {
        await checkSeal(db, accountId, { seal, previous, expected, verdict })
        previous = seal.digest
        expected += 1
      }
      more = seals.length === sealsMax
    }
    if (expected <= (head?.sequence ?? 0)) throw new Broken(`seal ${expected}`, 'the seal is missing')
    if (head !== undefined) verdict.head = { sequence: head.sequence, digest: previous.toString('hex') }
    if (late !== null) throw new Broken(late, 'the row was put in after its time had been sealed')
    const [stray] = await db.rows(strayStatement, [accountId, head?.sequence ?? 0])
    if (stray !== undefined) throw new Broken(stray.id, 'the digest of the row belongs to no seal')
  } catch (error) {
    if (!(error instanceof Broken)) throw error
    Object.assign(verdict, { ok: false, brokenAt: error.place, problem: error.message })
  }
  return verdict
}

type Checking = { seal: Seal; previous: Buffer; expected: number; verdict: AuditVerdict }

async function checkSeal(db: Db, accountId: number, { seal, previous, expected, verdict }: Checking): Promise<void> {
  const place = `seal ${expected}`
  if (seal.sequence !== expected) throw new Broken(place, 'the seal is missing')
  if (!seal.previous_digest.equals(previous)) throw new Broken(place, 'the seal does not continue the one before')
  const leaves = await db.rows(leavesStatement, [accountId, seal.sequence])
  for (const leaf of leaves) checkLeaf(leaf, verdict)
  if (leaves.length !== seal.row_count) {
    throw new Broken(place, `the seal speaks of ${seal.row_count} rows and there are ${leaves.length}`)
  }
  const digest = sealDigest(
    previous,
    seal,
    leaves.map((leaf) => leaf.digest),
  )
  if (!digest.equals(seal.digest))
    throw new Broken(place, 'the rows of the seal, or their order, are not what was sealed')
}

function checkLeaf(leaf: Leaf, verdict: AuditVerdict): void {
  if (leaf.row_id === null) throw new Broken(leaf.id, 'the row was removed')
  // cast: columns of an audit row are not null, and there is one, since `row_id` is not null.
  const row = leaf as AuditRow
  const isErased = leaf.salt === null
  if (isErased && row.changes !== '') throw new Broken(leaf.id, 'the row was erased and has content')
  if (leaf.salt !== null && !changesDigest(leaf.salt, row.changes).equals(leaf.changes_digest)) {
    throw new Broken(leaf.id, 'the changes of the row are not what was sealed')
  }
  if (!rowDigest(row, leaf.changes_digest).equals(leaf.digest)) {
    throw new Broken(leaf.id, 'the row is not what was sealed')
  }
  verdict.sealed += 1
  if (isErased) verdict.erased += 1
}

type Counted = { rows: number; unsealed: number; late: string | null }
type CountedPage = Counted & { last: string | null }

/** Counts all rows, and finds the first unsealed row below the floor. */
async function countRows(db: Db, accountId: number, floor: string): Promise<Counted> {
  const counted: Counted = { rows: 0, unsealed: 0, late: null }
  let [page] = await db.rows(firstPage, [accountId, floor])
  while (page !== undefined && page.last !== null) {
    counted.rows += page.rows
    counted.unsealed += page.unsealed
    counted.late ??= page.late
    page = (await db.rows(nextPage, [accountId, floor, page.last]))[0]
  }
  return counted
}

const sealsStatement = statement(
  'account_audit_seal.from',
  'account',
  `select account_id, sequence, from_id, to_id, floor_id, row_count, previous_digest, digest, sealed_at
   from account_audit_seal
   where account_id = $1 and sequence >= $2 and sequence <= $3 order by sequence limit $4`,
)

const leavesStatement = statement(
  'account_audit_leaf.ofSeal',
  'account',
  `select l.id, l.position, l.salt, l.changes_digest, l.digest, a.id as row_id, a.at, a.request_id, a.actor, a.action,
     a.target, a.changes
   from account_audit_leaf l left join account_audit a using (account_id, id)
   where l.account_id = $1 and l.sequence = $2 order by l.position`,
)

/** Parameters: account, floor. */
const firstPage = pageStatement('account_audit.firstPage', '')
/** Parameters: account, floor, row to continue after. */
const nextPage = pageStatement('account_audit.nextPage', 'and a.id > $3')

function pageStatement(name: string, from: string) {
  return builtStatement<CountedPage>(
    name,
    'account',
    `select count(*) as rows, count(*) filter (where not is_sealed) as unsealed,
       (array_agg(id order by id) filter (where not is_sealed and id < $2))[1] as late,
       (array_agg(id order by id desc))[1] as last
     from (select a.id, exists (select from account_audit_leaf l where l.account_id = a.account_id and l.id = a.id)
         as is_sealed from account_audit a where a.account_id = $1 ${from} order by a.id limit ${rowsMax}) page`,
  )
}

const strayStatement = statement(
  'account_audit_leaf.stray',
  'account',
  `select l.id from account_audit_leaf l where l.account_id = $1 and (l.sequence < 1 or l.sequence > $2)
     and not exists (
       select from account_audit_seal s where s.account_id = l.account_id and s.sequence = l.sequence) limit 1`,
)

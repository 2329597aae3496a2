import { randomBytes } from 'node:crypto'
import type { Db } from '#kit/call/context.ts'
import { uuidFloor, uuidv7 } from '#kit/values/ids.ts'
import { statement } from '#kit/call/statement.ts'
import { acquireLock } from '#platform/db/advisoryLock.ts'
import type { Schedule } from '#kit/nouns/task.ts'
import { changesDigest, firstDigest, rowDigest, sealDigest, type AuditRow } from './digest.ts'

const batchMax = 1_000
const accountsMax = 500
/**
 * Longest time between the id of an audit row and its commit. A row that appears later was inserted by other means: it
 * stays unsealed, and `verifyAudit` names it.
 */
export const lateMsMax = 300_000

/**
 * The schedule that seals audit logs, account by account. Writes never wait for it.
 *
 * A seal is a row with a number, a range of audit rows and a digest over the digests of those rows and of the previous
 * seal: a changed, removed or inserted row breaks the chain. One transaction holds the lock `account_audit_seal` of the
 * account, so that concurrent runs seal each row once. A leaf per row keeps its digest and the salt of its changes.
 */
export const sealAudit: Schedule = {
  name: 'platform.audit.seal',
  description: 'Seals new rows of every audit log into its chain of digests.',
  everySeconds: 60,
  async run(ctx) {
    for (let after = -1; ;) {
      const accounts = await ctx.db.rows(waitingStatement, [after, accountsMax])
      for (const { account_id: account, has_unsealed: hasUnsealed } of accounts) {
        if (hasUnsealed) await ctx.atomic((inner) => sealAccount(inner.db, account, inner.now()))
      }
      const last = accounts.at(-1)
      if (last === undefined) return
      after = last.account_id
    }
  },
}

/** Seals all rows of one account that can be sealed. Runs in the caller's transaction; returns their number. */
export async function sealAccount(db: Db, accountId: number, now: Date): Promise<number> {
  await acquireLock(db, accountId, 'account_audit_seal')
  let [head] = await db.rows(headStatement, [accountId])
  let sealed = 0
  for (;;) {
    const rows = await db.rows(unsealedStatement, [accountId, head?.floor_id ?? uuidFloor(0), batchMax])
    const first = rows[0]
    const last = rows.at(-1)
    if (first === undefined || last === undefined) return sealed
    const sequence = (head?.sequence ?? 0) + 1
    const previous = head?.digest ?? firstDigest
    // A clock that runs ahead must not make the rows of other processes look late.
    const floor = later(head?.floor_id, uuidFloor(Math.min(timeOf(last.id), now.getTime()) - lateMsMax))
    const ends = { account_id: accountId, from_id: first.id, to_id: last.id, floor_id: floor }
    const seal = { sequence, ...ends, row_count: rows.length, sealed_at: now.toISOString() }
    const leaves = rows.map(leafOf)
    const digest = sealDigest(
      previous,
      seal,
      leaves.map((leaf) => leaf.digest),
    )
    await db.rows(leavesStatement, [
      accountId,
      leaves.map((leaf) => leaf.id),
      sequence,
      leaves.map((leaf) => hex(leaf.salt)),
      leaves.map((leaf) => hex(leaf.changes)),
      leaves.map((leaf) => hex(leaf.digest)),
    ])
    const values = [seal.from_id, seal.to_id, floor, seal.row_count, previous, digest, seal.sealed_at]
    await db.rows(sealStatement, [accountId, uuidv7(now.getTime()), sequence, ...values])
    head = { sequence, floor_id: floor, digest }
    sealed += rows.length
  }
}

/** Erases the changes of rows and their salts in the caller's transaction; the chain stays valid. */
export async function eraseChanges(db: Db, accountId: number, ids: readonly string[]): Promise<void> {
  await db.rows(eraseRowsStatement, [accountId, ids])
  await db.rows(eraseSaltsStatement, [accountId, ids])
}

function later(before: string | undefined, floor: string): string {
  return before !== undefined && before > floor ? before : floor
}

/** The milliseconds that a UUIDv7 begins with. */
function timeOf(uuid: string): number {
  return Number.parseInt(uuid.slice(0, 8) + uuid.slice(9, 13), 16)
}

function leafOf(row: AuditRow) {
  const salt = randomBytes(16)
  const changes = changesDigest(salt, row.changes)
  return { id: row.id, salt, changes, digest: rowDigest(row, changes) }
}

function hex(bytes: Buffer): string {
  return `\\x${bytes.toString('hex')}`
}

/** The newest seal of an account. Ids below its floor are too old to be sealed. */
export const headStatement = statement(
  'account_audit_seal.head',
  'account',
  'select sequence, floor_id, digest from account_audit_seal where account_id = $1 order by sequence desc limit 1',
)

const waitingStatement = statement(
  'account_audit.waiting',
  'offline',
  `select c.account_id, exists (
     select from account_audit a where a.account_id = c.account_id
       and a.id >= coalesce(h.floor_id, '00000000-0000-0000-0000-000000000000') and not exists (
         select from account_audit_leaf l where l.account_id = a.account_id and l.id = a.id)) as has_unsealed
   from account_account c left join lateral (
     select s.floor_id from account_audit_seal s where s.account_id = c.account_id
     order by s.sequence desc limit 1) h on true
   where c.account_id > $1 order by c.account_id limit $2`,
)

const unsealedStatement = statement(
  'account_audit.unsealed',
  'account',
  `select a.id, a.at, a.request_id, a.actor, a.action, a.target, a.changes from account_audit a
   where a.account_id = $1 and a.id >= $2 and not exists (
     select from account_audit_leaf l where l.account_id = a.account_id and l.id = a.id)
   order by a.id limit $3`,
)

const leavesStatement = statement(
  'account_audit_leaf.insert',
  'account',
  `insert into account_audit_leaf (account_id, id, sequence, position, salt, changes_digest, digest)
   select $1, k.id, $3, k.position, k.salt, k.changes, k.digest
   from unnest($2::uuid[], $4::bytea[], $5::bytea[], $6::bytea[]) with ordinality
     as k (id, salt, changes, digest, position)`,
)

const sealStatement = statement(
  'account_audit_seal.insert',
  'account',
  `insert into account_audit_seal (account_id, id, sequence, from_id, to_id, floor_id, row_count,
     previous_digest, digest, sealed_at)
   values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10)`,
)

const eraseRowsStatement = statement(
  'account_audit.erase',
  'account',
  `update account_audit set changes = '' where account_id = $1 and id = any($2::uuid[])`,
)

const eraseSaltsStatement = statement(
  'account_audit_leaf.erase',
  'account',
  'update account_audit_leaf set salt = null where account_id = $1 and id = any($2::uuid[])',
)

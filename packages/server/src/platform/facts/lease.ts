import type { Db } from '#kit/call/context.ts'
import { statement } from '#kit/call/statement.ts'

/** A lease: one process holds it at a time. The token rises with each new owner. */
export type Lease = { name: string; owner: string; token: number }

/** Thrown by work whose lease another process has acquired. */
export class FencedError extends Error {
  constructor(name: string) {
    super(`the lease ${name} was acquired by another process`)
    this.name = 'FencedError'
  }
}

/** Acquires or renews a lease. Undefined while another process holds it. Its times are those of the ops database. */
export async function takeLease(
  db: Db,
  want: { name: string; owner: string; leaseMs: number },
): Promise<Lease | undefined> {
  const rows = await db.rows(takeStatement, [want.name, want.owner, want.leaseMs])
  return rows[0] === undefined ? undefined : { name: want.name, owner: want.owner, token: rows[0].token }
}

/**
 * Proves within a transaction that the process still holds the lease, and blocks other owners until the transaction
 * ends. Returns a moment later than any before under this name. Throws FencedError.
 */
export async function advanceLease(db: Db, lease: Lease, now: Date): Promise<string> {
  const values = [lease.name, lease.owner, lease.token, now.toISOString()]
  const rows = await db.rows(advanceStatement, values)
  if (rows[0] === undefined) throw new FencedError(lease.name)
  return rows[0].position_at
}

/** Releases a lease, so that another process can acquire it at once. */
export async function dropLease(db: Db, lease: Lease): Promise<void> {
  await db.rows(dropStatement, [lease.name, lease.owner, lease.token])
}

const takeStatement = statement(
  'ops_lease.take',
  'ops',
  `insert into ops_lease (name, owner, token, until_at, position_at)
   values ($1, $2, 1, clock_timestamp() + $3 * interval '1 millisecond', '2000-01-01Z')
   on conflict (name) do update set owner = excluded.owner, until_at = excluded.until_at,
     token = case when ops_lease.owner = excluded.owner then ops_lease.token else ops_lease.token + 1 end
   where ops_lease.owner = excluded.owner or ops_lease.until_at < clock_timestamp()
   returning token`,
)

const advanceStatement = statement(
  'ops_lease.hold',
  'ops',
  `update ops_lease set position_at = greatest(position_at + interval '1 millisecond', $4::timestamptz)
   where name = $1 and owner = $2 and token = $3 returning position_at`,
)

const dropStatement = statement(
  'ops_lease.drop',
  'ops',
  'update ops_lease set until_at = clock_timestamp() where name = $1 and owner = $2 and token = $3',
)

import type { Db } from '#kit/call/context.ts'
import { statement } from '#kit/call/statement.ts'

/**
 * Acquires the lock of a name within an account until the transaction of `db` ends; other accounts never wait for it.
 * Account 0 is the platform. Fails with 503 after the lock timeout of 5 s.
 */
export async function acquireLock(db: Db, accountId: number, name: string): Promise<void> {
  await db.rows(lockStatement, [`${name}:${accountId}`])
}

/** Two names with the same 64-bit hash wait for each other, and nothing else happens. */
const lockStatement = statement('lock.transaction', 'ops', 'select pg_advisory_xact_lock(hashtextextended($1, 0))')

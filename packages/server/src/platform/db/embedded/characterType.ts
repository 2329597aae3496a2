import type pg from 'pg'
import { inSession, nameOf } from '#platform/db/connect.ts'
import { errnoOf, StartProblem } from '#platform/startProblem.ts'
import type { SocketAddress } from './embedded.ts'

/** Character types under which pg_trgm recognises letters of every script, best first. A machine may have none. */
export const characterTypes = ['C.UTF-8', 'en_US.UTF-8']

/** SQLSTATE of a statement that failed for a full disk. */
const diskFullState = '53100'

/**
 * Changes a database of the character type C to one of `characterTypes`, and rebuilds its trigram indexes. `admin` is a
 * superuser; other sessions end. After a killed process the next call completes the work: the indexes stay invalid, and
 * so unused, until they are built. Throws `disk_full`.
 */
export async function widenCharacterType(admin: SocketAddress, onBuild: () => void): Promise<void> {
  const stale = await asAdmin(admin, async (client) => {
    await changeType(client)
    return listInvalid(client)
  })
  if (stale.length === 0) return
  onBuild()
  await asAdmin(admin, async (client) => {
    for (const index of stale) await client.query(`reindex index ${index}`)
  })
}

async function asAdmin<T>(admin: SocketAddress, work: (client: pg.Client) => Promise<T>): Promise<T> {
  try {
    return await inSession(admin, 'fairground character type', ({ client }) => work(client))
  } catch (error) {
    if (errnoOf(error) !== diskFullState) throw error
    const advice = 'make room for its search indexes, then start again'
    throw new StartProblem('disk_full', `The disk of the database ${nameOf(admin)} is full: ${advice}.`, error)
  }
}

/** Both catalogs change in one transaction. */
async function changeType(client: pg.Client): Promise<void> {
  const { rows } = await client.query("select from pg_database where datname = current_database() and datctype = 'C'")
  if (rows.length === 0) return
  const type = await findType(client)
  if (type === undefined) return
  await client.query('begin')
  await client.query('update pg_database set datctype = $1 where datname = current_database()', [type])
  await client.query(`update pg_index set indisvalid = false where ${isTrigram}`)
  await client.query('commit')
  await client.query(endOthers)
}

/** The first type that the machine has: PostgreSQL creates no collation for an unknown one. */
async function findType(client: pg.Client): Promise<string | undefined> {
  for (const type of characterTypes) {
    await client.query('begin')
    const made = `create collation pg_temp.known (provider = libc, lc_collate = 'C', lc_ctype = '${type}')`
    const isKnown = await client.query(made).then(
      () => true,
      () => false,
    )
    await client.query('rollback')
    if (isKnown) return type
  }
  return undefined
}

async function listInvalid(client: pg.Client): Promise<string[]> {
  const { rows } = await client.query<{ name: string }>(
    `select indexrelid::regclass::text as name from pg_index where not indisvalid and ${isTrigram}`,
  )
  return rows.map(({ name }) => name)
}

/** A session keeps the character type that its database had when it began. */
const endOthers = `select pg_terminate_backend(pid) from pg_stat_activity
  where datname = current_database() and backend_type = 'client backend' and pid <> pg_backend_pid()`

const isTrigram = "indclass::oid[] && array(select oid from pg_opclass where opcname = 'gin_trgm_ops')"

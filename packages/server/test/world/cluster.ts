import { randomBytes } from 'node:crypto'
import pg from 'pg'
import { roles } from '#platform/db/embedded/cluster.ts'
import type { SocketAddress } from '#platform/db/embedded/embedded.ts'
import { migrate } from '#platform/db/migrate.ts'
import { hashMigrations, readMigrations } from '#platform/db/migrations.ts'
import { startThrowaway } from './throwaway.ts'

/** Environment variable in which the runner of all tests passes the address of its cluster's superuser, as JSON. */
export const clusterVariable = 'FAIRGROUND_TEST_CLUSTER'

/** A database of one test's own. It is dropped on `drop`, or with `await using`; forgetting it costs memory only. */
export type TestDatabase = {
  address: SocketAddress
  drop: () => Promise<void>
  [Symbol.asyncDispose]: () => Promise<void>
}

/** Changes a database of which others become copies. */
export type Prepare = (address: SocketAddress) => Promise<unknown>

/** A PostgreSQL for tests. `admin` is the superuser on the database `postgres`. */
export type TestCluster = {
  admin: SocketAddress
  /** A database with every migration applied, in about 30 ms. */
  createDatabase: () => Promise<TestDatabase>
  /** The same after `prepare`, which runs once for all databases of its name. */
  createPrepared: (name: string, prepare: Prepare) => Promise<TestDatabase>
  /** An empty database without migrations. */
  createEmptyDatabase: () => Promise<TestDatabase>
}

/** Address of a database in the form of `DATABASE_URL`. */
export function databaseUrlOf({ host, port, user, database }: SocketAddress): string {
  return `postgres://${user}@localhost/${database}?host=${encodeURIComponent(host)}&port=${port}`
}

let shared: Promise<TestCluster> | undefined

/** The cluster of this test run: the runner's, else one of this process, which ends with it. */
export function testCluster(): Promise<TestCluster> {
  shared ??= openCluster()
  return shared
}

/** A cluster by its superuser's address. */
export function clusterAt(admin: SocketAddress): TestCluster {
  // One connection for all tests of a process: two for each database would cost half as much as the database.
  const pool = new pg.Pool({ ...admin, max: 1, idleTimeoutMillis: 0, allowExitOnIdle: true })
  // The cluster may stop before the process.
  pool.on('error', () => undefined)
  const cluster = { admin, pool }
  const templates = new Map<string, Promise<string>>()
  const templateOf = (name: string, make: () => Promise<string>) => {
    const made = templates.get(name) ?? make()
    templates.set(name, made)
    return made
  }
  const migrated = () => templateOf('', () => makeMigrated(cluster))
  return {
    admin,
    createDatabase: async () => createFrom(cluster, await migrated()),
    createPrepared: async (name, prepare) => {
      const from = await migrated()
      const made = templateOf(name, () => makeTemplate(cluster, { name: `${from}_${name}`, from, prepare }))
      return createFrom(cluster, await made)
    },
    createEmptyDatabase: () => createFrom(cluster, 'template0'),
  }
}

async function openCluster(): Promise<TestCluster> {
  const given = process.env[clusterVariable]
  // cast: the runner wrote this value with JSON.stringify of a SocketAddress
  const admin = given === undefined ? (await startThrowaway()).admin : (JSON.parse(given) as SocketAddress)
  return clusterAt(admin)
}

type Cluster = { admin: SocketAddress; pool: pg.Pool }

/** The template's name holds the hash of the migrations. */
async function makeMigrated(cluster: Cluster): Promise<string> {
  const migrations = await readMigrations()
  const name = `template_${hashMigrations(migrations).slice(0, 16)}`
  return makeTemplate(cluster, { name, from: 'template0', prepare: (address) => migrate(address, migrations) })
}

type Template = { name: string; from: string; prepare: Prepare }

/** Concurrent processes make a template once. */
async function makeTemplate({ admin, pool }: Cluster, { name, from, prepare }: Template): Promise<string> {
  const client = await pool.connect()
  try {
    await client.query('select pg_advisory_lock(1)')
    const { rows } = await client.query('select datistemplate from pg_database where datname = $1', [name])
    if (rows[0]?.datistemplate === true) return name
    if (rows.length > 0) await client.query(`drop database ${name} with (force)`)
    await client.query(`create database ${name} owner ${roles.app} template ${from} strategy file_copy`)
    await prepare({ ...admin, user: roles.app, database: name })
    await client.query(`alter database ${name} with is_template true allow_connections false`)
    return name
  } finally {
    await client.query('select pg_advisory_unlock(1)').finally(() => client.release())
  }
}

async function createFrom({ admin, pool }: Cluster, template: string): Promise<TestDatabase> {
  const name = `test_${randomBytes(8).toString('hex')}`
  await pool.query(`create database ${name} owner ${roles.app} template ${template} strategy file_copy`)
  const drop = async () => {
    await pool.query(`drop database if exists ${name} with (force)`)
  }
  return { address: { ...admin, user: roles.app, database: name }, drop, [Symbol.asyncDispose]: drop }
}

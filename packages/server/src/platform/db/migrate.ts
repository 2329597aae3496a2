import { setTimeout as sleep } from 'node:timers/promises'
import type pg from 'pg'
import { errnoOf, messageOf, StartProblem } from '#platform/startProblem.ts'
import { settingOf, type DatabaseAddress } from './databaseAddress.ts'
import { inSession, nameOf, type Session } from './connect.ts'
import { readMigrations } from './migrations.ts'
import type { Migration } from './migrations.ts'

/** Result of a run: names of applied migrations in order, and the newest name in the database. */
export type MigrateResult = { applied: string[]; current: string | undefined }

/** Key of the session lock under which migrations run, the same in all processes of one database. */
const lockKey = 7_224_110_519
const lockWaitMsMax = 120_000
const lockTimeout = '2s'
const lockAttemptsMax = 15

/**
 * Migrates a database to the schema of this code, one process at a time, each file in its own transaction. Needs a
 * direct connection, not one through a transaction pooler. Throws `schema_newer`, `schema_changed`, `database_rights`,
 * `migration_failed` and the errors of connecting; a failed file is rolled back.
 */
export async function migrate(address: DatabaseAddress, migrations?: Migration[]): Promise<MigrateResult> {
  return inSession(address, 'fairground migrate', (session) => migrateIn(session, migrations))
}

/** Migrates on the caller's connection, which keeps the lock of migrations until it is closed. */
export async function migrateIn({ client, address }: Session, migrations?: Migration[]): Promise<MigrateResult> {
  const known = migrations ?? (await readMigrations())
  await client.query("set client_min_messages = 'warning'; set statement_timeout = 0")
  await acquireMigrationLock(client, address)
  const applied = await readApplied(client, address)
  const missing = compare(known, applied, address)
  for (const migration of missing) await apply(client, migration, address)
  return { applied: missing.map(({ name }) => name), current: known.at(-1)?.name }
}

/** The migrations of a database, oldest first. Empty for a new database. */
export async function listApplied(client: pg.ClientBase): Promise<{ name: string; checksum: string }[]> {
  const { rows: found } = await client.query("select to_regclass('ops_migration') is not null as found")
  if (found[0]?.found !== true) return []
  const { rows } = await client.query<{ name: string; checksum: string }>(
    'select name, checksum from ops_migration order by name',
  )
  return rows
}

async function acquireMigrationLock(client: pg.Client, address: DatabaseAddress): Promise<void> {
  const endsAt = Date.now() + lockWaitMsMax
  for (;;) {
    const { rows } = await client.query('select pg_try_advisory_lock($1) as mine', [lockKey])
    if (rows[0]?.mine === true) return
    if (Date.now() > endsAt) {
      throw new StartProblem(
        'migration_failed',
        `Another process has been migrating the database ${nameOf(address)} for over two minutes: wait for it.`,
      )
    }
    await sleep(100)
  }
}

async function readApplied(client: pg.Client, address: DatabaseAddress): Promise<Map<string, string>> {
  try {
    await client.query(
      `create table if not exists ops_migration (
        name text not null,
        checksum text not null,
        applied_at timestamptz(3) not null,
        constraint ops_migration_pkey primary key (name)
      )`,
    )
  } catch (error) {
    throw explain(error, { name: 'ops_migration', address })
  }
  return new Map((await listApplied(client)).map(({ name, checksum }) => [name, checksum]))
}

function compare(known: Migration[], applied: Map<string, string>, address: DatabaseAddress): Migration[] {
  const names = new Set(known.map(({ name }) => name))
  const strange = [...applied.keys()].filter((name) => !names.has(name))
  if (strange.length > 0) {
    throw new StartProblem(
      'schema_newer',
      `The database ${nameOf(address)} has a newer schema than this code (${strange.at(-1)} is unknown here): ` +
        'start the Fairground version that wrote it, or a newer one.',
    )
  }
  const changed = known.find(({ name, checksum }) => applied.has(name) && applied.get(name) !== checksum)
  if (changed !== undefined) {
    throw new StartProblem(
      'schema_changed',
      `The migration ${changed.name} has changed since it ran on the database ${nameOf(address)}: ` +
        'restore the file, and put the change into a new migration.',
    )
  }
  return known.filter(({ name }) => !applied.has(name))
}

async function apply(client: pg.Client, migration: Migration, address: DatabaseAddress): Promise<void> {
  for (let attempt = 1; ; attempt++) {
    try {
      await (migration.transactional ? applyAtOnce(client, migration) : applyOneByOne(client, migration))
      return
    } catch (error) {
      await client.query('rollback').catch(() => undefined)
      if (errnoOf(error) !== '55P03' || attempt >= lockAttemptsMax) throw explain(error, { ...migration, address })
      await sleep(100 * attempt)
    }
  }
}

async function applyAtOnce(client: pg.Client, migration: Migration): Promise<void> {
  await client.query('begin')
  await client.query(`set local lock_timeout = '${lockTimeout}'`)
  for (const statement of migration.statements) await client.query(statement)
  await record(client, migration)
  await client.query('commit')
}

/** Applies a file without a transaction: it must be safe to run again (`if not exists`), and has no lock timeout. */
async function applyOneByOne(client: pg.Client, migration: Migration): Promise<void> {
  await dropBrokenIndexes(client, migration)
  for (const statement of migration.statements) await client.query(statement)
  await record(client, migration)
}

const builtIndex = /\bindex concurrently (?:if not exists )?(\w+)/g

/** Drops indexes that an interrupted run of the file left: they serve no query, and `if not exists` keeps them so. */
async function dropBrokenIndexes(client: pg.Client, { statements }: Migration): Promise<void> {
  const names = statements.flatMap((statement) => [...statement.matchAll(builtIndex)].map(([, name]) => name))
  const { rows } = await client.query<{ name: string }>(
    `select c.oid::regclass::text as name from pg_index i join pg_class c on c.oid = i.indexrelid
     where not i.indisvalid and c.relname = any($1) and pg_table_is_visible(c.oid)`,
    [names],
  )
  for (const { name } of rows) await client.query(`drop index concurrently ${name}`)
}

async function record(client: pg.Client, { name, checksum }: Migration): Promise<void> {
  const now = new Date().toISOString()
  await client.query('insert into ops_migration (name, checksum, applied_at) values ($1, $2, $3)', [
    name,
    checksum,
    now,
  ])
}

type Failed = { name: string; address: DatabaseAddress; statements?: string[] }

function explain(error: unknown, { name, address, statements }: Failed): StartProblem {
  const message = messageOf(error)
  const code = errnoOf(error)
  const where = `The database ${nameOf(address)}`
  const extension = /extension "(\w+)"/.exec(message)?.[1]
  if (extension !== undefined && /not available|permission|superuser/i.test(message)) {
    const fix = `have an administrator run \`create extension ${extension}\` there, then start again`
    return new StartProblem('database_rights', `${where} lacks the extension ${extension} (${message}): ${fix}.`, error)
  }
  if (code === '42501') {
    const need = `the user of ${settingOf(address)} must own the database or be allowed to create in its public schema`
    return new StartProblem('database_rights', `${where} does not let us create tables (${message}): ${need}.`, error)
  }
  if (code === '53100')
    return new StartProblem('disk_full', `${where} has no room left on its disk (${message}).`, error)
  if (code === '55P03') {
    const why = 'a lock on one of its tables was not to be had'
    return new StartProblem('migration_failed', `${where} could not run ${name}: ${why}. Try again.`, error)
  }
  const line = lineOf(error, statements?.length === 1 ? statements[0] : undefined)
  return new StartProblem('migration_failed', `${where} could not run ${name}${line}: ${message}.`, error)
}

function lineOf(error: unknown, sql: string | undefined): string {
  if (sql === undefined || !(error instanceof Error) || !('position' in error)) return ''
  return ` (line ${sql.slice(0, Number(error.position)).split('\n').length})`
}

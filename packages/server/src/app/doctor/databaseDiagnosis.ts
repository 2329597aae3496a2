import { stat } from 'node:fs/promises'
import type { Config } from '#app/config.ts'
import type { Db, Log } from '#kit/call/context.ts'
import { parseAccountId } from '#kit/values/ids.ts'
import { statement } from '#kit/call/statement.ts'
import { verifyAudit } from '#platform/audit/verifyAudit.ts'
import { inSession, nameOf, type Session } from '#platform/db/connect.ts'
import { dataPaths, exists } from '#platform/db/embedded/dataDirectory.ts'
import { findLettersProblem, lettersAdvice } from '#platform/db/letters.ts'
import { listApplied } from '#platform/db/migrate.ts'
import { listMigrations } from '#platform/db/migrations.ts'
import { executor, openPools } from '#platform/db/pools.ts'
import { readBacklog, type Backlog } from '#platform/observe/gauges.ts'
import { openMasterKey } from '#platform/secrets/masterKey.ts'
import { openSecrets } from '#platform/secrets/secrets.ts'
import { messageOf, StartProblem } from '#platform/startProblem.ts'
import { listAccounts } from '#products/account/account.ts'
import { fail, ok, warn, type Finding } from './diagnosis.ts'
import { reachDatabase, type Reached } from './databaseReach.ts'

const extensions = ['btree_gin', 'btree_gist', 'cube', 'pg_trgm', 'unaccent']
const skewMsWarn = 500
const skewMsFail = 10_000
const outboxAgeSecondsMax = 60
const accountsVerifiedMax = 50

/** Checks the database as far as it can be reached. `hasAudit`: verifies the audit log too. Changes nothing in it. */
export async function lookAtDatabase(config: Config, log: Log, hasAudit: boolean): Promise<Finding[]> {
  let reached: Reached
  try {
    reached = await reachDatabase(config)
  } catch (error) {
    const says = messageOf(error)
    const isNew = error instanceof StartProblem && says.startsWith('There is no database')
    return [isNew ? warn('database', says, 'start the server once') : fail('database', says, 'see above')]
  }
  try {
    return await lookInside({ config, reached, log, hasAudit })
  } catch (error) {
    return [fail('database', messageOf(error), 'see above')]
  } finally {
    await reached.stop()
  }
}

type Inside = { config: Config; reached: Reached; log: Log; hasAudit: boolean }

async function lookInside({ config, reached, log, hasAudit }: Inside): Promise<Finding[]> {
  const applied = await inDoctorSession(reached, ({ client }) => listApplied(client))
  const pools = openPools({ address: reached.address, sizeMax: 1, isPreparing: false, log })
  const db = executor(pools.work, false)
  try {
    const found = [...(await lookAtServer(db, reached)), await lookAtClock(db), await lookAtMigrations(applied)]
    if (found.some(({ check, result }) => check === 'migrations' && result === 'fail')) return found
    const lettersProblem = await inDoctorSession(reached, findLettersProblem)
    if (lettersProblem !== undefined) found.push(warn('search', lettersProblem, lettersAdvice))
    return [
      ...found,
      await lookAtMasterKey(db, config),
      ...(await lookAtBacklog(db, config, log)),
      ...(hasAudit ? [await lookAtAudit(db)] : []),
    ]
  } finally {
    await pools.close()
  }
}

function inDoctorSession<T>({ address }: Reached, work: (session: Session) => Promise<T>): Promise<T> {
  return inSession(address, 'fairground doctor', work)
}

async function lookAtServer(db: Db, reached: Reached): Promise<Finding[]> {
  const [row] = await db.rows(settingsStatement, [])
  const how = reached.isStarted ? ', started for this look' : ''
  const found = [ok('database', `${nameOf(reached.address)}: PostgreSQL ${row?.version ?? ''}${how}`)]
  const unsafe = (['fsync', 'full_page_writes', 'synchronous_commit'] as const).filter((name) => row?.[name] === 'off')
  for (const name of unsafe) {
    found.push(fail('durability', `${name} is off: what was acknowledged can be lost`, `set ${name} = on`))
  }
  if (row?.autovacuum === 'off') found.push(warn('durability', 'autovacuum is off', 'set autovacuum = on'))
  if (row?.wal_level === 'minimal') {
    found.push(warn('durability', 'wal_level is minimal: no online backup', 'set wal_level = replica'))
  }
  if (found.length === 1) found.push(ok('durability', `fsync, full_page_writes and synchronous_commit are on`))
  const has = new Set((await db.rows(extensionsStatement, [])).map(({ name }) => name))
  const missing = extensions.filter((name) => !has.has(name))
  if (missing.length === 0) return [...found, ok('extensions', extensions.join(', '))]
  const advice = 'migrations make them; else have an administrator run `create extension` for each'
  return [...found, fail('extensions', `${missing.join(', ')} missing`, advice)]
}

/** Compares the clock of this machine with that of the database, within one round trip. */
async function lookAtClock(db: Db): Promise<Finding> {
  const before = Date.now()
  const [row] = await db.rows(clockStatement, [])
  const after = Date.now()
  const skewMs = Math.round((row?.now_ms ?? before) - (before + after) / 2)
  const says = `this machine and the database differ by ${Math.abs(skewMs)} ms`
  if (Math.abs(skewMs) > skewMsFail) return fail('clock', says, 'run a time service on both')
  return Math.abs(skewMs) > skewMsWarn ? warn('clock', says, 'run a time service on both') : ok('clock', says)
}

async function lookAtMigrations(applied: { name: string }[]): Promise<Finding> {
  const names = new Set(applied.map(({ name }) => name))
  const known = await listMigrations()
  const missing = known.filter((name) => !names.has(name))
  const newer = [...names].filter((name) => !known.includes(name))
  if (newer.length > 0)
    return fail('migrations', `${newer.at(-1)} is newer than this code`, 'start the version that made it')
  if (missing.length > 0) return fail('migrations', `${missing.length} are missing`, 'start the server: it runs them')
  return ok('migrations', `all ${known.length} are there`)
}

async function lookAtMasterKey(db: Db, config: Config): Promise<Finding> {
  const { masterKey: file } = dataPaths(config.dataDir)
  const [row] = await db.rows(fingerprintStatement, [])
  const hasFile = config.masterKey === undefined && (await exists(file))
  if (config.masterKey === undefined && !hasFile) {
    return fail(
      'master key',
      `there is none: neither MASTER_KEY nor ${file}`,
      'bring the key back from where you keep it',
    )
  }
  const { fingerprint } = openSecrets(config.masterKey ?? (await openMasterKey(undefined, file)).key)
  if (row !== undefined && row.value !== fingerprint) {
    return fail('master key', `its fingerprint is ${fingerprint}, the database needs ${row.value}`, 'set the right key')
  }
  const isOpen = hasFile && ((await stat(file)).mode & 0o077) !== 0
  if (isOpen) return warn('master key', `${file} can be read by others`, `chmod 600 ${file}`)
  return ok('master key', `fingerprint ${fingerprint}, the database's own`)
}

async function lookAtBacklog(db: Db, config: Config, log: Log): Promise<Finding[]> {
  const { outbox, outboxAgeSeconds, jobs, deliveries } = await backlogOf(db, config.opsDatabaseUrl, log)
  const found: Finding[] = []
  if (outboxAgeSeconds > outboxAgeSecondsMax) {
    const says = `${outbox} facts and tasks wait, the oldest for ${Math.round(outboxAgeSeconds)} s`
    found.push(warn('outbox', says, 'is a server running? It relays them'))
  } else found.push(ok('outbox', `${outbox} wait`))
  const dead = jobs['dead'] ?? 0
  found.push(
    dead > 0
      ? warn('jobs', `${dead} are dead`, 'see their error in ops_job, mend the cause, run them again')
      : ok('jobs', 'none is dead'),
  )
  const exhausted = deliveries['exhausted'] ?? 0
  const advice = '`fairground webhook deliveries --status exhausted` shows them, `webhook resend` sends again'
  found.push(
    exhausted > 0
      ? warn('webhooks', `${exhausted} deliveries were given up`, advice)
      : ok('webhooks', 'none was given up'),
  )
  return found
}

/** Backlog of the queues, from the ops database where one is configured. */
async function backlogOf(db: Db, opsUrl: string | undefined, log: Log): Promise<Backlog> {
  if (opsUrl === undefined) return readBacklog(db, db)
  const ops = openPools({ address: { connectionString: opsUrl }, sizeMax: 1, isPreparing: false, log })
  return readBacklog(db, executor(ops.work, false)).finally(() => ops.close())
}

async function lookAtAudit(db: Db): Promise<Finding> {
  const accounts = (await listAccounts(db)).slice(0, accountsVerifiedMax)
  for (const { id } of accounts) {
    const { ok: isWhole, brokenAt, problem } = await verifyAudit(db, parseAccountId(id) ?? 0)
    if (!isWhole) return fail('audit log', `${id} at ${brokenAt}: ${problem}`, 'it was changed: compare with a backup')
  }
  return ok('audit log', `the chains of ${accounts.length} accounts hold`)
}

const settingsStatement = statement(
  'ops_doctor.settings',
  'ops',
  `select current_setting('server_version') as version, current_setting('fsync') as fsync,
     current_setting('full_page_writes') as full_page_writes, current_setting('autovacuum') as autovacuum,
     current_setting('synchronous_commit') as synchronous_commit, current_setting('wal_level') as wal_level`,
)
const extensionsStatement = statement('ops_doctor.extensions', 'ops', 'select extname as name from pg_extension')
const clockStatement = statement(
  'ops_doctor.clock',
  'ops',
  'select (extract(epoch from clock_timestamp()) * 1000)::double precision as now_ms',
)
const fingerprintStatement = statement(
  'ops_doctor.fingerprint',
  'ops',
  "select value from ops_setting where name = 'master_key_fingerprint'",
)

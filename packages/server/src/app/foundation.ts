import { randomUUID } from 'node:crypto'
import type { Config } from './config.ts'
import type { Log } from '#kit/call/context.ts'
import type { DatabaseAddress, DatabaseSetting } from '#platform/db/databaseAddress.ts'
import { claim, dataPaths, readable } from '#platform/db/embedded/dataDirectory.ts'
import { findRunning, startEmbedded } from '#platform/db/embedded/embedded.ts'
import type { SocketAddress } from '#platform/db/embedded/embedded.ts'
import { inSession, type Session } from '#platform/db/connect.ts'
import { endDeadLeases } from '#platform/db/deadLeases.ts'
import { findLettersProblem, lettersAdvice } from '#platform/db/letters.ts'
import { migrate, migrateIn } from '#platform/db/migrate.ts'
import { checkFingerprint, openMasterKey } from '#platform/secrets/masterKey.ts'
import { openSecrets } from '#platform/secrets/secrets.ts'
import type { Secrets } from '#platform/secrets/secrets.ts'
import { readNodeId } from '#platform/video/live/nodes.ts'
import type { StartProblem } from '#platform/startProblem.ts'

/** Foundation of an app: a migrated database that fits the master key. */
export type Foundation = {
  address: DatabaseAddress
  /** Address without a pooler: a session of its own, for migrations and notifications. */
  directAddress: DatabaseAddress
  opsAddress: DatabaseAddress
  /** The embedded database's superuser, for backups. Undefined with `DATABASE_URL`. */
  admin: SocketAddress | undefined
  secrets: Secrets
  /** Id of this node: a server keeps it over restarts, a command has one of its own. */
  nodeId: string
  stop: () => Promise<void>
}

export type FoundationOptions = {
  config: Config
  log: Log
  /** The command line uses the embedded database of a running server, when there is one, instead of starting it. */
  isJoining: boolean
  /** Called when the database is lost for good: the process should end. */
  onLost: (problem: StartProblem) => void
}

/** `isOwn`: this process started its PostgreSQL under the lock of the data folder, so no other process uses it. */
type Database = Pick<Foundation, 'address' | 'admin' | 'stop'> & { isOwn: boolean }

/** Starts or reaches the database, migrates it, and binds it to the master key. Throws `StartProblem`. */
export async function openFoundation(options: FoundationOptions): Promise<Foundation> {
  const { config, log } = options
  const database = await openDatabase(options)
  try {
    const opsAddress = addressOf(config.opsDatabaseUrl, 'OPS_DATABASE_URL') ?? database.address
    const directAddress = addressOf(config.directDatabaseUrl, 'DIRECT_DATABASE_URL') ?? database.address
    const ops = opsAddress === database.address ? undefined : opsAddress
    const secrets = await inSession(directAddress, 'fairground start', async (session) => {
      await migrateAll(options, session, ops)
      if (database.isOwn && opsAddress === database.address) await endDeadLeases(session)
      const lettersProblem = options.isJoining ? undefined : await findLettersProblem(session)
      if (lettersProblem !== undefined) log.warn(`${lettersProblem}: ${lettersAdvice}.`)
      return openSecretsOf(config, session)
    })
    // With the id of the running server, a command would look for live sessions in its own process.
    const nodeId = options.isJoining ? randomUUID() : await readNodeId(dataPaths(config.dataDir).nodeId)
    const { address, admin, stop } = database
    return { address, admin, stop, directAddress, opsAddress, secrets, nodeId }
  } catch (error) {
    await database.stop()
    throw readable(error, config.dataDir)
  }
}

/** Migrates in the given session, and in a session of its own where the ops database is another one. */
async function migrateAll({ log }: FoundationOptions, session: Session, ops?: DatabaseAddress): Promise<void> {
  const results = [await migrateIn(session)]
  if (ops !== undefined) results.push(await migrate(ops))
  for (const { applied } of results) {
    if (applied.length > 0) log.info('the database was migrated', { migrations: applied.length })
  }
}

/** Opens the master key and binds the database to it. */
async function openSecretsOf(config: Config, session: Session): Promise<Secrets> {
  if (config.masterKey === undefined) await claim(config.dataDir)
  const masterKey = await openMasterKey(config.masterKey, dataPaths(config.dataDir).masterKey)
  const secrets = openSecrets(masterKey.key)
  await checkFingerprint(session, secrets.fingerprint, masterKey)
  return secrets
}

async function openDatabase({ config, log, isJoining, onLost }: FoundationOptions): Promise<Database> {
  const given = addressOf(config.databaseUrl, 'DATABASE_URL')
  if (given !== undefined) return { address: given, admin: undefined, isOwn: false, stop: async () => undefined }
  const running = isJoining ? await findRunning(config.dataDir) : undefined
  if (running !== undefined) return { ...running, isOwn: false, stop: async () => undefined }
  const { address, admin, stop } = await startEmbedded({
    dataDir: config.dataDir,
    onDown: (message) => log.error(message),
    onUp: (message) => log.info(message),
    onLost,
  })
  return { address, admin, isOwn: true, stop }
}

function addressOf(url: string | undefined, setting: DatabaseSetting): DatabaseAddress | undefined {
  return url === undefined ? undefined : { connectionString: url, setting }
}

import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { errnoOf, messageOf, StartProblem } from '#platform/startProblem.ts'
import { settingOf, type DatabaseAddress } from './databaseAddress.ts'

const connectTimeoutMs = 10_000
const startingUpTimeoutMs = 30_000
const versionMin = 15
const versionMax = 18

/**
 * Opens one connection outside of the pools, waiting while PostgreSQL starts up. The caller ends it.
 * Throws `database_unreachable`, `database_refused`, `database_version`, `database_encoding`, each naming the database
 * without its password.
 */
export async function connectAlone(address: DatabaseAddress, applicationName: string): Promise<pg.Client> {
  const endsAt = Date.now() + startingUpTimeoutMs
  for (;;) {
    const client = new pg.Client({
      ...address,
      application_name: applicationName,
      connectionTimeoutMillis: connectTimeoutMs,
    })
    client.on('error', () => undefined)
    try {
      await client.connect()
      await checkServer(client, address)
      return client
    } catch (error) {
      await client.end().catch(() => undefined)
      if (errnoOf(error) !== '57P03' || Date.now() > endsAt) throw connectProblem(error, address)
      await sleep(200)
    }
  }
}

/** A connection with its address, for error messages. */
export type Session = { client: pg.Client; address: DatabaseAddress }

/** Runs work on one connection of its own, and closes it. Throws what `connectAlone` and the work throw. */
export async function inSession<T>(
  address: DatabaseAddress,
  applicationName: string,
  work: (session: Session) => Promise<T>,
): Promise<T> {
  const client = await connectAlone(address, applicationName)
  try {
    return await work({ client, address })
  } finally {
    await client.end().catch(() => undefined)
  }
}

/** A database's name in messages: host, port and database, never the password. */
export function nameOf(address: DatabaseAddress): string {
  if ('host' in address) return `${address.database} at ${address.host}`
  try {
    const url = new URL(address.connectionString)
    const host = url.searchParams.get('host') ?? (url.host || 'localhost')
    return `${decodeURIComponent(url.pathname.slice(1)) || url.username} at ${host}`
  } catch {
    return `of ${settingOf(address)}`
  }
}

type ServerFacts = { version: string; encoding: string }

async function checkServer(client: pg.Client, address: DatabaseAddress): Promise<void> {
  const { rows } = await client.query<ServerFacts>(
    "select current_setting('server_version_num') as version, current_setting('server_encoding') as encoding",
  )
  const [{ version, encoding } = { version: '0', encoding: '' }] = rows
  checkVersion(Math.floor(Number(version) / 10_000), address)
  checkEncoding(encoding, address)
}

function checkVersion(major: number, address: DatabaseAddress): void {
  if (major >= versionMin && major <= versionMax) return
  throw new StartProblem(
    'database_version',
    `The database ${nameOf(address)} is PostgreSQL ${major}: Fairground needs ${versionMin} to ${versionMax}.`,
  )
}

/** Throws for a database whose encoding is not UTF-8: it would refuse or garble names in the middle of a request. */
function checkEncoding(encoding: string, address: DatabaseAddress): void {
  if (encoding === 'UTF8') return
  throw new StartProblem(
    'database_encoding',
    `The database ${nameOf(address)} has the encoding ${encoding}: Fairground needs UTF8; make one with ` +
      `\`create database … encoding 'UTF8' template template0\` and name it in ${settingOf(address)}.`,
  )
}

function connectProblem(error: unknown, address: DatabaseAddress): unknown {
  if (error instanceof StartProblem) return error
  const name = nameOf(address)
  const message = messageOf(error)
  const code = errnoOf(error)
  const setting = settingOf(address)
  const refusals: Record<string, string> = {
    '28P01': `does not accept the user and password in ${setting}`,
    '28000': `does not let the user of ${setting} in`,
    '3D000': `does not exist: create it, or correct the name in ${setting}`,
    '42501': `may not be connected to by the user of ${setting}`,
    '53300': 'has no connection left: raise max_connections there, or lower DB_POOL_SIZE',
  }
  const refusal = refusals[code ?? '']
  if (refusal !== undefined) {
    return new StartProblem('database_refused', `The database ${name} ${refusal} (${message}).`, error)
  }
  return new StartProblem(
    'database_unreachable',
    `The database ${name} cannot be reached (${message || code || 'no response'}): check ${setting}, and that it runs.`,
    error,
  )
}

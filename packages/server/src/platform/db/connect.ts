import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { errnoOf, messageOf, StartProblem } from '#platform/startProblem.ts'
import type { DatabaseAddress } from './address.ts'

const connectTimeoutMs = 10_000
const startingUpTimeoutMs = 30_000
const versionMin = 15
const versionMax = 18

/**
 * Opens one connection of its own, waiting while PostgreSQL starts up. The caller ends it.
 * Throws `database_unreachable`, `database_refused`, `database_version`, each naming the database without its password.
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
      await checkVersion(client, address)
      return client
    } catch (error) {
      await client.end().catch(() => undefined)
      if (errnoOf(error) !== '57P03' || Date.now() > endsAt) throw connectProblem(error, address)
      await sleep(200)
    }
  }
}

/** Names a database for people: host, port and name, never the password. */
export function nameOf(address: DatabaseAddress): string {
  if ('host' in address) return `${address.database} at ${address.host}`
  try {
    const url = new URL(address.connectionString)
    const host = url.searchParams.get('host') ?? (url.host || 'localhost')
    return `${decodeURIComponent(url.pathname.slice(1)) || url.username} at ${host}`
  } catch {
    return 'DATABASE_URL'
  }
}

async function checkVersion(client: pg.Client, address: DatabaseAddress): Promise<void> {
  const { rows } = await client.query<{ version: string }>("select current_setting('server_version_num') as version")
  const major = Math.floor(Number(rows[0]?.version) / 10_000)
  if (major >= versionMin && major <= versionMax) return
  throw new StartProblem(
    'database_version',
    `The database ${nameOf(address)} is PostgreSQL ${major}: Fairground needs ${versionMin} to ${versionMax}.`,
  )
}

function connectProblem(error: unknown, address: DatabaseAddress): unknown {
  if (error instanceof StartProblem) return error
  const name = nameOf(address)
  const said = messageOf(error)
  const code = errnoOf(error)
  const refusals: Record<string, string> = {
    '28P01': 'does not accept the user and password in DATABASE_URL',
    '28000': 'does not let the user of DATABASE_URL in',
    '3D000': 'does not exist: create it, or correct the name in DATABASE_URL',
    '42501': 'may not be connected to by the user of DATABASE_URL',
    '53300': 'has no connection left: raise max_connections there, or lower DB_POOL_SIZE',
  }
  const refusal = refusals[code ?? '']
  if (refusal !== undefined) {
    return new StartProblem('database_refused', `The database ${name} ${refusal} (${said}).`, error)
  }
  return new StartProblem(
    'database_unreachable',
    `The database ${name} cannot be reached (${said || code || 'no answer'}): check DATABASE_URL, and that it runs.`,
    error,
  )
}

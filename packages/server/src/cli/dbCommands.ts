import { readConfig } from '#app/config.ts'
import { inSession, nameOf } from '#platform/db/connect.ts'
import { listApplied } from '#platform/db/migrate.ts'
import { listMigrations } from '#platform/db/migrations.ts'
import { exitCodes, type Command, type Given } from './command.ts'
import { reachDatabase } from '#app/doctor/databaseReach.ts'

/** Commands on the database itself. */
export const dbCommands: readonly Command[] = [
  {
    name: 'db status',
    about:
      'Shows where the database is, its size, and which migrations it has; exit 1 when some are missing or unknown.',
    run: status,
  },
]

/** Reads the status without migrating, unlike every other command: a status must not change the database. */
async function status(given: Given): Promise<number> {
  const reached = await reachDatabase(readConfig(given.terminal.env))
  try {
    const { applied, row } = await inSession(reached.address, 'fairground db status', async ({ client }) => ({
      applied: new Set((await listApplied(client)).map(({ name }) => name)),
      row: (await client.query<DatabaseSize>(versionAndSize)).rows[0],
    }))
    const known = await listMigrations()
    const missing = known.filter((name) => !applied.has(name))
    const unknown = [...applied].filter((name) => !known.includes(name))
    given.output.record({
      database: nameOf(reached.address),
      isEmbedded: reached.isEmbedded,
      version: row?.version,
      size: row?.size,
      applied: applied.size,
      missing,
      unknown,
    })
    return missing.length + unknown.length === 0 ? exitCodes.done : exitCodes.failed
  } finally {
    await reached.stop()
  }
}

type DatabaseSize = { version: string; size: string }

const versionAndSize = `select current_setting('server_version') as version,
  pg_size_pretty(pg_database_size(current_database())) as size`

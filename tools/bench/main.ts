import { createHash } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { makeApp, type FoundedAccount } from '#app/app.ts'
import { encodeId } from '#kit/ids.ts'
import { startEmbedded, type SocketAddress } from '#platform/db/embedded/embedded.ts'
import { migrate } from '#platform/db/migrate.ts'
import { seedPlaces } from '#test/seedPlaces.ts'
import { openRates, quietLog } from './database.ts'
import { findPgbench, pgbenchFill } from './pgbench.ts'
import { measureHttp } from './measures.ts'
import { printReport, type Line } from './report.ts'
import { measureStart } from './startMeasures.ts'

/**
 * Measures the budgets, each as a ratio within this one run: the platform against the same server without a database,
 * against a bare Fastify with the driver, and against pgbench. `--quick` takes short rounds and 50,000 places.
 */
const isQuick = process.argv.includes('--quick')
const placesCount = isQuick ? 50_000 : 1_000_000

const pgbench = findPgbench()
if (pgbench === undefined) {
  console.error('pgbench is missing: install the package postgresql-contrib. Its rows are not measured.')
  if (process.env['CI'] === 'true') process.exit(1)
}
const dataDir = mkdtempSync(join(tmpdir(), 'fairground-bench-data-'))
const embedded = await startEmbedded({ dataDir })
try {
  await migrate(embedded.address)
  const founded = await foundAccount(embedded.address)
  const ids = await fill(embedded.address, founded)
  if (pgbench !== undefined) await pgbenchFill(pgbench, embedded.address)
  await settle(embedded.address)
  const lines: Line[] = await measureHttp({
    ...{ address: embedded.address, postmasterPid: embedded.pid() ?? 0, pgbench, ids },
    ...{ key: founded.secretKey, accountId: founded.account.id, seconds: isQuick ? 2 : 4, rounds: isQuick ? 1 : 3 },
  })
  lines.push(...(await measureStart(embedded.address, founded.secretKey)))
  console.log('')
  process.exitCode = printReport(lines) > 1 ? 1 : 0
} finally {
  await embedded.stop()
  rmSync(dataDir, { recursive: true, force: true })
}

async function foundAccount(address: SocketAddress): Promise<FoundedAccount> {
  const app = await makeApp({
    ...{ address, poolSizeMax: 2, isPreparing: true, publicUrl: 'http://localhost:8080', trustProxy: false },
    ...{ rates: openRates, isChecking: false, isWorking: false, now: () => new Date(), log: quietLog },
    subkey: (purpose) => createHash('sha256').update(purpose).digest(),
    sealer: { seal: (plain) => Buffer.from(plain), open: (sealed) => sealed.toString() },
  })
  const founded = await app.foundAccount({ name: 'Bench', kind: 'business' })
  await app.stop()
  return founded
}

/** Places, the tables of the bare subject and of pgbench, and 20,000 ids to ask for. */
async function fill(address: SocketAddress, { account }: FoundedAccount): Promise<string[]> {
  const client = new pg.Client(address)
  await client.connect()
  try {
    console.log(`seeding ${placesCount.toLocaleString('en')} places`)
    await seedPlaces(client, account.id, placesCount)
    await client.query(
      'create table bench_bare (account_id bigint, id uuid, name text, body text, primary key (account_id, id))',
    )
    await client.query(
      'create table bench_view (account_id bigint, place_id uuid, person_key text, day date, primary key (account_id, place_id, person_key, day))',
    )
    const { rows } = await client.query<{ id: string }>(
      `select id from places_place tablesample system (${isQuick ? 50 : 5}) where account_id = $1 limit 20000`,
      [account.id],
    )
    return rows.map((row) => encodeId('plc', account.id, row.id))
  } finally {
    await client.end()
  }
}

async function settle(address: SocketAddress): Promise<void> {
  const client = new pg.Client(address)
  await client.connect()
  await client.query('vacuum analyze')
  await client.query('checkpoint').catch(() => {})
  await client.end()
}

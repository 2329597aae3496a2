import { randomBytes } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { startEmbedded } from '#platform/db/embedded/embedded.ts'
import { migrate } from '#platform/db/migrate.ts'
import { openBenchApp } from '#tools/bench/benchApp.ts'
import { settle } from '#tools/bench/fill.ts'
import type { Line } from '#tools/bench/report.ts'
import { measureImport } from './importMeasures.ts'
import { measureFilters } from './filterMeasures.ts'
import { seedContacts } from './seedContacts.ts'
import { measureSending } from './sendMeasures.ts'
import { measureTimers } from './timerMeasures.ts'

/**
 * Measures the sending of campaigns, timers, and filters over 1,000,000 contacts with 3,000,000 events and 2,000,000
 * mails.
 * `--small` takes 50,000; `--send` measures the sending alone, `--import` an import alone, into 200,000 contacts.
 */
export async function measureMarketing(flags: readonly string[]): Promise<Line[]> {
  const isSmall = flags.includes('--small')
  const isImport = flags.includes('--import')
  const count = isSmall ? 50_000 : isImport ? 200_000 : 1_000_000
  const dataDir = mkdtempSync(join(tmpdir(), 'fairground-bench-marketing-'))
  const embedded = await startEmbedded({ dataDir })
  try {
    await migrate(embedded.address)
    const { address, admin } = embedded
    const sending = { address, admin, dataDir, count: isSmall ? 2_000 : 10_000 }
    if (flags.includes('--send')) return await measureSending(sending)
    const masterKey = randomBytes(32)
    const app = await openBenchApp({ address, masterKey, dataDir })
    const founded = await app.foundAccount({ name: 'Bench', kind: 'business' })
    const { account, secretKey } = founded
    await app.stop()
    const client = new pg.Client(admin)
    // The server stops under it when a measure fails, whose error is the one to see.
    client.on('error', () => undefined)
    await client.connect()
    console.log(`seeding ${count.toLocaleString('en')} contacts`)
    await seedContacts(client, { accountId: account.id, count })
    await settle(admin)
    const filters = isImport ? [] : await measureFilters({ address, accountId: account.id, count })
    const importing = await openBenchApp({ address, masterKey, dataDir })
    const imported = await measureImport({
      app: importing,
      client,
      secretKey,
      existing: count,
      postgresPid: embedded.pid() ?? 0,
    })
    const timers = isImport ? [] : [await measureTimers({ app: importing, client, founded, count: count / 10 })]
    await importing.stop()
    await client.end()
    if (isImport) return [imported]
    return [...filters, imported, ...timers, ...(await measureSending(sending))]
  } finally {
    await embedded.stop()
    rmSync(dataDir, { recursive: true, force: true })
  }
}

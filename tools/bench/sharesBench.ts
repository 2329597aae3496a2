import { randomBytes, randomUUID } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { makeApp } from '#app/app.ts'
import { startEmbedded, type SocketAddress } from '#platform/db/embedded/embedded.ts'
import { migrate } from '#platform/db/migrate.ts'
import { openSecrets } from '#platform/secrets/secrets.ts'
import { tenantProducts } from '#test/world/tenants.ts'
import { liveWithoutIngest } from '#test/video/liveWithoutIngest.ts'
import { defaultSettings, openRates, quietLog } from './database.ts'
import { benchProduct, effectTable, measureJobs } from './jobShares.ts'
import type { Line } from './report.ts'

/** Measures how one account waits beside another that has a large backlog: on a server and a database of its own. */
export async function measureShares(): Promise<Line[]> {
  const dataDir = mkdtempSync(join(tmpdir(), 'fairground-bench-shares-'))
  const embedded = await startEmbedded({ dataDir })
  try {
    await migrate(embedded.address)
    return await withServer(embedded.address, dataDir)
  } finally {
    await embedded.stop()
    rmSync(dataDir, { recursive: true, force: true })
  }
}

async function withServer(address: SocketAddress, dataDir: string): Promise<Line[]> {
  const secrets = openSecrets(randomBytes(32))
  const watch: Parameters<typeof benchProduct>[0] = { handled() {} }
  const app = await makeApp({
    address,
    poolSizeMax: 8,
    isPreparing: true,
    publicUrl: 'http://localhost:8080',
    trustProxy: false,
    rates: openRates,
    settings: defaultSettings,
    isChecking: false,
    isWorking: true,
    now: () => new Date(),
    log: quietLog,
    nodeId: randomUUID(),
    live: liveWithoutIngest(dataDir),
    subkey: secrets.subkey,
    sealer: secrets.sealer('sealing'),
    products: [...tenantProducts, benchProduct(watch)],
  })
  const client = new pg.Client(address)
  await client.connect()
  try {
    await client.query(effectTable)
    const hot = (await app.foundAccount({ name: 'Hot', kind: 'business' })).account.id
    const other = (await app.foundAccount({ name: 'Other', kind: 'business' })).account.id
    await app.server.listen({ port: 0, host: '127.0.0.1' })
    return await measureJobs({ app, client, watch, hot, other })
  } finally {
    await client.end()
    await app.stop()
  }
}

import { execFile } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import pg from 'pg'
import type { Browser } from 'playwright-core'
import { startEmbedded } from '#platform/db/embedded/embedded.ts'
import { migrate } from '#platform/db/migrate.ts'
import { noBrowser, openBrowser } from '#test/world/browser.ts'
import { freePort } from '#test/world/freePort.ts'
import { seedPlaces } from '#test/world/seedPlaces.ts'
import { openBrowserOf } from '#test/world/signedIn.ts'
import { openBenchApp } from '#tools/bench/benchApp.ts'
import type { Line } from '#tools/bench/report.ts'
import { measureFirstLoad } from './firstLoad.ts'
import { measureList } from './listMeasures.ts'
import { measureLiveCharts } from './liveCharts.ts'

const run = promisify(execFile)
const pagesScript = `${import.meta.dirname}/../../buildPages.mjs`
const placesCount = 100_000

/** The console of a signed-in owner: server in this process, and a Chromium beside it. */
export type ConsoleBench = { browser: Browser; origin: string; accountId: string; token: string }

/** Measures the console in Chromium: first load, a list of 100,000 records, and an hour of live charts. */
export async function measureConsole(): Promise<Line[]> {
  // `npm start` does the same before the server starts.
  await run(process.execPath, [pagesScript])
  const browser = await openBrowser()
  if (browser === undefined) throw new Error(noBrowser())
  const dataDir = mkdtempSync(join(tmpdir(), 'fairground-bench-console-'))
  const embedded = await startEmbedded({ dataDir })
  try {
    await migrate(embedded.address)
    const port = await freePort()
    const origin = `http://127.0.0.1:${port}`
    const app = await openBenchApp({
      address: embedded.address,
      masterKey: randomBytes(32),
      dataDir,
      publicUrl: origin,
    })
    try {
      const { account, secretKey } = await app.foundAccount({ name: 'Bench', kind: 'business' })
      await seed(embedded.address, account.id)
      const { token } = await openBrowserOf(app, account)
      await app.server.listen({ port, host: '127.0.0.1' })
      const bench = { browser, origin, accountId: account.publicId, token }
      const lines = [await measureFirstLoad(), ...(await measureList(bench))]
      return [...lines, await measureLiveCharts(bench, await createStream(origin, secretKey))]
    } finally {
      await app.stop()
    }
  } finally {
    await browser.close()
    await embedded.stop()
    rmSync(dataDir, { recursive: true, force: true })
  }
}

async function seed(address: pg.ClientConfig, accountId: number): Promise<void> {
  const client = new pg.Client(address)
  await client.connect()
  try {
    console.log(`seeding ${placesCount.toLocaleString('en')} places`)
    await seedPlaces(client, { accountId, count: placesCount, isRebuilding: true })
  } finally {
    await client.end()
  }
}

async function createStream(origin: string, key: string): Promise<string> {
  const response = await fetch(`${origin}/api/video/stream/create`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'x-service-api-key': key },
    body: JSON.stringify({ title: 'Bench' }),
  })
  if (!response.ok) throw new Error(`the stream got ${response.status}`)
  // cast: the operation returns a record.
  return ((await response.json()) as { data: { id: string } }).data.id
}

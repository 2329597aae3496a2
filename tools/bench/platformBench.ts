import { randomBytes } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { App } from '#app/app.ts'
import type { FoundedAccount } from '#app/founding.ts'
import { startEmbedded } from '#platform/db/embedded/embedded.ts'
import { migrate } from '#platform/db/migrate.ts'
import { openBenchApp } from './benchApp.ts'
import { measureExports } from './exportMeasures.ts'
import { findPgbench, pgbenchFill } from './pgbench.ts'
import { fill, settle } from './fill.ts'
import { measureBlocks } from './loopMeasures.ts'
import { measureHttp, subjectEnv } from './measures.ts'
import type { Line } from './report.ts'
import { measureShares, origin } from './shareMeasures.ts'
import { measureStart } from './startMeasures.ts'

/**
 * Measures the budgets, each as a ratio within this one run: the platform against the same server without a database,
 * against a bare Fastify with the driver, and against pgbench. `--quick` takes short rounds, `--small` 50,000 places in
 * place of 1,000,000. `--shares` measures only how one account's load slows another's lists down, `--exports` only
 * exports.
 */
export async function measurePlatform(flags: readonly string[]): Promise<Line[]> {
  const isQuick = flags.includes('--quick')
  const placesCount = flags.includes('--small') ? 50_000 : 1_000_000
  const pgbench = findPgbench()
  if (pgbench === undefined) {
    const missing = 'pgbench is missing: install the package postgresql-contrib. Its rows are not measured.'
    if (process.env['CI'] === 'true') throw new Error(missing)
    console.error(missing)
  }
  const masterKey = randomBytes(32)
  const dataDir = mkdtempSync(join(tmpdir(), 'fairground-bench-data-'))
  const embedded = await startEmbedded({ dataDir })
  try {
    await migrate(embedded.address)
    const founding = await openBenchApp({ address: embedded.address, masterKey, dataDir })
    const founded = await founding.foundAccount({ name: 'Bench', kind: 'business' })
    const { neighbour, publicKey } = await foundNeighbour(founding, founded.secretKey)
    const blocks = flags.includes('--exports') ? [] : await measureBlocks(founding, founded.secretKey)
    await founding.stop()
    const accounts = { accountId: founded.account.id, neighbour: neighbour.account.id }
    const ids = await fill(embedded.address, { ...accounts, placesCount })
    const seconds = isQuick ? 2 : 4
    const shares = () =>
      measureShares({
        env: subjectEnv({ address: embedded.address, accountId: founded.account.id, masterKey }),
        publicKey,
        neighbourKey: neighbour.secretKey,
        seconds: 3 * seconds,
      })
    if (flags.includes('--shares')) {
      await settle(embedded.admin)
      return await shares()
    }
    const exports = () =>
      measureExports({ address: embedded.address, accountId: founded.account.id, masterKey, key: founded.secretKey })
    if (flags.includes('--exports')) {
      await settle(embedded.admin)
      return await exports()
    }
    if (pgbench !== undefined) await pgbenchFill(pgbench, embedded.address)
    await settle(embedded.admin)
    // Starts are measured first: after the load each start would relay facts.
    const starts = await measureStart(embedded.address, founded.secretKey, masterKey)
    const loads = await measureHttp({
      address: embedded.address,
      postmasterPid: embedded.pid() ?? 0,
      pgbench,
      ids,
      key: founded.secretKey,
      accountId: founded.account.id,
      masterKey,
      seconds,
      rounds: isQuick ? 3 : 5,
    })
    return [...loads, ...(await exports()), ...(await shares()), ...starts, ...blocks]
  } finally {
    await embedded.stop()
    rmSync(dataDir, { recursive: true, force: true })
  }
}

type Neighbour = { neighbour: FoundedAccount; publicKey: string }

/** Another account, and a public key of the first one. */
async function foundNeighbour(app: App, secretKey: string): Promise<Neighbour> {
  const neighbour = await app.foundAccount({ name: 'Neighbour', kind: 'business' })
  const made = await app.server.inject({
    method: 'POST',
    url: '/api/account/key/create',
    headers: { 'x-service-api-key': secretKey },
    payload: { name: 'Audience', kind: 'public', allowedOrigins: [origin] },
  })
  return { neighbour, publicKey: made.json<{ data: { secret: string } }>().data.secret }
}

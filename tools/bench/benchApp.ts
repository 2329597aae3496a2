import { randomUUID } from 'node:crypto'
import { makeApp, type App } from '#app/app.ts'
import type { SocketAddress } from '#platform/db/embedded/embedded.ts'
import { openSecrets } from '#platform/secrets/secrets.ts'
import { liveWithoutIngest } from '#test/video/liveWithoutIngest.ts'
import { defaultSettings, openRates, quietLog } from './database.ts'

export type BenchAppOptions = { address: SocketAddress; masterKey: Buffer; dataDir: string; publicUrl?: string }

/** Opens the platform in this process, without jobs, on a database of a bench. */
export async function openBenchApp({ address, masterKey, dataDir, publicUrl }: BenchAppOptions): Promise<App> {
  const secrets = openSecrets(masterKey)
  const app = await makeApp({
    address,
    poolSizeMax: 2,
    isPreparing: true,
    publicUrl: publicUrl ?? 'http://localhost:8080',
    trustProxy: false,
    rates: openRates,
    settings: defaultSettings,
    isChecking: false,
    isWorking: false,
    now: () => new Date(),
    log: quietLog,
    nodeId: randomUUID(),
    live: liveWithoutIngest(dataDir),
    subkey: secrets.subkey,
    sealer: secrets.sealer('sealing'),
  })
  await app.server.ready()
  return app
}

import type { Config } from '#app/config.ts'
import type { DatabaseAddress } from '#platform/db/databaseAddress.ts'
import { dataPaths, exists } from '#platform/db/embedded/dataDirectory.ts'
import { findRunning, startEmbedded, type SocketAddress } from '#platform/db/embedded/embedded.ts'
import { StartProblem } from '#platform/startProblem.ts'

/** A reached database, which is neither created nor migrated. */
export type Reached = {
  address: DatabaseAddress
  /** The embedded database's superuser. */
  admin: SocketAddress | undefined
  isEmbedded: boolean
  /** Whether the embedded database was started for this command. */
  isStarted: boolean
  stop: () => Promise<void>
}

/** Reaches the database: the given one, a running server's, or the embedded one, started for a moment. */
export async function reachDatabase(config: Config): Promise<Reached> {
  if (config.databaseUrl !== undefined) {
    const address = { connectionString: config.databaseUrl }
    return { address, admin: undefined, isEmbedded: false, isStarted: false, stop: async () => undefined }
  }
  const running = await findRunning(config.dataDir)
  if (running !== undefined) return { ...running, isEmbedded: true, isStarted: false, stop: async () => undefined }
  await checkThere(config)
  const started = await startEmbedded({ dataDir: config.dataDir })
  return { address: started.address, admin: started.admin, isEmbedded: true, isStarted: true, stop: started.stop }
}

/** Throws `database_unreachable` for a data folder without a cluster: a mistyped DATA_DIR must not create one. */
export async function checkThere(config: Config): Promise<void> {
  if (config.databaseUrl !== undefined || (await exists(dataPaths(config.dataDir).postgres))) return
  throw new StartProblem(
    'database_unreachable',
    `There is no database in ${config.dataDir} yet: \`npm start\` makes it, or set DATA_DIR or DATABASE_URL.`,
  )
}

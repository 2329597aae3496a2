import { createHash } from 'node:crypto'
import { copyFile, lstat, mkdir, mkdtemp, rmdir, stat, truncate } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import type { DatabaseAddress } from '#platform/db/databaseAddress.ts'
import type { StartProblem } from '#platform/startProblem.ts'
import { findBinaries } from './binaries.ts'
import { widenCharacterType } from './characterType.ts'
import { prepareCluster, roles } from './cluster.ts'
import { openDataDirectory, readable } from './dataDirectory.ts'
import type { DataDirectory } from './dataDirectory.ts'
import { makeFolder } from './launch.ts'
import { Postmaster } from './postmaster.ts'
import { clearLeftovers, readPostmasterPid } from './postmasterPid.ts'
import { choosePostgresUser, ownUserName } from './postgresUser.ts'
import type { PostgresUser } from './postgresUser.ts'

/** Options of the embedded database. `dataDir` must be absolute; `settings` override those chosen for the machine. */
export type EmbeddedOptions = {
  dataDir: string
  settings?: Record<string, string>
  onDown?: (message: string) => void
  onUp?: (message: string) => void
  onLost?: (problem: StartProblem) => void
}

/** The embedded database while it runs. `admin` is its superuser, for backups; everything else uses `address`. */
export type Embedded = {
  address: SocketAddress
  admin: SocketAddress
  directory: DataDirectory
  created: boolean
  pid: () => number | undefined
  stop: () => Promise<void>
}

/** An address by Unix socket: `host` is the folder of the socket. */
export type SocketAddress = Extract<DatabaseAddress, { host: string }>

const port = 5432
/** A Unix socket's path may have 107 bytes on Linux and 103 on macOS, and the file's name takes 14. */
const socketDirBytesMax = 88
const logBytesMax = 16 * 1024 * 1024
const logCheckEveryMs = 60 * 60 * 1000

/**
 * Starts the PostgreSQL of the dependencies on `dataDir`, creates the cluster unless it exists, and keeps the server
 * running until `stop`. No process of it outlives this one. Throws `StartProblem`.
 */
export async function startEmbedded(options: EmbeddedOptions): Promise<Embedded> {
  const directory = await openDataDirectory(options.dataDir)
  try {
    return await startIn(directory, options)
  } catch (error) {
    await directory.release()
    throw readable(error, options.dataDir)
  }
}

/** The address of an embedded database that another process serves on this data folder; undefined without one. */
export async function findRunning(dataDir: string): Promise<Pick<Embedded, 'address' | 'admin'> | undefined> {
  const folder = join(dataDir, 'postgres')
  const file = await readPostmasterPid(folder)
  if (file === undefined || !file.ready) return undefined
  return addresses(file.socketDir === '/proc/self/cwd' ? folder : file.socketDir)
}

async function startIn(directory: DataDirectory, options: EmbeddedOptions): Promise<Embedded> {
  const folder = directory.postgres
  const user = await choosePostgresUser([folder, directory.path, import.meta.dirname])
  if (user === undefined) await ownUserName()
  const binaries = await findBinaries(user)
  const { stopped } = await clearLeftovers(folder)
  if (stopped) options.onDown?.('A PostgreSQL that an earlier run had left behind was stopped.')
  const { created } = await prepareCluster({ folder, binaries, user, settings: options.settings ?? {} })
  const socketDir = await chooseSocketDir(folder, user)
  await cutLog(directory.postgresLog)
  const postmaster = new Postmaster({
    folder,
    socketDir,
    binaries,
    user,
    logFile: directory.postgresLog,
    onDown: (message) => options.onDown?.(message),
    onUp: (message) => options.onUp?.(message),
    onLost: (problem) => options.onLost?.(problem),
  })
  await startPast(postmaster, folder)
  const { address, admin } = addresses(socketDir ?? folder)
  if (!created) {
    const building = 'Search indexes are rebuilt, for letters of every script.'
    const widening = widenCharacterType(admin, () => options.onUp?.(building))
    await widening.catch((error: unknown) => postmaster.stop().then(() => Promise.reject(error)))
  }
  const watch = setInterval(() => void cutLog(directory.postgresLog), logCheckEveryMs).unref()
  return {
    address,
    admin,
    directory,
    created,
    pid: () => postmaster.pid,
    stop: async () => {
      clearInterval(watch)
      await postmaster.stop()
      if (socketDir !== undefined) await rmdir(socketDir).catch(() => undefined)
      await directory.release()
    },
  }
}

const startsMax = 10

/**
 * Starts PostgreSQL, and retries while a PostgreSQL of a killed process holds the lock, which ends soon after its
 * parent. Throws the error of the last attempt.
 */
async function startPast(postmaster: Postmaster, folder: string): Promise<void> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await postmaster.start()
    } catch (error) {
      const isInTheWay = error instanceof Error && /lock file|another server/i.test(error.message)
      if (!isInTheWay || attempt === startsMax) throw error
      await sleep(100)
      await clearLeftovers(folder)
    }
  }
}

function addresses(host: string): Pick<Embedded, 'address' | 'admin'> {
  return {
    address: { host, port, user: roles.app, database: roles.app },
    admin: { host, port, user: roles.admin, database: roles.app },
  }
}

/**
 * Folder of the socket: the cluster's own, unless its path is too long for a socket, then a private one under `/tmp`.
 */
async function chooseSocketDir(folder: string, user: PostgresUser | undefined): Promise<string | undefined> {
  if (Buffer.byteLength(folder) <= socketDirBytesMax) return undefined
  const path = `/tmp/fairground-${createHash('sha256').update(folder).digest('hex').slice(0, 16)}`
  const made = await mkdir(path, { mode: 0o700 }).then(
    () => true,
    () => false,
  )
  if (made) await makeFolder(path, user)
  const found = await lstat(path).catch(() => undefined)
  const owner = user?.uid ?? process.getuid?.()
  if (found?.isDirectory() && found.uid === owner && (found.mode & 0o077) === 0) return path
  const other = await mkdtemp('/tmp/fairground-')
  await makeFolder(other, user)
  return other
}

/** Bounds the size of the log; PostgreSQL appends, so it continues at the new end. One older file is kept. */
async function cutLog(path: string): Promise<void> {
  const { size } = await stat(path).catch(() => ({ size: 0 }))
  if (size < logBytesMax) return
  await copyFile(path, `${path}.1`).catch(() => undefined)
  await truncate(path).catch(() => undefined)
}

import { chmod, mkdir, mkdtemp, readFile, readdir, rm, stat, statfs, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { findBinaries } from '#platform/db/embedded/binaries.ts'
import { prepareCluster, roles } from '#platform/db/embedded/cluster.ts'
import type { SocketAddress } from '#platform/db/embedded/embedded.ts'
import { guard } from '#platform/db/embedded/launch.ts'
import { Postmaster } from '#platform/db/embedded/postmaster.ts'
import { choosePostgresUser } from '#platform/db/embedded/postgresUser.ts'
import { isAlive, startedAt } from '#platform/db/embedded/processes.ts'

/** A cluster in memory that ends with the process that started it, even when that is killed. */
export type Throwaway = {
  admin: SocketAddress
  folder: string
  /** Folder for temporary files of the tests, removed with the cluster. */
  scratch: string
  stop: () => Promise<void>
}

const prefix = 'fairground-test-'
const memoryDir = '/dev/shm'
const freeBytesMin = 2 * 1024 * 1024 * 1024
/** Age after which a folder without a readable owner is no longer one that another process is creating. */
const ownerlessAfterMs = 60_000

const settings = {
  fsync: 'off',
  full_page_writes: 'off',
  wal_level: 'minimal',
  max_wal_senders: '0',
  max_wal_size: '256MB',
  shared_buffers: '128MB',
  max_connections: '300',
  io_method: 'sync',
  dynamic_shared_memory_type: 'mmap',
}

/** Runs after the death of the owning process: kills PostgreSQL and removes its files. */
const cleaning = `
  pid=$(head -n 1 "$1/cluster/postmaster.pid" 2>/dev/null)
  [ -z "$pid" ] || kill -QUIT "$pid" 2>/dev/null
  for turn in 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16 17 18 19 20; do
    [ -e "$1/cluster/postmaster.pid" ] || break
    sleep 0.05
  done
  rm -rf "$1" 2>/dev/null || { sleep 0.5; rm -rf "$1"; }
`

/** Starts a throw-away cluster, with sync to disk off. Takes about a second. */
export async function startThrowaway(): Promise<Throwaway> {
  const home = await roomyDir()
  await sweep(home)
  const folder = await mkdtemp(join(home, prefix))
  const dismissGuard = guard(cleaning, [folder])
  try {
    await writeFile(join(folder, 'owner'), `${process.pid} ${await startedAt(process.pid)}`)
    const user = await choosePostgresUser([import.meta.dirname])
    const binaries = await findBinaries(user)
    const cluster = join(folder, 'cluster')
    const scratch = join(folder, 'tmp')
    await mkdir(scratch)
    // Programs of tests may run as other users, and have files in this folder.
    await chmod(folder, 0o711)
    await prepareCluster({ folder: cluster, binaries, user, settings })
    const ignore = () => undefined
    const postmaster = new Postmaster({
      folder: cluster,
      socketDir: undefined,
      binaries,
      user,
      logFile: join(folder, 'log'),
      onDown: ignore,
      onUp: ignore,
      onLost: ignore,
    })
    await postmaster.start()
    return {
      admin: { host: cluster, port: 5432, user: roles.admin, database: 'postgres' },
      folder,
      scratch,
      stop: async () => {
        await postmaster.stop()
        await rm(folder, { recursive: true, force: true })
        dismissGuard()
      },
    }
  } catch (error) {
    await rm(folder, { recursive: true, force: true })
    dismissGuard()
    throw error
  }
}

async function roomyDir(): Promise<string> {
  const found = await statfs(memoryDir).catch(() => undefined)
  return found !== undefined && found.bavail * found.bsize >= freeBytesMin ? memoryDir : tmpdir()
}

/** Removes the files of clusters whose guard was killed too. */
async function sweep(home: string): Promise<void> {
  for (const name of await readdir(home)) {
    if (!name.startsWith(prefix)) continue
    const folder = join(home, name)
    const owner = await readFile(join(folder, 'owner'), 'utf8').catch(() => '')
    if (owner === '' ? await isFresh(folder) : await lives(owner)) continue
    await rm(folder, { recursive: true, force: true }).catch(() => undefined)
  }
}

async function lives(owner: string): Promise<boolean> {
  const [pid, started] = owner.split(' ')
  return isAlive(Number(pid)) && `${await startedAt(Number(pid))}` === started
}

async function isFresh(folder: string): Promise<boolean> {
  const made = await stat(folder).catch(() => undefined)
  return made !== undefined && Date.now() - made.mtimeMs < ownerlessAfterMs
}

import { createHash } from 'node:crypto'
import { lstat, mkdir, open, readdir, rm } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { errnoOf, messageOf, StartProblem } from '#platform/startProblem.ts'

/** One file of a backup: its path inside the cluster, its bytes, their SHA-256 in hex. */
export type BackupFile = { path: string; size: number; sha256: string }

/** The manifest of a backup. The master key is not part of a backup: its fingerprint names the key that is needed. */
export type BackupManifest = {
  format: 1
  createdAt: string
  postgresVersion: string
  postgresMajor: number
  /** The newest migration of the database. */
  schemaVersion: string | undefined
  masterKeyFingerprint: string | undefined
  startLsn: string
  stopLsn: string
  files: BackupFile[]
  /** Empty folders that PostgreSQL expects. */
  folders: string[]
}

const chunkBytes = 256 * 1024
const workersMax = 8

/** Folders whose content belongs to the running server, not to the data: PostgreSQL's own list for base backups. */
const emptied = new Set([
  'pg_wal',
  'pg_replslot',
  'pg_dynshmem',
  'pg_notify',
  'pg_serial',
  'pg_snapshots',
  'pg_stat_tmp',
  'pg_subtrans',
  'pg_wal/archive_status',
  'pg_wal/summaries',
])
const skipped = /^(postmaster\.(pid|opts)|backup_label.*|tablespace_map.*|backup_manifest|\.s\.PGSQL.*|.*\.new)$/
const skippedAnywhere = /^(pgsql_tmp.*|pg_internal\.init.*)$/

/** PostgreSQL's control file; it must be copied after all files but the log. */
export const controlFile = 'global/pg_control'

/** The files and folders of a cluster that make a backup, without its write-ahead log and its control file. */
export async function listCluster(cluster: string): Promise<{ files: string[]; folders: string[] }> {
  const files: string[] = []
  const folders: string[] = []
  const walk = async (inside: string): Promise<void> => {
    for (const entry of await readdir(join(cluster, inside), { withFileTypes: true })) {
      const path = inside === '' ? entry.name : `${inside}/${entry.name}`
      if ((inside === '' && skipped.test(entry.name)) || skippedAnywhere.test(entry.name)) continue
      if (entry.isDirectory()) {
        folders.push(path)
        if (!emptied.has(path)) await walk(path)
      } else if (entry.isFile()) files.push(path)
      else if (inside === 'pg_tblspc')
        throw new StartProblem('backup', 'A cluster with tablespaces cannot be backed up.')
    }
  }
  await walk('')
  return { files: files.filter((path) => path !== controlFile), folders: [...folders, ...inPgWal] }
}

const inPgWal = ['pg_wal/archive_status', 'pg_wal/summaries']

/** Copies a file to a new one and syncs it. Undefined for a missing file, as of a table dropped during the copy. */
export async function copyHashed(from: string, to: string): Promise<Omit<BackupFile, 'path'> | undefined> {
  const source = await open(from, 'r').catch((error: unknown) => {
    if (errnoOf(error) === 'ENOENT') return undefined
    throw error
  })
  if (source === undefined) return undefined
  try {
    await mkdir(dirname(to), { recursive: true, mode: 0o700 })
    const target = await open(to, 'wx', 0o600)
    try {
      const hash = createHash('sha256')
      const buffer = Buffer.allocUnsafe(chunkBytes)
      let size = 0
      for (;;) {
        const { bytesRead } = await source.read(buffer, 0, chunkBytes, size)
        if (bytesRead === 0) break
        const chunk = buffer.subarray(0, bytesRead)
        hash.update(chunk)
        await target.writeFile(chunk)
        size += bytesRead
      }
      await target.sync()
      return { size, sha256: hash.digest('hex') }
    } finally {
      await target.close()
    }
  } finally {
    await source.close()
  }
}

/** Writes a new file and syncs it. */
export async function writeSynced(path: string, text: string): Promise<Omit<BackupFile, 'path'>> {
  const file = await open(path, 'wx', 0o600)
  try {
    await file.writeFile(text)
    await file.sync()
  } finally {
    await file.close()
  }
  return { size: Buffer.byteLength(text), sha256: createHash('sha256').update(text).digest('hex') }
}

/** Syncs folders, so that their file names survive a power cut. */
export async function syncFolders(paths: string[]): Promise<void> {
  for (const path of paths) {
    const folder = await open(path, 'r')
    await folder.sync().finally(() => folder.close())
  }
}

/** Removes an unfinished copy and makes a start problem of the file system's error. */
export async function failed(reason: unknown, unfinished: string): Promise<unknown> {
  await rm(unfinished, { recursive: true, force: true }).catch(() => undefined)
  if (reason instanceof StartProblem) return reason
  const errno = errnoOf(reason)
  if (errno === 'ENOSPC' || errno === 'EDQUOT') {
    return new StartProblem(
      'disk_full',
      `The disk that holds ${dirname(unfinished)} is full: make room, then try again.`,
    )
  }
  return new StartProblem('backup', `${dirname(unfinished)}: ${messageOf(reason)}`, reason)
}

/**
 * Runs work on every item, several at a time: a disk syncs many small files together in the time of a few. A failure
 * stops the start of further items and is thrown after the running ones end, so no write follows the clean-up.
 */
export async function together<T, R>(items: T[], work: (item: T) => Promise<R>): Promise<R[]> {
  const results: R[] = []
  const failures: unknown[] = []
  const queue = items.entries()
  const worker = async () => {
    for (const [index, item] of queue) {
      if (failures.length > 0) return
      try {
        results[index] = await work(item)
      } catch (error) {
        failures.push(error)
      }
    }
  }
  await Promise.all(Array.from({ length: workersMax }, worker))
  if (failures.length > 0) throw failures[0]
  return results
}

/** Whether a file or folder exists at a path. */
export async function isTaken(path: string): Promise<boolean> {
  return (await lstat(path).catch(() => undefined)) !== undefined
}

import { mkdir, readdir, rename } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import type pg from 'pg'
import { StartProblem } from '#platform/startProblem.ts'
import type { BackupFile, BackupManifest } from './backupFiles.ts'
import {
  controlFile,
  copyHashed,
  failed,
  isTaken,
  listCluster,
  syncFolders,
  together,
  writeSynced,
} from './backupFiles.ts'
import { connectAlone } from './connect.ts'
import type { SocketAddress } from './embedded/embedded.ts'
import { listApplied } from './migrate.ts'

/** Source and target of a backup. `target` is a folder that does not exist yet. */
export type BackupOptions = { dataDir: string; admin: SocketAddress; target: string }

type Running = { startFile: string; startLsn: string; major: number; version: string }

/**
 * Backs up the embedded database while it serves, by PostgreSQL's online backup. The backup holds every commit up to
 * `stopLsn`, a position after the end of the copy. The folder appears complete and synced, or not at all.
 * Throws `backup`, `disk_full`.
 */
export async function backup({ dataDir, admin, target }: BackupOptions): Promise<BackupManifest> {
  if (await isTaken(target)) throw new StartProblem('backup', `${target} exists already: name a folder that does not.`)
  const unfinished = `${target}.unfinished`
  if (await isTaken(unfinished)) {
    throw new StartProblem(
      'backup',
      `${unfinished} is there: a backup to it runs or was cut off. Remove it, then try again.`,
    )
  }
  const client = await connectAlone(admin, 'fairground backup')
  try {
    await mkdir(join(unfinished, 'cluster'), { recursive: true, mode: 0o700 })
    const manifest = await copyAll(client, join(dataDir, 'postgres'), unfinished)
    await writeSynced(join(unfinished, 'manifest.json'), `${JSON.stringify(manifest, undefined, 1)}\n`)
    const folders = manifest.folders.map((path) => join(unfinished, 'cluster', path))
    await syncFolders([...folders, join(unfinished, 'cluster'), unfinished])
    await rename(unfinished, target)
    await syncFolders([dirname(target)])
    return manifest
  } catch (error) {
    throw await failed(error, unfinished)
  } finally {
    await client.end().catch(() => undefined)
  }
}

async function copyAll(client: pg.Client, cluster: string, unfinished: string): Promise<BackupManifest> {
  const running = await begin(client)
  const into = join(unfinished, 'cluster')
  const { files: paths, folders } = await listCluster(cluster)
  for (const path of folders) await mkdir(join(into, path), { recursive: true, mode: 0o700 })
  const files = await copyFiles(paths, cluster, into)
  files.push(...(await copyFiles([controlFile], cluster, into)))
  const { stopLsn, stopFile, label } = await end(client)
  files.push({ path: 'backup_label', ...(await writeSynced(join(into, 'backup_label'), label)) })
  const segments = (await readdir(join(cluster, 'pg_wal'))).filter((name) =>
    isNeeded(name, running.startFile, stopFile),
  )
  files.push(
    ...(await copyFiles(
      segments.map((name) => `pg_wal/${name}`),
      cluster,
      into,
    )),
  )
  if (!segments.includes(stopFile)) throw new StartProblem('backup', `The write-ahead log ${stopFile} is missing.`)
  const schemaVersion = (await listApplied(client)).at(-1)?.name
  return {
    format: 1,
    createdAt: new Date().toISOString(),
    postgresVersion: running.version,
    postgresMajor: running.major,
    schemaVersion,
    masterKeyFingerprint: await readFingerprint(client),
    startLsn: running.startLsn,
    stopLsn,
    files,
    folders,
  }
}

/** Starts a backup. A replication slot, which ends with the connection, keeps the log of the copy from recycling. */
async function begin(client: pg.Client): Promise<Running> {
  await client.query('select pg_create_physical_replication_slot($1, true, true)', [`fairground_backup_${process.pid}`])
  const { rows } = await client.query<{ lsn: string; file: string; version: string; num: string }>(
    `select lsn::text, pg_walfile_name(lsn) as file, current_setting('server_version') as version,
       current_setting('server_version_num') as num
     from pg_backup_start('fairground', true) as lsn`,
  )
  const row = rows[0]
  if (row === undefined) throw new StartProblem('backup', 'PostgreSQL did not begin a backup.')
  const major = Math.floor(Number(row.num) / 10_000)
  return { startFile: row.file, startLsn: row.lsn, version: row.version, major }
}

/** Ends a backup: PostgreSQL writes the rest of the log and starts a new segment, so the last one is complete. */
async function end(client: pg.Client): Promise<{ stopLsn: string; stopFile: string; label: string }> {
  const { rows } = await client.query<{ lsn: string; file: string; label: string }>(
    `select lsn::text, pg_walfile_name(lsn - 1) as file, labelfile as label from pg_backup_stop(false)`,
  )
  const row = rows[0]
  if (row === undefined) throw new StartProblem('backup', 'PostgreSQL did not end the backup.')
  return { stopLsn: row.lsn, stopFile: row.file, label: row.label }
}

function isNeeded(name: string, startFile: string, stopFile: string): boolean {
  return name.endsWith('.history') || (/^[0-9A-F]{24}$/.test(name) && name >= startFile && name <= stopFile)
}

async function copyFiles(paths: string[], from: string, into: string): Promise<BackupFile[]> {
  const copied = await together(paths, async (path) => {
    const file = await copyHashed(join(from, path), join(into, path))
    return file === undefined ? [] : [{ path, ...file }]
  })
  return copied.flat()
}

async function readFingerprint(client: pg.Client): Promise<string | undefined> {
  const { rows: found } = await client.query("select to_regclass('ops_setting') is not null as found")
  if (found[0]?.found !== true) return undefined
  const { rows } = await client.query<{ value: string }>(
    "select value from ops_setting where name = 'master_key_fingerprint'",
  )
  return rows[0]?.value
}

import { chown, readFile, rename, rm } from 'node:fs/promises'
import { join, normalize } from 'node:path'
import pg from 'pg'
import { errnoOf, messageOf, StartProblem } from '#platform/startProblem.ts'
import type { BackupManifest } from './backupFiles.ts'
import { copyHashed, failed, isTaken, syncFolders, together } from './backupFiles.ts'
import { findBinaries } from './embedded/binaries.ts'
import type { DataDirectory } from './embedded/dataDirectory.ts'
import { openDataDirectory } from './embedded/dataDirectory.ts'
import { startEmbedded } from './embedded/embedded.ts'
import { makeFolder } from './embedded/launch.ts'
import { choosePostgresUser } from './embedded/postgresUser.ts'
import type { PostgresUser } from './embedded/postgresUser.ts'

/** Source and target of a restore. */
export type RestoreOptions = {
  backup: string
  dataDir: string
  /** The fingerprint of the present master key; undefined without one. */
  fingerprint: string | undefined
  /** Moves an existing database to `postgres.before-<time>` instead of refusing. */
  isReplacing: boolean
}

/** Result of a restore: manifest, tables and rows read in the check, new folder of an older database. */
export type RestoreResult = { manifest: BackupManifest; tables: number; rows: number; setAside: string | undefined }

/**
 * Restores a backup into a data folder: checks every file against its SHA-256, lets PostgreSQL recover it and reads
 * every table once. Throws `backup` for a damaged backup, `master_key` for the wrong key; the folder is then as before.
 */
export async function restore(options: RestoreOptions): Promise<RestoreResult> {
  const manifest = await readManifest(options.backup)
  checkMasterKey(manifest, options.fingerprint)
  const directory = await openDataDirectory(options.dataDir)
  let setAside: string | undefined
  try {
    await copyBack(directory, manifest, options)
    setAside = await moveAside(directory)
    await rename(`${directory.postgres}.new`, directory.postgres)
    await syncFolders([directory.path])
  } finally {
    await directory.release()
  }
  try {
    return { manifest, setAside, ...(await readEverything(options.dataDir)) }
  } catch (error) {
    const broken = `${directory.postgres}.failed-restore`
    await rm(broken, { recursive: true, force: true }).catch(() => undefined)
    await rename(directory.postgres, broken).catch(() => undefined)
    if (setAside !== undefined) await rename(setAside, directory.postgres).catch(() => undefined)
    throw error instanceof StartProblem
      ? error
      : new StartProblem('backup', `The check failed: ${messageOf(error)}`, error)
  }
}

/** Reads the manifest of a backup. Throws `backup` for any other folder. */
export async function readManifest(folder: string): Promise<BackupManifest> {
  try {
    // cast: `format` is checked below, and every file is checked against its hash before it is used
    const manifest = JSON.parse(await readFile(join(folder, 'manifest.json'), 'utf8')) as BackupManifest
    if (manifest.format === 1 && Array.isArray(manifest.files) && Array.isArray(manifest.folders)) return manifest
  } catch (error) {
    if (!(error instanceof SyntaxError) && errnoOf(error) === undefined) throw error
  }
  throw new StartProblem(
    'backup',
    `${folder} is not a backup that this Fairground can read: it has no valid manifest.json.`,
  )
}

function checkMasterKey({ masterKeyFingerprint: needed }: BackupManifest, given: string | undefined): void {
  if (needed === undefined || needed === given) return
  const found = given === undefined ? 'there is none' : `the present one has ${given}`
  throw new StartProblem(
    'master_key',
    `This backup needs the master key with the fingerprint ${needed}, and ${found}: ` +
      'set MASTER_KEY to that key, or bring its file master.key into the data folder.',
  )
}

async function copyBack(directory: DataDirectory, manifest: BackupManifest, options: RestoreOptions): Promise<void> {
  if (!options.isReplacing && (await isTaken(directory.postgres))) {
    throw new StartProblem(
      'backup',
      `${directory.path} holds a database already: choose an empty DATA_DIR, or give --replace.`,
    )
  }
  const user = await choosePostgresUser([directory.postgres, directory.path, import.meta.dirname])
  const { major } = await findBinaries(user)
  if (manifest.postgresMajor !== major) {
    const versions = `PostgreSQL ${manifest.postgresMajor}, and this Fairground brings ${major}`
    throw new StartProblem('backup', `The backup was made by ${versions}: use the version that made it.`)
  }
  const fresh = `${directory.postgres}.new`
  await rm(fresh, { recursive: true, force: true })
  try {
    await makeFolder(fresh, user)
    for (const path of manifest.folders) await makeFolder(inside(fresh, path), user)
    await together(manifest.files, (file) => copyOne(file, { from: join(options.backup, 'cluster'), fresh, user }))
    await syncFolders([...manifest.folders.map((path) => join(fresh, path)), fresh])
  } catch (error) {
    throw await failed(error, fresh)
  }
}

type Copy = { from: string; fresh: string; user: PostgresUser | undefined }

async function copyOne(file: BackupManifest['files'][number], { from, fresh, user }: Copy): Promise<void> {
  const target = inside(fresh, file.path)
  const copied = await copyHashed(inside(from, file.path), target)
  if (copied === undefined) throw new StartProblem('backup', `The backup is damaged: ${file.path} is missing.`)
  if (copied.size !== file.size || copied.sha256 !== file.sha256) {
    throw new StartProblem('backup', `The backup is damaged: ${file.path} does not have its recorded content.`)
  }
  if (user !== undefined) await chown(target, user.uid, user.gid)
}

/** Throws for a path of a manifest that leads out of the folder: a manifest is not trusted. */
function inside(folder: string, path: string): string {
  const full = normalize(join(folder, path))
  if (full.startsWith(`${normalize(folder)}/`)) return full
  throw new StartProblem('backup', `The backup is damaged: it names the path ${path}.`)
}

async function moveAside(directory: DataDirectory): Promise<string | undefined> {
  if (!(await isTaken(directory.postgres))) return undefined
  const aside = `${directory.postgres}.before-${new Date().toISOString().replaceAll(/[-:]|\..*/g, '')}`
  await rename(directory.postgres, aside)
  return aside
}

/** Reads every row, so that PostgreSQL verifies the checksum of every page. */
async function readEverything(dataDir: string): Promise<{ tables: number; rows: number }> {
  const database = await startEmbedded({ dataDir })
  try {
    const client = new pg.Client(database.admin)
    await client.connect()
    try {
      const { rows: tables } = await client.query<{ name: string }>(
        `select c.oid::regclass::text as name from pg_class c join pg_namespace n on n.oid = c.relnamespace
         where c.relkind = 'r' and n.nspname = 'public'`,
      )
      let rows = 0
      for (const { name } of tables) {
        const { rows: counted } = await client.query<{ n: string }>(`select count(*) as n from ${name}`)
        rows += Number(counted[0]?.n)
      }
      return { tables: tables.length, rows }
    } finally {
      await client.end()
    }
  } finally {
    await database.stop()
  }
}

import { mkdir, readdir, readFile, stat, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { errnoOf, messageOf, StartProblem } from '#platform/startProblem.ts'
import { takeLock } from './lock.ts'

/** Files of Fairground, under one folder. */
export type DataDirectory = {
  path: string
  postgres: string
  postgresLog: string
  masterKey: string
  media: string
  /** Folder of live media. */
  spool: string
  /** Folder of unfinished media. */
  work: string
  nodeId: string
  /** File with the address of the running server. */
  server: string
  release: () => Promise<void>
}

const markerName = 'fairground.json'
const masterKeyName = 'master.key'
const marker = `${JSON.stringify({ fairground: 'data', format: 1 })}\n`
const mediaName = 'media'
/**
 * Names that a data folder may hold before the first start: files of file systems and desktops, and those for a restore
 * (key, backups, media).
 */
const harmless = new Set(['lost+found', '.DS_Store', '.gitkeep', '.gitignore', masterKeyName, mediaName, 'backups'])

/** Paths under a data folder, without access to the disk. */
export function dataPaths(path: string): Omit<DataDirectory, 'release'> {
  return {
    path,
    postgres: join(path, 'postgres'),
    postgresLog: join(path, 'postgres.log'),
    masterKey: join(path, masterKeyName),
    media: join(path, mediaName),
    spool: join(path, 'spool'),
    work: join(path, 'work'),
    nodeId: join(path, 'node.id'),
    server: join(path, 'server.json'),
  }
}

/**
 * Creates or opens the data folder and locks it for this process. Throws `data_dir_unwritable`, `data_dir_foreign`,
 * `data_dir_in_use`, `disk_full`.
 */
export async function openDataDirectory(path: string): Promise<DataDirectory> {
  try {
    await claim(path)
    const lock = await takeLock(join(path, 'fairground.lock'))
    if ('release' in lock) return { ...dataPaths(path), release: lock.release }
    const { pid, host } = lock.holder
    throw new StartProblem(
      'data_dir_in_use',
      `Another Fairground (process ${pid} on ${host}) uses the data folder ${path}: ` +
        'stop it first, or give this one a DATA_DIR of its own.',
    )
  } catch (error) {
    throw readable(error, path)
  }
}

/** Creates the folder unless it exists and marks it as ours. Throws `data_dir_foreign` for one with unknown files. */
export async function claim(path: string): Promise<void> {
  await makeFolder(path)
  const found = await readFile(join(path, markerName), 'utf8').catch(() => undefined)
  if (found !== undefined) return
  const strangers = (await readdir(path)).filter((name) => !harmless.has(name))
  if (strangers.length > 0) {
    throw new StartProblem(
      'data_dir_foreign',
      `The data folder ${path} holds files that are not Fairground's (such as ${strangers[0]}): ` +
        'set DATA_DIR to an empty or new folder.',
    )
  }
  await writeFile(join(path, markerName), marker, { mode: 0o600 })
}

/** Level by level: Node's own recursion never ends in a folder that accepts no subfolders, as in /proc. */
async function makeFolder(path: string): Promise<void> {
  const missing: string[] = []
  for (let at = path; !(await exists(at)) && dirname(at) !== at; at = dirname(at)) missing.unshift(at)
  for (const each of missing) {
    await mkdir(each, { mode: 0o700 }).catch((error: unknown) => {
      if (errnoOf(error) !== 'EEXIST') throw error
    })
  }
}

/** Converts a file system error of a data folder to a sentence; any other error is unchanged. */
export function readable(error: unknown, path: string): unknown {
  const errno = errnoOf(error)
  if (errno === 'EACCES' || errno === 'EPERM' || errno === 'EROFS') {
    const who = process.getuid === undefined ? 'this user' : `uid ${process.getuid()}`
    return new StartProblem(
      'data_dir_unwritable',
      `The data folder ${path} cannot be written by ${who} (${errno}): change its owner, or set DATA_DIR.`,
      error,
    )
  }
  if (errno === 'ENOSPC' || errno === 'EDQUOT') return diskFull(path)
  if (errno === 'ENOTDIR' || errno === 'EEXIST' || errno === 'ENOENT' || errno === 'ENAMETOOLONG') {
    return new StartProblem(
      'data_dir_unwritable',
      `The data folder ${path} cannot be made (${messageOf(error)}): set DATA_DIR to a folder.`,
      error,
    )
  }
  return error
}

/** The problem for a full disk. */
export function diskFull(path: string): StartProblem {
  return new StartProblem('disk_full', `The disk that holds ${path} is full: make room, then start again.`)
}

/** Whether a path exists. */
export async function exists(path: string): Promise<boolean> {
  return stat(path).then(
    () => true,
    () => false,
  )
}

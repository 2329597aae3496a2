import { mkdir, readdir, readFile, stat, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { errnoOf, messageOf, StartProblem } from '#platform/startProblem.ts'
import { takeLock } from './lock.ts'

/** The files that Fairground keeps, under one folder of its own. */
export type DataDirectory = {
  path: string
  postgres: string
  postgresLog: string
  masterKey: string
  media: string
  /** Where what is live at this moment is kept. */
  spool: string
  /** Where media lies while it is worked on. */
  work: string
  nodeId: string
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

/** Where things lie under a data folder, without looking at it. */
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
  }
}

/**
 * Makes or opens the data folder and holds it for this process alone.
 * Throws `data_dir_unwritable`, `data_dir_foreign`, `data_dir_in_use`, `disk_full`.
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

/** Makes the folder when there is none and marks it as ours. Throws `data_dir_foreign` for one with strange files. */
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

/** Level by level, since Node's own recursion never ends where a folder exists and takes no others, as in /proc. */
async function makeFolder(path: string): Promise<void> {
  const missing: string[] = []
  for (let at = path; !(await exists(at)) && dirname(at) !== at; at = dirname(at)) missing.unshift(at)
  for (const each of missing) {
    await mkdir(each, { mode: 0o700 }).catch((error: unknown) => {
      if (errnoOf(error) !== 'EEXIST') throw error
    })
  }
}

/** Turns what the file system says about a data folder into a sentence; anything else stays as it is. */
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

/** The problem of a file system without room. */
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

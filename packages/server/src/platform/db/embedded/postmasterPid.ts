import { execFile } from 'node:child_process'
import { readdir, readFile, realpath, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { StartProblem } from '#platform/startProblem.ts'
import { postgresIn, signal, waitUntil } from './processes.ts'

/** Content of the `postmaster.pid` of a running PostgreSQL. */
export type PostmasterPid = { pid: number; port: number; socketDir: string; ready: boolean }

const run = promisify(execFile)
const stopTimeoutMs = 30_000
const quitTimeoutMs = 10_000

/** Reads `postmaster.pid`. Undefined when there is none or it is only half written. */
export async function readPostmasterPid(folder: string): Promise<PostmasterPid | undefined> {
  const text = await readFile(join(folder, 'postmaster.pid'), 'utf8').catch(() => '')
  const [pid, , , port, socketDir, , , status] = text.split('\n')
  if (!pid || !port || !socketDir) return undefined
  return { pid: Number(pid), port: Number(port), socketDir, ready: status?.trim() === 'ready' }
}

/**
 * Ends a PostgreSQL of an earlier process on this folder. Removes a `postmaster.pid` that is incomplete, or whose pid
 * belongs to another program or to a zombie: PostgreSQL takes both for alive. The file of a working PostgreSQL stays,
 * since it guards the data. Throws `data_dir_in_use`.
 */
export async function clearLeftovers(folder: string): Promise<{ stopped: boolean }> {
  const file = await readPostmasterPid(folder)
  const real = await realpath(folder).catch(() => folder)
  const left = await leftIn(real, file?.pid)
  if (left.length === 0) {
    await removeLocks(folder, file)
    return { stopped: false }
  }
  const gone = async () => (await leftIn(real, file?.pid)).length === 0
  // A postmaster without a file yet stops by the end of its parent.
  if (file !== undefined && left.includes(file.pid)) signal(file.pid, 'SIGINT')
  if (await waitUntil(gone, stopTimeoutMs)) return { stopped: true }
  for (const pid of await leftIn(real, file?.pid)) signal(pid, 'SIGQUIT')
  if (await waitUntil(gone, quitTimeoutMs)) return { stopped: true }
  throw new StartProblem(
    'data_dir_in_use',
    `A PostgreSQL (process ${left.join(', ')}) still works in ${folder} and does not stop: end it, then start again.`,
  )
}

/** Removes the lock of the data, and that of the socket in its folder. */
async function removeLocks(folder: string, file: PostmasterPid | undefined): Promise<void> {
  const isElsewhere = file !== undefined && file.socketDir !== '/proc/self/cwd'
  const socketDirs = isElsewhere ? [folder, file.socketDir] : [folder]
  for (const dir of socketDirs) {
    const names = await readdir(dir).catch(() => [])
    const locks = names.filter((name) => /^\.s\.PGSQL\.\d+\.lock$/.test(name))
    for (const name of locks) await rm(join(dir, name), { force: true })
  }
  await rm(join(folder, 'postmaster.pid'), { force: true })
}

async function leftIn(folder: string, pid: number | undefined): Promise<number[]> {
  if (process.platform === 'linux') return postgresIn(folder)
  if (pid === undefined) return []
  const { stdout } = await run('ps', ['-o', 'command=', '-p', String(pid)]).catch(() => ({ stdout: '' }))
  return stdout.includes('postgres') && stdout.includes(folder) ? [pid] : []
}

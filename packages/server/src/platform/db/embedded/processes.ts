import { readFileSync } from 'node:fs'
import { readdir, readFile, readlink } from 'node:fs/promises'
import { setTimeout as sleep } from 'node:timers/promises'
import { errnoOf } from '#platform/startProblem.ts'

/** Start time of a process in the kernel's clock, which distinguishes a reused pid. Undefined when unknown. */
export async function startedAt(pid: number): Promise<string | undefined> {
  const stat = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => '')
  return stat.slice(stat.lastIndexOf(')') + 2).split(' ')[19]
}

/** A process by its pid and, where it is known, its start time. */
export type ProcessMark = { pid: number; started: string | undefined }

/** Mark of this process. */
export async function markOfThis(): Promise<ProcessMark> {
  return { pid: process.pid, started: await startedAt(process.pid) }
}

/** Whether a marked process still runs; false for another process with its pid. */
export async function isRunning({ pid, started }: ProcessMark): Promise<boolean> {
  if (!isAlive(pid)) return false
  const now = await startedAt(pid)
  return now === undefined || started === undefined || now === started
}

/** Whether a process with this pid runs, under any user. A zombie does not. */
export function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0)
  } catch (error) {
    if (errnoOf(error) !== 'EPERM') return false
  }
  return !isZombie(pid)
}

function isZombie(pid: number): boolean {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8')
    return stat.charAt(stat.lastIndexOf(')') + 2) === 'Z'
  } catch {
    return false
  }
}

/** The PostgreSQL processes whose working directory is this folder. Empty without `/proc`. */
export async function postgresIn(folder: string): Promise<number[]> {
  const found: number[] = []
  for (const name of await readdir('/proc').catch(() => [])) {
    if (!/^\d+$/.test(name)) continue
    const cwd = await readlink(`/proc/${name}/cwd`).catch(() => '')
    if (cwd !== folder) continue
    const comm = await readFile(`/proc/${name}/comm`, 'utf8').catch(() => '')
    if (comm.startsWith('postgres')) found.push(Number(name))
  }
  return found
}

/** Waits until `done` holds. False after the time-out. */
export async function waitUntil(done: () => boolean | Promise<boolean>, timeoutMs: number): Promise<boolean> {
  const endsAt = Date.now() + timeoutMs
  while (!(await done())) {
    if (Date.now() >= endsAt) return false
    await sleep(5)
  }
  return true
}

/** Sends a signal to a process that may have ended already. */
export function signal(pid: number, name: NodeJS.Signals): void {
  try {
    process.kill(pid, name)
  } catch {
    // The process has ended already, which is the aim of every signal here.
  }
}

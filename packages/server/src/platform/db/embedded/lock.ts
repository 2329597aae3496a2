import { randomUUID } from 'node:crypto'
import { link, readFile, rm, stat, utimes, writeFile } from 'node:fs/promises'
import { hostname } from 'node:os'
import { setTimeout as sleep } from 'node:timers/promises'
import { errnoOf } from '#platform/startProblem.ts'
import { isRunning, markOfThis, type ProcessMark } from './processes.ts'

/** Holder of a lock. `started` distinguishes a process from a later one with the same pid. */
export type LockHolder = ProcessMark & { host: string; token: string }

/** An acquired lock, or its holder. */
export type LockResult = { release: () => Promise<void> } | { holder: LockHolder }

const touchEveryMs = 5_000
/** Time without a touch of its lock after which a holder on another host (or in another container) counts as dead. */
const strangerTimeoutMs = 30_000
/** Time for a process that was just killed or is about to exit. */
const waitMs = 1_000
const pauseMs = 20
/** Time without an end after which the process of a turn counts as dead: a turn reads and removes one file. */
const turnMsMax = 5_000

/** Acquires a lock file for the life of this process; takes over the lock of a dead process. */
export async function takeLock(path: string): Promise<LockResult> {
  const mine: LockHolder = { ...(await markOfThis()), host: hostname(), token: randomUUID() }
  const written = `${path}.${mine.token}`
  const endsAt = Date.now() + waitMs
  try {
    await writeFile(written, JSON.stringify(mine), { flag: 'wx', mode: 0o600 })
    for (;;) {
      if (await linked(written, path)) return acquired(path, mine)
      const heldBy = await readLock(path)
      const isTaken = heldBy !== undefined && (await isHeld(path, heldBy))
      if (!isTaken) await removeStale(path, written)
      else if (Date.now() > endsAt) return { holder: heldBy }
      else await sleep(pauseMs)
    }
  } finally {
    await rm(written, { force: true }).catch(() => undefined)
  }
}

/** Gives a file a second name, with its whole content at once; false where the name is taken. */
async function linked(file: string, path: string): Promise<boolean> {
  try {
    await link(file, path)
    return true
  } catch (error) {
    if (errnoOf(error) === 'EEXIST') return false
    throw error
  }
}

function acquired(path: string, mine: LockHolder): LockResult {
  const touch = setInterval(() => {
    const now = new Date()
    utimes(path, now, now).catch(() => undefined)
  }, touchEveryMs)
  touch.unref()
  return {
    release: async () => {
      clearInterval(touch)
      if ((await readLock(path))?.token === mine.token) await rm(path, { force: true })
    },
  }
}

/**
 * Removes a lock without a holder. Concurrent processes take turns, and each looks again, since another may have
 * replaced the lock. A turn whose process died ends after a moment.
 */
async function removeStale(path: string, written: string): Promise<void> {
  const turn = `${path}.turn`
  if (!(await linked(written, turn))) {
    const since = await stat(turn).catch(() => undefined)
    if (since !== undefined && Date.now() - since.ctimeMs > turnMsMax) await rm(turn, { force: true })
    else await sleep(pauseMs)
    return
  }
  const heldBy = await readLock(path)
  if (heldBy === undefined || !(await isHeld(path, heldBy))) await rm(path, { force: true })
  await rm(turn, { force: true })
}

async function isHeld(path: string, holder: LockHolder): Promise<boolean> {
  if (holder.host === hostname()) return isRunning(holder)
  const touchedAt = await stat(path).catch(() => undefined)
  return touchedAt !== undefined && Date.now() - touchedAt.mtimeMs < strangerTimeoutMs
}

async function readLock(path: string): Promise<LockHolder | undefined> {
  try {
    const parsed: unknown = JSON.parse(await readFile(path, 'utf8'))
    if (typeof parsed !== 'object' || parsed === null || !('pid' in parsed) || !('host' in parsed)) return undefined
    return {
      pid: Number(parsed.pid),
      host: String(parsed.host),
      started: 'started' in parsed ? String(parsed.started) : undefined,
      token: 'token' in parsed ? String(parsed.token) : '',
    }
  } catch {
    return undefined
  }
}

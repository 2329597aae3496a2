import { randomUUID } from 'node:crypto'
import { readFile, rename, rm, stat, utimes, writeFile } from 'node:fs/promises'
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

/** Acquires a lock file for the life of this process; takes over the lock of a dead process. */
export async function takeLock(path: string): Promise<LockResult> {
  const mine: LockHolder = { ...(await markOfThis()), host: hostname(), token: randomUUID() }
  const endsAt = Date.now() + waitMs
  for (;;) {
    try {
      await writeFile(path, JSON.stringify(mine), { flag: 'wx', mode: 0o600 })
    } catch (error) {
      if (errnoOf(error) !== 'EEXIST') {
        await rm(path, { force: true }).catch(() => undefined)
        throw error
      }
    }
    // Read again: another process may have read the file while it was empty, taken it for stale and removed it.
    const heldBy = await readLock(path)
    if (heldBy?.token === mine.token) return acquired(path, mine)
    const isTaken = heldBy !== undefined && (await isHeld(path, heldBy))
    if (isTaken && Date.now() > endsAt) return { holder: heldBy }
    if (isTaken) await sleep(20)
    else await removeStale(path, mine.token)
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

/** Renaming first ensures that of two concurrent processes one removes the stale file, and none a fresh one. */
async function removeStale(path: string, token: string): Promise<void> {
  const aside = `${path}.${token}`
  try {
    await rename(path, aside)
  } catch (error) {
    if (errnoOf(error) === 'ENOENT') return
    throw error
  }
  const moved = await readLock(aside)
  if (moved !== undefined && (await isHeld(aside, moved))) {
    await writeFile(path, JSON.stringify(moved), { flag: 'wx', mode: 0o600 }).catch(() => undefined)
  }
  await rm(aside, { force: true })
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

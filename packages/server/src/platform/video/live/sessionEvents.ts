import { setTimeout as sleep } from 'node:timers/promises'
import type { Log } from '#kit/call/context.ts'
import type { LiveHappening, LiveHost, LiveSubject } from './liveHost.ts'

/** Most events that one session queues for the database. Beyond it, events that change no state are dropped. */
const waitingMax = 200
const pauseMsMin = 250
const pauseMsMax = 10_000

/**
 * Queue of one session's events: the host stores them in order, one at a time. A failed store is retried with
 * exponential back-off until it succeeds or the process stops. A store whose response was lost is repeated; the host
 * tolerates repeats.
 */
export type SessionEventQueue = {
  add(happening: LiveHappening): void
  /** Resolves when every added event is stored, or abandoned by `stop()`. */
  settled(): Promise<void>
  /** Abandons the events that are not stored. */
  stop(): void
}

/** Events that change the state of a session are never dropped; others may be, while the database is away. */
const mustArrive = new Set<LiveHappening['kind']>([
  'ready',
  'wentLive',
  'interrupted',
  'resumed',
  'posterStored',
  'ended',
])

/** Opens the event queue of one session. */
export function openEventQueue(host: LiveHost, subject: LiveSubject, log: Log): SessionEventQueue {
  const waiting: LiveHappening[] = []
  const stopping = new AbortController()
  let work: Promise<void> = Promise.resolve()
  let isWorking = false

  async function drain(): Promise<void> {
    for (let next = waiting[0]; next !== undefined && !stopping.signal.aborted; next = waiting[0]) {
      await store(next)
      waiting.shift()
    }
    isWorking = false
  }

  async function store(happening: LiveHappening): Promise<void> {
    for (let pauseMs = pauseMsMin; !stopping.signal.aborted; pauseMs = Math.min(2 * pauseMs, pauseMsMax)) {
      try {
        return await host.happened(subject, happening)
      } catch (error) {
        log.warn('an event of a live session is not stored yet', {
          happening: happening.kind,
          session: subject.sessionUuid,
          error: error instanceof Error ? error.message : String(error),
        })
        await sleep(pauseMs, undefined, { signal: stopping.signal }).catch(() => undefined)
      }
    }
  }

  return {
    add(happening) {
      if (waiting.length >= waitingMax && !mustArrive.has(happening.kind)) return
      waiting.push(happening)
      if (isWorking) return
      isWorking = true
      work = drain()
    },
    settled: () => work,
    stop: () => stopping.abort(),
  }
}

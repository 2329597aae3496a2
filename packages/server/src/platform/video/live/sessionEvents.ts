import { setTimeout as sleep } from 'node:timers/promises'
import type { Log } from '#kit/call/context.ts'
import { doublingDelaysMs, retryDelayMs, type BackOff } from '#kit/values/backOff.ts'
import { messageOf } from '#platform/startProblem.ts'
import type { LiveEvent, LiveHost, LiveSubject } from './liveHost.ts'

/** Most events that one session queues for the database. Beyond it, events that change no state are dropped. */
const waitingMax = 200
const backOff: BackOff = { delaysMs: doublingDelaysMs(250, 10_000), jitterShare: 0 }

/**
 * Queue of one session's events: the host stores them in order, one at a time. A failed store is retried with
 * exponential back-off until it succeeds or the process stops. A store whose response was lost is repeated. A repeat is
 * harmless: an event moves the session to a state, and the host ignores a move to the state that the session has.
 */
export type SessionEventQueue = {
  add(event: LiveEvent): void
  /** Resolves when every added event is stored, or abandoned by `stop()`. */
  settled(): Promise<void>
  /** Abandons the events that are not stored. */
  stop(): void
}

/** Events that change the state of a session are never dropped; others may be, while the database is away. */
const mustArrive = new Set<LiveEvent['kind']>(['ready', 'wentLive', 'interrupted', 'resumed', 'posterStored', 'ended'])

/** Opens the event queue of one session. */
export function openEventQueue(host: LiveHost, subject: LiveSubject, log: Log): SessionEventQueue {
  const waiting: LiveEvent[] = []
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

  async function store(event: LiveEvent): Promise<void> {
    for (let failures = 1; !stopping.signal.aborted; failures++) {
      try {
        return await host.store(subject, event)
      } catch (error) {
        log.warn('an event of a live session is not stored yet', {
          event: event.kind,
          session: subject.sessionUuid,
          error: messageOf(error),
        })
        await sleep(retryDelayMs(backOff, failures), undefined, { signal: stopping.signal }).catch(() => undefined)
      }
    }
  }

  return {
    add(event) {
      if (waiting.length >= waitingMax && !mustArrive.has(event.kind)) return
      waiting.push(event)
      if (isWorking) return
      isWorking = true
      work = drain()
    },
    settled: () => work,
    stop: () => stopping.abort(),
  }
}

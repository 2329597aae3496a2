import { setTimeout as sleep } from 'node:timers/promises'
import type { Log } from '#kit/call/context.ts'
import type { LiveHappening, LiveHost, LiveSubject } from './liveHost.ts'

/** Happenings of one session that may wait for the database; what moves no state is dropped beyond this. */
const waitingMax = 200
const pauseMsMin = 250
const pauseMsMax = 10_000

/** Tells the host what happens in one session, in order, and again until it is kept. */
export type Happenings = {
  add(happening: LiveHappening): void
  /** Resolves when everything that was added is kept, or given up at the stop. */
  settled(): Promise<void>
  /** Gives up what waits. */
  stop(): void
}

/** States must arrive; the rest may be lost while the database is away. */
const mustArrive = new Set<LiveHappening['kind']>(['ready', 'wentLive', 'interrupted', 'resumed', 'pictured', 'ended'])

/** Opens the line of one session's happenings. */
export function openHappenings(host: LiveHost, subject: LiveSubject, log: Log): Happenings {
  const waiting: LiveHappening[] = []
  const stopping = new AbortController()
  let work: Promise<void> = Promise.resolve()
  let isWorking = false

  async function drain(): Promise<void> {
    for (let next = waiting[0]; next !== undefined && !stopping.signal.aborted; next = waiting[0]) {
      await keep(next)
      waiting.shift()
    }
    isWorking = false
  }

  async function keep(happening: LiveHappening): Promise<void> {
    for (let pauseMs = pauseMsMin; !stopping.signal.aborted; pauseMs = Math.min(2 * pauseMs, pauseMsMax)) {
      try {
        return await host.happened(subject, happening)
      } catch (error) {
        log.warn('what happened to a stream is not kept yet', {
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

import { setTimeout as sleep } from 'node:timers/promises'
import type { Log } from '#kit/call/context.ts'
import { doublingDelaysMs, retryDelayMs, type BackOff } from '#kit/values/backOff.ts'
import { messageOf } from '#platform/startProblem.ts'
import { endOf } from '#platform/tasks/concurrency.ts'
import type { LivePlan } from './liveHost.ts'

/** Longest time of one recovery before the next one begins; a slow one continues beside it. */
const turnMsMax = 10_000
/** Failures after which a session is abandoned; its files stay on the disk for the next start. */
const failuresMax = 10
const backOff: BackOff = { delaysMs: doublingDelaysMs(1_000, 60_000), jitterShare: 0 }

export type RecoveryParts<Plan> = {
  /** Recovers a session. Rejects where that has to be tried again. */
  recover(plan: Plan): Promise<void>
  /** Closes the row of a session that could not be recovered. */
  abandon(plan: Plan): Promise<void>
  log: Log
}

/** Recoveries of the sessions of an earlier process: one after the other, and at once where a session is needed. */
export type Recovery<Plan> = {
  add(plans: readonly Plan[]): void
  /** Whether a session waits for its recovery. */
  has(sessionUuid: string): boolean
  /** Whether the files of a session wait for a recovery, by this process or, once abandoned, by the next one. */
  isKept(sessionUuid: string): boolean
  /** Recovers a session now where it waits for that. Rejects where its recovery fails. */
  finish(sessionUuid: string): Promise<void>
  /** Recovers all sessions, with further attempts after failures. */
  run(): Promise<void>
  stop(): Promise<void>
}

type Waiting<Plan> = { plan: Plan; failures: number; work: Promise<void> | undefined }

/** Opens the recovery of sessions. */
export function openRecovery<Plan extends LivePlan>({ recover, abandon, log }: RecoveryParts<Plan>): Recovery<Plan> {
  const waiting = new Map<string, Waiting<Plan>>()
  const abandoned = new Set<string>()
  const stopping = new AbortController()

  async function attempt(each: Waiting<Plan>): Promise<void> {
    const { plan } = each
    try {
      await recover(plan)
      waiting.delete(plan.sessionUuid)
    } catch (error) {
      each.failures += 1
      log.error('a live session is not recovered yet', { session: plan.sessionUuid, error: messageOf(error) })
      if (each.failures >= failuresMax) {
        await abandon(plan)
        abandoned.add(plan.sessionUuid)
        waiting.delete(plan.sessionUuid)
      }
      throw error
    } finally {
      each.work = undefined
    }
  }

  async function finish(sessionUuid: string): Promise<void> {
    const each = waiting.get(sessionUuid)
    if (each === undefined || stopping.signal.aborted) return
    each.work ??= attempt(each)
    await each.work
  }

  return {
    add: (plans) => {
      for (const plan of plans) waiting.set(plan.sessionUuid, { plan, failures: 0, work: undefined })
    },
    has: (sessionUuid) => waiting.has(sessionUuid),
    isKept: (sessionUuid) => waiting.has(sessionUuid) || abandoned.has(sessionUuid),
    finish,
    async run() {
      for (let rounds = 1; waiting.size > 0 && !stopping.signal.aborted; rounds++) {
        for (const sessionUuid of [...waiting.keys()])
          await endOf(
            finish(sessionUuid).catch(() => undefined),
            turnMsMax,
          )
        if (waiting.size === 0) return
        const { signal } = stopping
        await sleep(retryDelayMs(backOff, rounds), undefined, { signal, ref: false }).catch(() => undefined)
      }
    },
    async stop() {
      stopping.abort()
      const works = [...waiting.values()].flatMap(({ work }) => work ?? [])
      await endOf(Promise.allSettled(works), turnMsMax)
    },
  }
}

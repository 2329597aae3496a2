import { doublingDelaysMs, retryDelayMs, type BackOff } from '#kit/values/backOff.ts'
import { messageOf } from '#platform/startProblem.ts'
import type { Log } from '#kit/call/context.ts'

/** Result of one pass, and the pause before the next one unless a wake comes first. */
export type Pass = { didWork: boolean; pauseMs: number }

/** Work in repeated passes, one at a time. */
export type Loop = {
  start(): void
  /** Runs the next pass at once. */
  wake(): void
  /** Runs one pass after the current one, for tests and `settle`. Throws the error of the pass. */
  run(): Promise<Pass>
  /** Ends after the pass in progress. */
  stop(): Promise<void>
}

/** Retry schedule of a pass that throws. */
const backOff: BackOff = { delaysMs: doublingDelaysMs(500, 10_000), jitterShare: 0 }

/** Makes a loop. A pass that throws is logged and retried after a growing back-off. */
export function openLoop(options: { name: string; log: Log; pass(): Promise<Pass> }): Loop {
  let last: Promise<unknown> = Promise.resolve()
  let timer: NodeJS.Timeout | undefined
  let state: 'idle' | 'started' | 'stopped' = 'idle'
  let isWoken = false
  let failures = 0

  const run = () => {
    const next = last.then(options.pass)
    last = next.catch(() => undefined)
    return next
  }
  const schedule = (ms: number) => {
    if (state === 'started') timer = setTimeout(runAndSchedule, ms)
  }
  const runAndSchedule = () => {
    timer = undefined
    isWoken = false
    run().then(
      ({ pauseMs }) => {
        failures = 0
        schedule(isWoken ? 0 : pauseMs)
      },
      (error: unknown) => {
        failures += 1
        options.log.warn(`${options.name}: a pass failed and is repeated`, { error: messageOf(error) })
        schedule(retryDelayMs(backOff, failures))
      },
    )
  }
  return {
    run,
    start() {
      if (state !== 'idle') return
      state = 'started'
      schedule(0)
    },
    wake() {
      isWoken = true
      if (timer === undefined || failures > 0) return
      clearTimeout(timer)
      schedule(0)
    },
    async stop() {
      state = 'stopped'
      clearTimeout(timer)
      await last
    },
  }
}

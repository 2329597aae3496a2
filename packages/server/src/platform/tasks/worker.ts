import { Problem, reasons } from '#kit/problem.ts'
import type { Kernel } from '#platform/call/context.ts'
import { executor, type Pools } from '#platform/db/pools.ts'
import { openLoop, type Loop, type Pass } from '#platform/facts/loop.ts'
import { messageOf } from '#platform/startProblem.ts'
import { retryDelayMs } from './backOff.ts'
import { ended, endOf, gathering, slots } from './gather.ts'
import { attemptsMax, claim, fail, finish, keepLeases, promote, sweep, type ClaimedJob, type Failure } from './queue.ts'
import { runJob, type Runnables } from './runJob.ts'

export type WorkerParts = {
  /** Names its loop in the log. */
  name: string
  kernel: Kernel
  ops: Pools
  runnables: Runnables
  /** Called when a job has run: it may have told facts. */
  onRan(): void
}

/** Runs jobs: a few at a time, each in its own transaction. */
export type Worker = Loop & {
  /** Resolves when nothing that this process claimed is running, with whether anything was. */
  idle(): Promise<boolean>
  figures(): { done: number; failed: number; dead: number; running: number }
}

const atOnceMax = 4
/** Claimed and waiting for a slot, so that slots need not wait for claims. */
const aheadMax = 28
const pauseMs = 250
/** How long stopping waits for what is running; leases of what is left run out. */
const stopMsMax = 8_000
const sweepEveryMs = 5_000
const keepEveryMs = 20_000
/** After a failure that is the database's and not the job's. */
const outagePauseMs = 3_000

/** Makes a worker; it runs when started. */
export function openWorker(parts: WorkerParts): Worker {
  const { kernel } = parts
  const db = executor(parts.ops.work, parts.ops.isPreparing)
  const names = [...parts.runnables.reactions.keys(), ...parts.runnables.tasks.keys()]
  const running = new Map<ClaimedJob, Promise<void>>()
  const inSlot = slots(atOnceMax)
  const figures = { done: 0, failed: 0, dead: 0 }
  let sweptAt = -Infinity

  const moveOn = async (jobs: readonly ClaimedJob[]) => {
    const keys = jobs.flatMap((job) => job.order_key ?? [])
    if (keys.length > 0 && (await promote(db, keys)) > 0) loop.wake()
  }
  const finished = gathering<ClaimedJob>(100, async (jobs) => {
    await finish(db, jobs, kernel.now())
    figures.done += jobs.length
    await moveOn(jobs)
  })
  const failed = async (job: ClaimedJob, error: unknown) => {
    const failure = failureOf(job, error, kernel.now())
    const isDead = failure.at === undefined
    figures[isDead ? 'dead' : 'failed'] += 1
    const about = { job: job.name, fact: job.fact_id, attempt: job.attempts, error: failure.error }
    if (isDead) kernel.log.error('a job is dead', about)
    else kernel.log.warn('a job failed and runs again', about)
    await fail(db, failure, kernel.now())
    if (isDead) await moveOn([job])
  }
  const run = async (job: ClaimedJob) => {
    try {
      const error = await inSlot(() => runJob(kernel, parts.runnables, job).then(() => undefined, errorOf))
      await (error === undefined ? finished(job) : failed(job, error))
      parts.onRan()
    } catch (error) {
      kernel.log.warn('the end of a job was not written; its lease will run out', { error: messageOf(error) })
    } finally {
      running.delete(job)
      if (running.size <= atOnceMax) loop.wake()
    }
  }
  const pass = async (): Promise<Pass> => {
    if (performance.now() - sweptAt > sweepEveryMs) {
      sweptAt = performance.now()
      await sweep(db, kernel.now())
    }
    const most = atOnceMax + aheadMax - running.size
    if (most <= 0 || names.length === 0) return { didWork: false, pauseMs }
    const jobs = await claim(db, { names, now: kernel.now(), most })
    for (const job of jobs) running.set(job, run(job))
    return { didWork: jobs.length > 0, pauseMs }
  }
  const loop = openLoop({ name: parts.name, log: kernel.log, pass })
  const keeper = setInterval(() => {
    if (running.size > 0) keepLeases(db, [...running.keys()]).catch(() => undefined)
  }, keepEveryMs).unref()
  const idle = () => ended(running)
  return {
    ...loop,
    idle,
    figures: () => ({ ...figures, running: running.size }),
    async stop() {
      await loop.stop()
      await endOf(idle(), stopMsMax)
      clearInterval(keeper)
    },
  }
}

/** A job is given up after its last attempt; an outage of the database is not its fault and takes none. */
function failureOf(job: ClaimedJob, error: unknown, now: Date): Failure {
  const isOutage = error instanceof Problem && error.reason === reasons.unavailable.reason
  const isLast = !isOutage && job.attempts >= attemptsMax
  const delayMs = isOutage ? outagePauseMs : retryDelayMs(job.attempts)
  const at = isLast ? undefined : new Date(now.getTime() + delayMs)
  return { job, error: messageOf(error), at, countsAttempt: !isOutage }
}

function errorOf(error: unknown): Error {
  return error instanceof Error ? error : new Error(String(error))
}

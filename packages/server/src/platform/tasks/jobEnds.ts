import { setTimeout as sleep } from 'node:timers/promises'
import type { Db } from '#kit/call/context.ts'
import type { Kernel } from '#platform/call/callContext.ts'
import { failureOf } from './failure.ts'
import { batching } from './concurrency.ts'
import { fail, finish, promote, type ClaimedJob } from './queue.ts'
import type { Unit } from './runJob.ts'

export type JobEndsParts = {
  kernel: Kernel
  /** The ops database. */
  db: Db
  stopping: AbortSignal
  /** Names of tasks whose death queues a failure task. */
  failing: readonly string[]
  /** Called when an ended job made later jobs claimable. */
  onPromoted(): void
}

export type JobFigures = { done: number; failed: number; dead: number }

/** Writes the ends of runs, with retries during an outage of the database. Throws permanent errors. */
export type JobEnds = {
  done(unit: Unit): Promise<void>
  failed(job: ClaimedJob, run: { error: Error; durationMs: number }): Promise<void>
  figures(): JobFigures
}

const finishedAtOnceMax = 100
/** Retries for some thirty seconds, during which leases are renewed. */
const writeTriesMax = 20
const writePauseMsMax = 2_000

/** Opens the ends of a worker's jobs. */
export function openJobEnds({ kernel, db, stopping, failing, onPromoted }: JobEndsParts): JobEnds {
  const { log } = kernel
  const figures: JobFigures = { done: 0, failed: 0, dead: 0 }
  const moveOn = async (jobs: readonly ClaimedJob[]) => {
    if ((await promote(db, [...new Set(jobs.flatMap((job) => job.order_key ?? []))])) > 0) onPromoted()
  }
  const finished = batching<ClaimedJob>(finishedAtOnceMax, async (jobs) => {
    await finish(db, jobs, kernel.now())
    figures.done += jobs.length
    await moveOn(jobs)
  })
  const persistently = async (write: () => Promise<unknown>) => {
    for (let tries = 0; ; tries++) {
      try {
        await write()
        return
      } catch (error) {
        if (stopping.aborted || tries >= writeTriesMax) throw error
        await sleep(Math.min(50 * 2 ** tries, writePauseMsMax))
      }
    }
  }
  return {
    done: (unit) => persistently(() => Promise.all(unit.map(finished))),
    async failed(job, { error, durationMs }) {
      const failure = failureOf(job, error, kernel.now())
      const isDead = failure.at === undefined
      figures[isDead ? 'dead' : 'failed'] += 1
      const about = { job: job.name, fact: job.fact_id, attempt: job.attempts, durationMs, error: failure.error }
      if (isDead) log.error('a job is dead', about)
      else log.warn('a job failed and runs again', about)
      await persistently(() => fail(db, failure, { now: kernel.now(), failing }))
      if (isDead) await moveOn([job])
    },
    figures: () => ({ ...figures }),
  }
}

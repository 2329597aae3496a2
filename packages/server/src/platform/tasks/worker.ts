import type { Pace } from '#kit/nouns/task.ts'
import type { Kernel } from '#platform/call/callContext.ts'
import { AccountShares, findSharer, type Sharer } from '#platform/db/accountShares.ts'
import { accountPath, FairSlots } from '#platform/db/fairSlots.ts'
import { executor, type Pools } from '#platform/db/pools.ts'
import { openLoop, type Loop, type Pass } from '#platform/facts/passLoop.ts'
import { messageOf } from '#platform/startProblem.ts'
import { ended, endOf } from './concurrency.ts'
import { openJobEnds, type JobEnds, type JobFigures } from './jobEnds.ts'
import { paceBounds, claimable, type PaceBounds } from './paceBounds.ts'
import { abandonLeases, claim, keepLeases, release, type ClaimedJob } from './queue.ts'
import { failingNames, runUnit, unitsOf, type Runnables, type Unit } from './runJob.ts'

export type WorkerParts = {
  pace: Pace
  kernel: Kernel
  ops: Pools
  runnables: Runnables
  /** Called after a job ran: it may have emitted facts. */
  onRan(): void
}

/** Cause of a stop. After a defect, interrupted runs cost an attempt: one of them may be the cause. */
export type StopHow = { isDefect: boolean }

/**
 * Worker: claims jobs of one pace within the shares of their accounts, and runs them beside its passes.
 *
 * Lease. A claim leases a job for 60 s; leases of running jobs are renewed every 20 s. The end of a run is written by
 * the lease's token, so a process that lost its lease changes nothing. A job whose end could not be written keeps its
 * lease until it expires; then the sweeper queues it again.
 *
 * Retry. A run must not throw: an error of a job becomes its failure. The job runs again after 1 s, doubled with each
 * attempt up to 10 min, and is dead after the tenth. An outage of the database or a stop costs no attempt.
 *
 * Duplicates are harmless: a quick job writes its inbox row in the transaction of its effects, and a repeated run finds
 * the row. An outbound task leaves the database, and must itself be safe to repeat.
 */
export type Worker = Omit<Loop, 'stop'> & {
  /** Resolves when no claimed job is running, with whether any was. */
  idle(): Promise<boolean>
  figures(): JobFigures & { running: number }
  /** Ends claims, waits shortly for running jobs and releases the rest for the next process. */
  stop(how?: StopHow): Promise<void>
}

const pauseMs = 250
/** Time for running jobs to end when the process stops. */
const stopMsMax = 2_000
const keepEveryMs = 20_000
/** Claims of one pass. */
const claimsMax = 50
/** No time-out of its own: claims are bounded, and a stop releases waiting jobs. */
const waitMaxMs = 2 ** 31 - 1

/** Makes a worker; it runs when started. */
export function openWorker(parts: WorkerParts): Worker {
  const { kernel, pace, runnables } = parts
  const db = executor(parts.ops.work, parts.ops.isPreparing)
  const names = [...runnables.reactions.keys(), ...runnables.tasks.keys()]
  const stopping = new AbortController()
  const ends = openJobEnds({
    kernel,
    db,
    stopping: stopping.signal,
    onPromoted: () => loop.wake(),
    failing: failingNames(runnables.tasks),
  })
  const leased = openLeased({
    ...parts,
    ends,
    bounds: paceBounds[pace],
    stopping: stopping.signal,
    wake: () => loop.wake(),
  })
  /** The account that the last claim served; a claim that found fewer jobs than wanted has reached the last account. */
  let servedLast = -1

  const pass = async (): Promise<Pass> => {
    let didWork = false
    for (let claims = 0; claims < claimsMax && !stopping.signal.aborted && names.length > 0; claims++) {
      const free = leased.claimable(didWork)
      if (free.most === 0) break
      const after = servedLast
      const jobs = await claim(db, { pace, names, now: kernel.now(), ...free, after })
      for (const unit of unitsOf(jobs, runnables)) {
        leased.begin(unit, await findSharer(kernel.accounts, unit[0].account_id))
      }
      servedLast = jobs.length < free.most ? -1 : Math.max(...jobs.map((job) => job.account_id))
      if (jobs.length === 0 && after === -1) break
      didWork ||= jobs.length > 0
    }
    return { didWork, pauseMs }
  }
  const loop = openLoop({ name: pace, log: kernel.log, pass })
  const { running } = leased
  const keeper = setInterval(() => {
    if (running.size > 0) keepLeases(db, [...running.keys()]).catch(() => undefined)
  }, keepEveryMs).unref()
  return {
    ...loop,
    idle: () => ended(running),
    figures: () => ({ ...ends.figures(), running: running.size }),
    async stop(how = { isDefect: false }) {
      stopping.abort()
      await loop.stop()
      await endOf(Promise.all(running.values()), stopMsMax)
      clearInterval(keeper)
      const end = how.isDefect ? abandonLeases : release
      await end(db, [...running.keys()]).catch((error: Error) =>
        kernel.log.warn('jobs were not released; their leases expire', { jobs: running.size, error: error.message }),
      )
    },
  }
}

type LeasedParts = Omit<WorkerParts, 'ops'> & { ends: JobEnds; bounds: PaceBounds; stopping: AbortSignal; wake(): void }

/** Jobs that this process has leased, and how many of each account. A stop leaves those unfinished among them. */
function openLeased({ kernel, runnables, ends, bounds, stopping, wake, onRan }: LeasedParts) {
  const { log } = kernel
  const running = new Map<ClaimedJob, Promise<void>>()
  const shares = new AccountShares()
  const inSlot = slotsOf(bounds)
  let hasMore = false
  let isFull = false

  /** A failed batch runs again job by job, so that one bad fact fails alone. */
  const run = async (unit: Unit): Promise<void> => {
    if (stopping.aborted) return
    const startedAt = performance.now()
    const error = await runUnit(kernel, runnables, unit).then(() => undefined, errorOf)
    const durationMs = Math.round(performance.now() - startedAt)
    const about = { job: unit[0].name, attempt: unit[0].attempts, jobs: unit.length, durationMs }
    if (error === undefined) {
      log.debug('a job ran', about)
      await ends.done(unit)
    } else if (stopping.aborted) {
      log.info('a job was cut short by the stop', { ...about, error: error.message })
      return
    } else if (unit.length === 1) await ends.failed(unit[0], { error, durationMs })
    else {
      log.debug('a batch failed and runs job by job', { ...about, error: error.message })
      for (const job of unit) await run([job])
      return
    }
    for (const job of unit) running.delete(job)
  }
  const runToEnd = async (unit: Unit, account: Sharer) => {
    try {
      await inSlot(account, () => run(unit))
      onRan()
    } catch (error) {
      log.warn('the end of a job was not written; its lease expires', { error: messageOf(error) })
      for (const job of unit) running.delete(job)
    }
    shares.remove(account, unit.length)
    if (isFull || (hasMore && shares.countOfShare(account) <= bounds.refillAt)) wake()
  }
  return {
    running,
    /**
     * Number of jobs for the next claim. Jobs may be left when an account has its full share, or when a claim found
     * some before.
     */
    claimable(isFound: boolean) {
      const free = claimable(bounds, shares)
      isFull = free.most === 0
      hasMore = isFound || free.without.length > 0
      return free
    },
    begin(unit: Unit, account: Sharer): void {
      shares.add(account, unit.length)
      const end = runToEnd(unit, account)
      for (const job of unit) running.set(job, end)
    },
  }
}

/** Runs work in a slot that accounts share, or at once where every claim is for a free slot. */
function slotsOf({ slotsMax, claimedMax }: PaceBounds) {
  if (slotsMax === undefined) return (_account: Sharer, work: () => Promise<void>) => work()
  const slots = new FairSlots({ slotsMax, waitingMax: 2 * claimedMax, waitMaxMs })
  return async (account: Sharer, work: () => Promise<void>) => {
    const slot = await slots.take({ path: accountPath(account) })
    await work().finally(() => slots.release(slot))
  }
}

function errorOf(error: unknown): Error {
  return error instanceof Error ? error : new Error(String(error))
}

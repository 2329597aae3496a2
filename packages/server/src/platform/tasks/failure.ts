import { isOutage } from '#platform/db/problems.ts'
import { retryDelayMs } from './backOff.ts'
import { attemptsMax, type ClaimedJob, type Failure } from './queue.ts'

/** Outages that may end runs of one job: some fifteen hours of back-off. A job that causes them is dead after that. */
export const outagesMax = 100

/**
 * The failure of a run. It costs an attempt, and the job is dead after the last one: a statement, a lock or a
 * transaction that timed out as well. An outage of the database is not the job's fault and costs none.
 */
export function failureOf(job: ClaimedJob, error: Error, now: Date): Failure {
  const outage = isOutage(error)
  const count = outage ? job.outages + 1 : job.attempts
  const isLast = count >= (outage ? outagesMax : attemptsMax)
  const at = isLast ? undefined : new Date(now.getTime() + retryDelayMs(count))
  return { job, error: error.message, at, isOutage: outage }
}

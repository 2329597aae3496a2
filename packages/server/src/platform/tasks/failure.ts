import { retryDelayMs } from '#kit/values/backOff.ts'
import { isOutage } from '#platform/db/problems.ts'
import { attemptsMax, jobBackOff, outagesMax } from './jobBackOff.ts'
import type { ClaimedJob, Failure } from './queue.ts'

/**
 * The failure of a run. It costs an attempt, and the job is dead after the last one; time-outs of statements, locks and
 * transactions also cost one. An outage of the database costs none.
 */
export function failureOf(job: ClaimedJob, error: Error, now: Date): Failure {
  const outage = isOutage(error)
  const count = outage ? job.outages + 1 : job.attempts
  const isLast = count >= (outage ? outagesMax : attemptsMax)
  const at = isLast ? undefined : new Date(now.getTime() + retryDelayMs(jobBackOff, count))
  return { job, error: error.message, at, isOutage: outage }
}

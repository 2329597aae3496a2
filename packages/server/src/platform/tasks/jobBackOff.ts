import { doublingDelaysMs, type BackOff } from '#kit/values/backOff.ts'

/** Attempts of a job before it is dead. */
export const attemptsMax = 10

/** Outages that may end runs of one job: some fifteen hours of back-off. A job that causes them is dead after that. */
export const outagesMax = 100

/** Retry schedule of a failed job. */
export const jobBackOff: BackOff = { delaysMs: doublingDelaysMs(1_000, 600_000), jitterShare: 0.25 }

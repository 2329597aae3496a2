import { doublingDelaysMs, type BackOff } from '#kit/values/backOff.ts'

/** Attempts of a job before it is dead. */
export const attemptsMax = 10

/** Outages that may end runs of one job: some fifteen hours of back-off. A job that causes them is dead after that. */
export const outagesMax = 100

/**
 * Ends of processes, counted as outages, after which a job is dead: some three hours of back-off. A process ends with
 * hundreds of jobs at a time, most of which have not even begun: one that ends it each time must not take them along.
 */
export const crashesMax = 30

/** Retry schedule of a failed job. */
export const jobBackOff: BackOff = { delaysMs: doublingDelaysMs(1_000, 600_000), jitterShare: 0.25 }

import type { BackOff } from '#kit/values/backOff.ts'

const second = 1_000
const minute = 60 * second
const hour = 60 * minute

/** Retry schedule of a delivery. Retry-After is respected up to a day. */
export const deliveryBackOff: BackOff = {
  delaysMs: [
    ...[5, 30].map((seconds) => seconds * second),
    ...[2, 10, 30].map((minutes) => minutes * minute),
    ...[2, 5, 10, 14, 20, 24].map((hours) => hours * hour),
  ],
  jitterShare: 0.1,
  retryAfterMsMax: 24 * hour,
}

/** Attempts of a delivery before it is exhausted. */
export const attemptsMax = deliveryBackOff.delaysMs.length + 1

/** Duration of all attempts of a delivery, in milliseconds; a delivery overdue for longer is exhausted unsent. */
export const overdueMsMax = deliveryBackOff.delaysMs.reduce((sum, delay) => sum + delay, 0)

/** Retry schedule of an endpoint that leaves batches without a response, while a delivery is due. */
export const endpointBackOff: BackOff = { delaysMs: [5 * second, 30 * second, 2 * minute], jitterShare: 0.1 }

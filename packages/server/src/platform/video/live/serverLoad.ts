import { performance } from 'node:perf_hooks'

/** Over so long the process is looked at, lest a single long task is taken for a busy server. */
const windowMs = 5_000
/** A process that rests less than this leaves what arrives lying, and answers late. */
const busyShareMax = 0.95

/** Whether the main thread of this process had next to no rest lately; asked again and again, it costs nothing. */
export function openServerLoad(): () => boolean {
  let before = performance.eventLoopUtilization()
  let isBusy = false
  return () => {
    const since = performance.eventLoopUtilization(before)
    if (since.active + since.idle < windowMs) return isBusy
    before = performance.eventLoopUtilization()
    isBusy = since.utilization > busyShareMax
    return isBusy
  }
}

import { performance } from 'node:perf_hooks'

/** Measurement window: a single long task within it does not count as overload. */
const windowMs = 5_000
/** Share of the event loop beyond which a process reads and responds late. */
const busyShareMax = 0.95

/** Opens a measurement of the event loop: its result is whether the process is overloaded. Cheap to call often. */
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

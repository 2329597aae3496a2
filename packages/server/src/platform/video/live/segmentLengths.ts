import type { LivePlan } from './liveHost.ts'

/** Part target and shortest segment of each latency mode, in seconds. Shorter parts mean less latency. */
const lengths = {
  ultraLow: { partSeconds: 0.2, segmentSecondsMin: 0.9 },
  low: { partSeconds: 0.334, segmentSecondsMin: 0.9 },
  standard: { partSeconds: undefined, segmentSecondsMin: 1.9 },
} as const

/** Part target and shortest segment of a session, in seconds. */
export function segmentLengthsOf(plan: Pick<LivePlan, 'latencyMode'>) {
  return lengths[plan.latencyMode]
}

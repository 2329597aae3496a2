import type { LivePlan } from './liveHost.ts'

/** How media is cut, by how near the audience is to be: seconds. */
const cuts = {
  ultraLow: { partSeconds: 0.2, segmentSecondsMin: 0.9 },
  low: { partSeconds: 0.334, segmentSecondsMin: 0.9 },
  standard: { partSeconds: undefined, segmentSecondsMin: 1.9 },
} as const

/** How a session cuts its media. */
export function cutOf(plan: Pick<LivePlan, 'latencyMode'>) {
  return cuts[plan.latencyMode]
}

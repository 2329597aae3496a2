import { randomUUID } from 'node:crypto'
import type { LivePlan } from '#platform/video/live/liveHost.ts'

/** Plan of a new, recorded session in mode `low`. */
export function madePlan(more: Partial<LivePlan> = {}): LivePlan {
  return {
    accountId: 1,
    streamUuid: randomUUID(),
    sessionUuid: randomUUID(),
    isNew: true,
    latencyMode: 'low',
    dvrWindowSeconds: 60,
    reconnectWindowSeconds: 30,
    endOnUnpublish: false,
    maxDurationSeconds: 3_600,
    isRecorded: true,
    renditions: 'source',
    isAutoStarting: true,
    targets: [],
    ...more,
  }
}

import type { OutputOf } from '#console/app/client.ts'
import { useScope } from '#console/app/session.tsx'
import { useRead } from '#console/parts/recordQueries.ts'

/** A segment with its trend and the records that use it. */
export type Segment = OutputOf<'marketing.segment.get'>

const buildingMs = 1_500
const freshMs = 15_000

/** A segment, read again and again: fast while it is being built. */
export function useSegment(segmentId: string, isBuilding: boolean): Segment | undefined {
  const isOn = useScope()('marketing.segment:read')
  const input = { segmentId, include: ['trend', 'usedBy'] }
  return useRead<Segment>('marketing.segment.get', input, { everyMs: isBuilding ? buildingMs : freshMs, isOn }).data
}

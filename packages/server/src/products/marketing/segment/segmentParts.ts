import { segment } from './segment.ts'
import { auditSegment, auditSegments, confirmAudit, repairedGauge } from './segmentAudit.ts'
import { buildSegment, keepSizes, rebuildSegment, refreshSegment } from './segmentBuild.ts'
import { getSegment, listSegments } from './segmentRead.ts'
import { createSegment, deleteSegment, updateSegment } from './segmentWrite.ts'

/** Resource of segments. */
export const resources = [segment]
/** Operations of segments. */
export const operations = [listSegments, createSegment, deleteSegment, getSegment, updateSegment]
export { reactions } from './segmentFollow.ts'
/** Tasks that evaluate filters for all contacts. */
export const tasks = [buildSegment, refreshSegment, rebuildSegment, auditSegment, confirmAudit]
/** Schedules of the trend and of audits. */
export const schedules = [keepSizes, auditSegments]
/** Metric of audits. */
export const gauges = [repairedGauge]

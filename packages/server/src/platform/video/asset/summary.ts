import type { AssetIndex, AssetSegment, AssetSummary } from '#platform/video/mediaTypes.ts'

/** The summary of an asset without segments. */
export function emptySummary(): AssetSummary {
  return {
    durationSeconds: 0,
    byteCount: 0,
    segmentCount: 0,
    inits: [],
    startsAtMs: undefined,
    endsAtMs: undefined,
  }
}

/** Summary of an asset. */
export function summaryOf({ inits, segments }: AssetIndex): AssetSummary {
  return segments.reduce(withSegment, { ...emptySummary(), inits })
}

/** A summary with one more segment. */
export function withSegment(summary: AssetSummary, segment: AssetSegment): AssetSummary {
  const { startsAtMs, durationSeconds, byteCount } = segment
  return {
    inits: summary.inits,
    durationSeconds: summary.durationSeconds + durationSeconds,
    byteCount: summary.byteCount + byteCount,
    segmentCount: summary.segmentCount + 1,
    startsAtMs: summary.startsAtMs ?? startsAtMs,
    endsAtMs: startsAtMs + durationSeconds * 1000,
  }
}

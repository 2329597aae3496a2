import { encodeInitLine, encodeSegmentLine, salvageIndex } from '#platform/video/asset/assetIndex.ts'
import { assetKey, indexName } from '#platform/video/asset/assetNames.ts'
import { emptySummary, summaryOf } from '#platform/video/asset/summary.ts'
import type { AssetIndex, AssetSegment, AssetSummary } from '#platform/video/mediaTypes.ts'
import { FileMissing, type Files } from '#platform/files/files.ts'

/** Reels and inits that were lost on the local disk before the store had them. */
export type Lost = { reels: ReadonlySet<number>; inits: ReadonlySet<number> }

/**
 * Cuts a recording in the store to the segments whose files it has: its index then names no others. Removes a recording
 * of which nothing is left. May be repeated.
 */
export async function keepStoredRest(files: Files, prefix: string, lost: Lost): Promise<AssetSummary> {
  const key = assetKey(prefix, indexName)
  const { index } = salvageIndex(await readStored(files, key))
  const segments = restOf(index, lost)
  if (segments.length === 0) {
    await files.removeAll(prefix)
    return emptySummary()
  }
  const inits = index.inits.filter(({ id }) => !lost.inits.has(id))
  const text = [...inits.map(encodeInitLine), ...segments.map(encodeSegmentLine)].join('')
  await files.put(key, Buffer.from(text), 'application/jsonl')
  return summaryOf({ inits, segments })
}

async function readStored(files: Files, key: string): Promise<Buffer> {
  try {
    return await files.read(key)
  } catch (error) {
    if (error instanceof FileMissing) return Buffer.alloc(0)
    throw error
  }
}

/** The segments that are left; the one behind a gap is discontinuous. */
function restOf({ segments }: AssetIndex, lost: Lost): AssetSegment[] {
  const isLeft = (segment: AssetSegment | undefined) =>
    segment !== undefined && !lost.reels.has(segment.reel) && !lost.inits.has(segment.initId)
  return segments.flatMap((segment, at) => {
    if (!isLeft(segment)) return []
    return [at === 0 || isLeft(segments[at - 1]) ? segment : { ...segment, isDiscontinuous: true }]
  })
}

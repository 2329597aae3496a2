import type { Files } from '#platform/files/files.ts'
import type { AssetIndex, AssetSegment } from '#platform/video/mediaTypes.ts'
import { readIndexInPieces } from './assetIndex.ts'
import { assetKey, indexName, initName, reelName } from './assetNames.ts'

/** A readable asset, in `Files`, in the spool of a live session, or in memory. */
export type AssetSource = {
  index: AssetIndex
  /** The bytes of an init section. */
  init(id: number): Promise<Buffer>
  /** The bytes of a whole segment, which the caller must not change. */
  segment(segment: AssetSegment): Promise<Buffer>
}

/** Opens the asset under a prefix that ends in `/`. Throws FileMissing and IndexDamaged. */
export async function openAsset(files: Files, prefix: string): Promise<AssetSource> {
  const index: AssetIndex = { inits: [], segments: [] }
  await readIndexInPieces(await files.read(assetKey(prefix, indexName)), {
    init: (init) => index.inits.push(init),
    segment: (segment) => index.segments.push(segment),
  })
  return {
    index,
    init: (id) => files.read(assetKey(prefix, initName(id))),
    segment: ({ reel, offset, byteCount }) =>
      files.read(assetKey(prefix, reelName(reel)), { from: offset, to: offset + byteCount }),
  }
}

/** A segment with its bytes. */
export type SegmentBytes = { segment: AssetSegment; bytes: Buffer }

/** Reads segments one after the other, and the next one ahead. */
export async function* readSegments(
  source: AssetSource,
  segments: readonly AssetSegment[],
): AsyncGenerator<SegmentBytes> {
  let ahead: Promise<Buffer> | undefined
  for (const [index, segment] of segments.entries()) {
    const bytes = await (ahead ?? source.segment(segment))
    const next = segments[index + 1]
    ahead = next && source.segment(next)
    // The failure is thrown when the segment is read; until then it would be unhandled.
    ahead?.catch(() => undefined)
    yield { segment, bytes }
  }
}

/** Adjacent segments of an asset with byte-identical init sections. */
export type AssetRun = { init: Buffer; segments: AssetSegment[]; durationSeconds: number }

/**
 * Splits an asset, or some of its segments, at changes of the init section. A reconnect of the same encoder is no
 * change.
 */
export async function findRuns(source: AssetSource, segments = source.index.segments): Promise<AssetRun[]> {
  const inits = new Map<number, Buffer>()
  const runs: AssetRun[] = []
  for (const segment of segments) {
    const init = inits.get(segment.initId) ?? (await source.init(segment.initId))
    inits.set(segment.initId, init)
    const last = runs.at(-1)
    const run = last?.init.equals(init) === true ? last : { init, segments: [], durationSeconds: 0 }
    if (run !== last) runs.push(run)
    run.segments.push(segment)
    run.durationSeconds += segment.durationSeconds
  }
  return runs
}

import type { AssetSource } from '#platform/video/asset/assetSource.ts'
import type { AssetSegment } from '#platform/video/mediaTypes.ts'
import type { Recording } from './recordedMedia.ts'

/** Output of a packager so far, as an asset in memory, like that of a live session. */
export function liveAsset({ inits, segments }: Recording): AssetSource {
  const bytesOf = new Map(
    segments.map(({ segment, parts }) => [segment.number, Buffer.concat(parts.map((part) => part.data))]),
  )
  const placed: AssetSegment[] = []
  for (const { segment } of segments) {
    const last = placed.at(-1)
    placed.push({ ...segment, reel: 0, offset: last === undefined ? 0 : last.offset + last.byteCount })
  }
  return {
    index: {
      inits: inits.map(({ id, data, video, audio }) => ({ id, byteCount: data.length, video, audio })),
      segments: placed,
    },
    init: async (initId) => inits.find(({ id }) => id === initId)?.data ?? Buffer.alloc(0),
    segment: async ({ number }) => bytesOf.get(number) ?? Buffer.alloc(0),
  }
}

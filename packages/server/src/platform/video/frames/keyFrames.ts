import type { AssetSource } from '#platform/video/asset/assetSource.ts'
import { makeFragment, type Sample } from '#platform/video/fmp4/fragment.ts'
import { readInitTracks, readRuns } from '#platform/video/fmp4/fragmentReader.ts'
import { videoTicksPerSecond } from '#platform/video/fmp4/trackIds.ts'
import type { AssetSegment } from '#platform/video/mediaTypes.ts'

/** A key frame, and the id of its init section. */
export type KeyFrame = { initId: number; atSeconds: number; sample: Sample }

const toleranceSeconds = 0.0005

/** The last key frame at or before a moment of an asset, else the first one. Throws BoxesDamaged. */
export async function findKeyFrame(source: AssetSource, atSeconds: number): Promise<KeyFrame | undefined> {
  const able = source.index.segments.filter(({ isIndependent }) => isIndependent)
  const isBefore = ({ mediaSeconds }: { mediaSeconds: number }) => mediaSeconds <= atSeconds + toleranceSeconds
  const segment = able.findLast(isBefore) ?? able[0]
  if (segment === undefined) return undefined
  const all = await readKeyFrames(source, segment)
  const found = all.findLast((frame) => frame.atSeconds <= atSeconds + toleranceSeconds) ?? all[0]
  // A copy, because many frames are kept at once and the segments around them are large.
  return found && { ...found, sample: { ...found.sample, payload: Buffer.from(found.sample.payload) } }
}

async function readKeyFrames(source: AssetSource, segment: AssetSegment): Promise<KeyFrame[]> {
  const { initId } = segment
  const tracks = readInitTracks(await source.init(initId))
  const bytes = await source.segment(segment)
  return readRuns(bytes, tracks)
    .filter(({ track }) => track.kind === 'video')
    .flatMap(({ samples }) => samples)
    .filter(({ isSync }) => isSync)
    .map(({ dts, at, size }) => {
      const sample = {
        payload: bytes.subarray(at, at + size),
        duration: frameTicks,
        compositionOffset: 0,
        isSync: true,
      }
      return { initId, atSeconds: dts / videoTicksPerSecond, sample }
    })
}

/** Key frames as a video of one frame a second. */
const frameTicks = videoTicksPerSecond

/** A fragmented MP4 of key frames that share an init section. */
export function filmOf(init: Buffer, frames: readonly KeyFrame[]): Buffer {
  const video = { decodeTime: 0, samples: frames.map(({ sample }) => sample) }
  return Buffer.concat([init, makeFragment({ sequenceNumber: 1, video, audio: { decodeTime: 0, samples: [] } })])
}

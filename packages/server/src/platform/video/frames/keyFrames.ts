import type { AssetSource } from '#platform/video/asset/assetSource.ts'
import { makeFragment, type Sample } from '#platform/video/fmp4/fragment.ts'
import { readInitTracks, readRuns } from '#platform/video/fmp4/fragmentReader.ts'
import { videoTicksPerSecond } from '#platform/video/fmp4/trackIds.ts'
import type { AssetSegment } from '#platform/video/mediaTypes.ts'

/** A key frame, and the id of its init section. */
export type KeyFrame = { initId: number; atSeconds: number; sample: Sample }

const toleranceSeconds = 0.0005

/** Finds the last key frame at or before a media time of an asset, else the first one. Throws BoxesDamaged. */
export async function findKeyFrame(source: AssetSource, atSeconds: number): Promise<KeyFrame | undefined> {
  const independent = source.index.segments.filter(({ isIndependent }) => isIndependent)
  const isBefore = ({ mediaSeconds }: { mediaSeconds: number }) => mediaSeconds <= atSeconds + toleranceSeconds
  const segment = independent.findLast(isBefore) ?? independent[0]
  if (segment === undefined) return undefined
  const all = await readKeyFrames(source, segment)
  const found = all.findLast((frame) => frame.atSeconds <= atSeconds + toleranceSeconds) ?? all[0]
  // The payload is copied: a slice would keep its whole segment in memory.
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

/** Duration of each key frame in `keyFrameVideo`: one second. */
const frameTicks = videoTicksPerSecond

/** Encodes key frames that share an init section as a fragmented MP4 of one frame per second, for ffmpeg. */
export function keyFrameVideo(init: Buffer, frames: readonly KeyFrame[]): Buffer {
  const video = { decodeTime: 0, samples: frames.map(({ sample }) => sample) }
  return Buffer.concat([init, makeFragment({ sequenceNumber: 1, video, audio: { decodeTime: 0, samples: [] } })])
}

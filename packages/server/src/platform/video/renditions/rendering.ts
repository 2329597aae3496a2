import { makeEmptyFragment, makeFragment, type Run, type Sample } from '#platform/video/fmp4/fragment.ts'
import { trackId, videoTicksPerSecond } from '#platform/video/fmp4/trackIds.ts'
import type { VideoTrack } from '#platform/video/mediaTypes.ts'
import type { EncodedFrame } from './encoder.ts'
import type { SourcePart } from './sourcePart.ts'

/** A part of a rendition. */
export type Rendered = {
  /** Track of its frames; undefined for audio only. */
  track: VideoTrack | undefined
  data: Buffer
  isIndependent: boolean
  /** Whether it is a copy of the source's part, without scaled frames. */
  isSource: boolean
}

/** Makes the parts of a rendition from those of the source, in order. Undefined while frames are pending. */
export type Rendering = (from: SourcePart) => Rendered | undefined

const nothing: Run = { decodeTime: 0, samples: [] }

/** The audio-only rendition. */
export function audioRendering(): Rendering {
  let sequenceNumber = 0
  return ({ audio, source, startTicks }) => {
    sequenceNumber += 1
    if (audio.samples.length > 0) {
      const data = makeFragment({ sequenceNumber, video: nothing, audio })
      return { track: undefined, data, isIndependent: true, isSource: false }
    }
    const decodeTime = Math.round((startTicks * (source.audio?.sampleRate ?? 0)) / videoTicksPerSecond)
    const data = makeEmptyFragment({ sequenceNumber, id: trackId.audio, decodeTime })
    return { track: undefined, data, isIndependent: false, isSource: false }
  }
}

/**
 * The frames of one size of the encoder. A segment without output is copied from the source. When the rest of a segment
 * is missing, it carries audio only: source frames cannot be decoded behind those of the encoder.
 */
export function videoRendering(at: number): Rendering {
  let sequenceNumber = 0
  let isSource = false
  let track: VideoTrack | undefined
  return (from) => {
    const { part, source, encoding, slots, audio, startTicks } = from
    if (encoding !== undefined && !encoding.from.hasAll(at, encoding.toPlace)) return undefined
    const frames = encoding?.from.take(at, encoding.toPlace) ?? []
    const canBegin = part.index === 0 && (part.isIndependent || isSource)
    if (part.index === 0) isSource = canBegin && frames.length === 0
    if (isSource) return { track: source.video, data: part.data, isIndependent: part.isIndependent, isSource }
    sequenceNumber += 1
    track = frames[0]?.track ?? track
    const video = runOf(frames, slots, (encoding?.toPlace ?? 0) - slots.length)
    const isEmpty = video.samples.length === 0 && audio.samples.length === 0
    const data = isEmpty
      ? makeEmptyFragment({ sequenceNumber, id: trackId.video, decodeTime: startTicks })
      : makeFragment({ sequenceNumber, video, audio })
    return { track, data, isIndependent: video.samples[0]?.isSync === true, isSource }
  }
}

/** Frames with durations up to the next existing frame. */
function runOf(frames: readonly EncodedFrame[], slots: readonly SourcePart['slots'][number][], fromPlace: number): Run {
  const last = slots.at(-1)
  const endTicks = last === undefined ? 0 : last.dts + last.duration
  const dtsOf = (frame: EncodedFrame | undefined) =>
    frame === undefined ? endTicks : (slots[frame.place - fromPlace]?.dts ?? endTicks)
  const samples = frames.map((frame, index): Sample => {
    const dts = dtsOf(frame)
    const { payload, isSync, pts } = frame
    return { payload, isSync, duration: dtsOf(frames[index + 1]) - dts, compositionOffset: pts - dts }
  })
  return { decodeTime: dtsOf(frames[0]), samples }
}

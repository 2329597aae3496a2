import { type InitTrack, readInitTracks, readRuns } from '#platform/video/fmp4/fragmentReader.ts'
import type { Run } from '#platform/video/fmp4/fragment.ts'
import type { Init, Part } from '#platform/video/mediaTypes.ts'
import type { Encoding } from './encoder.ts'

/** Decode time and duration of a frame of the source, in ticks of 90,000 a second. */
export type Slot = { dts: number; duration: number }

/** A part of the source as its renditions follow it. */
export type SourcePart = {
  part: Part
  /** Init section of the source. */
  source: Init
  /** Decode time of its start, in ticks of 90,000 a second. */
  startTicks: number
  slots: readonly Slot[]
  /** Audio of the part, as a view of its bytes. */
  audio: Run
  /** Encoder of its frames, up to a place there; undefined where renditions copy the source. */
  encoding: { from: Encoding; toPlace: number } | undefined
}

/** Reads the frames and audio of a part. `tracks` are those of its init section. */
export function readPart({ data }: Part, tracks: readonly InitTrack[]): Pick<SourcePart, 'slots' | 'audio'> {
  const slots: Slot[] = []
  const audio: Run = { decodeTime: 0, samples: [] }
  for (const { track, samples } of readRuns(data, tracks)) {
    if (track.kind === 'video') slots.push(...samples.map(({ dts, duration }) => ({ dts, duration })))
    else {
      audio.decodeTime = samples[0]?.dts ?? 0
      audio.samples = samples.map(({ at, size, ...sample }) => ({ ...sample, payload: data.subarray(at, at + size) }))
    }
  }
  return { slots, audio }
}

/** The tracks of an init section. */
export function tracksOf(init: Init): InitTrack[] {
  return readInitTracks(init.data)
}

import { type InitTrack, readInitTracks, readRuns } from '#platform/video/fmp4/fragmentReader.ts'
import type { Run } from '#platform/video/fmp4/fragment.ts'
import type { Init, Part } from '#platform/video/mediaTypes.ts'
import type { Encoding } from './encoder.ts'

/** The time that a picture of the source takes in decoding order, in ticks of 90,000 a second. */
export type Slot = { dts: number; duration: number }

/** A part of the source as its renditions follow it. */
export type SourcePart = {
  part: Part
  /** What the source is decoded with. */
  source: Init
  /** Where it begins, in ticks of 90,000 a second. */
  startTicks: number
  slots: readonly Slot[]
  /** Its sound, still lying in the part. */
  sound: Run
  /** What makes its pictures smaller, up to which place there; undefined where renditions show those of the source. */
  encoding: { from: Encoding; toPlace: number } | undefined
}

/** Reads what is in a part. `tracks` are those of its init section. */
export function readPart({ data }: Part, tracks: readonly InitTrack[]): Pick<SourcePart, 'slots' | 'sound'> {
  const slots: Slot[] = []
  const sound: Run = { decodeTime: 0, samples: [] }
  for (const { track, samples } of readRuns(data, tracks)) {
    if (track.kind === 'video') slots.push(...samples.map(({ dts, duration }) => ({ dts, duration })))
    else {
      sound.decodeTime = samples[0]?.dts ?? 0
      sound.samples = samples.map(({ at, size, ...sample }) => ({ ...sample, payload: data.subarray(at, at + size) }))
    }
  }
  return { slots, sound }
}

/** The tracks of an init section. */
export function tracksOf(init: Init): InitTrack[] {
  return readInitTracks(init.data)
}

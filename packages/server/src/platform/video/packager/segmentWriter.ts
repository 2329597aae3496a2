import { firstSegmentNumber, type Init, type Part, type PlacedFrame, type Segment } from '#platform/video/mediaTypes.ts'
import { targetSecondsOf } from '#platform/video/targetSeconds.ts'
import { makeFragment } from '#platform/video/fmp4/fragment.ts'
import { type Cut, segmentTicksMaxFor } from './cutter.ts'
import type { ProgrammeTime } from './programmeTime.ts'
import type { AudioSequence } from './audioSequence.ts'
import { secondsOf } from './timeline.ts'

/** Receiver of finished media. The last part of a segment is emitted right before the segment. */
export type MediaOutput = {
  init(init: Init): void
  part(part: Part): void
  segment(segment: Segment, parts: readonly Part[]): void
  /** Called for every frame once its time is fixed, after all parts and segments that end before it. */
  frame?(frame: PlacedFrame): void
}

/** Position in a session's media: the next segment number, the count of inits, media time and target duration. */
export type MediaPosition = {
  nextNumber: number
  initCount: number
  mediaSeconds: number
  targetSeconds: number | undefined
}

type OpenSegment = {
  startTicks: number
  endTicks: number
  startsAtMs: number
  isDiscontinuous: boolean
  parts: Part[]
}

/** Longest first segment; it decides the target duration of all others. */
const firstSegmentSecondsMax = 6

/**
 * Encodes cuts as parts, collects parts into segments and numbers both. A finished part is emitted when the next part,
 * frame or segment end arrives.
 */
export class SegmentWriter {
  readonly #output: MediaOutput
  readonly #programme: ProgrammeTime
  #targetSeconds: number | undefined
  #nextNumber: number
  #sequenceNumber = 0
  #initId = 0
  #audio: AudioSequence | undefined
  #isDiscontinuous = false
  #segment: OpenSegment | undefined
  /** Finished part, held until we know whether it closes the segment; it begins at `startTicks`. */
  #pending: { part: Part; startTicks: number; endTicks: number } | undefined

  constructor(output: MediaOutput, programme: ProgrammeTime, from: MediaPosition | undefined) {
    this.#output = output
    this.#programme = programme
    this.#targetSeconds = from?.targetSeconds
    this.#nextNumber = from?.nextNumber ?? firstSegmentNumber
  }

  /** Target duration in seconds, fixed when the first segment ends. */
  get targetSeconds(): number | undefined {
    return this.#targetSeconds
  }

  get segmentTicksMax(): number {
    return segmentTicksMaxFor(this.#targetSeconds ?? firstSegmentSecondsMax)
  }

  /** Whether no segment has ended yet. */
  get #isFirst(): boolean {
    return this.#nextNumber === firstSegmentNumber
  }

  /** Begins a run of media with these tracks, behind a discontinuity. */
  startRun(init: Init, audio: AudioSequence | undefined): void {
    this.#initId = init.id
    this.#audio = audio
    this.#isDiscontinuous = !this.#isFirst
  }

  part({ start, end, frames, isLast }: Cut): void {
    this.emitPendingPart()
    const segment = (this.#segment ??= this.#openSegment(start))
    this.#sequenceNumber += 1
    const data = makeFragment({
      sequenceNumber: this.#sequenceNumber,
      video: { decodeTime: frames[0]?.dts ?? start, samples: frames },
      audio: this.#audio?.take(end, isLast) ?? { decodeTime: 0, samples: [] },
    })
    const { startsAtMs, isDiscontinuous, parts } = segment
    const part: Part = {
      segment: this.#nextNumber,
      index: parts.length,
      durationSeconds: secondsOf(end - start),
      isIndependent: frames[0]?.isSync === true,
      data,
      ...(parts.length === 0 ? { opens: { initId: this.#initId, startsAtMs, isDiscontinuous } } : {}),
    }
    segment.endTicks = end
    segment.parts.push(part)
    this.#pending = { part, startTicks: start, endTicks: end }
  }

  /** Emits the pending part: the segment continues after it. */
  emitPendingPart(): void {
    const pending = this.#pending
    this.#pending = undefined
    if (pending !== undefined) this.#output.part(pending.part)
  }

  /** Ends the open segment behind its last emitted part: the media that follows is a segment of its own. */
  splitOff(): void {
    const segment = this.#segment
    const pending = this.#pending
    const emittedCount = (segment?.parts.length ?? 0) - (pending === undefined ? 0 : 1)
    if (segment === undefined || emittedCount === 0) return
    this.#pending = undefined
    if (pending !== undefined) {
      segment.parts.pop()
      segment.endTicks = pending.startTicks
    }
    this.segmentEnds()
    if (pending === undefined) return
    const next = this.#openSegment(pending.startTicks)
    const { startsAtMs, isDiscontinuous } = next
    const opens = { initId: this.#initId, startsAtMs, isDiscontinuous }
    const part: Part = { ...pending.part, segment: this.#nextNumber, index: 0, opens }
    this.#segment = { ...next, endTicks: pending.endTicks, parts: [part] }
    this.#pending = { ...pending, part }
  }

  /** A frame was added to the open part. */
  placed(frame: PlacedFrame): void {
    this.emitPendingPart()
    this.#output.frame?.(frame)
  }

  segmentEnds(): void {
    this.emitPendingPart()
    const segment = this.#segment
    if (segment === undefined) return
    const { parts, startTicks, endTicks, isDiscontinuous } = segment
    const startsAtMs = this.#isFirst ? this.#timeOf(startTicks) : segment.startsAtMs
    if (parts[0]?.opens !== undefined) parts[0].opens.startsAtMs = startsAtMs
    const durationSeconds = secondsOf(endTicks - startTicks)
    this.#targetSeconds ??= targetSecondsOf({ durationSeconds })
    this.#segment = undefined
    const number = this.#nextNumber
    this.#nextNumber += 1
    this.#output.segment(
      {
        number,
        initId: this.#initId,
        startsAtMs,
        mediaSeconds: secondsOf(startTicks),
        durationSeconds,
        isIndependent: parts[0]?.isIndependent === true,
        isDiscontinuous,
        byteCount: parts.reduce((sum, { data }) => sum + data.length, 0),
      },
      parts,
    )
  }

  #openSegment(startTicks: number): OpenSegment {
    const isDiscontinuous = this.#isDiscontinuous
    this.#isDiscontinuous = false
    const startsAtMs = this.#timeOf(startTicks)
    return { startTicks, endTicks: startTicks, startsAtMs, isDiscontinuous, parts: [] }
  }

  #timeOf(startTicks: number): number {
    return this.#isFirst ? this.#programme.ofFirstSegment(startTicks) : this.#programme.ofSegment(startTicks)
  }
}

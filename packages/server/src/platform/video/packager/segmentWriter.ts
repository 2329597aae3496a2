import { firstSegmentNumber, type Init, type Part, type PlacedFrame, type Segment } from '#platform/video/mediaTypes.ts'
import { targetSecondsOf } from '#platform/video/targetSeconds.ts'
import { makeFragment } from '#platform/video/fmp4/fragment.ts'
import { type Cut, segmentTicksMaxFor } from './cutter.ts'
import type { ProgrammeTime } from './programmeTime.ts'
import type { AudioSequence } from './audioSequence.ts'
import { secondsOf } from './timeline.ts'

/** Who is told of what is finished. A segment's last part is told right before the segment. */
export type MediaOutput = {
  init(init: Init): void
  part(part: Part): void
  segment(segment: Segment, parts: readonly Part[]): void
  /** Every picture as soon as it has its place, after all parts and segments that end before it. */
  picture?(picture: PlacedFrame): void
}

/** Where a session's media stands: what comes next, how many inits there were, and what was fixed by them. */
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

/** The longest first segment, which decides how long all others may be. */
const firstSegmentSecondsMax = 6

/** Makes parts and segments out of cuts, and numbers them. */
export class SegmentWriter {
  readonly #output: MediaOutput
  readonly #programme: ProgrammeTime
  #targetSeconds: number | undefined
  #nextNumber: number
  #sequenceNumber = 0
  #initId = 0
  #sound: AudioSequence | undefined
  #isDiscontinuous = false
  #segment: OpenSegment | undefined
  /** Made, and told as soon as it is known whether it ends its segment. */
  #untold: Part | undefined

  constructor(output: MediaOutput, programme: ProgrammeTime, from: MediaPosition | undefined) {
    this.#output = output
    this.#programme = programme
    this.#targetSeconds = from?.targetSeconds
    this.#nextNumber = from?.nextNumber ?? firstSegmentNumber
  }

  /** Fixed when the first segment ends: no later one is longer. */
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

  /** What follows is made of these tracks, and does not join what was before. */
  startRun(init: Init, sound: AudioSequence | undefined): void {
    this.#initId = init.id
    this.#sound = sound
    this.#isDiscontinuous = !this.#isFirst
  }

  part({ start, end, pictures, isLast }: Cut): void {
    this.tell()
    const segment = (this.#segment ??= this.#openSegment(start))
    this.#sequenceNumber += 1
    const data = makeFragment({
      sequenceNumber: this.#sequenceNumber,
      video: { decodeTime: pictures[0]?.dts ?? start, samples: pictures },
      audio: this.#sound?.take(end, isLast) ?? { decodeTime: 0, samples: [] },
    })
    const { startsAtMs, isDiscontinuous, parts } = segment
    const part: Part = {
      segment: this.#nextNumber,
      index: parts.length,
      durationSeconds: secondsOf(end - start),
      isIndependent: pictures[0]?.isSync === true,
      data,
      ...(parts.length === 0 ? { opens: { initId: this.#initId, startsAtMs, isDiscontinuous } } : {}),
    }
    segment.endTicks = end
    segment.parts.push(part)
    this.#untold = part
  }

  /** Tells of the part that was made last: the segment goes on after it. */
  tell(): void {
    const part = this.#untold
    this.#untold = undefined
    if (part !== undefined) this.#output.part(part)
  }

  /** A picture has its place in the open part. */
  placed(picture: PlacedFrame): void {
    this.tell()
    this.#output.picture?.(picture)
  }

  segmentEnds(): void {
    this.tell()
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

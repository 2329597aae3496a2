import { makeInitSegment } from '#platform/video/fmp4/initSegment.ts'
import type { AudioTrack, Init, Part, Segment, VideoTrack } from '#platform/video/mediaTypes.ts'
import type { Rendering } from './rendering.ts'
import type { SourcePart } from './sourcePart.ts'

/** An init section of a rendition; without pictures where that is sound alone. */
export type RenditionInit = Omit<Init, 'video'> & { video: VideoTrack | undefined }

/** Where a rendition goes: what an audience loads of it, and what is kept to be rewound. */
export type Outlet = {
  init(init: RenditionInit): void
  part(part: Part): void
  segment(segment: Segment, parts: readonly Part[]): void
  interrupted(): void
  end(): void
}

/** What happens to a source, in order. */
export type SourceEvent = SourcePart | { ends: Segment } | 'interrupted' | 'end'

/** What a rendition is made of: its last own init section, and as many of its newest own segments as rates are of. */
export type Own = { init: RenditionInit; segments: readonly Pick<Segment, 'byteCount' | 'durationSeconds'>[] }

const ratedCountMax = 60

export type RenditionOptions = {
  rendering: Rendering
  outlet: Outlet
  /** How many init sections there were before this process took the session up. */
  initCount: number
}

/**
 * One rendition of a session. It follows the source part by part: the same numbers, times, sound and discontinuities,
 * with other pictures. What waits for its pictures holds back what comes after it.
 */
export class Rendition {
  readonly #options: RenditionOptions
  readonly #waiting: SourceEvent[] = []
  readonly #begun = Promise.withResolvers<void>()
  #initCount: number
  #init: RenditionInit | undefined
  #parts: Part[] = []
  /** Whether the open segment is as in the source. */
  #isSource = false
  #own: { init: RenditionInit; segments: Pick<Segment, 'byteCount' | 'durationSeconds'>[] } | undefined

  constructor(options: RenditionOptions) {
    this.#options = options
    this.#initCount = options.initCount
  }

  /** What it is made of, apart from segments that are as in the source; undefined before there is another one. */
  get own(): Own | undefined {
    return this.#own
  }

  /** Resolves with its first own segment, or at its end. */
  get begun(): Promise<void> {
    return this.#begun.promise
  }

  /** Takes what comes next in the source. */
  follow(event: SourceEvent): void {
    this.#waiting.push(event)
    this.drain()
  }

  /** Tells everything that waits for nothing more: to be called when pictures have come, or will not. */
  drain(): void {
    for (let next = this.#waiting[0]; next !== undefined && this.#tell(next); next = this.#waiting[0]) {
      this.#waiting.shift()
    }
  }

  /** Whether it is told; false while its pictures are awaited. */
  #tell(event: SourceEvent): boolean {
    const { outlet } = this.#options
    if (event === 'interrupted') outlet.interrupted()
    else if (event === 'end') {
      outlet.end()
      this.#begun.resolve()
    } else if ('ends' in event) this.#tellSegment(event.ends)
    else return this.#tellPart(event)
    return true
  }

  #tellPart(from: SourcePart): boolean {
    const rendered = this.#options.rendering(from)
    if (rendered === undefined) return false
    const { opens, ...rest } = from.part
    const { data, isIndependent } = rendered
    if (opens !== undefined) {
      this.#isSource = rendered.isSource
      this.#init = this.#initOf(rendered.track, from.source.audio)
    }
    const part: Part = { ...rest, data, isIndependent }
    if (opens !== undefined) part.opens = { ...opens, initId: this.#init?.id ?? 0 }
    this.#parts.push(part)
    this.#options.outlet.part(part)
    return true
  }

  #tellSegment(segment: Segment): void {
    const parts = this.#parts
    this.#parts = []
    const init = this.#init
    if (init === undefined) return
    const byteCount = parts.reduce((sum, { data }) => sum + data.length, 0)
    const isIndependent = parts[0]?.isIndependent === true
    const made = { ...segment, initId: init.id, isIndependent, byteCount }
    this.#options.outlet.segment(made, parts)
    if (this.#isSource) return
    const segments = [...(this.#own?.segments ?? []), made].slice(-ratedCountMax)
    this.#own = { init, segments }
    this.#begun.resolve()
  }

  /** The init that was told last, when it is of these tracks; else a new one: numbers never go back. */
  #initOf(video: VideoTrack | undefined, audio: AudioTrack | undefined): RenditionInit {
    const last = this.#init
    if (last !== undefined && isSame(last.video, video) && isSame(last.audio, audio)) return last
    const init = { id: this.#initCount, video, audio, data: makeInitSegment(video, audio) }
    this.#initCount += 1
    this.#options.outlet.init(init)
    return init
  }
}

function isSame(a: { description: Buffer } | undefined, b: { description: Buffer } | undefined): boolean {
  return a === undefined || b === undefined ? a === b : a.description.equals(b.description)
}

import { makeInitSection } from '#platform/video/fmp4/initSection.ts'
import type { AudioTrack, Init, Part, Segment, VideoTrack } from '#platform/video/mediaTypes.ts'
import type { Rendering } from './rendering.ts'
import type { SourcePart } from './sourcePart.ts'

/** An init section of a rendition; without a video track for audio only. */
export type RenditionInit = Omit<Init, 'video'> & { video: VideoTrack | undefined }

/** Outputs of a rendition: the broadcast for viewers, and the recording for rewinding. */
export type Outlet = {
  init(init: RenditionInit): void
  part(part: Part): void
  segment(segment: Segment, parts: readonly Part[]): void
  interrupted(): void
  end(): void
}

/** Events of a source, in order. */
export type SourceEvent = SourcePart | { ends: Segment } | 'interrupted' | 'end'

/** Own media of a rendition: its latest init section, and the newest segments that bitrates are computed from. */
export type Own = { init: RenditionInit; segments: readonly Pick<Segment, 'byteCount' | 'durationSeconds'>[] }

const ratedCountMax = 60

export type RenditionOptions = {
  rendering: Rendering
  outlet: Outlet
  /** Number of init sections from processes that ran the session before. */
  initCount: number
}

/**
 * One rendition of a session. It follows the source part by part, with the same numbers, times, audio and
 * discontinuities, and other frames. A part whose frames are pending holds back all later ones.
 */
export class Rendition {
  readonly #options: RenditionOptions
  readonly #waiting: SourceEvent[] = []
  readonly #begun = Promise.withResolvers<void>()
  #initCount: number
  #init: RenditionInit | undefined
  #parts: Part[] = []
  /** Whether the open segment is a copy of the source. */
  #isSource = false
  #own: { init: RenditionInit; segments: Pick<Segment, 'byteCount' | 'durationSeconds'>[] } | undefined

  constructor(options: RenditionOptions) {
    this.#options = options
    this.#initCount = options.initCount
  }

  /** Own media, without copied segments; undefined before the first own one. */
  get own(): Own | undefined {
    return this.#own
  }

  /** Resolves with its first own segment, or at its end. */
  get begun(): Promise<void> {
    return this.#begun.promise
  }

  /** Adds the next event of the source. */
  follow(event: SourceEvent): void {
    this.#waiting.push(event)
    this.drain()
  }

  /** Emits all events that are no longer pending; called when frames arrived or will not. */
  drain(): void {
    for (let next = this.#waiting[0]; next !== undefined && this.#emit(next); next = this.#waiting[0]) {
      this.#waiting.shift()
    }
  }

  /** Emits an event; false while its frames are pending. */
  #emit(event: SourceEvent): boolean {
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

  /** The last emitted init section if it has these tracks, else a new one: ids never go back. */
  #initOf(video: VideoTrack | undefined, audio: AudioTrack | undefined): RenditionInit {
    const last = this.#init
    if (last !== undefined && isSame(last.video, video) && isSame(last.audio, audio)) return last
    const init = { id: this.#initCount, video, audio, data: makeInitSection(video, audio) }
    this.#initCount += 1
    this.#options.outlet.init(init)
    return init
  }
}

function isSame(a: { description: Buffer } | undefined, b: { description: Buffer } | undefined): boolean {
  return a === undefined || b === undefined ? a === b : a.description.equals(b.description)
}

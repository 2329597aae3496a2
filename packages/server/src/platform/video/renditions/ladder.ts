import type { Log } from '#kit/call/context.ts'
import type { Ffmpeg } from '#platform/video/ffmpeg/ffmpeg.ts'
import type { InitTrack } from '#platform/video/fmp4/fragmentReader.ts'
import type { Init, InitSection, Part, PlacedFrame, Segment } from '#platform/video/mediaTypes.ts'
import type { MediaPosition } from '#platform/video/packager/segmentWriter.ts'
import { ticksOf } from '#platform/video/packager/timeline.ts'
import { messageOf } from '#platform/startProblem.ts'
import { BitrateLimits, isWorthRestart } from './bitrateLimits.ts'
import { Encoding } from './encoder.ts'
import { ladderIssues, type LadderIssue, type LadderTrouble } from './ladderIssues.ts'
import type { LadderSlots } from './ladderSlots.ts'
import { videoRendering, audioRendering, type Rendering } from './rendering.ts'
import { Rendition, type Outlet, type SourceEvent } from './rendition.ts'
import { sizesFor, type RenditionSize, type Rung } from './rungs.ts'
import { readPart, tracksOf } from './sourcePart.ts'

export type LadderOptions = {
  /** Undefined without ffmpeg: then only the source is served. */
  ffmpeg: Ffmpeg | undefined
  slots: LadderSlots
  rungs: readonly Rung[]
  /** Time-out of the last frames at the end; eight seconds when left out. */
  finishTimeoutMs?: number | undefined
  /** Opens the output of a rendition: its broadcast and its recording. */
  openOutlet(request: OutletRequest): Outlet
  nowMs(): number
  log: Log
  /** The session's row, for the log. */
  sessionUuid: string
  /** Position at which this process continues a session of another process. */
  from?: MediaPosition | undefined
}

/** A rendition, complete as soon as its output is open. `name` is part of addresses. */
export type OutletRequest = { name: string; hasVideo: boolean; rendition(): Pick<Rendition, 'own' | 'begun'> }

/** Delay of ffmpeg's output from which on segments are copied from the source, after a grace for its start. */
const behindMsMax = 2_000
const startMsMax = 10_000
/** Delay, and bytes of buffered input, above which ffmpeg is killed. */
const hungMsMax = 8_000
const waitingBytesMax = 32 * 1024 * 1024
/** Failures within a period after which transcoding stops for good, and the back-off after the first failure. */
const troublesMax = 5
const troubleWindowMs = 60_000
const pauseMsMin = 1_000

/** Name of the audio-only rendition. */
const audioName = 'audio'

/**
 * The rendition ladder of one session. The source never waits for it: while ffmpeg is late or failing, renditions copy
 * the source segment by segment. After repeated failures they copy it until the session ends.
 */
export class Ladder {
  readonly #options: LadderOptions
  readonly #renditions: Rendition[] = []
  readonly #underway = new Set<Encoding>()
  #isOpen = false
  #sizes: readonly RenditionSize[] = []
  #limits = new BitrateLimits([])
  #source: Init | undefined
  #tracks: readonly InitTrack[] = []
  #encoding: Encoding | undefined
  /** Late encoder that still runs. No other one starts until it has ended. */
  #slow: Encoding | undefined
  /** Encoder of the open segment; undefined while the segment is copied from the source. */
  #feeding: Encoding | undefined
  #segmentTicks: number
  #partTicks: number
  #troubledAtMs: number[] = []
  #issue: LadderIssue | undefined
  #release: (() => void) | undefined

  constructor(options: LadderOptions) {
    this.#options = options
    this.#segmentTicks = ticksOf(options.from?.mediaSeconds ?? 0)
    this.#partTicks = this.#segmentTicks
  }

  /** Reason why expected renditions are missing. */
  get issue(): LadderIssue | undefined {
    return this.#issue
  }

  /** Decides the renditions of a source. The first call counts: players know the first ladder only. */
  open({ video, audio, isSilent }: Pick<Init, 'isSilent'> & Pick<InitSection, 'video' | 'audio'>): void {
    if (this.#isOpen) return
    this.#isOpen = true
    const { ffmpeg, rungs, slots } = this.#options
    const sizes = sizesFor(video, rungs)
    if (sizes.length > 0) {
      if (ffmpeg === undefined) return this.#has('noFfmpeg')
      this.#release = slots.take()
      if (this.#release === undefined) return this.#has('noneFree')
    }
    this.#sizes = sizes
    this.#limits = new BitrateLimits(sizes)
    for (const [at, { name }] of sizes.entries()) this.#add(name, videoRendering(at))
    if (audio !== undefined && isSilent !== true) this.#add(audioName, audioRendering())
  }

  /** Takes the source's init section. */
  init(init: Init): void {
    this.#safely(() => {
      this.open(init)
      const before = this.#source
      this.#source = init
      this.#tracks = tracksOf(init)
      if (before !== undefined && !before.video.description.equals(init.video.description)) this.#finish()
    })
  }

  /** Takes a frame of the source. */
  frame(frame: PlacedFrame): void {
    if (this.#sizes.length === 0) return
    this.#safely(() => {
      if (frame.isSync && frame.dts === this.#segmentTicks) this.#choose()
      this.#feeding?.feed(frame)
      const encoding = this.#encoding
      if (encoding === undefined) return
      const isHung = encoding.behindMs(this.#options.nowMs(), frame.dts) > hungMsMax
      if (isHung || encoding.waitingBytes > waitingBytesMax) encoding.kill()
    })
  }

  /** Takes a part of the source. */
  part(part: Part): void {
    if (this.#renditions.length === 0) return
    this.#safely(() => {
      const source = this.#source
      if (source === undefined) return
      const read = readPart(part, this.#tracks)
      const from = this.#feeding
      const encoding = from === undefined ? undefined : { from, toPlace: from.claim(read.slots.length) }
      this.#follow({ part, source, startTicks: this.#partTicks, ...read, encoding })
      this.#partTicks += ticksOf(part.durationSeconds)
    })
  }

  /** Takes a segment of the source, after its parts. */
  segment(segment: Segment): void {
    this.#segmentTicks = ticksOf(segment.mediaSeconds + segment.durationSeconds)
    this.#partTicks = this.#segmentTicks
    this.#limits.add(segment)
    this.#safely(() => this.#follow({ ends: segment }))
  }

  /** Handles a disconnect of the publisher, which may reconnect. */
  interrupted(): void {
    this.#safely(() => {
      this.#finish()
      this.#follow('interrupted')
    })
  }

  /** Ends the input. Resolves when the last frames arrived, after `finishTimeoutMs` at the latest. */
  async end(): Promise<void> {
    this.#safely(() => {
      this.#finish()
      this.#follow('end')
    })
    await this.#closed()
  }

  /** Stops with the process, without an end for viewers. */
  async park(): Promise<void> {
    this.interrupted()
    for (const encoding of this.#underway) encoding.kill()
    await this.#closed()
  }

  async #closed(): Promise<void> {
    await Promise.all(Array.from(this.#underway, ({ ended }) => ended))
    this.#release?.()
  }

  #add(name: string, rendering: Rendering): void {
    const { openOutlet, from } = this.#options
    const outlet = openOutlet({ name, hasVideo: name !== audioName, rendition: () => rendition })
    const rendition: Rendition = new Rendition({ rendering, outlet, initCount: from?.initCount ?? 0 })
    this.#renditions.push(rendition)
  }

  #follow(event: SourceEvent): void {
    for (const rendition of this.#renditions) rendition.follow(event)
  }

  /** Chooses the encoder of the segment that begins. */
  #choose(): void {
    const nowMs = this.#options.nowMs()
    if (this.#encoding !== undefined && this.#isBehind(this.#encoding, nowMs)) {
      // A late encoder gets no further input: frames held by its decoder would be output at the end only.
      this.#slow = this.#encoding
      this.#finish()
      this.#troubled('ffmpeg does not keep up')
    }
    this.#limit()
    this.#encoding ??= this.#begin(nowMs)
    this.#feeding = this.#encoding
  }

  #isBehind(encoding: Encoding, nowMs: number): boolean {
    const isStarting = nowMs - encoding.beganAtMs < startMsMax
    return !isStarting && encoding.behindMs(nowMs, this.#segmentTicks) > behindMsMax
  }

  /** Sets the maximum bitrates of the next encoder, and ends the current one where they differ much. */
  #limit(): void {
    if (this.#source === undefined) return
    const made = this.#renditions.slice(0, this.#sizes.length).map(({ own }) => own?.segments ?? [])
    const sizes = this.#limits.sizes(this.#source.video, made)
    if (this.#encoding !== undefined && !isWorthRestart(this.#sizes, sizes)) return
    this.#sizes = sizes
    this.#finish()
  }

  #begin(nowMs: number): Encoding | undefined {
    const { ffmpeg } = this.#options
    const source = this.#source
    const [lastMs = -Infinity] = this.#troubledAtMs.slice(-1)
    const pauseMs = pauseMsMin * 2 ** (this.#troubledAtMs.length - 1)
    if (this.#issue !== undefined || ffmpeg === undefined || source === undefined) return undefined
    if (nowMs - lastMs < pauseMs || this.#slow?.isOver === false) return undefined
    const { nowMs: clock, finishTimeoutMs } = this.#options
    const how = { ffmpeg, sizes: this.#sizes, finishTimeoutMs, nowMs: clock, onFrames: () => this.#drain() }
    const encoding = new Encoding({ ...how, track: source.video })
    this.#underway.add(encoding)
    void encoding.ended.then((why) => this.#ended(encoding, why))
    return encoding
  }

  #ended(encoding: Encoding, why: string | undefined): void {
    this.#underway.delete(encoding)
    if (this.#encoding === encoding) {
      this.#encoding = undefined
      this.#troubled(why ?? 'ffmpeg ended')
    }
    this.#drain()
  }

  #finish(): void {
    this.#encoding?.finish()
    this.#encoding = undefined
  }

  #drain(): void {
    this.#safely(() => {
      for (const rendition of this.#renditions) rendition.drain()
    })
  }

  #troubled(why: string): void {
    const { log, nowMs, sessionUuid: session } = this.#options
    const now = nowMs()
    this.#troubledAtMs = [...this.#troubledAtMs.filter((atMs) => now - atMs < troubleWindowMs), now]
    log.warn('transcoding of a live stream failed and is restarted', { session, why })
    if (this.#troubledAtMs.length >= troublesMax) this.#giveUp()
  }

  #giveUp(): void {
    this.#has('givenUp')
    const encoding = this.#encoding
    this.#encoding = undefined
    encoding?.kill()
    this.#release?.()
  }

  #has(trouble: LadderTrouble): void {
    if (this.#issue !== undefined) return
    this.#issue = { ...ladderIssues[trouble], severity: 'warning', sinceMs: this.#options.nowMs() }
  }

  /** Runs work and catches its errors: the renditions fail, the source continues. */
  #safely(work: () => void): void {
    try {
      work()
    } catch (error) {
      const { log, sessionUuid: session } = this.#options
      log.error('transcoding of a live stream failed and has ended', { session, error: messageOf(error) })
      this.#giveUp()
    }
  }
}

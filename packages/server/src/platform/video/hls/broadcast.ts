import { problem, reasons } from '#kit/call/problem.ts'
import { firstSegmentNumber, type Part, type Segment } from '#platform/video/mediaTypes.ts'
import type { StoredSegment } from '#platform/video/spool/spool.ts'
import { targetSecondsOf } from '#platform/video/targetSeconds.ts'
import type { BroadcastInit, BroadcastOptions } from './broadcastOptions.ts'
import { Gate } from './blockingReload.ts'
import { KeptText } from './keptText.ts'
import type { Playlist } from './playlist.ts'
import { anything, readReload, type PlaylistQuery, type Wanted } from './reload.ts'
import {
  bitRatesOf,
  endLine,
  hintLine,
  liveHeader,
  multivariantText,
  partLine,
  startLines,
  type Position,
  type Variant,
} from './playlistTags.ts'
import { Window } from './window.ts'

/** How long a first playlist waits for the first segment, without which players take it for empty. */
const firstWithinMs = 10_000

/** A blocked reload is answered within this many target durations, be it with what was there before. */
const answerTargets = 1.5

/** How long an answer may be reused, in seconds: what was waited for stays as it was, what is newest does not. */
const awaitedAgeSeconds = 6
const newestAgeSeconds = 1

/** The announced rates are those of so many of the newest segments. */
const ratedCountMax = 60

/**
 * What an audience loads of a session while it is live: playlists, parts and segments, the newest of them from memory.
 * A part, and the segment that it completes, are told in one turn of the event loop: whoever waits is answered after.
 */
export class Broadcast {
  readonly #options: BroadcastOptions
  readonly #gate = new Gate()
  readonly #inits = new Map<number, BroadcastInit>()
  #window: Window | undefined
  #nextNumber = firstSegmentNumber
  #openParts: Part[] = []
  #openLines = ''
  #isInterrupted = false
  #isEnded = false
  #firstShownNumber = 0
  #isCheckDue = false
  #full: KeptText | undefined
  #delta: KeptText | undefined
  #multivariant: KeptText | undefined

  constructor(options: BroadcastOptions) {
    this.#options = options
    const { history } = options
    const last = history?.segments.at(-1)
    this.#nextNumber = history?.nextNumber ?? firstSegmentNumber
    if (history === undefined || last === undefined) return
    for (const init of history.inits) this.init(init)
    const window = this.#openWindow(history.targetSeconds, history.discontinuitiesBefore)
    for (const segment of history.segments) window.add(segment, [])
    this.#nextNumber = last.number + 1
    this.#isInterrupted = true
  }

  /** Takes an init section, before the first part that needs it. */
  init(init: BroadcastInit): void {
    this.#inits.set(init.id, init)
  }

  /** Takes the next part of the open segment. */
  part(part: Part): void {
    const { assetId, partSeconds } = this.#options
    if (this.#isEnded || part.segment !== this.#nextNumber || part.index !== this.#openParts.length) return
    this.#isInterrupted = false
    const lastInitId = this.#window?.last?.segment.initId
    if (part.opens !== undefined) this.#openLines = startLines(assetId, part.opens, { lastInitId, isTimed: true })
    this.#openLines += partLine(assetId, part)
    this.#openParts.push(part)
    if (partSeconds !== undefined) this.#changed()
  }

  /** Takes a segment that is complete, with all its parts. */
  segment(segment: Segment, parts: readonly Part[]): void {
    if (this.#isEnded) return
    const { targetSeconds = targetSecondsOf(segment), discontinuitiesBefore = 0 } = this.#options.history ?? {}
    const window = this.#window ?? this.#openWindow(targetSeconds, discontinuitiesBefore)
    window.add(segment, parts)
    window.forgetBefore(this.#firstShownNumber)
    this.#nextNumber = segment.number + 1
    this.#openParts = []
    this.#openLines = ''
    this.#isInterrupted = false
    this.#multivariant = undefined
    for (const id of this.#inits.keys()) if (id < (window.first?.segment.initId ?? 0)) this.#inits.delete(id)
    this.#changed()
  }

  /** Shows nothing from before this segment any more. */
  forgetBefore(number: number): void {
    this.#firstShownNumber = number
    this.#window?.forgetBefore(number)
    this.#changed()
  }

  /** The encoder is gone and may come back: nobody waits for it, and playlists hint at nothing. */
  interrupted(): void {
    this.#isInterrupted = true
    this.#changed()
    this.#gate.open()
  }

  /** Nothing comes any more: playlists say so, and whoever waits is told. */
  end(): void {
    this.#isEnded = true
    this.#openParts = []
    this.#openLines = ''
    this.#changed()
    this.#gate.open()
  }

  /** Ends it, and frees what it holds: there is nothing to be had from then on. */
  dispose(): void {
    this.end()
    this.#window = undefined
    this.#inits.clear()
  }

  /** The target duration of its playlists, in seconds; undefined while there is none. */
  get targetSeconds(): number | undefined {
    return this.#window?.targetSeconds
  }

  /** The number of the newest segment that is complete; undefined while there is none. */
  get newestNumber(): number | undefined {
    return this.#window?.last?.segment.number
  }

  /** Bytes of media that are held in memory. */
  get memoryBytes(): number {
    return this.#openParts.reduce((sum, { data }) => sum + data.length, this.#window?.memoryBytes ?? 0)
  }

  /**
   * The media playlist: at once, or when what was asked for is there, at the latest after one and a half target
   * durations. Throws, or rejects with, a Problem: for what lies too far ahead, and where nothing came in time.
   */
  mediaPlaylist(query: PlaylistQuery = {}): Playlist | Promise<Playlist> {
    const open = { number: this.#nextNumber, partCount: this.#openParts.length, partSeconds: this.#options.partSeconds }
    const wanted = this.#isEnded ? anything : readReload(query, open)
    const skip = query.skip === true
    if (this.#has(wanted)) return this.#answer(wanted, skip)
    const waiting = this.#wait(`${wanted.msn}.${wanted.part}`, () => this.#has(wanted))
    return waiting.then(() => this.#answer(wanted, skip))
  }

  /** The multivariant playlist of it alone, as soon as there is a segment. Rejects with a Problem where none came. */
  async multivariant(): Promise<Playlist> {
    const variant = await this.variant('video.m3u8')
    this.#multivariant ??= new KeptText(multivariantText([variant]))
    return { text: this.#multivariant, maxAgeSeconds: newestAgeSeconds }
  }

  /** What it is in a multivariant playlist, as soon as there is a segment. Rejects with a Problem where none came. */
  async variant(uri: string): Promise<Variant> {
    if (!this.#has(anything)) await this.#wait('first', () => this.#has(anything))
    const window = this.#windowOrThrow()
    const init = this.#inits.get(window.last?.segment.initId ?? 0)
    if (init === undefined) throw problem(reasons.notFound)
    const { video, audio } = init
    const rates = bitRatesOf(window.newest(ratedCountMax), window.targetSeconds)
    return { uri, video, audio, ...rates, frameRate: this.#options.frameRate?.() }
  }

  /** How far it has come; undefined while there is nothing. */
  position(): Position | undefined {
    const { last } = this.#window ?? {}
    if (this.#openParts.length > 0) return { msn: this.#nextNumber, part: this.#openParts.length - 1 }
    return last && { msn: last.segment.number, part: last.partEnds.length === 0 ? undefined : last.partEnds.length - 1 }
  }

  /** The bytes of an init section. Undefined for one that no segment of the playlist needs. */
  initData(id: number): Buffer | undefined {
    return this.#inits.get(id)?.data
  }

  /** A segment that is complete: its bytes, or where it is stored. Undefined for one that is not there. */
  segmentData(number: number): Buffer | StoredSegment | undefined {
    return this.#window?.find(number)?.bytes ?? this.#options.find?.(number)
  }

  /** A part; the one that playlists hint at as soon as it is there. Undefined for one that is not, or will not be. */
  partData(number: number, index: number): Buffer | undefined | Promise<Buffer | undefined> {
    if (!this.#isHinted(number, index)) return this.#presentPart(number, index)
    const waiting = this.#wait(`part ${number}.${index}`, () => !this.#isHinted(number, index))
    return waiting.then(() => this.#presentPart(number, index))
  }

  #presentPart(number: number, index: number): Buffer | undefined | Promise<Buffer | undefined> {
    if (number === this.#nextNumber) return this.#openParts[index]?.data
    const listed = this.#window?.find(number)
    const to = listed?.partEnds[index]
    if (listed === undefined || to === undefined) return undefined
    const from = index === 0 ? 0 : listed.partEnds[index - 1]
    if (listed.bytes !== undefined) return listed.bytes.subarray(from, to)
    return this.#options
      .find?.(number)
      ?.read()
      .then((bytes) => bytes.subarray(from, to))
  }

  #isHinted(number: number, index: number): boolean {
    if (this.#isEnded || this.#isInterrupted || this.#options.partSeconds === undefined) return false
    return number === this.#nextNumber && index === this.#openParts.length
  }

  #openWindow(targetSeconds: number, discontinuitiesBefore: number): Window {
    const { assetId, windowSeconds, partSeconds, find } = this.#options
    this.#window = new Window({
      assetId,
      windowSeconds,
      targetSeconds,
      discontinuitiesBefore,
      hasParts: partSeconds !== undefined,
      isStored: (number) => find?.(number) !== undefined,
    })
    return this.#window
  }

  #windowOrThrow(): Window {
    if (this.#window !== undefined) return this.#window
    throw this.#isEnded ? problem(reasons.notFound) : problem(reasons.unavailable, { retryAfterSeconds: 1 })
  }

  #has({ msn, part }: Wanted): boolean {
    if (this.#isEnded) return true
    if (this.#window === undefined) return false
    if (msn === undefined) return true
    if (msn === this.#nextNumber) return part !== undefined && part < this.#openParts.length
    // A part beyond the last one of its segment means the first one of the next.
    const { last } = this.#window
    const isBeyond = part !== undefined && last?.segment.number === msn && part >= Math.max(1, last.partEnds.length)
    return msn < this.#nextNumber && (!isBeyond || this.#openParts.length > 0)
  }

  #wait(key: string, isSo: () => boolean): Promise<void> {
    const timeoutMs = this.#window === undefined ? firstWithinMs : answerTargets * this.#window.targetSeconds * 1000
    return this.#gate.wait(key, { isSo, timeoutMs })
  }

  #answer(wanted: Wanted, skip: boolean): Playlist {
    const text = skip ? this.#deltaText() : this.#fullText()
    if (wanted.msn === undefined) return { text, maxAgeSeconds: newestAgeSeconds }
    return { text, maxAgeSeconds: this.#has(wanted) ? awaitedAgeSeconds : 0 }
  }

  #fullText(): KeptText {
    this.#full ??= this.#makeText(0)
    return this.#full
  }

  #deltaText(): KeptText {
    const skippable = this.#windowOrThrow().skippable()
    if (skippable === 0) return this.#fullText()
    this.#delta ??= this.#makeText(skippable)
    return this.#delta
  }

  #makeText(skipped: number): KeptText {
    const window = this.#windowOrThrow()
    const { assetId, partSeconds } = this.#options
    const { targetSeconds, discontinuitySequence } = window
    const mediaSequence = window.first?.segment.number ?? this.#nextNumber
    let text = liveHeader({ targetSeconds, partSeconds, mediaSequence, discontinuitySequence, skipped })
    text += window.text(skipped)
    if (this.#isEnded) text += endLine
    else if (partSeconds !== undefined) {
      text += this.#openLines
      if (!this.#isInterrupted) text += hintLine(assetId, this.#nextNumber, this.#openParts.length)
      text += this.#options.reports?.() ?? ''
    }
    return new KeptText(text)
  }

  /** Those who wait go on after this turn: by then it is decided whether the newest part ended its segment. */
  #changed(): void {
    this.#full = undefined
    this.#delta = undefined
    if (this.#isCheckDue) return
    this.#isCheckDue = true
    queueMicrotask(() => {
      this.#isCheckDue = false
      this.#gate.check()
    })
  }
}

/** Opens the broadcast of a session. */
export function openBroadcast(options: BroadcastOptions): Broadcast {
  return new Broadcast(options)
}

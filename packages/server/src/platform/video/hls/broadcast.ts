import { problem, reasons } from '#kit/call/problem.ts'
import { firstSegmentNumber, type Part, type Segment } from '#platform/video/mediaTypes.ts'
import type { StoredSegment } from '#platform/video/spool/spool.ts'
import { targetSecondsOf } from '#platform/video/targetSeconds.ts'
import type { BroadcastInit, BroadcastOptions } from './broadcastOptions.ts'
import { anyPlaylist, readReload, type PlaylistQuery, type ReloadTarget, WaitGroups } from './blockingReload.ts'
import { type Playlist, PlaylistText } from './playlist.ts'
import {
  bitRatesOf,
  discontinuityLine,
  endLine,
  hintLine,
  liveHeader,
  livePlaylistName,
  multivariantText,
  partLine,
  startLines,
  type Position,
  type Variant,
} from './playlistTags.ts'
import { Window } from './window.ts'

/** Longest wait for the first segment: players treat a playlist without segments as an error. */
const firstTimeoutMs = 10_000

/** Longest wait of a blocking reload, in target durations; the playlist is then sent unchanged. */
const reloadTargets = 1.5

/** Cache lifetimes in seconds: the playlist of a named segment or part is final, the newest playlist is not. */
const awaitedAgeSeconds = 6
const newestAgeSeconds = 1

/** Announced bitrates are measured over this many of the newest segments. */
const ratedCountMax = 60

/**
 * Low-latency HLS of one live rendition: its playlists, parts and segments, the newest of them in memory.
 *
 * It holds the segments of the window and the parts of the open segment. The packager adds a part, and the segment that
 * the part completes, in one turn of the event loop; waiting requests resume afterwards, so no playlist shows the last
 * part without its segment. Parts out of order and parts after the end are dropped: a repeated call is harmless.
 * A request for the next segment or part waits until it is added, the encoder disconnects, the session ends, or a time
 * limit passes; players retry by themselves. Playlist texts are built once per change and shared by all players.
 * `end()` makes the playlist final; `dispose()` frees its memory.
 */
export class Broadcast {
  readonly #options: BroadcastOptions
  readonly #waits = new WaitGroups()
  readonly #inits = new Map<number, BroadcastInit>()
  #window: Window | undefined
  #nextNumber = firstSegmentNumber
  #openParts: Part[] = []
  #openLines = ''
  #isInterrupted = false
  #isEnded = false
  /** Whether every segment so far begins with a key frame. It stays false: the header of a playlist changes once. */
  #isIndependent = true
  #firstVisibleNumber = 0
  #isCheckDue = false
  #full: PlaylistText | undefined
  #delta: PlaylistText | undefined
  #multivariant: PlaylistText | undefined

  constructor(options: BroadcastOptions) {
    this.#options = options
    const { history } = options
    const last = history?.segments.at(-1)
    this.#nextNumber = history?.nextNumber ?? firstSegmentNumber
    if (history === undefined || last === undefined) return
    for (const init of history.inits) this.init(init)
    const window = this.#openWindow(history.targetSeconds, history.discontinuitiesBefore)
    for (const segment of history.segments) window.add(segment, [])
    this.#isIndependent = history.segments.every(({ isIndependent }) => isIndependent)
    this.#nextNumber = last.number + 1
    this.#isInterrupted = true
  }

  /** Adds an init section; called before the first part that needs it. */
  init(init: BroadcastInit): void {
    this.#inits.set(init.id, init)
  }

  /** Adds the next part of the open segment. */
  part(part: Part): void {
    const { assetId, partSeconds } = this.#options
    if (this.#isEnded || part.segment !== this.#nextNumber || part.index !== this.#openParts.length) return
    this.#isInterrupted = false
    const lastInitId = this.#window?.last?.segment.initId
    if (part.opens !== undefined) this.#openLines = startLines(assetId, part.opens, { lastInitId, isTimed: true })
    if (part.index === 0) this.#isIndependent &&= part.isIndependent
    this.#openLines += partLine(assetId, part)
    this.#openParts.push(part)
    if (partSeconds !== undefined) this.#changed()
  }

  /** Adds a complete segment with all its parts. */
  segment(segment: Segment, parts: readonly Part[]): void {
    if (this.#isEnded) return
    const { targetSeconds = targetSecondsOf(segment), discontinuitiesBefore = 0 } = this.#options.history ?? {}
    const window = this.#window ?? this.#openWindow(targetSeconds, discontinuitiesBefore)
    window.add(segment, parts)
    this.#isIndependent &&= segment.isIndependent
    window.dropBefore(this.#firstVisibleNumber)
    this.#nextNumber = segment.number + 1
    this.#openParts = []
    this.#openLines = ''
    this.#isInterrupted = false
    this.#multivariant = undefined
    for (const id of this.#inits.keys()) if (id < (window.first?.segment.initId ?? 0)) this.#inits.delete(id)
    this.#changed()
  }

  /** Removes all segments before this one, also those that are added later. */
  dropBefore(number: number): void {
    this.#firstVisibleNumber = number
    this.#window?.dropBefore(number)
    this.#changed()
  }

  /**
   * Records that the encoder disconnected and may reconnect: waiting requests resume, and playlists hint at no part.
   */
  interrupted(): void {
    this.#isInterrupted = true
    this.#changed()
    this.#waits.resolveAll()
  }

  /** Ends the playlist (EXT-X-ENDLIST); waiting requests resume. */
  end(): void {
    this.#isEnded = true
    this.#openParts = []
    this.#openLines = ''
    this.#changed()
    this.#waits.resolveAll()
  }

  /** Ends the playlist and frees its memory; later requests find nothing. */
  dispose(): void {
    this.end()
    this.#window = undefined
    this.#inits.clear()
  }

  /** Target duration of the playlist in seconds; undefined before the first segment. */
  get targetSeconds(): number | undefined {
    return this.#window?.targetSeconds
  }

  /** Part target of the playlist in seconds; undefined without parts. */
  get #partSeconds(): number | undefined {
    const { partSeconds, fittedPartSeconds } = this.#options
    return partSeconds === undefined ? undefined : (fittedPartSeconds?.() ?? partSeconds)
  }

  /** Number of the newest complete segment; undefined before the first segment. */
  get newestNumber(): number | undefined {
    return this.#window?.last?.segment.number
  }

  /** Bytes of media in memory. */
  get memoryBytes(): number {
    return this.#openParts.reduce((sum, { data }) => sum + data.length, this.#window?.memoryBytes ?? 0)
  }

  /**
   * Media playlist: at once, or when it holds the segment or part that the query names, at the latest after one and a
   * half target durations. Throws or rejects with a Problem where that is too far ahead, or where no segment exists.
   */
  mediaPlaylist(query: PlaylistQuery = {}): Playlist | Promise<Playlist> {
    const open = { number: this.#nextNumber, partCount: this.#openParts.length, partSeconds: this.#partSeconds }
    const target = this.#isEnded ? anyPlaylist : readReload(query, open)
    const skip = query.skip === true
    if (this.#has(target)) return this.#playlist(target, skip)
    const waiting = this.#wait(`${target.msn}.${target.part}`, () => this.#has(target))
    return waiting.then(() => this.#playlist(target, skip))
  }

  /** Multivariant playlist of this rendition alone. Waits for the first segment; rejects with a Problem without one. */
  async multivariant(): Promise<Playlist> {
    const variant = await this.variant()
    this.#multivariant ??= new PlaylistText(multivariantText([variant]))
    return { text: this.#multivariant, maxAgeSeconds: newestAgeSeconds }
  }

  /** Name of its media playlist in the multivariant playlist. */
  get playlistName(): string {
    return livePlaylistName(this.#options.assetId)
  }

  /** Entry in a multivariant playlist. Waits for the first segment; rejects with a Problem without one. */
  async variant(): Promise<Variant> {
    if (!this.#has(anyPlaylist)) await this.#wait('first', () => this.#has(anyPlaylist))
    const window = this.#windowOrThrow()
    const init = this.#inits.get(window.last?.segment.initId ?? 0)
    if (init === undefined) throw problem(reasons.notFound)
    const { video, audio } = init
    const rates = bitRatesOf(window.newest(ratedCountMax), window.targetSeconds)
    return { uri: this.playlistName, video, audio, ...rates, frameRate: this.#options.frameRate?.() }
  }

  /** Newest segment and part; undefined before the first part. */
  position(): Position | undefined {
    const { last } = this.#window ?? {}
    if (this.#openParts.length > 0) return { msn: this.#nextNumber, part: this.#openParts.length - 1 }
    return last && { msn: last.segment.number, part: last.partEnds.length === 0 ? undefined : last.partEnds.length - 1 }
  }

  /** Bytes of an init section. Undefined for one that no segment of the playlist needs. */
  initData(id: number): Buffer | undefined {
    return this.#inits.get(id)?.data
  }

  /** Bytes of a complete segment, or its place in the store. Undefined for a segment that does not exist. */
  segmentData(number: number): Buffer | StoredSegment | undefined {
    return this.#window?.find(number)?.bytes ?? this.#options.find?.(number)
  }

  /** Bytes of a part; a request for the hinted part waits for it. Undefined for a part that will never exist. */
  partData(number: number, index: number): Buffer | undefined | Promise<Buffer | undefined> {
    if (!this.#isHinted(number, index)) return this.#presentPart(number, index)
    const waiting = this.#wait(`part ${number}.${index}`, () => !this.#isHinted(number, index))
    return waiting.then(() => this.#presentPart(number, index))
  }

  #presentPart(number: number, index: number): Buffer | undefined | Promise<Buffer | undefined> {
    if (number === this.#nextNumber) return this.#openParts[index]?.data
    const listed = this.#window?.find(number)
    const to = listed?.partEnds[index]
    // The part that a playlist hinted at became the first of a last segment: players need its media, not a refusal.
    if (this.#isEnded && listed !== undefined && index > 0 && index === listed.partEnds.length) {
      return this.#presentPart(number + 1, 0)
    }
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

  #has({ msn, part }: ReloadTarget): boolean {
    if (this.#isEnded) return true
    if (this.#window === undefined) return false
    if (msn === undefined) return true
    if (msn === this.#nextNumber) return part !== undefined && part < this.#openParts.length
    // A part beyond the last one of its segment means the first part of the next segment (6.2.5.2).
    const { last } = this.#window
    const isBeyond = part !== undefined && last?.segment.number === msn && part >= Math.max(1, last.partEnds.length)
    return msn < this.#nextNumber && (!isBeyond || this.#openParts.length > 0)
  }

  #wait(key: string, isMet: () => boolean): Promise<void> {
    const timeoutMs = this.#window === undefined ? firstTimeoutMs : reloadTargets * this.#window.targetSeconds * 1000
    return this.#waits.wait(key, { isMet, timeoutMs })
  }

  #playlist(target: ReloadTarget, skip: boolean): Playlist {
    const text = skip ? this.#deltaText() : this.#fullText()
    if (target.msn === undefined) return { text, maxAgeSeconds: newestAgeSeconds }
    return { text, maxAgeSeconds: this.#has(target) ? awaitedAgeSeconds : 0 }
  }

  #fullText(): PlaylistText {
    this.#full ??= this.#makeText(0)
    return this.#full
  }

  #deltaText(): PlaylistText {
    const skippable = this.#windowOrThrow().skippable()
    if (skippable === 0) return this.#fullText()
    this.#delta ??= this.#makeText(skippable)
    return this.#delta
  }

  #makeText(skipped: number): PlaylistText {
    const window = this.#windowOrThrow()
    const { assetId } = this.#options
    const partSeconds = this.#partSeconds
    const { targetSeconds, discontinuitySequence } = window
    const mediaSequence = window.first?.segment.number ?? this.#nextNumber
    const isIndependent = this.#isIndependent
    let text = liveHeader({
      targetSeconds,
      partSeconds,
      mediaSequence,
      discontinuitySequence,
      skipped,
      isIndependent,
    })
    text += window.text(skipped)
    if (this.#isEnded) return new PlaylistText(text + endLine)
    if (this.#isInterrupted) text += discontinuityLine
    else if (partSeconds !== undefined) {
      text += this.#openLines + hintLine(assetId, this.#nextNumber, this.#openParts.length)
    }
    if (partSeconds !== undefined) text += this.#options.reports?.() ?? ''
    return new PlaylistText(text)
  }

  /** Drops the cached texts. Waiting requests resume after this turn, once the newest part's segment is decided. */
  #changed(): void {
    this.#full = undefined
    this.#delta = undefined
    if (this.#isCheckDue) return
    this.#isCheckDue = true
    queueMicrotask(() => {
      this.#isCheckDue = false
      this.#waits.resolveMet()
    })
  }
}

/** Opens the broadcast of a session. */
export function openBroadcast(options: BroadcastOptions): Broadcast {
  return new Broadcast(options)
}

import type { AudioTrack, MediaTag, VideoTrack } from '#platform/video/mediaTypes.ts'
import type { Unsupported } from '#platform/video/flv/refusedMedia.ts'
import type { VideoFrame } from '#platform/video/flv/videoTag.ts'
import { Cadence } from './cadence.ts'
import { type IngestIssue, IssueBook, type Signs } from './ingestIssues.ts'
import { type Second, Seconds } from './seconds.ts'

/** What an encoder sends, over the last ten seconds where nothing else is said. */
export type IngestHealth = {
  /** As players name it (RFC 6381), such as `avc1.64001F`; for a refused one the name of the codec. */
  videoCodec: string | undefined
  audioCodec: string | undefined
  /** Pixels. */
  width: number | undefined
  height: number | undefined
  /** Pictures a second by the encoder's clock, to two places; 0 when there are none. */
  fps: number
  /** What arrives by our clock, in whole numbers; `total` includes what is neither picture nor sound. */
  bitrateKbps: { video: number; audio: number; total: number }
  /** Between the last two key frames, and on average over the last five times. */
  keyFrameIntervalSeconds: { last: number | undefined; mean: number | undefined }
  bFrames: boolean
  /** An estimate: the pictures that would fit into the gaps of an otherwise even cadence. */
  droppedFrames: number
  /** Of any message, in ms since 1970. */
  lastPacketAtMs: number | undefined
  issues: IngestIssue[]
}

export type HealthOptions = { isLowLatency: boolean; isOverloaded(): boolean }

const windowMs = 10_000
/** A difference of one per cent is 500 ms in this time, well above what lies in the network. */
const clockWindowMs = 60_000
const clockSpanMsMin = 40_000
/** Encoders begin with a burst of what they had gathered; their pace shows after it. */
const burstMs = 2_000
/** Judgements are made this often while messages arrive, so that `sinceMs` is true however rarely somebody asks. */
const judgeEveryMs = 1_000

/** Measures what arrives from an encoder, in bounded memory: one sum for each of the last 70 seconds. */
export class HealthMeter {
  readonly #options: HealthOptions
  readonly #book = new IssueBook()
  #seconds = new Seconds((clockWindowMs + windowMs) / 1_000)
  #cadence = new Cadence()
  #beganAtMs = 0
  #video: VideoTrack | undefined
  #audio: AudioTrack | undefined
  #refused: { kind: 'video' | 'audio'; codec: string; advice: string } | undefined
  #firstPictureAtMs: number | undefined
  #lastPictureAtMs: number | undefined
  #lastSoundAtMs: number | undefined
  #lastPacketAtMs: number | undefined
  #judgedAtMs = -Infinity

  constructor(options: HealthOptions) {
    this.#options = options
  }

  /** A connection begins: what was measured on the last one says nothing about it. */
  begin(nowMs: number): void {
    this.#seconds = new Seconds((clockWindowMs + windowMs) / 1_000)
    this.#cadence = new Cadence()
    this.#beganAtMs = nowMs
    this.#refused = undefined
    this.#firstPictureAtMs = undefined
    this.#lastPictureAtMs = undefined
  }

  arrived(kind: MediaTag['kind'], byteCount: number, nowMs: number): void {
    const second = this.#seconds.at(nowMs)
    this.#lastPacketAtMs = nowMs
    second.bytes += byteCount
    if (kind === 'video') second.videoBytes += byteCount
    else if (kind === 'audio') second.audioBytes += byteCount
    if (nowMs - this.#judgedAtMs >= judgeEveryMs) this.#judge(nowMs)
  }

  /** A picture of that moment of the encoder's clock, which does not wrap. */
  picture(ms: number, { isKeyFrame, compositionMs }: VideoFrame, nowMs: number): void {
    const second = this.#seconds.at(nowMs)
    this.#firstPictureAtMs ??= nowMs
    this.#lastPictureAtMs = nowMs
    const step = this.#cadence.picture(ms, isKeyFrame)
    if (step === undefined) {
      // The clock begins anew, so that lateness before and after cannot be compared.
      this.#firstPictureAtMs = nowMs
      this.#seconds.forgetLateness()
    } else {
      second.pictures += 1
      second.picturesMs += step.ms
      second.missing += step.missing
    }
    second.isReordered ||= compositionMs !== 0
    if (nowMs - this.#firstPictureAtMs < burstMs) return
    second.leastLateMs = Math.min(second.leastLateMs, nowMs - ms)
    second.mostLateMs = Math.max(second.mostLateMs, nowMs - ms)
  }

  /** Sound arrived that can be played with the picture. */
  sound(nowMs: number): void {
    this.#lastSoundAtMs = nowMs
  }

  videoTrack(track: VideoTrack): void {
    this.#video = track
  }

  audioTrack(track: AudioTrack): void {
    this.#audio = track
  }

  codecRefused(kind: 'video' | 'audio', { codec, advice }: Unsupported): void {
    this.#refused = { kind, codec, advice }
  }

  report(nowMs: number): IngestHealth {
    const seconds = this.#seconds.since(nowMs - windowMs, nowMs)
    const refused = this.#refused
    return {
      videoCodec: refused?.kind === 'video' ? refused.codec : this.#video?.codec,
      audioCodec: refused?.kind === 'audio' ? refused.codec : this.#audio?.codec,
      width: this.#video?.width,
      height: this.#video?.height,
      fps: Math.round(fpsOf(seconds) * 100) / 100,
      bitrateKbps: this.#bitrates(seconds, nowMs),
      keyFrameIntervalSeconds: this.#cadence.keyFrameSeconds(),
      bFrames: seconds.some(({ isReordered }) => isReordered),
      droppedFrames: seconds.reduce((sum, { missing }) => sum + missing, 0),
      lastPacketAtMs: this.#lastPacketAtMs,
      issues: this.#judge(nowMs),
    }
  }

  #judge(nowMs: number): IngestIssue[] {
    this.#judgedAtMs = nowMs
    return this.#book.judge(this.#signs(nowMs), nowMs)
  }

  #signs(nowMs: number): Signs {
    const seconds = this.#seconds.since(nowMs - windowMs, nowMs)
    const firstAtMs = this.#firstPictureAtMs ?? this.#beganAtMs
    return {
      silentMs: nowMs - (this.#lastPacketAtMs ?? this.#beganAtMs),
      videoSilentMs: nowMs - (this.#lastPictureAtMs ?? this.#beganAtMs),
      audioSilentMs: nowMs - Math.max(this.#lastSoundAtMs ?? -Infinity, firstAtMs),
      isFlowing: this.#lastPacketAtMs !== undefined,
      videoKbps: this.#bitrates(seconds, nowMs).video,
      fps: fpsOf(seconds),
      pixelCount: (this.#video?.width ?? 0) * (this.#video?.height ?? 0),
      keyFrameSeconds: this.#cadence.longestKeyFrameSeconds(),
      hasReordering: seconds.some(({ isReordered }) => isReordered),
      isLowLatency: this.#options.isLowLatency,
      unevenMs: Math.max(0, mostLate(seconds) - leastLate(seconds)),
      clockShare: this.#clockShare(nowMs),
      refusedCodec: this.#refused,
      isOverloaded: this.#options.isOverloaded(),
    }
  }

  #bitrates(seconds: Second[], nowMs: number): IngestHealth['bitrateKbps'] {
    // From the beginning of the first second that is counted, or of the connection.
    const fromMs = Math.max(Math.floor((nowMs - windowMs) / 1_000) * 1_000, this.#beganAtMs)
    const elapsedMs = Math.max(nowMs - fromMs, 1_000)
    const kbps = (count: (second: Second) => number) =>
      Math.round((8 * seconds.reduce((sum, second) => sum + count(second), 0)) / elapsedMs)
    return {
      video: kbps(({ videoBytes }) => videoBytes),
      audio: kbps(({ audioBytes }) => audioBytes),
      total: kbps(({ bytes }) => bytes),
    }
  }

  /** Compares the least late of the last ten seconds with those of a minute ago: what is in the network cancels out. */
  #clockShare(nowMs: number): number | undefined {
    const all = this.#seconds.since(nowMs - clockWindowMs, nowMs).filter(({ leastLateMs }) => leastLateMs < Infinity)
    const oldestMs = Math.min(...all.map(({ at }) => at)) * 1_000
    const spanMs = nowMs - windowMs - oldestMs
    if (!(spanMs >= clockSpanMsMin)) return undefined
    const before = all.filter(({ at }) => at * 1_000 < oldestMs + windowMs)
    const lately = all.filter(({ at }) => at * 1_000 >= nowMs - windowMs)
    const share = (leastLate(lately) - leastLate(before)) / spanMs
    return Number.isFinite(share) ? share : undefined
  }
}

function fpsOf(seconds: Second[]): number {
  const pictures = seconds.reduce((sum, second) => sum + second.pictures, 0)
  const ms = seconds.reduce((sum, { picturesMs }) => sum + picturesMs, 0)
  return ms === 0 ? 0 : (1_000 * pictures) / ms
}

function leastLate(seconds: Second[]): number {
  return Math.min(...seconds.map(({ leastLateMs }) => leastLateMs))
}

function mostLate(seconds: Second[]): number {
  return Math.max(...seconds.map(({ mostLateMs }) => mostLateMs))
}

import type { AudioTrack, MediaTag, VideoTrack } from '#platform/video/mediaTypes.ts'
import type { Unsupported } from '#platform/video/flv/refusedMedia.ts'
import type { VideoFrame } from '#platform/video/flv/videoTag.ts'
import { Cadence } from './cadence.ts'
import { type IngestIssue, IssueBook, type Signs } from './ingestIssues.ts'
import { type Second, Seconds } from './seconds.ts'

/** Ingest health: measurements of an encoder's media, over the last ten seconds unless stated otherwise. */
export type IngestHealth = {
  /** Codec parameter (RFC 6381) such as `avc1.64001F`; for a refused codec its name. */
  videoCodec: string | undefined
  audioCodec: string | undefined
  /** Pixels. */
  width: number | undefined
  height: number | undefined
  /** Frames per second by the encoder's clock, to two decimal places; 0 without frames. */
  fps: number
  /** Bitrates by the server's clock, in whole kbit/s; `total` includes messages that are neither video nor audio. */
  bitrateKbps: { video: number; audio: number; total: number }
  /** Key-frame interval: the last one, and the mean of the last five. */
  keyFrameIntervalSeconds: { last: number | undefined; mean: number | undefined }
  bFrames: boolean
  /** Estimate: the frames that would fill the gaps of an otherwise even cadence. */
  droppedFrames: number
  /** Arrival of the last message of any kind, in ms since 1970. */
  lastPacketAtMs: number | undefined
  issues: IngestIssue[]
}

export type HealthOptions = { isLowLatency: boolean; isOverloaded(): boolean }

const windowMs = 10_000
/** One per cent of clock drift is 500 ms between both ends of this window, well above network jitter. */
const clockWindowMs = 60_000
const clockSpanMsMin = 40_000
/** Encoders begin with a burst of buffered frames; their pace is measured after it. */
const burstMs = 2_000
/** Interval of judgements while messages arrive, so that `sinceMs` is exact even when reports are rare. */
const evaluateEveryMs = 1_000

/**
 * Meter of an encoder's media, in bounded memory: one row of sums for each of the last 70 seconds. A reconnect resets
 * it. Issues are judged while messages arrive and with each report.
 */
export class HealthMeter {
  readonly #options: HealthOptions
  readonly #book = new IssueBook()
  #seconds = new Seconds((clockWindowMs + windowMs) / 1_000)
  #cadence = new Cadence()
  #beganAtMs = 0
  #video: VideoTrack | undefined
  #audio: AudioTrack | undefined
  #refused: { kind: 'video' | 'audio'; codec: string; advice: string } | undefined
  #firstFrameAtMs: number | undefined
  #lastFrameAtMs: number | undefined
  #lastAudioAtMs: number | undefined
  #lastPacketAtMs: number | undefined
  #evaluatedAtMs = -Infinity

  constructor(options: HealthOptions) {
    this.#options = options
  }

  /** A connection begins: measurements of the connection before are discarded. */
  begin(nowMs: number): void {
    this.#seconds = new Seconds((clockWindowMs + windowMs) / 1_000)
    this.#cadence = new Cadence()
    this.#beganAtMs = nowMs
    this.#refused = undefined
    this.#firstFrameAtMs = undefined
    this.#lastFrameAtMs = undefined
  }

  arrived(kind: MediaTag['kind'], byteCount: number, nowMs: number): void {
    const second = this.#seconds.at(nowMs)
    this.#lastPacketAtMs = nowMs
    second.bytes += byteCount
    if (kind === 'video') second.videoBytes += byteCount
    else if (kind === 'audio') second.audioBytes += byteCount
    if (nowMs - this.#evaluatedAtMs >= evaluateEveryMs) this.#evaluate(nowMs)
  }

  /** A video frame arrived; `ms` is its unwrapped timestamp. */
  videoFrame(ms: number, { isKeyFrame, compositionMs }: VideoFrame, nowMs: number): void {
    const second = this.#seconds.at(nowMs)
    this.#firstFrameAtMs ??= nowMs
    this.#lastFrameAtMs = nowMs
    const step = this.#cadence.frame(ms, isKeyFrame)
    if (step === undefined) {
      // Timestamps jumped: lateness before and after the jump cannot be compared.
      this.#firstFrameAtMs = nowMs
      this.#seconds.resetLateness()
    } else {
      second.frames += 1
      second.framesMs += step.ms
      second.missing += step.missing
    }
    second.isReordered ||= compositionMs !== 0
    if (nowMs - this.#firstFrameAtMs < burstMs) return
    second.leastLateMs = Math.min(second.leastLateMs, nowMs - ms)
    second.mostLateMs = Math.max(second.mostLateMs, nowMs - ms)
  }

  /** An audio frame arrived that can be played with the video. */
  audioFrame(nowMs: number): void {
    this.#lastAudioAtMs = nowMs
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
      issues: this.#evaluate(nowMs),
    }
  }

  #evaluate(nowMs: number): IngestIssue[] {
    this.#evaluatedAtMs = nowMs
    return this.#book.evaluate(this.#signs(nowMs), nowMs)
  }

  #signs(nowMs: number): Signs {
    const seconds = this.#seconds.since(nowMs - windowMs, nowMs)
    const firstAtMs = this.#firstFrameAtMs ?? this.#beganAtMs
    return {
      silentMs: nowMs - (this.#lastPacketAtMs ?? this.#beganAtMs),
      videoSilentMs: nowMs - (this.#lastFrameAtMs ?? this.#beganAtMs),
      audioSilentMs: nowMs - Math.max(this.#lastAudioAtMs ?? -Infinity, firstAtMs),
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
    // Time since the first counted second or since the connection began.
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

  /** Clock drift: least lateness of the last ten seconds minus that of a minute ago, so network delay cancels out. */
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
  const frames = seconds.reduce((sum, second) => sum + second.frames, 0)
  const ms = seconds.reduce((sum, { framesMs }) => sum + framesMs, 0)
  return ms === 0 ? 0 : (1_000 * frames) / ms
}

function leastLate(seconds: Second[]): number {
  return Math.min(...seconds.map(({ leastLateMs }) => leastLateMs))
}

function mostLate(seconds: Second[]): number {
  return Math.max(...seconds.map(({ mostLateMs }) => mostLateMs))
}

import type { AudioTrack, Init, MediaTag, VideoTrack } from '#platform/video/mediaTypes.ts'
import type { AudioHeader } from '#platform/video/flv/aacConfig.ts'
import { type AudioMessage, readAudioTag } from '#platform/video/flv/audioTag.ts'
import type { VideoHeader } from '#platform/video/flv/avcConfig.ts'
import { readVideoTag, type VideoMessage, type VideoFrame } from '#platform/video/flv/videoTag.ts'
import { makeInitSegment } from '#platform/video/fmp4/initSegment.ts'
import { HealthMeter, type IngestHealth } from './ingestHealth.ts'
import { ProgrammeTime } from './programmeTime.ts'
import { codecRefused, noKeyFrame, noVideo, type Refusal } from './codecRefused.ts'
import { type MediaOutput, type MediaPosition, SegmentWriter } from './segmentWriter.ts'
import { Stretch } from './stretch.ts'
import { ticksOf, Timestamps } from './timeline.ts'

export type PackagerOptions = {
  /** How long parts may be, in seconds; undefined where a segment is a single part. */
  partSeconds: number | undefined
  /** A segment ends at the first key frame after this. Seconds. */
  segmentSecondsMin: number
  /** Milliseconds since 1970; programme time is stamped with it. */
  nowMs(): number
  /**
   * `refused` is told at most once in a connection, whose tags are not heard from then on; `damaged` of the first tag
   * of a connection that is left out because it is not what it says, for the log.
   */
  output: MediaOutput & { refused(reason: Refusal): void; damaged?(why: string): void }
  /** Whether the server is short of time, so that the encoder is not blamed for it. */
  isOverloaded?: () => boolean
  /** Where a session that another process has begun goes on. */
  from?: MediaPosition
}

/** Makes a session's media out of what its encoder sends, over all its connections. */
export type Packager = {
  /** An encoder connects, or comes back: what follows joins on in media time, and is discontinuous. */
  begin(): void
  /** Takes a message; before `begin` and after `flush` none. It holds the body until its part is made. */
  tag(tag: MediaTag): void
  /** The encoder is gone: ends the part and the segment with what there is. */
  flush(): void
  /** The target duration of playlists, in seconds. Fixed with the first segment, and undefined before. */
  targetSeconds(): number | undefined
  health(): IngestHealth
}

/** Opens a packager for one session. It has no timers: whatever it does, it does while it is called. */
export function openPackager(options: PackagerOptions): Packager {
  return new LivePackager(options)
}

/** How long an encoder may send without a picture to begin with, by its own clock or by ours. */
const patienceMs = 10_000
/** Sound that came before its picture: about a second of it. */
const earlySoundCountMax = 64

type EarlyAudio = { ms: number; payload: Buffer }

/** What is known of one connection. */
type Connection = {
  timestamps: Timestamps
  video: VideoHeader | undefined
  audio: AudioHeader | undefined
  earlyAudio: EarlyAudio[]
  hasPicture: boolean
  isFirstStretch: boolean
  isRefused: boolean
  isDamaged: boolean
  /** A picture is missing that others are made from: players may give up at those. */
  needsKeyFrame: boolean
  /** There is other sound than the stretch was begun with: the next key frame begins another. */
  hasOtherSound: boolean
  /** Since when a first picture is waited for: by our clock, and as a sum of the encoder's steps. */
  waitsSinceMs: number | undefined
  waitedMs: number
  lastMs: number
}

class LivePackager implements Packager {
  readonly #options: PackagerOptions
  readonly #health: HealthMeter
  readonly #programme = new ProgrammeTime()
  readonly #writer: SegmentWriter
  #connection: Connection | undefined
  #stretch: Stretch | undefined
  #init: Init | undefined
  #initCount: number
  /** Where the media ends, and goes on. */
  #endTicks: number

  constructor(options: PackagerOptions) {
    this.#options = options
    this.#health = new HealthMeter({
      isLowLatency: options.partSeconds !== undefined,
      isOverloaded: options.isOverloaded ?? (() => false),
    })
    this.#writer = new SegmentWriter(options.output, this.#programme, options.from)
    this.#initCount = options.from?.initCount ?? 0
    this.#endTicks = ticksOf(options.from?.mediaSeconds ?? 0)
  }

  begin(): void {
    this.flush()
    this.#health.begin(this.#options.nowMs())
    this.#connection = {
      timestamps: new Timestamps(),
      video: undefined,
      audio: undefined,
      earlyAudio: [],
      hasPicture: false,
      isFirstStretch: true,
      isRefused: false,
      isDamaged: false,
      needsKeyFrame: false,
      hasOtherSound: false,
      waitsSinceMs: undefined,
      waitedMs: 0,
      lastMs: Infinity,
    }
  }

  tag({ kind, timestampMs, body }: MediaTag): void {
    const connection = this.#connection
    if (connection === undefined || connection.isRefused) return
    this.#health.arrived(kind, body.length, this.#options.nowMs())
    if (kind === 'data') return
    const ms = connection.timestamps.unwrap(timestampMs)
    if (kind === 'video') this.#video(connection, ms, readVideoTag(body, connection.video?.nalLengthBytes))
    else this.#audio(connection, ms, readAudioTag(body))
    if (this.#stretch === undefined) this.#wait(connection, ms)
    connection.lastMs = ms
  }

  flush(): void {
    this.#endStretch()
    this.#connection = undefined
  }

  targetSeconds(): number | undefined {
    return this.#writer.targetSeconds
  }

  health(): IngestHealth {
    return this.#health.report(this.#options.nowMs())
  }

  #video(connection: Connection, ms: number, message: VideoMessage): void {
    if (message.kind === 'unsupported') {
      this.#refuse(connection, codecRefused(message.codec, message.advice))
      this.#health.codecRefused('video', message)
    } else if (message.kind === 'header') {
      if (connection.video?.track.description.equals(message.track.description) === true) return
      connection.video = message
      this.#health.videoTrack(message.track)
      // What follows cannot be decoded with the old header, up to the next key frame not even with the new one.
      this.#endStretch()
    } else if (message.kind === 'frame') {
      this.#picture(connection, ms, message)
    } else if (message.kind === 'damaged') {
      connection.needsKeyFrame = true
      this.#damaged(connection, message.why)
    }
  }

  #picture(connection: Connection, ms: number, picture: VideoFrame): void {
    const nowMs = this.#options.nowMs()
    connection.hasPicture = true
    this.#health.picture(ms, picture, nowMs)
    if (picture.isKeyFrame) connection.needsKeyFrame = false
    if (connection.needsKeyFrame) return
    if (this.#stretch?.isFollowedBy(ms) === false) this.#endStretch()
    if (connection.hasOtherSound && picture.isKeyFrame) this.#endStretch(ms)
    if (this.#stretch === undefined && picture.isKeyFrame) this.#stretch = this.#startStretch(connection, ms)
    const stretch = this.#stretch
    if (stretch === undefined) return
    this.#programme.arrived(nowMs, stretch.ticksAt(ms))
    stretch.picture(ms, picture)
  }

  #audio(connection: Connection, ms: number, message: AudioMessage): void {
    if (message.kind === 'unsupported') {
      this.#refuse(connection, codecRefused(message.codec, message.advice))
      this.#health.codecRefused('audio', message)
    } else if (message.kind === 'header') {
      if (connection.audio?.track.description.equals(message.track.description) === true) return
      connection.audio = message
      this.#health.audioTrack(message.track)
      connection.hasOtherSound = this.#stretch?.takesSoundOf(message) === false
    } else if (message.kind === 'frame' && connection.audio !== undefined) {
      this.#sound(connection, { ms, payload: message.payload })
    } else if (message.kind === 'damaged') {
      this.#damaged(connection, message.why)
    }
  }

  #sound(connection: Connection, sound: EarlyAudio): void {
    const stretch = connection.hasOtherSound ? undefined : this.#stretch
    const isTaken = stretch?.sound(sound.ms, sound.payload)
    // Sound that waits for its picture is not missing; sound of another time is.
    if (isTaken !== false) this.#health.sound(this.#options.nowMs())
    if (isTaken === true) return
    connection.earlyAudio.push(sound)
    if (connection.earlyAudio.length > earlySoundCountMax) connection.earlyAudio.shift()
  }

  #startStretch(connection: Connection, startMs: number): Stretch | undefined {
    const { video, audio, isFirstStretch, earlyAudio } = connection
    if (video === undefined) return undefined
    if (isFirstStretch) this.#programme.anchor(this.#options.nowMs(), this.#endTicks)
    else this.#programme.resume()
    const { partSeconds, segmentSecondsMin } = this.#options
    const stretch = new Stretch({
      startMs,
      startTicks: this.#endTicks,
      video,
      audio,
      waitsForSound: isFirstStretch,
      partTicks: partSeconds === undefined ? Infinity : ticksOf(partSeconds),
      segmentTicksMin: ticksOf(segmentSecondsMin),
      writer: this.#writer,
      initOf: (video, audio) => this.#initOf(video, audio),
    })
    for (const { ms, payload } of earlyAudio) stretch.sound(ms, payload)
    connection.earlyAudio = []
    connection.isFirstStretch = false
    connection.hasOtherSound = false
    return stretch
  }

  #endStretch(atMs?: number): void {
    const stretch = this.#stretch
    if (stretch === undefined) return
    this.#stretch = undefined
    this.#endTicks = stretch.finish(atMs)
    if (this.#connection === undefined) return
    this.#connection.waitsSinceMs = undefined
    this.#connection.waitedMs = 0
  }

  /** The same tracks have the same init, also over a break. */
  #initOf(video: VideoTrack, audio: AudioTrack | undefined): Init {
    const last = this.#init
    const isSame =
      last?.video.description.equals(video.description) === true &&
      (audio === undefined ? last.audio === undefined : last.audio?.description.equals(audio.description) === true)
    if (isSame) return last
    const init = { id: this.#initCount, video, audio, data: makeInitSegment(video, audio) }
    this.#init = init
    this.#initCount += 1
    this.#options.output.init(init)
    return init
  }

  #wait(connection: Connection, ms: number): void {
    const nowMs = this.#options.nowMs()
    connection.waitsSinceMs ??= nowMs
    const step = ms - connection.lastMs
    // Timestamps that jump say nothing about how much time has passed.
    if (step > 0 && step < patienceMs) connection.waitedMs += step
    const waitedMs = Math.max(connection.waitedMs, nowMs - connection.waitsSinceMs)
    if (waitedMs >= patienceMs) this.#refuse(connection, connection.hasPicture ? noKeyFrame : noVideo)
  }

  #damaged(connection: Connection, why: string): void {
    if (!connection.isDamaged) this.#options.output.damaged?.(why)
    connection.isDamaged = true
  }

  #refuse(connection: Connection, reason: Refusal): void {
    if (connection.isRefused) return
    connection.isRefused = true
    this.#options.output.refused(reason)
  }
}

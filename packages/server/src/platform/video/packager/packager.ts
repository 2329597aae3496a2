import type { Init, MediaTag, VideoTrack } from '#platform/video/mediaTypes.ts'
import { type AudioHeader, isSameFormat, usualHeader } from '#platform/video/flv/aacConfig.ts'
import { readAnnouncedAudio } from '#platform/video/flv/announcedAudio.ts'
import { type AudioMessage, readAudioTag } from '#platform/video/flv/audioTag.ts'
import type { VideoHeader } from '#platform/video/flv/avcConfig.ts'
import { readVideoTag, type VideoMessage, type VideoFrame } from '#platform/video/flv/videoTag.ts'
import { makeInitSection } from '#platform/video/fmp4/initSection.ts'
import { HealthMeter, type IngestHealth } from './ingestHealth.ts'
import { PartTarget } from './partTarget.ts'
import { ProgrammeTime } from './programmeTime.ts'
import { codecRefused, noKeyFrame, noVideo, stillTimestamps, type Refusal } from './streamRefusals.ts'
import { type MediaOutput, type MediaPosition, SegmentWriter } from './segmentWriter.ts'
import { Stretch } from './stretch.ts'
import { ticksOf, Timestamps } from './timeline.ts'

export type PackagerOptions = {
  /** Wanted length of parts in seconds; undefined when each segment is a single part. */
  partSeconds: number | undefined
  /** A segment ends at the first key frame after this many seconds. */
  segmentSecondsMin: number
  /** Clock in ms since 1970, for programme time. */
  nowMs(): number
  /**
   * `refused` is emitted at most once per connection; later tags of that connection are ignored. `damaged` is emitted
   * for the first damaged tag of a connection, for the log; damaged tags are dropped.
   */
  output: MediaOutput & { refused(reason: Refusal): void; damaged?(why: string): void }
  /** Whether the server is overloaded, so that the encoder is not blamed for it. */
  isOverloaded?: () => boolean
  /** Position at which a session of another process continues. */
  from?: MediaPosition
}

/**
 * Packager of one session: turns the FLV tags of its encoder into fMP4 parts and segments, without decoding. It holds
 * at most the open segment. Media time continues over reconnects; each reconnect is a discontinuity.
 *
 * Every init section has one video and one audio track: players do not survive another set of tracks. The audio track
 * holds silence where the encoder sends no audio.
 */
export type Packager = {
  /** An encoder connects or reconnects: the following media continues in media time behind a discontinuity. */
  begin(): void
  /** Adds a message; ignored while no encoder is connected. The body is referenced until its part is emitted. */
  tag(tag: MediaTag): void
  /** The connection has ended: ends the open part and segment. */
  flush(): void
  /**
   * The session ends: as `flush`, and the media behind the last emitted part are a segment of their own. hls.js (to
   * 1.7) loads no more parts of a segment that it has begun once a playlist has ended, and video.js (to 8) sees an end
   * only as it adds media: both would wait for ever.
   */
  finish(): void
  /** Target duration of playlists in seconds; undefined until the first segment fixes it. */
  targetSeconds(): number | undefined
  /** Part target of playlists in seconds: no part is longer. Undefined until the first part fixes it. */
  partSeconds(): number | undefined
  health(): IngestHealth
}

/** Opens a packager for one session. It has no timers and works only while it is called. */
export function openPackager(options: PackagerOptions): Packager {
  return new LivePackager(options)
}

/** Time for the first key frame, by the encoder's clock or by the server's; then the stream is refused. */
const patienceMs = 10_000
/** Audio frames queued before the first key frame: about a second. */
const earlyAudioCountMax = 64

type EarlyAudio = { ms: number; payload: Buffer }

/** State of one connection. */
type Connection = {
  timestamps: Timestamps
  video: VideoHeader | undefined
  audio: AudioHeader | undefined
  /** Header of the audio that the metadata announces. */
  announced: AudioHeader | undefined
  earlyAudio: EarlyAudio[]
  hasFrame: boolean
  isFirstStretch: boolean
  isRefused: boolean
  isDamaged: boolean
  /** A frame that others refer to was dropped: frames up to the next key frame cannot be decoded. */
  needsKeyFrame: boolean
  /** The audio header differs from that of the stretch: the next key frame begins a new stretch. */
  hasOtherAudio: boolean
  /** Wait for the first key frame: its begin by `#passedMs`, and the sum of the encoder's timestamp steps. */
  waitsSinceMs: number | undefined
  waitedMs: number
  lastMs: number
  /** Arrival of the first tag by `#passedMs`, until a tag has another timestamp than the one before. */
  stillSinceMs: number | undefined
  /** End of the last stretch on the encoder's clock. */
  stretchEndMs: number
}

class LivePackager implements Packager {
  readonly #options: PackagerOptions
  readonly #health: HealthMeter
  readonly #programme = new ProgrammeTime()
  readonly #writer: SegmentWriter
  readonly #partTarget: PartTarget
  #connection: Connection | undefined
  #stretch: Stretch | undefined
  #init: Init | undefined
  /** Header of the session's audio track. */
  #audioHeader: AudioHeader | undefined
  #initCount: number
  /** End of the media so far, where the next stretch begins. */
  #endTicks: number
  /** Time between messages by the server's clock, without steps that set the clock. */
  #passedMs = 0
  #lastNowMs = Infinity

  constructor(options: PackagerOptions) {
    this.#options = options
    this.#health = new HealthMeter({
      isLowLatency: options.partSeconds !== undefined,
      isOverloaded: options.isOverloaded ?? (() => false),
    })
    this.#writer = new SegmentWriter(options.output, this.#programme, options.from)
    this.#partTarget = new PartTarget(options.partSeconds)
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
      announced: undefined,
      earlyAudio: [],
      hasFrame: false,
      isFirstStretch: true,
      isRefused: false,
      isDamaged: false,
      needsKeyFrame: false,
      hasOtherAudio: false,
      waitsSinceMs: undefined,
      waitedMs: 0,
      lastMs: Infinity,
      stillSinceMs: undefined,
      stretchEndMs: Infinity,
    }
  }

  tag({ kind, timestampMs, body }: MediaTag): void {
    const connection = this.#connection
    if (connection === undefined || connection.isRefused) return
    const nowMs = this.#options.nowMs()
    this.#pass(nowMs)
    this.#health.arrived(kind, body.length, nowMs)
    if (kind === 'data') {
      connection.announced ??= readAnnouncedAudio(body)
      return
    }
    const ms = connection.timestamps.unwrap(timestampMs)
    if (kind === 'video') this.#video(connection, ms, readVideoTag(body, connection.video?.nalLengthBytes))
    else this.#audio(connection, ms, readAudioTag(body))
    if (this.#stretch === undefined) this.#wait(connection, ms)
    this.#checkClock(connection, ms)
    connection.lastMs = ms
  }

  flush(): void {
    this.#endStretch()
    this.#connection = undefined
  }

  finish(): void {
    if (this.#options.partSeconds !== undefined) this.#writer.splitOff()
    this.flush()
  }

  targetSeconds(): number | undefined {
    return this.#writer.targetSeconds
  }

  partSeconds(): number | undefined {
    return this.#partTarget.seconds
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
      // Frames up to the next key frame can be decoded with neither the old header nor the new one.
      this.#endStretch()
    } else if (message.kind === 'frame') {
      this.#videoFrame(connection, ms, message)
    } else if (message.kind === 'damaged') {
      connection.needsKeyFrame = true
      this.#damaged(connection, message.why)
    }
  }

  #videoFrame(connection: Connection, ms: number, frame: VideoFrame): void {
    const nowMs = this.#options.nowMs()
    connection.hasFrame = true
    this.#health.videoFrame(ms, frame, nowMs)
    if (frame.isKeyFrame) connection.needsKeyFrame = false
    if (connection.needsKeyFrame) return
    if (this.#stretch?.isFollowedBy(ms) === false) this.#endStretch()
    if (connection.hasOtherAudio && frame.isKeyFrame) this.#endStretch(ms)
    if (this.#stretch === undefined && frame.isKeyFrame) this.#stretch = this.#startStretch(connection, ms)
    const stretch = this.#stretch
    if (stretch === undefined) return
    this.#programme.arrived(nowMs, stretch.ticksAt(ms))
    stretch.videoFrame(ms, frame)
  }

  #audio(connection: Connection, ms: number, message: AudioMessage): void {
    if (message.kind === 'unsupported') {
      this.#refuse(connection, codecRefused(message.codec, message.advice))
      this.#health.codecRefused('audio', message)
    } else if (message.kind === 'header') {
      if (connection.audio?.track.description.equals(message.track.description) === true) return
      connection.audio = message
      connection.earlyAudio = []
      this.#health.audioTrack(message.track)
      connection.hasOtherAudio = this.#stretch?.takesAudioOf(message) === false
    } else if (message.kind === 'frame' && connection.audio !== undefined) {
      this.#audioFrame(connection, { ms, payload: message.payload })
    } else if (message.kind === 'damaged') {
      this.#damaged(connection, message.why)
    }
  }

  #audioFrame(connection: Connection, frame: EarlyAudio): void {
    const stretch = connection.hasOtherAudio ? undefined : this.#stretch
    const isTaken = stretch?.audioFrame(frame.ms, frame.payload)
    // Audio frames that wait for their video count; audio far from the video in time is missing.
    if (isTaken !== false) this.#health.audioFrame(this.#options.nowMs())
    if (isTaken === true) return
    connection.earlyAudio.push(frame)
    if (connection.earlyAudio.length > earlyAudioCountMax) connection.earlyAudio.shift()
  }

  #startStretch(connection: Connection, startMs: number): Stretch | undefined {
    const { video, audio, isFirstStretch, earlyAudio } = connection
    if (video === undefined) return undefined
    const nowMs = this.#options.nowMs()
    if (isFirstStretch) this.#programme.anchor(nowMs, this.#endTicks)
    else this.#programme.resume(nowMs, this.#endTicks, startMs - connection.stretchEndMs)
    const { segmentSecondsMin } = this.#options
    const stretch = new Stretch({
      startMs,
      startTicks: this.#endTicks,
      video,
      audio,
      waitsForAudio: isFirstStretch,
      partTarget: this.#partTarget,
      segmentTicksMin: ticksOf(segmentSecondsMin),
      writer: this.#writer,
      trackFor: (audio) => this.#trackFor(audio),
      initOf: (video, audio) => this.#initOf(video, audio),
    })
    for (const { ms, payload } of earlyAudio) stretch.audioFrame(ms, payload)
    connection.earlyAudio = []
    connection.isFirstStretch = false
    connection.hasOtherAudio = false
    return stretch
  }

  #endStretch(atMs?: number): void {
    const stretch = this.#stretch
    if (stretch === undefined) return
    this.#stretch = undefined
    this.#endTicks = stretch.finish(atMs)
    if (this.#connection === undefined) return
    this.#connection.stretchEndMs = stretch.msAt(this.#endTicks)
    this.#connection.waitsSinceMs = undefined
    this.#connection.waitedMs = 0
  }

  /** The header of the session's audio track wherever its decoder decodes this audio: then nothing changes. */
  #trackFor(audio: AudioHeader | undefined): AudioHeader {
    const last = this.#audioHeader ?? audio ?? this.#connection?.announced ?? usualHeader
    return audio === undefined || isSameFormat(audio, last) ? last : audio
  }

  /** Init section of the tracks: the last one when the tracks are the same, also over a discontinuity. */
  #initOf(video: VideoTrack, header: AudioHeader): Init {
    const last = this.#init
    const isSame = last?.video.description.equals(video.description) === true && this.#audioHeader === header
    if (isSame) return last
    const { track: audio } = header
    const isSilent = this.#connection?.audio === undefined
    const init = { id: this.#initCount, video, audio, isSilent, data: makeInitSection(video, audio) }
    this.#audioHeader = header
    this.#init = init
    this.#initCount += 1
    this.#options.output.init(init)
    return init
  }

  #pass(nowMs: number): void {
    const step = nowMs - this.#lastNowMs
    if (step > 0 && step < patienceMs) this.#passedMs += step
    this.#lastNowMs = nowMs
  }

  #wait(connection: Connection, ms: number): void {
    connection.waitsSinceMs ??= this.#passedMs
    const step = ms - connection.lastMs
    // A jump of the timestamps does not measure time.
    if (step > 0 && step < patienceMs) connection.waitedMs += step
    const waitedMs = Math.max(connection.waitedMs, this.#passedMs - connection.waitsSinceMs)
    if (waitedMs >= patienceMs) this.#refuse(connection, connection.hasFrame ? noKeyFrame : noVideo)
  }

  /** Refuses an encoder whose timestamps have not moved from the start, such as all 0: no frame has a duration. */
  #checkClock(connection: Connection, ms: number): void {
    const passedMs = this.#passedMs
    if (connection.lastMs === Infinity) connection.stillSinceMs = passedMs
    else if (ms !== connection.lastMs) connection.stillSinceMs = undefined
    else if (passedMs - (connection.stillSinceMs ?? passedMs) >= patienceMs) this.#refuse(connection, stillTimestamps)
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

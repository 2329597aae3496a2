import type { Log } from '#kit/call/context.ts'
import type { KeyChange, LiveReport, PushTarget } from './liveVideoPort.ts'
import type { ClipWork } from '#platform/video/videoWorkPort.ts'
import type { AssetSource } from '#platform/video/asset/assetSource.ts'
import { messageOf } from '#platform/startProblem.ts'
import type { Broadcast } from '#platform/video/hls/broadcast.ts'
import type { Variants } from '#platform/video/hls/variants.ts'
import type { Init, MediaTag, Part, Segment } from '#platform/video/mediaTypes.ts'
import { openPackager, type Packager } from '#platform/video/packager/packager.ts'
import type { MediaPosition } from '#platform/video/packager/segmentWriter.ts'
import type { PublisherConnection, PublishEnd, PublishProtocol, PublishVerdict } from '#platform/video/publishing.ts'
import type { Spool } from '#platform/video/spool/spool.ts'
import { waitFor, windowOf } from './clipSource.ts'
import { SessionCourse } from './sessionCourse.ts'
import { segmentLengthsOf } from './segmentLengths.ts'
import { HealthWatch, type SessionHealth } from './healthWatch.ts'
import type { CutClip, HeldSession, SessionEvents, Window } from './heldSession.ts'
import { endMessages, type EndReason, type LiveEvent, type LivePlan, type Rejection } from './liveHost.ts'
import type { LiveFrames } from './liveFrames.ts'
import type { LiveRenditions } from './liveRenditions.ts'
import { recordingOf, reportOf } from './sessionReport.ts'
import { Simulcast, type OpenPush } from './simulcastPushes.ts'
import { takeOverRefusal } from './takeOver.ts'

const healthEveryMs = 1_000

export type SessionParts = {
  plan: LivePlan
  events: SessionEvents
  broadcast: Broadcast
  /** Undefined without smaller renditions. */
  renditions: LiveRenditions | undefined
  spool: Spool
  frames: LiveFrames
  /** Opens pushes under the outbound rules of one account. */
  openPush(accountId: number): OpenPush
  cut(source: AssetSource, order: Omit<ClipWork, 'source'>): Promise<CutClip>
  isOverloaded(): boolean
  nowMs(): number
  log: Log
  /** Position of a recovered session, which waits for its encoder. */
  from?: MediaPosition
  /** Resolves when the plan of a new session is on the disk, or after a time limit. */
  planned?: Promise<void>
}

type Ended = Extract<LiveEvent, { kind: 'ended' }>

/** Connected encoder; `keyHash` is the hash of the key that it was admitted with. */
type Publisher = { connection: PublisherConnection; protocol: PublishProtocol; keyHash: string | undefined }

/**
 * One live session on this node. Tags of its encoder go to the packager and to the simulcast targets; the packager's
 * parts and segments go to the broadcast, the renditions and the spool (the recording).
 *
 * The session outlives its connections: an encoder that reconnects within the window continues it, and one that was
 * silent gives way to another. SessionCourse holds the state and its timers. It ends once, by `end()`: the encoder is
 * dropped, the playlist ends, and `ended` is emitted. The session is then closing: its playlist is served until
 * `dispose()`, and its recording is handed over, however slow the store is, with a second `ended`. `park()` leaves its
 * files on the disk, from which the next start recovers it. A disk, store or target that fails is logged or reported
 * and never ends the session.
 */
export class LiveSession implements HeldSession {
  readonly plan: LivePlan
  readonly broadcast: Broadcast
  readonly #parts: SessionParts
  readonly #packager: Packager
  readonly #simulcast: Simulcast
  readonly #health: HealthWatch
  readonly #course: SessionCourse
  #publisher: Publisher | undefined
  #lastProtocol: PublishProtocol = 'rtmp'
  #init: Init | undefined
  #isRecording: boolean
  readonly #healthTimer: NodeJS.Timeout
  readonly #disposed = Promise.withResolvers<void>()
  #isParked = false

  constructor(parts: SessionParts) {
    const { plan, events } = parts
    this.#parts = parts
    this.plan = plan
    this.broadcast = parts.broadcast
    this.#isRecording = plan.isRecorded
    this.#course = new SessionCourse({
      plan,
      recoveredSeconds: parts.from?.mediaSeconds,
      emit: events.emit,
      expired: (why) => void this.end(why),
    })
    this.#packager = openPackager({
      ...segmentLengthsOf(plan),
      nowMs: parts.nowMs,
      isOverloaded: parts.isOverloaded,
      ...(parts.from === undefined ? {} : { from: parts.from }),
      output: {
        init: (init) => this.#onInit(init),
        part: (part) => this.#onPart(part),
        segment: (segment, all) => this.#onSegment(segment, all),
        frame: (frame) => parts.renditions?.frame(frame),
        refused: (reason) => this.#onRefused(reason),
        damaged: (why) => parts.log.warn('an encoder sends damaged media', { session: plan.sessionUuid, why }),
      },
    })
    this.#simulcast = new Simulcast(parts.openPush(plan.accountId), events.emit)
    this.#simulcast.setTargets(plan.targets)
    this.#health = new HealthWatch(events.emit)
    this.#healthTimer = setInterval(() => this.#readHealth(), healthEveryMs).unref()
  }

  isOver(): boolean {
    return this.#course.isOver()
  }

  memoryBytes(): number {
    return this.broadcast.memoryBytes + (this.#parts.renditions?.memoryBytes() ?? 0)
  }

  /** Renditions to choose from; undefined where there is only the source. */
  get variants(): Variants | undefined {
    return this.#parts.renditions?.variants
  }

  /** Connects an encoder: the first one, one that returns, or another one in place of a silent one. */
  attach(publisher: Publisher, targets: readonly PushTarget[]): PublishVerdict {
    const before = this.#publisher
    const refusal = takeOverRefusal({ isOver: this.isOver(), silenceMs: before?.connection.silenceMs() })
    if (refusal !== undefined) return { refusal }
    if (before !== undefined) {
      this.#publisher = undefined
      before.connection.drop('Another encoder has taken over.')
      this.#packager.flush()
    }
    this.#publisher = publisher
    this.#lastProtocol = publisher.protocol
    this.#packager.begin()
    this.#simulcast.setTargets(targets)
    const isCurrent = () => this.#publisher === publisher
    return {
      sink: {
        tag: (tag) => {
          if (isCurrent()) this.#onTag(tag)
        },
        end: (why) => {
          if (isCurrent()) this.#onGone(why)
        },
      },
    }
  }

  goLive(): void {
    if (!this.#course.goLive()) return
    this.#dropPreview()
    this.#simulcast.start()
  }

  dropPublisher({ keyHash, reason }: KeyChange): void {
    if (this.#publisher?.keyHash !== keyHash) this.#publisher?.connection.drop(reason)
  }

  setTargets(targets: readonly PushTarget[]): void {
    this.#simulcast.setTargets(targets)
  }

  report(): LiveReport {
    return reportOf({
      health: this.#healthNow(),
      isAway: this.#publisher === undefined,
      protocol: this.#lastProtocol,
      simulcast: this.#simulcast.states(),
      recorded: this.#parts.spool.summary(),
      isRecording: this.#isRecording && !this.isOver(),
    })
  }

  /** Frames per second; undefined until they are measured. */
  frameRate(): number | undefined {
    const { fps } = this.#packager.health()
    return fps === 0 ? undefined : fps
  }

  /** Part target fitted to the frame rate, in seconds; undefined before the first part. */
  partSeconds(): number | undefined {
    return this.#packager.partSeconds()
  }

  /** Ends the recording after a failure of the disk or the store. The session stays live, the recorded part is kept. */
  stopRecording(reason: string): void {
    if (!this.#isRecording) return
    this.#isRecording = false
    this.#parts.events.emit({ kind: 'recordingStopped', reason })
  }

  /** Programme times that a clip may be cut from; undefined before the first segment. */
  async window(): Promise<Window | undefined> {
    return windowOf(this.#parts.spool.source())
  }

  /** Cuts a clip. Waits for the end of the clip where it lies in the future. */
  async cutClip(order: Omit<ClipWork, 'source'>): Promise<CutClip> {
    const source = await waitFor(() => this.#parts.spool.source(), order.toMs)
    return this.#parts.cut(source, order)
  }

  /** Ends the session and emits `ended`; its recording follows. A second call does nothing. */
  async end(why: EndReason, rejection?: Rejection): Promise<void> {
    if (this.isOver()) return
    this.#stop(rejection === undefined ? endMessages[why] : `${rejection.message} ${rejection.advice}`)
    this.#packager.finish()
    this.broadcast.end()
    const { events, spool } = this.#parts
    const recording = this.plan.isRecorded && !spool.isEmpty() ? 'due' : undefined
    const ended: Ended = { kind: 'ended', why, recording, rejection }
    events.emit(ended)
    void this.#close(ended)
  }

  /**
   * Stops the session with the process: its media goes to the disk, from which the next start recovers it. A closing
   * session leaves the rest of its hand-over to that start.
   */
  async park(): Promise<void> {
    this.#isParked = true
    if (!this.isOver()) {
      this.#stop('The server restarts. The encoder may come back in a moment.')
      this.#packager.flush()
      // The playlist does not end: players reload it and continue when the next start has recovered the session.
      this.broadcast.interrupted()
    }
    const { spool, renditions, frames } = this.#parts
    await Promise.all([spool.park(), renditions?.park(), frames.stop()])
  }

  /** Frees its memory. */
  dispose(): void {
    this.broadcast.dispose()
    this.#parts.renditions?.dispose()
    this.#disposed.resolve()
  }

  /** Closes an ended session: hands its recording over, then removes its files once no player needs them. */
  async #close(ended: Ended): Promise<void> {
    const { spool, renditions, frames, planned, events, log } = this.#parts
    const session = this.plan.sessionUuid
    try {
      const ending = renditions?.end().catch((error: unknown) => {
        log.error('files of a rendition stay on this disk', { session, error: messageOf(error) })
      })
      const [hasPoster] = await Promise.all([frames.stop(), planned, ending])
      const recording = recordingOf(await spool.close())
      if (this.plan.isRecorded) events.emit({ ...ended, recording: recording && { ...recording, hasPoster } })
      else events.emit(ended)
      await events.stored()
      // Without a recording, the disk alone has the DVR window of the final playlist.
      if (!this.plan.isRecorded) await this.#disposed.promise
      if (!this.#isParked) await spool.remove()
      await this.#disposed.promise
      if (this.#isParked) return
      await renditions?.remove()
      events.closed()
    } catch (error) {
      // The files stay on this disk, from which the next start hands the recording over.
      if (!this.#isParked) log.error('an ended session could not be closed', { session, error: messageOf(error) })
    }
  }

  /** Stops the timers, the encoder and the pushes; `message` is for the person at the encoder. */
  #stop(message: string): void {
    this.#course.stop()
    clearInterval(this.#healthTimer)
    const publisher = this.#publisher
    this.#publisher = undefined
    publisher?.connection.drop(message)
    this.#simulcast.stop()
  }

  #onTag(tag: MediaTag): void {
    this.#packager.tag(tag)
    this.#simulcast.tag(tag)
  }

  #onInit(init: Init): void {
    this.#init = init
    this.broadcast.init(init)
    this.#parts.spool.init(init)
    this.#parts.renditions?.init(init)
  }

  #onPart(part: Part): void {
    this.broadcast.part(part)
    this.#parts.renditions?.part(part)
    if (this.#course.isWaiting()) this.#course.returned()
    else if (this.#course.isConnecting()) this.#onReady()
    else return
    if (this.#course.isLive()) this.#simulcast.start()
  }

  #onSegment(segment: Segment, all: readonly Part[]): void {
    this.broadcast.segment(segment, all)
    this.#parts.spool.segment(segment, all)
    this.#parts.renditions?.segment(segment)
    if (this.#init !== undefined && this.#course.isLive()) {
      this.#parts.frames.offer({ segment, parts: all, init: this.#init })
    }
  }

  /**
   * Removes a preview, which only its owner may see, from the playlists, the DVR windows and the recording. The newest
   * segment stays, for players to begin with.
   */
  #dropPreview(): void {
    const { broadcast, renditions, spool } = this.#parts
    const { newestNumber } = broadcast
    if (newestNumber === undefined) return
    for (const output of [broadcast, renditions, spool]) output?.dropBefore(newestNumber)
  }

  /** Handles the first playable part. */
  #onReady(): void {
    const { video, audio, isSilent } = this.#init ?? {}
    if (video === undefined) return
    const { codec: videoCodec, width, height } = video
    const audioCodec = isSilent === true ? null : (audio?.codec ?? null)
    this.#course.ready({ videoCodec, audioCodec, width, height })
  }

  #onGone(why: PublishEnd): void {
    this.#publisher = undefined
    if (why === 'unpublished' && this.plan.endOnUnpublish) return void this.end('encoder_gone')
    this.#packager.flush()
    if (!this.#course.disconnect()) return
    this.broadcast.interrupted()
    this.#parts.renditions?.interrupted()
  }

  #onRefused(reason: Rejection): void {
    // Deferred: the packager has not finished the tag.
    queueMicrotask(() => void this.end('unsupported', reason))
  }

  #readHealth(): void {
    if (this.#publisher !== undefined && !this.#course.isConnecting()) this.#health.read(this.#healthNow())
  }

  #healthNow(): SessionHealth {
    const health = this.#packager.health()
    const issue = this.#parts.renditions?.issue()
    return issue === undefined ? health : { ...health, issues: [...health.issues, issue] }
  }
}

import type { Log } from '#kit/call/context.ts'
import type { KeyChange, LiveReport, PushTarget } from './liveVideoPort.ts'
import type { ClipWork } from '#platform/video/videoWorkPort.ts'
import type { AssetSource } from '#platform/video/asset/assetSource.ts'
import type { Broadcast } from '#platform/video/hls/broadcast.ts'
import type { Variants } from '#platform/video/hls/variants.ts'
import type { Init, MediaTag, Part, Segment } from '#platform/video/mediaTypes.ts'
import { openPackager, type Packager } from '#platform/video/packager/packager.ts'
import type { MediaPosition } from '#platform/video/packager/segmentWriter.ts'
import type { PublisherConnection, PublishProtocol, PublishVerdict } from '#platform/video/rtmp/publishing.ts'
import type { Spool } from '#platform/video/spool/spool.ts'
import { waitFor, windowOf } from './clipSource.ts'
import { SessionCourse } from './sessionCourse.ts'
import { cutOf } from './cuts.ts'
import { farewells } from './farewells.ts'
import { HealthWatch, type SessionHealth } from './healthWatch.ts'
import type { CutClip, HeldSession, SessionEvents, Window } from './heldSession.ts'
import type { EndReason, LivePlan, Rejection } from './liveHost.ts'
import type { LiveFrames } from './liveFrames.ts'
import type { LiveRenditions } from './liveRenditions.ts'
import { forgetPreview } from './previewEnd.ts'
import { recordingOf, reportOf } from './sessionReport.ts'
import { Simulcast, type OpenPush } from './simulcastPushes.ts'
import { takeOverRefusal } from './takeOver.ts'

const healthEveryMs = 1_000

export type SessionParts = {
  plan: LivePlan
  events: SessionEvents
  broadcast: Broadcast
  /** Undefined where there is only the source. */
  renditions: LiveRenditions | undefined
  spool: Spool
  pictures: LiveFrames
  /** Pushes of one account. */
  openPush(accountId: number): OpenPush
  cut(source: AssetSource, order: Omit<ClipWork, 'source'>): Promise<CutClip>
  isOverloaded(): boolean
  nowMs(): number
  log: Log
  /** Where it goes on, when it was found on the disk: it waits for its encoder. */
  from?: MediaPosition
  /** When its plan is on the disk, for a session that begins. */
  planned?: Promise<void>
}

/** `keyHash` is that of the key it was admitted with. */
type Publisher = { connection: PublisherConnection; protocol: PublishProtocol; keyHash: string | undefined }

/** One session of a stream on this node: from an encoder's tags to what an audience watches, over its reconnects. */
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
  #ending: Promise<void> | undefined

  constructor(parts: SessionParts) {
    const { plan, events } = parts
    this.#parts = parts
    this.plan = plan
    this.broadcast = parts.broadcast
    this.#isRecording = plan.isRecorded
    this.#course = new SessionCourse({
      plan,
      foundSeconds: parts.from?.mediaSeconds,
      happened: events.happened,
      expired: (why) => void this.end(why),
    })
    this.#packager = openPackager({
      ...cutOf(plan),
      nowMs: parts.nowMs,
      isOverloaded: parts.isOverloaded,
      ...(parts.from === undefined ? {} : { from: parts.from }),
      output: {
        init: (init) => this.#onInit(init),
        part: (part) => this.#onPart(part),
        segment: (segment, all) => this.#onSegment(segment, all),
        frame: (frame) => parts.renditions?.frame(frame),
        refused: (reason) => this.#onRefused(reason),
        damaged: (why) => parts.log.warn('an encoder sends what is damaged', { session: plan.sessionUuid, why }),
      },
    })
    this.#simulcast = new Simulcast(parts.openPush(plan.accountId), events.happened)
    this.#simulcast.setTargets(plan.targets)
    this.#health = new HealthWatch(events.happened)
    this.#healthTimer = setInterval(() => this.#lookAtHealth(), healthEveryMs).unref()
  }

  isOver(): boolean {
    return this.#course.isOver()
  }

  memoryBytes(): number {
    return this.broadcast.memoryBytes + (this.#parts.renditions?.memoryBytes() ?? 0)
  }

  /** What there is to choose from; undefined where that is the source alone. */
  get variants(): Variants | undefined {
    return this.#parts.renditions?.variants
  }

  /** Lets an encoder in: the first, the one that comes back, or another one in place of one that went silent. */
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
    const isMine = () => this.#publisher === publisher
    return {
      sink: {
        tag: (tag) => {
          if (isMine()) this.#onTag(tag)
        },
        end: () => {
          if (isMine()) this.#onGone()
        },
      },
    }
  }

  goLive(): void {
    if (!this.#course.goLive()) return
    forgetPreview(this.#parts)
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

  /** Pictures per second, once they are known. */
  frameRate(): number | undefined {
    const { fps } = this.#packager.health()
    return fps === 0 ? undefined : fps
  }

  /** The disk or the store failed: it stays live, and what was recorded before stays. */
  stopRecording(reason: string): void {
    if (!this.#isRecording) return
    this.#isRecording = false
    this.#parts.events.happened({ kind: 'recordingStopped', reason })
  }

  /** The programme times that can be cut from; undefined while there is nothing. */
  async window(): Promise<Window | undefined> {
    return windowOf(this.#parts.spool.source())
  }

  /** Cuts a clip; waits for its end where that is still to come. */
  async cutClip(order: Omit<ClipWork, 'source'>): Promise<CutClip> {
    const source = await waitFor(() => this.#parts.spool.source(), order.toMs)
    return this.#parts.cut(source, order)
  }

  /** Ends it: closes its recording and tells. Resolves when both are done; a second call waits for the first. */
  end(why: EndReason, rejection?: Rejection): Promise<void> {
    this.#ending ??= this.#end(why, rejection)
    return this.#ending
  }

  /** The process stops: everything goes to the disk, from which the next start goes on. */
  async park(): Promise<void> {
    if (this.isOver()) return this.#ending
    this.#stop('The server restarts. The encoder may come back in a moment.')
    // No end: players ask again, and go on when the next start has taken the session up.
    this.broadcast.interrupted()
    const { spool, renditions, pictures } = this.#parts
    await Promise.all([spool.park(), renditions?.park(), pictures.stop()])
  }

  /** Frees what it holds in memory. */
  dispose(): void {
    this.broadcast.dispose()
    this.#parts.renditions?.dispose()
  }

  async #end(why: EndReason, rejection: Rejection | undefined): Promise<void> {
    const { spool, renditions, pictures, planned, events, log } = this.#parts
    this.#stop(rejection === undefined ? farewells[why] : `${rejection.message} ${rejection.advice}`)
    this.broadcast.end()
    const failed = (message: string) => (error: Error) =>
      log.error(message, { session: this.plan.sessionUuid, error: error.message })
    // A disk that does not answer ends neither the session nor the process.
    const ending = renditions?.end().catch(failed('what was made smaller of a stream is left on this disk'))
    await Promise.all([pictures.stop(), planned])
    await spool.close().catch(failed('a recording waits on this disk: its store stays away'))
    await ending
    events.happened({
      kind: 'ended',
      why,
      recording: this.plan.isRecorded ? recordingOf(spool.summary()) : undefined,
      rejection,
    })
    events.over()
  }

  /** Nothing comes in or goes out any more. */
  #stop(sentence: string): void {
    this.#course.stop()
    clearInterval(this.#healthTimer)
    const publisher = this.#publisher
    this.#publisher = undefined
    publisher?.connection.drop(sentence)
    this.#packager.flush()
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
    if (this.#course.isShown()) this.#simulcast.start()
  }

  #onSegment(segment: Segment, all: readonly Part[]): void {
    this.broadcast.segment(segment, all)
    this.#parts.spool.segment(segment, all)
    this.#parts.renditions?.segment(segment)
    if (this.#init !== undefined && this.#course.isShown()) {
      this.#parts.pictures.look({ segment, parts: all, init: this.#init })
    }
  }

  /** The first piece that a player can show is there. */
  #onReady(): void {
    const { video, audio } = this.#init ?? {}
    if (video === undefined) return
    const { codec: videoCodec, width, height } = video
    this.#course.ready({ videoCodec, audioCodec: audio?.codec ?? null, width, height })
  }

  #onGone(): void {
    this.#publisher = undefined
    this.#packager.flush()
    if (!this.#course.gone()) return
    this.broadcast.interrupted()
    this.#parts.renditions?.interrupted()
  }

  #onRefused(reason: Rejection): void {
    // The packager is still in the middle of a tag.
    queueMicrotask(() => void this.end('unsupported', reason))
  }

  #lookAtHealth(): void {
    if (this.#publisher !== undefined && !this.#course.isConnecting()) this.#health.look(this.#healthNow())
  }

  #healthNow(): SessionHealth {
    const health = this.#packager.health()
    const issue = this.#parts.renditions?.issue()
    return issue === undefined ? health : { ...health, issues: [...health.issues, issue] }
  }
}

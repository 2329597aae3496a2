import type { Log } from '#kit/call/context.ts'
import type { KeyChange, LiveReport, PushTarget } from '#platform/video/live/liveVideoPort.ts'
import type { ClipWork } from '#platform/video/videoWorkPort.ts'
import { messageOf } from '#platform/startProblem.ts'
import { SessionCourse } from '#platform/video/live/sessionCourse.ts'
import type { CutClip, HeldSession, SessionEvents, Window } from '#platform/video/live/heldSession.ts'
import type { EndReason, LiveEvent, Rejection } from '#platform/video/live/liveHost.ts'
import { takeOverRefusal } from '#platform/video/live/takeOver.ts'
import { assetPrefix } from '#platform/video/asset/assetNames.ts'
import type { FinishedVideo } from '#platform/video/finish/finisher.ts'
import { noVideo } from '#platform/video/packager/streamRefusals.ts'
import type { PathState } from './mediaMtxResponses.ts'
import { publisherOf, type Connection, type MediaMtxApi } from './mediaMtxApi.ts'
import { ByteMeter } from './byteMeter.ts'
import { pathOfStream } from './mediaMtxPaths.ts'
import type { Recordings } from './mediaMtxRecordings.ts'
import { reportOf } from './mediaMtxReport.ts'
import type { KeptPlan } from './mediaMtxSessions.ts'

/** Time-out between the admission of an encoder and its first media. */
const arrivalTimeoutMs = 20_000
/** Interval of playlist requests: MediaMTX stops muxing after 30 s without one. */
const warmEveryMs = 10_000

/** Connection with the hash of the key that it was admitted with. */
type Admitted = Connection & { keyHash?: string | undefined }

export type MediaMtxSessionParts = {
  plan: KeptPlan
  events: SessionEvents
  /** Whether the session was recovered from an earlier process. */
  isRecovered: boolean
  /** Persists the end of the preview; recordings and clips begin after it. */
  keepShown(shownAtMs: number): Promise<void>
  /** Persists the end, so that a later start fetches the recording. */
  keepEnded(endedAtMs: number): Promise<void>
  /** Removes the persisted plan of the finished session. */
  removePlan(): Promise<void>
  api: MediaMtxApi
  recordings: Recordings
  nowMs(): number
  log: Log
}

/** One session of a stream whose media MediaMTX holds. Its course follows the observed state of its path. */
export class MediaMtxSession implements HeldSession {
  readonly plan: KeptPlan
  readonly path: string
  readonly #parts: MediaMtxSessionParts
  readonly #course: SessionCourse
  readonly #meter = new ByteMeter()
  readonly #arrival: NodeJS.Timeout
  #path: PathState | undefined
  #connection: Connection | undefined
  #keyHash: string | undefined
  #targets: readonly PushTarget[]
  #readyAtMs: number | undefined
  #shownAtMs: number | undefined
  #endedAtMs: number | undefined
  #bytesBefore = 0
  #warmedAtMs = -Infinity
  #ending: Promise<void> | undefined

  constructor(parts: MediaMtxSessionParts) {
    const { plan, events, isRecovered } = parts
    this.#parts = parts
    this.plan = plan
    this.path = pathOfStream(plan)
    this.#targets = plan.targets
    this.#readyAtMs = isRecovered ? plan.beganAtMs : undefined
    this.#shownAtMs = plan.shownAtMs
    this.#endedAtMs = plan.endedAtMs
    this.#course = new SessionCourse({
      plan,
      emit: events.emit,
      recoveredSeconds: isRecovered ? (parts.nowMs() - plan.beganAtMs) / 1000 : undefined,
      expired: (why) => void this.end(why),
    })
    this.#arrival = setTimeout(() => {
      if (this.#course.isConnecting()) void this.end('encoder_gone')
    }, arrivalTimeoutMs).unref()
  }

  isOver(): boolean {
    return this.#course.isOver()
  }

  memoryBytes(): number {
    return 0
  }

  /** Admits an encoder unless another one publishes: undefined, or the sentence of a refusal. */
  admit(connection: Admitted, targets: readonly PushTarget[]): string | undefined {
    const silenceMs = this.#path === undefined ? undefined : this.#parts.nowMs() - (this.#meter.movedAtMs() ?? 0)
    const refusal = takeOverRefusal({ isOver: this.isOver(), silenceMs })
    if (refusal !== undefined) return refusal
    this.#connection = connection
    this.#keyHash = connection.keyHash
    this.#targets = targets
    return undefined
  }

  /** Follows the observed state of its path; undefined without a publisher. */
  observe(path: PathState | undefined): void {
    if (this.isOver()) return
    const before = this.#path
    this.#path = path
    const isOther = before !== undefined && before.sourceId !== path?.sourceId
    if (isOther) this.#bytesBefore += before.byteCount
    if (isOther) this.#course.disconnect()
    if (path === undefined || this.isOver()) return
    const nowMs = this.#parts.nowMs()
    const isNew = before === undefined || isOther
    if (isNew) this.#meter.begin()
    this.#meter.sample(path.byteCount, nowMs)
    if (isNew || nowMs - this.#warmedAtMs >= warmEveryMs) this.#warm(nowMs)
    if (this.#course.isWaiting()) this.#resume()
    else if (this.#course.isConnecting()) this.#ready(path)
  }

  goLive(): void {
    if (!this.#course.goLive()) return
    this.#shownAtMs = this.#parts.nowMs()
    void this.#parts.keepShown(this.#shownAtMs)
  }

  dropPublisher({ keyHash }: KeyChange): void {
    const publisher = publisherOf(this.#path) ?? this.#connection
    if (this.#keyHash !== keyHash || publisher?.id !== this.#connection?.id) this.#kick()
  }

  setTargets(targets: readonly PushTarget[]): void {
    this.#targets = targets
  }

  report(): LiveReport {
    const { plan, nowMs } = this.#parts
    const atMs = nowMs()
    return reportOf({
      path: this.#path,
      meter: this.#meter,
      targets: this.#targets,
      nowMs: atMs,
      protocol: this.#connection?.kind ?? 'rtmp',
      isRecording: plan.isRecorded && this.#path !== undefined,
      seconds: this.#readyAtMs === undefined ? 0 : (atMs - this.#readyAtMs) / 1000,
      bytes: this.#bytesBefore + (this.#path?.byteCount ?? 0),
    })
  }

  window(): Promise<Window | undefined> {
    return this.#parts.recordings.window(this.path, this.#range())
  }

  cutClip(order: Omit<ClipWork, 'source'>): Promise<CutClip> {
    return this.#parts.recordings.cutClip(this.path, order)
  }

  end(why: EndReason, rejection?: Rejection): Promise<void> {
    this.#ending ??= this.#end(why, rejection)
    return this.#ending
  }

  /** Stops observing. The media continues without this process, and the next one recovers the session. */
  async park(): Promise<void> {
    this.#stop()
    await this.#ending
  }

  dispose(): void {
    this.#stop()
  }

  async #end(why: EndReason, rejection: Rejection | undefined): Promise<void> {
    const { events, keepEnded, nowMs } = this.#parts
    this.#kick()
    this.#stop()
    this.#endedAtMs ??= nowMs()
    await keepEnded(this.#endedAtMs)
    const recording = this.#hasRecording() ? 'due' : undefined
    const event: LiveEvent = { kind: 'ended', why, recording, rejection }
    events.emit(event)
    // The download runs detached: it may take as long as the recording lasts.
    void this.#storeRecording(event).finally(events.closed)
  }

  /** Fetches the recording and emits the same end once more, with the recording. */
  async #storeRecording(ended: Extract<LiveEvent, { kind: 'ended' }>): Promise<void> {
    const { plan, recordings, events, removePlan, log } = this.#parts
    const target = assetPrefix(plan.accountId, plan.sessionUuid)
    let recording: FinishedVideo | undefined
    try {
      if (this.#hasRecording()) recording = await recordings.store(this.path, this.#range(), target)
    } catch (error) {
      // The process stops; the next one fetches the recording.
      if (error instanceof Error && error.name === 'AbortError') return
      log.error('a recording could not be fetched from MediaMTX', {
        session: plan.sessionUuid,
        error: messageOf(error),
      })
    }
    if (this.#hasRecording()) events.emit({ ...ended, recording })
    await events.stored()
    await removePlan()
  }

  #hasRecording(): boolean {
    return this.plan.isRecorded && this.#readyAtMs !== undefined
  }

  #stop(): void {
    this.#course.stop()
    clearTimeout(this.#arrival)
  }

  #range(): Window {
    return { fromMs: this.#shownAtMs ?? this.plan.beganAtMs, toMs: this.#endedAtMs ?? this.#parts.nowMs() }
  }

  #ready({ video, audioCodec }: PathState): void {
    if (video === undefined) {
      void this.end('unsupported', noVideo)
      return
    }
    const { codec: videoCodec, width, height } = video
    this.#readyAtMs = this.#parts.nowMs()
    this.#course.ready({ videoCodec, audioCodec: audioCodec ?? null, width, height })
  }

  #warm(nowMs: number): void {
    this.#warmedAtMs = nowMs
    this.#parts.api.warm(this.path).catch(() => undefined)
  }

  #resume(): void {
    this.#endedAtMs = undefined
    this.#course.returned()
  }

  /** Closes the observed publisher, else the admitted one. MediaMTX sends the encoder no reason. */
  #kick(): void {
    const { api, log } = this.#parts
    const publisher = publisherOf(this.#path) ?? this.#connection
    if (publisher === undefined) return
    api.kick(publisher).catch((error: unknown) => {
      log.error('MediaMTX did not disconnect an encoder', { path: this.path, error: messageOf(error) })
    })
  }
}

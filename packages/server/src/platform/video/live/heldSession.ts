import type { KeyChange, LiveReport, PushTarget } from './liveVideoPort.ts'
import type { ClipWork, CutWindow, VideoMade } from '#platform/video/videoWorkPort.ts'
import type { EndReason, LiveEvent, LivePlan } from './liveHost.ts'

/** Range of programme times, in ms since 1970. */
export type Window = CutWindow

/** Finished clip, with the programme times that it covers. */
export type CutClip = VideoMade & Window

/** Live session on the node that holds it, of either engine. */
export type HeldSession = {
  readonly plan: LivePlan
  isOver(): boolean
  /** Bytes of media in memory. */
  memoryBytes(): number
  /** Makes a preview visible to the audience. */
  goLive(): void
  /** Drops its publisher unless it was admitted with this key; the session then waits for a publisher. */
  dropPublisher(why: KeyChange): void
  setTargets(targets: readonly PushTarget[]): void
  report(): LiveReport
  /** Programme times that a clip may be cut from; undefined before the first segment. */
  window(): Promise<Window | undefined>
  /** Cuts a clip. Waits for the end of the clip where it lies in the future. */
  cutClip(order: Omit<ClipWork, 'source'>): Promise<CutClip>
  /** Ends the session and emits `ended`. Its recording is handed over later, with a second `ended`. */
  end(why: EndReason): Promise<void>
  /** Stops the session, or the hand-over of its recording, with the process; the next start recovers it. */
  park(): Promise<void>
  /** Frees the memory of an ended session, whose playlist is served no longer. */
  dispose(): void
}

/** Callbacks of a session to its engine. */
export type SessionEvents = {
  emit(event: LiveEvent): void
  /** Resolves when the emitted events are stored, or abandoned because the process stops. */
  stored(): Promise<void>
  /** Follows the end, once the recording is handed over and the folder of the session is removed. */
  closed(): void
}

/** Opens the sessions of this node, and recovers those of an earlier process. */
export type Sessions<Session extends HeldSession, Plan extends LivePlan = LivePlan> = {
  open(plan: LivePlan, events: SessionEvents): Session
  /**
   * Plans of the sessions that were live or closing when the process before this one stopped. `restore` makes the plan
   * of a session whose file is damaged.
   */
  left(restore?: (sessionUuid: string) => Promise<LivePlan | undefined>): Promise<Plan[]>
  /** Recovers a session. Undefined when no media of it is left. */
  recover(plan: Plan, events: SessionEvents): Promise<Session | undefined>
}

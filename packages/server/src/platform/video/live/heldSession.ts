import type { KeyChange, LiveReport, PushTarget } from './liveVideoPort.ts'
import type { ClipWork, VideoMade } from '#platform/video/videoWorkPort.ts'
import type { EndReason, LiveHappening, LivePlan } from './liveHost.ts'

/** Programme times in ms since 1970. */
export type Window = { fromMs: number; toMs: number }

/** What was cut, with the programme times that it really holds. */
export type CutClip = VideoMade & Window

/** A session as the node that holds it can be asked of it, whatever engine carries its media. */
export type HeldSession = {
  readonly plan: LivePlan
  isOver(): boolean
  /** Bytes of media that it holds in memory. */
  memoryBytes(): number
  /** Shows a preview to the audience. */
  goLive(): void
  /** Drops its publisher unless it was admitted with this key; the session waits for its return. */
  dropPublisher(why: KeyChange): void
  setTargets(targets: readonly PushTarget[]): void
  report(): LiveReport
  /** The programme times that can be cut from; undefined while there is nothing. */
  window(): Promise<Window | undefined>
  /** Cuts a clip; waits for its end where that is still to come. */
  cutClip(order: Omit<ClipWork, 'source'>): Promise<CutClip>
  /** Ends it and tells. A second call waits for the first. */
  end(why: EndReason): Promise<void>
  /** The process stops: it waits for the next start. */
  park(): Promise<void>
  /** Frees what it holds in memory. */
  dispose(): void
}

/** What a session tells its engine. */
export type SessionEvents = { happened(happening: LiveHappening): void; over(): void }

/** Makes the sessions of this node, and finds those that an earlier process left. */
export type Sessions<Session extends HeldSession, Plan extends LivePlan = LivePlan> = {
  open(plan: LivePlan, events: SessionEvents): Session
  /** The plans of sessions that were live when the process before this one ended. */
  left(): Promise<Plan[]>
  /** Goes on with a session that was left. Undefined when nothing of it can be used. */
  recover(plan: Plan, events: SessionEvents): Promise<Session | undefined>
}

import type { LiveReport, PushTarget } from '#kit/ports.ts'
import type { EndReason, LiveHappening, LivePlan } from './liveHost.ts'

/** One session of a stream on this node: from an encoder's tags to what an audience watches. */
export type LiveSession = {
  plan: LivePlan
  /** Whether the audience may see it: not while it is a preview. */
  isShown(): boolean
  isOver(): boolean
  goLive(): void
  dropPublisher(reason: string): void
  setTargets(targets: readonly PushTarget[]): void
  report(): LiveReport
  /** Ends it: closes its recording and tells. Resolves when both are done. */
  end(why: EndReason): Promise<void>
  /** The process stops: everything goes to the disk, from which the next start goes on. */
  park(): Promise<void>
  /** Frees what it holds in memory. */
  dispose(): void
}

/** What a session tells its engine. */
export type SessionEvents = { happened(happening: LiveHappening): void; over(): void }

/** Opens a session by its plan. */
export type OpenSession = (plan: LivePlan, events: SessionEvents) => LiveSession

import type { Log } from '#kit/context.ts'
import type { LiveReport, LiveSessionRef, LiveVideo, PushTarget } from '#kit/ports.ts'
import { openHappenings, type Happenings } from './happenings.ts'
import { endReasonOf, type LiveHost, type LivePlan } from './liveHost.ts'
import type { LiveSession, OpenSession } from './liveSession.ts'
import type { Nodes } from './nodes.ts'

/** How long an ended session is kept for players that have not heard of the end. */
const keptAfterEndMs = 60_000

/** The sessions of this node, and the way to those of other nodes. */
export type LiveEngine = LiveVideo & {
  /** A session of this node, live or ended a moment ago. */
  find(sessionUuid: string): LiveSession | undefined
  /** All that are held here. */
  sessions(): Iterable<LiveSession>
  /** A session by the plan that the host made; opened where it is not there yet. */
  sessionFor(plan: LivePlan): LiveSession
  /** Carries out a command that another node sent. Answers what the command answers; undefined for an unknown one. */
  command(sessionUuid: string, command: string, body: unknown): Promise<unknown>
  /** Ends nothing: sessions of this node wait on its disk for the next start. */
  stop(): Promise<void>
}

export type EngineOptions = {
  nodes: Nodes
  host: LiveHost
  openSession: OpenSession
  ingest: LiveVideo['ingest']
  log: Log
}

type Held = { session: LiveSession; happenings: Happenings }

/** Opens the live engine of this process. */
export function openEngine({ nodes, host, openSession, ingest, log }: EngineOptions): LiveEngine {
  const held = new Map<string, Held>()

  function sessionFor(plan: LivePlan): LiveSession {
    const known = held.get(plan.sessionUuid)
    if (known !== undefined && !known.session.isOver()) return known.session
    const happenings = openHappenings(host, plan, log)
    const session = openSession(plan, { happened: happenings.add, over: () => forget(plan.sessionUuid) })
    held.set(plan.sessionUuid, { session, happenings })
    return session
  }

  function forget(sessionUuid: string): void {
    setTimeout(() => {
      held.get(sessionUuid)?.session.dispose()
      held.delete(sessionUuid)
    }, keptAfterEndMs).unref()
  }

  /** Waits until what the command caused is kept, so that who asked reads it. */
  async function settled({ happenings }: Held): Promise<void> {
    await happenings.settled()
  }

  const commands: Record<string, (here: Held, body: never) => Promise<unknown>> = {
    async end(here, { why }: { why: string }) {
      await here.session.end(endReasonOf(why))
      await settled(here)
    },
    async goLive(here) {
      here.session.goLive()
      await settled(here)
    },
    async dropPublisher(here, { reason }: { reason: string }) {
      here.session.dropPublisher(reason)
      await settled(here)
    },
    async setTargets(here, { targets }: { targets: PushTarget[] }) {
      here.session.setTargets(targets)
    },
    report: async (here) => here.session.report(),
  }

  async function command(sessionUuid: string, name: string, body: unknown): Promise<unknown> {
    const here = held.get(sessionUuid)
    const run = Object.hasOwn(commands, name) ? commands[name] : undefined
    if (here === undefined || run === undefined) return undefined
    // cast: only `ask` below and nodes that speak the same version send commands, with the body that each needs.
    return (await run(here, body as never)) ?? {}
  }

  function ask(session: LiveSessionRef, name: string, body: unknown): Promise<unknown> {
    if (session.nodeId === nodes.id) return command(session.sessionUuid, name, body)
    return nodes.call(session.nodeId, commandPath(session.sessionUuid, name), body)
  }

  return {
    nodeId: nodes.id,
    ingest,
    find: (sessionUuid) => held.get(sessionUuid)?.session,
    sessions: () => [...held.values()].map(({ session }) => session),
    sessionFor,
    command,
    async end(session, why) {
      await ask(session, 'end', { why })
    },
    async goLive(session) {
      await ask(session, 'goLive', {})
    },
    async dropPublisher(session, reason) {
      await ask(session, 'dropPublisher', { reason })
    },
    async setTargets(session, targets) {
      await ask(session, 'setTargets', { targets })
    },
    async report(session) {
      // cast: what `report` answers, here or as JSON from a node of the same version.
      return (await ask(session, 'report', {})) as LiveReport | undefined
    },
    async stop() {
      await Promise.all([...held.values()].map(({ session }) => session.park()))
      for (const { happenings } of held.values()) happenings.stop()
    },
  }
}

/** Where a node takes a command for a session. */
export function commandPath(sessionUuid: string, command: string): string {
  return `/internal/live/${sessionUuid}/${command}`
}

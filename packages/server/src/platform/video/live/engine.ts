import type { Log } from '#kit/context.ts'
import type { LiveReport, LiveSessionRef, LiveVideo, VideoMade } from '#kit/ports.ts'
import { VideoFailed } from '#platform/video/videoFailed.ts'
import type { RunningSessions } from '#platform/video/workbench.ts'
import { commandPath, runCommand, type Held } from './commands.ts'
import { openHappenings } from './happenings.ts'
import type { LiveHost, LivePlan } from './liveHost.ts'
import type { LiveSession } from './liveSession.ts'
import type { Nodes } from './nodes.ts'
import type { Sessions } from './sessions.ts'

/** How long an ended session is kept for players that have not heard of the end. */
const keptAfterEndMs = 60_000

/** The sessions of this node, and the way to those of other nodes. */
export type LiveEngine = LiveVideo &
  RunningSessions & {
    /** A session of this node, live or ended a moment ago. */
    find(sessionUuid: string): LiveSession | undefined
    /** All that are held here. */
    all(): LiveSession[]
    /** A session by the plan that the host made; opened where it is not there yet. */
    sessionFor(plan: LivePlan): LiveSession
    /** Goes on with what was live when the process ended, from what lies on the disk. */
    recover(): Promise<void>
    /** Carries out a command that another node sent. Answers what the command answers; undefined for an unknown one. */
    command(sessionUuid: string, command: string, body: unknown): Promise<unknown>
    /** Ends nothing: sessions of this node wait on its disk for the next start. */
    stop(): Promise<void>
  }

const callTimeoutMs = 5_000
/** A recording is closed, or a clip waits for its end and is cut. */
const slowTimeoutMs = 150_000
const slowCommands = new Set(['end', 'cutClip'])

export type EngineOptions = {
  nodes: Nodes
  host: LiveHost
  sessions: Sessions
  ingest: LiveVideo['ingest']
  log: Log
}

/** Opens the live engine of this process. */
export function openEngine({ nodes, host, sessions, ingest, log }: EngineOptions): LiveEngine {
  const held = new Map<string, Held>()

  function sessionFor(plan: LivePlan): LiveSession {
    const known = held.get(plan.sessionUuid)
    if (known !== undefined && !known.session.isOver()) return known.session
    const { happenings, events } = lineOf(plan)
    const session = sessions.open(plan, events)
    held.set(plan.sessionUuid, { session, happenings })
    return session
  }

  function lineOf(plan: LivePlan) {
    const happenings = openHappenings(host, plan, log)
    return { happenings, events: { happened: happenings.add, over: () => forget(plan.sessionUuid) } }
  }

  /** What the process before this one had live waits for its encoder again; what is over is only closed. */
  async function recover(): Promise<void> {
    for (const plan of await sessions.left()) {
      const standing = await host.standingOf(plan)
      const { happenings, events } = lineOf(plan)
      const session = await sessions.recover({ ...plan, isAutoStarting: standing === 'live' }, events)
      if (session === undefined) {
        events.happened({ kind: 'ended', why: 'server_stopped', recording: undefined, rejection: undefined })
        continue
      }
      held.set(plan.sessionUuid, { session, happenings })
      if (standing === 'over') await session.end('server_stopped')
      else events.happened({ kind: 'interrupted' })
    }
  }

  function forget(sessionUuid: string): void {
    setTimeout(() => {
      held.get(sessionUuid)?.session.dispose()
      held.delete(sessionUuid)
    }, keptAfterEndMs).unref()
  }

  async function command(sessionUuid: string, name: string, body: unknown): Promise<unknown> {
    const here = held.get(sessionUuid)
    return here === undefined ? undefined : runCommand(here, name, body)
  }

  function ask(session: LiveSessionRef, name: string, body: unknown): Promise<unknown> {
    if (session.nodeId === nodes.id) return command(session.sessionUuid, name, body)
    const timeoutMs = slowCommands.has(name) ? slowTimeoutMs : callTimeoutMs
    return nodes.call(session.nodeId, commandPath(session.sessionUuid, name), { body, timeoutMs })
  }

  return {
    nodeId: nodes.id,
    ingest,
    find: (sessionUuid) => held.get(sessionUuid)?.session,
    all: () => [...held.values()].map(({ session }) => session),
    sessionFor,
    recover,
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
    async window(session) {
      // cast: what the command answers, here or as JSON; an empty object where there is nothing to cut from.
      const found = (await ask(session, 'window', {})) as { fromMs?: number; toMs?: number } | undefined
      const { fromMs, toMs } = found ?? {}
      return fromMs === undefined || toMs === undefined ? undefined : { fromMs, toMs }
    },
    async cutClip(session, order) {
      const made = await ask(session, 'cutClip', order)
      if (made === undefined) throw new VideoFailed('source_missing', 'The stream is over, or its server is away.')
      // cast: what `cutClip` of a session answers, here or as JSON from a node of the same version.
      return made as VideoMade & { fromMs: number; toMs: number }
    },
    async stop() {
      await Promise.all([...held.values()].map(({ session }) => session.park()))
      for (const { happenings } of held.values()) happenings.stop()
    },
  }
}

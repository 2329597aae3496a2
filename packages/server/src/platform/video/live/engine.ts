import type { LiveReport, LiveSessionRef, LiveVideo, VideoMade } from '#kit/ports.ts'
import { VideoFailed } from '#platform/video/videoFailed.ts'
import type { RunningSessions } from '#platform/video/workbench.ts'
import { commandPath } from './commands.ts'
import { HeldSessions, type HeldSessionsOptions } from './heldSessions.ts'
import type { Nodes } from './nodes.ts'

/** The sessions of this node, and the way to those of other nodes. */
export type LiveEngine = LiveVideo & RunningSessions & { held: HeldSessions }

export type EngineOptions = HeldSessionsOptions & { nodes: Nodes; ingest: LiveVideo['ingest'] }

const callTimeoutMs = 5_000
/** A recording is closed, or a clip waits for its end and is cut. */
const slowTimeoutMs = 150_000
const slowCommands = new Set(['end', 'cutClip'])

/** Opens the live engine of this process. */
export function openEngine({ nodes, ingest, ...options }: EngineOptions): LiveEngine {
  const held = new HeldSessions(options)

  function ask(session: LiveSessionRef, name: string, body: unknown): Promise<unknown> {
    if (session.nodeId === nodes.id) return held.command(session.sessionUuid, name, body)
    const timeoutMs = slowCommands.has(name) ? slowTimeoutMs : callTimeoutMs
    return nodes.call(session.nodeId, commandPath(session.sessionUuid, name), { body, timeoutMs })
  }

  return {
    ...{ held, nodeId: nodes.id, ingest },
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
  }
}

import type { LiveReport, LiveSessionRef, LiveVideo } from './liveVideoPort.ts'
import { VideoFailed } from '#platform/video/videoFailed.ts'
import type { RunningSessions } from '#platform/video/workbench.ts'
import { commandPath, failureIn } from './nodeCommands.ts'
import type { CutClip, Window } from './heldSession.ts'
import type { Nodes } from './nodes.ts'

/** Commands to sessions on any node. */
export type SessionCalls = RunningSessions &
  Pick<LiveVideo, 'end' | 'goLive' | 'dropPublisher' | 'setTargets' | 'report'>

/** Runs commands for the sessions of this node. */
type LocalSessions = { command(sessionUuid: string, name: string, body: unknown): Promise<unknown> }

const callTimeoutMs = 5_000
/** Time limit of the slow commands: `end` waits for the database, `cutClip` for the end of the clip. */
const slowTimeoutMs = 150_000
const slowCommands = new Set(['end', 'cutClip'])

/** Opens the commands: they run here for sessions of this node, and by HTTP on the node of any other session. */
export function openSessionCalls(local: LocalSessions, nodes: Nodes): SessionCalls {
  async function send({ sessionUuid, nodeId }: LiveSessionRef, name: string, body: unknown): Promise<unknown> {
    if (nodeId === nodes.id) return local.command(sessionUuid, name, body)
    const timeoutMs = slowCommands.has(name) ? slowTimeoutMs : callTimeoutMs
    const response = await nodes.call(nodeId, commandPath(sessionUuid, name), { body, timeoutMs })
    const failure = failureIn(response)
    if (failure !== undefined) throw new VideoFailed(failure.reason, failure.message)
    return response
  }

  return {
    async end(session, why) {
      await send(session, 'end', { why })
    },
    async goLive(session) {
      await send(session, 'goLive', {})
    },
    async dropPublisher(session, why) {
      await send(session, 'dropPublisher', why)
    },
    async setTargets(session, targets) {
      await send(session, 'setTargets', { targets })
    },
    async report(session) {
      // cast: `report` of a session returned it, here or as JSON from a node of the same version.
      return (await send(session, 'report', {})) as LiveReport | undefined
    },
    async window(session) {
      // cast: `window` of a session returned it, here or as JSON; an empty object before the first segment.
      const found = (await send(session, 'window', {})) as Partial<Window> | undefined
      const { fromMs, toMs, bytesPerSecond } = found ?? {}
      return fromMs === undefined || toMs === undefined ? undefined : { fromMs, toMs, bytesPerSecond }
    },
    async cutClip(session, order) {
      const made = await send(session, 'cutClip', order)
      if (made === undefined) throw new VideoFailed('source_missing', 'The stream is over, or its server is away.')
      // cast: `cutClip` of a session returned it, here or as JSON from a node of the same version.
      return made as CutClip
    },
  }
}

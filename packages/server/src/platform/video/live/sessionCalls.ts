import type { LiveReport, LiveSessionRef, LiveVideo } from './liveVideoPort.ts'
import { VideoFailed } from '#platform/video/videoFailed.ts'
import type { RunningSessions } from '#platform/video/workbench.ts'
import { commandPath, failureIn } from './nodeCommands.ts'
import type { CutClip, Window } from './heldSession.ts'
import type { Nodes } from './nodes.ts'

/** What sessions can be asked, whichever node holds them. */
export type SessionCalls = RunningSessions &
  Pick<LiveVideo, 'end' | 'goLive' | 'dropPublisher' | 'setTargets' | 'report'>

/** Sessions of this node, by what can be asked of them. */
type Here = { command(sessionUuid: string, name: string, body: unknown): Promise<unknown> }

const callTimeoutMs = 5_000
/** A recording is closed, or a clip waits for its end and is cut. */
const slowTimeoutMs = 150_000
const slowCommands = new Set(['end', 'cutClip'])

/** Opens the way to sessions: to those of this node directly, to others through theirs. */
export function openSessionCalls(here: Here, nodes: Nodes): SessionCalls {
  async function ask({ sessionUuid, nodeId }: LiveSessionRef, name: string, body: unknown): Promise<unknown> {
    if (nodeId === nodes.id) return here.command(sessionUuid, name, body)
    const timeoutMs = slowCommands.has(name) ? slowTimeoutMs : callTimeoutMs
    const answer = await nodes.call(nodeId, commandPath(sessionUuid, name), { body, timeoutMs })
    const failure = failureIn(answer)
    if (failure !== undefined) throw new VideoFailed(failure.reason, failure.message)
    return answer
  }

  return {
    async end(session, why) {
      await ask(session, 'end', { why })
    },
    async goLive(session) {
      await ask(session, 'goLive', {})
    },
    async dropPublisher(session, why) {
      await ask(session, 'dropPublisher', why)
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
      const found = (await ask(session, 'window', {})) as Partial<Window> | undefined
      const { fromMs, toMs } = found ?? {}
      return fromMs === undefined || toMs === undefined ? undefined : { fromMs, toMs }
    },
    async cutClip(session, order) {
      const made = await ask(session, 'cutClip', order)
      if (made === undefined) throw new VideoFailed('source_missing', 'The stream is over, or its server is away.')
      // cast: what `cutClip` of a session answers, here or as JSON from a node of the same version.
      return made as CutClip
    },
  }
}

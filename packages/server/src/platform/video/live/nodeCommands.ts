import type { FastifyInstance } from 'fastify'
import { problem, reasons } from '#kit/call/problem.ts'
import type { PushTarget } from './liveVideoPort.ts'
import type { ClipWork } from '#platform/video/videoWorkPort.ts'
import { FinishFailed } from '#platform/video/finish/finishFailed.ts'
import type { LiveEngine } from './liveEngine.ts'
import type { Nodes } from './nodes.ts'
import type { SessionEventQueue } from './sessionEvents.ts'
import type { HeldSession } from './heldSession.ts'
import { endReasonOf } from './liveHost.ts'
import { nodeRoute } from './nodeSignature.ts'

// Commands for live sessions. The node that holds a session runs them: called directly on that node, or by POST
// /internal/live/:session/:command from another node. Commands set a state (ended, live, these targets), so a command
// that is sent twice after a lost response changes nothing the second time; only `cutClip` does its work again.

/** Session of this node and the queue of its events. */
export type Held<Session extends HeldSession = HeldSession> = { session: Session; queue: SessionEventQueue }

type Command = (held: Held, body: Record<string, unknown>) => Promise<unknown>

/** Commands by name. Each returns JSON, or nothing. */
const commands: Record<string, Command> = {
  async end({ session, queue }, { why }) {
    await session.end(endReasonOf(String(why)))
    await queue.settled()
  },
  async goLive({ session, queue }) {
    session.goLive()
    await queue.settled()
  },
  async dropPublisher({ session, queue }, { keyHash, reason }) {
    session.dropPublisher({ keyHash: String(keyHash), reason: String(reason) })
    await queue.settled()
  },
  async setTargets({ session }, { targets }) {
    // cast: only engines of the same version send this command, with a list of targets.
    session.setTargets(targets as PushTarget[])
  },
  report: async ({ session }) => session.report(),
  window: ({ session }) => session.window(),
  // cast: only engines of the same version send this command, with the order of a clip.
  cutClip: ({ session }, order) => session.cutClip(order as Omit<ClipWork, 'source'>),
}

/** Runs a command; resolves when its events are stored, so the caller reads them. Undefined for an unknown command. */
export async function runCommand(held: Held, name: string, body: unknown): Promise<unknown> {
  const command = Object.hasOwn(commands, name) ? commands[name] : undefined
  return command === undefined ? undefined : ((await command(held, Object(body))) ?? {})
}

/** Path at which a node receives a command for a session. */
export function commandPath(sessionUuid: string, command: string): string {
  return `/internal/live/${sessionUuid}/${command}`
}

/** Failure of a command in the response to another node. The message is a sentence for the owner of the video. */
export type CommandFailure = { reason: string; message: string }

/** Response for a failure that the owner may read; throws every other error again. */
function failureResponse(error: unknown): { failed: CommandFailure } {
  if (!(error instanceof FinishFailed)) throw error
  return { failed: { reason: error.reason, message: error.message } }
}

/** Failure in the response of another node; undefined when the command succeeded. */
export function failureIn(response: unknown): CommandFailure | undefined {
  // cast: `failureResponse` made it, on a node of the same version.
  return (Object(response) as { failed?: CommandFailure }).failed
}

/** Serves commands to other nodes of the installation; the signature of a call proves its caller, path and body. */
export function registerNodeCommands(server: FastifyInstance, nodes: Nodes, engine: LiveEngine): void {
  server.route<{ Params: { session: string; command: string } }>({
    ...nodeRoute(nodes.readCall),
    method: 'POST',
    url: '/internal/live/:session/:command',
    handler: async ({ params, body }) => {
      const response = await engine.command(params.session, params.command, body).catch(failureResponse)
      if (response === undefined) throw problem(reasons.notFound)
      return response
    },
  })
}

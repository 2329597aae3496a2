import type { PushTarget } from './liveVideoPort.ts'
import type { ClipWork } from '#platform/video/videoWorkPort.ts'
import { FinishFailed } from '#platform/video/finish/finishFailed.ts'
import type { Happenings } from './sessionEvents.ts'
import type { HeldSession } from './heldSession.ts'
import { endReasonOf } from './liveHost.ts'

/** A session of this node, with the line of what happens in it. */
export type Held<Session extends HeldSession = HeldSession> = { session: Session; happenings: Happenings }

type Command = (here: Held, body: Record<string, unknown>) => Promise<unknown>

/** What can be asked of a session, by this node or by another; each answers JSON, or nothing. */
const commands: Record<string, Command> = {
  async end({ session, happenings }, { why }) {
    await session.end(endReasonOf(String(why)))
    await happenings.settled()
  },
  async goLive({ session, happenings }) {
    session.goLive()
    await happenings.settled()
  },
  async dropPublisher({ session, happenings }, { keyHash, reason }) {
    session.dropPublisher({ keyHash: String(keyHash), reason: String(reason) })
    await happenings.settled()
  },
  async setTargets({ session }, { targets }) {
    // cast: an engine alone sends this command, here or from a node of the same version, with such a list.
    session.setTargets(targets as PushTarget[])
  },
  report: async ({ session }) => session.report(),
  window: ({ session }) => session.window(),
  // cast: as for setTargets, with what is to be cut.
  cutClip: ({ session }, order) => session.cutClip(order as Omit<ClipWork, 'source'>),
}

/** Runs a command; resolves when what it caused is kept, so that who asked reads it. Undefined for an unknown one. */
export async function runCommand(here: Held, name: string, body: unknown): Promise<unknown> {
  const command = Object.hasOwn(commands, name) ? commands[name] : undefined
  return command === undefined ? undefined : ((await command(here, Object(body))) ?? {})
}

/** Where a node takes a command for a session. */
export function commandPath(sessionUuid: string, command: string): string {
  return `/internal/live/${sessionUuid}/${command}`
}

/** What a command failed for, as another node is told it. The message is a sentence for the owner of the video. */
export type CommandFailure = { reason: string; message: string }

/** Makes an answer of what a command failed for, where that is the owner's to know; throws everything else again. */
export function failureAnswer(error: unknown): { failed: CommandFailure } {
  if (!(error instanceof FinishFailed)) throw error
  return { failed: { reason: error.reason, message: error.message } }
}

/** Why a command of another node failed; undefined when it did not. */
export function failureIn(answer: unknown): CommandFailure | undefined {
  // cast: `failureAnswer` made it, on a node of the same version.
  return (Object(answer) as { failed?: CommandFailure }).failed
}

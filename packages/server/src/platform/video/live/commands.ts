import type { ClipWork, PushTarget } from '#kit/ports.ts'
import type { Happenings } from './happenings.ts'
import { endReasonOf } from './liveHost.ts'
import type { LiveSession } from './liveSession.ts'

/** A session of this node, with the line of what happens in it. */
export type Held = { session: LiveSession; happenings: Happenings }

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
  async dropPublisher({ session, happenings }, { reason }) {
    session.dropPublisher(String(reason))
    await happenings.settled()
  },
  async setTargets({ session }, { targets }) {
    // cast: the engine alone sends this command, here or from a node of the same version, with such a list.
    session.setTargets(targets as PushTarget[])
  },
  report: async ({ session }) => session.report(),
  window: async ({ session }) => session.window(),
  // cast: as for setTargets, with what is to be cut.
  cutClip: async ({ session }, order) => session.cutClip(order as Omit<ClipWork, 'source'>),
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

import type { Db } from '#kit/call/context.ts'
import { port } from '#kit/call/port.ts'
import type { Kernel } from '#platform/call/callContext.ts'

/** An open session of a person. Times in milliseconds. */
export type FoundSession = { sessionUuid: string; personUuid: string; personId: string; expiresAtMs: number }

/** Sessions of people, and their rights in accounts. */
export type Sessions = {
  /** The session of a person by the keyed hash of its token; undefined for an unknown or expired one. */
  find(db: Db, session: { personUuid: string; tokenHash: Buffer }): Promise<FoundSession | undefined>
  /** Scopes of a person in a live account, and so in its test account; undefined for one who is no member. */
  findScopes(db: Db, personUuid: string, accountId: number): Promise<readonly string[] | undefined>
  /** Notes the use of sessions. */
  touch(db: Db, used: readonly Pick<FoundSession, 'personUuid' | 'sessionUuid'>[], at: Date): Promise<void>
}

/** Opener of the sessions; the product with the people provides it. */
export const sessionsPort = port<(kernel: Kernel) => Sessions>('sessions', {})

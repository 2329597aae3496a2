import type { Log } from '#kit/call/context.ts'
import { runCommand, type Held } from './nodeCommands.ts'
import { openHappenings } from './sessionEvents.ts'
import type { HeldSession, SessionEvents, Sessions } from './heldSession.ts'
import type { LiveHost, LivePlan } from './liveHost.ts'

/** How long an ended session is kept for players that have not heard of the end. */
const keptAfterEndMs = 60_000

export type HeldSessionsOptions<Session extends HeldSession, Plan extends LivePlan> = {
  host: LiveHost
  sessions: Sessions<Session, Plan>
  log: Log
}

/** The sessions of this node: those that run, and those that ended a moment ago. */
export class HeldSessions<Session extends HeldSession, Plan extends LivePlan = LivePlan> {
  readonly #options: HeldSessionsOptions<Session, Plan>
  readonly #held = new Map<string, Held<Session>>()

  constructor(options: HeldSessionsOptions<Session, Plan>) {
    this.#options = options
  }

  /** A session of this node, live or ended a moment ago. */
  find(sessionUuid: string): Session | undefined {
    return this.#held.get(sessionUuid)?.session
  }

  /** How many sessions run, and the bytes of media that they and those that ended a moment ago hold in memory. */
  figures(): { sessions: number; mediaBytes: number } {
    const mediaBytes = [...this.#held.values()].reduce((sum, { session }) => sum + session.memoryBytes(), 0)
    return { sessions: this.running().length, mediaBytes }
  }

  /** Those that are not over. */
  running(): Session[] {
    return [...this.#held.values()].map(({ session }) => session).filter((session) => !session.isOver())
  }

  /** A session by the plan that the host made; opened where it is not there yet. */
  sessionFor(plan: LivePlan): Session {
    const known = this.find(plan.sessionUuid)
    if (known !== undefined && !known.isOver()) return known
    const { happenings, events } = this.#lineOf(plan)
    const session = this.#options.sessions.open(plan, events)
    this.#held.set(plan.sessionUuid, { session, happenings })
    return session
  }

  /** Goes on with what was live when the process before this one ended; what is over is only closed. */
  async recover(): Promise<void> {
    const { host, sessions } = this.#options
    for (const plan of await sessions.left()) {
      const standing = await host.standingOf(plan)
      const { happenings, events } = this.#lineOf(plan)
      const session = await sessions.recover({ ...plan, isAutoStarting: standing === 'live' }, events)
      if (session === undefined) {
        events.happened({ kind: 'ended', why: 'server_stopped', recording: undefined, rejection: undefined })
        continue
      }
      this.#held.set(plan.sessionUuid, { session, happenings })
      if (standing === 'over') await session.end('server_stopped')
      else events.happened({ kind: 'interrupted' })
    }
  }

  /** Carries out a command and answers what it answers; undefined for an unknown one, and without such a session. */
  async command(sessionUuid: string, name: string, body: unknown): Promise<unknown> {
    const here = this.#held.get(sessionUuid)
    return here === undefined ? undefined : runCommand(here, name, body)
  }

  /** Ends nothing: the sessions wait on the disk for the next start. */
  async stop(): Promise<void> {
    const all = [...this.#held.values()]
    await Promise.all(all.map(({ session }) => session.park()))
    for (const { happenings } of all) happenings.stop()
  }

  #lineOf(plan: LivePlan) {
    const happenings = openHappenings(this.#options.host, plan, this.#options.log)
    const events: SessionEvents = { happened: happenings.add, over: () => this.#forget(plan.sessionUuid) }
    return { happenings, events }
  }

  #forget(sessionUuid: string): void {
    setTimeout(() => {
      this.find(sessionUuid)?.dispose()
      this.#held.delete(sessionUuid)
    }, keptAfterEndMs).unref()
  }
}

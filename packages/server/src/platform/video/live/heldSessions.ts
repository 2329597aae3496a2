import type { Log } from '#kit/call/context.ts'
import { runCommand, type Held } from './nodeCommands.ts'
import { openEventQueue } from './sessionEvents.ts'
import type { HeldSession, SessionEvents, Sessions } from './heldSession.ts'
import type { LiveHost, LivePlan } from './liveHost.ts'

/** Time for which an ended session still serves its final playlist: players reload it to see the end. */
const keptAfterEndMs = 60_000

export type HeldSessionsOptions<Session extends HeldSession, Plan extends LivePlan> = {
  host: LiveHost
  sessions: Sessions<Session, Plan>
  log: Log
}

/**
 * Sessions of this node: the running ones, and those that ended within the last minute.
 * Each session has a queue that stores its events in order. At the start, `recover()` continues the sessions that the
 * process before this one parked or lost; `stop()` parks all sessions for the next start and ends none.
 *
 * A session belongs to one node, by the node id in its row. The heartbeat of the node is the lease (nodes.ts): once it
 * is older than 15 s, the product ends the row when the reconnect window expires or an encoder connects elsewhere. A
 * node that lost its lease and still runs the session does no harm: the host ignores events of an ended session, except
 * its recording, and players follow the row.
 */
export class HeldSessions<Session extends HeldSession, Plan extends LivePlan = LivePlan> {
  readonly #options: HeldSessionsOptions<Session, Plan>
  readonly #held = new Map<string, Held<Session>>()

  constructor(options: HeldSessionsOptions<Session, Plan>) {
    this.#options = options
  }

  /** Session of this node, running or recently ended. */
  find(sessionUuid: string): Session | undefined {
    return this.#held.get(sessionUuid)?.session
  }

  /** Count of the running sessions, and the bytes of media in memory of all sessions, recently ended ones included. */
  figures(): { sessions: number; mediaBytes: number } {
    const mediaBytes = [...this.#held.values()].reduce((sum, { session }) => sum + session.memoryBytes(), 0)
    return { sessions: this.running().length, mediaBytes }
  }

  /** Sessions that have not ended. */
  running(): Session[] {
    return [...this.#held.values()].map(({ session }) => session).filter((session) => !session.isOver())
  }

  /** Session of a plan; opened where it does not run yet. */
  sessionFor(plan: LivePlan): Session {
    const known = this.find(plan.sessionUuid)
    if (known !== undefined && !known.isOver()) return known
    const { queue, events } = this.#openQueue(plan)
    const session = this.#options.sessions.open(plan, events)
    this.#held.set(plan.sessionUuid, { session, queue })
    return session
  }

  /** Recovers the sessions of the process before this one. A session whose stream is over is closed. */
  async recover(): Promise<void> {
    const { host, sessions } = this.#options
    for (const plan of await sessions.left()) {
      const standing = await host.standingOf(plan)
      const { queue, events } = this.#openQueue(plan)
      const session = await sessions.recover({ ...plan, isAutoStarting: standing === 'live' }, events)
      if (session === undefined) {
        events.emit({ kind: 'ended', why: 'server_stopped', recording: undefined, rejection: undefined })
        continue
      }
      this.#held.set(plan.sessionUuid, { session, queue })
      if (standing === 'over') await session.end('server_stopped')
      else events.emit({ kind: 'interrupted' })
    }
  }

  /** Runs a command and returns its result; undefined for an unknown command or session. */
  async command(sessionUuid: string, name: string, body: unknown): Promise<unknown> {
    const held = this.#held.get(sessionUuid)
    return held === undefined ? undefined : runCommand(held, name, body)
  }

  /** Parks all sessions on the disk for the next start; it ends none. */
  async stop(): Promise<void> {
    const all = [...this.#held.values()]
    await Promise.all(all.map(({ session }) => session.park()))
    for (const { queue } of all) queue.stop()
  }

  #openQueue(plan: LivePlan) {
    const queue = openEventQueue(this.#options.host, plan, this.#options.log)
    const events: SessionEvents = { emit: queue.add, closed: () => this.#disposeLater(plan.sessionUuid) }
    return { queue, events }
  }

  #disposeLater(sessionUuid: string): void {
    setTimeout(() => {
      this.find(sessionUuid)?.dispose()
      this.#held.delete(sessionUuid)
    }, keptAfterEndMs).unref()
  }
}

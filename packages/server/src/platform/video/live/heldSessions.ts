import type { Log } from '#kit/call/context.ts'
import { messageOf } from '#platform/startProblem.ts'
import { runCommand, type Held } from './nodeCommands.ts'
import { openEventQueue } from './sessionEvents.ts'
import type { HeldSession, SessionEvents, Sessions } from './heldSession.ts'
import type { LiveHost, LivePlan, OpenSession, PublishAttempt, PublishJudgement } from './liveHost.ts'
import { openRecovery, type Recovery } from './sessionRecovery.ts'

/** Time for which an ended session still serves its final playlist: players reload it to see the end. */
const keptAfterEndMs = 60_000
/** Bytes of media in memory of all ended sessions; beyond, the session that ended first is disposed of early. */
const keptBytesMax = 256 * 1024 * 1024
/** Interval of the search for rows of this node that no session holds. */
const sweepEveryMs = 30_000

const justEnded = 'This session has just ended. Start again.'

export type HeldSessionsOptions<Session extends HeldSession, Plan extends LivePlan> = {
  host: LiveHost
  sessions: Sessions<Session, Plan>
  nodeId: string
  log: Log
}

/** Encoder that may publish to a session of this node, or the reason against it. */
export type HeldJudgement<Session> =
  | { session: Session; plan: LivePlan; keyHash?: string }
  | Exclude<PublishJudgement, { plan: LivePlan }>

/** `isClosed`: its recording is handed over. `timer` runs from its end until it is disposed of. */
type Kept<Session extends HeldSession> = Held<Session> & {
  isClosed: boolean
  isDisposed: boolean
  timer: NodeJS.Timeout | undefined
}

/**
 * Sessions of this node: running ones, and ended ones. An ended session serves its final playlist for a minute, and is
 * _closing_ until its recording is handed over: its folder belongs to it alone, and an encoder gets another session.
 * Each session has a queue that stores its events in order. At the start, `prepare()` reads the sessions that the
 * process before this one parked or lost, and `recover()` continues them while encoders connect; `stop()` parks all
 * sessions for the next start and ends none.
 *
 * A session belongs to one node, by the node id in its row. The heartbeat of the node is the lease (nodes.ts): once it
 * is older than 15 s, the product ends the row when the reconnect window expires or an encoder connects elsewhere. A
 * node that lost its lease and still runs the session does no harm: the host ignores events of an ended session, except
 * its recording, and players follow the row. In turn this node closes rows of its own that it does not hold, and fails
 * the recordings that its rows call due and that it has no media of.
 */
export class HeldSessions<Session extends HeldSession, Plan extends LivePlan = LivePlan> {
  readonly #options: HeldSessionsOptions<Session, Plan>
  readonly #held = new Map<string, Kept<Session>>()
  readonly #recovery: Recovery<Plan>
  /** Rows that the latest search found without a session. */
  #unheld: readonly OpenSession[] = []
  #sweeper: NodeJS.Timeout | undefined
  /** Judgements of encoders that have not arrived. */
  readonly #judgements = new Set<Promise<PublishJudgement>>()

  constructor(options: HeldSessionsOptions<Session, Plan>) {
    this.#options = options
    this.#recovery = openRecovery({
      recover: (plan) => this.#recover(plan),
      abandon: (plan) => options.host.closeLost(plan),
      log: options.log,
    })
  }

  /** Session of this node that serves its playlist: it runs, or it ended within the last minute. */
  find(sessionUuid: string): Session | undefined {
    const kept = this.#held.get(sessionUuid)
    return kept?.isDisposed === false ? kept.session : undefined
  }

  /** Session of this node, after its recovery where that is due. */
  async recovered(sessionUuid: string): Promise<Session | undefined> {
    await this.#recovery.finish(sessionUuid)
    return this.find(sessionUuid)
  }

  /** Whether a session waits for its recovery. */
  isRecovering(sessionUuid: string): boolean {
    return this.#recovery.has(sessionUuid)
  }

  /** Count of the running sessions, and the bytes of media in memory of all sessions, ended ones included. */
  figures(): { sessions: number; mediaBytes: number } {
    const mediaBytes = [...this.#held.values()].reduce((sum, { session }) => sum + session.memoryBytes(), 0)
    return { sessions: this.running().length, mediaBytes }
  }

  /** Sessions that have not ended. */
  running(): Session[] {
    return [...this.#held.values()].map(({ session }) => session).filter((session) => !session.isOver())
  }

  /**
   * Judges an encoder, and finds or opens its session. A session that has just ended, or that this node lost, takes no
   * encoder: once its end is stored, the encoder is judged again and gets a new session.
   */
  async admit(attempt: PublishAttempt): Promise<HeldJudgement<Session>> {
    for (let attempts = 1; attempts <= 2; attempts++) {
      const judgement = await this.#judge(attempt)
      if (!('plan' in judgement)) return judgement
      const session = await this.#sessionFor(judgement.plan)
      if (session !== undefined) return { ...judgement, session }
    }
    return { refusal: justEnded }
  }

  /** Reads the sessions of the process before this one. Call it before encoders connect. */
  async prepare(): Promise<void> {
    const { host, sessions, log } = this.#options
    const rows = await this.#read()
    const plans = await sessions.left(async (sessionUuid) => {
      if (rows === undefined) throw new Error('the rows of this node are not known')
      const row = rows.find((each) => each.sessionUuid === sessionUuid)
      const plan = row && (await host.planOf(row))
      if (plan !== undefined)
        log.error('the plan of a live session is damaged and was restored', { session: sessionUuid })
      return plan
    })
    this.#recovery.add(plans)
    this.#unheld = this.#unheldOf(rows)
  }

  /** Recovers the prepared sessions, one after the other, and closes lost rows, now and at intervals. */
  async recover(): Promise<void> {
    this.#sweeper = setInterval(() => void this.#sweep(), sweepEveryMs).unref()
    const rows = this.#unheld
    this.#unheld = []
    await Promise.all([this.#recovery.run(), this.#closeLost(rows)])
  }

  /** Runs a command and returns its result; undefined for an unknown command or session. */
  async command(sessionUuid: string, name: string, body: unknown): Promise<unknown> {
    await this.#recovery.finish(sessionUuid)
    const held = this.#held.get(sessionUuid)
    return held === undefined ? undefined : runCommand(held, name, body)
  }

  /** Parks all sessions on the disk for the next start; it ends none. */
  async stop(): Promise<void> {
    clearInterval(this.#sweeper)
    await this.#recovery.stop()
    const all = [...this.#held.values()]
    await Promise.all(all.map(({ session }) => session.park()))
    for (const { queue, timer } of all) {
      queue.stop()
      clearTimeout(timer)
    }
  }

  /** Judges an encoder, and opens the session that the judgement made. */
  async #judge(attempt: PublishAttempt): Promise<PublishJudgement> {
    const work = this.#options.host.admit(attempt).then((judgement) => {
      if ('plan' in judgement && judgement.plan.isNew) this.#open(judgement.plan)
      return judgement
    })
    this.#judgements.add(work)
    try {
      return await work
    } finally {
      this.#judgements.delete(work)
    }
  }

  /** Session that takes an encoder. Undefined once the end of the session is stored. */
  async #sessionFor(plan: LivePlan): Promise<Session | undefined> {
    if (!plan.isNew) await this.#recovery.finish(plan.sessionUuid)
    // The judgement that made this session may arrive after this one.
    if (!this.#held.has(plan.sessionUuid)) await Promise.allSettled(this.#judgements)
    const known = this.#held.get(plan.sessionUuid)
    if (known === undefined) await this.#options.host.closeLost(plan)
    else if (!known.session.isOver()) return known.session
    else await known.queue.settled()
    return undefined
  }

  #open(plan: LivePlan): void {
    const { queue, events } = this.#openQueue(plan)
    const session = this.#options.sessions.open(plan, events)
    this.#hold(session, queue)
  }

  #hold(session: Session, queue: Held['queue']): void {
    this.#held.set(session.plan.sessionUuid, { session, queue, isClosed: false, isDisposed: false, timer: undefined })
  }

  /** Recovers a session. A session whose stream is over is closed: its recording is still to be handed over. */
  async #recover(plan: Plan): Promise<void> {
    const { host, sessions } = this.#options
    const standing = await host.standingOf(plan)
    const { queue, events } = this.#openQueue(plan)
    const session = await sessions.recover({ ...plan, isAutoStarting: standing === 'live' }, events)
    if (session === undefined) {
      events.emit({ kind: 'ended', why: 'server_stopped', recording: undefined, rejection: undefined })
      return
    }
    this.#hold(session, queue)
    if (standing === 'over') await session.end('server_stopped')
    else events.emit({ kind: 'interrupted' })
  }

  /** Closes rows without a session in the second search that finds them: at the first, a session may be opening. */
  async #sweep(): Promise<void> {
    const before = new Set(this.#unheld.map(({ sessionUuid }) => sessionUuid))
    this.#unheld = this.#unheldOf(await this.#read())
    await this.#closeLost(this.#unheld.filter(({ sessionUuid }) => before.has(sessionUuid)))
  }

  /** Reads the rows of this node; undefined where that failed. */
  #read(): Promise<OpenSession[] | undefined> {
    const { host, nodeId, log } = this.#options
    return host.openOf(nodeId).catch((error: unknown) => {
      log.warn('lost sessions were not searched; the next search follows', { error: messageOf(error) })
      return undefined
    })
  }

  /** Rows that no session holds and no recovery waits for. Files of an abandoned recovery keep its recording due. */
  #unheldOf(rows: readonly OpenSession[] = []): OpenSession[] {
    const isOurs = ({ sessionUuid, isDue }: OpenSession) =>
      this.#held.has(sessionUuid) || (isDue ? this.#recovery.isKept(sessionUuid) : this.#recovery.has(sessionUuid))
    return rows.filter((row) => !isOurs(row))
  }

  async #closeLost(rows: readonly OpenSession[]): Promise<void> {
    const { host, log } = this.#options
    for (const row of rows) {
      const session = row.sessionUuid
      log.error('a live session is closed: this server has nothing of it', { session, isRecordingLost: row.isDue })
      await (row.isDue ? host.loseRecording(row) : host.closeLost(row)).catch((error: unknown) => {
        log.warn('a lost session is not closed yet', { session, error: messageOf(error) })
      })
    }
  }

  #openQueue(plan: LivePlan) {
    const queue = openEventQueue(this.#options.host, plan, this.#options.log)
    const events: SessionEvents = {
      emit: (event) => {
        queue.add(event)
        if (event.kind === 'ended') this.#retain(plan.sessionUuid)
      },
      stored: queue.settled,
      closed: () => this.#closed(plan.sessionUuid),
    }
    return { queue, events }
  }

  #retain(sessionUuid: string): void {
    const kept = this.#held.get(sessionUuid)
    if (kept === undefined || kept.timer !== undefined) return
    kept.timer = setTimeout(() => this.#dispose(kept), keptAfterEndMs).unref()
    const ended = [...this.#held.values()].filter(({ session, isDisposed }) => session.isOver() && !isDisposed)
    let bytes = ended.reduce((sum, { session }) => sum + session.memoryBytes(), 0)
    for (const each of ended) {
      if (bytes <= keptBytesMax) return
      bytes -= each.session.memoryBytes()
      this.#dispose(each)
    }
  }

  #dispose(kept: Kept<Session>): void {
    clearTimeout(kept.timer)
    kept.isDisposed = true
    kept.session.dispose()
    if (kept.isClosed) this.#held.delete(kept.session.plan.sessionUuid)
  }

  #closed(sessionUuid: string): void {
    const kept = this.#held.get(sessionUuid)
    if (kept === undefined) return
    kept.isClosed = true
    if (kept.isDisposed) this.#held.delete(sessionUuid)
  }
}

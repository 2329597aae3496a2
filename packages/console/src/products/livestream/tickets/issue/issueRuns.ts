import { FairgroundError } from '@fairground/sdk'
import type { Client } from '#console/app/client.ts'
import { isWorthRetry, sentenceOf } from '#console/app/failures.ts'
import { connectionPause } from '#console/parts/connectionPause.ts'
import { newKey } from '#console/parts/form/formKeys.ts'
import { keptStore } from '#console/parts/keptStore.ts'
import { acquireTabLock, awaitTabLock, type TabLock } from '#console/parts/tabLock.ts'
import { batchesOf, type AttendeeRow } from './attendeeRows.ts'

/** Result of a row: tickets by outcome, and the reason of a refusal: a word of the API or a sentence. */
export type RowResult = { issued: number; known: number; refused: number; reason: string | null }

/** checking: the server says what it would issue. checked: the person decides. done: finished or cancelled. */
type Phase = 'checking' | 'checked' | 'issuing' | 'done'

/** A list of holders on its way to become tickets, as the browser keeps it over a reload. */
type KeptRun = {
  id: string
  accountId: string
  eventId: string
  phase: Phase
  isPaused: boolean
  /** Keys of requests differ after an attempt of which the server kept no response. */
  attempt: number
  rows: readonly AttendeeRow[]
  results: readonly (RowResult | null)[]
}

/** A list with its state in this tab. */
export type IssueRun = KeptRun & {
  /** Whether the connection is lost or the server busy; the list goes on by itself. */
  isBroken: boolean
  error: string | undefined
  /** Row at which a reload interrupted the list; undefined without one. */
  resumedAt: number | undefined
  /** Whether another tab of this browser has the list. */
  isElsewhere: boolean
}

const kept = keptStore<KeptRun>('fairground.tickets', 'lists')
const concurrencyMax = 2
const keepEveryMs = 500
const retryDelaysMs = [500, 1_000, 2_000, 5_000, 10_000, 30_000]
const repeatable = new Set(['idempotency_in_flight', 'idempotency_interrupted'])

/** Lists of holders that this browser checks and issues. They go on while the person navigates. */
class IssueRuns {
  #runs: readonly IssueRun[] = []
  #restored: Promise<void> | undefined
  readonly #listeners = new Set<() => void>()
  readonly #clients = new Map<string, Client>()
  readonly #running = new Map<string, AbortController>()
  readonly #locks = new Map<string, TabLock>()
  readonly #keeping = new Map<string, ReturnType<typeof setTimeout>>()

  subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener)
    return () => this.#listeners.delete(listener)
  }

  list = (): readonly IssueRun[] => this.#runs

  /** Sets the client of an account, and continues the lists that a reload interrupted. */
  async connect(client: Client): Promise<void> {
    this.#clients.set(String(client.accountId), client)
    this.#restored ??= this.#restore()
    await this.#restored
    for (const { id } of this.#runs) this.#start(id)
  }

  /** Adds a list, which is checked at once. */
  add({ accountId, eventId, rows }: Pick<KeptRun, 'accountId' | 'eventId' | 'rows'>): void {
    const id = newKey()
    const results = rows.map(() => null)
    const run: IssueRun = {
      ...{ id, accountId, eventId, rows, results, phase: 'checking', isPaused: false, attempt: 0 },
      ...{ isBroken: false, error: undefined, resumedAt: undefined, isElsewhere: false },
    }
    this.#set([...this.#runs, run])
    void acquireTabLock(lockOf(id)).then((lock) => lock && this.#locks.set(id, lock))
    void this.#keepAndStart(id)
  }

  /** Issues a checked list. */
  issue(id: string): void {
    const run = this.#find(id)
    if (run?.phase !== 'checked') return
    this.#change(id, { phase: 'issuing', attempt: 0, results: run.rows.map(() => null) })
    void this.#keepAndStart(id)
  }

  pause(id: string): void {
    this.#running.get(id)?.abort()
    this.#change(id, { isPaused: true, isBroken: false })
  }

  resume(id: string): void {
    this.#change(id, { isPaused: false, error: undefined, resumedAt: undefined })
    this.#start(id)
  }

  /** Ends the issue of a list: tickets that were issued stay, and the rest is not sent. */
  cancel(id: string): void {
    this.#running.get(id)?.abort()
    this.#change(id, { phase: 'done', isPaused: false, isBroken: false, error: undefined })
  }

  /** Forgets a list. */
  drop(id: string): void {
    this.#running.get(id)?.abort()
    clearTimeout(this.#keeping.get(id))
    this.#keeping.delete(id)
    const lock = this.#locks.get(id)
    this.#locks.delete(id)
    this.#set(this.#runs.filter((each) => each.id !== id))
    void kept.drop(id).then(() => lock?.release())
  }

  async #restore(): Promise<void> {
    const restoring = (await kept.all()).map(async (run) => {
      const lock = await acquireTabLock(lockOf(run.id))
      if (lock !== undefined) this.#locks.set(run.id, lock)
      return { ...restoredOf(run), isElsewhere: lock === undefined }
    })
    const restored = await Promise.all(restoring)
    this.#set([...restored, ...this.#runs])
    for (const { id, isElsewhere } of restored) if (isElsewhere) void this.#takeOver(id)
  }

  /** Continues the list of another tab once that tab is closed; one that was dropped there is dropped here. */
  async #takeOver(id: string): Promise<void> {
    const lock = await awaitTabLock(lockOf(id))
    const run = (await kept.all()).find((each) => each.id === id)
    if (lock === undefined) return
    if (run === undefined) {
      lock.release()
      return this.#set(this.#runs.filter((each) => each.id !== id))
    }
    this.#locks.set(id, lock)
    this.#change(id, restoredOf(run))
    this.#start(id)
  }

  #find(id: string): IssueRun | undefined {
    return this.#runs.find((each) => each.id === id)
  }

  #change(id: string, change: Partial<IssueRun>): void {
    this.#set(this.#runs.map((each) => (each.id === id ? { ...each, ...change } : each)))
    this.#keep(id)
  }

  #set(runs: readonly IssueRun[]): void {
    this.#runs = runs
    for (const listener of this.#listeners) listener()
  }

  /** Keeps a list, twice a second at most. Batches that are sent again for that have the same keys. */
  #keep(id: string): void {
    if (this.#keeping.has(id)) return
    const keep = () => {
      this.#keeping.delete(id)
      const run = this.#find(id)
      if (run !== undefined && !run.isElsewhere) void kept.keep(keptOf(run))
    }
    this.#keeping.set(id, setTimeout(keep, keepEveryMs))
  }

  /** Sends a list once the browser keeps it: a reload continues every list of which a request has left. */
  async #keepAndStart(id: string): Promise<void> {
    const run = this.#find(id)
    if (run !== undefined) await kept.keep(keptOf(run))
    this.#start(id)
  }

  #start(id: string): void {
    const run = this.#find(id)
    const client = this.#clients.get(run?.accountId ?? '')
    if (run === undefined || client === undefined || run.isElsewhere || !isMoving(run) || this.#running.has(id)) return
    const control = new AbortController()
    this.#running.set(id, control)
    void this.#run(run, client, control.signal)
      .then(
        () => this.#change(id, { phase: run.phase === 'checking' ? 'checked' : 'done', isBroken: false }),
        (error: unknown) => {
          if (control.signal.aborted) return
          control.abort()
          this.#change(id, { isPaused: true, isBroken: false, error: sentenceOf(error) })
        },
      )
      .finally(() => {
        this.#running.delete(id)
        // A list that was paused and resumed in between.
        this.#start(id)
      })
  }

  async #run({ id, rows, results }: IssueRun, client: Client, signal: AbortSignal): Promise<void> {
    const queue = [...batchesOf(rows).entries()].filter(([, [first = 0]]) => results[first] === null)
    const work = async () => {
      for (let next = queue.shift(); next !== undefined && !signal.aborted; next = queue.shift()) {
        const [number, indexes] = next
        await this.#send(id, { number, indexes, client, signal })
      }
    }
    await Promise.all(Array.from({ length: concurrencyMax }, work))
    signal.throwIfAborted()
  }

  /** Sends a batch until the server answers it. Rows that the server cannot read are refused, and the others sent. */
  async #send(id: string, batch: Batch): Promise<void> {
    let indexes = batch.indexes
    for (let failures = 0; indexes.length > 0;) {
      try {
        // A pause or cancellation waits for the response, which says what was issued.
        const found = await this.#call(id, { ...batch, indexes })
        this.#settle(id, new Map(indexes.map((index, place) => [index, found[place] ?? unread])))
        return
      } catch (error) {
        batch.signal.throwIfAborted()
        const refused = refusedRows(error, indexes)
        if (refused.size > 0) {
          this.#settle(id, refused)
          indexes = indexes.filter((index) => !refused.has(index))
          continue
        }
        const isRepeatable = error instanceof FairgroundError && repeatable.has(error.reason)
        if (!isRepeatable && !isWorthRetry(error)) throw error
        if (isRepeatable && error.reason === 'idempotency_interrupted') {
          this.#change(id, { attempt: (this.#find(id)?.attempt ?? 0) + 1 })
        }
        this.#change(id, { isBroken: true, error: sentenceOf(error) })
        await connectionPause(delayOf(error, failures++), batch.signal)
      }
    }
  }

  async #call(id: string, { number, indexes, client }: Batch): Promise<readonly RowResult[]> {
    const run = this.#find(id)
    if (run === undefined) throw new Error('the list is gone')
    const attendees = indexes.map((index) => {
      const { line: _line, problem: _problem, ...attendee } = run.rows[index] ?? { line: 0, count: 1 }
      return attendee
    })
    const isTrial = run.phase === 'checking'
    const input = { ticketingEventId: run.eventId, attendees, isTrial }
    // The same batch has the same key after a reload, so its tickets are issued once.
    const idempotencyKey = `${id}.${isTrial ? 'check' : 'issue'}.${number}.${indexes.length}.${run.attempt}`
    const { results } = await client.call('livestream.ticket.issue', input, { idempotencyKey })
    return results
  }

  #settle(id: string, found: ReadonlyMap<number, RowResult>): void {
    const run = this.#find(id)
    if (run === undefined) return
    const results = run.results.map((known, index) => found.get(index) ?? known)
    this.#change(id, { results, isBroken: false, error: undefined })
  }
}

type Batch = { number: number; indexes: readonly number[]; client: Client; signal: AbortSignal }

const unread: RowResult = { issued: 0, known: 0, refused: 1, reason: 'unread' }

/** Rows of a batch that a refusal names by their place. */
function refusedRows(error: unknown, indexes: readonly number[]): Map<number, RowResult> {
  const fields = error instanceof FairgroundError && error.status === 400 ? error.fields : []
  return new Map(
    fields.flatMap(({ path, message }) => {
      const index = indexes[Number(/^\/?attendees\/(\d+)/.exec(path)?.[1] ?? NaN)]
      return index === undefined ? [] : [[index, { ...unread, reason: message }] as const]
    }),
  )
}

function delayOf(error: unknown, failures: number): number {
  const asked = error instanceof FairgroundError ? (error.retryAfterSeconds ?? 0) * 1000 : 0
  return Math.max(asked, retryDelaysMs[Math.min(failures, retryDelaysMs.length - 1)] ?? 0)
}

/** Whether a list is sent by itself. */
export function isMoving({ phase, isPaused }: Pick<KeptRun, 'phase' | 'isPaused'>): boolean {
  return !isPaused && (phase === 'checking' || phase === 'issuing')
}

/** Rows of a list that have a result or are never sent. */
export function settledOf({ rows, results }: Pick<KeptRun, 'rows' | 'results'>): number {
  return rows.filter(({ problem }, index) => problem !== undefined || results[index] !== null).length
}

function restoredOf(run: KeptRun): IssueRun {
  const resumedAt = isMoving(run) ? settledOf(run) : undefined
  return { ...run, isBroken: false, error: undefined, resumedAt, isElsewhere: false }
}

function keptOf({
  isBroken: _broken,
  error: _error,
  resumedAt: _at,
  isElsewhere: _elsewhere,
  ...run
}: IssueRun): KeptRun {
  return run
}

function lockOf(id: string): string {
  return `fairground.tickets.${id}`
}

/** The lists of this tab. */
export const issueRuns = new IssueRuns()

import type {
  Account,
  Actor,
  AuditEntry,
  Client,
  Ctx,
  Db,
  Fact,
  Journal,
  JournalFact,
  Log,
  SessionCookie,
  ViewerCookies,
} from '#kit/call/context.ts'
import type { Card } from '#kit/nouns/card.ts'
import type { Subject } from '#kit/nouns/fact.ts'
import type { Resource } from '#kit/nouns/resource.ts'
import { converted } from '#kit/values/fieldType.ts'
import { looseId } from '#kit/values/ids.ts'
import type { Port } from '#kit/call/port.ts'
import { isContended } from '#kit/call/problem.ts'
import type { Tally, TallyColumns, TallyRow } from '#kit/nouns/tally.ts'
import type { Task } from '#kit/nouns/task.ts'
import type { ProcessMemory } from '#platform/cache/processMemory.ts'
import { acquireLock } from '#platform/db/advisoryLock.ts'
import { accountPath, type Party } from '#platform/db/fairSlots.ts'
import { callExecutor, transaction, type Pools } from '#platform/db/pools.ts'
import type { Cursors } from '#platform/db/cursor.ts'
import type { ReadLane } from '#platform/db/readLane.ts'
import type { Tallies } from '#platform/tally/tallies.ts'
import { AccountStore } from '#platform/db/store.ts'
import { auditColumns, auditStatement, outboxStatement, type OutboxRow } from '#platform/db/writeSql.ts'
import { auditValues, factId, factRow, taskRow, written, type ResponseKeeper, type Call, type Effect } from './call.ts'
import { readCards } from './cards.ts'
import { effectHeadStartMs, type Effects } from './effects.ts'
import { LeavingError, type CallPorts } from './callPorts.ts'

/** The parts that all calls of one process share. */
export type Kernel = {
  pools: Pools
  lane: ReadLane
  cursors: Cursors
  accounts: Ctx['accounts']
  settings: Ctx['settings']
  ports: CallPorts
  effects: Effects
  memory: ProcessMemory
  tallies: Tallies
  /** Resources of all products by the prefix of their ids. */
  resources: ReadonlyMap<string, Resource>
  now(): Date
  log: Log
}

export type CallOptions = {
  account: Account
  actor: Actor
  requestId: string
  client?: Client | undefined
  session?: SessionCookie | undefined
  viewers?: ViewerCookies | undefined
  cause: string
  depth?: number
  isSilent?: boolean
  /** Facts that the call may emit; any when left out. */
  emits?: readonly Fact[]
  /** Runs the whole call in this transaction. */
  db?: Db
  /** Party whose share of the connections it uses; by default the account's, or that of its background work. */
  party?: Party
  /** Statements only read: they use the connections and the time-out of reading operations. */
  isRead?: boolean
  /** Keeper of the response, for a request with an Idempotency-Key. */
  keeper?: ResponseKeeper | undefined
}

/** A call, ready for a handler. `finish` writes the facts and tasks that no write has included. */
export type OpenCall = { ctx: Ctx; finish(): Promise<void> }

/** Opens a call: one request, one reaction, one task. */
export function openCall(kernel: Kernel, options: CallOptions): OpenCall {
  const seat = { party: options.party ?? partyOf(options.account, options.actor), transactions: 0 }
  const call: Call = {
    account: options.account,
    actor: options.actor,
    requestId: options.requestId,
    client: options.client,
    session: options.session,
    viewers: options.viewers,
    cause: options.cause,
    depth: options.depth ?? 0,
    isSilent: options.isSilent ?? false,
    emits: options.emits === undefined ? undefined : namesOf(options.emits),
    now: kernel.now,
    db: options.db ?? callExecutor(kernel.pools, seat, options.isRead ?? false),
    seat,
    isInTransaction: options.db !== undefined,
    openTransactions: 0,
    pending: [],
    effects: options.db === undefined ? [] : undefined,
    keeper: options.keeper,
    log: kernel.log,
  }
  return { ctx: new CallContext(kernel, call), finish: () => finish(kernel, call) }
}

/** The party of a call: the account's requests in one, the platform's work for all accounts in another. */
export function partyOf(account: Account, actor: Actor): Party {
  const path = accountPath(account)
  return { path: actor.kind === 'system' ? ['background', ...path] : path }
}

const namesByFacts = new WeakMap<readonly Fact[], ReadonlySet<string>>()

function namesOf(facts: readonly Fact[]): ReadonlySet<string> {
  let names = namesByFacts.get(facts)
  if (names === undefined) {
    names = new Set(facts.map((fact) => fact.name))
    namesByFacts.set(facts, names)
  }
  return names
}

/** The context of a call. A class: each request has one and uses few of its methods. */
class CallContext implements Ctx {
  readonly actor: Actor
  readonly account: Account
  readonly requestId: string
  readonly client: Client | undefined
  readonly session: SessionCookie | undefined
  readonly viewers: ViewerCookies | undefined
  readonly cause: string
  readonly isSilent: boolean
  readonly isAtomic: boolean
  readonly now: () => Date
  readonly store: Ctx['store']
  readonly db: Db
  readonly accounts: Ctx['accounts']
  readonly cursors: Cursors
  readonly settings: Ctx['settings']
  readonly log: Log
  readonly #kernel: Kernel
  readonly #call: Call

  constructor(kernel: Kernel, call: Call) {
    this.actor = call.actor
    this.account = call.account
    this.requestId = call.requestId
    this.client = call.client
    this.session = call.session
    this.viewers = call.viewers
    this.cause = call.cause
    this.isSilent = call.isSilent
    this.isAtomic = call.isInTransaction
    this.now = call.now
    const atomic = <T>(work: (inner: Call) => Promise<T>) => committed(kernel, call, work)
    this.store = new AccountStore({ call, lane: kernel.lane, cursors: kernel.cursors, atomic })
    this.db = call.db
    this.accounts = kernel.accounts
    this.cursors = kernel.cursors
    this.settings = kernel.settings
    this.log = kernel.log
    this.#kernel = kernel
    this.#call = call
  }

  port<T>(of: Port<T>): T {
    const { ports } = this.#kernel
    return this.#holdsTransaction() ? ports.within(of) : ports.get(of)
  }

  emit<T>(fact: Fact<T>, payload: T, subject: Subject): string {
    const row = factRow(this.#call, { fact, payload, subject })
    this.#keep(row)
    return factId(this.account.id, String(row.id))
  }

  later<T>(task: Task<T>, payload: T, at: Date): void {
    this.#keep(taskRow(this.#call, { task, payload, runAt: at }))
  }

  effect<T>(task: Task<T>, payload: T): void {
    if (task.pace !== 'errand') throw new Error(`${task.name} is no outbound task: only those can be effects`)
    const { effects, account, now } = this.#call
    const runAt = new Date(now().getTime() + (effects === undefined ? 0 : effectHeadStartMs))
    const row = taskRow(this.#call, { task, payload, runAt })
    this.#keep(row)
    // cast: the task reads back the payload that stands in the row.
    effects?.push({ account, task: task as Task, row })
  }

  once<T>(work: (ctx: Ctx) => Promise<T>): Promise<T> {
    return responseOnce(this.#kernel, this.#call, (inner) =>
      work(inner === this.#call ? this : new CallContext(this.#kernel, inner)),
    )
  }

  atomic<T>(work: (ctx: Ctx) => Promise<T>): Promise<T> {
    return committed(this.#kernel, this.#call, (inner) => work(new CallContext(this.#kernel, inner)))
  }

  async lock(name: string): Promise<void> {
    if (!this.isAtomic) throw new Error(`lock ${name} is acquired outside a transaction`)
    await acquireLock(this.db, this.account.id, name)
  }

  async audit({ action, target, changes = {} }: AuditEntry): Promise<void> {
    await this.db.rows(auditStatement, [this.account.id, ...auditValues(this.#call, { action, target, changes })])
  }

  journal(entry: AuditEntry, facts: readonly JournalFact[]): Journal {
    const { changes = {}, ...about } = entry
    const values = auditValues(this.#call, { ...about, changes })
    const audit = Object.fromEntries(Object.keys(auditColumns).map((name, index) => [name, values[index]]))
    return { audit, outbox: facts.map((each) => factRow(this.#call, each)) }
  }

  count<C extends TallyColumns>(tally: Tally<C>, row: TallyRow<C>): Promise<void> {
    if (this.#holdsTransaction()) return Promise.reject(new LeavingError('ctx.count'))
    return this.#kernel.tallies.count(tally, this.account.id, row)
  }

  memory<T>(key: string, make: () => T): T {
    return this.#kernel.memory.of(key, make)
  }

  cards(ids: readonly string[]): Promise<ReadonlyMap<string, Card>> {
    return readCards(this, this.#kernel.resources, ids)
  }

  as(account: Account, actor = this.actor): Ctx {
    return new CallContext(this.#kernel, { ...this.#call, account, actor })
  }

  #holdsTransaction(): boolean {
    return this.#call.isInTransaction || this.#call.openTransactions > 0
  }

  #keep(row: OutboxRow): void {
    this.#call.pending.push({ accountId: this.account.id, row })
  }
}

/** Runs work in the open transaction of the call, or in a new one. */
async function inTransaction<T>(kernel: Kernel, call: Call, work: (inner: Call) => Promise<T>): Promise<T> {
  if (call.isInTransaction) return work(call)
  const carried = [...call.pending]
  const effects: Effect[] = []
  call.openTransactions += 1
  try {
    const run = async (db: Db) => {
      const inner: Call = { ...call, db, isInTransaction: true, pending: [...carried], effects }
      const value = await work(inner)
      await flush(inner)
      return value
    }
    const result = await transaction(kernel.pools, run, call.seat)
    written(call, carried)
    call.effects?.push(...effects)
    return result
  } finally {
    call.openTransactions -= 1
  }
}

/** Runs work in a transaction, then attempts its effects. */
async function committed<T>(kernel: Kernel, call: Call, work: (inner: Call) => Promise<T>): Promise<T> {
  const result = await inTransaction(kernel, call, work)
  if (!call.isInTransaction) await attemptEffects(kernel, call)
  return result
}

/** Runs work whose result is the response: under an Idempotency-Key one transaction commits writes and response. */
async function responseOnce<T>(kernel: Kernel, call: Call, work: (inner: Call) => Promise<T>): Promise<T> {
  const { keeper } = call
  if (keeper !== undefined) {
    const keptTogether = async (inner: Call) => {
      const response = await work(inner)
      await flush(inner)
      const hasEffects = [call, inner].some(({ effects }) => effects !== undefined && effects.length > 0)
      await keeper.keep(inner.db, response, !hasEffects)
      return response
    }
    return committed(kernel, call, keptTogether).catch((error: unknown) => {
      // A lost race aborts the whole transaction: the work cannot retry within it, so it runs again in a new one.
      if (call.isInTransaction || !isContended(error)) throw error
      return committed(kernel, call, keptTogether)
    })
  }
  const response = await work(call)
  if (!call.isInTransaction && call.effects !== undefined && call.effects.length > 0) await finish(kernel, call)
  return response
}

/** Writes pending facts and tasks, then attempts the effects. */
async function finish(kernel: Kernel, call: Call): Promise<void> {
  await flush(call)
  await attemptEffects(kernel, call)
}

/** Writes the facts and tasks that no record's write has included. */
async function flush(call: Call): Promise<void> {
  for (const [accountId, pending] of Map.groupBy(call.pending, (each) => each.accountId)) {
    await call.db.rows(outboxStatement, [accountId, JSON.stringify(pending.map(({ row }) => row))])
    written(call, pending)
  }
}

async function attemptEffects(kernel: Kernel, call: Call): Promise<void> {
  const { effects, depth, isSilent } = call
  if (effects === undefined || effects.length === 0) return
  await kernel.effects.attempt(kernel, effects.splice(0), async (account, { task, row }) => {
    const about = { actor: systemActor(task.name), cause: task.name, depth, isSilent }
    const own = openCall(kernel, { account, requestId: looseId('req', kernel.now().getTime()), ...about })
    await task.handle(own.ctx, converted(task.payload, 'read', JSON.parse(String(row.payload))))
    await own.finish()
  })
}

/** The account of work that belongs to no account, such as a schedule across accounts. */
export const platformAccount: Account = {
  id: 0,
  publicId: '',
  kind: 'business',
  mode: 'live',
  name: 'Fairground',
  language: 'en',
  timeZone: 'UTC',
  twinId: 0,
  isSuspended: false,
}

/** The actor of the platform's own work, named after a task, a reaction or a schedule. */
export function systemActor(name: string): Actor {
  return { kind: 'system', id: name, credential: 'system', scopes: ['*'] }
}

import type { Account, Actor, Client, Db, Log, SessionCookie, ViewerCookies } from '#kit/call/context.ts'
import type { Fact, Subject } from '#kit/nouns/fact.ts'
import { converted } from '#kit/values/fieldType.ts'
import { encodeId, uuidv7 } from '#kit/values/ids.ts'
import { limits } from '#kit/call/limits.ts'
import type { Seat } from '#platform/db/pools.ts'
import type { Task } from '#kit/nouns/task.ts'
import type { OutboxRow } from '#platform/db/writeSql.ts'

/** State of one call, handed from layer to layer: account, actor, cause, and rows that wait for a commit. */
export type Call = {
  account: Account
  actor: Actor
  requestId: string
  client: Client | undefined
  session: SessionCookie | undefined
  viewers: ViewerCookies | undefined
  cause: string
  /** Number of facts in the chain that caused the call; a request starts at 0. */
  depth: number
  isSilent: boolean
  /** Names of the facts that the call may emit; undefined: any. */
  emits: ReadonlySet<string> | undefined
  now(): Date
  db: Db
  /** Seat of the call among the parties that share the connections. */
  seat: Seat
  isInTransaction: boolean
  /** Number of open transactions of this call; until all end, ports that leave the database throw. */
  openTransactions: number
  /** Facts and tasks that are not written yet, of this account and of the accounts that `as` switched to. */
  pending: PendingRow[]
  /** Effects to attempt after the commit of their rows; undefined in the transaction of a job: workers run those. */
  effects: Effect[] | undefined
  /** Keeper of the response, for a request with an Idempotency-Key. */
  keeper: ResponseKeeper | undefined
  log: Log
}

/** An outbox row of an account, which the next write of its call includes. */
export type PendingRow = { accountId: number; row: OutboxRow }

/** A task whose row is in the outbox of an account; the process that wrote the row attempts it first. */
export type Effect = { account: Account; task: Task; row: OutboxRow }

/** Keeps the response of a request under its Idempotency-Key. */
export type ResponseKeeper = {
  /**
   * Keeps the response in the transaction of `db`, fenced by the lease. `isFinal`: the request has nothing left to do.
   * Throws idempotency_in_flight when another request has taken the key over.
   */
  keep(db: Db, response: unknown, isFinal: boolean): Promise<void>
}

/** Outbox rows for the next write of this call's account, in order; `written` removes them. */
export function pendingOf(call: Call): readonly PendingRow[] {
  return call.pending.length === 0
    ? call.pending
    : call.pending.filter(({ accountId }) => accountId === call.account.id)
}

/** Removes the pending rows that a write has included. */
export function written(call: Call, rows: readonly PendingRow[]): void {
  if (rows.length === 0) return
  const kept = new Set(rows)
  call.pending.splice(0, call.pending.length, ...call.pending.filter((each) => !kept.has(each)))
}

type EmittedFact = { fact: Fact; payload: unknown; subject: Subject }
type QueuedTask = { task: Pick<Task, 'name' | 'payload'>; payload: unknown; runAt: Date }
type AuditEntry = { action: string; target: string; changes: unknown }

/** The outbox row of a fact. Throws for a loop of facts, and for a fact that the operation does not declare. */
export function factRow(call: Call, { fact, payload, subject }: EmittedFact): OutboxRow {
  if (call.depth >= limits.factDepthMax) {
    throw new Error(`${fact.name}: ${limits.factDepthMax} facts caused one another: a loop`)
  }
  if (call.emits !== undefined && !call.emits.has(fact.name)) {
    throw new Error(`${call.cause} emits ${fact.name}, which it does not declare`)
  }
  const at = call.now()
  return {
    id: uuidv7(at.getTime()),
    kind: 'fact',
    name: fact.name,
    subject: subject.id,
    subject_version: subject.version,
    payload: JSON.stringify(converted(fact.payload, 'toWire', payload)),
    cause: call.cause,
    depth: call.depth + 1,
    is_public: fact.isPublic && !call.isSilent,
    is_silent: call.isSilent,
    told_at: at.toISOString(),
    run_at: null,
  }
}

/** The outbox row of a task. */
export function taskRow(call: Call, { task, payload, runAt }: QueuedTask): OutboxRow {
  const at = call.now()
  return {
    id: uuidv7(at.getTime()),
    kind: 'task',
    name: task.name,
    subject: '',
    subject_version: 0,
    payload: JSON.stringify(converted(task.payload, 'toWire', payload)),
    cause: call.cause,
    depth: call.depth,
    is_public: false,
    is_silent: call.isSilent,
    told_at: at.toISOString(),
    run_at: runAt.toISOString(),
  }
}

/** The values of one audit row, in the order of the statements that write it. */
export function auditValues(call: Call, { action, target, changes }: AuditEntry): unknown[] {
  const at = call.now()
  return [
    uuidv7(at.getTime()),
    at.toISOString(),
    call.requestId,
    call.actor.id,
    action,
    target,
    JSON.stringify(changes),
  ]
}

/** The public id of an emitted fact. */
export function factId(accountId: number, uuid: string): string {
  return encodeId('fct', accountId, uuid)
}

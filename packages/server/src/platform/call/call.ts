import type { Account, Actor, Client, Db, Log } from '#kit/call/context.ts'
import type { Fact, Subject } from '#kit/nouns/fact.ts'
import { encodeId, uuidv7 } from '#kit/values/ids.ts'
import { limits } from '#kit/call/limits.ts'
import type { Seat } from '#platform/db/pools.ts'
import type { Task } from '#kit/nouns/task.ts'
import type { OutboxRow } from '#platform/db/writeSql.ts'

/** What one call carries from layer to layer: who, for whom, why, and what waits to be committed. */
export type Call = {
  account: Account
  actor: Actor
  requestId: string
  client: Client | undefined
  cause: string
  /** Facts in the chain that led here; a request starts at 0. */
  depth: number
  isSilent: boolean
  /** Names of the facts that may be told; undefined where any may. */
  mayTell: ReadonlySet<string> | undefined
  now(): Date
  db: Db
  /** The call's place among those that share the connections. */
  seat: Seat
  isInTransaction: boolean
  /** Transactions of this call that are open: its ports that leave the database wait for their end. */
  openTransactions: number
  /** Facts and tasks that are not yet written: of this account and of those that the call acts for by `as`. */
  pending: PendingRow[]
  /** Effects to try once their rows are committed; undefined in the transaction of a job: workers run those. */
  effects: Effect[] | undefined
  /** Keeps the answer of a request with an Idempotency-Key. */
  keeper: AnswerKeeper | undefined
  log: Log
}

/** A row of an account's outbox that a later write of its call carries along. */
export type PendingRow = { accountId: number; row: OutboxRow }

/** A task whose row is in the outbox of an account, to be tried by the process that wrote it. */
export type Effect = { account: Account; task: Task; row: OutboxRow }

/** Keeps the answer of a request under its Idempotency-Key. */
export type AnswerKeeper = {
  /**
   * Keeps the answer in the transaction of `db`, fenced by the lease. `isFinal`: the request has nothing left to do.
   * Throws idempotency_in_flight where another request has taken the key over.
   */
  keep(db: Db, answer: unknown, isFinal: boolean): Promise<void>
}

/** Outbox rows for the next write of this call's account, in order; kept here until `written` removes them. */
export function pendingOf(call: Call): readonly PendingRow[] {
  return call.pending.length === 0
    ? call.pending
    : call.pending.filter(({ accountId }) => accountId === call.account.id)
}

/** Drops rows that a write has carried along. */
export function written(call: Call, rows: readonly PendingRow[]): void {
  if (rows.length === 0) return
  const kept = new Set(rows)
  call.pending.splice(0, call.pending.length, ...call.pending.filter((each) => !kept.has(each)))
}

type Told = { fact: Fact; payload: unknown; subject: Subject }
type Asked = { name: string; payload: unknown; runAt: Date }
type Audited = { action: string; target: string; changes: unknown }

/** The outbox row of a fact. Throws when a chain of facts has become a loop, and for a fact that was not declared. */
export function factRow(call: Call, { fact, payload, subject }: Told): OutboxRow {
  if (call.depth >= limits.factDepthMax) {
    throw new Error(`${fact.name}: ${limits.factDepthMax} facts have caused one another; cut as a loop`)
  }
  if (call.mayTell !== undefined && !call.mayTell.has(fact.name)) {
    throw new Error(`${call.cause} emits ${fact.name}, which it does not declare`)
  }
  const at = call.now()
  return {
    id: uuidv7(at.getTime()),
    kind: 'fact',
    name: fact.name,
    subject: subject.id,
    subject_version: subject.version,
    payload: JSON.stringify(payload),
    cause: call.cause,
    depth: call.depth + 1,
    is_public: fact.isPublic && !call.isSilent,
    is_silent: call.isSilent,
    told_at: at.toISOString(),
    run_at: null,
  }
}

/** The outbox row of a task. */
export function taskRow(call: Call, { name, payload, runAt }: Asked): OutboxRow {
  const at = call.now()
  return {
    id: uuidv7(at.getTime()),
    kind: 'task',
    name,
    subject: '',
    subject_version: 0,
    payload: JSON.stringify(payload),
    cause: call.cause,
    depth: call.depth,
    is_public: false,
    is_silent: call.isSilent,
    told_at: at.toISOString(),
    run_at: runAt.toISOString(),
  }
}

/** The values of one audit row, in the order of the statements that write it. */
export function auditValues(call: Call, { action, target, changes }: Audited): unknown[] {
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

/** The public id of a told fact. */
export function factId(accountId: number, uuid: string): string {
  return encodeId('fct', accountId, uuid)
}

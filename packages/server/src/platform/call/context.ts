import type { Account, Actor, Ctx, Db, Fact, Log, Ports } from '#kit/context.ts'
import { executor, transaction, type Pools } from '#platform/db/pools.ts'
import type { Cursors } from '#platform/db/cursor.ts'
import type { ReadLane } from '#platform/db/readLane.ts'
import { openStore } from '#platform/db/store.ts'
import { tellStatement } from '#platform/db/writeSql.ts'
import { factId, factRow, taskRow, type Call } from './call.ts'

/** What every call of one process shares. */
export type Kernel = {
  pools: Pools
  lane: ReadLane
  cursors: Cursors
  accounts: Ctx['accounts']
  settings: Ctx['settings']
  ports: Ports
  now(): Date
  log: Log
}

export type CallOptions = {
  account: Account
  actor: Actor
  requestId: string
  cause: string
  depth?: number
  isSilent?: boolean
  /** The facts that may be told; any when left out. */
  mayTell?: readonly Fact[]
  /** Runs the whole call in this transaction. */
  db?: Db
}

/** A call, ready to be handed to a handler. `finish` writes what was told and not yet committed. */
export type OpenCall = { ctx: Ctx; finish(): Promise<void> }

/** Opens a call: one request, one reaction, one task. */
export function openCall(kernel: Kernel, options: CallOptions): OpenCall {
  const call: Call = {
    account: options.account,
    actor: options.actor,
    requestId: options.requestId,
    cause: options.cause,
    depth: options.depth ?? 0,
    isSilent: options.isSilent ?? false,
    mayTell: options.mayTell === undefined ? undefined : namesOf(options.mayTell),
    now: kernel.now,
    db: options.db ?? executor(kernel.pools.work, kernel.pools.isPreparing),
    isInTransaction: options.db !== undefined,
    pending: [],
    log: kernel.log,
  }
  return { ctx: contextOf(kernel, call), finish: () => flush(call) }
}

const toldNames = new WeakMap<readonly Fact[], ReadonlySet<string>>()

function namesOf(facts: readonly Fact[]): ReadonlySet<string> {
  let names = toldNames.get(facts)
  if (names === undefined) {
    names = new Set(facts.map((fact) => fact.name))
    toldNames.set(facts, names)
  }
  return names
}

function contextOf(kernel: Kernel, call: Call): Ctx {
  const inTransaction = async <T>(work: (inner: Call) => Promise<T>): Promise<T> => {
    if (call.isInTransaction) return work(call)
    return transaction(kernel.pools, async (db) => {
      const inner: Call = { ...call, db, isInTransaction: true, pending: call.pending.splice(0) }
      const result = await work(inner)
      await flush(inner)
      return result
    })
  }
  const store = openStore({ call, lane: kernel.lane, cursors: kernel.cursors, atomic: inTransaction })
  return {
    actor: call.actor,
    account: call.account,
    requestId: call.requestId,
    cause: call.cause,
    isSilent: call.isSilent,
    isAtomic: call.isInTransaction,
    now: call.now,
    store,
    db: call.db,
    tell(fact, payload, subject) {
      const row = factRow(call, { fact, payload, subject })
      call.pending.push(row)
      return factId(call.account.id, String(row.id))
    },
    later(task, payload, at) {
      call.pending.push(taskRow(call, { name: task.name, payload, runAt: at }))
    },
    atomic: (work) => inTransaction((inner) => work(contextOf(kernel, inner))),
    as: (account) => contextOf(kernel, { ...call, account, pending: [] }),
    accounts: kernel.accounts,
    cursors: kernel.cursors,
    settings: kernel.settings,
    ports: kernel.ports,
    log: kernel.log,
  }
}

/** Writes what was told or asked for and no record's write has carried along. */
async function flush(call: Call): Promise<void> {
  const rows = call.pending.splice(0)
  if (rows.length > 0) await call.db.rows(tellStatement, [call.account.id, JSON.stringify(rows)])
}

/** Stands for the platform where no account acts: schedules work across accounts. */
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

/** The platform itself, acting under the name of a task, a reaction or a schedule. */
export function systemActor(name: string): Actor {
  return { kind: 'system', id: name, credential: 'system', scopes: ['*'] }
}

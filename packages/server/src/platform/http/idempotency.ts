import { randomUUID } from 'node:crypto'
import type { Account, Actor, Db, RowOf } from '#kit/call/context.ts'
import { uuidFloor } from '#kit/values/ids.ts'
import type { Operation } from '#kit/nouns/operation.ts'
import type { Schedule } from '#kit/nouns/task.ts'
import { field, invalid, problem, reasons } from '#kit/call/problem.ts'
import { statement } from '#kit/call/statement.ts'
import type { ResponseKeeper } from '#platform/call/call.ts'
import type { Kernel } from '#platform/call/callContext.ts'
import type { Party } from '#platform/db/fairSlots.ts'
import { callExecutor } from '#platform/db/pools.ts'
import { converted } from '#kit/values/fieldType.ts'
import { hashOf } from '#platform/db/storeWrites.ts'

/** Seals kept responses, which may hold secrets, and opens them. */
export type Sealer = { seal(plain: string, context: string): Buffer; open(sealed: Buffer, context: string): string }

/**
 * A request with an Idempotency-Key.
 *
 * 1. `reserve` inserts a row under (account, key) with a lease of 5 s, renewed every 1.5 s while the request runs. A
 *    second request with the key does not wait: it gets 409 `idempotency_in_flight`, or the kept response.
 * 2. The handler commits its writes and its response in one transaction (`ctx.once`, `keep`), fenced by the token of
 *    the lease: a request whose key was taken over commits nothing.
 * 3. A process that dies leaves a lease that expires. The next request takes the key over when no audit row names the
 *    dead request: then it has changed nothing. Otherwise it gets 409 `idempotency_interrupted`, with the ids of the
 *    changed records.
 *
 * A refusal releases the key. So a repeat either gets the same response or runs for the first time; kept responses are
 * sealed, and bound to the body and the rights of the caller. An erasure of the record empties them (`forgetRecord`):
 * a repeat gets 409 `idempotency_erased`, and never makes the record again.
 */
export type KeyedRequest = {
  of: Operation
  key: string
  input: Record<string, unknown>
  actor: Pick<Actor, 'id' | 'credential' | 'scopes'>
  account: Account
  /** Party whose share of the connections the request uses. */
  party: Party
  requestId: string
}

/** The response of an earlier request: its JSON text, and the id of that request. */
export type Replay = { text: string; requestId: string }

/** A reserved key: the request runs, and other requests with the key are refused. */
export type Reservation = ResponseKeeper & {
  /** Keeps the final response, unless the handler's transaction has kept that very value. */
  settle(response: unknown): Promise<void>
  /** Frees the key after a refusal, unless a response is kept or the request has changed a record. */
  release(): Promise<void>
  /** Stops renewing the lease. */
  close(): void
}

type Row = RowOf<typeof readStatement>

const keyForm = /^[\x21-\x7e]{1,255}$/
const keyPath = '/headers/Idempotency-Key'
const keyRule = 'must be 1 to 255 visible ASCII characters'

/** Lease of a reservation; another request can take the key over after it expires. */
const leaseMs = 5_000
const renewEveryMs = 1_500
const targetsMax = 50
/** Rows that one statement deletes. */
export const pruneBatchMax = 10_000
/** Statements of one run: together they delete more than all keys at their rates store in its interval. */
const pruneBatchesMax = 500
const storedMs = 24 * 3_600_000

type Rights = { input: KeyedRequest['input']; actor: Pick<Actor, 'credential' | 'scopes'> }

/**
 * A digest of the body and of the caller's rights: a response may hold a secret, so a repeat by a credential with other
 * rights does not get it.
 */
export function requestHash({ input, actor }: Rights): Buffer {
  return hashOf({ input, credential: actor.credential, scopes: actor.scopes.toSorted() })
}

/** Whether a text has the form of an Idempotency-Key. */
export function isKey(text: string): boolean {
  return keyForm.test(text)
}

/**
 * Reserves the key of a request by one statement, without waiting for a lock, or returns the kept response.
 * Throws conflict: idempotency_in_flight, idempotency_key_reused, idempotency_interrupted, idempotency_erased.
 */
export async function reserve(
  kernel: Kernel,
  sealer: Sealer,
  request: KeyedRequest,
): Promise<Reservation | { replay: Replay }> {
  if (!isKey(request.key)) throw invalid(field(keyPath, 'pattern', keyRule))
  const db = callExecutor(kernel.pools, { party: request.party, transactions: 0 }, false)
  const { of, actor, account, requestId } = request
  // Keys belong to their account, and those of people to their person: two people may choose the same one.
  const key = actor.credential === 'session' ? `${actor.id}:${request.key}` : request.key
  const token = randomUUID()
  const at = kernel.now()
  const hash = requestHash(request)
  const values = [account.id, key, of.id, hash, requestId, token, leaseMs, at.toISOString()]
  const context = `idempotency:${account.id}:${key}`
  const reserved = await db.rows(reserveStatement, values)
  if (reserved.length === 0) {
    const [row] = await db.rows(readStatement, [account.id, key])
    if (row === undefined) throw inFlight()
    // Kept together, so a record without a response was erased.
    if (row.record_id !== null && row.answer === null) {
      throw problem(reasons.idempotencyErased, { details: { recordId: row.record_id } })
    }
    const isSame = row.operation === of.id && row.request_hash.equals(hash)
    if (row.is_held !== true && row.answer === null) {
      await refuseInterrupted(db, account, { row, isSame })
      const taken = await db.rows(takeOverStatement, [...values, row.lease_token])
      if (taken.length === 0) throw inFlight()
    } else {
      if (!isSame) throw problem(reasons.idempotencyKeyReused)
      if (row.is_held === true || row.answer === null) throw inFlight()
      return { replay: { text: sealer.open(row.answer, context), requestId: row.request_id ?? requestId } }
    }
  }
  const lease = { account, key, token, requestId, since: at }
  const seal = (response: unknown) => sealer.seal(JSON.stringify(converted(of.output, 'toWire', response)), context)
  return reservationOf(db, lease, seal)
}

type Lease = { account: Account; key: string; token: string; requestId: string; since: Date }

function reservationOf(db: Db, lease: Lease, seal: (response: unknown) => Buffer): Reservation {
  const { account, key, token } = lease
  let kept: { response: unknown; isFinal: boolean } | undefined
  const renewal = setInterval(() => {
    db.rows(renewStatement, [account.id, key, token, leaseMs]).catch(() => undefined)
  }, renewEveryMs).unref()
  const keep = async (on: Db, response: unknown, isFinal: boolean) => {
    const rows = await on.rows(keepStatement, [account.id, key, token, seal(response), isFinal, recordOf(response)])
    if (rows.length === 0) throw inFlight()
    kept = { response, isFinal }
  }
  return {
    keep,
    async settle(response) {
      if (kept === undefined || kept.response !== response || !kept.isFinal) await keep(db, response, true)
    },
    async release() {
      const floor = uuidFloor(lease.since.getTime())
      await db.rows(releaseStatement, [account.id, key, token, floor, lease.requestId])
    },
    close: () => clearInterval(renewal),
  }
}

/** The id of the record that a response is about. */
function recordOf(response: unknown): string | null {
  const id: unknown = Object(response).id
  return typeof id === 'string' ? id : null
}

function inFlight() {
  return problem(reasons.idempotencyInFlight, { retryAfterSeconds: 1 })
}

/** Throws for a dead request that left an audit row: audit rows are committed with their change. */
async function refuseInterrupted(db: Db, account: Account, { row, isSame }: { row: Row; isSame: boolean }) {
  const floor = uuidFloor(Date.parse(row.created_at))
  const audited = await db.rows(auditedStatement, [account.id, floor, row.request_id])
  if (audited.length === 0) return
  if (!isSame) throw problem(reasons.idempotencyKeyReused)
  const targets = audited.map(({ target }) => target)
  throw problem(reasons.idempotencyInterrupted, { details: { targets, requestId: row.request_id } })
}

const reserveStatement = statement(
  'account_idempotency.reserve',
  'account',
  `insert into account_idempotency
     (account_id, key, operation, request_hash, request_id, lease_token, lease_until, created_at)
   values ($1, $2, $3, $4, $5, $6, clock_timestamp() + $7::integer * interval '1 millisecond', $8)
   on conflict (account_id, key) do nothing returning key`,
)

const readStatement = statement(
  'account_idempotency.read',
  'account',
  `select operation, request_hash, request_id, lease_token, answer, record_id, created_at,
     lease_until > clock_timestamp() as is_held
   from account_idempotency where account_id = $1 and key = $2`,
)

/** Skips a locked row: its request is committing its response, so it is still in flight. */
const takeOverStatement = statement(
  'account_idempotency.takeOver',
  'account',
  `update account_idempotency set operation = $3, request_hash = $4, request_id = $5, lease_token = $6,
     lease_until = clock_timestamp() + $7::integer * interval '1 millisecond', created_at = $8
   where account_id = $1 and key in (select key from account_idempotency
     where account_id = $1 and key = $2 and lease_token = $9 and answer is null and record_id is null
     for update skip locked) returning key`,
)

const renewStatement = statement(
  'account_idempotency.renew',
  'account',
  `update account_idempotency set lease_until = clock_timestamp() + $4::integer * interval '1 millisecond'
   where account_id = $1 and key = $2 and lease_token = $3 and lease_until is not null`,
)

/**
 * Keeps a response. A final one ends the lease; another one is replaced after the effects of the request, unless an
 * erasure has emptied it.
 */
const keepStatement = statement(
  'account_idempotency.keep',
  'account',
  `update account_idempotency set answer = $4, record_id = $6,
     lease_until = case when $5 then null else lease_until end
   where account_id = $1 and key = $2 and lease_token = $3 and (record_id is null or answer is not null)
   returning key`,
)

const releaseStatement = statement(
  'account_idempotency.release',
  'account',
  `with kept as (update account_idempotency set lease_until = null
     where account_id = $1 and key = $2 and lease_token = $3 and answer is not null)
   delete from account_idempotency i where i.account_id = $1 and i.key = $2 and i.lease_token = $3
     and i.answer is null and i.record_id is null and not exists (
       select from account_audit a where a.account_id = $1 and a.id >= $4 and a.request_id = $5)`,
)

const auditedStatement = statement(
  'account_audit.ofRequest',
  'account',
  `select distinct target from account_audit where account_id = $1 and id >= $2 and request_id = $3
   order by target limit ${targetsMax}`,
)

/** Deletes stored responses after 24 hours. */
export const pruneResponses: Schedule = {
  name: 'platform.idempotency.prune',
  description: 'Deletes stored responses after 24 hours.',
  everySeconds: 600,
  async run(ctx) {
    const before = new Date(ctx.now().getTime() - storedMs).toISOString()
    for (let batch = 0; batch < pruneBatchesMax; batch++) {
      const [row] = await ctx.db.rows(pruneStatement, [before])
      if (row === undefined || row.pruned < pruneBatchMax) return
    }
  },
}

const pruneStatement = statement(
  'account_idempotency.prune',
  'offline',
  `with gone as (delete from account_idempotency i using (
     select account_id, key from account_idempotency where created_at < $1::timestamptz limit ${pruneBatchMax}
   ) old where i.account_id = old.account_id and i.key = old.key returning 1)
   select count(*) as pruned from gone`,
)

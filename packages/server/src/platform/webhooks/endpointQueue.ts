import type { Ctx, Db, RowOf } from '#kit/call/context.ts'
import { builtStatement, statement } from '#kit/call/statement.ts'
import { findSharer, type AccountShares, type Sharer } from '#platform/db/accountShares.ts'
import type { NewDelivery } from './deliveryRows.ts'

/** The queue of one endpoint, leased by this process. `failures`: unanswered batches in a row. */
export type EndpointQueue = RowOf<typeof leaseStatement>

/** Endpoints that responded last, or were never tried; and endpoints without a response to their last batch. */
export type QueueClass = 'responding' | 'silent'

/** Lease of a queue; a batch releases it well before its end. */
const leaseMs = 90_000
/** An account has at most 50 endpoints, so the candidates of one claim are those of several accounts. */
const candidatesMax = 256

type Due = Pick<NewDelivery, 'account_id' | 'endpoint_id' | 'next_attempt_at'>

/**
 * Makes the queues of these deliveries due with them; a leased queue becomes due when it is released. A back-off of the
 * endpoint stays, unless the caller overrides it.
 */
export async function markDue(db: Db, due: readonly Due[], how: { overridesBackOff?: boolean } = {}): Promise<void> {
  const queues = new Map(due.toReversed().map((each) => [`${each.account_id} ${each.endpoint_id}`, each]))
  const sorted = [...queues].toSorted(([a], [b]) => (a < b ? -1 : 1)).map(([, each]) => each)
  await db.rows(markStatement, [
    sorted.map((each) => each.account_id),
    sorted.map((each) => each.endpoint_id),
    sorted.map((each) => each.next_attempt_at),
    how.overridesBackOff ?? false,
  ])
}

/** A claim of queues: at most `countMax`, and no more than `perAccountMax` of an account with those that are leased. */
export type QueueClaim = {
  of: QueueClass
  now: Date
  countMax: number
  /** Slots reserved for accounts without a leased queue. */
  reserved: number
  perAccountMax: number
  /** Leased queues of this process. */
  running: AccountShares
}

/**
 * Leases due queues. Accounts with fewer leased queues come first, then endpoints with fewer failures, then the queue
 * that has waited longest. Reads at most 256 rows of the index, for any number of due deliveries.
 */
export async function claimQueues(db: Db, accounts: Ctx['accounts'], claim: QueueClaim): Promise<EndpointQueue[]> {
  const { of, now, countMax, reserved, perAccountMax, running } = claim
  const full = running.full(countMax <= reserved ? 0 : perAccountMax)
  const due = await db.rows(dueStatements[of], [now.toISOString(), full])
  const chosen = chooseQueues(await withSharers(accounts, due), claim)
  if (chosen.length === 0) return []
  const keys = [chosen.map((each) => each.account_id), chosen.map((each) => each.endpoint_id)]
  return db.rows(leaseStatement, [...keys, now.toISOString(), leaseMs])
}

type DueQueue = { account_id: number; endpoint_id: string; failures: number }
type Candidate = DueQueue & { sharer: Sharer }

async function withSharers(accounts: Ctx['accounts'], due: readonly DueQueue[]): Promise<Candidate[]> {
  const sharers = new Map<number, Sharer>()
  for (const id of new Set(due.map((each) => each.account_id))) sharers.set(id, await findSharer(accounts, id))
  return due.flatMap((each) => {
    const sharer = sharers.get(each.account_id)
    return sharer === undefined ? [] : [{ ...each, sharer }]
  })
}

/** Chooses due queues, the longest due first: those of accounts in rotation, within the shares of accounts. */
function chooseQueues(due: readonly Candidate[], { countMax, reserved, perAccountMax, running }: QueueClaim) {
  const shares = running.copy()
  const byFailures = due.toSorted((a, b) => a.failures - b.failures)
  const ranked = byFailures.flatMap((each) => {
    if (shares.free(each.sharer, perAccountMax) <= 0) return []
    shares.add(each.sharer)
    return [{ ...each, turn: shares.countOfShare(each.sharer) }]
  })
  const isShared = (index: number) => index < Math.max(0, countMax - reserved)
  return ranked
    .toSorted((a, b) => a.turn - b.turn)
    .filter(({ turn }, index) => turn === 1 || isShared(index))
    .slice(0, countMax)
}

/** The state of an endpoint after a batch. */
export type QueueEnd = { failures: number; backOffUntil: Date | undefined; now: Date }

/**
 * Releases a lease. The queue is due with its next delivery, or now where that is overdue: behind the queues that wait
 * already. Deliveries added during the lease make it due now; a back-off postpones all of it.
 */
export async function releaseQueue(db: Db, queue: EndpointQueue, { failures, backOffUntil, now }: QueueEnd) {
  const key = [queue.account_id, queue.endpoint_id]
  const [row] = await db.rows(nextStatement, key)
  await db.rows(releaseStatement, [
    ...key,
    queue.lease_token,
    queue.additions,
    row?.next_at ?? null,
    now.toISOString(),
    failures,
    backOffUntil?.toISOString() ?? null,
  ])
}

const markStatement = statement(
  'ops_endpoint_queue.mark',
  'ops',
  `insert into ops_endpoint_queue as q (account_id, endpoint_id, next_at, additions, failures)
   select account_id, endpoint_id, next_at, 1, 0
   from unnest($1::bigint[], $2::uuid[], $3::timestamptz[]) as k (account_id, endpoint_id, next_at)
   on conflict (account_id, endpoint_id) do update set additions = q.additions + 1,
     back_off_until = case when $4 then null else q.back_off_until end,
     next_at = greatest(least(coalesce(q.next_at, excluded.next_at), excluded.next_at),
       case when $4 then excluded.next_at else q.back_off_until end)`,
)

const isFree = '(q.lease_until is null or q.lease_until < clock_timestamp())'

const dueStatements = {
  responding: dueStatement('responding', 'failures = 0'),
  silent: dueStatement('silent', 'failures > 0'),
}

function dueStatement(name: QueueClass, condition: string) {
  return builtStatement<DueQueue>(
    `ops_endpoint_queue.due_${name}`,
    'ops',
    `select q.account_id, q.endpoint_id, q.failures from ops_endpoint_queue q
     where q.next_at <= $1 and q.${condition} and ${isFree} and q.account_id <> all($2::bigint[])
     order by q.next_at limit ${candidatesMax}`,
  )
}

const leaseStatement = statement(
  'ops_endpoint_queue.lease',
  'ops',
  `with free as (
     select q.account_id, q.endpoint_id from ops_endpoint_queue q
     join unnest($1::bigint[], $2::uuid[]) as k (account_id, endpoint_id)
       on k.account_id = q.account_id and k.endpoint_id = q.endpoint_id
     where ${isFree} and q.next_at <= $3 for update of q skip locked)
   update ops_endpoint_queue q set lease_token = gen_random_uuid(),
     lease_until = clock_timestamp() + $4 * interval '1 millisecond'
   from free f where q.account_id = f.account_id and q.endpoint_id = f.endpoint_id
   returning q.account_id, q.endpoint_id, q.additions, q.failures, q.lease_token`,
)

const nextStatement = statement(
  'ops_delivery.next',
  'ops',
  `select min(next_attempt_at) as next_at from ops_delivery
   where account_id = $1 and endpoint_id = $2 and status in ('pending', 'failed')`,
)

const releaseStatement = statement(
  'ops_endpoint_queue.release',
  'ops',
  `update ops_endpoint_queue set lease_token = null, lease_until = null, failures = $7, back_off_until = $8,
     next_at = case when additions <> $4 then greatest($6::timestamptz, $8)
       when $5::timestamptz is null then null else greatest($5, $6, $8) end
   where account_id = $1 and endpoint_id = $2 and lease_token = $3`,
)

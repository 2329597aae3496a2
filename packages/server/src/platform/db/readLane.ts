import { problem, reasons } from '#kit/call/problem.ts'
import type { Resource } from '#kit/nouns/resource.ts'
import { statement } from '#kit/call/statement.ts'
import { mappingOf, type Mapping, type Row } from './columns.ts'
import { databaseProblem } from './problems.ts'
import type { Pools } from './pools.ts'

/**
 * The read lane: point reads that arrive in one turn of the event loop travel as one statement per resource.
 *
 *     select t.…, k.place_in_batch
 *     from unnest($1::bigint[], $2::uuid[]) with ordinality as k (account_id, id, place_in_batch)
 *     join places_place t using (account_id, id) where t.deleted_at is null
 *
 * - A read joins the batch of its resource until the batch is sent, at most 256 reads. Equal reads share one row.
 * - Two batches are in flight at most; further ones wait in order, so that no resource waits for later reads.
 * - Bounds: 20,000 waiting reads, a quarter of them of one account. A further read gets 503 with Retry-After.
 * - A failed statement fails all reads of its batch. There is no retry: a read has no effect, so callers repeat it.
 * - Reads within a transaction do not use the lane: they must see the transaction's own writes.
 */
export type ReadLane = {
  find(of: Resource, accountId: number, uuid: string): Promise<Row | undefined>
  figures(): ReadLaneFigures
}
/** Numbers of reads and statements sent since the start, and of reads that wait. */
export type ReadLaneFigures = { reads: number; batches: number; waiting: number }

const batchSizeMax = 256
const batchesInFlightMax = 2
/** Bounds of waiting reads: of all accounts, and of one. */
const waitingMax = 20_000
const accountWaitingMax = waitingMax / 4

type Waiting = { accountId: number; uuid: string; row: PromiseWithResolvers<Row | undefined> }
/** The reads of one resource, and the batch that the next of them joins. */
type Queue = { mapping: Mapping; filling: Batch | undefined }
/**
 * The reads of one statement by account and id. Each batch has a map of its own: a map that is filled and emptied for
 * ever keeps the contents of its outgrown tables alive until the next full garbage collection.
 */
type Batch = { queue: Queue; reads: Map<string, Waiting> }

/** Opens the read lane on connections with generic plans: one primary-key probe per id. */
export function openReadLane(pools: Pools): ReadLane {
  const queues = new Map<Resource, Queue>()
  const lane = { batches: new Array<Batch>(), inFlight: 0, waiting: 0, isScheduled: false }
  const waitingOf = new Map<number, number>()
  const sent = { reads: 0, batches: 0 }

  const flush = () => {
    lane.isScheduled = false
    while (lane.inFlight < batchesInFlightMax) {
      const batch = lane.batches.shift()
      if (batch === undefined) return
      void send(batch)
    }
  }
  const schedule = () => {
    if (lane.isScheduled || lane.inFlight >= batchesInFlightMax || lane.batches.length === 0) return
    lane.isScheduled = true
    setImmediate(flush)
  }
  const send = async ({ queue, reads }: Batch) => {
    if (queue.filling?.reads === reads) queue.filling = undefined
    lane.inFlight += 1
    lane.waiting -= reads.size
    for (const { accountId } of reads.values()) leave(waitingOf, accountId)
    sent.reads += reads.size
    sent.batches += 1
    await settle(pools, queue.mapping, [...reads.values()])
    lane.inFlight -= 1
    schedule()
  }
  const batchOf = (queue: Queue): Batch => {
    const { filling } = queue
    if (filling !== undefined && filling.reads.size < batchSizeMax) return filling
    const batch = { queue, reads: new Map() }
    queue.filling = batch
    lane.batches.push(batch)
    return batch
  }
  return {
    figures: () => ({ ...sent, waiting: lane.waiting }),
    find(of, accountId, uuid) {
      const queue = queueOf(queues, of)
      const key = `${uuid}${accountId}`
      const known = queue.filling?.reads.get(key)
      if (known !== undefined) return known.row.promise
      const ofAccount = waitingOf.get(accountId) ?? 0
      if (lane.waiting >= waitingMax || ofAccount >= accountWaitingMax)
        return Promise.reject(problem(reasons.unavailable, { retryAfterSeconds: 1 }))
      lane.waiting += 1
      waitingOf.set(accountId, ofAccount + 1)
      const row = Promise.withResolvers<Row | undefined>()
      batchOf(queue).reads.set(key, { accountId, uuid, row })
      schedule()
      return row.promise
    },
  }
}

function leave(waitingOf: Map<number, number>, accountId: number): void {
  const left = (waitingOf.get(accountId) ?? 1) - 1
  if (left === 0) waitingOf.delete(accountId)
  else waitingOf.set(accountId, left)
}

function queueOf(queues: Map<Resource, Queue>, of: Resource): Queue {
  let queue = queues.get(of)
  if (queue === undefined) {
    queue = { mapping: mappingOf(of), filling: undefined }
    queues.set(of, queue)
  }
  return queue
}

async function settle(pools: Pools, mapping: Mapping, batch: Waiting[]): Promise<void> {
  try {
    const rows = await readBatch(pools, mapping, batch)
    const found: (Row | undefined)[] = Array.from({ length: batch.length })
    for (const row of rows) found[Number(row['place_in_batch']) - 1] = row
    for (const [index, each] of batch.entries()) each.row.resolve(found[index])
  } catch (error) {
    const failure = databaseProblem(error)
    for (const each of batch) each.row.reject(failure)
  }
}

async function readBatch(pools: Pools, mapping: Mapping, batch: Waiting[]): Promise<Row[]> {
  const pairs = laneStatement(mapping)
  const accounts = `{${batch.map((each) => each.accountId).join(',')}}`
  const ids = `{${batch.map((each) => each.uuid).join(',')}}`
  const config = { text: pairs.text, values: [accounts, ids] }
  const result = await pools.lane.query<Row>(pools.isPreparing ? { ...config, name: pairs.name } : config)
  return result.rows
}

/** Joins by both columns: two separate `any` would probe every account with every id. */
function laneStatement(mapping: Mapping) {
  return statement(
    `${mapping.table}.lane`,
    'account',
    `select ${mapping.selectList}, k.place_in_batch ` +
      `from unnest($1::bigint[], $2::uuid[]) with ordinality as k (account_id, id, place_in_batch) ` +
      `join ${mapping.table} t using (account_id, id) where t.deleted_at is null`,
  )
}

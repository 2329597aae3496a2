import { problem, reasons } from '#kit/problem.ts'
import type { Resource } from '#kit/resource.ts'
import { statement } from '#kit/statement.ts'
import { mappingOf, type Mapping, type Row } from './columns.ts'
import { databaseProblem } from './problems.ts'
import type { Pools } from './pools.ts'

/** Point reads that arrive in one turn of the event loop travel as one statement. */
export type ReadLane = {
  find(of: Resource, accountId: number, uuid: string): Promise<Row | undefined>
  figures(): ReadLaneFigures
}
/** Reads that were sent and the statements that carried them, since the start; and what waits now. */
export type ReadLaneFigures = { reads: number; batches: number; waiting: number }

const batchSizeMax = 256
const batchesInFlightMax = 2
/** Reads that wait at once; beyond that the caller is told to come again. */
const waitingMax = 20_000

type Waiting = { accountId: number; uuid: string; answer: PromiseWithResolvers<Row | undefined> }
/** Batches that wait to be sent; the last one is being filled. */
type Queue = { mapping: Mapping; batches: Batch[] }
/**
 * The reads of one statement by what they ask for. Each batch has a map of its own: one that is filled and emptied for
 * ever keeps what its outgrown tables held alive until the next full collection.
 */
type Batch = Map<string, Waiting>

/** Opens the read lane on its own connections, whose plans are generic: one primary-key probe per id. */
export function openReadLane(pools: Pools): ReadLane {
  const lane = { queues: new Map<Resource, Queue>(), inFlight: 0, waiting: 0, isScheduled: false }
  const sent = { reads: 0, batches: 0 }

  const flush = () => {
    lane.isScheduled = false
    for (const queue of lane.queues.values()) {
      if (lane.inFlight >= batchesInFlightMax) return
      const batch = queue.batches.shift()
      if (batch !== undefined) void send(queue.mapping, batch)
    }
  }
  const schedule = () => {
    if (lane.isScheduled || lane.inFlight >= batchesInFlightMax) return
    lane.isScheduled = true
    setImmediate(flush)
  }
  const send = async (mapping: Mapping, batch: Batch) => {
    lane.inFlight += 1
    lane.waiting -= batch.size
    sent.reads += batch.size
    sent.batches += 1
    await answer(pools, mapping, [...batch.values()])
    lane.inFlight -= 1
    schedule()
  }
  return {
    figures: () => ({ ...sent, waiting: lane.waiting }),
    find(of, accountId, uuid) {
      if (lane.waiting >= waitingMax) return Promise.reject(problem(reasons.unavailable, { retryAfterSeconds: 1 }))
      const batch = batchOf(queueOf(lane.queues, of))
      const key = `${uuid}${accountId}`
      const known = batch.get(key)
      if (known !== undefined) return known.answer.promise
      lane.waiting += 1
      const answer = Promise.withResolvers<Row | undefined>()
      batch.set(key, { accountId, uuid, answer })
      schedule()
      return answer.promise
    },
  }
}

function queueOf(queues: Map<Resource, Queue>, of: Resource): Queue {
  let queue = queues.get(of)
  if (queue === undefined) {
    queue = { mapping: mappingOf(of), batches: [] }
    queues.set(of, queue)
  }
  return queue
}

/** The batch that the next read joins. */
function batchOf({ batches }: Queue): Batch {
  const last = batches.at(-1)
  if (last !== undefined && last.size < batchSizeMax) return last
  const batch: Batch = new Map()
  batches.push(batch)
  return batch
}

async function answer(pools: Pools, mapping: Mapping, batch: Waiting[]): Promise<void> {
  try {
    const rows = await readBatch(pools, mapping, batch)
    const found: (Row | undefined)[] = Array.from({ length: batch.length })
    for (const row of rows) found[Number(row['place_in_batch']) - 1] = row
    for (const [index, each] of batch.entries()) each.answer.resolve(found[index])
  } catch (error) {
    const failure = databaseProblem(error)
    for (const each of batch) each.answer.reject(failure)
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

/** Both columns in one join: two separate `any` would probe every account with every id. */
function laneStatement(mapping: Mapping) {
  return statement(
    `${mapping.table}.lane`,
    'account',
    `select ${mapping.selectList}, k.place_in_batch ` +
      `from unnest($1::bigint[], $2::uuid[]) with ordinality as k (account_id, id, place_in_batch) ` +
      `join ${mapping.table} t using (account_id, id) where t.deleted_at is null`,
  )
}

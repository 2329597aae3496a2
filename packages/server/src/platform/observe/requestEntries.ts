import type { Log } from '#kit/call/context.ts'
import { statement } from '#kit/call/statement.ts'
import { openBuckets } from '#platform/limits/buckets.ts'
import { executor, type Pools } from '#platform/db/pools.ts'

/** One finished request, as the request log stores it. */
export type RequestEntry = {
  /** Row id behind `req_…`. */
  id: string
  /** Account of the credential; 0 without one. */
  accountId: number
  /** Actor of the request, as the audit log names it; null without a credential. */
  actor: string | null
  at: string
  /** Operation id; empty for other routes. */
  operation: string
  method: string
  /** Path without the query. */
  path: string
  status: number
  reason: string | null
  durationMs: number
  /** The caller's network: /24 of IPv4, /48 of IPv6. */
  network: string
  userAgent: string
}

export type RequestLogCounts = { written: number; shed: number; waiting: number }

/** Stores finished requests for later searches. It never delays a response. */
export type RequestLog = {
  /** False when an entry would be dropped, and need not be made. `share` names the account of its key. */
  wants(isRefused: boolean, share: string): boolean
  add(entry: RequestEntry): void
  counts(): RequestLogCounts
  /** Resolves when everything added so far is written or dropped. */
  flush(): Promise<void>
  stop(): Promise<void>
}

type Options = {
  pools: Pools
  log: Log
  /**
   * Average rows per second that one process may write; refusals may use all, other requests half. One account, or all
   * requests without a key, may use half.
   */
  perSecondMax?: number
}

const perSecondDefault = 500
const burstSeconds = 4
const waitingMax = 5_000
const batchMax = 1_000
const flushEveryMs = 250
/** Accounts counted at once; the one whose share is full first is evicted. */
const sharesMax = 10_000

/** Opens the request log of a process: entries wait in memory, bounded, and are written a batch at a time. */
export function openRequestLog({ pools, log, perSecondMax = perSecondDefault }: Options): RequestLog {
  const db = executor(pools.work, pools.isPreparing)
  const burst = perSecondMax * burstSeconds
  const rateOfShare = { name: 'request-log', perSecond: perSecondMax / 2, burst: burst / 2 }
  const shares = openBuckets(() => performance.now(), sharesMax)
  const state = { tokens: burst, at: performance.now(), written: 0, shed: 0 }
  const waiting: RequestEntry[] = []
  let writing: Promise<void> | undefined

  // Entries that arrive during a write stay for the next flush: a busy process writes large batches.
  const write = async () => {
    for (let left = waiting.length; left > 0; left -= batchMax) {
      const batch = waiting.splice(0, Math.min(left, batchMax))
      try {
        await db.rows(insertRequests, columnsOf(batch))
        state.written += batch.length
      } catch (error) {
        // A failed batch is dropped: a database in trouble needs no retry of request logs.
        state.shed += batch.length
        log.warn('requests are missing from the request log', { count: batch.length, error: String(error) })
      }
    }
  }
  const flush = () => {
    writing ??= write().finally(() => (writing = undefined))
    return writing
  }
  const flushAll = async () => {
    await writing
    await flush()
  }
  const timer = setInterval(() => waiting.length > 0 && void flush(), flushEveryMs).unref()
  return {
    wants(isRefused, share) {
      const now = performance.now()
      state.tokens = Math.min(burst, state.tokens + ((now - state.at) / 1000) * perSecondMax)
      state.at = now
      const hasRoom = state.tokens >= (isRefused ? 1 : burst / 2) && waiting.length < waitingMax
      const isWanted = hasRoom && shares.take(rateOfShare, share).isAllowed
      if (isWanted) state.tokens -= 1
      else state.shed += 1
      return isWanted
    },
    add: (entry) => void waiting.push(entry),
    counts: () => ({ written: state.written, shed: state.shed, waiting: waiting.length }),
    flush: flushAll,
    async stop() {
      clearInterval(timer)
      await flushAll()
    },
  }
}

function columnsOf(batch: readonly RequestEntry[]): unknown[] {
  return [
    batch.map((each) => each.id),
    batch.map((each) => each.accountId),
    batch.map((each) => each.actor),
    batch.map((each) => each.at),
    batch.map((each) => each.operation),
    batch.map((each) => each.method),
    batch.map((each) => each.path),
    batch.map((each) => each.status),
    batch.map((each) => each.reason),
    batch.map((each) => each.durationMs),
    batch.map((each) => each.network),
    batch.map((each) => each.userAgent),
  ]
}

const insertRequests = statement(
  'ops_request_log.insert',
  'ops',
  `insert into ops_request_log
     (id, account_id, actor, at, operation, method, path, status, reason, duration_ms, network, user_agent)
   select * from unnest($1::uuid[], $2::bigint[], $3::text[], $4::timestamptz[], $5::text[], $6::text[], $7::text[],
     $8::integer[], $9::text[], $10::double precision[], $11::text[], $12::text[])
   on conflict (id) do nothing`,
)

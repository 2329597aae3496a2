import type { Db } from '#kit/call/context.ts'
import { statement } from '#kit/call/statement.ts'
import { retryDelayMs } from '#kit/values/backOff.ts'
import type { Kernel } from '#platform/call/callContext.ts'
import { executor } from '#platform/db/pools.ts'
import { slots } from '#platform/tasks/concurrency.ts'
import {
  bringForward,
  exhaustUnsent,
  listDue,
  recordAttempt,
  type AttemptEnd,
  type DueDelivery,
} from './deliveryRows.ts'
import { releaseQueue, type EndpointQueue } from './endpointQueue.ts'
import type { EndpointTarget, WebhookEndpoints } from './webhookEndpointsPort.ts'
import { messageOf } from './webhookMessage.ts'
import { unanswered, type Post, type Posted } from './post.ts'
import { attemptsMax, deliveryBackOff, endpointBackOff, overdueMsMax } from './deliveryBackOff.ts'

export type BatchParts = {
  kernel: Kernel
  /** The ops database. */
  db: Db
  endpoints: WebhookEndpoints
  post: Post
  /** Ends the batch after the attempts in flight. */
  stopping: AbortSignal
  onChanged(): void
  onEnd(status: AttemptEnd['status']): void
}

const deliveriesMax = 50
const concurrencyMax = 4
/** No attempt begins later in a batch: other queues get the slot, and the lease does not expire. */
const batchMsMax = 10_000

/** Sends the due deliveries of one leased queue, for 10 s and one attempt, and releases the queue. */
export async function sendBatch(parts: BatchParts, queue: EndpointQueue): Promise<void> {
  const { kernel, db } = parts
  const target = await parts.endpoints.findTarget(queue.account_id, queue.endpoint_id)
  if (target === undefined) {
    await exhaustUnsent(db, queue, { error: 'the endpoint is disabled', now: kernel.now() })
    return releaseQueue(db, queue, { failures: 0, backOffUntil: undefined, now: kernel.now() })
  }
  const endsAt = performance.now() + batchMsMax
  const batch: Batch = { parts, queue, target, endsAt, responded: 0, unanswered: 0, unansweredInRow: 0, isGone: false }
  if (queue.failures === 0 || (await respondsAgain(batch))) await sendDue(batch)
  if (batch.isGone) {
    await parts.endpoints.disableGone(queue.account_id, queue.endpoint_id)
    parts.onChanged()
  }
  await releaseQueue(db, queue, endOfBatch(batch))
}

type Batch = {
  parts: BatchParts
  queue: EndpointQueue
  target: EndpointTarget
  endsAt: number
  responded: number
  unanswered: number
  unansweredInRow: number
  isGone: boolean
}

/** Attempts without a response count against the endpoint; an error status counts against its delivery alone. */
function endOfBatch({ parts, queue, responded, unanswered }: Batch) {
  const now = parts.kernel.now()
  if (responded > 0) return { failures: 0, backOffUntil: undefined, now }
  if (unanswered === 0) return { failures: queue.failures, backOffUntil: undefined, now }
  const failures = queue.failures + 1
  return { failures, backOffUntil: new Date(now.getTime() + retryDelayMs(endpointBackOff, failures)), now }
}

/** Probes a silent endpoint with one delivery. After several silent batches the other failed ones are due, too. */
async function respondsAgain(batch: Batch): Promise<boolean> {
  const { parts, queue } = batch
  await bringForward(parts.db, queue, parts.kernel.now())
  const [probe] = await listDue(parts.db, queue, { now: parts.kernel.now(), countMax: 1 })
  if (probe === undefined) return false
  await sendOne(batch, probe, (await payloadsOf(batch, [probe])).get(probe.fact_id))
  const now = parts.kernel.now()
  if (batch.responded > 0) {
    if (queue.failures > 1) await bringForward(parts.db, queue, undefined)
    return true
  }
  const dueBefore = new Date(now.getTime() - overdueMsMax)
  await exhaustUnsent(parts.db, queue, { error: 'the endpoint did not answer for three days', now, dueBefore })
  return false
}

async function sendDue(batch: Batch): Promise<void> {
  const { parts, queue } = batch
  const due = await listDue(parts.db, queue, { now: parts.kernel.now(), countMax: deliveriesMax })
  const payloads = await payloadsOf(batch, due)
  const inSlot = slots(concurrencyMax)
  await Promise.all(
    chains(due).map((chain) =>
      inSlot(async () => {
        for (const each of chain) {
          if (isOver(batch)) return
          await sendOne(batch, each, payloads.get(each.fact_id))
        }
      }),
    ),
  )
}

/** Whether no other attempt begins. Remaining deliveries stay due, and the release of the queue makes it due. */
function isOver({ parts, isGone, unansweredInRow, endsAt }: Batch): boolean {
  return isGone || unansweredInRow >= concurrencyMax || performance.now() > endsAt || parts.stopping.aborted
}

async function payloadsOf(batch: Batch, due: readonly DueDelivery[]): Promise<ReadonlyMap<string, string>> {
  if (due.length === 0) return new Map()
  const { pools } = batch.parts.kernel
  const values = [batch.queue.account_id, due.map((each) => each.fact_id)]
  const rows = await executor(pools.work, pools.isPreparing).rows(payloads, values)
  return new Map(rows.map((row) => [row.id, row.payload]))
}

/** Chains of deliveries: first attempts of one subject go in order. A retry after an error status goes alone. */
function chains(due: readonly DueDelivery[]): DueDelivery[][] {
  const isRejected = ({ last_status: status }: DueDelivery) => status !== null
  const bySubject = Map.groupBy(
    due.filter((each) => !isRejected(each)),
    (each) => each.subject,
  )
  const ordered = [...bySubject.values()].map((chain) =>
    chain.toSorted((a, b) => a.subject_version - b.subject_version || (a.fact_id < b.fact_id ? -1 : 1)),
  )
  return [...ordered, ...due.filter(isRejected).map((each) => [each])]
}

async function sendOne(batch: Batch, due: DueDelivery, payload: string | undefined): Promise<void> {
  const { parts, queue } = batch
  const posted: Posted =
    payload === undefined
      ? { ...unanswered, error: 'the fact is no longer kept', durationMs: 0 }
      : await parts.post(queue.account_id, batch.target, messageOf(queue.account_id, due, payload))
  const end = endOf(posted, due, { now: parts.kernel.now(), isKept: payload !== undefined })
  if (posted.status === 410) batch.isGone = true
  if (payload !== undefined) {
    const hasResponse = posted.status !== undefined
    batch[hasResponse ? 'responded' : 'unanswered'] += 1
    batch.unansweredInRow = hasResponse ? 0 : batch.unansweredInRow + 1
  }
  await recordAttempt(parts.db, queue, { due, end, now: parts.kernel.now() })
  parts.onEnd(end.status)
}

/** Any status of the 200s is a success; after 410, or the last attempt, there is no next one. */
function endOf(posted: Posted, due: DueDelivery, at: { now: Date; isKept: boolean }): AttemptEnd {
  const { status } = posted
  const isDelivered = status !== undefined && status >= 200 && status < 300
  const attempts = due.retry_step + 1
  const isFinal = status === 410 || !at.isKept || attempts >= attemptsMax
  const delay = isDelivered || isFinal ? undefined : retryDelayMs(deliveryBackOff, attempts, posted)
  return {
    status: isDelivered ? 'delivered' : delay === undefined ? 'exhausted' : 'failed',
    httpStatus: status ?? null,
    error: isDelivered ? null : (posted.error ?? `answered ${status}`),
    durationMs: Math.round(posted.durationMs),
    excerpt: posted.excerpt ?? null,
    nextAt: delay === undefined ? null : new Date(at.now.getTime() + delay).toISOString(),
  }
}

const payloads = statement(
  'account_outbox.payloads',
  'account',
  'select id, payload from account_outbox where account_id = $1 and id = any($2::uuid[])',
)

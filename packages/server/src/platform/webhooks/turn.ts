import type { Db } from '#kit/context.ts'
import { statement } from '#kit/statement.ts'
import type { Kernel } from '#platform/call/context.ts'
import { executor } from '#platform/db/pools.ts'
import { slots } from '#platform/tasks/gather.ts'
import type { EndpointTarget, WebhookEndpoints } from './endpoints.ts'
import {
  abandonLane,
  listDue,
  recordAttempt,
  releaseLane,
  type AttemptEnd,
  type DueDelivery,
  type Lane,
} from './lanes.ts'
import { messageOf } from './message.ts'
import { unanswered, type Post, type Posted } from './post.ts'
import { nextDelayMs } from './schedule.ts'

export type TurnParts = {
  kernel: Kernel
  /** The ops database. */
  db: Db
  endpoints: WebhookEndpoints
  post: Post
  onChanged(): void
  onEnd(status: AttemptEnd['status']): void
}

const deliveriesMax = 100
const atOnceMax = 4
/** After this no new attempt begins, so that others get their turn and the lease is not outlived. */
const turnMsMax = 10_000

/** Sends what is due at one endpoint, for a while, and gives the lane back. */
export async function takeTurn(parts: TurnParts, lane: Lane): Promise<void> {
  const { kernel, db } = parts
  const target = await parts.endpoints.findTarget(lane.account_id, lane.endpoint_id)
  if (target === undefined) {
    await abandonLane(db, lane, { error: 'the endpoint is disabled', now: kernel.now() })
    return releaseLane(db, lane, kernel.now())
  }
  const turn = await openTurn(parts, lane, target)
  const inSlot = slots(atOnceMax)
  await Promise.all(chains(turn.due).map((chain) => inSlot(() => sendChain(turn, chain))))
  if (turn.isGone) {
    await parts.endpoints.disableGone(lane.account_id, lane.endpoint_id)
    parts.onChanged()
  }
  await releaseLane(db, { ...lane, failures: turn.failures }, kernel.now())
}

type Turn = {
  parts: TurnParts
  lane: Lane
  target: EndpointTarget
  due: DueDelivery[]
  payloads: ReadonlyMap<string, string>
  endsAt: number
  isGone: boolean
  /** Failed attempts since the last that went well. */
  failures: number
}

async function openTurn(parts: TurnParts, lane: Lane, target: EndpointTarget): Promise<Turn> {
  const due = await listDue(parts.db, lane, { now: parts.kernel.now(), most: deliveriesMax })
  const { pools } = parts.kernel
  const ids = due.map((each) => each.fact_id)
  const rows =
    due.length === 0
      ? []
      : await executor(pools.work, pools.isPreparing).rows<{ id: string; payload: string }>(payloadsStatement, [
          lane.account_id,
          ids,
        ])
  const payloads = new Map(rows.map((row) => [row.id, row.payload]))
  const endsAt = performance.now() + turnMsMax
  return { parts, lane, target, due, payloads, endsAt, isGone: false, failures: lane.failures }
}

/** First attempts of one subject go one after another; a retry goes alone and holds nothing up. */
function chains(due: readonly DueDelivery[]): DueDelivery[][] {
  const first = Map.groupBy(
    due.filter((each) => each.attempts === 0),
    (each) => each.subject,
  )
  const firsts = [...first.values()].map((chain) =>
    chain.toSorted((a, b) => a.subject_version - b.subject_version || (a.fact_id < b.fact_id ? -1 : 1)),
  )
  return [...firsts, ...due.filter((each) => each.attempts > 0).map((each) => [each])]
}

async function sendChain(turn: Turn, chain: readonly DueDelivery[]): Promise<void> {
  for (const due of chain) {
    if (turn.isGone || performance.now() > turn.endsAt) return
    await sendOne(turn, due)
  }
}

async function sendOne(turn: Turn, due: DueDelivery): Promise<void> {
  const { parts, lane } = turn
  const payload = turn.payloads.get(due.fact_id)
  const posted: Posted =
    payload === undefined
      ? { ...unanswered, error: 'the fact is no longer kept', durationMs: 0 }
      : await parts.post(turn.target, messageOf(lane.account_id, due, payload))
  const end = endOf(posted, due, { now: parts.kernel.now(), isKept: payload !== undefined })
  if (posted.status === 410) turn.isGone = true
  turn.failures = end.status === 'delivered' ? 0 : turn.failures + 1
  await recordAttempt(parts.db, lane, { due, end, now: parts.kernel.now() })
  parts.onEnd(end.status)
}

/** Any answer of the 200s is a success; after 410, or the last attempt, there is no next one. */
function endOf(posted: Posted, due: DueDelivery, at: { now: Date; isKept: boolean }): AttemptEnd {
  const { status } = posted
  const isDelivered = status !== undefined && status >= 200 && status < 300
  const isFinal = status === 410 || !at.isKept
  const delay = isDelivered || isFinal ? undefined : nextDelayMs(due.round + 1, posted.retryAfterMs)
  return {
    status: isDelivered ? 'delivered' : delay === undefined ? 'exhausted' : 'failed',
    httpStatus: status ?? null,
    error: isDelivered ? null : (posted.error ?? `answered ${status}`),
    durationMs: Math.round(posted.durationMs),
    excerpt: posted.excerpt ?? null,
    nextAt: delay === undefined ? null : new Date(at.now.getTime() + delay).toISOString(),
  }
}

const payloadsStatement = statement(
  'account_outbox.payloads',
  'account',
  'select id, payload from account_outbox where account_id = $1 and id = any($2::uuid[])',
)

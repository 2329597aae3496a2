import { uuidv7 } from '#kit/values/ids.ts'
import type { Reaction } from '#kit/nouns/reaction.ts'
import type { Pace } from '#kit/nouns/task.ts'
import type { NewDelivery } from '#platform/webhooks/deliveryRows.ts'
import type { EnabledEndpoint } from '#platform/webhooks/webhookEndpointsPort.ts'
import type { NewJob } from '#platform/tasks/queue.ts'
import { fitsPattern } from './pattern.ts'

/** One row of an account's outbox as the relay reads it. */
export type Unpublished = {
  account_id: number
  /** Id of the test account of a live account, or of the live account of a test account. */
  twin_id: number | null
  id: string
  kind: 'fact' | 'task'
  name: string
  subject: string
  subject_version: number
  payload: string
  cause: string
  depth: number
  is_public: boolean
  is_silent: boolean
  told_at: string
  run_at: string | null
}

/** Reactions by the name of their fact, and the paces of tasks by name; reactions have pace quick. */
export type Consumers = { reactions: ReadonlyMap<string, readonly Reaction[]>; paces: ReadonlyMap<string, Pace> }

/** The jobs of outbox rows, in their order: one per reaction to a fact, one per task. */
export function jobsOf(rows: readonly Unpublished[], { reactions, paces }: Consumers, now: Date): NewJob[] {
  const jobs: NewJob[] = []
  const seen = new Set<string>()
  for (const row of inOrder(rows)) {
    const names = row.kind === 'task' ? [row.name] : (reactions.get(row.name) ?? []).map((each) => each.name)
    for (const name of names) {
      const key = row.kind === 'task' ? null : `${name} ${row.account_id} ${row.subject}`
      const pace = row.kind === 'task' ? (paces.get(name) ?? 'quick') : 'quick'
      jobs.push({ ...jobOf(row, name, now), pace, order_key: key, is_first: key !== null && !seen.has(key) })
      if (key !== null) seen.add(key)
    }
  }
  return jobs
}

function jobOf(row: Unpublished, name: string, now: Date) {
  return {
    id: uuidv7(now.getTime()),
    account_id: row.account_id,
    kind: row.kind === 'task' ? ('task' as const) : ('reaction' as const),
    name,
    fact_id: row.id,
    fact_name: row.name,
    subject: row.subject,
    subject_version: row.subject_version,
    payload: row.payload,
    cause: row.cause,
    depth: row.depth,
    is_silent: row.is_silent,
    told_at: row.told_at,
    run_at: row.run_at ?? now.toISOString(),
  }
}

/** The deliveries of public facts: one per enabled endpoint of the account with a matching filter. */
export function deliveriesOf(
  rows: readonly Unpublished[],
  endpoints: readonly EnabledEndpoint[],
  now: Date,
): NewDelivery[] {
  const byAccount = Map.groupBy(endpoints, (endpoint) => endpoint.accountId)
  return inOrder(rows.filter(isForEndpoints)).flatMap((row) =>
    (byAccount.get(row.account_id) ?? [])
      .filter((endpoint) => wants(endpoint, row))
      .map((endpoint) => ({
        account_id: row.account_id,
        id: uuidv7(now.getTime()),
        endpoint_id: endpoint.uuid,
        fact_id: row.id,
        fact_name: row.name,
        subject: row.subject,
        subject_version: row.subject_version,
        told_at: row.told_at,
        next_attempt_at: now.toISOString(),
      })),
  )
}

/**
 * The rows with deliveries within a bound per account, oldest first; at least one row of each account. 50 endpoints
 * mean 50 deliveries per fact, and rows of other accounts are in the same statement.
 */
export function withinDeliveries(
  rows: readonly Unpublished[],
  endpoints: readonly EnabledEndpoint[],
  perAccountMax: number,
): Unpublished[] {
  const byAccount = Map.groupBy(endpoints, (endpoint) => endpoint.accountId)
  const counts = new Map<number, number>()
  return rows.filter((row) => {
    const before = counts.get(row.account_id) ?? 0
    const own = isForEndpoints(row)
      ? (byAccount.get(row.account_id) ?? []).filter((each) => wants(each, row)).length
      : 0
    const isFull = before > 0 && before + own > perAccountMax
    counts.set(row.account_id, isFull ? Number.POSITIVE_INFINITY : before + own)
    return !isFull
  })
}

/** Whether a fact may be delivered to endpoints. */
export function isForEndpoints(row: Unpublished): boolean {
  return row.kind === 'fact' && row.is_public && !row.is_silent
}

/** Fact of a test delivery, which goes to the tested endpoint alone. */
export const testedFactName = 'account.webhookEndpoint.tested'

function wants(endpoint: EnabledEndpoint, row: Unpublished): boolean {
  if (row.told_at < endpoint.createdAt) return false
  if (row.name === testedFactName) return row.subject === endpoint.id
  return endpoint.facts.some((pattern) => fitsPattern(row.name, pattern))
}

/** Sorts by version within a subject, since clocks of several processes differ; else by emission. */
function inOrder(rows: readonly Unpublished[]): Unpublished[] {
  const subjects = Map.groupBy(rows, (row) => `${row.account_id} ${row.subject}`)
  const next = new Map<string, Unpublished[]>()
  for (const [key, own] of subjects)
    next.set(
      key,
      own.toSorted((a, b) => a.subject_version - b.subject_version),
    )
  return rows.flatMap((row) => next.get(`${row.account_id} ${row.subject}`)?.shift() ?? [])
}

import { encodeAccountId } from '#kit/values/ids.ts'
import { factId } from '#platform/call/call.ts'
import type { DueDelivery } from './deliveryRows.ts'

type DeliveredFact = Pick<DueDelivery, 'fact_id' | 'fact_name' | 'told_at' | 'subject' | 'subject_version'>

/** The signed message. `id` is that of the fact, the same at every endpoint and attempt. */
export type Message = { id: string; body: string }

/**
 * The body of a webhook in the form of Standard Webhooks 1.0 (`type`, `timestamp`, `data`), with the fact's id,
 * account and the version of its subject beside them. The payload is copied byte for byte.
 */
export function messageOf(accountId: number, due: DeliveredFact, payload: string): Message {
  const id = factId(accountId, due.fact_id)
  const head = JSON.stringify({ type: due.fact_name, timestamp: due.told_at })
  const tail = JSON.stringify({
    id,
    accountId: encodeAccountId(accountId),
    subject: due.subject,
    subjectVersion: due.subject_version,
  })
  return { id, body: `${head.slice(0, -1)},"data":${payload},${tail.slice(1)}` }
}

import type { Cursors, ListPage, Paging } from '#kit/call/context.ts'
import { port } from '#kit/call/port.ts'

export type DeliveryStatus = 'pending' | 'failed' | 'delivered' | 'exhausted'

export type Delivery = {
  /** `dlv_…` */
  id: string
  status: DeliveryStatus
  webhookEndpointId: string
  factId: string
  factName: string
  subject: string
  subjectVersion: number
  /** Attempts made so far, resends included. */
  attemptCount: number
  nextAttemptAt: string | null
  /** HTTP status of the last response; null without one. */
  lastStatus: number | null
  lastError: string | null
  lastDurationMs: number | null
  /** Up to 1 kB of the last response. */
  responseExcerpt: string | null
  createdAt: string
  updatedAt: string
}

export type DeliveryAttempt = {
  number: number
  at: string
  status: number | null
  error: string | null
  durationMs: number
}

export type DeliveryQuery = Paging & {
  isFalling: boolean
  status: string | undefined
  /** Row ids. */
  endpointUuid: string | undefined
  factUuid: string | undefined
}

export type Deliveries = {
  /** Reads one page; `cursors` are those of the call. */
  list(accountId: number, query: DeliveryQuery, cursors: Cursors): Promise<ListPage<Delivery>>
  /** A delivery with its attempts, newest first, at most 20. */
  find(accountId: number, uuid: string): Promise<{ delivery: Delivery; attempts: DeliveryAttempt[] } | undefined>
  /** Number of exhausted deliveries, counted to `max`. */
  countExhausted(accountId: number, max: number): Promise<number>
  /** Endpoints that did not respond to their last batches, and the number of these, at most 10. */
  silentEndpoints(accountId: number): Promise<{ endpointUuid: string; failures: number }[]>
  /** Sends a delivery again at once, with the whole schedule of retries before it. False for an unknown delivery. */
  resend(accountId: number, uuid: string): Promise<boolean>
}

/** Deliveries of webhooks, in the ops database. */
export const deliveriesPort = port<Deliveries>('deliveries', {
  list: 'leaves',
  find: 'leaves',
  countExhausted: 'leaves',
  silentEndpoints: 'leaves',
  resend: 'leaves',
})

/** How a fact's way to one webhook endpoint stands. */
export type DeliveryStatus = 'pending' | 'failed' | 'delivered' | 'exhausted'

/** One fact on its way to one webhook endpoint. */
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
  /** HTTP status of the last answer; null when there was none. */
  lastStatus: number | null
  lastError: string | null
  lastDurationMs: number | null
  /** Up to 1 kB of the last answer. */
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

export type DeliveryQuery = {
  limit: number
  offset: number
  /** Row id of the last delivery of the page before. */
  after: string | undefined
  isFalling: boolean
  status: string | undefined
  /** Row ids. */
  endpointUuid: string | undefined
  factUuid: string | undefined
  /** Counts matches to this many; undefined: not at all. */
  countMax: number | undefined
}

/** Deliveries of an account's facts; they live in the ops database. */
export type Deliveries = {
  /** Up to `limit` of them, newest or oldest first. */
  list(accountId: number, query: DeliveryQuery): Promise<{ items: Delivery[]; total: number | undefined }>
  /** With its attempts, newest first, at most 20. */
  find(accountId: number, uuid: string): Promise<{ delivery: Delivery; attempts: DeliveryAttempt[] } | undefined>
  /** Sends again at once, with the whole schedule of retries before it. False when there is no such delivery. */
  resend(accountId: number, uuid: string): Promise<boolean>
}

/** Tells waiting readers that an account has new public facts. */
export type FactSignals = {
  /** Listens from now on. Close it. */
  watch(accountId: number): FactWatch
}

export type FactWatch = {
  /**
   * facts: some were published since the watch began or `next` last said so. over: none came in this time. refused:
   * too many wait already, or the process ends.
   */
  next(timeoutMs: number): Promise<'facts' | 'over' | 'refused'>
  close(): void
}

/** What this server can do, by name: what is not in it is a typing mistake. */
export type Catalogue = {
  /** Scopes of its operations. */
  scopes: readonly string[]
  /** Names of its public facts. */
  facts: readonly string[]
}

/** Keeps secrets unreadable at rest. `context` binds them to their place: opening elsewhere throws. */
export type Sealing = {
  seal(plain: string, context: string): Uint8Array
  open(sealed: Uint8Array, context: string): string
}

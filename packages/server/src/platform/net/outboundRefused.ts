/** Reason why the guard refuses a request or its response. */
export type RefusalReason =
  | 'url'
  | 'scheme'
  | 'credentials'
  | 'port'
  | 'address'
  | 'redirects'
  | 'answer_too_large'
  | 'answer_encoding'

/** A request that the guard refuses. The message may be shown to the account: it never names a resolved address. */
export class OutboundRefused extends Error {
  readonly reason: RefusalReason
  /** The refused address, for the log. */
  readonly address: string | undefined

  constructor(reason: RefusalReason, message: string, address?: string) {
    super(message)
    this.name = 'OutboundRefused'
    this.reason = reason
    this.address = address
  }
}

/** Failures of a request to an address that the guard allows. */
export type FailureReason = 'timeout' | 'cancelled' | 'name_not_found' | 'connection' | 'tls' | 'protocol'

/** A failed request to an allowed address. A retry may succeed. */
export class OutboundFailed extends Error {
  readonly reason: FailureReason

  constructor(reason: FailureReason, message: string, cause?: unknown) {
    super(message, { cause })
    this.name = 'OutboundFailed'
    this.reason = reason
  }
}

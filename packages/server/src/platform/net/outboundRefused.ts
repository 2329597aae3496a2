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

/** Whether the guard refuses the response: the server has the request. */
export function isAnswered({ reason }: OutboundRefused): boolean {
  return reason === 'answer_encoding' || reason === 'answer_too_large'
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

/** Causes of failures before the first byte of a request. */
const unsent = /ECONNREFUSED|EHOSTUNREACH|ENETUNREACH|CONNECT_TIMEOUT|UND_ERR_INVALID_ARG/

/** Whether a request failed before its first byte left. After another failure the server may have it. */
export function isUnsent(error: OutboundFailed): boolean {
  const codes = `${error.message} ${String(Object(error.cause).code)}`
  return error.reason === 'name_not_found' || error.reason === 'tls' || unsent.test(codes)
}

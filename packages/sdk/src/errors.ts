/** One refused field: JSON pointer, broken rule, expected form. */
export type FieldProblem = { path: string; rule: string; message: string }

/** Details of a failed call. */
export type ErrorFacts = {
  message: string
  code: string
  /** The exact cause, stable; explained at `docs`. */
  reason: string
  /** HTTP status; 0 without a response. */
  status: number
  fields: FieldProblem[]
  details: Record<string, unknown> | undefined
  requestId: string | undefined
  docs: string | undefined
  /** Seconds of the Retry-After header. */
  retryAfterSeconds: number | undefined
  /** The operation that was called, such as `places.place.create`. */
  operation: string
  /** Number of attempts. */
  attempts: number
}

/** Any failure of a call. Subclasses stand for kinds of failures; `reason` names the cause. */
export class FairgroundError extends Error {
  readonly code: string
  readonly reason: string
  readonly status: number
  readonly fields: FieldProblem[]
  readonly details: Record<string, unknown> | undefined
  readonly requestId: string | undefined
  readonly docs: string | undefined
  readonly retryAfterSeconds: number | undefined
  readonly operation: string
  readonly attempts: number

  constructor(facts: ErrorFacts, options?: ErrorOptions) {
    super(facts.message, options)
    this.name = new.target.name
    this.code = facts.code
    this.reason = facts.reason
    this.status = facts.status
    this.fields = facts.fields
    this.details = facts.details
    this.requestId = facts.requestId
    this.docs = facts.docs
    this.retryAfterSeconds = facts.retryAfterSeconds
    this.operation = facts.operation
    this.attempts = facts.attempts
  }
}

/** 400: the request does not satisfy the contract; `fields` names the wrong fields. */
export class InvalidRequestError extends FairgroundError {}

/** 401: the key is missing, malformed, unknown, expired or revoked. */
export class AuthenticationError extends FairgroundError {}

/** 403: the account, scope, origin or address may not do this. */
export class NotAuthorizedError extends FairgroundError {}

/** 404: the record does not exist, or belongs to another account. */
export class NotFoundError extends FairgroundError {}

/** 409: the state of the record does not allow the call; nothing has changed. */
export class ConflictError extends FairgroundError {}

/** 429: too many requests; `retryAfterSeconds` is the delay of a retry. */
export class RateLimitedError extends FairgroundError {}

/** 500: an unexpected error of the server. */
export class InternalError extends FairgroundError {}

/** 503: the server is unavailable; `retryAfterSeconds` may name the delay of a retry. */
export class UnavailableError extends FairgroundError {}

/** The connection failed without a response. Whether the request was carried out is unknown. */
export class ConnectionError extends FairgroundError {}

/** The call timed out without a response. Whether the request was carried out is unknown. */
export class TimeoutError extends FairgroundError {}

/** A response that is not of this API, such as a proxy's page. */
export class UnexpectedResponseError extends FairgroundError {}

const classes: Record<string, typeof FairgroundError> = {
  invalid_request: InvalidRequestError,
  authentication_required: AuthenticationError,
  not_authorized: NotAuthorizedError,
  not_found: NotFoundError,
  conflict: ConflictError,
  rate_limited: RateLimitedError,
  internal_error: InternalError,
  unavailable: UnavailableError,
  connection_failed: ConnectionError,
  timed_out: TimeoutError,
}

/** The error of the class that belongs to its code. */
export function errorFor(facts: ErrorFacts, cause?: unknown): FairgroundError {
  const Kind = classes[facts.code] ?? UnexpectedResponseError
  return new Kind(facts, cause === undefined ? undefined : { cause })
}

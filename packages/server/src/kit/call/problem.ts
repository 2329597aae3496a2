import { limits } from './limits.ts'

/** The closed set of error codes, each with its HTTP status. */
export const statusOfCode = {
  invalid_request: 400,
  authentication_required: 401,
  not_authorized: 403,
  not_found: 404,
  conflict: 409,
  rate_limited: 429,
  internal_error: 500,
  unavailable: 503,
} as const

export type ProblemCode = keyof typeof statusOfCode

/** A documented cause of an error: open set, stable names, each a section of `/docs/errors`. */
export type Reason = {
  code: ProblemCode
  reason: string
  message: string
  /** HTTP status where it differs from that of the code: 405 is an invalid request. */
  status?: 405
}

/** One refused field: JSON pointer, broken rule, expected form. */
export type FieldProblem = { path: string; rule: string; message: string }

/** Declares a reason. The message is the default one, and the documentation. */
export function reason(code: ProblemCode, name: string, message: string): Reason {
  return { code, reason: name, message }
}

/** A refusal of an operation. The caller receives every field but `cause`, which is for the log. */
export class Problem extends Error {
  readonly code: ProblemCode
  readonly status: number
  readonly reason: string
  readonly fields: FieldProblem[]
  readonly details: Record<string, unknown> | undefined
  readonly retryAfterSeconds: number | undefined
  /** Further headers of the response by name, such as those of a rate limit. */
  readonly headers: Record<string, string>

  constructor(why: Reason, more: ProblemMore = {}) {
    super(more.message ?? why.message, more.cause === undefined ? undefined : { cause: more.cause })
    this.name = 'Problem'
    this.code = why.code
    this.status = why.status ?? statusOfCode[why.code]
    this.reason = why.reason
    this.fields = (more.fields ?? []).slice(0, limits.fieldErrorsMax)
    this.details = more.details
    this.retryAfterSeconds = more.retryAfterSeconds
    this.headers = { ...more.headers }
  }
}

export type ProblemMore = {
  message?: string
  fields?: FieldProblem[]
  /** Facts that help to recover, shown as `error.details`: counts, candidates, allowed values. */
  details?: Record<string, unknown>
  retryAfterSeconds?: number
  headers?: Record<string, string>
  cause?: unknown
}

/** The error to throw for a declared reason. */
export function problem(why: Reason, more: ProblemMore = {}): Problem {
  return new Problem(why, more)
}

/** The error for fields that break the contract; one or many at once. */
export function invalid(...fields: FieldProblem[]): Problem {
  const message = fields.length === 1 ? '1 field is not valid.' : `${fields.length} fields are not valid.`
  return new Problem(reasons.validationFailed, { message, fields })
}

/** One refused field. `path` is a field name or a JSON pointer. */
export function field(path: string, rule: string, message: string): FieldProblem {
  return { path: path.startsWith('/') || path === '' ? path : `/${path}`, rule, message }
}

/** The problem of a field that names a record, or another thing of the account, that is not there. */
export function unknownReference(path: string): FieldProblem {
  return field(path, 'reference', 'refers to something that does not exist')
}

/** Reasons that any operation or unknown address can respond with. */
export const reasons = {
  validationFailed: reason('invalid_request', 'validation_failed', 'The request does not satisfy the contract.'),
  malformedRequest: reason('invalid_request', 'malformed_request', 'The request is not HTTP that can be understood.'),
  malformedJson: reason('invalid_request', 'malformed_json', 'The body is not JSON.'),
  unsupportedMediaType: reason('invalid_request', 'unsupported_media_type', 'The body must be application/json.'),
  tooCostly: reason(
    'invalid_request',
    'too_costly',
    'The request reads too much at once. Narrow it with filters or longer words, or choose another sort.',
  ),
  unsupportedContentEncoding: reason(
    'invalid_request',
    'unsupported_content_encoding',
    'The body is compressed: send it without Content-Encoding.',
  ),
  methodNotAllowed: {
    ...reason('invalid_request', 'method_not_allowed', 'The address takes other methods: the Allow header names them.'),
    status: 405,
  },
  bodyTooLarge: reason('invalid_request', 'body_too_large', 'The body is larger than this address takes.'),
  bodyTooDeep: reason('invalid_request', 'body_too_deep', 'The body nests deeper than 20 levels.'),
  authenticationRequired: reason(
    'authentication_required',
    'authentication_required',
    'A valid key is needed in the X-Service-API-Key header.',
  ),
  scopeMissing: reason('not_authorized', 'scope_missing', 'The key lacks the scope of this operation.'),
  accountKind: reason('not_authorized', 'account_kind', 'Accounts of this kind cannot use this operation.'),
  accountSuspended: reason('not_authorized', 'account_suspended', 'The account is suspended.'),
  originNotAllowed: reason('not_authorized', 'origin_not_allowed', 'The key does not allow this origin.'),
  clientAppNotAllowed: reason('not_authorized', 'client_app_not_allowed', 'The key does not allow this app.'),
  addressNotAllowed: reason('not_authorized', 'address_not_allowed', 'The key does not allow this address.'),
  publicKeyNotAllowed: reason('not_authorized', 'public_key_not_allowed', 'A public key cannot use this operation.'),
  secretKeyExposed: reason(
    'not_authorized',
    'secret_key_exposed',
    'A secret key came from a browser or in an address. Treat it as known to others and rotate it.',
  ),
  sessionNeeded: reason('not_authorized', 'session_needed', 'Only a signed-in person can use this operation.'),
  csrfMissing: reason(
    'not_authorized',
    'csrf_missing',
    'A call by session that is no GET needs the X-CSRF-Token of the session and the origin of this server.',
  ),
  accountNotNamed: reason(
    'not_authorized',
    'account_not_named',
    'A signed-in person names the account in the X-Account header.',
  ),
  notAMember: reason('not_authorized', 'not_a_member', 'The signed-in person is no member of this account.'),
  metricsToken: reason(
    'not_authorized',
    'metrics_token',
    'Metrics are for METRICS_TOKEN sent as a bearer token; where none is set, for this machine alone.',
  ),
  playbackRefused: reason('not_authorized', 'playback_refused', 'The address does not open this video.'),
  signatureInvalid: reason(
    'not_authorized',
    'signature_invalid',
    'The call does not prove who it is from: its signature or token is wrong, or it is too old.',
  ),
  webhookRefused: reason(
    'invalid_request',
    'webhook_refused',
    'The call has no valid signature of the payment provider, or is older than five minutes.',
  ),
  notFound: reason('not_found', 'not_found', 'There is no such resource.'),
  routeNotFound: reason('not_found', 'route_not_found', 'There is no such address.'),
  rateLimited: reason('rate_limited', 'rate_limited', 'Too many requests. Try again when the limit resets.'),
  clientReferenceExists: reason(
    'conflict',
    'client_reference_exists',
    'Another resource was created with this clientReference and other content.',
  ),
  versionMismatch: reason('conflict', 'version_mismatch', 'The resource has changed since the version in ifVersion.'),
  invalidTransition: reason('conflict', 'invalid_transition', 'The resource cannot do this from its present state.'),
  writeContended: reason('conflict', 'write_contended', 'Others change this resource at this moment. Try again.'),
  idempotencyInFlight: reason('conflict', 'idempotency_in_flight', 'A request with this Idempotency-Key is running.'),
  idempotencyKeyReused: reason(
    'conflict',
    'idempotency_key_reused',
    'This Idempotency-Key was used for another request.',
  ),
  idempotencyInterrupted: reason(
    'conflict',
    'idempotency_interrupted',
    'The request with this Idempotency-Key was interrupted after it had changed what details.targets names.',
  ),
  idempotencyErased: reason(
    'conflict',
    'idempotency_erased',
    'The request with this Idempotency-Key succeeded, and its record has been erased since.',
  ),
  uploadOffset: reason(
    'conflict',
    'upload_offset',
    'The bytes do not follow the received ones: continue after details.receivedBytes, or start again.',
  ),
  limitReached: reason('conflict', 'limit_reached', 'The account has as many of these as it may have.'),
  internalError: reason('internal_error', 'internal_error', 'Something went wrong on our side.'),
  unavailable: reason('unavailable', 'unavailable', 'The service cannot answer at this moment. Try again.'),
} as const

/** Whether a concurrent call came between: the work of a transaction can run again in a new one. */
export function isContended(error: unknown): boolean {
  return error instanceof Problem && error.reason === reasons.writeContended.reason
}

import { everyKind, type Operation } from '#kit/nouns/operation.ts'
import { reasons, statusOfCode, type Reason } from '#kit/call/problem.ts'
import { partsOf } from './json.ts'

/** One error status of an operation, with all its reasons. */
export type Refusal = {
  status: number
  reasons: Reason[]
  /** The shared response of the document, when the operation adds nothing of its own. */
  sharedName: string | undefined
}

/** Every error response of an operation, by status. Fully specified operations have five. */
export function refusalsOf(of: Operation): Refusal[] {
  const shared = of.credential === 'none' ? [keyless(of)] : [authentication, authorization(of)]
  const all = [malformed(of), ...shared, ...missing(of), ...conflicts(of), limited]
  return (of.isLenient ? all : [...all, ...failures]).map((each) => withOwn(of, each)).filter(isPossible)
}

type Shared = { status: number; name: string | undefined; reasons: Reason[] }

const authentication: Shared = {
  status: 401,
  name: 'AuthenticationRequired',
  reasons: [reasons.authenticationRequired],
}
const limited: Shared = { status: 429, name: 'RateLimited', reasons: [reasons.rateLimited] }
const failures: Shared[] = [
  { status: 500, name: 'InternalError', reasons: [reasons.internalError] },
  { status: 503, name: 'Unavailable', reasons: [reasons.unavailable] },
]

function malformed(of: Operation): Shared {
  const { validationFailed, malformedJson, unsupportedMediaType, unsupportedContentEncoding } = reasons
  const { bodyTooLarge, bodyTooDeep, tooCostly } = reasons
  const reading = of.isRead ? [tooCostly] : []
  if (of.method === 'GET') return { status: 400, name: 'InvalidQuery', reasons: [validationFailed, ...reading] }
  const media = [malformedJson, unsupportedMediaType, unsupportedContentEncoding]
  const all = [validationFailed, ...media, bodyTooLarge, bodyTooDeep, ...reading]
  return { status: 400, name: of.isRead ? 'InvalidReadRequest' : 'InvalidRequest', reasons: all }
}

/** Refusals of a keyless operation: its own reasons, and pages of other origins where it sees the session. */
function keyless(of: Operation): Shared {
  return { status: 403, name: undefined, reasons: of.seesSession ? [reasons.originNotAllowed] : [] }
}

function authorization(of: Operation): Shared {
  const { scopeMissing, accountSuspended, addressNotAllowed, secretKeyExposed } = reasons
  const { originNotAllowed, clientAppNotAllowed, csrfMissing } = reasons
  if (of.credential === 'person') {
    const ofKeys = [accountSuspended, addressNotAllowed, secretKeyExposed, clientAppNotAllowed]
    const all = [reasons.sessionNeeded, csrfMissing, originNotAllowed, ...ofKeys]
    return { status: 403, name: 'NotAuthorizedPerson', reasons: all }
  }
  const isAudience = of.credential === 'public'
  const isForAll = of.kinds.length === everyKind.length
  const own = isAudience ? [clientAppNotAllowed] : [reasons.publicKeyNotAllowed]
  const ofSessions = [originNotAllowed, csrfMissing, reasons.accountNotNamed, reasons.notAMember]
  const kind = isForAll ? [] : [reasons.accountKind]
  return {
    status: 403,
    name: `NotAuthorized${isAudience ? 'Audience' : ''}${isForAll ? 'AnyKind' : ''}`,
    reasons: [scopeMissing, ...kind, accountSuspended, addressNotAllowed, secretKeyExposed, ...own, ...ofSessions],
  }
}

/** 404 of operations whose subject can be missing: an id, another name or an account. */
function missing(of: Operation): Shared[] {
  const { noun, verb } = partsOf(of.id)
  const names = Object.keys(of.input.properties)
  const isNamed = names.includes(`${noun}Id`) || names.includes('accountId') || of.path.includes('{')
  const isOwn = of.reasons.some((each) => each.code === 'not_found')
  const canMiss = isNamed || isOwn || (verb !== 'create' && verb !== 'all' && names.some((name) => name.endsWith('Id')))
  return canMiss ? [{ status: 404, name: 'NotFound', reasons: [reasons.notFound] }] : []
}

function conflicts(of: Operation): Shared[] {
  if (of.isRead || of.isLenient || of.credential === 'none') return [{ status: 409, name: undefined, reasons: [] }]
  const has = (name: string) => Object.hasOwn(of.input.properties, name)
  const isCreate = has('clientReference')
  const found = [
    ...(isCreate ? [reasons.clientReferenceExists, reasons.limitReached] : []),
    ...(has('ifVersion') ? [reasons.versionMismatch] : []),
    ...(isCreate ? [] : [reasons.writeContended]),
    reasons.idempotencyInFlight,
    reasons.idempotencyKeyReused,
    reasons.idempotencyInterrupted,
    reasons.idempotencyErased,
  ]
  return [{ status: 409, name: undefined, reasons: found }]
}

/** Adds the operation's own reasons. In operations without conflicts, a conflict is a bad request. */
function withOwn(of: Operation, shared: Shared): Refusal {
  const own = ownReasons(of).filter((each) => {
    const status = statusOfCode[each.code]
    const isMoved = of.isLenient && status === 409
    const isShared = shared.reasons.some((known) => known.reason === each.reason)
    return (isMoved ? 400 : status) === shared.status && !isShared
  })
  const unique = [...new Map(own.map((each) => [each.reason, each])).values()]
  const all = [...shared.reasons, ...unique]
  return { status: shared.status, reasons: all, sharedName: unique.length === 0 ? shared.name : undefined }
}

/** The reasons of an operation's declaration. A state that can be moved may also refuse the move. */
function ownReasons(of: Operation): readonly Reason[] {
  const has = (name: string) => Object.hasOwn(of.input.properties, name)
  const isMove = !of.isRead && (has('action') || (has('status') && partsOf(of.id).verb === 'update'))
  return isMove ? [reasons.invalidTransition, ...of.reasons] : of.reasons
}

function isPossible(refusal: Refusal): boolean {
  return refusal.reasons.length > 0
}

/** Every reason of the operations, each once, shared ones first. */
export function everyReason(operations: readonly Operation[]): Reason[] {
  const all = [...Object.values(reasons), ...operations.flatMap((each) => each.reasons)]
  return [...new Map(all.toReversed().map((each) => [each.reason, each])).values()].toReversed()
}

import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Account, Actor, SessionCookie, ViewerCookies } from '#kit/call/context.ts'
import type { ServerEvent } from '#kit/call/latestEvents.ts'
import { converted } from '#kit/values/fieldType.ts'
import type { Operation } from '#kit/nouns/operation.ts'
import { field, invalid, Problem, problem, reasons, statusOfCode, type Reason } from '#kit/call/problem.ts'
import type { ResponseKeeper } from '#platform/call/call.ts'
import { openCall, platformAccount, type Kernel } from '#platform/call/callContext.ts'
import { cursorsWithin } from '#platform/db/cursor.ts'
import type { Credential } from '#platform/auth/credential.ts'
import type { SessionCredentials } from '#platform/auth/sessionCredentials.ts'
import type { Party } from '#platform/db/fairSlots.ts'
import { outboundPort } from '#platform/net/outboundPort.ts'
import { admit, isAdmitted, rateHeaders, runGuess, type Caller, type Gate } from './caller.ts'
import { clientOf } from './clientAddress.ts'
import { errorOf } from './errorBody.ts'
import { sendEvents, type EventStreams } from './eventStreams.ts'
import { checkExport, exportTypeOf, sendExport, type ExportType } from './listExport.ts'
import { countBody, countBytes, countResponse, type MemoryShares } from './memoryShares.ts'
import { reserve, type KeyedRequest, type Sealer } from './idempotency.ts'
import { accountIn } from './inputAccount.ts'
import { checkInput, checkOutput, checkedEvents } from './inputCheck.ts'
import { ownedKey } from './keyOwner.ts'
import { partyOfAnyone, partyOfCredential } from './party.ts'
import { isOfOwnPage, readViewerCookies } from './viewerCookies.ts'

export type MountParts = {
  kernel: Kernel
  gate: Gate
  sessions: Pick<SessionCredentials, 'cookieOf'>
  sealer: Sealer
  streams: EventStreams
  memory: MemoryShares
  /** Name of the header in which a proxy sends the caller's country, in lower case. */
  countryHeader: string | undefined
  /** Checks every output and every refusal against its document: on in development and tests. */
  isChecking: boolean
  /** Called after a write, when facts may wait in the outbox. */
  onWritten(): void
}

declare module 'fastify' {
  // oxlint-disable-next-line typescript/consistent-type-definitions -- only an interface merges into Fastify's own
  interface FastifyRequest {
    caller: Caller | undefined
    /** The verified credential of the request, also when the request is refused afterwards. */
    credential: Credential | undefined
    operation: Operation | undefined
    /** The reason of the refusal in the response. */
    refusal: string | undefined
  }
}

/** Mounts an operation on its route: admission, input, call, response. */
export function mount(server: FastifyInstance, parts: MountParts, declared: Operation): void {
  const of = parts.isChecking ? checked(declared) : declared
  const mounted: Mounted = { parts, of }
  server.route({
    method: of.method,
    config: { admission: 'own' },
    bodyLimit: of.bodyBytesMax,
    url: of.path.replace(/\{(\w+)\}/g, ':$1'),
    onRequest: (request, reply, done) => {
      request.operation = of
      const entered = (caller: Caller) => {
        request.caller = caller
        reply.headers(rateHeaders(caller.verdict))
        done(errorOf(() => countBody(parts.memory, request, reply)))
      }
      try {
        const caller = admit(parts.gate, of, request)
        if (caller instanceof Promise) caller.then(entered, done)
        else entered(caller)
      } catch (error) {
        done(error instanceof Error ? error : new Error(String(error)))
      }
    },
    handler: (request, reply) =>
      of.events === undefined ? respondOnce(mounted, request, reply) : respondWithEvents(mounted, request, reply),
  })
}

/** The operation with a check of its output, which runs before the writes are committed. */
function checked(of: Operation): Operation {
  return {
    ...of,
    async handle(ctx, input) {
      const output = await of.handle(ctx, input)
      if (of.events !== undefined) return checkedEvents(of, eventsOf(output))
      checkOutput(of, output, ctx.actor.credential === 'public')
      return output
    },
  }
}

type Mounted = { parts: MountParts; of: Operation }

/** An admitted request with a checked input. */
type Admitted = {
  account: Account
  actor: Actor
  party: Party
  input: Record<string, unknown>
  session?: SessionCookie | undefined
  viewers?: ViewerCookies | undefined
}

async function admitted({ parts, of }: Mounted, request: FastifyRequest, sent = merged(of, request)) {
  const { caller } = request
  if (caller === undefined) throw problem(reasons.authenticationRequired)
  const { credential } = caller
  const input = checkInput(of, sent, parts.kernel.ports.get(outboundPort))
  const account = credential?.account ?? (of.isOfPlatform ? platformAccount : await accountIn(parts.kernel, of, input))
  const party =
    credential === undefined ? partyOfAnyone(account, request.ip) : partyOfCredential(credential, request.ip)
  const call: Admitted = { account, actor: caller.actor, party, input }
  return call
}

function callOf({ parts, of }: Mounted, request: FastifyRequest, call: Admitted & { keeper?: ResponseKeeper }) {
  return openCall(kernelFor(parts.kernel, of, call.input), {
    account: call.account,
    actor: call.actor,
    party: call.party,
    isRead: of.isRead,
    requestId: request.id,
    client: of.seesClient ? clientOf(request, parts) : undefined,
    session: call.session,
    viewers: call.viewers,
    cause: of.id,
    emits: of.emits,
    isSilent: of.isLenient,
    keeper: call.keeper,
  })
}

function respondOnce(mounted: Mounted, request: FastifyRequest, reply: FastifyReply) {
  const type = exportTypeOf(mounted.of, request)
  return type === undefined ? respond(mounted, request, reply) : respondWithExport(mounted, { request, reply, type })
}

async function respond(mounted: Mounted, request: FastifyRequest, reply: FastifyReply): Promise<string> {
  const { parts, of } = mounted
  const cookie = of.seesSession ? parts.sessions.cookieOf(request) : undefined
  const viewers = of.seesViewer ? viewerCookiesOf(parts, request) : undefined
  const call: Admitted = { ...(await admitted(mounted, request)), session: cookie?.session, viewers: viewers?.cookies }
  // Idempotency keys belong to the account: a caller without its credentials must not use them up.
  const isRepeatable = !of.isRead && !of.isLenient && of.credential !== 'none'
  const key = isRepeatable ? ownedKey(parts.kernel, request, call.actor) : undefined
  const run =
    key !== undefined
      ? () => underKey(mounted, { request, reply }, { ...call, of, key, requestId: request.id })
      : () => handled(mounted, request, call)
  const body = of.wrongGuesses.length > 0 ? await runGuess(parts.gate, { of, request }, run) : await run()
  if (!of.isRead) parts.onWritten()
  cookie?.settle(reply)
  viewers?.settle(reply)
  if (of.textType !== undefined) {
    reply.header('content-type', of.textType).header('cache-control', `public, max-age=${textAgeSeconds}`)
    return String(body.output)
  }
  reply.header('content-type', 'application/json; charset=utf-8')
  const data = body.text ?? JSON.stringify(converted(of.output, 'toWire', body.output))
  const text = `{"data":${data},"requestId":"${body.requestId}"}`
  // A finished write is not refused: its body was counted.
  return of.isRead ? countResponse(parts.memory, reply, text) : text
}

function viewerCookiesOf({ gate, kernel }: MountParts, request: FastifyRequest) {
  const isSecure = kernel.settings.publicUrl.startsWith('https:')
  return readViewerCookies(request, { isSecure, isOwn: isOfOwnPage(gate.ownOrigin, request) })
}

/** The body of a response: an output, or the JSON text of a stored response. */
type Body = { output: unknown; text?: string; requestId: string }

async function handled(mounted: Mounted, request: FastifyRequest, call: Admitted & { keeper?: ResponseKeeper }) {
  const { ctx, finish } = callOf(mounted, request, call)
  const output = await mounted.of.handle(ctx, call.input)
  await finish()
  const body: Body = { output, requestId: request.id }
  return body
}

/**
 * Runs an operation that a form submits, with the checks and the limit of wrong guesses of its own route. Throws
 * Problem.
 */
export async function runSubmitted(parts: MountParts, submission: Submission): Promise<unknown> {
  const { request, sent, viewers } = submission
  const of = parts.isChecking ? checked(submission.of) : submission.of
  const mounted: Mounted = { parts, of }
  const call = { ...(await admitted(mounted, request, sent)), ...(of.seesViewer ? { viewers } : {}) }
  const run = () => handled(mounted, request, call)
  const body = of.wrongGuesses.length > 0 ? await runGuess(parts.gate, { of, request }, run) : await run()
  if (!of.isRead) parts.onWritten()
  return body.output
}

/** The submission of a form: an operation without a key, the request that carries the form, the merged input. */
export type Submission = {
  of: Operation
  request: FastifyRequest
  sent: Record<string, unknown>
  viewers: ViewerCookies
}

type Exchange = { request: FastifyRequest; reply: FastifyReply }

/** Reserves the key, then runs the handler without a transaction around it. A refusal frees the key. */
async function underKey(mounted: Mounted, { request, reply }: Exchange, keyed: Admitted & KeyedRequest): Promise<Body> {
  const { parts } = mounted
  const reserved = await reserve(parts.kernel, parts.sealer, keyed)
  if ('replay' in reserved) {
    reply.header('idempotent-replayed', 'true')
    return { output: undefined, ...reserved.replay }
  }
  try {
    const body = await handled(mounted, request, { ...keyed, keeper: reserved })
    await reserved.settle(body.output)
    return body
  } catch (error) {
    await reserved.release().catch((failure: Error) => {
      parts.kernel.log.warn('an Idempotency-Key was not released; its lease runs out', { error: failure.message })
    })
    throw error
  } finally {
    reserved.close()
  }
}

/** Responds with a stream of events. The slot is taken before the handler runs, so an opened stream always has one. */
async function respondWithEvents(mounted: Mounted, request: FastifyRequest, reply: FastifyReply) {
  const { parts, of } = mounted
  const call = await admitted(mounted, request)
  const { ctx } = callOf(mounted, request, call)
  const { streams, kernel } = parts
  const slot = streams.enter(request.ip)
  try {
    const events = eventsOf(await of.handle(ctx, call.input))
    const onFailure = (error: unknown) =>
      kernel.log.error('a stream of events failed', { requestId: request.id, operation: of.id, error: String(error) })
    const sending = { events, slot, keepAliveMs: streams.keepAliveMs, onFailure }
    if (of.credential === 'none') return sendEvents(sending, reply)
    return sendEvents({ ...sending, isAdmitted: () => isAdmitted(parts.gate, of, request) }, reply)
  } catch (error) {
    slot.leave()
    throw error
  }
}

/** Responds with all rows of a list. Each page is a call of its own, so exports and requests take turns. */
async function respondWithExport(mounted: Mounted, { request, reply, type }: Exchange & { type: ExportType }) {
  const { parts, of } = mounted
  const call = await admitted(mounted, request)
  checkExport(call.input)
  const isPublic = isOfAnother(call)
  const output = isPublic ? (of.publicOutput ?? of.output) : of.output
  countBytes(parts.memory, reply, exportBytes)
  const slot = parts.streams.enter(request.ip)
  const readPage = async (paging: { limit: number; cursor?: string }) =>
    (await handled(mounted, request, { ...call, input: { ...call.input, ...paging } })).output
  const readNames = async () => {
    const { ctx, finish } = callOf(mounted, request, call)
    const names = (await of.freeColumns?.names(ctx)) ?? []
    await finish()
    return names
  }
  const onFailure = (error: unknown) =>
    parts.kernel.log.error('an export failed', { requestId: request.id, operation: of.id, error: String(error) })
  try {
    const { fields } = call.input
    const named = Array.isArray(fields) ? fields.map(String) : undefined
    return await sendExport({ of, type, output, slot, fields: named, readNames, readPage, onFailure }, reply)
  } catch (error) {
    slot.leave()
    throw error
  }
}

/** Bytes that an export holds of its account's share: two pages and their text. */
const exportBytes = 4_194_304

/** Whether a list is that of another account, which it shows in its public form. */
function isOfAnother({ account, input }: Admitted): boolean {
  const { accountId } = input
  return typeof accountId === 'string' && accountId !== account.publicId
}

function eventsOf(output: unknown): AsyncIterable<ServerEvent> {
  // cast: the builder of operations with events types their output.
  return output as AsyncIterable<ServerEvent>
}

/** The kernel of a call. Its cursors are valid in one list alone: same operation, same filters, same order. */
function kernelFor(kernel: Kernel, of: Operation, input: Record<string, unknown>): Kernel {
  if (!Object.hasOwn(of.input.properties, 'cursor')) return kernel
  const { cursor, offset, limit: _limit, withTotal: _withTotal, sort: _sort, ...filters } = input
  if (cursor !== undefined && offset !== undefined) {
    throw invalid(field('cursor', 'exclusive', 'cannot be combined with offset'))
  }
  return { ...kernel, cursors: cursorsWithin(kernel.cursors, { id: of.id, filters }) }
}

/** Cache lifetime of a public text: a change is visible within this. */
const textAgeSeconds = 5

/**
 * Path, query and body as one input. The query counts only for methods without a body, and never its `key`, nor the
 * `account` of an event stream.
 */
function merged(of: Operation, request: FastifyRequest): Record<string, unknown> {
  // cast: the query parser and the router make plain objects.
  const query = request.query as Record<string, unknown>
  // cast: as above.
  const params = request.params as Record<string, unknown>
  const body = of.method === 'GET' ? undefined : request.body
  if (body !== undefined && (typeof body !== 'object' || body === null || Array.isArray(body))) {
    throw problem(reasons.malformedJson, { message: 'The body must be a JSON object.' })
  }
  const flat =
    of.method === 'GET' || of.method === 'DELETE' ? { ...withoutAccess(of, query), ...resumed(of, request) } : {}
  // Most requests have one of the three. The check of the input makes its own copy.
  if (body === undefined && Object.keys(params).length === 0) return flat
  return { ...flat, ...body, ...params }
}

/** Header of a reader that reconnects to a stream of events: newer than the same parameter in its address. */
function resumed(of: Operation, { headers }: FastifyRequest): Record<string, unknown> | undefined {
  if (of.events === undefined || !Object.hasOwn(of.input.properties, 'lastEventId')) return undefined
  const id = headers['last-event-id']
  return id === undefined ? undefined : { lastEventId: id }
}

function withoutAccess(of: Operation, query: Record<string, unknown>): Record<string, unknown> {
  const isNamed = of.events !== undefined && Object.hasOwn(query, 'account')
  if (!isNamed && !Object.hasOwn(query, 'key')) return query
  const { key: _key, account, ...others } = query
  return isNamed || account === undefined ? others : { ...others, account }
}

/** A refusal in the form that its operation declares. Throws nothing. */
export function refusalOf(parts: MountParts, of: Operation | undefined, error: unknown): unknown {
  if (of === undefined) return error
  return parts.isChecking ? checkRefusal(of, error) : lenient(of, error)
}

/** Fully specified operations respond 400 to an invalid request of any kind, and to a conflict. */
function lenient(of: Operation, error: unknown): unknown {
  if (!of.isLenient || !(error instanceof Problem)) return error
  if (error.code !== 'conflict' && error.status === statusOfCode[error.code]) return error
  const { message, fields, details } = error
  const why: Reason = { code: 'invalid_request', reason: error.reason, message }
  return problem(why, details === undefined ? { message, fields } : { message, fields, details })
}

const shared = new Set(Object.values(reasons).map((each) => each.reason))

function checkRefusal(of: Operation, error: unknown): unknown {
  const why = lenient(of, error)
  if (!(why instanceof Problem)) return why
  const isKnown = shared.has(why.reason) || of.reasons.some((each) => each.reason === why.reason)
  return isKnown ? why : new Error(`${of.id} refuses with ${why.reason}, which it does not declare`)
}

import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Account, Actor } from '#kit/call/context.ts'
import type { ServerEvent } from '#kit/call/latestEvents.ts'
import { converted } from '#kit/values/fieldType.ts'
import { accountOfId } from '#kit/values/ids.ts'
import type { Operation } from '#kit/nouns/operation.ts'
import { field, invalid, Problem, problem, reasons, statusOfCode, type Reason } from '#kit/call/problem.ts'
import type { ResponseKeeper } from '#platform/call/call.ts'
import { openCall, type Kernel } from '#platform/call/callContext.ts'
import { cursorsWithin } from '#platform/db/cursor.ts'
import type { VerifiedKey } from '#platform/auth/keyring.ts'
import type { Party } from '#platform/db/fairSlots.ts'
import { outboundPort } from '#platform/net/outboundPort.ts'
import { admit, answerGuess, type Caller, type Gate } from './caller.ts'
import { clientOf } from './clientAddress.ts'
import { errorOf } from './errorBody.ts'
import { sendEvents, type EventStreams } from './eventStreams.ts'
import { holdBody, holdResponse, type HeldBytes } from './heldBytes.ts'
import { reserve, type KeyedRequest, type Sealer } from './idempotency.ts'
import { checkAnswer, checkInput, checkedEvents } from './inputCheck.ts'
import { partyOfAnyone, partyOfKey } from './party.ts'

export type MountParts = {
  kernel: Kernel
  gate: Gate
  sealer: Sealer
  streams: EventStreams
  held: HeldBytes
  /** Header in which a proxy in front names the country of the caller, in lower case. */
  countryHeader: string | undefined
  /** Checks every answer and every refusal against its document: on in development and tests. */
  isChecking: boolean
  /** Called after a write, when facts may wait in the outbox. */
  onWritten(): void
}

declare module 'fastify' {
  // oxlint-disable-next-line typescript/consistent-type-definitions -- only an interface merges into Fastify's own
  interface FastifyRequest {
    caller: Caller | undefined
    /** The key of the request, also where the request is refused afterwards. */
    verifiedKey: VerifiedKey | undefined
    operation: Operation | undefined
    /** Reason of the refusal that the caller received. */
    refusal: string | undefined
  }
}

/** Puts an operation on its route: admission, input, transaction, answer. */
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
        rateHeaders(reply, caller.verdict)
        done(errorOf(() => holdBody(parts.held, request, reply)))
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
      of.events === undefined ? answer(mounted, request, reply) : answerEvents(mounted, request, reply),
  })
}

/** The operation with every answer checked before what it did is committed. */
function checked(of: Operation): Operation {
  return {
    ...of,
    async handle(ctx, input) {
      const output = await of.handle(ctx, input)
      if (of.events !== undefined) return checkedEvents(of, eventsOf(output))
      checkAnswer(of, output, ctx.actor.credential === 'public')
      return output
    },
  }
}

type Mounted = { parts: MountParts; of: Operation }

type Asked = { account: Account; actor: Actor; party: Party; input: Record<string, unknown> }

async function askedOf({ parts, of }: Mounted, request: FastifyRequest, sent = merged(of, request)): Promise<Asked> {
  const { caller } = request
  if (caller === undefined) throw problem(reasons.authenticationRequired)
  const { key } = caller
  const input = checkInput(of, sent, parts.kernel.ports.get(outboundPort))
  const account = key?.account ?? (await accountIn(parts.kernel, input))
  const party = key === undefined ? partyOfAnyone(account, request.ip) : partyOfKey(key, request.ip)
  return { account, actor: caller.actor, party, input }
}

function callOf({ parts, of }: Mounted, request: FastifyRequest, asked: Asked & { keeper?: ResponseKeeper }) {
  return openCall(kernelFor(parts.kernel, of, asked.input), {
    account: asked.account,
    actor: asked.actor,
    party: asked.party,
    isRead: of.isRead,
    requestId: request.id,
    client: of.seesClient ? clientOf(request.headers, parts.countryHeader) : undefined,
    cause: of.id,
    emits: of.tells,
    isSilent: of.isLenient,
    keeper: asked.keeper,
  })
}

async function answer(mounted: Mounted, request: FastifyRequest, reply: FastifyReply): Promise<string> {
  const { parts, of } = mounted
  const asked = await askedOf(mounted, request)
  // Keys are the account's: a caller without its credentials must not use them up.
  const isRepeatable = !of.isRead && !of.isLenient && of.credential !== 'none'
  const key = isRepeatable ? request.headers['idempotency-key'] : undefined
  const run =
    typeof key === 'string'
      ? () => underKey(mounted, { request, reply }, { ...asked, of, key, requestId: request.id })
      : () => handled(mounted, request, asked)
  const body = of.wrongGuesses.length > 0 ? await answerGuess(parts.gate, { of, request }, run) : await run()
  if (!of.isRead) parts.onWritten()
  if (of.textType !== undefined) {
    reply.header('content-type', of.textType).header('cache-control', `public, max-age=${textAgeSeconds}`)
    return String(body.output)
  }
  reply.header('content-type', 'application/json; charset=utf-8')
  const data = body.text ?? JSON.stringify(converted(of.output, 'toWire', body.output))
  const text = `{"data":${data},"requestId":"${body.requestId}"}`
  // A write that is done is not refused: its body was counted.
  return of.isRead ? holdResponse(parts.held, reply, text) : text
}

/** The body of a response: a value, or the JSON text of one that was kept. */
type Body = { output: unknown; text?: string; requestId: string }

async function handled(mounted: Mounted, request: FastifyRequest, asked: Asked & { keeper?: ResponseKeeper }) {
  const { ctx, finish } = callOf(mounted, request, asked)
  const output = await mounted.of.handle(ctx, asked.input)
  await finish()
  const body: Body = { output, requestId: request.id }
  return body
}

/**
 * Runs an operation that a form submits, with the checks and the limit of wrong guesses of its own route. Throws
 * Problem.
 */
export async function runSubmitted(parts: MountParts, submission: Submission): Promise<unknown> {
  const { request, sent } = submission
  const of = parts.isChecking ? checked(submission.of) : submission.of
  const mounted: Mounted = { parts, of }
  const call = await askedOf(mounted, request, sent)
  const run = () => handled(mounted, request, call)
  const body = of.wrongGuesses.length > 0 ? await answerGuess(parts.gate, { of, request }, run) : await run()
  if (!of.isRead) parts.onWritten()
  return body.output
}

/** The submission of a form: an operation without a key, the request that carries the form, the merged input. */
export type Submission = { of: Operation; request: FastifyRequest; sent: Record<string, unknown> }

type Exchange = { request: FastifyRequest; reply: FastifyReply }

/** Reserves the key, then runs the handler without a transaction around it. A refusal frees the key. */
async function underKey(mounted: Mounted, { request, reply }: Exchange, keyed: Asked & KeyedRequest): Promise<Body> {
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

/** Acquires the stream's slot before the handler runs, so that an opened stream always has one. */
async function answerEvents(mounted: Mounted, request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
  const { parts, of } = mounted
  const asked = await askedOf(mounted, request)
  const { ctx } = callOf(mounted, request, asked)
  const { streams, kernel } = parts
  const place = streams.enter(request.ip)
  try {
    const events = eventsOf(await of.handle(ctx, asked.input))
    const onFailure = (error: unknown) =>
      kernel.log.error('a stream of events failed', { requestId: request.id, operation: of.id, error: String(error) })
    return sendEvents({ events, place, keepAliveMs: streams.keepAliveMs, onFailure }, reply)
  } catch (error) {
    place.leave()
    throw error
  }
}

function eventsOf(output: unknown): AsyncIterable<ServerEvent> {
  // cast: the only builder of operations with events types what they answer.
  return output as AsyncIterable<ServerEvent>
}

/** A page goes on only in the list that it came from: same operation, same filters, same order. */
function kernelFor(kernel: Kernel, of: Operation, input: Record<string, unknown>): Kernel {
  if (!Object.hasOwn(of.input.properties, 'cursor')) return kernel
  const { cursor, offset, limit: _limit, withTotal: _withTotal, sort: _sort, ...filters } = input
  if (cursor !== undefined && offset !== undefined) {
    throw invalid(field('cursor', 'exclusive', 'cannot be combined with offset'))
  }
  return { ...kernel, cursors: cursorsWithin(kernel.cursors, { id: of.id, filters }) }
}

/** How long a public text may be reused: a change is seen within this. */
const textAgeSeconds = 5

/** The account that the first id of an input names. Throws not_found where there is none to be seen. */
export async function accountIn(kernel: Kernel, input: Record<string, unknown>): Promise<Account> {
  const ids = Object.values(input).map((value) => (typeof value === 'string' ? accountOfId(value) : undefined))
  const accountId = ids.find((each) => each !== undefined)
  const account = accountId === undefined ? undefined : await kernel.accounts.find(accountId)
  if (account === undefined || account.isSuspended) throw problem(reasons.notFound)
  return account
}

/** Path, query and body as one input. A query counts only where there is no body, the key in it never does. */
function merged(of: Operation, request: FastifyRequest): Record<string, unknown> {
  // cast: the query parser and the router make plain objects.
  const query = request.query as Record<string, unknown>
  // cast: as above.
  const params = request.params as Record<string, unknown>
  const body = of.method === 'GET' ? undefined : request.body
  if (body !== undefined && (typeof body !== 'object' || body === null || Array.isArray(body))) {
    throw problem(reasons.malformedJson, { message: 'The body must be a JSON object.' })
  }
  const flat = of.method === 'GET' || of.method === 'DELETE' ? withoutKey(query) : {}
  // Most requests have one of the three; the check of the input makes its own copy.
  if (body === undefined && Object.keys(params).length === 0) return flat
  return { ...flat, ...body, ...params }
}

function withoutKey(query: Record<string, unknown>): Record<string, unknown> {
  if (!Object.hasOwn(query, 'key')) return query
  const { key: _key, ...others } = query
  return others
}

/** A refusal in the form of its operation. Throws nothing. */
export function refusalOf(parts: MountParts, of: Operation | undefined, error: unknown): unknown {
  if (of === undefined) return error
  return parts.isChecking ? checkRefusal(of, error) : lenient(of, error)
}

/** The fully specified operations answer 400 for an invalid request of any kind, and for a conflict. */
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

function rateHeaders(reply: FastifyReply, verdict: Caller['verdict']): void {
  reply.header('ratelimit-policy', verdict.policy).header('ratelimit', verdict.state)
}

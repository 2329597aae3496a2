import { isUtf8 } from 'node:buffer'
import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Duplex } from 'node:stream'
import fastify, { type FastifyError, type FastifyInstance, type FastifyReply, type FastifyRequest } from 'fastify'
import type { Log } from '#kit/context.ts'
import { looseId } from '#kit/ids.ts'
import { limits } from '#kit/limits.ts'
import type { Hook } from '#kit/hook.ts'
import type { Operation } from '#kit/operation.ts'
import type { Page } from '#kit/page.ts'
import { Problem, problem, reasons } from '#kit/problem.ts'
import type { Upload } from '#kit/upload.ts'
import type { Verdict } from '#platform/limits/buckets.ts'
import type { Assets } from '#platform/pages/assets.ts'
import { mountHooks } from './hooks.ts'
import { mayTakeLong } from './longRequests.ts'
import { mount, refusalOf, type MountParts } from './mount.ts'
import { isForPerson, mountPages, sendErrorPage, type PageParts } from './pages.ts'
import { mountUploads } from './uploads.ts'

export type ServerOptions = {
  operations: readonly Operation[]
  pages: readonly Page[]
  hooks: readonly Hook[]
  uploads: readonly Upload[]
  assets: Assets
  mount: MountParts
  log: Log
  /** Proxies in front: their addresses or ranges; false for none. */
  trustProxy: boolean | string | string[]
  /** Sees every finished request. */
  onFinished(request: FastifyRequest, reply: FastifyReply): void
}

const requestTimeoutMs = 30_000
const connectionTimeoutMs = 60_000
const keepAliveTimeoutMs = 72_000
const headersBytesMax = 16_384

/** No route names a schema: operations check their own. Fastify would read two compilers at start. */
const noCompilers = { buildValidator: noCompiler, buildSerializer: noCompiler }

function noCompiler(): never {
  throw new Error('a route with a schema of its own: name an operation instead')
}

/** The HTTP server with every operation on its route. */
export function makeServer(options: ServerOptions): FastifyInstance {
  const { kernel, gate, streams } = options.mount
  const pages: PageParts = { kernel, gate, assets: options.assets }
  const refusing: Refusing = { log: options.log, pages }
  const server = fastify({
    logger: false,
    trustProxy: options.trustProxy,
    bodyLimit: limits.bodyBytesMax,
    requestTimeout: requestTimeoutMs,
    connectionTimeout: connectionTimeoutMs,
    keepAliveTimeout: keepAliveTimeoutMs,
    http: { maxHeaderSize: headersBytesMax, requireHostHeader: false },
    clientErrorHandler: refuseUnread,
    genReqId: () => looseId('req', Date.now()),
    forceCloseConnections: 'idle',
    return503OnClosing: true,
    exposeHeadRoutes: false,
    schemaController: { compilersFactory: noCompilers },
    routerOptions: { maxParamLength: 200, ignoreTrailingSlash: false },
    // What the router itself refuses passes no hook and no error handler.
    frameworkErrors: (error, request, reply) => {
      standingHeaders(request, reply)
      void refuse(refusing, error, reply)
    },
  })
  server.decorateRequest('caller', undefined)
  server.decorateRequest('operation', undefined)
  server.decorateRequest('page', undefined)
  server.decorateRequest('refusal', undefined)
  server.addHook('onRequest', (request, reply, done) => {
    standingHeaders(request, reply)
    const lacksHost = request.headers.host === undefined && request.raw.httpVersion === '1.1'
    if (lacksHost) done(problem(reasons.malformedRequest, { message: 'The Host header is missing.' }))
    else done()
  })
  server.addHook('onResponse', (request, reply, done) => {
    options.onFinished(request, reply)
    done()
  })
  acceptJsonOnly(server)
  server.server.on('checkExpectation', refuseExpectation)
  server.setErrorHandler((error, { operation }, reply) =>
    refuse(refusing, refusalOf(options.mount, operation, error), reply),
  )
  server.setNotFoundHandler((_request, reply) => refuse(refusing, problem(reasons.routeNotFound), reply))
  server.addHook('preClose', (done) => {
    streams.close()
    done()
  })
  server.options('/*', (_request, reply) => preflight(reply))
  for (const each of options.operations) mount(server, options.mount, each)
  mountPages(server, pages, options.pages)
  mountHooks(server, options.mount, options.hooks)
  mountUploads(server, options.mount, options.uploads)
  return server
}

/** What every answer carries, refusals of the router included. */
function standingHeaders(request: FastifyRequest, reply: FastifyReply): void {
  reply
    .header('x-request-id', request.id)
    .header('x-content-type-options', 'nosniff')
    .header('cache-control', 'no-store')
  const { origin } = request.headers
  if (origin === undefined) return
  // Any page may ask; whether it is answered depends on the key that it sends, never on a cookie.
  reply.header('access-control-allow-origin', origin).header('vary', 'Origin')
  reply.header('access-control-expose-headers', exposed)
}

const exposed =
  'RateLimit, RateLimit-Policy, Retry-After, Idempotent-Replayed, X-Request-Id, Deprecation, Sunset, Range'

const allowed = 'X-Service-API-Key, Content-Type, Content-Range, Accept, Idempotency-Key, X-Client-App'

function preflight(reply: FastifyReply) {
  return reply
    .code(204)
    .header('access-control-allow-methods', 'GET, POST, PUT, DELETE')
    .header('access-control-allow-headers', allowed)
    .header('access-control-max-age', '86400')
    .send()
}

/** JSON in, JSON out: an empty body is an empty object, anything else is refused. */
function acceptJsonOnly(server: FastifyInstance): void {
  // Odd keys pass the parser: the check of the input names them.
  const parse = server.getDefaultJsonParser('ignore', 'ignore')
  server.removeAllContentTypeParsers()
  server.addContentTypeParser(/^application\/json(\s*;.*)?$/i, { parseAs: 'buffer' }, (request, body, done) => {
    if (body.length === 0) done(null, {})
    else if (isOtherCharset(request.headers['content-type'])) done(problem(reasons.unsupportedMediaType))
    // cast: with `parseAs: 'buffer'` it is one; a copy would cost what the check does.
    else if (!isUtf8(body as Buffer)) done(problem(reasons.malformedJson, { message: 'The body is not UTF-8.' }))
    else parse(request, body.toString(), done)
  })
  server.addContentTypeParser('*', { parseAs: 'buffer' }, (_request, body, done) => {
    if (body.length === 0) done(null, {})
    else done(problem(reasons.unsupportedMediaType))
  })
}

function isOtherCharset(contentType = ''): boolean {
  const charset = /;\s*charset\s*=\s*"?([^";\s]*)/i.exec(contentType)?.[1]
  return charset !== undefined && charset.toLowerCase() !== 'utf-8'
}

/** Answers what never became a request in the form of every refusal, and closes the connection. */
function refuseUnread(error: NodeJS.ErrnoException, socket: Duplex): void {
  if (error.code === 'ERR_HTTP_REQUEST_TIMEOUT' && mayTakeLong(socket)) return
  if (error.code === 'ECONNRESET' || socket.destroyed || !socket.writable) {
    socket.destroy()
    return
  }
  const requestId = looseId('req', Date.now())
  const body = errorBody(problem(reasons.malformedRequest, unreadMessage(error.code)), requestId)
  const head = [
    'HTTP/1.1 400 Bad Request',
    `x-request-id: ${requestId}`,
    'x-content-type-options: nosniff',
    'cache-control: no-store',
    'content-type: application/json; charset=utf-8',
    `content-length: ${Buffer.byteLength(body)}`,
    'connection: close',
  ]
  socket.end(`${head.join('\r\n')}\r\n\r\n${body}`, () => socket.destroy())
}

/** Node would answer a bare 417. */
function refuseExpectation(_request: IncomingMessage, response: ServerResponse): void {
  const requestId = looseId('req', Date.now())
  const why = problem(reasons.malformedRequest, { message: 'Expect may be 100-continue and nothing else.' })
  const body = errorBody(why, requestId)
  response
    .writeHead(why.status, {
      'x-request-id': requestId,
      'x-content-type-options': 'nosniff',
      'cache-control': 'no-store',
      'content-type': 'application/json; charset=utf-8',
      'content-length': Buffer.byteLength(body),
      connection: 'close',
    })
    .end(body)
}

function unreadMessage(code: string | undefined): { message?: string } {
  if (code === 'HPE_HEADER_OVERFLOW') return { message: 'Address and headers are larger than 16 KiB.' }
  if (code === 'ERR_HTTP_REQUEST_TIMEOUT') return { message: 'The request did not arrive in time.' }
  return {}
}

type Refusing = { log: Log; pages: PageParts }

async function refuse({ log, pages }: Refusing, error: unknown, reply: FastifyReply): Promise<FastifyReply> {
  const { request } = reply
  const why = problemOf(error)
  if (why.status >= 500) logFailure(log, error, request)
  if (why.retryAfterSeconds !== undefined) reply.header('retry-after', String(why.retryAfterSeconds))
  const verdict = verdictOf(error)
  if (verdict !== undefined) reply.header('ratelimit-policy', verdict.policy).header('ratelimit', verdict.state)
  request.refusal = why.reason
  if (isForPerson(request)) {
    try {
      return await sendErrorPage(pages, reply, why)
    } catch (failure) {
      logFailure(log, failure, request)
    }
  }
  reply.code(why.status).header('content-type', 'application/json; charset=utf-8')
  return reply.send(errorBody(why, request.id))
}

function logFailure(log: Log, error: unknown, { id, operation, page }: FastifyRequest): void {
  const isError = error instanceof Error
  log.error('request failed', {
    requestId: id,
    operation: (operation ?? page)?.id,
    error: String(error),
    cause: isError && error.cause !== undefined ? String(error.cause) : undefined,
    stack: isError ? error.stack : undefined,
  })
}

function errorBody({ code, reason, message, fields, details }: Problem, requestId: string): string {
  const shown = {
    code,
    reason,
    message,
    ...(fields.length > 0 ? { fields } : {}),
    ...(details === undefined ? {} : { details }),
    docs: `/docs/errors#${reason}`,
  }
  return JSON.stringify({ error: shown, requestId })
}

/** What the caller is told: a Problem as it is, a mistake of the transport in our words, anything else nothing. */
function problemOf(error: unknown): Problem {
  if (error instanceof Problem) return error
  // cast: Fastify's own errors carry these; others read as undefined.
  const { code, statusCode } = Object(error) as Partial<FastifyError>
  if (code === 'FST_ERR_CTP_BODY_TOO_LARGE') return problem(reasons.bodyTooLarge)
  if (code === 'FST_ERR_CTP_INVALID_MEDIA_TYPE') return problem(reasons.unsupportedMediaType)
  if (code === 'FST_ERR_MAX_PARAM_LENGTH' || code === 'FST_ERR_BAD_URL') return problem(reasons.routeNotFound)
  if (statusCode === 503) return problem(reasons.unavailable, { retryAfterSeconds: 1 })
  if (statusCode !== undefined && statusCode >= 400 && statusCode < 500) return problem(reasons.malformedJson)
  return problem(reasons.internalError)
}

function verdictOf(error: unknown): Verdict | undefined {
  // cast: the limiter puts its verdict on the problem that it throws.
  return (Object(error) as { verdict?: Verdict }).verdict
}

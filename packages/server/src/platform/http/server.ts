import type { RequestListener, Server, ServerOptions as HttpOptions } from 'node:http'
import fastify, { type FastifyError, type FastifyInstance, type FastifyReply, type FastifyRequest } from 'fastify'
import type { Log } from '#kit/call/context.ts'
import { looseId } from '#kit/values/ids.ts'
import { limits } from '#kit/call/limits.ts'
import type { Hook } from '#kit/nouns/hook.ts'
import type { Operation } from '#kit/nouns/operation.ts'
import type { Page } from '#kit/nouns/page.ts'
import { Problem, problem, reasons } from '#kit/call/problem.ts'
import type { Upload } from '#kit/nouns/upload.ts'
import type { Assets } from '#platform/pages/assets.ts'
import { admitByRoute } from './routeAdmission.ts'
import type { Gate } from './caller.ts'
import { boundConnections } from './connectionBounds.ts'
import { createQueueingServer } from './connectionQueue.ts'
import { errorBody, errorOf } from './errorBody.ts'
import { checkHost } from './hostHeader.ts'
import { mountHooks } from './mountHooks.ts'
import { acceptJsonOnly } from './jsonBody.ts'
import { mount, refusalOf, type MountParts } from './mount.ts'
import { isForPerson, mountPages, sendErrorPage, type PageParts } from './mountPages.ts'
import { openRefusalLog, type Refusal, type RefusalLog } from './refusalLog.ts'
import { openRefusalPause, type RefusalPause } from './refusalPause.ts'
import { collectRouteMethods, type RouteMethods } from './routeMethods.ts'
import { refuseExpectation, refuseUnread } from './unread.ts'
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
  /** Called for every finished request. */
  onFinished(request: FastifyRequest, reply: FastifyReply): void
}

const requestTimeoutMs = 30_000
const connectionTimeoutMs = 60_000
const keepAliveTimeoutMs = 72_000
const headersBytesMax = 16_384

/** Stubs for Fastify's compilers, which would cost start time. Routes have no schema: operations check their input. */
const noCompilers = { buildValidator: noCompiler, buildSerializer: noCompiler }

function noCompiler(): never {
  throw new Error('a route has a schema of its own; declare an operation instead')
}

/** The HTTP server with every operation on its route. */
export function makeServer(options: ServerOptions): FastifyInstance {
  const { kernel, gate, streams } = options.mount
  const pages: PageParts = { kernel, gate, assets: options.assets, mount: options.mount }
  const refusals = openRefusalLog(options.log, () => performance.now())
  const pause = openRefusalPause(gate.buckets, gate.rates.refused)
  const refusing: Refusing = { log: options.log, refusals, pages, pause }
  const server = fastify({
    logger: false,
    trustProxy: options.trustProxy,
    bodyLimit: limits.bodyBytesMax,
    requestTimeout: requestTimeoutMs,
    connectionTimeout: connectionTimeoutMs,
    keepAliveTimeout: keepAliveTimeoutMs,
    http: { maxHeaderSize: headersBytesMax, requireHostHeader: false },
    serverFactory,
    clientErrorHandler: refuseUnread,
    genReqId: () => looseId('req', Date.now()),
    forceCloseConnections: 'idle',
    return503OnClosing: true,
    exposeHeadRoutes: true,
    schemaController: { compilersFactory: noCompilers },
    routerOptions: { maxParamLength: 200, ignoreTrailingSlash: false },
    // Refusals of the router pass no hook and no error handler.
    frameworkErrors: (error, request, reply) => {
      standingHeaders(request, reply)
      void refuse(refusing, errorOf(() => admitByRoute(gate, request)) ?? error, reply)
    },
  })
  // Behind a proxy all connections come from its address.
  if (options.trustProxy === false) boundConnections(server.server)
  const routes = collectRouteMethods(server)
  server.decorateRequest('caller', undefined)
  server.decorateRequest('credential', undefined)
  server.decorateRequest('operation', undefined)
  server.decorateRequest('page', undefined)
  server.decorateRequest('refusal', undefined)
  server.addHook('onRequest', (request, reply, done) => {
    standingHeaders(request, reply)
    const error = errorOf(() => checkEntry({ gate, routes }, request, reply))
    const isPaused = error === undefined && request.routeOptions.config.admission === 'paused'
    const wait = isPaused ? pause(request.ip) : undefined
    if (wait === undefined) done(error)
    else void wait.then(() => done())
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

/** The Node server with the time-outs that Fastify sets only on servers of its own. */
function serverFactory(handler: RequestListener, { http }: { http?: HttpOptions }): Server {
  const server = createQueueingServer(
    { ...http, requestTimeout: requestTimeoutMs, keepAliveTimeout: keepAliveTimeoutMs },
    handler,
  )
  return server.setTimeout(connectionTimeoutMs)
}

type EntryParts = { gate: Gate; routes: RouteMethods }

/** Checks Host header, rate and route of a request before its body is read. Throws Problem to refuse. */
function checkEntry({ gate, routes }: EntryParts, request: FastifyRequest, reply: FastifyReply): void {
  checkHost(request.raw)
  admitByRoute(gate, request)
  if (!request.is404) return
  const methods = routes.at(request.url)
  if (methods.length === 0) throw problem(reasons.routeNotFound)
  reply.header('allow', methods.join(', '))
  throw problem(reasons.methodNotAllowed)
}

/** Sets the headers of every response, refusals of the router included. */
function standingHeaders(request: FastifyRequest, reply: FastifyReply): void {
  reply
    .header('x-request-id', request.id)
    .header('x-content-type-options', 'nosniff')
    .header('cache-control', 'no-store')
    .header('vary', 'Origin')
  const { origin } = request.headers
  // Scripts of any origin may read responses, except metrics. Browsers send no cookies with such requests, since
  // access-control-allow-credentials is missing, so a form's token cannot be read by another site.
  if (origin === undefined || metricsPath.test(request.url)) return
  reply.header('access-control-allow-origin', origin).header('access-control-expose-headers', exposedHeaders)
}

const metricsPath = /^\/metrics(\?|$)/

const exposedHeaders =
  'RateLimit, RateLimit-Policy, Retry-After, Idempotent-Replayed, X-Request-Id, Deprecation, Sunset, Range, ETag'

const allowedHeaders =
  'X-Service-API-Key, Content-Type, Content-Range, Accept, Idempotency-Key, X-Client-App, ' +
  'Range, If-Range, If-None-Match'

function preflight(reply: FastifyReply) {
  return reply
    .code(204)
    .header('access-control-allow-methods', 'GET, POST, PUT, DELETE')
    .header('access-control-allow-headers', allowedHeaders)
    .header('access-control-max-age', '86400')
    .send()
}

type Refusing = { log: Log; refusals: RefusalLog; pages: PageParts; pause: RefusalPause }

async function refuse(refusing: Refusing, error: unknown, reply: FastifyReply): Promise<FastifyReply> {
  const { log, refusals, pages, pause } = refusing
  const { request } = reply
  const why = problemOf(error, request)
  // The rate of a verified credential bounds its other refusals.
  if (why.status === 429 || request.credential === undefined) await pause(request.ip)
  if (why.status === 503) refusals.add(refusalOfRequest(why, request))
  else if (why.status >= 500) logFailure(log, error, request)
  if (why.retryAfterSeconds !== undefined) reply.header('retry-after', String(why.retryAfterSeconds))
  reply.headers(why.headers)
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

function refusalOfRequest({ reason, cause }: Problem, { id, operation, page }: FastifyRequest): Refusal {
  return {
    reason,
    cause: cause === undefined ? undefined : String(cause),
    requestId: id,
    operation: (operation ?? page)?.id,
  }
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

/** The refusal to send: a Problem unchanged, a transport error as a Problem, any other error without its text. */
function problemOf(error: unknown, request: FastifyRequest): Problem {
  if (error instanceof Problem) return error
  // cast: Fastify's errors have these fields; they are undefined on others.
  const { code, statusCode } = Object(error) as Partial<FastifyError>
  if (code === 'FST_ERR_CTP_BODY_TOO_LARGE') {
    const kib = Math.floor(request.routeOptions.bodyLimit / 1024)
    return problem(reasons.bodyTooLarge, { message: `The body is larger than ${kib} KiB.` })
  }
  if (code === 'FST_ERR_CTP_INVALID_MEDIA_TYPE') return problem(reasons.unsupportedMediaType)
  if (code === 'FST_ERR_MAX_PARAM_LENGTH' || code === 'FST_ERR_BAD_URL') return problem(reasons.routeNotFound)
  if (statusCode === 503) return problem(reasons.unavailable, { retryAfterSeconds: 1 })
  if (statusCode !== undefined && statusCode >= 400 && statusCode < 500) return problem(reasons.malformedJson)
  return problem(reasons.internalError)
}

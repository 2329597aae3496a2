import { createHash, timingSafeEqual } from 'node:crypto'
import { hostname } from 'node:os'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Log } from '#kit/call/context.ts'
import type { Product } from '#kit/nouns/product.ts'
import { parseLooseId } from '#kit/values/ids.ts'
import { problem, reasons } from '#kit/call/problem.ts'
import { coarseNetwork } from '#platform/net/networkPrefix.ts'
import { accountPath } from '#platform/db/fairSlots.ts'
import type { Pools } from '#platform/db/pools.ts'
import { databaseChecks } from './databaseHealth.ts'
import { watchBacklog, watchLogs, watchPools, watchProducts } from './gauges.ts'
import { openHealth, type Health } from './health.ts'
import { maskText } from './masking.ts'
import { openMetrics, type Metrics } from './metrics.ts'
import { openRequestLog, type RequestLog } from './requestEntries.ts'

/** Health, metrics and request log of a server. */
export type Observation = {
  metrics: Metrics
  health: Health
  requestLog: RequestLog
  /** Bearer token for `/metrics`; without one, only this machine may read them. */
  metricsToken: string | undefined
  /** Origin of the public address of this server. */
  ownOrigin: string
}

export type ObservationOptions = {
  pools: Pools
  /** Connections to queues and leases. */
  ops: Pools
  log: Log
  publicUrl: string
  version?: string | undefined
  /** Products whose numbers are metrics. */
  products?: readonly Pick<Product, 'gauges'>[] | undefined
  metricsToken?: string | undefined
  /** Dropped lines of the process log. */
  droppedLines?: (() => number) | undefined
}

/** Opens health, metrics and request log. */
export function openObservation(options: ObservationOptions): Observation {
  const { pools, ops, log, publicUrl, version = '', products = [], metricsToken, droppedLines = () => 0 } = options
  const metrics = openMetrics(version)
  const requestLog = openRequestLog({ pools, log })
  watchPools(metrics, pools)
  watchLogs(metrics, requestLog, droppedLines)
  watchBacklog(metrics, pools, ops)
  watchProducts(
    metrics,
    pools,
    products.flatMap(({ gauges }) => gauges),
  )
  return {
    metrics,
    health: openHealth(databaseChecks(pools, ops), log),
    requestLog,
    metricsToken,
    ownOrigin: new URL(publicUrl).origin,
  }
}

const pathLengthMax = 300
const agentLengthMax = 120
const own = /^\/(health|metrics)\b/
/** Media paths, which players load many times a second and which may hold a token. */
const media = /^\/(hls|media|images)\//

/** Load balancers call often: readiness is checked once a second, and each response is cheap. */
const paused = { config: { admission: 'paused' } } as const

/** Serves health and metrics on their fixed addresses and counts every request of the server. */
export function observe(server: FastifyInstance, of: Observation): void {
  countOpenRequests(server, of.metrics)
  server.get('/health/live', paused, async () => ({ status: 'live' }))
  server.get('/health/ready', paused, async (_request, reply) => {
    const { isReady, reasons: why } = await of.health.readiness()
    return reply.code(isReady ? 200 : 503).send({ status: isReady ? 'ready' : 'unready', reasons: why })
  })
  server.get('/metrics', async (request, reply) => {
    checkNoPage(of.ownOrigin, request)
    checkMetricsReader(of.metricsToken, request)
    return reply.header('content-type', of.metrics.contentType).send(await of.metrics.text())
  })
}

/** Counts requests from their arrival to their response, or to the end of their connection. */
function countOpenRequests(server: FastifyInstance, metrics: Metrics): void {
  const owed = new WeakMap<object, number>()
  server.server.on('connection', (socket) =>
    socket.once('close', () => {
      metrics.abandoned(owed.get(socket) ?? 0)
      owed.delete(socket)
    }),
  )
  server.addHook('onRequest', ({ raw }, _reply, done) => {
    metrics.started()
    owed.set(raw.socket, (owed.get(raw.socket) ?? 0) + 1)
    done()
  })
  server.addHook('onResponse', ({ raw }, _reply, done) => {
    const open = owed.get(raw.socket) ?? 0
    if (open > 0) {
      owed.set(raw.socket, open - 1)
      metrics.answered()
    }
    done()
  })
}

/** Records a finished request: in the metrics, and in the request log unless it is full. */
export function finished(of: Observation, request: FastifyRequest, reply: FastifyReply): void {
  const status = reply.statusCode
  const durationMs = reply.elapsedTime
  of.metrics.finished((request.operation ?? request.page)?.id ?? nameOfOther(request), status, durationMs / 1000)
  if (request.method === 'OPTIONS' || own.test(request.url) || media.test(request.url)) return
  const account = request.credential?.account
  const [share = ''] = account === undefined ? [] : accountPath(account)
  if (of.requestLog.wants(status >= 400, share)) of.requestLog.add(entryOf(request, status, durationMs))
}

function nameOfOther(request: FastifyRequest): string {
  if (own.test(request.url)) return 'observation'
  if (media.test(request.url)) return 'media'
  return request.method === 'OPTIONS' ? 'preflight' : 'other'
}

function entryOf(request: FastifyRequest, status: number, durationMs: number) {
  const { credential, method, url } = request
  const asked = request.operation ?? request.page
  const end = url.indexOf('?')
  const path = end < 0 ? url : url.slice(0, end)
  return {
    id: parseLooseId('req', request.id) ?? '',
    accountId: credential?.account.id ?? 0,
    actor: credential?.actor.id ?? null,
    at: new Date(Date.now() - durationMs).toISOString(),
    operation: asked?.id ?? '',
    method,
    path: path === asked?.path ? path : clean(path, pathLengthMax),
    status,
    reason: request.refusal ?? null,
    durationMs: Math.round(durationMs * 100) / 100,
    network: coarseNetwork(request.ip),
    userAgent: clean(request.headers['user-agent'] ?? '', agentLengthMax),
  }
}

/** A text of a caller, masked, on one line and of bounded length, so that it is harmless in logs and terminals. */
function clean(text: string, lengthMax: number): string {
  return maskText(text.replaceAll(/[^\x20-\x7e]/g, '?')).slice(0, lengthMax)
}

/** Headers that proxies add: a request through a proxy on this machine is not local. */
const proxyHeaders = ['forwarded', 'via', 'x-forwarded-for', 'x-forwarded-host', 'x-forwarded-proto', 'x-real-ip']

/** Refuses pages of other origins, which a browser on this machine may have open. Throws metrics_token. */
function checkNoPage(ownOrigin: string, { headers }: FastifyRequest): void {
  const { origin = ownOrigin, 'sec-fetch-site': site = 'none' } = headers
  if (origin !== ownOrigin || site === 'cross-site' || site === 'same-site') throw problem(reasons.metricsToken)
}

/** Checks a reader of metrics: a configured token is always needed; without one only direct local connections read. */
function checkMetricsReader(token: string | undefined, request: FastifyRequest): void {
  const { headers } = request
  const isDirect = !proxyHeaders.some((name) => headers[name] !== undefined) && isOwnName(request.hostname)
  const isAllowed =
    token === undefined
      ? isLoopback(request.raw.socket.remoteAddress) && isDirect
      : isSame(headers.authorization ?? '', `Bearer ${token}`)
  if (!isAllowed) throw problem(reasons.metricsToken)
}

/** Whether a name is one of this machine. A page may point its own name at 127.0.0.1, and so read as its own origin. */
function isOwnName(name: string): boolean {
  return name === '' || name === hostname() || name === 'localhost' || isLoopback(name.replace(/^\[|\]$/g, ''))
}

function isLoopback(address = ''): boolean {
  return address === '::1' || /^(::ffff:)?127\./.test(address)
}

/** Compares digests: the duration reveals neither content nor length. */
function isSame(left: string, right: string): boolean {
  const digest = (text: string) => createHash('sha256').update(text).digest()
  return timingSafeEqual(digest(left), digest(right))
}

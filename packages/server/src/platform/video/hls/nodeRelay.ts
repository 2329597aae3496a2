import { pipeline } from 'node:stream/promises'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Log } from '#kit/call/context.ts'
import { problem, reasons } from '#kit/call/problem.ts'
import { openGuard } from '#platform/net/guard.ts'
import { openConnectionSlots } from '#platform/net/connectionSlots.ts'
import { messageOf } from '#platform/startProblem.ts'

/** Server that holds the media, and the Authorization header that it accepts. */
export type RelayTarget = {
  nodeUrl: string
  authorization: string
  /** Path and query at that server; the path of the request when left out. */
  path?: string
  /** Cache-Control in place of the one that the other server sends. */
  cacheControl?: string
}

type Relayed = RelayTarget & { signal: AbortSignal }

/** Concurrent relayed requests, in all and from one network prefix, and connections to one node. */
const bounds = { countMax: 2_000, prefixMax: 500, retryAfterSeconds: 1 }
const connectionsMax = 1_000
/** Nodes delay the first playlist of a session for up to ten seconds. */
const headersTimeoutMs = 15_000
const bodyTimeoutMs = 15_000

/** Marks a relayed request: no node relays it a second time. */
const relayedHeader = 'x-fairground-relayed'
const requestHeaders = ['accept-encoding', 'range', 'if-range', 'origin'] as const
const responseHeaders = new Set([
  'content-type',
  'content-length',
  'content-encoding',
  'content-range',
  'content-disposition',
  'accept-ranges',
  'cache-control',
  'vary',
  'retry-after',
  'access-control-allow-origin',
  'access-control-expose-headers',
])

/** Relays media requests to other nodes of this installation. */
export type Relay = {
  /** Streams the response of the other node as fast as the client reads it. Rejects with a Problem. */
  send(request: FastifyRequest, reply: FastifyReply, to: RelayTarget): Promise<void>
  close(): Promise<void>
}

/** Opens a relay. Nodes may have private addresses. */
export function openRelay(log: Log): Relay {
  const guard = openGuard({ allowPrivate: true, connectionsMax })
  const slots = openConnectionSlots(bounds)

  async function send(request: FastifyRequest, reply: FastifyReply, to: RelayTarget): Promise<void> {
    // Two nodes that each consider the other the holder would relay the request for ever.
    if (request.headers[relayedHeader] !== undefined) throw problem(reasons.unavailable, { retryAfterSeconds: 1 })
    const leave = slots.enter(request.ip)
    const closed = new AbortController()
    const abort = () => closed.abort()
    reply.raw.once('close', abort)
    try {
      await relay(request, reply, { ...to, signal: closed.signal })
    } finally {
      leave()
      reply.raw.removeListener('close', abort)
    }
  }

  async function relay(request: FastifyRequest, reply: FastifyReply, to: Relayed) {
    const response = await requestNode(request, to).catch((error: unknown) => {
      if (!to.signal.aborted) log.warn('another node does not respond', { node: to.nodeUrl, error: messageOf(error) })
      throw problem(reasons.unavailable, { retryAfterSeconds: 1 })
    })
    const { raw } = reply
    if (raw.destroyed) return void response.body.destroy()
    reply.hijack()
    const headers = Object.entries(response.headers).filter(([name]) => responseHeaders.has(name))
    const ours = to.cacheControl === undefined ? {} : { 'cache-control': to.cacheControl }
    const theirs = Object.fromEntries(headers)
    raw.writeHead(response.statusCode, { 'x-content-type-options': 'nosniff', ...theirs, ...ours })
    await pipeline(response.body, raw).catch(() => undefined)
  }

  async function requestNode(request: FastifyRequest, { nodeUrl, path, authorization, signal }: Relayed) {
    const given = requestHeaders.flatMap((name) => {
      const value = request.headers[name]
      return value === undefined ? [] : [[name, String(value)]]
    })
    const agent = await guard.agent()
    return agent.request({
      origin: new URL(nodeUrl).origin,
      path: path ?? request.url,
      method: request.method === 'HEAD' ? 'HEAD' : 'GET',
      headers: { ...Object.fromEntries(given), authorization, [relayedHeader]: '1' },
      headersTimeout: headersTimeoutMs,
      bodyTimeout: bodyTimeoutMs,
      signal,
    })
  }

  return { send, close: guard.close }
}

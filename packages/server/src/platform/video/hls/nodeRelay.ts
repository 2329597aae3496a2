import { pipeline } from 'node:stream/promises'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Log } from '#kit/call/context.ts'
import { problem, reasons } from '#kit/call/problem.ts'
import { openGuard } from '#platform/net/guard.ts'
import { openRoom } from '#platform/net/connectionSlots.ts'
import { messageOf } from '#platform/startProblem.ts'

/** The server that holds what is asked for, and the word that opens it there. */
export type Elsewhere = {
  nodeUrl: string
  authorization: string
  /** What it is called there, with its query; the address as it was asked for when left out. */
  path?: string
  /** How long the answer may be kept, in place of what the other server says of that. */
  cacheControl?: string
}

type Passing = Elsewhere & { signal: AbortSignal }

/** Requests handed on at once, in all and from one network prefix, and connections to one node. */
const bounds = { countMax: 2_000, prefixMax: 500, retryAfterSeconds: 1 }
const connectionsMax = 1_000
/** A node holds a first playlist back for ten seconds. */
const headersTimeoutMs = 15_000
const bodyTimeoutMs = 15_000

/** Marks what has been handed on, so that it is not handed on again. */
const mark = 'x-fairground-relayed'
const sentOn = ['accept-encoding', 'range', 'if-range', 'origin'] as const
const sentBack = new Set([
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

/** Hands requests on to other nodes of this installation. */
export type Relay = {
  /** Answers with what the other node answers, as fast as the client takes it. Rejects with a Problem. */
  send(request: FastifyRequest, reply: FastifyReply, to: Elsewhere): Promise<void>
  close(): Promise<void>
}

/** Opens a relay. Nodes have addresses of their own network. */
export function openRelay(log: Log): Relay {
  const guard = openGuard({ allowPrivate: true, connectionsMax })
  const room = openRoom(bounds)

  async function send(request: FastifyRequest, reply: FastifyReply, to: Elsewhere): Promise<void> {
    // Two nodes that each take the other for the holder would send it to and fro.
    if (request.headers[mark] !== undefined) throw problem(reasons.unavailable, { retryAfterSeconds: 1 })
    const leaveRoom = room.enter(request.ip)
    const gone = new AbortController()
    const leave = () => gone.abort()
    reply.raw.once('close', leave)
    try {
      await pass(request, reply, { ...to, signal: gone.signal })
    } finally {
      leaveRoom()
      reply.raw.removeListener('close', leave)
    }
  }

  async function pass(request: FastifyRequest, reply: FastifyReply, to: Passing) {
    const answer = await ask(request, to).catch((error: unknown) => {
      if (!to.signal.aborted) log.warn('another node does not answer', { node: to.nodeUrl, error: messageOf(error) })
      throw problem(reasons.unavailable, { retryAfterSeconds: 1 })
    })
    const { raw } = reply
    if (raw.destroyed) return void answer.body.destroy()
    reply.hijack()
    const headers = Object.entries(answer.headers).filter(([name]) => sentBack.has(name))
    const ours = to.cacheControl === undefined ? {} : { 'cache-control': to.cacheControl }
    const theirs = Object.fromEntries(headers)
    raw.writeHead(answer.statusCode, { 'x-content-type-options': 'nosniff', ...theirs, ...ours })
    await pipeline(answer.body, raw).catch(() => undefined)
  }

  async function ask(request: FastifyRequest, { nodeUrl, path, authorization, signal }: Passing) {
    const given = sentOn.flatMap((name) => {
      const value = request.headers[name]
      return value === undefined ? [] : [[name, String(value)]]
    })
    const agent = await guard.agent()
    return agent.request({
      origin: new URL(nodeUrl).origin,
      path: path ?? request.url,
      method: request.method === 'HEAD' ? 'HEAD' : 'GET',
      headers: { ...Object.fromEntries(given), authorization, [mark]: '1' },
      headersTimeout: headersTimeoutMs,
      bodyTimeout: bodyTimeoutMs,
      signal,
    })
  }

  return { send, close: guard.close }
}

import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Json } from '#test/world/world.ts'

/** Requests of a fake, and its responses. */
export type FakeRequest = {
  method: string
  path: string
  query: URLSearchParams
  headers: IncomingMessage['headers']
  body: unknown
}
export type FakeReply = { status: number; body: Json; headers?: Record<string, string> }

/** A partner's server on loopback. */
export type FakeServer = {
  url: string
  /** `METHOD /path` of every request. */
  requests: string[]
  /** Response in place of the regular one, where set. */
  trouble: (request: FakeRequest) => FakeReply | undefined
  /** Time between the effect of a request and its response. */
  latencyMs: () => number
  /** Awaited between the effect of a request and its response, after the latency. */
  hold: (request: FakeRequest) => Promise<void> | undefined
  [Symbol.asyncDispose](): Promise<void>
}

/** Opens a fake with responses of `replyTo`. */
export async function fakeServer(replyTo: (request: FakeRequest) => FakeReply): Promise<FakeServer> {
  // The client may disconnect before the whole body arrived.
  const server = createServer((message, response) => handle(message, response).catch(() => response.destroy()))
  const handle = async (message: IncomingMessage, response: ServerResponse) => {
    let text = ''
    for await (const piece of message) text += String(piece)
    const url = new URL(message.url ?? '/', 'http://fake')
    fake.requests.push(`${message.method} ${url.pathname}`)
    const request: FakeRequest = {
      method: message.method ?? 'GET',
      path: url.pathname,
      query: url.searchParams,
      headers: message.headers,
      body: text === '' ? undefined : parsed(text, message.headers['content-type']),
    }
    const reply = fake.trouble(request) ?? replyTo(request)
    const latencyMs = fake.latencyMs()
    if (latencyMs > 0) await sleep(latencyMs)
    await fake.hold(request)
    response.writeHead(reply.status, { 'content-type': 'application/json', ...reply.headers })
    response.end(JSON.stringify(reply.body))
  }
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  // cast: a server on a port has an address with one.
  const { port } = server.address() as AddressInfo
  const fake: FakeServer = {
    url: `http://127.0.0.1:${port}`,
    requests: [],
    trouble: () => undefined,
    latencyMs: () => 0,
    hold: () => undefined,
    async [Symbol.asyncDispose]() {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }
  return fake
}

function parsed(text: string, contentType = ''): unknown {
  const isForm = contentType.startsWith('application/x-www-form-urlencoded')
  return isForm ? Object.fromEntries(new URLSearchParams(text)) : JSON.parse(text)
}

/** A response of success. */
export function ok(body: Json): FakeReply {
  return { status: 200, body }
}

/** A generic refusal. */
export function no(status: number, message = 'No'): FakeReply {
  return { status, body: { message } }
}

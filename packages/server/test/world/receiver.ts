import { createServer, type IncomingHttpHeaders } from 'node:http'
import { once } from 'node:events'
import assert from 'node:assert/strict'
import { Webhook } from 'standardwebhooks'

/** One request that a receiver of webhooks got. */
export type Received = { headers: IncomingHttpHeaders; text: string; body: Record<string, unknown>; path: string }

/** A receiver of webhooks on loopback. */
export type Receiver = {
  url: string
  received: Received[]
  /** Returns the status of the response, 0 for a closed connection. The receiver responds when it resolves. */
  answer: (request: Received) => number | Promise<number>
  /** Headers of every response. */
  headers: Record<string, string>
  /** The steps of the factory's facts, in order of arrival. */
  steps(): unknown[]
  [Symbol.asyncDispose](): Promise<void>
}

/** Opens a receiver on a port, any free one when left out. It responds 204 unless set. */
export async function receiver(port = 0): Promise<Receiver> {
  const server = createServer((request, response) => {
    const pieces: Buffer[] = []
    request.on('data', (piece: Buffer) => pieces.push(piece))
    request.on('end', async () => {
      const text = Buffer.concat(pieces).toString()
      const seen = { headers: request.headers, text, body: JSON.parse(text), path: request.url ?? '' }
      made.received.push(seen)
      const status = await made.answer(seen)
      if (status === 0) return void request.socket.destroy()
      const location = status >= 300 && status < 400 ? { location: '/elsewhere' } : {}
      response.writeHead(status, { ...made.headers, ...location }).end(status === 204 ? undefined : `status ${status}`)
    })
  })
  server.listen(port, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  assert.ok(typeof address === 'object' && address !== null)
  const made: Receiver = {
    url: `http://127.0.0.1:${address.port}/hook`,
    received: [],
    answer: () => 204,
    headers: {},
    steps: () => made.received.map((each) => Object(each.body['data']).step),
    async [Symbol.asyncDispose]() {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }
  return made
}

/** Verifies a request like a receiver, with the reference implementation of Standard Webhooks. */
export function verify(seen: Received, secret: string): unknown {
  const names = ['webhook-id', 'webhook-timestamp', 'webhook-signature']
  const headers = Object.fromEntries(names.map((name) => [name, String(seen.headers[name])]))
  return new Webhook(secret).verify(seen.text, headers)
}

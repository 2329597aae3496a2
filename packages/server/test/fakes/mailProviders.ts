import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

/** A request that a fake took. */
export type ProviderRequest = { method: string; path: string; headers: IncomingMessage['headers']; body: string }

/** A response in place of the regular one. */
export type ProviderReply = { status: number; body?: unknown; headers?: Record<string, string> }

/** Fakes of the APIs of Amazon SES, Mailgun, Postmark and SendGrid, after their documentation, on one address. */
export type FakeMailProviders = {
  url: string
  /** Mails that were accepted. */
  mails: ProviderRequest[]
  requests: ProviderRequest[]
  trouble: (request: ProviderRequest) => ProviderReply | undefined
  [Symbol.asyncDispose](): Promise<void>
}

/** The key that all of them accept. */
export const fakeKey = 'right-key'

const basic = `Basic ${Buffer.from(`api:${fakeKey}`).toString('base64')}`

/** Opens the fakes. Each mail gets the id `mail-1`, `mail-2` … at its provider. */
export async function fakeMailProviders(): Promise<FakeMailProviders> {
  const fake: FakeMailProviders = {
    url: '',
    mails: [],
    requests: [],
    trouble: () => undefined,
    async [Symbol.asyncDispose]() {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }
  const handle = async (message: IncomingMessage, response: ServerResponse) => {
    let body = ''
    for await (const piece of message) body += String(piece)
    const { method = '', url = '', headers } = message
    const request = { method, path: url, headers, body }
    fake.requests.push(request)
    const reply = fake.trouble(request) ?? replyTo(request, fake.mails)
    if (reply.status < 300 && method === 'POST') fake.mails.push(request)
    response.writeHead(reply.status, { 'content-type': 'application/json', ...reply.headers })
    response.end(JSON.stringify(reply.body ?? {}))
  }
  const server = createServer((message, response) => handle(message, response).catch(() => response.destroy()))
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  // cast: a server on a port has an address with one.
  fake.url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  return fake
}

function replyTo({ method, path, headers }: ProviderRequest, mails: readonly unknown[]): ProviderReply {
  const id = `mail-${mails.length + 1}`
  const call = `${method} ${path}`
  const { authorization = '' } = headers
  if (path.startsWith('/v2/email/')) {
    const isSigned = /^AWS4-HMAC-SHA256 Credential=AKIA\/\d{8}\/eu-central-1\/ses\/aws4_request, /.test(authorization)
    if (!isSigned) return { status: 403, body: { message: 'The security token is invalid.' } }
    return { status: 200, body: method === 'GET' ? { SendingEnabled: true } : { MessageId: id } }
  }
  if (path.startsWith('/v3/domains/') || path.endsWith('/messages.mime')) {
    if (authorization !== basic) return { status: 401, body: { message: 'Invalid private key' } }
    return { status: 200, body: method === 'GET' ? { domain: { state: 'active' } } : { id: `<${id}>` } }
  }
  if (call === 'GET /server' || call === 'POST /email') {
    const isKnown = headers['x-postmark-server-token'] === fakeKey
    if (!isKnown) return { status: 401, body: { ErrorCode: 10, Message: 'No valid server token' } }
    return { status: 200, body: { ErrorCode: 0, Message: 'OK', MessageID: id } }
  }
  if (authorization !== `Bearer ${fakeKey}`) return { status: 401, body: { errors: [{ message: 'bad key' }] } }
  if (method === 'GET') return { status: 200, body: { scopes: ['mail.send'] } }
  return { status: 202, headers: { 'x-message-id': id } }
}

import assert from 'node:assert/strict'
import { once } from 'node:events'
import { createServer, type Server, type Socket } from 'node:net'
import { after, before, describe, test } from 'node:test'
import { createServer as createTlsServer } from 'node:tls'
import { makeCertificate } from '#test/world/certificate.ts'
import type { GuardRules } from './guard.ts'
import { connectOutbound, type SocketPlace } from './socket.ts'
import { lackOf } from '#test/world/program.ts'

const own: GuardRules = { allowPrivate: true }
const never = new AbortController().signal

describe('connectOutbound', () => {
  let accepted = 0
  const sockets = new Set<Socket>()
  const server = createServer((socket) => {
    accepted += 1
    sockets.add(socket)
    greet(socket)
  })
  let place: SocketPlace

  before(async () => {
    place = { host: '127.0.0.1', port: await listening(server), isSecure: false }
  })
  after(() => {
    server.close()
    for (const socket of sockets) socket.destroy()
  })

  test('connects to an address or a name', async () => {
    const resolve = async () => [{ address: '127.0.0.1', family: 4 }]
    for (const [rules, host] of [
      [own, '127.0.0.1'],
      [{ ...own, resolve }, 'live.example.com'],
    ] as const) {
      const socket = await connectOutbound(rules, { ...place, host }, never)
      const [bytes] = await once(socket, 'data')
      assert.equal(String(bytes), 'hello')
      socket.destroy()
    }
  })

  test('refuses addresses that are not public, names that lead to one, and ports of other protocols', async () => {
    const before = accepted
    const resolve = async () => [{ address: '127.0.0.1', family: 4 }]
    for (const [rules, refused, reason] of [
      [{}, place, 'address'],
      [{}, { ...place, host: '[::1]' }, 'address'],
      [{ resolve }, { ...place, host: 'live.example.com' }, 'address'],
      [own, { ...place, port: 25 }, 'port'],
      [own, { ...place, port: 6_379 }, 'port'],
    ] as const) {
      await assert.rejects(connectOutbound(rules, refused, never), { name: 'OutboundRefused', reason })
    }
    assert.equal(accepted, before)
  })

  test('rejects with the cause of the failure', async () => {
    const closed = createServer()
    const port = await listening(closed)
    closed.close()
    await assert.rejects(connectOutbound(own, { ...place, port }, never), { code: 'ECONNREFUSED' })
    const resolve = async () => []
    await assert.rejects(connectOutbound({ resolve }, { ...place, host: 'a.example' }, never), { code: 'ENOTFOUND' })
    await assert.rejects(connectOutbound(own, { ...place, isSecure: true }, never), { code: /SSL|ECONNRESET/ })
  })

  test('ends at an abort or its time-out, and leaves no connection', async () => {
    const mute = createServer((socket) => sockets.add(socket.resume()))
    const secure = { host: '127.0.0.1', port: await listening(mute), isSecure: true }
    const abort = new AbortController()
    setTimeout(() => abort.abort(), 20)
    await assert.rejects(connectOutbound(own, secure, abort.signal), { name: 'AbortError' })
    await assert.rejects(connectOutbound(own, secure, AbortSignal.abort()), { name: 'AbortError' })
    await assert.rejects(connectOutbound({ ...own, connectTimeoutMs: 20 }, secure, never), { name: 'TimeoutError' })
    mute.close()
    await once(mute, 'close')
  })

  test('checks the certificate of the server against its name', async (t) => {
    const certificate = await makeCertificate()
    if (certificate === undefined) return t.skip(lackOf('openssl'))
    const tls = createTlsServer(certificate, greet).on('tlsClientError', () => undefined)
    const secure = { host: 'localhost', port: await listening(tls), isSecure: true }
    const resolve = async () => [{ address: '127.0.0.1', family: 4 }]
    const rules: GuardRules = { ...own, resolve, ca: certificate.cert }
    const socket = await connectOutbound(rules, secure, never)
    assert.equal(String((await once(socket, 'data'))[0]), 'hello')
    socket.destroy()
    const { ca: _, ...others } = rules
    await assert.rejects(connectOutbound(others, secure, never), { code: 'DEPTH_ZERO_SELF_SIGNED_CERT' })
    const other = { ...secure, host: 'live.example.com' }
    await assert.rejects(connectOutbound(rules, other, never), { code: 'ERR_TLS_CERT_ALTNAME_INVALID' })
    tls.close()
  })
})

/** Clients that refuse our certificate disconnect before they read this: the error is expected. */
function greet(socket: Socket): void {
  socket.on('error', () => undefined).end('hello')
}

async function listening(server: Server): Promise<number> {
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const bound = server.address()
  assert.ok(typeof bound === 'object' && bound !== null)
  return bound.port
}

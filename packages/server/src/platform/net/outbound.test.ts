import assert from 'node:assert/strict'
import { once } from 'node:events'
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import { createServer as createRawServer } from 'node:net'
import { after, before, describe, test } from 'node:test'
import type { Writable } from 'node:stream'
import { brotliCompressSync, deflateSync, gzipSync } from 'node:zlib'
import { checkOutboundUrl, type Guard, type GuardRules, openGuard } from './guard.ts'
import { fetchOutbound, type OutboundOptions } from './outbound.ts'
import { OutboundFailed, OutboundRefused } from './outboundRefused.ts'

/** Global unicast by its range, but unassigned: connections time out. */
const unroutable = '3000::1'

const refusedUrls: [string, string][] = [
  ['', 'url'],
  ['/relative', 'url'],
  ['http://', 'url'],
  [`https://example.com/${'x'.repeat(2_048)}`, 'url'],
  ['ftp://example.com/', 'scheme'],
  ['file:///etc/passwd', 'scheme'],
  ['javascript:alert(1)', 'scheme'],
  ['gopher://example.com/', 'scheme'],
  ['https://user:secret@example.com/', 'credentials'],
  ['https://user@example.com/', 'credentials'],
  ['http://example.com:22/', 'port'],
  ['http://example.com:25/', 'port'],
  ['http://example.com:6379/', 'port'],
  ['http://example.com:0/', 'port'],
  ['http://127.0.0.1/', 'address'],
  ['http://127.1/', 'address'],
  ['http://2130706433/', 'address'],
  ['http://0x7f000001/', 'address'],
  ['http://0x7f.1/', 'address'],
  ['http://0177.0.0.1/', 'address'],
  ['http://017700000001/', 'address'],
  ['http://127.0.0.1./', 'address'],
  ['http://\u{ff11}\u{ff12}\u{ff17}.0.0.1/', 'address'],
  ['http://0/', 'address'],
  ['http://169.254.169.254/latest/meta-data/', 'address'],
  ['http://[::1]/', 'address'],
  ['http://[::]/', 'address'],
  ['http://[::ffff:127.0.0.1]/', 'address'],
  ['http://[::ffff:7f00:1]/', 'address'],
  ['http://[64:ff9b::a9fe:a9fe]/', 'address'],
  ['http://[2002:7f00:1::]/', 'address'],
  ['http://[fd00:ec2::254]/', 'address'],
]

for (const [url, reason] of refusedUrls) {
  test(`refused for its ${reason}: ${url.slice(0, 60)}`, () => {
    assert.throws(() => checkOutboundUrl(url), { name: 'OutboundRefused', reason })
  })
}

test('a public URL is returned in its normal form', () => {
  assert.equal(checkOutboundUrl('HTTPS://Example.com:443/a?b#c').href, 'https://example.com/a?b')
  assert.equal(checkOutboundUrl('http://8.8.8.8:8080/').href, 'http://8.8.8.8:8080/')
  assert.throws(() => checkOutboundUrl('http://example.com/', { httpsOnly: true }), { reason: 'scheme' })
})

describe('fetchOutbound', () => {
  const server = createServer(respond)
  const guards: Guard[] = []
  let port = 0

  before(async () => {
    port = await listening(server)
  })
  after(async () => {
    await Promise.all(guards.map((guard) => guard.close()))
    server.closeAllConnections()
    server.close()
  })

  function guarded(rules: GuardRules): Guard {
    const guard = openGuard(rules)
    guards.push(guard)
    return guard
  }

  function fetchPath(path: string, options?: OutboundOptions) {
    return fetchOutbound(guarded({ allowPrivate: true }), `http://localhost:${port}${path}`, options)
  }

  test('sends method, headers and body, and returns status, headers and body', async () => {
    const response = await fetchPath('/echo', { method: 'POST', headers: { 'x-a': 'b' }, body: 'hello' })
    assert.equal(response.status, 201)
    assert.equal(response.headers['content-type'], 'text/plain')
    assert.equal(Buffer.from(response.body).toString(), 'POST b hello')
  })

  test('a loopback server is refused by name, by address and by a name that a resolver points at it', async () => {
    const own = guarded({ resolve: async () => [{ address: '127.0.0.1', family: 4 }] })
    for (const host of ['127.0.0.1', '[::1]', '[::ffff:127.0.0.1]', 'public.example']) {
      await assert.rejects(fetchOutbound(own, `http://${host}:${port}/echo`), { reason: 'address' })
    }
    await assert.rejects(fetchOutbound(guarded({}), `http://localhost:${port}/echo`), (error) => {
      assert.ok(error instanceof OutboundRefused && error.address !== undefined)
      assert.doesNotMatch(error.message, /127|::1/)
      return true
    })
  })

  test('each connection uses one query of the resolver, though its response changes', async () => {
    const answers = ['127.0.0.2', '127.0.0.3', '127.0.0.4']
    const resolve = async () => [{ address: answers.shift() ?? '', family: 4 }]
    const open = guarded({ allowPrivate: true, resolve })
    const response = await fetchOutbound(open, `http://rebind.example:${port}/local`)
    assert.equal(Buffer.from(response.body).toString(), '127.0.0.2')
    const shut = guarded({ resolve })
    const refused = fetchOutbound(shut, `http://rebind.example:${port}/local`)
    await assert.rejects(refused, { reason: 'address', address: '127.0.0.3' })
    assert.deepEqual(answers, ['127.0.0.4'])
  })

  test('connects to the public ones of several addresses only', async () => {
    const addresses = [
      { address: '127.0.0.1', family: 4 },
      { address: unroutable, family: 6 },
    ]
    const own = guarded({ resolve: async () => addresses, connectTimeoutMs: 200 })
    const refused = fetchOutbound(own, `http://mixed.example:${port}/local`, { timeoutMs: 500 })
    await assert.rejects(refused, (error) => error instanceof OutboundFailed)
  })

  test('a look-up does not count in the time-out of the connection', async (t) => {
    t.mock.timers.enable({ apis: ['setTimeout'] })
    const resolve = async () => {
      await new Promise((turn) => setImmediate(turn))
      // More than the time-out of a connection, less than that of a look-up.
      t.mock.timers.tick(6_000)
      return [{ address: '127.0.0.1', family: 4 }]
    }
    const own = guarded({ allowPrivate: true, resolve })
    const response = await fetchOutbound(own, `http://slow.example:${port}/host`, { timeoutMs: 15_000 })
    assert.equal(response.status, 200)
  })

  test('the connection goes to the resolved address, whatever the system resolver returns', async () => {
    const own = guarded({ allowPrivate: true, resolve: async () => [{ address: '127.0.0.1', family: 4 }] })
    const response = await fetchOutbound(own, `http://no-such-name.invalid:${port}/host`)
    assert.equal(Buffer.from(response.body).toString(), `no-such-name.invalid:${port}`)
  })

  test('redirects are responses unless they are followed, and each hop is checked', async () => {
    assert.equal((await fetchPath('/redirect?to=/echo')).status, 302)
    const followed = await fetchPath('/redirect?to=/echo', { redirectsMax: 1, method: 'POST', body: 'x' })
    assert.match(Buffer.from(followed.body).toString(), /^GET/)
    await assert.rejects(fetchPath('/redirect?to=/redirect', { redirectsMax: 3 }), { reason: 'redirects' })
    for (const to of ['file:///etc/passwd', 'http://user@localhost/', 'http://localhost:22/']) {
      const path = `/redirect?to=${encodeURIComponent(to)}`
      await assert.rejects(fetchPath(path, { redirectsMax: 3 }), (error) => error instanceof OutboundRefused)
    }
  })

  test('a redirect to another origin carries no Authorization header', async () => {
    const to = encodeURIComponent(`http://127.0.0.1:${port}/authorization`)
    const headers = { Authorization: 'Bearer secret' }
    const left = await fetchPath(`/redirect?to=${to}`, { redirectsMax: 1, headers })
    assert.equal(Buffer.from(left.body).toString(), 'none')
    const stayed = await fetchPath('/redirect?to=/authorization', { redirectsMax: 1, headers })
    assert.equal(Buffer.from(stayed.body).toString(), 'Bearer secret')
  })

  test('compressed responses are decompressed', async () => {
    for (const encoding of ['gzip', 'deflate', 'br']) {
      const response = await fetchPath(`/packed?as=${encoding}`, { bodyBytesMax: 2_000_000 })
      assert.equal(response.body.length, 1_500_000, encoding)
    }
    await assert.rejects(fetchPath('/packed?as=zstd'), { reason: 'answer_encoding' })
    await assert.rejects(fetchPath('/small?as=zstd'), { reason: 'answer_encoding' })
    await assert.rejects(fetchPath('/broken'), { reason: 'protocol' })
  })

  test('a response beyond the limit, compressed or not, is refused or cut', async () => {
    await assert.rejects(fetchPath('/packed?as=gzip'), { reason: 'answer_too_large' })
    await assert.rejects(fetchPath('/packed?as=identity'), { reason: 'answer_too_large' })
    const cut = await fetchPath('/packed?as=gzip', { tooLarge: 'cut', bodyBytesMax: 1_000 })
    assert.deepEqual([cut.cut, cut.body.length], [true, 1_000])
    const exact = await fetchPath('/packed?as=gzip', { bodyBytesMax: 1_500_000 })
    assert.equal(exact.cut, false)
  })

  test('an endless compressed response that decompresses to nothing is refused', async () => {
    await assert.rejects(fetchPath('/empty-blocks', { timeoutMs: 20_000 }), { reason: 'answer_too_large' })
  })

  test('endless informational responses fail the request', async () => {
    await assert.rejects(fetchPath('/informational', { timeoutMs: 20_000 }), { reason: 'protocol' })
    assert.equal((await fetchPath('/informational?count=20')).status, 200)
  })

  test('time-outs, unknown hosts and aborts fail with their reasons', async () => {
    await assert.rejects(fetchPath('/never', { timeoutMs: 100 }), { name: 'OutboundFailed', reason: 'timeout' })
    await assert.rejects(fetchPath('/drip', { timeoutMs: 150 }), { reason: 'timeout' })
    const signal = AbortSignal.timeout(50)
    await assert.rejects(fetchPath('/never', { signal }), { reason: 'cancelled' })
    const nowhere = guarded({ resolve: async () => [] })
    await assert.rejects(fetchOutbound(nowhere, 'http://nowhere.example/'), { reason: 'name_not_found' })
    const slow = guarded({ connectTimeoutMs: 150, resolve: () => new Promise(() => undefined) })
    await assert.rejects(fetchOutbound(slow, 'http://slow.example/', { timeoutMs: 100 }), { reason: 'timeout' })
    const https = guarded({ allowPrivate: true })
    await assert.rejects(fetchOutbound(https, `https://localhost:${port}/`), { reason: 'tls' })
  })

  test('a server that speaks no HTTP or closes the connection fails the request with its reason', async () => {
    const raw = createRawServer((socket) => socket.end('220 mail.example ESMTP\r\n'))
    const rawPort = await listening(raw)
    const own = guarded({ allowPrivate: true })
    const request = fetchOutbound(own, `http://localhost:${rawPort}/`)
    await assert.rejects(
      request.finally(() => raw.close()),
      { reason: 'protocol' },
    )
    await assert.rejects(fetchOutbound(own, `http://localhost:${rawPort}/`), { reason: 'connection' })
  })
})

async function listening(server: Server | ReturnType<typeof createRawServer>): Promise<number> {
  server.listen(0, '::')
  await once(server, 'listening')
  const address = server.address()
  return address !== null && typeof address === 'object' ? address.port : 0
}

const zeros = Buffer.alloc(1_500_000)

const processing = 'HTTP/1.1 102 Processing\r\n\r\n'
/** A gzip member's head (RFC 1952, 2.3), and stored blocks of no bytes (RFC 1951, 3.2.4). */
const gzipHead = Buffer.from('1f8b0800000000000003', 'hex')
const emptyBlocks = Buffer.from('000000ffff'.repeat(10_000), 'hex')

/** Writes the same bytes until the connection closes. */
function pour(to: Writable, bytes: string | Buffer): void {
  const more = () => {
    while (!to.destroyed && to.write(bytes));
  }
  to.on('error', () => undefined).on('drain', more)
  more()
}

const packed: Record<string, () => Buffer> = {
  gzip: () => gzipSync(zeros),
  deflate: () => deflateSync(zeros),
  br: () => brotliCompressSync(zeros),
}

async function respond(message: IncomingMessage, reply: ServerResponse): Promise<void> {
  const url = new URL(message.url ?? '/', 'http://localhost')
  const as = url.searchParams.get('as') ?? 'identity'
  switch (url.pathname) {
    case '/echo': {
      const body = (await message.toArray()).join('')
      reply.writeHead(201, { 'content-type': 'text/plain' })
      return void reply.end(`${message.method} ${message.headers['x-a'] ?? ''} ${body}`)
    }
    case '/local':
      return void reply.end(message.socket.localAddress?.replace('::ffff:', ''))
    case '/host':
      return void reply.end(message.headers.host)
    case '/authorization':
      return void reply.end(message.headers.authorization ?? 'none')
    case '/redirect':
      return void reply.writeHead(302, { location: url.searchParams.get('to') ?? '/redirect' }).end()
    case '/packed':
      return void reply.writeHead(200, { 'content-encoding': as }).end(packed[as]?.() ?? zeros)
    case '/small':
      return void reply.writeHead(200, { 'content-encoding': as }).end('small')
    case '/broken':
      return void reply.writeHead(200, { 'content-encoding': 'gzip' }).end('not packed')
    case '/drip':
      return void reply.write('x')
    case '/empty-blocks':
      reply.writeHead(200, { 'content-encoding': 'gzip' }).write(gzipHead)
      return pour(reply, emptyBlocks)
    case '/informational': {
      const count = url.searchParams.get('count')
      if (count === null) return pour(message.socket, processing.repeat(100))
      message.socket.write(processing.repeat(Number(count)))
      return void reply.end()
    }
    default:
  }
}

import assert from 'node:assert/strict'
import { once } from 'node:events'
import { connect, Socket, type AddressInfo } from 'node:net'
import { after, before, describe, test } from 'node:test'
import { gzipSync } from 'node:zlib'
import { until } from '#test/world/until.ts'
import { objectOf, world, type World } from '#test/world/world.ts'

describe('requests over a socket', () => {
  let w: World
  let port: number

  before(async () => {
    w = await world()
    await w.app.server.listen({ port: 0, host: '127.0.0.1' })
    // cast: a server that listens on a port has such an address.
    port = (w.app.server.server.address() as AddressInfo).port
  })
  after(() => w[Symbol.asyncDispose]())

  /** Sends bytes unchanged. Returns the response, read until the connection is closed. */
  async function exchange(bytes: string | Buffer): Promise<{ head: string; error: Record<string, unknown> }> {
    const socket = connect(port, '127.0.0.1').setTimeout(30_000, () => socket.destroy())
    const chunks: Buffer[] = []
    socket.on('data', (chunk: Buffer) => chunks.push(chunk))
    socket.write(bytes)
    await once(socket, 'close')
    const [head = '', body = ''] = Buffer.concat(chunks).toString().split('\r\n\r\n')
    return { head, error: objectOf(objectOf(JSON.parse(body))['error']) }
  }

  const start = 'GET /api/account/general/get HTTP/1.1\r\nHost: x\r\n'
  const unread: Record<string, string> = {
    'a line that is not a request': 'hello\r\n\r\n',
    'an unknown method': 'FETCH / HTTP/1.1\r\nHost: x\r\n\r\n',
    'a length that is not a number': `${start}Content-Length: many\r\n\r\n`,
    'two lengths': `${start}Content-Length: 1\r\nContent-Length: 2\r\n\r\n`,
    'headers over 16 KiB': `${start}X-Long: ${'a'.repeat(20_000)}\r\n\r\n`,
    'an address over 16 KiB': `GET /${'a'.repeat(20_000)} HTTP/1.1\r\nHost: x\r\n\r\n`,
    'an unknown expectation': `${start}Expect: banana\r\n\r\n`,
    'a request with two hosts': `${start}Host: y\r\nConnection: close\r\n\r\n`,
    'a malformed host': 'GET / HTTP/1.1\r\nHost: a b\r\nConnection: close\r\n\r\n',
    'a missing host': 'GET /api/account/general/get HTTP/1.1\r\nConnection: close\r\n\r\n',
  }
  for (const [what, bytes] of Object.entries(unread)) {
    test(`${what} is refused with the body of every refusal`, async () => {
      const { head, error } = await exchange(bytes)
      assert.match(head, /^HTTP\/1\.1 400 /)
      assert.match(head, /^connection: close/im)
      assert.match(head, /^x-request-id: req_/im)
      assert.match(head, /^vary: Origin\r$/im)
      assert.equal(error['code'], 'invalid_request')
      assert.equal(error['reason'], 'malformed_request')
      assert.equal(error['docs'], '/docs/errors#malformed_request')
    })
  }

  const post = (payload: Buffer | string, type = 'application/json') =>
    w.app.server.inject({
      method: 'PUT',
      url: '/api/account/general/update',
      headers: { 'x-service-api-key': w.account.secretKey, 'content-type': type },
      payload,
    })

  test('a body that is not UTF-8, or names another charset, is refused', async () => {
    const bad = await post(Buffer.from([...Buffer.from('{"name":"'), 0xff, 0xfe, ...Buffer.from('"}')]))
    assert.equal(bad.json().error.reason, 'malformed_json')
    for (const type of ['application/json; charset=iso-8859-1', 'application/json;charset="utf-16"']) {
      assert.equal((await post('{"name":"x"}', type)).json().error.reason, 'unsupported_media_type', type)
    }
    for (const type of ['application/json; charset=utf-8', 'application/json;charset="UTF-8"']) {
      assert.equal((await post('{"name":"Ü"}', type)).statusCode, 200, type)
    }
  })

  test('a body of JSON null is refused', async () => {
    const reply = await post('null')
    assert.equal(reply.statusCode, 400)
    assert.equal(reply.json().error.reason, 'malformed_json')
    assert.equal((await post('')).statusCode, 200)
  })

  test('a hook and an upload refuse a compressed body by the name of its header', async () => {
    const headers = { 'content-type': 'application/octet-stream', 'content-encoding': 'gzip' }
    const video = await w.call('livestream.static.create', { title: 'A draft' })
    const upload = new URL(String(objectOf(video.upload)['url']))
    const addresses = [
      ['POST', '/hooks/ticketing/x'],
      ['PUT', upload.pathname + upload.search],
    ] as const
    for (const [method, url] of addresses) {
      const reply = await w.app.server.inject({ method, url, headers, payload: gzipSync('{"name":"x"}') })
      assert.equal(reply.statusCode, 400, reply.payload)
      assert.equal(reply.json().error.reason, 'unsupported_content_encoding')
      assert.equal(reply.json().error.fields[0].path, '/headers/Content-Encoding')
    }
  })

  test('pipelined requests of a client that does not read are open one at a time', async () => {
    const socket = connect(port, '127.0.0.1').on('error', () => undefined)
    socket.pause()
    const openRequests = async () => {
      const { payload } = await w.app.server.inject({ method: 'GET', url: '/metrics' })
      return Number(/^fairground_http_in_flight (\d+)$/m.exec(payload)?.[1]) - 1
    }
    // Each response has 4 MB: socket buffers cannot take in all of them.
    socket.write('GET /docs/reference.js HTTP/1.1\r\nHost: x\r\n\r\n'.repeat(60))
    await until(openRequests, (count) => count > 0)
    const seen = []
    for (let index = 0; index < 20; index++) seen.push(await openRequests())
    assert.ok(Math.max(...seen) <= 1, String(seen))
    socket.destroy()
    await until(openRequests, (count) => count === 0)
  })

  test('a malformed Idempotency-Key is refused by the name of the header', async () => {
    const reply = await w.send('account.account.update', { name: 'x' }, { headers: { 'idempotency-key': 'a b' } })
    assert.equal(reply.status, 400)
    assert.deepEqual(objectOf(reply.body['error'])['fields'], [
      { path: '/headers/Idempotency-Key', rule: 'pattern', message: 'must be 1 to 255 visible ASCII characters' },
    ])
  })

  test('dates and times that PostgreSQL cannot store are refused by field', async () => {
    for (const at of [
      '0000-01-01T00:00:00Z',
      '9999-12-31T23:59:59-14:00',
      '2016-12-31T23:59:60Z',
      '0999-01-01T00:00:00Z',
    ]) {
      const draft = { name: 'x', kind: 'secret', expiresAt: at }
      await w.refused('account.key.create', draft, { code: 'invalid_request', mention: '"/expiresAt"' })
      for (const list of ['account.audit.all', 'account.request.all']) {
        for (const name of ['from', 'to']) {
          await w.refused(list, { [name]: at }, { code: 'invalid_request', mention: `"/${name}"` })
        }
      }
    }
    for (const at of ['1000-01-01T00:00:00Z', '9999-12-31T23:59:59.999Z', '1969-01-01T00:00:00+14:00']) {
      for (const list of ['account.audit.all', 'account.request.all']) await w.call(list, { from: at, to: at })
    }
  })

  test('a cursor is valid only in its own list, with the same filters', async () => {
    for (const name of ['a', 'b', 'c']) await w.key({ name, kind: 'secret' })
    const { pagination } = await w.call('account.key.all', { limit: 1 })
    const cursor = String(pagination.nextCursor)
    await w.call('account.key.all', { limit: 2, cursor, withTotal: 'true' })
    const refusal = { code: 'invalid_request', mention: '"/cursor"' }
    await w.refused('account.key.all', { cursor, status: 'active' }, refusal)
    await w.refused('account.key.all', { cursor, offset: 0 }, refusal)
    await w.refused('account.webhookEndpoint.all', { cursor }, refusal)
    for (const limit of ['0x10', '1e1', ' 5', '5 ', '+5', '']) {
      await w.refused(
        'account.key.all',
        { limit },
        { code: 'invalid_request', mention: '"path":"/limit","rule":"type"' },
      )
    }
  })
})

test('a server without a trusted proxy closes connections of a network prefix beyond 2,000', async () => {
  await using w = await world()
  const sockets = Array.from({ length: 2_010 }, () =>
    Object.defineProperty(new Socket(), 'remoteAddress', { value: '203.0.113.7' }),
  )
  for (const socket of sockets) w.app.server.server.emit('connection', socket)
  assert.equal(sockets.filter((socket) => socket.destroyed).length, 10)
  for (const socket of sockets) socket.destroy()
})

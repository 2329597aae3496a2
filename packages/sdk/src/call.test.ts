import assert from 'node:assert/strict'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { inspect } from 'node:util'
import { test } from 'node:test'
import { openCall, type Call, type Route } from './call.ts'
import { createClient } from './client.ts'
import { ConnectionError, FairgroundError, InvalidRequestError, RateLimitedError, TimeoutError } from './errors.ts'
import { waitMs } from './retries.ts'
import { readSettings, type ClientOptions } from './settings.ts'

const apiKey = `fg_sk_test_${'a'.repeat(38)}`
const read: Route = { id: 'x.y.get', method: 'GET', path: '/y/get', kind: 'read' }
const write: Route = { id: 'x.y.update', method: 'PUT', path: '/y/update', kind: 'write' }
const create: Route = { id: 'x.y.create', method: 'POST', path: '/y/create', kind: 'create' }
const bare: Route = { id: 'x.y.set', method: 'PUT', path: '/y/set', kind: 'bare' }

type Seen = { method: string; url: string; headers: IncomingMessage['headers']; body: string }
type Reply = (response: ServerResponse) => void

/** Server that sends the next reply to each request, and repeats the last one. */
async function failing(replies: Reply[], options: Partial<ClientOptions> = {}) {
  const seen: Seen[] = []
  const server = createServer(async (request, response) => {
    let body = ''
    for await (const chunk of request) body += String(chunk)
    seen.push({ method: request.method ?? '', url: request.url ?? '', headers: request.headers, body })
    replies[Math.min(seen.length, replies.length) - 1]?.(response)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  // cast: a server on a port has an address with one.
  const { port } = server.address() as AddressInfo
  const call: Call = openCall(readSettings({ apiKey, baseUrl: `http://127.0.0.1:${port}`, ...options }))
  const close = () => {
    server.closeAllConnections()
    return new Promise<void>((resolve) => server.close(() => resolve()))
  }
  return { call, seen, [Symbol.asyncDispose]: close }
}

const ok = replyWith(200, { data: { id: 'y_1' }, requestId: 'req_1' })
const down = replyWith(503, refusal('unavailable', 'unavailable'), { 'retry-after': '0' })

function replyWith(status: number, body: unknown, headers: Record<string, string> = {}): Reply {
  return (response) => {
    response.writeHead(status, { 'content-type': 'application/json', ...headers }).end(JSON.stringify(body))
  }
}

function refusal(code: string, reason: string) {
  return { error: { code, reason, message: 'No.', docs: `/docs/errors#${reason}` }, requestId: 'req_2' }
}

test('a read is retried, and rejects after its last retry', async () => {
  await using twice = await failing([down, down, ok])
  assert.deepEqual(await twice.call.one(read, {}), { id: 'y_1' })
  assert.equal(twice.seen.length, 3)
  await using always = await failing([down])
  await assert.rejects(always.call.one(read, {}, { retriesMax: 1 }), (error: FairgroundError) => {
    assert.equal(error.attempts, 2)
    assert.equal(error.requestId, 'req_2')
    assert.match(String(error.docs), /^http:\/\/127\.0\.0\.1:\d+\/docs\/errors#unavailable$/)
    return error.name === 'UnavailableError'
  })
})

test('a write with an Idempotency-Key is retried under it, and a write without one is not', async () => {
  await using keyed = await failing([down, ok])
  await keyed.call.one(write, { a: 1 })
  const keys = keyed.seen.map((each) => each.headers['idempotency-key'])
  assert.match(String(keys[0]), /^sdk-[0-9a-f]{32}$/)
  assert.equal(keys[0], keys[1])
  await using bareKey = await failing([down, ok])
  await assert.rejects(bareKey.call.one(write, {}, { idempotencyKey: false }), FairgroundError)
  assert.equal(bareKey.seen.length, 1)
  await using own = await failing([ok])
  await own.call.one(write, {}, { idempotencyKey: 'mine' })
  assert.equal(own.seen[0]?.headers['idempotency-key'], 'mine')
})

test('a create with a clientReference repeats without a key', async () => {
  await using named = await failing([down, ok], { idempotencyKeys: false })
  await named.call.one(create, { clientReference: 'a' })
  assert.equal(named.seen.length, 2)
  await using unnamed = await failing([down, ok], { idempotencyKeys: false })
  await assert.rejects(unnamed.call.one(create, {}), FairgroundError)
})

test('an operation without Idempotency-Keys is retried only after a refusal that changed nothing', async () => {
  await using lost = await failing([down, ok])
  await assert.rejects(lost.call.one(bare, { clientReference: 'a' }), FairgroundError)
  assert.equal(lost.seen[0]?.headers['idempotency-key'], undefined)
  assert.equal(lost.seen.length, 1)
  await using limited = await failing([
    replyWith(429, refusal('rate_limited', 'rate_limited'), { 'retry-after': '0' }),
    ok,
  ])
  await limited.call.one(bare, {})
  assert.equal(limited.seen.length, 2)
})

test('a retry waits for Retry-After, in seconds or as a date, up to the bound', async () => {
  await using slow = await failing([
    replyWith(429, refusal('rate_limited', 'rate_limited'), { 'retry-after': '1' }),
    ok,
  ])
  const started = performance.now()
  await slow.call.one(read, {})
  assert.ok(performance.now() - started >= 1000)
  const date = new Date(Date.now() + 3_600_000).toUTCString()
  await using hour = await failing([replyWith(429, refusal('rate_limited', 'rate_limited'), { 'retry-after': date })])
  await assert.rejects(hour.call.one(read, {}), (error: FairgroundError) => {
    assert.ok(error instanceof RateLimitedError)
    return Number(error.retryAfterSeconds) > 3500 && error.attempts === 1
  })
})

test('back-off doubles up to its bound, with jitter', () => {
  const facts = { message: '', code: 'unavailable', reason: '', status: 503, fields: [], operation: '', attempts: 1 }
  const none = { details: undefined, requestId: undefined, docs: undefined, retryAfterSeconds: undefined }
  const error = new FairgroundError({ ...facts, ...none })
  assert.deepEqual(
    [1, 2, 3, 9].map((attempt) => waitMs(error, attempt, () => 1)),
    [400, 800, 1600, 8000],
  )
  assert.equal(
    waitMs(error, 1, () => 0),
    200,
  )
})

test('time-outs, broken connections and aborts have different errors', async () => {
  await using silent = await failing([() => {}])
  const timedOut = silent.call.one(read, {}, { timeoutMs: 60, retriesMax: 0 })
  await assert.rejects(timedOut, (error) => error instanceof TimeoutError && error.status === 0)
  await using broken = await failing([(response) => response.destroy()])
  await assert.rejects(broken.call.one(read, {}, { retriesMax: 0 }), ConnectionError)
  const stop = new AbortController()
  const aborted = silent.call.one(read, {}, { signal: stop.signal })
  stop.abort(new Error('enough'))
  await assert.rejects(aborted, { message: 'enough' })
  await using waiting = await failing([
    replyWith(429, refusal('rate_limited', 'rate_limited'), { 'retry-after': '20' }),
  ])
  const pausing = waiting.call.one(read, {}, { signal: AbortSignal.timeout(200) })
  await assert.rejects(pausing, { name: 'TimeoutError' })
  const [enough, started] = [new AbortController(), performance.now()]
  const limited = replyWith(429, refusal('rate_limited', 'rate_limited'), { 'retry-after': '20' })
  await using looked = await failing([limited], { onResponse: () => enough.abort(new Error('seen enough')) })
  await assert.rejects(looked.call.one(read, {}, { signal: enough.signal }), { message: 'seen enough' })
  assert.ok(performance.now() - started < 20_000, 'an abort during onResponse is not heard')
})

test('a refusal is an error of its class and is not repeated', async () => {
  const fields = [{ path: '/name', rule: 'minLength', message: 'must not be empty' }]
  const body = {
    error: { code: 'invalid_request', reason: 'validation_failed', message: 'No.', fields },
    requestId: 'r',
  }
  await using refusing = await failing([replyWith(400, body)])
  await assert.rejects(refusing.call.one(write, {}), (error: FairgroundError) => {
    assert.deepEqual(error.fields, fields)
    return error instanceof InvalidRequestError && error.operation === 'x.y.update'
  })
  assert.equal(refusing.seen.length, 1)
})

test('an error page of a gateway is an error by its status', async () => {
  const page: Reply = (response) => response.writeHead(502, { 'content-type': 'text/html' }).end('<h1>Bad gateway</h1>')
  await using gateway = await failing([page, ok])
  assert.deepEqual(await gateway.call.one(read, {}), { id: 'y_1' })
  await using strange = await failing([replyWith(200, 'hello')])
  await assert.rejects(strange.call.one(read, {}), { name: 'UnexpectedResponseError' })
})

test('a text response is returned unchanged', async () => {
  await using texts = await failing([(response) => response.end('WEBVTT')])
  assert.equal(await texts.call.one({ ...read, isText: true }, {}), 'WEBVTT')
})

test('a redirect is refused: it would carry the key elsewhere', async () => {
  await using moved = await failing([(response) => response.writeHead(302, { location: 'http://127.0.0.1:9/' }).end()])
  await assert.rejects(moved.call.one(read, {}, { retriesMax: 0 }), ConnectionError)
})

test('input goes to path, query or body, and the pages follow the cursor', async () => {
  const page = (items: unknown[], nextCursor: string | null) =>
    replyWith(200, { data: { items, pagination: { limit: 2, offset: 0, hasMore: nextCursor !== null, nextCursor } } })
  await using paged = await failing([page([1, 2], 'c2'), page([3], null)])
  const items: unknown[] = []
  const list = paged.call.pages<unknown>(read, { limit: 2, offset: 0, withTotal: 'true', tags: ['a', 'b'] })
  for await (const item of list) items.push(item)
  assert.deepEqual(items, [1, 2, 3])
  assert.deepEqual((await list).items, [1, 2])
  assert.deepEqual(
    paged.seen.map((each) => each.url),
    ['/y/get?limit=2&offset=0&withTotal=true&tags=a&tags=b', '/y/get?limit=2&tags=a&tags=b&cursor=c2'],
  )
  await using placed = await failing([ok])
  const route: Route = { id: 'x.y.delete', method: 'DELETE', path: '/y/{yId}', kind: 'write' }
  await placed.call.one(route, { yId: 'y/1', why: 'old' })
  assert.equal(placed.seen[0]?.url, '/y/y%2F1?why=old')
  await assert.rejects(placed.call.one(route, {}), TypeError)
})

test('the key is sent in its header, and no printed client or error contains it', async () => {
  const client = createClient({ apiKey, baseUrl: 'http://127.0.0.1:9', retriesMax: 0, appName: 'shop/2' })
  assert.ok(!inspect(client, { depth: 9, showHidden: true }).includes(apiKey))
  assert.ok(!JSON.stringify(client).includes(apiKey))
  await assert.rejects(client.account.account.get(), (error) => !inspect(error, { depth: 9 }).includes(apiKey))
  assert.throws(
    () => createClient({ apiKey: 'secret words', baseUrl: 'http://x' }),
    (error: Error) => {
      return error instanceof TypeError && !error.message.includes('secret words')
    },
  )
  assert.throws(() => createClient({ apiKey, baseUrl: 'nowhere' }), TypeError)
  await using server = await failing([ok], { appName: 'shop/2', clientApp: 'com.example.shop' })
  await server.call.one(read, {})
  assert.equal(server.seen[0]?.headers['x-service-api-key'], apiKey)
  assert.equal(server.seen[0]?.headers['x-client-app'], 'com.example.shop')
  assert.match(String(server.seen[0]?.headers['user-agent']), /^fairground-sdk\/\d+\.\d+\.\d+ shop\/2$/)
})

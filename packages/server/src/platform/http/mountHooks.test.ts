import assert from 'node:assert/strict'
import { test } from 'node:test'
import { Type } from '#kit/values/schema.ts'
import { hook, type HookCall } from '#kit/nouns/hook.ts'
import { idOf } from '#kit/values/fields.ts'
import { encodeId, uuidv7 } from '#kit/values/ids.ts'
import type { Product } from '#kit/nouns/product.ts'
import { problem, reasons } from '#kit/call/problem.ts'
import { closed } from '#kit/nouns/standard.ts'
import { factory, seen } from '#test/world/factory.ts'
import { objectOf, openRates, world, type WorldOptions } from '#test/world/world.ts'

/** A hook of the factory product that keeps its calls. */
function hooked() {
  const calls: HookCall[] = []
  const bell = hook('factory.bell.rung', {
    route: 'POST /hooks/bell/{keyId}',
    description: 'A bell rang.',
    input: closed({ keyId: idOf('key'), token: Type.Optional(Type.String({ maxLength: 9 })) }),
    emits: [seen],
    async handle(ctx, { token }, call) {
      if (token === 'wrong') throw problem(reasons.notFound)
      calls.push(call)
      ctx.emit(seen, { step: 1 }, { id: ctx.account.publicId, status: '', version: 1 })
    },
  })
  const { products } = factory()
  const withBell: Product[] = products.map((each) => (each.name === 'factory' ? { ...each, hooks: [bell] } : each))
  return { calls, products: withBell }
}

async function ringing(options: WorldOptions = {}) {
  const { calls, products } = hooked()
  const w = await world({ products, ...options })
  // The id only names its account: the factory stores no record.
  const id = encodeId('key', w.account.account.id, uuidv7(w.clock.now().getTime()))
  const ring = async (payload: string | Buffer, headers: Record<string, string> = {}, query = '') => {
    const url = `/hooks/bell/${id}${query}`
    const { statusCode, body } = await w.app.server.inject({ method: 'POST', url, payload, headers })
    return { status: statusCode, body: objectOf(JSON.parse(body)) }
  }
  return { w, calls, ring, [Symbol.asyncDispose]: () => w[Symbol.asyncDispose]() }
}

test('a hook gets bytes and headers unchanged, whatever the content type', async () => {
  await using r = await ringing()
  const odd = Buffer.from([0x7b, 0xff, 0x00, 0x0d, 0x0a, 0x22])
  const ways: [string | Buffer, Record<string, string>][] = [
    ['{"a": 1.0,\r\n "a":2}', { 'content-type': 'application/json', 'X-Signature': 'abc' }],
    ['{', { 'content-type': 'application/json' }],
    [odd, { 'content-type': 'application/octet-stream' }],
    ['a=1', { 'content-type': 'application/x-www-form-urlencoded' }],
    ['bare', {}],
    ['', {}],
  ]
  for (const [payload, headers] of ways) {
    const { status, body } = await r.ring(payload, headers, '?utm_source=x')
    assert.deepEqual([status, body['data']], [200, {}])
    assert.match(String(body['requestId']), /^req_/)
  }
  assert.deepEqual(
    r.calls.map((call) => Buffer.from(call.body)),
    ways.map(([payload]) => Buffer.from(payload)),
  )
  assert.equal(r.calls[0]?.headers['x-signature'], 'abc')
  assert.equal((await r.w.emitted('factory.lamp.seen')).length, ways.length)
})

test('a hook refuses unknown ids, wrong parameters, large bodies and wrong methods as operations do', async () => {
  await using r = await ringing()
  assert.deepEqual((await r.ring('x', {}, '?token=wrong')).status, 404)
  assert.deepEqual((await r.ring('x', {}, '?token=0123456789')).status, 400)
  assert.equal((await r.ring('x'.repeat(1_048_577))).status, 400)
  assert.equal((await r.ring(`[${'{},'.repeat(100_000)}0]`)).status, 400)
  assert.equal(r.calls.length, 0)
  for (const id of ['key_1', `key_${'0'.repeat(34)}`]) {
    const { statusCode } = await r.w.app.server.inject({ method: 'POST', url: `/hooks/bell/${id}`, payload: 'x' })
    assert.ok(statusCode === 404 || statusCode === 400, `${id}: ${statusCode}`)
  }
  assert.equal((await r.w.app.server.inject({ method: 'GET', url: '/hooks/bell/key_1' })).statusCode, 405)
})

test('calls of a hook have the public rate per network', async () => {
  const scarce = { name: 'public', perSecond: 0.001, burst: 2 }
  await using r = await ringing({ rates: { ...openRates, public: scarce } })
  const statuses = [await r.ring('1'), await r.ring('2'), await r.ring('3')].map(({ status }) => status)
  assert.deepEqual(statuses, [200, 200, 429])
  assert.equal(r.calls.length, 2)
})

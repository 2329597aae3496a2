import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { world, type World } from '#test/world/world.ts'

let w: World
before(async () => {
  w = await world()
})
after(async () => {
  await w[Symbol.asyncDispose]()
})

const app = { 'x-client-app': 'app' }
const terms = { name: 'Quarter off', discount: { type: 'percent', percentOff: 25 } } as const
const publicKey = () => w.key({ name: 'Shop', kind: 'public', allowedApps: ['app'] })

test('a public key reads the terms of a coupon by its code alone, without its counters', async () => {
  const key = await publicKey()
  const audience = { filter: { field: 'email', is: 'eq', value: 'a@example.com' } }
  const made = await w.call('loyalty.coupon.create', { ...terms, code: 'OPEN-25', maxRedemptions: 7, audience })
  const read = (input: Record<string, unknown>) => w.send('loyalty.coupon.get', input, { key, headers: app })
  const { status, body } = await read({ code: 'open-25' })
  assert.equal(status, 200)
  const data: Record<string, unknown> = Object(body['data'])
  assert.deepEqual(Object.keys(data).toSorted(), [
    ...['code', 'couponId', 'discount', 'expiresAt', 'id'],
    ...['minSubtotal', 'name', 'startsAt', 'status', 'validWindows'],
  ])
  assert.deepEqual([data['couponId'], data['code'], data['name']], [made.id, 'OPEN-25', 'Quarter off'])
  for (const stray of [{ couponId: made.id }, { clientReference: 'one' }, { include: 'usage' }, { subtotal: 5 }]) {
    const refused = await read({ code: 'open-25', ...stray })
    assert.equal(refused.status, 400)
    assert.match(refused.text, new RegExp(String(Object.keys(stray)[0])))
  }
  assert.match((await read({ couponId: made.id })).text, /couponId/)
})

test('unknown, foreign and archived codes look alike to a public key, and five guesses are the limit', async () => {
  await using other = await world()
  await other.call('loyalty.coupon.create', { ...terms, code: 'FOREIGN-1' })
  const key = await publicKey()
  const archived = await w.call('loyalty.coupon.create', { ...terms, code: 'ARCHIVED-1' })
  await w.call('loyalty.coupon.delete', { couponId: archived.id })
  await w.call('loyalty.coupon.create', { ...terms, code: 'KNOWN-1' })
  const read = (code: string) => w.send('loyalty.coupon.get', { code }, { key, headers: app })
  const replies = [await read('FOREIGN-1'), await read('ARCHIVED-1'), await read('UNKNOWN-1')]
  assert.deepEqual([...new Set(replies.map(({ status }) => status))], [404])
  assert.equal(new Set(replies.map(({ body }) => JSON.stringify(body['error']))).size, 1)
  const guesses = await Promise.all(Array.from({ length: 12 }, (_, n) => read(`GUESS-${n}`)))
  const refused = guesses.filter(({ status }) => status === 429)
  assert.ok(refused.length > 0)
  assert.ok(refused.every(({ headers }) => Number(headers['retry-after']) >= 1))
  const own = await Promise.all(
    Array.from({ length: 12 }, (_, n) => w.send('loyalty.coupon.get', { code: `OWN-${n}` })),
  )
  assert.deepEqual([...new Set(own.map(({ status }) => status))], [404])
})

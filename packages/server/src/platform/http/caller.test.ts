import assert from 'node:assert/strict'
import { test } from 'node:test'
import fastify, { type FastifyRequest } from 'fastify'
import { problem, reasons } from '#kit/call/problem.ts'
import type { Credential, CredentialSource } from '#platform/auth/credential.ts'
import { makeKey } from '#platform/auth/keyFormat.ts'
import { openBuckets } from '#platform/limits/buckets.ts'
import { listPlaces } from '#products/places/place/placeList.ts'
import { admit, type Gate } from './caller.ts'
import { keyCredentials } from '#platform/auth/keyCredentials.ts'
import { openRates, world, type World } from '#test/world/world.ts'

const few = {
  public: { name: 'public', perSecond: 0.001, burst: 3 },
  failedAuthentication: { name: 'failed-authentication', perSecond: 0.001, burst: 3 },
}

async function statusOf(w: World, key: string, remoteAddress: string): Promise<number> {
  const headers = { 'x-service-api-key': key, origin: 'https://shop.example' }
  const response = await w.app.server.inject({ url: '/api/places/general/all', headers, remoteAddress })
  return response.statusCode
}

test('a public key has one rate per IPv6 /64, and a bounded one per /48', async () => {
  await using w = await world({ rates: few })
  const key = await w.key({ kind: 'public', allowedOrigins: ['https://shop.example'] })
  const ofOneHost: number[] = []
  for (let n = 1; n <= 4; n++) ofOneHost.push(await statusOf(w, key, `2001:db8:1:2::${n}`))
  assert.deepEqual(ofOneHost, [200, 200, 200, 429])
  assert.equal(await statusOf(w, key, '2001:db8:1:3::1'), 200)
  const ofOneSite: number[] = []
  for (let n = 16; n < 80; n++) ofOneSite.push(await statusOf(w, key, `2001:db8:1:${n}::1`))
  assert.equal(ofOneSite.filter((status) => status === 200).length, 16 * few.public.burst - 4)
  assert.equal(await statusOf(w, key, '2001:db8:2::1'), 200)
  assert.equal(await statusOf(w, key, '203.0.113.7'), 200)
})

test('keys of an account and of its test account share one rate, beside one rate each', async () => {
  const account = { name: 'account', perSecond: 0.001, burst: 5 }
  const secret = { name: 'secret', perSecond: 0.001, burst: 3 }
  await using w = await world({ rates: { account, secret } })
  const other = await w.another()
  const send = async (key: string) => {
    const response = await w.app.server.inject({
      url: '/api/places/general/all',
      headers: { 'x-service-api-key': key },
    })
    return `${response.statusCode} ${String(response.headers['ratelimit']).replace(/;t=.*/, '')}`
  }
  const { secretKey: live, testSecretKey: tests } = w.account
  assert.equal(await send(live), '200 "secret";r=2')
  assert.equal(await send(live), '200 "secret";r=1')
  assert.equal(await send(live), '200 "secret";r=0')
  assert.equal(await send(live), '429 "secret";r=0')
  assert.equal(await send(tests), '200 "account";r=1')
  assert.equal(await send(tests), '200 "account";r=0')
  assert.equal(await send(tests), '429 "account";r=0')
  assert.equal(await send(other.secretKey), '200 "secret";r=2')
})

test('test keys of an account leave half of its rate to live keys', async () => {
  const account = { name: 'account', perSecond: 0.001, burst: 4 }
  const accountTest = { name: 'account-test', perSecond: 0.001, burst: 2 }
  await using w = await world({ rates: { account, accountTest } })
  const statusOfKey = async (key: string) => (await w.send('places.place.all', {}, { key })).status
  const { secretKey: live, testSecretKey: tests } = w.account
  const statuses: number[] = []
  for (const key of [tests, tests, tests, live, live, live]) statuses.push(await statusOfKey(key))
  assert.deepEqual(statuses, [200, 200, 429, 200, 200, 429])
})

test('public keys share one rate per network, and an account’s audience has no shared rate', async () => {
  const network = { name: 'network', perSecond: 0.001, burst: 4 }
  await using w = await world({ rates: { ...few, network } })
  const keys: string[] = []
  for (let n = 0; n < 4; n++) keys.push(await w.key({ kind: 'public', allowedOrigins: ['https://shop.example'] }))
  const statuses: number[] = []
  for (const key of [...keys, ...keys]) statuses.push(await statusOf(w, key, '203.0.113.7'))
  assert.deepEqual(statuses, [200, 200, 200, 200, 429, 429, 429, 429])
  for (let n = 10; n < 40; n++) assert.equal(await statusOf(w, keys[0] ?? '', `203.0.113.${n}`), 200)
  assert.equal(await statusOf(w, w.account.secretKey, '203.0.113.7'), 403, 'a secret key has rates of its own')
})

test('wrong keys of one IPv6 /48 have a bounded rate across all its /64s', async () => {
  await using w = await world({ rates: few })
  const statuses: number[] = []
  for (let n = 1; n <= 64; n++) statuses.push(await statusOf(w, 'no key', `2001:db8:1:${n}::1`))
  assert.equal(statuses.filter((status) => status === 401).length, 16 * few.failedAuthentication.burst)
  assert.equal(statuses.at(-1), 429)
  assert.equal(await statusOf(w, 'no key', '2001:db8:2::1'), 401)
})

test('unknown keys are looked up at a bounded rate, and known keys of the same network pass', async (t) => {
  await using w = await world({ rates: { public: few.public } })
  const address = '203.0.113.9'
  const known = w.account.secretKey
  const send = async (key: string) =>
    (
      await w.app.server.inject({
        url: '/api/places/general/all',
        headers: { 'x-service-api-key': key },
        remoteAddress: address,
      })
    ).statusCode
  for (let n = 0; n < 5; n++) assert.equal(await send(known), 200)
  const statuses: number[] = []
  for (let n = 0; n < 5; n++) statuses.push(await send(makeKey('secret', 'live')))
  assert.deepEqual(statuses, [401, 401, 401, 429, 429])
  // The key in memory expires and is looked up again.
  const now = performance.now.bind(performance)
  t.mock.method(performance, 'now', () => now() + 31_000)
  assert.equal(await send(known), 200)
  w.app.keyring.evict(w.account.account.id)
  assert.equal(await send(known), 200)
  assert.equal(await send(w.account.testSecretKey), 429)
})

test('a key that the database could not look up is unavailable however often, and admitted afterwards', async () => {
  await using w = await world()
  const { account } = w.account
  let isDown = true
  const source: CredentialSource = {
    read: () => 'a key',
    recall: () => undefined,
    lastKnown: () => undefined,
    async verify() {
      if (isDown) throw problem(reasons.unavailable)
      return { actor: { kind: 'key', id: 'key_1', credential: 'secret', scopes: [] }, account }
    },
    check: () => undefined,
  }
  const rates = { ...openRates, public: few.public }
  const buckets = openBuckets(() => performance.now())
  await using server = fastify()
  const gate: Gate = { credentials: [source], buckets, rates, ownOrigin: 'https://app.example' }
  const handler = async (request: FastifyRequest) => (await admit(gate, listPlaces, request)).actor.id
  server.route({ method: 'GET', url: '/', handler })
  const statuses: number[] = []
  for (let n = 0; n < 9; n++) statuses.push((await server.inject({ url: '/' })).statusCode)
  assert.deepEqual(new Set(statuses), new Set([503]))
  isDown = false
  assert.equal((await server.inject({ url: '/' })).body, 'key_1')
})

test('an expired key is looked up at the rate of unknown keys', async () => {
  await using w = await world({ rates: { public: few.public } })
  const made = await w.call('account.key.create', {
    name: 'Old',
    kind: 'secret',
    expiresAt: new Date(w.clock.now().getTime() + 10_000).toISOString(),
  })
  const headers = { 'x-service-api-key': String(made.secret) }
  const send = async () => (await w.app.server.inject({ url: '/api/places/general/all', headers })).statusCode
  assert.equal(await send(), 200)
  w.clock.advance(11_000)
  const statuses: number[] = []
  for (let n = 0; n < 6; n++) statuses.push(await send())
  assert.deepEqual(statuses, [401, 401, 401, 401, 429, 429])
})

test('a request is admitted by the first kind of credential that it carries', async () => {
  await using w = await world()
  const { account } = w.account
  const per = (id: string, scopes: readonly string[]): Credential => {
    return { actor: { kind: 'person', id, credential: 'session', scopes }, account }
  }
  const people = new Map([
    ['reader', per('per_1', ['places.place:read'])],
    ['guest', per('per_2', [])],
  ])
  const recalled = new Map<string, Credential>()
  const cookies: CredentialSource = {
    read: ({ headers }) => /^session=(\w+)$/.exec(headers.cookie ?? '')?.[1],
    recall: (text) => recalled.get(text),
    lastKnown: () => undefined,
    async verify(text) {
      const person = people.get(text)
      if (person !== undefined) recalled.set(text, person)
      return person
    },
    check(_person, { headers }) {
      if (headers.origin !== 'https://app.example') throw problem(reasons.originNotAllowed)
    },
  }
  const { keyring } = w.app
  const keys = keyCredentials({ keyring, ownOrigin: 'https://app.example', onExposed: () => assert.fail() })
  const buckets = openBuckets(() => performance.now())
  const gate: Gate = { credentials: [keys, cookies], buckets, rates: openRates, ownOrigin: 'https://app.example' }
  await using server = fastify()
  const handler = async (request: FastifyRequest) => (await admit(gate, listPlaces, request)).actor.id
  server.route({ method: 'GET', url: '/', handler })
  const actorOf = async (headers: Record<string, string>) => {
    const { statusCode, body } = await server.inject({
      url: '/',
      headers: { origin: 'https://app.example', ...headers },
    })
    return statusCode === 200 ? body : String(JSON.parse(body).message)
  }
  const key = await w.key({ kind: 'secret' })
  const keyActor = (await keyring.verify(key, { path: ['test'] }))?.actor.id
  assert.equal(await actorOf({ cookie: 'session=reader' }), 'per_1')
  assert.equal(await actorOf({ cookie: 'session=reader' }), 'per_1', 'recalled')
  assert.equal(await actorOf({ 'x-service-api-key': key, cookie: 'session=reader' }), keyActor)
  const refused = await Promise.all([
    actorOf({ cookie: 'session=guest' }),
    actorOf({ cookie: 'session=nobody' }),
    actorOf({ 'x-service-api-key': makeKey('secret', 'live'), cookie: 'session=reader' }),
    actorOf({}),
    actorOf({ cookie: 'session=reader', origin: 'https://shop.example' }),
  ])
  const why = [reasons.scopeMissing, ...Array(3).fill(reasons.authenticationRequired), reasons.originNotAllowed]
  assert.deepEqual(
    refused,
    why.map(({ message }) => message),
  )
})

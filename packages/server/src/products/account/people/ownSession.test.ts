import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { test } from 'node:test'
import { publishAccessChange } from '#platform/auth/keyring.ts'
import { executor } from '#platform/db/pools.ts'
import { until } from '#test/world/until.ts'
import { arrayOf, world } from '#test/world/world.ts'

const hall = { name: 'Hall', type: 'venue', address: { city: 'Hamburg' } } as const

test('session.get returns the person, their accounts and a CSRF token', async () => {
  await using w = await world()
  const ada = await w.signIn('operator', { email: 'ada@example.com' })
  const own = await ada.call('account.session.get')
  assert.equal(own.csrfToken, ada.csrfToken)
  assert.equal(own.person.email, 'ada@example.com')
  const [account] = arrayOf(own.accounts)
  assert.deepEqual(
    [account?.['accountId'], account?.['testAccountId'], account?.['role']],
    [w.account.account.publicId, w.account.twin.publicId, 'operator'],
  )
})

test('a session works in the live account and its test account, with the scopes of the role', async () => {
  await using w = await world()
  const reader = await w.signIn('reader')
  await reader.call('places.place.all')
  const inTest = { headers: { 'x-account': w.account.twin.publicId } }
  await reader.call('places.place.all', {}, inTest)
  await reader.refused('places.place.create', hall, { code: 'not_authorized', mention: 'scope_missing' })
  await reader.refused('account.key.all', {}, { code: 'not_authorized', mention: 'scope_missing' })
  const other = await w.another()
  const foreign = { headers: { 'x-account': other.account.publicId } }
  await reader.refused('places.place.all', {}, { code: 'not_authorized', mention: 'not_a_member', ...foreign })
  const nameless = { headers: { 'x-account': '' } }
  await reader.refused('places.place.all', {}, { code: 'not_authorized', mention: 'account_not_named', ...nameless })
  const owner = await w.signIn('owner')
  const made = await owner.call('places.place.create', hall)
  const { items } = await w.call('account.audit.all', { target: String(made.id) })
  assert.deepEqual(
    arrayOf(items).map((row) => row['actor']),
    [owner.personId],
  )
})

test('a call that writes needs the CSRF token and the own origin', async () => {
  await using w = await world()
  const ada = await w.signIn()
  const place = hall
  for (const headers of [{ 'x-csrf-token': '' }, { 'x-csrf-token': `${ada.csrfToken.slice(1)}x` }]) {
    await ada.refused('places.place.create', place, { code: 'not_authorized', mention: 'csrf_missing', headers })
  }
  const { origin: _origin, ...withoutOrigin } = ada.headers
  const reply = await w.send('places.place.create', place, { key: null, headers: withoutOrigin })
  assert.match(reply.text, /csrf_missing/)
  const foreign = { headers: { origin: 'https://elsewhere.example' } }
  for (const id of ['places.place.create', 'account.session.get', 'account.session.end'])
    await ada.refused(id, {}, { code: 'not_authorized', mention: 'origin_not_allowed', ...foreign })
})

test('a session that has ended opens nothing, in every process', async () => {
  await using w = await world()
  const beside = await w.beside()
  const ada = await w.signIn()
  const second = () => beside.send('account.session.get', {}, { key: null, headers: ada.headers })
  assert.equal((await second()).status, 200)
  const reply = await ada.send('account.session.end')
  assert.equal(reply.status, 200, reply.text)
  assert.match(String(reply.headers['set-cookie']), /^session=; Max-Age=0; Path=\/; HttpOnly; SameSite=Strict$/)
  await ada.refused('account.session.get', {}, 'authentication_required')
  await until(second, ({ status }) => status === 401)
})

test('a session ends after 14 idle days, and after 30 days at most', async () => {
  // Ids of a process never go back in time: a clock ahead of the machine would move those of other tests.
  await using w = await world({ startsAt: '2026-01-01T09:00:00.000Z' })
  const day = 86_400_000
  const idle = await w.signIn()
  w.clock.advance(14 * day)
  await idle.refused('account.session.get', {}, 'authentication_required')
  const busy = await w.signIn()
  await w.app.pools.work.query("update person_session set last_seen_at = last_seen_at + interval '29 days'")
  w.clock.advance(29 * day)
  await busy.call('account.session.get')
  w.clock.advance(day)
  await busy.refused('account.session.get', {}, 'authentication_required')
})

test('a changed role, a removed member and a removed person are effective in every process', async () => {
  await using w = await world()
  const beside = await w.beside()
  const ada = await w.signIn('reader')
  const elsewhere = (id: string, input = {}) => beside.send(id, input, { key: null, headers: ada.headers })
  const { pools } = w.app
  const change = async (sql: string, accountId: number) => {
    await pools.work.query(sql, [ada.person.id])
    await executor(pools.work, true).rows(publishAccessChange, [randomUUID(), accountId])
  }
  assert.equal((await elsewhere('places.place.create', hall)).status, 403)
  const accountId = w.account.account.id
  await change("update person_membership set role = 'operator' where person_id = $1", accountId)
  await until(
    () => elsewhere('places.place.create', hall),
    ({ status }) => status === 200,
  )
  await change('delete from person_membership where person_id = $1', accountId)
  await until(
    () => elsewhere('places.place.all'),
    ({ text }) => text.includes('not_a_member'),
  )
  assert.equal((await elsewhere('account.session.get')).status, 200)
  await change('delete from person_person where id = $1', 0)
  await until(
    () => elsewhere('account.session.get'),
    ({ status }) => status === 401,
  )
})

test('the request log shows the person', async () => {
  await using w = await world()
  const ada = await w.signIn()
  await ada.call('places.place.all')
  await w.app.observation.requestLog.flush()
  const { items } = await w.call('account.request.all', { operation: 'places.place.all' })
  assert.deepEqual(
    arrayOf(items).map(({ actor, keyId }) => [actor, keyId]),
    [[ada.personId, null]],
  )
})

test('a person has the rate of a key, and shares that of the account', async () => {
  await using w = await world({ rates: { secret: { name: 'secret', perSecond: 0.001, burst: 3 } } })
  const [ada, bob] = [await w.signIn(), await w.signIn()]
  const statuses: number[] = []
  for (let count = 0; count < 4; count++) statuses.push((await ada.send('places.place.all')).status)
  assert.deepEqual(statuses, [200, 200, 200, 429])
  assert.equal((await bob.send('places.place.all')).status, 200)
  const narrow = { name: 'account', perSecond: 0.001, burst: 1 }
  await using v = await world({ rates: { account: narrow } })
  const [one, two] = [await v.signIn(), await v.signIn()]
  assert.equal((await one.send('places.place.all')).status, 200)
  assert.equal((await two.send('places.place.all')).status, 429)
  // Calls of people are in no account.
  assert.equal((await two.send('account.session.get')).status, 200)
})

test('a restricted role creates no key with more rights than its own', async () => {
  await using w = await world()
  const developer = await w.signIn('developer')
  const create = 'account.key.create'
  await developer.refused(
    create,
    { name: 'All', kind: 'secret' },
    { code: 'not_authorized', mention: 'scope_exceeded' },
  )
  const scopes = ['account.account:write']
  const wider = { name: 'More', kind: 'restricted', scopes }
  await developer.refused(create, wider, { code: 'not_authorized', mention: 'scope_exceeded' })
  await developer.call(create, { name: 'Places', kind: 'restricted', scopes: ['places.place:read'] })
})

test('an event stream takes its account from the address', async () => {
  await using w = await world()
  const { 'x-account': _account, ...headers } = (await w.signIn()).headers
  const streams = w.app.products
    .flatMap(({ operations }) => operations)
    .filter(({ events, credential }) => events !== undefined && credential !== 'none')
  for (const { path } of streams) {
    const url = `${path}?account=${w.account.account.publicId}`
    const response = await w.app.server.inject({ method: 'GET', url, headers, payloadAsStream: true })
    assert.equal(response.statusCode, 200, path)
    response.stream().destroy()
  }
})

test('session.revoke ends one session or all others', async () => {
  await using w = await world()
  const ada = await w.signIn()
  const signIns = [await ada.call('account.session.all')]
  assert.deepEqual(
    arrayOf(signIns[0]?.items).map(({ isCurrent, userAgent, country, method }) => [
      isCurrent,
      userAgent,
      country,
      method,
    ]),
    [[true, 'Test browser', 'DE', 'password']],
  )
  assert.deepEqual(await ada.call('account.session.revoke', { others: true }), { endedCount: 0 })
  const { sessionId } = await ada.call('account.session.get')
  const bob = await w.signIn()
  await bob.refused('account.session.revoke', { sessionId }, 'not_found')
  await bob.refused('account.session.revoke', {}, 'invalid_request')
  assert.deepEqual(await ada.call('account.session.revoke', { sessionId }), { endedCount: 1 })
  await until(
    () => ada.send('account.session.get'),
    ({ status }) => status === 401,
  )
})

test('an Idempotency-Key belongs to its person', async () => {
  await using w = await world()
  const [ada, bob] = [await w.signIn(), await w.signIn()]
  const keyed = { headers: { 'idempotency-key': 'one' } }
  const first = await ada.call('places.place.create', hall, keyed)
  const again = await ada.call('places.place.create', hall, keyed)
  const second = await bob.call('places.place.create', hall, keyed)
  assert.equal(again.id, first.id)
  assert.notEqual(second.id, first.id)
})

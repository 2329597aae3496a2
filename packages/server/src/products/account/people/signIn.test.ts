import assert from 'node:assert/strict'
import { test } from 'node:test'
import { hashPassword } from '#platform/secrets/password.ts'
import { arrayOf, world, type World } from '#test/world/world.ts'

const password = 'quiet harbour at night'

async function withPassword(w: World) {
  return w.signIn('owner', { email: 'Ada@example.com', passwordHash: await hashPassword(password) })
}

test('a sign-in starts a new session with a new token, and is in the audit log', async () => {
  await using w = await world()
  const before = await withPassword(w)
  const input = { email: 'ada@example.com', password }
  const reply = await w.send('account.session.signIn', input, { key: null, headers: { cookie: before.headers.cookie } })
  assert.equal(reply.status, 200, reply.text)
  const line = String(reply.headers['set-cookie'])
  const form = /^session=([A-Za-z0-9_-]{64}); Max-Age=2592000; Path=\/; HttpOnly; SameSite=Strict$/
  assert.match(line, form)
  const [, token = ''] = form.exec(line) ?? []
  assert.notEqual(token, before.token)
  // The session that the browser had before the sign-in has ended.
  await before.refused('account.session.get', {}, 'authentication_required')
  const { state, csrfToken } = Object(reply.body['data'])
  assert.equal(state, 'signedIn')
  const headers = { ...before.headers, cookie: `session=${token}`, 'x-csrf-token': csrfToken }
  assert.equal((await w.send('account.session.get', {}, { key: null, headers })).status, 200)
  const { items } = await w.call('account.audit.all', { target: before.personId })
  assert.deepEqual(
    arrayOf(items).map(({ actor, action }) => [actor, action]),
    [[before.personId, 'account.session.signedIn']],
  )
})

test('a cookie that a browser had before is never the token of a session', async () => {
  await using w = await world()
  const { headers } = await withPassword(w)
  const planted = { cookie: `session=${'A'.repeat(64)}` }
  const input = { email: 'ada@example.com', password }
  const reply = await w.send('account.session.signIn', input, { key: null, headers: planted })
  assert.equal(reply.status, 200, reply.text)
  const own = await w.send('account.session.get', {}, { key: null, headers: { ...headers, ...planted } })
  assert.equal(own.status, 401)
})

test('a wrong password and an unknown address are refused alike, and a page of another origin', async () => {
  await using w = await world()
  await withPassword(w)
  const send = (email: string, headers: Record<string, string> = {}) =>
    w.send('account.session.signIn', { email, password: 'wrong wrong wrong' }, { key: null, headers })
  const [wrong, unknown] = [await send('ada@example.com'), await send('bob@example.com')]
  assert.deepEqual([wrong.status, unknown.status], [403, 403])
  assert.deepEqual(wrong.body['error'], unknown.body['error'])
  assert.match((await send('ada@example.com', { origin: 'https://elsewhere.example' })).text, /origin_not_allowed/)
})

test('ten wrong passwords pause the guesses about an address, known or unknown, and the pause grows', async () => {
  await using w = await world()
  await withPassword(w)
  const guess = (email: string, guessed = 'wrong wrong wrong') =>
    w.send('account.session.signIn', { email, password: guessed }, { key: null })
  for (const email of ['ada@example.com', 'bob@example.com']) {
    for (let count = 0; count < 10; count++) assert.equal((await guess(email)).status, 403)
    const paused = await guess(email, password)
    assert.equal(paused.status, 429, paused.text)
    assert.match(paused.text, /guesses_paused/)
    assert.equal(paused.headers['retry-after'], '60')
  }
  w.clock.advance(60_000)
  assert.equal((await guess('ada@example.com')).status, 403)
  assert.equal((await guess('ada@example.com')).headers['retry-after'], '120')
  w.clock.advance(120_000)
  assert.equal((await guess('ada@example.com', password)).status, 200)
  assert.equal((await guess('ada@example.com')).status, 403)
})

test('a network that guesses passwords is refused, whatever the addresses', async () => {
  await using w = await world({
    rates: { failedAuthentication: { name: 'failed-authentication', perSecond: 0.001, burst: 3 } },
  })
  await withPassword(w)
  const guess = (email: string) =>
    w.send('account.session.signIn', { email, password: 'wrong wrong wrong' }, { key: null })
  for (const email of ['a@example.com', 'b@example.com', 'c@example.com'])
    assert.equal((await guess(email)).status, 403)
  const refused = await guess('d@example.com')
  assert.deepEqual([refused.status, Object(refused.body['error']).reason], [429, 'rate_limited'])
})

test('the next sign-in replaces a hash of older parameters', async () => {
  await using w = await world()
  const older = 'scrypt$16384$8$1$AAAAAAAAAAAAAAAAAAAAAA$E8DP91K6ZCOSjHWG0r4ASjBWsAWb5SCoh7G0Sp-PVpc'
  await w.signIn('owner', { email: 'ada@example.com', passwordHash: older })
  const send = () => w.send('account.session.signIn', { email: 'ada@example.com', password }, { key: null })
  assert.equal((await send()).status, 200)
  const { rows } = await w.app.pools.work.query('select password_hash from person_person')
  assert.match(rows[0].password_hash, /^argon2id\$/)
  assert.equal((await send()).status, 200)
})

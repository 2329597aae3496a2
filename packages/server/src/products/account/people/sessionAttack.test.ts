import assert from 'node:assert/strict'
import { test } from 'node:test'
import { hashPassword } from '#platform/secrets/password.ts'
import { arrayOf, world } from '#test/world/world.ts'

test('a forged cookie opens nothing: another form, another person, another end, a token of no session', async () => {
  await using w = await world()
  const [ada, bob] = [await w.signIn(), await w.signIn()]
  const personPart = 21
  const own = w.account.account.publicId
  const flipped = ada.token.endsWith('A') ? 'B' : 'A'
  const forged = [
    '',
    'x',
    `${ada.token} `.repeat(3),
    `${ada.token} ${own} `,
    `${ada.token} -`,
    `${ada.token.slice(0, -1)}${flipped}`,
    `${bob.token.slice(0, personPart)}${ada.token.slice(personPart)}`,
    `${ada.token}%00`,
    `"${ada.token}" ${own}`,
    '__proto__',
  ]
  for (const text of forged) {
    const headers = { ...ada.headers, cookie: `session=${text}` }
    const reply = await w.send('places.place.all', {}, { key: null, headers })
    assert.equal(reply.status, 401, `${text}: ${reply.text}`)
  }
  // The CSRF token of one session proves no other one.
  const crossed = { headers: { 'x-csrf-token': bob.csrfToken } }
  await ada.refused('account.session.end', {}, { code: 'not_authorized', mention: 'csrf_missing', ...crossed })
  await ada.call('account.session.get')
})

test('an address names the account of an event stream alone, and no account of others', async () => {
  await using w = await world()
  const { 'x-account': own, ...headers } = (await w.signIn()).headers
  const other = await w.another()
  const get = (url: string, more = {}) =>
    w.app.server.inject({ method: 'GET', url, headers: { ...headers, ...more }, payloadAsStream: true })
  const statusOf = async (url: string, more = {}) => {
    const response = await get(url, more)
    response.stream().destroy()
    return response.statusCode
  }
  const stream = '/api/account/fact/stream'
  assert.equal(await statusOf(`${stream}?account=${own}`), 200)
  for (const account of [other.account.publicId, other.twin.publicId, 'acc_1', '', `${own} ${own}`, '__proto__'])
    assert.equal(await statusOf(`${stream}?account=${encodeURIComponent(account)}`), 403, account)
  // Two names for one account are no way around the check of either.
  assert.equal(await statusOf(`${stream}?account=${own}`, { 'x-account': other.account.publicId }), 403)
  const list = w.operation('places.place.all').path
  assert.equal(await statusOf(`${list}?account=${own}`), 403)
  // A page of another host that shares the site, such as a subdomain, opens no stream with the cookie.
  for (const site of ['cross-site', 'same-site'])
    assert.equal(await statusOf(`${stream}?account=${own}`, { 'sec-fetch-site': site }), 403, site)
})

test('concurrent sign-ins start sessions of their own, and the end of all others leaves one', async () => {
  await using w = await world()
  const email = 'ada@example.com'
  const ada = await w.signIn('owner', { email, passwordHash: await hashPassword('quiet harbour at night') })
  const signIn = () => w.send('account.session.signIn', { email, password: 'quiet harbour at night' }, { key: null })
  const replies = await Promise.all([signIn(), signIn(), signIn()])
  const cookies = replies.map(({ headers }) => /^session=[^;]+/.exec(String(headers['set-cookie']))?.[0] ?? '')
  assert.equal(new Set(cookies).size, 3)
  assert.equal(arrayOf((await ada.call('account.session.all')).items).length, 4)
  const statuses = () =>
    Promise.all(
      cookies.map(async (cookie) => {
        const headers = { ...ada.headers, cookie }
        return (await w.send('account.session.get', {}, { key: null, headers })).status
      }),
    )
  assert.deepEqual(await statuses(), [200, 200, 200])
  // Two sessions that end all others at once: at most one of them is left, and no session of a third browser.
  const byFirst = { ...ada.headers, cookie: cookies[0] ?? '', 'x-csrf-token': csrfOf(replies[0]?.body['data']) }
  await Promise.all([
    ada.send('account.session.revoke', { others: true }),
    w.send('account.session.revoke', { others: true }, { key: null, headers: byFirst }),
  ])
  const { rows } = await w.app.pools.work.query('select id from person_session where person_id = $1', [ada.person.id])
  assert.ok(rows.length <= 1, String(rows.length))
})

function csrfOf(data: unknown): string {
  return String(Object(data).csrfToken)
}

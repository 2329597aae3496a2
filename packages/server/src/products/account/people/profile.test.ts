import assert from 'node:assert/strict'
import { test } from 'node:test'
import { hashPassword } from '#platform/secrets/password.ts'
import { until } from '#test/world/until.ts'
import { mailedLinkTokens } from '#test/world/personSteps.ts'
import { arrayOf, world } from '#test/world/world.ts'

const password = 'quiet harbour at night'

test('a person changes their name, language and time zone', async () => {
  await using w = await world()
  const ada = await w.signIn('reader')
  const changed = await ada.call('account.person.update', { name: 'Ada Lovelace', language: 'de' })
  assert.deepEqual([changed.name, changed.language, changed.timeZone], ['Ada Lovelace', 'de', 'Europe/Berlin'])
  const { items } = await w.call('account.audit.all', { target: ada.personId })
  const [row] = arrayOf(items)
  assert.deepEqual([row?.['actor'], row?.['action']], [ada.personId, 'account.person.updated'])
})

test('a new password ends the other sessions, and needs the current one', async () => {
  await using w = await world()
  const passwordHash = await hashPassword(password)
  const ada = await w.signIn('owner', { email: 'ada@example.com', passwordHash })
  const signIn = (text: string) =>
    w.send('account.session.signIn', { email: 'ada@example.com', password: text }, { key: null })
  const other = await signIn(password)
  const cookie = String(other.headers['set-cookie']).split(';')[0] ?? ''
  const otherGet = () => w.send('account.session.get', {}, { key: null, headers: { ...ada.headers, cookie } })
  assert.equal((await otherGet()).status, 200)
  const next = 'a boat made of paper'
  const change = 'account.person.changePassword'
  await ada.refused(change, { password: next }, { code: 'invalid_request', mention: 'currentPassword' })
  const wrong = { currentPassword: 'wrong wrong wrong', password: next }
  await ada.refused(change, wrong, { code: 'not_authorized', mention: 'wrong_password' })
  for (const guessable of ['Ada@example.com', 'password123', 'qwertyuiop', 'aaaaaaaaaaaa', '123456789012', 'short'])
    await ada.refused(change, { currentPassword: password, password: guessable }, 'invalid_request')
  const { endedCount } = await ada.call(change, { currentPassword: password, password: next })
  assert.equal(endedCount, 1)
  assert.equal((await signIn(password)).status, 403)
  assert.equal((await signIn(next)).status, 200)
  await ada.call('account.session.get')
})

test('a password changes only after a recent sign-in', async () => {
  await using w = await world()
  const ada = await w.signIn()
  w.clock.advance(15 * 60_000)
  const input = { password: 'a boat made of paper' }
  await ada.refused('account.person.changePassword', input, {
    code: 'not_authorized',
    mention: 'recent_sign_in_needed',
  })
})

test('a forgotten password is replaced by the link of a mail, once, and every session ends', async () => {
  await using w = await world()
  const address = 'ada@example.com'
  const ada = await w.signIn('owner', { email: address, passwordHash: await hashPassword(password) })
  const forgot = (email: string) => w.call('account.person.forgot', { email }, { key: null })
  assert.deepEqual(await forgot('ADA@example.com'), await forgot('bob@example.com'))
  const tokens = await mailedLinkTokens(w, address)
  assert.equal(tokens.length, 1)
  assert.deepEqual(await mailedLinkTokens(w, 'bob@example.com'), [])
  const [token = ''] = tokens
  const { rows } = await w.app.pools.work.query(
    `select payload as x from account_outbox union all select l::text from person_link l`,
  )
  assert.ok(rows.length >= 2 && rows.every(({ x }) => !String(x).includes(token)))
  const open = (input: { token: string; password: string }) => w.send('account.link.open', input, { key: null })
  const guessable = await open({ token, password: 'password123' })
  assert.equal(guessable.status, 400, guessable.text)
  const next = 'a boat made of paper'
  const reply = await open({ token, password: next })
  assert.equal(reply.status, 200, reply.text)
  assert.match((await open({ token, password: next })).text, /link_ended/)
  await until(
    () => ada.send('account.session.get'),
    ({ status }) => status === 401,
  )
  const signIn = await w.send('account.session.signIn', { email: address, password: next }, { key: null })
  assert.equal(signIn.status, 200, signIn.text)
})

test('a new password and a new address end the other links for a new password', async () => {
  await using w = await world()
  const email = 'ada@example.com'
  const ada = await w.signIn('owner', { email })
  const forgot = () => w.call('account.person.forgot', { email }, { key: null })
  const open = (input: Record<string, string>, headers = {}) =>
    w.send('account.link.open', input, { key: null, headers })
  for (const _ of [1, 2, 3]) await forgot()
  const tokens = await mailedLinkTokens(w, email)
  const openings = await Promise.all(tokens.slice(1).map((token) => open({ token, password })))
  assert.deepEqual(openings.map(({ status }) => status).toSorted(), [200, 404])
  assert.match((await open({ token: tokens[0] ?? '', password })).text, /link_ended/)
  await forgot()
  const [reset = ''] = await mailedLinkTokens(w, email)
  const signIn = await w.send('account.session.signIn', { email, password }, { key: null })
  const [cookie = ''] = /^session=[^;]+/.exec(String(signIn.headers['set-cookie'])) ?? []
  const headers = { ...ada.headers, cookie, 'x-csrf-token': String(Object(signIn.body['data']).csrfToken) }
  const next = 'ada.lovelace@example.com'
  const changed = await w.send('account.person.changeEmail', { email: next }, { key: null, headers })
  assert.equal(changed.status, 200, changed.text)
  const [token = ''] = await mailedLinkTokens(w, next)
  assert.equal((await open({ token }, { cookie })).status, 200)
  assert.match((await open({ token: reset, password })).text, /link_ended/)
})

test('a mail to a person is in their language, an invitation else in that of the inviting person', async () => {
  await using w = await world()
  const email = 'ada@example.com'
  const ada = await w.signIn('owner', { email })
  const subjectTo = async (to: string) => {
    await w.settle()
    const [mail] = arrayOf((await w.call('account.mail.all', { to })).items)
    return mail?.['subject']
  }
  const invite = (to: string, { call }: Pick<typeof ada, 'call'>) =>
    call('account.member.create', { email: to, role: 'reader' })
  await invite('one@example.com', ada)
  assert.match(String(await subjectTo('one@example.com')), /^Join .+ on Fairground$/)
  await ada.call('account.person.update', { language: 'de-AT' })
  await invite('two@example.com', ada)
  assert.match(String(await subjectTo('two@example.com')), /^Einladung zu .+ auf Fairground$/)
  await w.call('account.person.forgot', { email }, { key: null })
  assert.equal(await subjectTo(email), 'Ein neues Passwort für Fairground')
  await ada.call('account.person.changeEmail', { email: 'ada@example.org' })
  assert.equal(await subjectTo('ada@example.org'), 'Bestätige deine E-Mail-Adresse für Fairground')
  const bob = await w.signIn('stranger', { email: 'bob@example.com' })
  await bob.call('account.person.update', { language: 'de' })
  await invite('bob@example.com', w)
  assert.match(String(await subjectTo('bob@example.com')), /^Einladung/)
})

test('a caught mail hides links of people, and invitations from those who may not invite', async () => {
  await using w = await world()
  await w.signIn('owner', { email: 'ada@example.com' })
  await w.call('account.person.forgot', { email: 'ada@example.com' }, { key: null })
  await w.call('account.member.create', { email: 'noor@example.com', role: 'owner' })
  await w.settle()
  const byDeveloper = (await w.signIn('developer')).call
  const byOwner = (await w.signIn('owner')).call
  for (const [to, calls] of [
    ['ada@example.com', [w.call, byDeveloper, byOwner]],
    ['noor@example.com', [byDeveloper]],
  ] as const)
    for (const call of calls) {
      const [mail] = arrayOf((await call('account.mail.all', { to })).items)
      const { text } = await call('account.mail.get', { mailId: String(mail?.['id']) })
      assert.match(text, /console\/link#…/, text)
    }
  const [mail] = arrayOf((await byOwner('account.mail.all', { to: 'noor@example.com' })).items)
  const { text } = await byOwner('account.mail.get', { mailId: String(mail?.['id']) })
  assert.match(text, /console\/link#[\w-]{54}/)
})

test('a flood of requests mails ten links at most, and its response stays the same', async () => {
  await using w = await world()
  await w.signIn('owner', { email: 'ada@example.com' })
  for (let count = 0; count < 15; count++) {
    const sent = await w.call('account.person.forgot', { email: 'ada@example.com' }, { key: null })
    assert.deepEqual(sent, { sent: true })
  }
  assert.equal((await mailedLinkTokens(w, 'ada@example.com')).length, 10)
})

test('a new e-mail address counts once its link was opened by the signed-in person', async () => {
  await using w = await world()
  const ada = await w.signIn('owner', { email: 'ada@example.com', passwordHash: await hashPassword(password) })
  const bob = await w.signIn('owner', { email: 'bob@example.com' })
  await ada.call('account.person.changeEmail', { email: 'bob@example.com' })
  assert.deepEqual(await mailedLinkTokens(w, 'bob@example.com'), [])
  await ada.call('account.person.changeEmail', { email: 'Ada.Lovelace@example.com' })
  const [token = ''] = await mailedLinkTokens(w, 'Ada.Lovelace@example.com')
  const open = (headers: Record<string, string>) => w.send('account.link.open', { token }, { key: null, headers })
  assert.match((await open({})).text, /sign_in_first/)
  assert.match((await open({ cookie: bob.headers.cookie })).text, /sign_in_first/)
  const foreign = { cookie: ada.headers.cookie, origin: 'https://elsewhere.example' }
  assert.match((await open(foreign)).text, /origin_not_allowed/)
  const reply = await open({ cookie: ada.headers.cookie })
  assert.equal(reply.status, 200, reply.text)
  const signIn = (email: string) => w.send('account.session.signIn', { email, password }, { key: null })
  assert.equal((await signIn('ada@example.com')).status, 403)
  assert.equal((await signIn('ada.lovelace@example.com')).status, 200)
  w.clock.advance(15 * 60_000)
  await bob.refused('account.person.changeEmail', { email: 'b@example.com' }, 'not_authorized')
})

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { hashPassword } from '#platform/secrets/password.ts'
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

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { hashPassword } from '#platform/secrets/password.ts'
import { makeAuthenticator } from '#test/world/authenticator.ts'
import { addPasskey, addSecondFactor, passkeyInput, passkeySignIn } from '#test/world/personSteps.ts'
import { arrayOf, world, type Json, type World } from '#test/world/world.ts'

const keyless = (w: World) => (id: string, input: Json) => w.send(id, input, { key: null })

async function signIn(w: World, input: Json) {
  return w.send('account.session.passkey', input, { key: null })
}

test('a passkey signs its person in, without a second factor when the authenticator has checked its user', async () => {
  await using w = await world()
  const ada = await w.signIn()
  await addSecondFactor(ada.send, w.clock.now())
  const { authenticator } = await addPasskey(ada.send)
  const reply = await signIn(w, await passkeySignIn(keyless(w), authenticator))
  assert.equal(reply.status, 200, reply.text)
  assert.match(String(reply.headers['set-cookie']), /^session=/)
  assert.equal(Object(reply.body['data']).state, 'signedIn')
  const { items } = await ada.call('account.passkey.all')
  assert.deepEqual(
    arrayOf(items).map(({ name, lastUsedAt }) => [name, lastUsedAt]),
    [['Laptop', w.clock.now().toISOString()]],
  )
  const touched = await addPasskey(ada.send, makeAuthenticator({ isVerifying: false }))
  const unchecked = await signIn(w, await passkeySignIn(keyless(w), touched.authenticator))
  assert.equal(Object(unchecked.body['data']).state, 'secondFactor', unchecked.text)
  assert.equal(unchecked.headers['set-cookie'], undefined)
})

test('a challenge is accepted once, within ten minutes, and for its own use', async () => {
  await using w = await world()
  const ada = await w.signIn()
  const { authenticator } = await addPasskey(ada.send)
  const input = await passkeySignIn(keyless(w), authenticator)
  assert.equal((await signIn(w, input)).status, 200)
  assert.match((await signIn(w, input)).text, /challenge_expired/)
  const late = await passkeySignIn(keyless(w), authenticator)
  w.clock.advance(10 * 60_000)
  assert.match((await signIn(w, late)).text, /challenge_expired/)
  // A clock that is set back does not revive a challenge.
  w.clock.advance(-11 * 60_000)
  assert.match((await signIn(w, late)).text, /challenge_expired/)
  const other = await w.signIn()
  const made = await passkeyInput(other.send)
  assert.match((await signIn(w, { ...input, challengeId: made['challengeId'] })).text, /challenge_expired/)
})

test('a passkey of another host, another key and another person are refused', async () => {
  await using w = await world()
  const [ada, bob] = [await w.signIn(), await w.signIn()]
  const elsewhere = makeAuthenticator({ origin: 'https://phishing.example' })
  const wrongHost = await passkeyInput(ada.send, elsewhere)
  await ada.refused('account.passkey.create', wrongHost, { code: 'not_authorized', mention: 'passkey_refused' })
  const ofBob = await passkeyInput(bob.send)
  await ada.refused('account.passkey.create', ofBob, { code: 'not_authorized', mention: 'passkey_refused' })
  const { authenticator } = await addPasskey(ada.send)
  const forged = await passkeySignIn(keyless(w), authenticator)
  const { signature: _signature, ...rest } = Object(forged['response']).response
  const { response } = Object((await passkeySignIn(keyless(w), authenticator))['response'])
  const swapped = { ...forged, response: { ...Object(forged['response']), response: { ...rest, ...response } } }
  assert.match((await signIn(w, swapped)).text, /passkey_refused/)
  const handle = Buffer.from(bob.person.id.replaceAll('-', ''), 'hex').toString('base64url')
  const asBob = await passkeySignIn(keyless(w), authenticator)
  const named = Object(asBob['response'])
  const stolen = { ...asBob, response: { ...named, response: { ...named.response, userHandle: handle } } }
  assert.match((await signIn(w, stolen)).text, /passkey_refused/)
})

test('a counter that does not grow is refused: the key was copied', async () => {
  await using w = await world()
  const ada = await w.signIn()
  let count = 5
  const authenticator = makeAuthenticator({ counter: () => count })
  await addPasskey(ada.send, authenticator)
  assert.match((await signIn(w, await passkeySignIn(keyless(w), authenticator))).text, /passkey_refused/)
  count = 6
  assert.equal((await signIn(w, await passkeySignIn(keyless(w), authenticator))).status, 200)
})

test('a pause of guesses does not pause passkeys', async () => {
  await using w = await world()
  const ada = await w.signIn('owner', { email: 'ada@example.com', passwordHash: await hashPassword('quiet harbour') })
  const { authenticator } = await addPasskey(ada.send)
  const wrong = { email: 'ada@example.com', password: 'wrong wrong wrong' }
  for (let count = 0; count < 10; count++) await w.send('account.session.signIn', wrong, { key: null })
  assert.equal((await w.send('account.session.signIn', wrong, { key: null })).status, 429)
  assert.equal((await signIn(w, await passkeySignIn(keyless(w), authenticator))).status, 200)
})

test('passkeys need a recent sign-in, and the last way to sign in stays', async () => {
  await using w = await world()
  const ada = await w.signIn()
  const { passkeyId } = await addPasskey(ada.send)
  await ada.refused('account.passkey.delete', { passkeyId }, { code: 'conflict', mention: 'last_sign_in_method' })
  const late = await passkeyInput(ada.send)
  w.clock.advance(15 * 60_000)
  for (const [id, input] of [
    ['account.passkey.options', {}],
    ['account.passkey.create', late],
    ['account.passkey.delete', { passkeyId }],
  ] as const)
    await ada.refused(id, input, { code: 'not_authorized', mention: 'recent_sign_in_needed' })
  await ada.call('account.passkey.update', { passkeyId, name: 'Telephone' })
  const bob = await w.signIn()
  await bob.refused('account.passkey.update', { passkeyId, name: 'Mine' }, 'not_found')
  await bob.refused('account.passkey.delete', { passkeyId }, 'not_found')
})

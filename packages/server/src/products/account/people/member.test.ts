import assert from 'node:assert/strict'
import { test } from 'node:test'
import { makeConsoleLink } from '#app/consoleLink.ts'
import { keyHashPort } from '#platform/auth/keyHashPort.ts'
import { linkToken } from '#platform/auth/linkToken.ts'
import { hashPassword } from '#platform/secrets/password.ts'
import { makeAuthenticator } from '#test/world/authenticator.ts'
import { addPasskey, addSecondFactor, mailedLinkTokens, passkeyInput, passkeySignIn } from '#test/world/personSteps.ts'
import { until } from '#test/world/until.ts'
import { arrayOf, world, type Json, type Reply, type World } from '#test/world/world.ts'
import { createLink } from './link.ts'

const password = 'quiet harbour at night'
const noor = 'noor@example.com'

const tokenIn = (text: string) => /\/console\/link#([\w-]+)/.exec(text)?.[1] ?? ''

const open = (w: World, input: Json, headers: Record<string, string> = {}) =>
  w.send('account.link.open', input, { key: null, headers })

/** An opening that is refused: without a session unless `headers` has one. */
const openRefused = (
  w: World,
  { headers = {}, ...input }: Json & { headers?: Record<string, string> },
  mention: string,
) =>
  w.refused('account.link.open', input, {
    code: mention === 'link_ended' ? 'not_found' : 'not_authorized',
    mention,
    key: null,
    headers,
  })

/** Headers of the session that an opening has started. */
function headersOf(w: World, { headers, body }: Reply) {
  const [cookie = ''] = /^session=[^;]+/.exec(String(headers['set-cookie'])) ?? []
  const csrf = String(Object(body['data']).csrfToken)
  return {
    cookie,
    origin: w.app.kernel.settings.publicUrl,
    'x-csrf-token': csrf,
    'x-account': w.account.account.publicId,
  }
}

const keyless = (w: World) => (id: string, input: Json) => w.send(id, input, { key: null })

/** A passkey of a new authenticator for the challenge of a link. */
async function passkeyOf(w: World, input: Json) {
  const reply = await keyless(w)('account.link.passkeyOptions', input)
  assert.equal(reply.status, 200, reply.text)
  const { challengeId, options } = Object(reply.body['data'])
  const authenticator = makeAuthenticator()
  return { passkey: { challengeId, response: authenticator.create(options) }, authenticator }
}

test('an invited person joins by the link of the mail, once, with the role of the invitation', async () => {
  await using w = await world()
  const invited = await w.call('account.member.create', { email: 'Noor@example.com', role: 'analyst' })
  assert.equal(invited.status, 'invited')
  const [token = ''] = await mailedLinkTokens(w, 'Noor@example.com')
  const told = await w.call('account.link.get', { token }, { key: null })
  assert.deepEqual(
    [told.kind, told.role, told.accountName, told.hasPerson],
    ['invitation', 'analyst', 'Test fair', false],
  )
  const joined = await open(w, { token, name: 'Noor', password })
  assert.equal(joined.status, 200, joined.text)
  assert.match(String(joined.headers['set-cookie']), /^session=/)
  const member = await w.call('account.member.get', { memberId: invited.id })
  assert.deepEqual([member.status, member.name, member.role], ['active', 'Noor', 'analyst'])
  await openRefused(w, { token, name: 'Noor', password }, 'link_ended')
})

test('concurrent openings of one link make one person', async () => {
  await using w = await world()
  await w.call('account.member.create', { email: noor, role: 'reader' })
  const [token] = await mailedLinkTokens(w, noor)
  const replies = await Promise.all([1, 2, 3].map((n) => open(w, { token, name: `Noor ${n}`, password })))
  assert.equal(replies.filter(({ status }) => status === 200).length, 1)
})

test('a withdrawn invitation, a former link of a repeated one, an old and a forged link open nothing', async () => {
  await using w = await world()
  const { id: memberId } = await w.call('account.member.create', { email: noor, role: 'reader' })
  const [former = ''] = await mailedLinkTokens(w, noor)
  await w.call('account.member.resend', { memberId })
  const newer = (await mailedLinkTokens(w, noor)).find((each) => each !== former) ?? ''
  await openRefused(w, { token: former, name: 'Noor', password }, 'link_ended')
  await openRefused(w, { token: `${newer.slice(0, -2)}AA`, name: 'Noor', password }, 'link_ended')
  await w.call('account.member.delete', { memberId })
  await openRefused(w, { token: newer, name: 'Noor', password }, 'link_ended')
  const token = tokenIn(await makeConsoleLink(w.app, w.account.account))
  w.clock.advance(15 * 60_000)
  await openRefused(w, { token, email: noor, name: 'Noor', password }, 'link_ended')
})

test('a link opens no existing person without their session, whatever address is sent', async () => {
  await using w = await world()
  const known = await w.signIn('stranger', { email: noor })
  const other = await w.signIn('stranger', { email: 'else@example.com' })
  await w.call('account.member.create', { email: noor, role: 'operator' })
  const [token] = await mailedLinkTokens(w, noor)
  for (const headers of [{}, other.headers]) {
    await openRefused(w, { token, name: 'Noor', password, headers }, 'sign_in_first')
  }
  const owners = tokenIn(await makeConsoleLink(w.app, w.account.account))
  await openRefused(w, { token: owners, email: noor, name: 'Noor', password }, 'sign_in_first')
  assert.equal((await open(w, { token }, known.headers)).status, 200)
})

test('a link for a locked-out person sets a new password and ends their other sessions', async () => {
  await using w = await world()
  const known = await w.signIn('owner', { email: noor })
  const token = tokenIn(await makeConsoleLink(w.app, w.account.account, { email: noor }))
  assert.equal((await open(w, { token, password })).status, 200)
  await known.refused('account.session.get', {}, 'authentication_required')
  const signIn = await w.call('account.session.signIn', { email: noor, password }, { key: null })
  assert.equal(signIn.state, 'signedIn')
})

test('a link of the operator needs new credentials: former password and second factor open nothing more', async () => {
  await using w = await world()
  const passwordHash = await hashPassword(password)
  const mira = await w.signIn('analyst', { email: 'mira@example.com', passwordHash })
  await addSecondFactor(mira.send, w.clock.now())
  const token = tokenIn(await makeConsoleLink(w.app, w.account.account, { email: 'mira@example.com' }))
  await w.refused('account.link.open', { token }, { code: 'invalid_request', mention: 'password', key: null })
  const { passkey, authenticator } = await passkeyOf(w, { token })
  assert.equal((await open(w, { token, passkey })).status, 200)
  const former = { email: 'mira@example.com', password }
  await w.refused('account.session.signIn', former, { code: 'not_authorized', mention: 'wrong_password', key: null })
  const signIn = await keyless(w)('account.session.passkey', await passkeySignIn(keyless(w), authenticator))
  assert.match(signIn.text, /"signedIn"/)
  const { items } = await w.call('account.member.all')
  assert.deepEqual(
    arrayOf(items).map(({ name, role }) => [name, role]),
    [[mira.person.name, 'analyst']],
  )
  const { items: rows } = await w.call('account.audit.all', { target: mira.personId })
  const actions = new Set(arrayOf(rows).map(({ action }) => action))
  assert.ok(actions.has('account.person.passwordChanged') && actions.has('account.secondFactor.disabled'))
})

test('a new person opens an invitation with a passkey alone', async () => {
  await using w = await world()
  await w.call('account.member.create', { email: noor, role: 'reader' })
  const [token = ''] = await mailedLinkTokens(w, noor)
  const { passkey, authenticator } = await passkeyOf(w, { token, name: 'Noor' })
  const joined = await open(w, { token, name: 'Noor', passkey })
  assert.equal(joined.status, 200, joined.text)
  const signIn = await keyless(w)('account.session.passkey', await passkeySignIn(keyless(w), authenticator))
  assert.match(signIn.text, /"signedIn"/)
  await w.refused('account.link.passkeyOptions', { token }, { code: 'not_found', mention: 'link_ended', key: null })
})

test('a link creates no person with the passkey of another, and a link for a password takes none', async () => {
  await using w = await world()
  const ada = await w.signIn('stranger')
  const { challengeId, response } = await passkeyInput(ada.send)
  await w.call('account.member.create', { email: noor, role: 'reader' })
  const [token = ''] = await mailedLinkTokens(w, noor)
  await w.refused(
    'account.link.open',
    { token, name: 'Noor', passkey: { challengeId, response } },
    { code: 'not_authorized', mention: 'challenge_expired', key: null },
  )
  const links = [await makeConsoleLink(w.app, w.account.account), await makeConsoleLink(w.app, w.account.account)]
  const [first = '', second = ''] = links.map(tokenIn)
  const reply = await w.send('account.link.passkeyOptions', { token: first }, { key: null, headers: ada.headers })
  const ofAda = Object(reply.body['data'])
  const passkey = { challengeId: ofAda.challengeId, response: makeAuthenticator().create(ofAda.options) }
  const newcomer = { name: 'Noor', email: 'else@example.com', passkey }
  await openRefused(w, { ...newcomer, token: first }, 'passkey_refused')
  await openRefused(w, { ...newcomer, token: second }, 'challenge_expired')
  const signedIn = { ...passkey, name: 'Laptop' }
  await ada.refused('account.passkey.create', signedIn, { code: 'not_authorized', mention: 'challenge_expired' })
  const reset = await w.app.operatorCtx(w.account.account, 'test').atomic(async (inner) => {
    const id = await createLink(inner.db, { kind: 'passwordReset', personUuid: ada.person.id }, inner.now())
    return linkToken(inner.port(keyHashPort), id)
  })
  await w.refused(
    'account.link.passkeyOptions',
    { token: reset },
    { code: 'not_found', mention: 'link_ended', key: null },
  )
  await w.refused('account.link.open', { token: reset }, { code: 'invalid_request', mention: 'password', key: null })
})

test('an invitation of a signed-in person with another address creates a person of its own', async () => {
  await using w = await world()
  const other = await w.signIn('stranger', { email: 'else@example.com' })
  await w.call('account.member.create', { email: noor, role: 'reader' })
  const [token = ''] = await mailedLinkTokens(w, noor)
  await w.refused(
    'account.link.open',
    { token },
    { code: 'invalid_request', mention: 'password', key: null, headers: other.headers },
  )
  assert.equal((await open(w, { token, name: 'Noor', password }, other.headers)).status, 200)
  const { items } = await w.call('account.member.all')
  assert.deepEqual(
    arrayOf(items).map(({ email, personId }) => [email, personId === other.personId]),
    [[noor, false]],
  )
  // The session of the browser ends: the response has that of the new person.
  await other.refused('account.session.get', {}, 'authentication_required')
})

test('an accepted invitation leaves the session as it was: no new token, no recent sign-in', async () => {
  await using w = await world()
  const mira = await w.signIn('stranger', { email: 'mira@example.com' })
  await w.call('account.member.create', { email: 'mira@example.com', role: 'reader' })
  const [token = ''] = await mailedLinkTokens(w, 'mira@example.com')
  w.clock.advance(15 * 60_000)
  const accepted = await open(w, { token }, mira.headers)
  assert.equal(accepted.status, 200, accepted.text)
  assert.deepEqual(
    [accepted.headers['set-cookie'], Object(accepted.body['data']).csrfToken],
    [undefined, mira.csrfToken],
  )
  await mira.call('places.place.all')
  await mira.refused('account.passkey.options', {}, { code: 'not_authorized', mention: 'recent_sign_in_needed' })
})

test('a person is invited once, and their name and address follow them into the account', async () => {
  await using w = await world()
  await w.call('account.member.create', { email: noor, role: 'reader' })
  const again = { email: 'NOOR@example.com', role: 'owner' }
  await w.refused('account.member.create', again, { code: 'conflict', mention: 'member_exists' })
  const [token = ''] = await mailedLinkTokens(w, noor)
  const joined = await open(w, { token, name: 'Noor', password })
  const headers = headersOf(w, joined)
  await w.send('account.person.update', { name: 'Noor Haddad' }, { key: null, headers })
  await w.call('account.member.create', { email: 'noor@new.example', role: 'owner' })
  await w.send('account.person.changeEmail', { email: 'noor@new.example' }, { key: null, headers })
  const tokens = await mailedLinkTokens(w, 'noor@new.example')
  const kinds = await Promise.all(
    tokens.map(async (each) => (await w.call('account.link.get', { token: each }, { key: null })).kind),
  )
  const confirming = tokens[kinds.indexOf('emailChange')]
  const confirmed = await open(w, { token: confirming }, headers)
  assert.equal(confirmed.status, 200, confirmed.text)
  const { items } = await w.call('account.member.all')
  assert.deepEqual(
    arrayOf(items).map(({ name, email, role, status }) => [name, email, role, status]),
    [['Noor Haddad', 'noor@new.example', 'reader', 'active']],
  )
  await openRefused(w, { token: tokens[kinds.indexOf('invitation')], name: 'Noor', password }, 'link_ended')
  await w.settle()
  const mails = arrayOf((await w.call('account.mail.all', { to: noor })).items)
  const notice = mails.find(({ subject }) => String(subject).includes('has changed'))
  const { text } = await w.call('account.mail.get', { mailId: String(notice?.['id']) })
  assert.match(String(text), /You sign in as n…@new\.example from now on/)
})

test('a recovery by the operator ends all former credentials, passkeys as well', async () => {
  await using w = await world()
  const mira = await w.signIn('owner', { email: 'mira@example.com' })
  const send = (operationId: string, input: Json) => w.send(operationId, input, { key: null, headers: mira.headers })
  const { authenticator } = await addPasskey(send)
  const signInBy = async () => keyless(w)('account.session.passkey', await passkeySignIn(keyless(w), authenticator))
  assert.equal((await signInBy()).status, 200)
  const token = tokenIn(await makeConsoleLink(w.app, w.account.account, { email: 'mira@example.com' }))
  assert.equal((await open(w, { token, password })).status, 200)
  assert.match((await signInBy()).text, /passkey_refused/)
})

test('the last owner can neither be lowered nor removed, also by two removals at once', async () => {
  await using w = await world()
  for (const at of [1, 2]) {
    const token = tokenIn(await makeConsoleLink(w.app, w.account.account))
    const made = await open(w, { token, email: `owner${at}@example.org`, name: `Owner ${at}`, password })
    assert.equal(made.status, 200, made.text)
  }
  const { items } = await w.call('account.member.all')
  const removals = arrayOf(items).map(({ id }) => w.send('account.member.delete', { memberId: id }))
  assert.deepEqual((await Promise.all(removals)).map(({ status }) => status).toSorted(), [200, 409])
  const [left] = arrayOf((await w.call('account.member.all')).items)
  const change = { memberId: left?.['id'], role: 'reader' }
  await w.refused('account.member.update', change, { code: 'conflict', mention: 'last_owner' })
})

test('a change of role and a removal are felt by the next call of a running session', async () => {
  await using w = await world()
  const token = tokenIn(await makeConsoleLink(w.app, w.account.account))
  assert.equal((await open(w, { token, email: 'first@example.org', name: 'First', password })).status, 200)
  const { headers } = await w.signIn('stranger', { email: noor })
  const { id: memberId } = await w.call('account.member.create', { email: noor, role: 'operator' })
  const [invitation] = await mailedLinkTokens(w, noor)
  assert.equal((await open(w, { token: invitation }, headers)).status, 200)
  const create = () =>
    w.send(
      'places.place.create',
      { name: 'Pier', type: 'online', onlineUrl: 'https://a.example' },
      { key: null, headers },
    )
  assert.equal((await create()).status, 200)
  await w.call('account.member.update', { memberId, role: 'reader' })
  await until(async () => (await create()).text.includes('scope_missing'))
  await w.call('account.member.delete', { memberId })
  await until(async () => (await create()).text.includes('not_a_member'))
})

test('a person gives no role that is wider than theirs, and a test account has no members', async () => {
  await using w = await world()
  const developer = await w.signIn('developer')
  const invitation = { email: noor, role: 'reader' }
  await developer.refused('account.member.create', invitation, { code: 'not_authorized', mention: 'scope_missing' })
  const key = await w.key({ kind: 'restricted', scopes: ['account.member:write', 'places.*:*'] })
  const owner = { email: noor, role: 'owner' }
  await w.refused('account.member.create', owner, { code: 'not_authorized', mention: 'role_exceeded', key })
  const byTest = { code: 'not_authorized', mention: 'live_account_only', key: w.account.testSecretKey }
  await w.refused('account.member.create', invitation, byTest)
})

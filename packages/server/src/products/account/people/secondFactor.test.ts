import assert from 'node:assert/strict'
import { test } from 'node:test'
import { hashPassword } from '#platform/secrets/password.ts'
import { addSecondFactor, codeAt } from '#test/world/personSteps.ts'
import { arrayOf, world, type World } from '#test/world/world.ts'

const password = 'quiet harbour at night'
const email = 'ada@example.com'

async function withFactor(w: World) {
  const ada = await w.signIn('owner', { email, passwordHash: await hashPassword(password) })
  return { ada, ...(await addSecondFactor(ada.send, w.clock.now())) }
}

async function ticketOf(w: World): Promise<string> {
  const { body } = await w.send('account.session.signIn', { email, password }, { key: null })
  const { state, ticket, csrfToken } = Object(body['data'])
  assert.deepEqual([state, csrfToken], ['secondFactor', null])
  return ticket
}

function confirm(w: World, ticket: string, code: string) {
  return w.send('account.session.confirm', { ticket, code }, { key: null })
}

test('a password needs a code once the second factor is on, and a code is accepted once', async () => {
  await using w = await world()
  const { ada, secret } = await withFactor(w)
  const ticket = await ticketOf(w)
  const code = codeAt(secret, w.clock.now())
  assert.match((await confirm(w, ticket, '000000')).text, /wrong_code/)
  // The code of the step in which the factor was confirmed is used up.
  assert.match((await confirm(w, ticket, codeAt(secret, w.clock.now(), -1))).text, /wrong_code/)
  const reply = await confirm(w, ticket, code)
  assert.equal(reply.status, 200, reply.text)
  assert.match(String(reply.headers['set-cookie']), /^session=/)
  assert.match((await confirm(w, ticket, codeAt(secret, w.clock.now(), 1))).text, /challenge_expired/)
  assert.match((await confirm(w, await ticketOf(w), code)).text, /wrong_code/)
  const { items } = await w.call('account.audit.all', { target: ada.personId, limit: 100 })
  const actions = arrayOf(items).map(({ action }) => String(action))
  assert.equal(actions.filter((each) => each === 'account.secondFactor.failed').length, 3)
  assert.ok(actions.includes('account.secondFactor.enabled') && actions.includes('account.session.signedIn'))
})

test('two processes accept a code once', async () => {
  await using w = await world()
  const beside = await w.beside()
  const { secret } = await withFactor(w)
  const code = codeAt(secret, w.clock.now())
  const tickets = [await ticketOf(w), await ticketOf(w)]
  const replies = await Promise.all(
    [w, beside].map((each, at) =>
      each.send('account.session.confirm', { ticket: tickets[at] ?? '', code }, { key: null }),
    ),
  )
  assert.deepEqual(replies.map(({ status }) => status).toSorted(), [200, 403])
})

test('a recovery code works once, and renewed codes replace the older ones', async () => {
  await using w = await world()
  const { ada, secret, codes } = await withFactor(w)
  assert.equal(new Set(codes).size, 10)
  const [first = '', second = '', third = ''] = codes
  assert.equal((await confirm(w, await ticketOf(w), first.toUpperCase().replace('-', ' '))).status, 200)
  assert.match((await confirm(w, await ticketOf(w), first)).text, /wrong_code/)
  const renewed = await ada.call('account.secondFactor.renewCodes', { code: codeAt(secret, w.clock.now()) })
  assert.match((await confirm(w, await ticketOf(w), second)).text, /wrong_code/)
  assert.equal((await confirm(w, await ticketOf(w), String(renewed.recoveryCodes[0]))).status, 200)
  await ada.refused('account.secondFactor.disable', { code: third }, { code: 'not_authorized', mention: 'wrong_code' })
  await ada.call('account.secondFactor.disable', { code: String(renewed.recoveryCodes[1]) })
  const { body } = await w.send('account.session.signIn', { email, password }, { key: null })
  assert.equal(Object(body['data']).state, 'signedIn')
  await ada.refused('account.secondFactor.renewCodes', { code: '123456' }, 'conflict')
})

test('ten wrong codes pause the guesses about a person, over all tickets', async () => {
  await using w = await world()
  const { secret } = await withFactor(w)
  const tickets = [await ticketOf(w), await ticketOf(w)]
  for (let count = 0; count < 10; count++)
    assert.match((await confirm(w, tickets[count % 2] ?? '', '000000')).text, /wrong_code/)
  const paused = await confirm(w, tickets[0] ?? '', codeAt(secret, w.clock.now()))
  assert.deepEqual([paused.status, paused.headers['retry-after']], [429, '60'])
})

test('the second factor needs a recent sign-in, and is confirmed once', async () => {
  await using w = await world()
  const { ada, secret } = await withFactor(w)
  await ada.refused('account.secondFactor.start', {}, { code: 'conflict', mention: 'second_factor_on' })
  w.clock.advance(15 * 60_000)
  const code = codeAt(secret, w.clock.now())
  for (const verb of ['disable', 'renewCodes', 'confirm'])
    await ada.refused(
      `account.secondFactor.${verb}`,
      { code },
      { code: 'not_authorized', mention: 'recent_sign_in_needed' },
    )
})

test('the secret of the second factor is sealed in the database', async () => {
  await using w = await world()
  const { secret, codes } = await withFactor(w)
  const { rows } = await w.app.pools.work.query(
    `select to_jsonb(p)::text as x from person_person p
     union all select to_jsonb(r)::text from person_recovery_code r`,
  )
  const text = rows.map((row) => row.x).join('\n')
  assert.equal(rows.length, 11)
  for (const each of [secret, ...codes, Buffer.from(secret).toString('hex')]) assert.ok(!text.includes(each))
})

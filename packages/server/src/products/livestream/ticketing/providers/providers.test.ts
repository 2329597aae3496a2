import assert from 'node:assert/strict'
import { test } from 'node:test'
import { fakeEvent, type FakeProvider } from '#test/fakes/fakeProvider.ts'
import { fakeHiEvents } from '#test/fakes/hiEvents.ts'
import {
  callHook,
  caughtMails,
  codeIn,
  eventOf,
  fakes,
  makeVideo,
  ticketsOf,
  tie,
  payloadsOf,
} from '#test/video/ticketing.ts'
import { world, type Json, type World } from '#test/world/world.ts'

const ada = { email: 'ada@example.com', name: 'Ada Lovelace' }
const bob = { email: 'bob@example.com', name: 'Bob Moog' }

/** Interval between two readings of a list, in milliseconds. */
const pollMs = 300_000

async function opened(make: () => Promise<FakeProvider>) {
  const [w, fake] = [await world(), await make()]
  return {
    w,
    fake,
    async [Symbol.asyncDispose]() {
      await fake[Symbol.asyncDispose]()
      await w[Symbol.asyncDispose]()
    },
  }
}

/** Advances the clock to the next reading of the list. */
async function poll(w: World, ms = pollMs): Promise<void> {
  w.clock.advance(ms)
  await w.settle()
}

const emailsOf = (tickets: Json[]) => tickets.map(({ email }) => email)

for (const [name, make] of Object.entries(fakes)) {
  test(`${name}: a list of several pages becomes tickets, and the event's times its access times`, async () => {
    await using o = await opened(make)
    const { w, fake } = o
    for (let number = 1; number <= 120; number++)
      fake.sell({ email: `b${number}@example.com`, name: `Buyer ${number}` })
    const staticId = (await makeVideo(w)).id
    const { externalEventId, credentials } = fake
    const sent = { staticId, provider: fake.provider, externalEventId, credentials, sendAccessEmails: false } as const
    const made = await w.call('livestream.ticketingEvent.create', sent)
    assert.deepEqual([made.status, made.title, made.ticketsSold], ['pending', null, 0])
    assert.equal(JSON.stringify(made).includes(String(credentials.apiKey)), false)
    await w.settle()
    const { status, ticketsSold, sync, lastError, hasCredentials } = await eventOf(w, made.id)
    assert.deepEqual([status, ticketsSold, lastError, hasCredentials], ['active', 120, null, true])
    const { title, startsAt, endsAt, accessOpensAt } = await eventOf(w, made.id)
    assert.deepEqual([title, startsAt, endsAt], [fakeEvent.title, fakeEvent.startsAt, fakeEvent.endsAt])
    assert.equal(accessOpensAt, '2026-11-21T19:00:00.000Z')
    assert.deepEqual(sync, { imported: 120, revoked: 0, failed: 0 })
    const [first] = await ticketsOf(w, made.id)
    assert.deepEqual([first?.email, first?.name], ['b1@example.com', 'Buyer 1'])
    assert.equal((await payloadsOf(w, 'accessGranted')).length, 120)
    assert.deepEqual(
      (await payloadsOf(w, 'synced')).map((each) => each['imported']),
      [120],
    )
  })

  test(`${name}: a buyer gets a mail; polling finds a refund and revokes the ticket`, async () => {
    await using o = await opened(make)
    const { w, fake } = o
    const made = await tie(w, fake, { syncMode: 'poll' })
    const [of, last] = [fake.sell(ada), fake.sell(bob)]
    await poll(w)
    const tickets = await ticketsOf(w, made.id)
    assert.deepEqual(emailsOf(tickets), [ada.email, bob.email])
    const mails = await caughtMails(w)
    assert.deepEqual(new Set(mails.map(codeIn)), new Set(tickets.map(({ code }) => code)))
    fake.refund(of)
    await poll(w)
    assert.deepEqual(emailsOf(await ticketsOf(w, made.id)), [bob.email])
    const [fact] = await payloadsOf(w, 'accessRevoked')
    assert.deepEqual([fact?.['email'], fact?.['reason']], [ada.email, 'provider'])
    const requestCount = fake.server.requests.length
    await poll(w)
    assert.ok(fake.server.requests.length > requestCount, 'the list is read again')
    assert.equal((await payloadsOf(w, 'synced')).length, 3, 'an unchanged list emits no fact')
    fake.forget(last)
    await poll(w)
    assert.deepEqual(await ticketsOf(w, made.id), [], 'an entry missing from the list is revoked')
  })

  test(`${name}: a call to the hook reads the named ticket at once, an existing or a new one`, async () => {
    await using o = await opened(make)
    const { w, fake } = o
    const of = fake.sell(ada)
    const made = await tie(w, fake, { syncMode: 'webhook' })
    const url = made.inboundWebhookUrl
    const next = fake.sell(bob)
    assert.equal(await callHook(w, url, fake.call(next, w.clock.now())), 200)
    await w.settle()
    assert.deepEqual(emailsOf(await ticketsOf(w, made.id)), [ada.email, bob.email])
    fake.refund(of)
    const call = fake.call(of, w.clock.now())
    assert.equal(await callHook(w, url, call), 200)
    await w.settle()
    assert.deepEqual(emailsOf(await ticketsOf(w, made.id)), [bob.email])
    assert.equal(await callHook(w, url, call), 200, 'a repeated call is accepted')
    await w.settle()
    assert.equal((await eventOf(w, made.id)).ticketsSold, 1)
  })

  test(`${name}: a transferred ticket gets a new code`, async () => {
    await using o = await opened(make)
    const { w, fake } = o
    const of = fake.sell(ada)
    const made = await tie(w, fake)
    const [before] = await ticketsOf(w, made.id)
    fake.transfer(of, bob)
    await poll(w)
    const [after, ...more] = await ticketsOf(w, made.id)
    assert.deepEqual([after?.email, more], [bob.email, []])
    assert.notEqual(after?.code, before?.code)
    const [gone] = await ticketsOf(w, made.id, 'revoked')
    assert.deepEqual([gone?.id, gone?.revokedReason], [before?.id, 'transferred'])
  })

  test(`${name}: a call without a valid signature or token is refused and sends no request`, async () => {
    await using o = await opened(make)
    const { w, fake } = o
    const of = fake.sell(ada)
    const made = await tie(w, fake, { syncMode: 'webhook' })
    fake.refund(of)
    const right = fake.call(of, w.clock.now())
    const url = String(made.inboundWebhookUrl)
    const isSigned = 'webhookSecret' in fake.credentials
    const forged = Object.fromEntries(
      Object.entries(right.headers).map(([key, text]) => [key, text.replace(/.$/, 'x')]),
    )
    const wrong: [string, typeof right][] = isSigned
      ? [
          [url, { ...right, payload: `${right.payload} ` }],
          [url, { ...right, headers: forged }],
          [url, { ...right, headers: {} }],
        ]
      : [
          [url.replace(/token=.*/, ''), right],
          [url.replace(/.$/, (last) => (last === 'A' ? 'B' : 'A')), right],
        ]
    const requestCount = fake.server.requests.length
    for (const [address, call] of wrong) assert.equal(await callHook(w, address, call), 403, address)
    await w.settle()
    assert.equal((await eventOf(w, made.id)).ticketsSold, 1)
    assert.equal(fake.server.requests.length, requestCount, 'no request to the provider')
  })

  test(`${name}: an event that the provider refuses has status error with the reason`, async () => {
    await using o = await opened(make)
    const { w, fake } = o
    const troubles: [Json, RegExp][] = [
      [{ credentials: fake.wrongCredentials }, /does not take the credentials: /],
      [{ externalEventId: 'another' }, /does not know the event: /],
    ]
    for (const [more, words] of troubles) {
      const made = await tie(w, fake, more)
      const { status, lastError } = await eventOf(w, made.id)
      assert.equal(status, 'error')
      assert.match(String(lastError), words)
    }
    assert.equal((await payloadsOf(w, 'error')).length, 2)
  })

  test(`${name}: a task checks new credentials, and valid ones make the event active`, async () => {
    await using o = await opened(make)
    const { w, fake } = o
    fake.sell(ada)
    const { id: ticketingEventId } = await tie(w, fake, { credentials: fake.wrongCredentials })
    const { credentials } = fake
    const changed = await w.call('livestream.ticketingEvent.update', { ticketingEventId, credentials })
    assert.deepEqual([changed.status, changed.lastError], ['pending', null])
    await w.settle()
    const now = await eventOf(w, ticketingEventId)
    assert.deepEqual([now.status, now.lastError, now.ticketsSold], ['active', null, 1])
  })

  test(`${name}: a create does not wait for a provider that is down, and its list is read later`, async () => {
    await using o = await opened(make)
    const { w, fake } = o
    fake.sell(ada)
    fake.server.trouble = () => ({ status: 500, body: {} })
    const made = await tie(w, fake)
    assert.equal(made.status, 'pending')
    const waiting = await eventOf(w, made.id)
    assert.deepEqual([waiting.status, /could not be reached/.test(String(waiting.lastError))], ['pending', true])
    fake.server.trouble = () => undefined
    await poll(w)
    assert.deepEqual([(await eventOf(w, made.id)).status], ['active'])
  })

  test(`${name}: tickets stay valid while it is down; one fact reports the failure, and polling recovers`, async () => {
    await using o = await opened(make)
    const { w, fake } = o
    fake.sell(ada)
    const made = await tie(w, fake)
    fake.server.trouble = () => ({ status: 503, body: {}, headers: { 'retry-after': '30' } })
    await poll(w)
    assert.equal((await eventOf(w, made.id)).status, 'active', 'one failure changes no status')
    await poll(w, 30_000)
    const down = await eventOf(w, made.id)
    assert.deepEqual([down.status, down.ticketsSold], ['error', 1])
    assert.match(String(down.lastError), /could not be reached: it responded with status 503\.$/)
    fake.sell(bob)
    fake.server.trouble = () => undefined
    await poll(w, 30_000)
    const up = await eventOf(w, made.id)
    assert.deepEqual([up.status, up.ticketsSold, up.lastError], ['active', 2, null])
    assert.equal((await payloadsOf(w, 'error')).length, 1)
    assert.equal((await payloadsOf(w, 'synced')).length, 2)
  })
}

test('a response with too many or too deeply nested values is refused before it is parsed', async () => {
  await using o = await opened(fakeHiEvents)
  const { w, fake } = o
  const deep = Array.from({ length: 30 }).reduce<unknown>((inner) => [inner], 1)
  for (const extra of [deep, Array.from({ length: 50_000 }, () => ({}))]) {
    fake.server.trouble = ({ path }) =>
      path.endsWith('/attendees') ? { status: 200, body: { data: [], meta: { last_page: 1 }, extra } } : undefined
    const made = await tie(w, fake)
    const { status, lastError } = await eventOf(w, made.id)
    assert.equal(status, 'pending')
    assert.match(String(lastError), /answered with too many values, names or levels/)
  }
})

import assert from 'node:assert/strict'
import { createHmac } from 'node:crypto'
import { test } from 'node:test'
import { fakeSmsProvider } from '#test/fakes/smsProvider.ts'
import { signWebhook } from '#platform/webhooks/sign.ts'
import { webhookKeyOf } from '#products/marketing/integration/integrationSecrets.ts'
import { objectOf, world, type World } from '#test/world/world.ts'

async function hookOf(w: World, more: object) {
  // cast: each test sends a draft of a type with its settings.
  const made = await w.call('marketing.integration.create', { name: 'In', ...more } as never)
  const url = String(made.inboundUrl).replace('http://fairground.test', '')
  const post = async (payload: string, headers: Record<string, string> = {}, path = '') => {
    const all = { 'content-type': 'application/json', ...headers }
    const { statusCode } = await w.app.server.inject({ method: 'POST', url: `${url}${path}`, headers: all, payload })
    await w.settle()
    return statusCode
  }
  return { secret: String(made.signingSecret), post, integrationId: String(made.id) }
}

const calls = async (w: World) =>
  (await w.app.pools.work.query('select state, detail, payload from marketing_inbound order by id')).rows

const events = async (w: World) =>
  (await w.app.pools.work.query('select name, properties from marketing_event order by at, id')).rows

const contactOf = (w: World, by: { email: string }) => w.call('marketing.contact.get', by)

test('a webhook becomes a contact and its event by the paths of the integration, a repeat once', async () => {
  await using w = await world()
  const config = { eventPath: 'type', emailPath: 'data.customer.email', idPath: 'id', propertiesPath: 'data.order' }
  const hook = await hookOf(w, { type: 'inboundWebhook', config: { ...config, attributesPath: 'data.traits' } })
  const sent = {
    id: 'evt-1',
    type: 'Order Completed',
    data: {
      customer: { email: 'Ada@Example.com' },
      order: { total: 4900, note: `a\u0000${'b'.repeat(3_998)}\u{1F600}` },
      traits: { plan: 'pro' },
    },
  }
  const body = JSON.stringify(sent)
  const signed = { 'x-hub-signature-256': `sha256=${createHmac('sha256', hook.secret).update(body).digest('hex')}` }
  assert.equal(await hook.post(body, signed), 200)
  assert.equal(await hook.post(body, { authorization: `Bearer ${hook.secret}` }), 200)
  assert.deepEqual(await events(w), [
    { name: 'orderCompleted', properties: { total: 4900, note: `a${'b'.repeat(3_998)}\uFFFD` } },
  ])
  const person = await contactOf(w, { email: 'ada@example.com' })
  assert.deepEqual([person.status, objectOf(person.attributes)['plan']], ['unsubscribed', 'pro'])
  assert.deepEqual(await calls(w), [{ state: 'applied', detail: null, payload: null }])
})

test('a forged, unsigned or unreadable call is refused, and one without a person stays as ignored', async () => {
  await using w = await world()
  const hook = await hookOf(w, { type: 'inboundWebhook' })
  const proof = { 'x-webhook-secret': hook.secret }
  assert.equal(await hook.post('{}'), 403)
  assert.equal(await hook.post('{}', { 'x-webhook-secret': `${hook.secret}x` }), 403)
  assert.equal(await hook.post('{}', { 'x-hub-signature-256': 'sha256=00' }), 403)
  assert.equal(await hook.post('nothing', proof), 400)
  assert.deepEqual(await calls(w), [])
  assert.equal(await hook.post('{"event":"x"}', proof), 200)
  assert.equal((await calls(w))[0]?.state, 'ignored')
  const { health } = await w.call('marketing.integration.get', {
    integrationId: hook.integrationId,
    include: ['health'],
  })
  const reason = 'the call names no person: neither an address nor an id'
  const problems = [{ state: 'ignored', reason, at: w.clock.now().toISOString() }]
  assert.deepEqual(objectOf(health)['calls'], { applied: 0, ignored: 1, failed: 0, problems })
  const { signingSecret } = await w.call('marketing.integration.update', {
    integrationId: hook.integrationId,
    rotateSecret: true,
  })
  assert.equal(await hook.post('{"event":"y"}', proof), 200)
  w.clock.advance(25 * 3_600_000)
  assert.equal(await hook.post('{"event":"z"}', proof), 403)
  assert.equal(await hook.post('{"event":"z"}', { 'x-webhook-secret': String(signingSecret) }), 200)
  await w.call('marketing.integration.update', { integrationId: hook.integrationId, action: 'disable' })
  assert.equal(await hook.post('{"event":"z"}', proof), 404)
})

test('a call cannot record an event under the name of a fact', async () => {
  await using w = await world()
  const hook = await hookOf(w, { type: 'inboundWebhook', config: { eventPath: 'type' } })
  const proof = { 'x-webhook-secret': hook.secret }
  const body = { type: 'payments.payment.refunded', email: 'ada@example.com', amountMinor: 100, currency: 'EUR' }
  assert.equal(await hook.post(JSON.stringify(body), proof), 200)
  assert.deepEqual(
    (await calls(w)).map(({ state }) => state),
    ['ignored'],
  )
  assert.deepEqual(await events(w), [])
  const own = { name: 'In', type: 'inboundWebhook', config: { eventName: 'payments.payment.succeeded' } }
  await w.refused('marketing.integration.create', own, { code: 'invalid_request', mention: '/config/eventName' })
  const change = { integrationId: hook.integrationId, config: { eventName: 'marketing.message.replied' } }
  await w.refused('marketing.integration.update', change, { code: 'invalid_request', mention: '/config/eventName' })
})

test('a recorded call with a signature of its body counts once, whatever the id of its headers', async () => {
  await using w = await world()
  const hook = await hookOf(w, { type: 'inboundWebhook' })
  const body = JSON.stringify({ event: 'paid', email: 'ada@example.com' })
  const signed = { 'x-hub-signature-256': `sha256=${createHmac('sha256', hook.secret).update(body).digest('hex')}` }
  for (const id of ['evt-1', 'evt-2', 'evt-3'])
    assert.equal(await hook.post(body, { ...signed, 'webhook-id': id }), 200)
  const plain = { 'x-signature': signed['x-hub-signature-256'].replace('sha256=', '') }
  assert.equal(await hook.post(body, plain), 200)
  assert.equal((await events(w)).length, 1)
  const secret = { 'x-webhook-secret': hook.secret }
  for (const id of ['evt-4', 'evt-5', 'evt-5'])
    assert.equal(await hook.post(body, { ...secret, 'webhook-id': id }), 200)
  assert.equal((await events(w)).length, 3)
})

test('a recorded call with two signatures counts once without the headers of either one', async () => {
  await using w = await world()
  const hook = await hookOf(w, { type: 'inboundWebhook' })
  const body = JSON.stringify({ event: 'paid', email: 'ada@example.com' })
  const ofBody = { 'x-hub-signature-256': `sha256=${createHmac('sha256', hook.secret).update(body).digest('hex')}` }
  const ofCall = (id: string) => signWebhook({ id, sentAt: w.clock.now(), payload: body }, [webhookKeyOf(hook.secret)])
  const sent = { ...ofBody, ...ofCall('evt-1') }
  for (const headers of [sent, sent, ofCall('evt-1'), ofBody]) assert.equal(await hook.post(body, headers), 200)
  assert.equal((await events(w)).length, 1)
  assert.equal(await hook.post(body, { ...ofBody, ...ofCall('evt-2') }), 200)
  assert.equal((await events(w)).length, 2)
})

test('calls of Segment make a person, join the visits before, and count each message once', async () => {
  await using w = await world()
  const hook = await hookOf(w, { type: 'segmentTrack' })
  const authorization = `Basic ${Buffer.from(`${hook.secret}:`).toString('base64')}`
  const send = (call: string, body: object) => hook.post(JSON.stringify(body), { authorization }, `/v1/${call}`)
  const page = { type: 'page', anonymousId: 'anon-1', messageId: 'm1', name: 'Home', properties: { path: '/' } }
  assert.equal(await send('track', { userId: 'u1', event: 'Signed Up', messageId: 'm0' }), 200)
  assert.equal(await send('batch', { batch: [page, page] }), 200)
  const traits = { email: 'ada@example.com', firstName: 'Ada', plan: 'pro', age: 36 }
  const identify = { type: 'identify', userId: 'u1', anonymousId: 'anon-1', messageId: 'm2', traits }
  assert.equal(await send('batch', { batch: [identify], sentAt: w.clock.now().toISOString() }), 200)
  assert.equal(await send('batch', { batch: [identify, page] }), 200)
  assert.equal((await w.call('marketing.contact.all')).items.length, 1)
  const person = await contactOf(w, { email: 'ada@example.com' })
  assert.deepEqual(
    [person.externalId, person.viewerId, person.firstName, person.attributes],
    ['u1', 'anon-1', 'Ada', { plan: 'pro', age: 36 }],
  )
  const names = (await events(w)).map(({ name }) => name)
  assert.deepEqual(names.toSorted(), ['page.viewed', 'signedUp'])
  assert.equal(await hook.post('{}', { authorization: 'Basic eDp5' }, '/v1/track'), 403)
  assert.equal(await hook.post('x'.repeat(600_000), { authorization }, '/v1/batch'), 400)
})

test('STOP ends text messages to a number, and START begins them again', async () => {
  await using w = await world()
  await using provider = await fakeSmsProvider()
  const config = {
    url: provider.url,
    bodyTemplate: 'To={{ to }}&Body={{ text }}',
    contentType: 'application/x-www-form-urlencoded',
  }
  const secrets = { apiKey: provider.authorization }
  const hook = await hookOf(w, { type: 'smsHttp', config, secrets })
  await w.call('marketing.contact.create', { email: 'a@example.com', phone: '+4915100000001', tags: ['a'] })
  const form = { 'content-type': 'application/x-www-form-urlencoded' }
  const text = (id: string, body: string) =>
    hook.post(
      new URLSearchParams({ From: '+49 151 00000001', Body: body, MessageSid: id }).toString(),
      form,
      `?token=${hook.secret}`,
    )
  const write = async () => {
    const draft = { name: 'T', channel: 'sms', audience: { tags: ['a'] }, body: 'Hi', status: 'sending' } as const
    await w.call('marketing.campaign.create', draft)
    await w.settle()
    return provider.taken.length
  }
  assert.equal(await write(), 1)
  assert.equal(await text('SM1', ' Stop. '), 200)
  assert.equal(await write(), 1)
  assert.equal((await contactOf(w, { email: 'a@example.com' })).status, 'subscribed')
  assert.equal(await text('SM2', 'start'), 200)
  assert.equal(await text('SM3', 'When do you open?'), 200)
  assert.equal(await text('SM3', 'When do you open?'), 200)
  assert.equal(await write(), 2)
  const names = (await events(w)).map(({ name }) => name).filter((name) => name.startsWith('sms.'))
  assert.deepEqual(names.toSorted(), ['sms.received', 'sms.started', 'sms.stopped'])
})

test('START lifts what STOP set alone: a number of an erased contact stays suppressed', async () => {
  await using w = await world()
  const config = { url: 'https://sms.example', bodyTemplate: '{}' }
  const hook = await hookOf(w, { type: 'smsHttp', config, secrets: { apiKey: 'x' } })
  const { id } = await w.call('marketing.contact.create', { email: 'a@example.com', phone: '+4915100000001' })
  const reasons = async () =>
    (await w.app.pools.work.query("select reason from marketing_suppression where kind = 'phone'")).rows.map(
      ({ reason }) => String(reason),
    )
  const text = (messageId: string, words: string) =>
    hook.post(JSON.stringify({ From: '+4915100000001', Body: words, MessageSid: messageId }), {
      'x-webhook-secret': hook.secret,
    })
  await text('1', 'STOP')
  assert.deepEqual(await reasons(), ['stop'])
  await text('2', 'START')
  assert.deepEqual(await reasons(), [])
  await text('3', 'STOP')
  await w.call('marketing.contact.delete', { contactId: String(id), mode: 'erase' })
  assert.deepEqual(await reasons(), ['erased'])
  await w.call('marketing.contact.create', { email: 'b@example.com', phone: '+4915100000001' })
  await text('4', 'START')
  assert.deepEqual(await reasons(), ['erased'])
  assert.equal((await calls(w)).at(-1)?.detail, 'the number stays suppressed for another reason than STOP')
})

test('STOP counts after a START, by calls without ids and while the integration is disabled', async () => {
  await using w = await world()
  const config = { url: 'https://sms.example', bodyTemplate: '{}' }
  const hook = await hookOf(w, { type: 'smsHttp', config, secrets: { apiKey: 'x' } })
  const isStopped = async (words: string) => {
    const payload = JSON.stringify({ from: '+4915100000001', text: words })
    assert.equal(await hook.post(payload, { 'x-webhook-secret': hook.secret }), 200)
    return (await w.app.pools.work.query('select from marketing_suppression')).rowCount === 1
  }
  assert.deepEqual([await isStopped('STOP'), await isStopped('START'), await isStopped('STOP')], [true, false, true])
  await w.app.pools.work.query('delete from marketing_suppression')
  await w.call('marketing.integration.update', { integrationId: hook.integrationId, action: 'disable' })
  assert.equal(await isStopped('STOP'), true)
})

test('a subscribed contact stays subscribed when its visits as an unknown viewer join it', async () => {
  await using w = await world()
  const hook = await hookOf(w, { type: 'segmentTrack' })
  const authorization = `Basic ${Buffer.from(`${hook.secret}:`).toString('base64')}`
  const send = (call: string, body: object) => hook.post(JSON.stringify(body), { authorization }, `/v1/${call}`)
  await w.call('marketing.contact.create', { email: 'ada@example.com', externalId: 'u1' })
  const anonymousId = 'anon-1'
  assert.equal(await send('page', { anonymousId, messageId: 'm1', name: 'Home' }), 200)
  assert.equal(await send('identify', { userId: 'u1', anonymousId, messageId: 'm2', traits: {} }), 200)
  assert.equal((await w.call('marketing.contact.all')).items.length, 1)
  assert.equal((await contactOf(w, { email: 'ada@example.com' })).status, 'subscribed')
})

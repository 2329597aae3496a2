import assert from 'node:assert/strict'
import { createSign, generateKeyPairSync } from 'node:crypto'
import { test } from 'node:test'
import { hmacHex } from '#platform/webhooks/verifySignature.ts'
import { providerCalls } from '#test/mail/providerCalls.ts'
import { messageRow, sentMessage } from '#test/mail/sentMessage.ts'
import { world, type Json, type World } from '#test/world/world.ts'
import { verpAddress } from './returnAddress.ts'

const domain = 'bounces.example.test'

type Posted = { body: unknown; headers?: Record<string, string>; query?: string }

async function post(w: World, integrationId: string, { body, headers = {}, query = '' }: Posted): Promise<number> {
  const reply = await w.app.server.inject({
    method: 'POST',
    url: `/hooks/marketing/report/${integrationId}${query}`,
    headers: { 'content-type': 'application/json', ...headers },
    payload: typeof body === 'string' ? body : JSON.stringify(body),
  })
  await w.settle()
  return reply.statusCode
}

async function postmark(w: World): Promise<{ id: string; secret: string }> {
  const made = await w.call('marketing.integration.create', {
    name: 'Postmark',
    type: 'postmark',
    secrets: { apiKey: 'pm-key' },
  })
  return { id: made.id, secret: String(made.signingSecret) }
}

const callOf = (w: World, messageId: string, which: { provider: string; kind: string; event?: string }) => {
  const returnPath = verpAddress(w.app.operatorCtx(w.account.account, 'test'), messageId, domain)
  const mail = { returnPath, messageId: `${messageId}@news.test`, event: which.event ?? 'evt-1' }
  const found = providerCalls(mail).find((each) => each.provider === which.provider && each.kind === which.kind)
  return found?.body ?? assert.fail(`${which.provider} ${which.kind}`)
}

const rowsOf = async (w: World): Promise<Json[]> =>
  (await w.app.pools.work.query('select state, kind from marketing_returned order by id')).rows

test('a bounce that Postmark reports suppresses the address once, whatever is repeated or late', async () => {
  await using w = await world()
  const { id, secret } = await postmark(w)
  const sent = await sentMessage(w, 'ada@shop.test')
  const query = `?token=${secret}`
  const complaint = callOf(w, sent.messageId, { provider: 'postmark', kind: 'complaint', event: '9' })
  const bounce = callOf(w, sent.messageId, { provider: 'postmark', kind: 'hard', event: '8' })
  // The complaint overtakes the bounce, and each comes twice, also at once.
  for (const body of [complaint, bounce, bounce, complaint]) assert.equal(await post(w, id, { body, query }), 200)
  await Promise.all([bounce, bounce].map((body) => post(w, id, { body, query })))
  assert.deepEqual(await rowsOf(w), [
    { state: 'applied', kind: 'complaint' },
    { state: 'applied', kind: 'hard' },
  ])
  const contact = await w.call('marketing.contact.get', { contactId: sent.contactId })
  assert.deepEqual([contact.status, contact.isSuppressed], ['complained', true])
  const row = await messageRow(w, sent.messageId)
  assert.ok(row['complained_at'] !== null && row['bounced_at'] !== null)
})

test('a call without the secret, with a forged or a former one is refused and moves nothing', async () => {
  await using w = await world()
  const { id, secret } = await postmark(w)
  const sent = await sentMessage(w, 'ada@shop.test')
  const body = callOf(w, sent.messageId, { provider: 'postmark', kind: 'hard' })
  for (const query of ['', '?token=', '?token=guess', `?token=${secret}x`]) {
    assert.ok([400, 403].includes(await post(w, id, { body, query })), query)
  }
  const basic = { authorization: `Basic ${Buffer.from('x:guess').toString('base64')}` }
  assert.equal(await post(w, id, { body, headers: basic }), 403)
  const rotated = await w.call('marketing.integration.update', { integrationId: id, rotateSecret: true })
  assert.notEqual(rotated.signingSecret, secret)
  w.clock.advance(25 * 3_600_000)
  assert.equal(await post(w, id, { body, query: `?token=${secret}` }), 403)
  assert.deepEqual(await rowsOf(w), [])
  assert.equal(await post(w, id, { body, query: `?token=${String(rotated.signingSecret)}` }), 200)
  assert.deepEqual(await rowsOf(w), [{ state: 'applied', kind: 'hard' }])
})

test('the former secret of a hook is valid for 24 hours beside the new one', async () => {
  await using w = await world()
  const { id, secret } = await postmark(w)
  await w.call('marketing.integration.update', { integrationId: id, rotateSecret: true })
  const sent = await sentMessage(w, 'ada@shop.test')
  const body = callOf(w, sent.messageId, { provider: 'postmark', kind: 'hard' })
  assert.equal(await post(w, id, { body, query: `?token=${secret}` }), 200)
})

test('a bounce of a mail that the account never sent is kept as ignored and moves nothing', async () => {
  await using w = await world()
  const { id, secret } = await postmark(w)
  const query = `?token=${secret}`
  const queued = await sentMessage(w, 'queued@shop.test', { state: 'queued' })
  const stranger = await w.another()
  const foreign = await sentMessage(w, 'ada@shop.test')
  const otherCtx = w.app.operatorCtx(stranger.account, 'test')
  const bodies = [
    { RecordType: 'Bounce', Type: 'HardBounce', ID: 1, Email: 'ada@shop.test' },
    { RecordType: 'Bounce', Type: 'HardBounce', ID: 2, Metadata: { fairground: 'b-forged@x.test' } },
    {
      RecordType: 'Bounce',
      Type: 'HardBounce',
      ID: 3,
      Metadata: { fairground: verpAddress(otherCtx, foreign.messageId, domain) },
    },
    callOf(w, queued.messageId, { provider: 'postmark', kind: 'hard', event: '4' }),
  ]
  for (const body of bodies) assert.equal(await post(w, id, { body, query }), 200)
  assert.deepEqual(
    (await rowsOf(w)).map(({ state }) => state),
    ['ignored', 'ignored', 'ignored', 'ignored'],
  )
  for (const { contactId } of [queued, foreign]) {
    assert.equal((await w.call('marketing.contact.get', { contactId })).status, 'subscribed')
  }
})

test('calls that are no reports, are damaged or are huge are answered without a row', async () => {
  await using w = await world()
  const { id, secret } = await postmark(w)
  const query = `?token=${secret}`
  for (const body of ['', '{', '[]', 'null', '7', '{"RecordType":"Open"}']) {
    assert.equal(await post(w, id, { body, query }), 200, body)
  }
  const huge = await post(w, id, { body: `{"a":"${'x'.repeat(6_000_000)}"}`, query })
  assert.ok([400, 413].includes(huge), String(huge))
  const other = await w.call('marketing.integration.create', { name: 'Intake', type: 'inboundWebhook' })
  assert.equal(await post(w, other.id, { body: {}, query }), 404)
  assert.deepEqual(await rowsOf(w), [])
})

test('a complaint about a mail that left counts while its integration is disabled', async () => {
  await using w = await world()
  const { id, secret } = await postmark(w)
  const { messageId, contactId } = await sentMessage(w, 'ada@shop.test')
  await w.call('marketing.integration.update', { integrationId: id, action: 'disable' })
  const body = callOf(w, messageId, { provider: 'postmark', kind: 'complaint' })
  assert.equal(await post(w, id, { body, query: `?token=${secret}x` }), 403)
  assert.equal(await post(w, id, { body, query: `?token=${secret}` }), 200)
  assert.equal((await w.call('marketing.contact.get', { contactId })).status, 'complained')
})

test('reports of SendGrid count by the signature of its key', async () => {
  await using w = await world()
  const { publicKey, privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  const signingKey = publicKey.export({ format: 'der', type: 'spki' }).toString('base64')
  const secrets = { apiKey: 'SG.x', signingKey }
  const { id } = await w.call('marketing.integration.create', { name: 'SendGrid', type: 'sendgrid', secrets })
  const sent = await sentMessage(w, 'ada@shop.test')
  const body = JSON.stringify(callOf(w, sent.messageId, { provider: 'sendgrid', kind: 'hard' }))
  const seconds = String(Math.floor(w.clock.now().getTime() / 1000))
  const headers = {
    'x-twilio-email-event-webhook-timestamp': seconds,
    'x-twilio-email-event-webhook-signature': createSign('sha256')
      .update(seconds + body)
      .sign(privateKey, 'base64'),
  }
  assert.equal(await post(w, id, { body: body.replace('ada@', 'bob@'), headers }), 403)
  assert.equal(await post(w, id, { body }), 403)
  assert.equal(await post(w, id, { body, headers }), 200)
  assert.equal((await w.call('marketing.contact.get', { contactId: sent.contactId })).status, 'bounced')
})

test('a signature of Mailgun, which covers no event, counts for one event alone', async () => {
  await using w = await world()
  const secrets = { apiKey: 'key', signingKey: 'mg-signing' }
  const config = { domain: 'news.test' }
  const { id } = await w.call('marketing.integration.create', { name: 'Mailgun', type: 'mailgun', config, secrets })
  const [ada, bob] = [await sentMessage(w, 'ada@shop.test'), await sentMessage(w, 'bob@shop.test')]
  const timestamp = String(Math.floor(w.clock.now().getTime() / 1000))
  const token = 'a'.repeat(50)
  const signature = { timestamp, token, signature: hmacHex('mg-signing', timestamp, token) }
  const signed = (messageId: string, event: string) => {
    const body = callOf(w, messageId, { provider: 'mailgun', kind: 'hard', event })
    return { body: { ...Object(body), signature } }
  }
  assert.equal(await post(w, id, signed(ada.messageId, 'e-1')), 200)
  assert.equal(await post(w, id, signed(bob.messageId, 'e-2')), 200)
  assert.equal((await w.call('marketing.contact.get', { contactId: ada.contactId })).status, 'bounced')
  assert.equal((await w.call('marketing.contact.get', { contactId: bob.contactId })).status, 'subscribed')
})

test('a notification of SNS for another topic or without a signature is refused before any request', async () => {
  await using w = await world()
  const config = { region: 'eu-central-1', accessKeyId: 'AKIA', topicArn: 'arn:aws:sns:eu-central-1:1:ours' }
  const secrets = { apiKey: 'k' }
  const { id } = await w.call('marketing.integration.create', { name: 'SES', type: 'ses', config, secrets })
  const notice = {
    Type: 'Notification',
    MessageId: 'm',
    TopicArn: 'arn:aws:sns:eu-central-1:2:evil',
    Message: '{}',
    SignatureVersion: '2',
    Signature: 'AAAA',
    SigningCertURL: `https://sns.eu-central-1.amazonaws.com/SimpleNotificationService-${'a1'.repeat(16)}.pem`,
  }
  const wrong = [{}, notice, { ...notice, TopicArn: config.topicArn, SigningCertURL: 'https://127.0.0.1/x.pem' }]
  for (const body of wrong) assert.equal(await post(w, id, { body }), 403)
  // Amazon repeats a notification whose certificate cannot be read now.
  assert.equal(await post(w, id, { body: { ...notice, TopicArn: config.topicArn } }), 503)
})

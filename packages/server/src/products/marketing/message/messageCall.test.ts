import assert from 'node:assert/strict'
import { test } from 'node:test'
import { fakeSmsProvider } from '#test/fakes/smsProvider.ts'
import { receiver, verify } from '#test/world/receiver.ts'
import { until } from '#test/world/until.ts'
import { arrayOf, objectOf, world, type World } from '#test/world/world.ts'
import { campaign } from '#products/marketing/campaign/campaign.ts'
import { freezeStep } from '#products/marketing/campaign/campaignFreeze.ts'
import { makeMessages } from '#products/marketing/campaign/campaignMessages.ts'
import { startCampaign } from '#products/marketing/campaign/campaignStart.ts'

const body = '{"email":"{{ contact.email }}","name":"{{ contact.firstName }}","tags":{{ contact.tags | json }}}'

async function hookTo(w: World, url: string, more: object = {}) {
  const made = await w.call('marketing.integration.create', {
    name: 'CRM',
    type: 'outboundWebhook',
    config: { url, ...more },
  })
  return { integrationId: String(made.id), secret: String(made.signingSecret) }
}

async function campaignBy(w: World, integrationId: string, more: object = {}): Promise<string> {
  const draft = { name: 'To the CRM', channel: 'webhook', integrationId, audience: { tags: ['a'] }, body } as const
  const made = await w.call('marketing.campaign.create', { ...draft, ...more, status: 'sending' })
  await w.settle()
  return String(made.id)
}

const statsOf = async (w: World, campaignId: string) => (await w.call('marketing.campaign.get', { campaignId })).stats

async function replies(w: World): Promise<string[]> {
  const { rows } = await w.app.pools.work.query('select reply from marketing_message order by id')
  return rows.map(({ reply }) => String(reply))
}

test('a campaign by webhook sends one signed request for each contact, in valid JSON whatever its name', async () => {
  await using w = await world()
  await using hook = await receiver()
  await w.call('marketing.contact.create', { email: 'a@example.com', firstName: 'Ada "\\ \u2028', tags: ['a', 'b"'] })
  const { id } = await w.call('marketing.contact.create', { email: 'b@example.com', tags: ['a'] })
  await w.call('marketing.contact.update', { contactId: String(id), action: 'unsubscribe' })
  const { integrationId, secret } = await hookTo(w, hook.url)
  const campaignId = await campaignBy(w, integrationId)
  const stats = await statsOf(w, campaignId)
  assert.deepEqual([stats.audience, stats.sent], [2, 2])
  const bodies = hook.received.map((each) => objectOf(verify(each, secret)))
  assert.deepEqual(bodies.find((each) => each['email'] === 'a@example.com')?.['name'], 'Ada "\\ \u2028')
  assert.deepEqual(bodies.find((each) => each['email'] === 'a@example.com')?.['tags'], ['a', 'b"'])
  const keys = hook.received.map(({ headers }) => String(headers['idempotency-key']))
  assert.equal(new Set(keys).size, 2)
  assert.ok(keys.every((key) => key.startsWith('msg_')))
  assert.equal((await w.call('marketing.campaign.get', { campaignId })).status, 'sent')
  await assert.rejects(async () => verify({ ...(hook.received[0] ?? assert.fail()), text: '{}' }, secret))
})

test('a receiver that is busy gets the request again with the same key; a refusal is final', async () => {
  await using w = await world()
  await using hook = await receiver()
  for (const name of ['a', 'b']) await w.call('marketing.contact.create', { email: `${name}@example.com`, tags: ['a'] })
  hook.answer = ({ body: sent }) => (sent['email'] === 'b@example.com' ? 422 : hook.received.length > 2 ? 204 : 503)
  const { integrationId } = await hookTo(w, hook.url)
  const campaignId = await campaignBy(w, integrationId)
  const first = await statsOf(w, campaignId)
  assert.deepEqual([first.deferred, first.failed], [1, 1])
  assert.ok((await replies(w)).includes('422 status 422'))
  w.clock.advance(60_000)
  await w.settle()
  assert.equal((await statsOf(w, campaignId)).sent, 1)
  const ofA = hook.received.filter(({ body: sent }) => sent['email'] === 'a@example.com')
  assert.equal(new Set(ofA.map(({ headers }) => headers['idempotency-key'])).size, 1)
  assert.equal(ofA.length, 2)
})

test('a receiver that is down is left alone for a while, its integration is in error, and recovers', async () => {
  await using w = await world()
  await using hook = await receiver()
  for (let index = 0; index < 30; index += 1) {
    await w.call('marketing.contact.create', { email: `p${index}@example.com`, tags: ['a'] })
  }
  hook.answer = () => 503
  const { integrationId } = await hookTo(w, hook.url)
  const campaignId = await campaignBy(w, integrationId)
  assert.ok(hook.received.length < 20, `${hook.received.length} requests to a receiver that is down`)
  const down = await w.call('marketing.integration.get', { integrationId })
  assert.deepEqual([down.status, down.lastError], ['error', '503 status 503'])
  hook.answer = () => 204
  for (let minute = 0; minute < 12; minute += 1) {
    w.clock.advance(60_000)
    await w.settle()
  }
  const stats = await statsOf(w, campaignId)
  assert.deepEqual([stats.sent, stats.failed], [30, 0])
  const back = await w.call('marketing.integration.get', { integrationId })
  assert.deepEqual([back.status, back.lastError], ['active', null])
})

test('a body that is no JSON is a failure with its cause, and no request leaves', async () => {
  await using w = await world()
  await using hook = await receiver()
  await w.call('marketing.contact.create', { email: 'a@example.com', tags: ['a'] })
  const { integrationId } = await hookTo(w, hook.url)
  const campaignId = await campaignBy(w, integrationId, { body: '{"email": {{ contact.email }}}' })
  assert.equal((await statsOf(w, campaignId)).failed, 1)
  assert.match(String((await replies(w))[0]), /^the body is no valid JSON/)
  assert.equal(hook.received.length, 0)
})

test('a webhook whose process died is sent again with the same key', async () => {
  await using w = await world()
  await using hook = await receiver()
  await w.call('marketing.contact.create', { email: 'a@example.com', tags: ['a'] })
  const { integrationId } = await hookTo(w, hook.url, { bodyTemplate: body })
  const campaignId = await campaignBy(w, integrationId, { body: undefined })
  const past = new Date(w.clock.now().getTime() - 1_000).toISOString()
  await w.app.pools.work.query(`update marketing_message set state = 'attempting', leased_until = $1`, [past])
  await w.app.pools.work.query(`update marketing_campaign set status = 'paused'`)
  await w.call('marketing.campaign.update', { campaignId, action: 'resume' })
  await w.settle()
  assert.equal(new Set(hook.received.map(({ headers }) => headers['idempotency-key'])).size, 1)
  assert.equal(hook.received.length, 2)
  assert.equal((await statsOf(w, campaignId)).uncertain, 0)
})

test('a node of an automation sends its webhook, and a disabled integration holds it until it is enabled', async () => {
  await using w = await world()
  await using hook = await receiver()
  const { integrationId } = await hookTo(w, hook.url, { headerName: 'X-Api-Key' })
  await w.call('marketing.integration.update', { integrationId, secrets: { apiKey: 'key-1' } })
  await w.call('marketing.integration.update', { integrationId, action: 'disable' })
  await w.call('marketing.automation.create', {
    name: 'Tell the CRM',
    status: 'active',
    trigger: { type: 'contactCreated' },
    nodes: [{ nodeId: 'crm', type: 'sendWebhook', integrationId, bodyTemplate: body }],
  })
  await w.call('marketing.contact.create', { email: 'a@example.com' })
  await w.settle()
  assert.equal(hook.received.length, 0)
  await w.call('marketing.integration.update', { integrationId, action: 'enable' })
  await until(async () => {
    w.clock.advance(300_000)
    await w.settle()
    return hook.received.length > 0
  })
  assert.equal(hook.received[0]?.headers['x-api-key'], 'key-1')
  assert.equal(hook.received[0]?.body['email'], 'a@example.com')
})

test('a campaign by webhook refuses fields of mails, other integrations and a body that stands nowhere', async () => {
  await using w = await world()
  const smtp = await w.call('marketing.integration.create', {
    name: 'Mail',
    type: 'smtp',
    config: { host: 'smtp.example.com' },
  })
  const { integrationId } = await hookTo(w, 'https://example.com/hook')
  const draft = { name: 'X', channel: 'webhook', audience: { tags: ['a'] }, integrationId, body } as const
  const cases: [object, string[]][] = [
    [{ subject: 'Hi', format: 'html' }, ['/subject', '/format']],
    [{ integrationId: undefined }, ['/integrationId']],
    [{ integrationId: smtp.id }, ['/integrationId']],
    [{ body: undefined }, ['/body']],
  ]
  for (const [more, paths] of cases) {
    const error = await w.refused('marketing.campaign.create', { ...draft, ...more }, 'invalid_request')
    assert.deepEqual(
      arrayOf(error['fields']).map(({ path }) => path),
      paths,
    )
  }
  const reserved = { name: 'Y', type: 'outboundWebhook', config: { url: 'https://example.com', headerName: 'Host' } }
  await w.refused('marketing.integration.create', reserved, 'invalid_request')
})

const smsConfig = (url: string) => ({
  url,
  contentType: 'application/x-www-form-urlencoded',
  bodyTemplate: 'To={{ to }}&Body={{ text }}&From=Shop',
})

async function smsBy(w: World, provider: { url: string; authorization: string }) {
  return w.call('marketing.integration.create', {
    name: 'SMS',
    type: 'smsHttp',
    config: smsConfig(provider.url),
    secrets: { apiKey: provider.authorization },
  })
}

test('text messages reach subscribed contacts with a number, and no suppressed one', async () => {
  await using w = await world()
  await using provider = await fakeSmsProvider()
  await smsBy(w, provider)
  const people = [
    { email: 'a@example.com', phone: '+4915100000001', firstName: 'Ada & Co=1' },
    { email: 'b@example.com' },
    { email: 'c@example.com', phone: '+4915100000003' },
    { email: 'd@example.com', phone: '+4915100000004' },
  ]
  const ids: string[] = []
  for (const each of people) {
    ids.push(String((await w.call('marketing.contact.create', { ...each, tags: ['a'] })).id))
  }
  await w.call('marketing.contact.update', { contactId: ids[2] ?? '', action: 'unsubscribe' })
  const other = await w.call('marketing.contact.create', { email: 'e@example.com', phone: '+4915100000004' })
  await w.call('marketing.contact.delete', { contactId: String(other.id), mode: 'erase' })
  const made = await w.call('marketing.campaign.create', {
    name: 'Text',
    channel: 'sms',
    audience: { tags: ['a'] },
    body: 'Hello {{ contact.firstName }} 100%',
    status: 'sending',
  })
  await w.settle()
  assert.deepEqual(
    provider.taken.map(({ to, text }) => [to, text]),
    [['+4915100000001', 'Hello Ada & Co=1 100%']],
  )
  const stats = await statsOf(w, String(made.id))
  const { audience, sent, skippedNoAddress, skippedUnsubscribed, skippedSuppressed } = stats
  assert.deepEqual([audience, sent, skippedNoAddress, skippedUnsubscribed, skippedSuppressed], [4, 1, 1, 1, 1])
  assert.equal((await w.call('account.mail.all')).items.length, 0)
})

test('contacts that share a number get one text message, in one step and in two', async () => {
  await using w = await world()
  await using provider = await fakeSmsProvider()
  await smsBy(w, provider)
  const phone = '+4915100000001'
  for (const name of ['a', 'b', 'c', 'd']) {
    const other = name === 'd' ? '+4915100000002' : phone
    await w.call('marketing.contact.create', { email: `${name}@example.com`, phone: other, tags: ['a'] })
  }
  const draft = { name: 'T', channel: 'sms', audience: { tags: ['a'] }, body: 'Hi' } as const
  const { id: campaignId } = await w.call('marketing.campaign.create', { ...draft, status: 'sending' })
  await w.settle()
  const stats = await statsOf(w, campaignId)
  assert.deepEqual([stats.audience, stats.sent, stats.skipped, stats.skippedDuplicate], [4, 2, 2, 2])
  assert.equal(provider.taken.length, 2)
  const ctx = w.app.operatorCtx(w.account.account, 'campaign')
  const { id } = await w.call('marketing.campaign.create', draft)
  const record = await ctx.atomic(async (inner) => {
    const started = await startCampaign(inner, await inner.store.get(campaign, id))
    await freezeStep(inner, started, { part: 1 })
    return started
  })
  while (await ctx.atomic((inner) => makeMessages(inner, record, 1)));
  await w.settle()
  assert.equal((await statsOf(w, id)).skippedDuplicate, 2)
  assert.equal(provider.taken.length, 4)
})

test('a text message of more than ten parts fails with its size, and one that may have left is uncertain', async () => {
  await using w = await world()
  await using provider = await fakeSmsProvider()
  await smsBy(w, provider)
  await w.call('marketing.contact.create', { email: 'a@example.com', phone: '+4915100000001', tags: ['a'] })
  const draft = { name: 'T', channel: 'sms', audience: { tags: ['a'] }, status: 'sending' } as const
  const long = await w.call('marketing.campaign.create', { ...draft, body: 'x'.repeat(1_531) })
  await w.settle()
  assert.equal((await statsOf(w, String(long.id))).failed, 1)
  assert.match(String((await replies(w))[0]), /11 parts/)
  const made = await w.call('marketing.campaign.create', { ...draft, body: 'Hi' })
  await w.settle()
  const past = new Date(w.clock.now().getTime() - 1_000).toISOString()
  await w.app.pools.work.query(
    `update marketing_message set state = 'attempting', leased_until = $1 where state = 'sent'`,
    [past],
  )
  await w.app.pools.work.query(`update marketing_campaign set status = 'paused' where name = 'T'`)
  await w.call('marketing.campaign.update', { campaignId: String(made.id), action: 'resume' })
  await w.settle()
  assert.equal((await statsOf(w, String(made.id))).uncertain, 1)
  assert.equal(provider.taken.length, 1)
})

test('a text message whose provider hangs up may have left: it is uncertain, and no second one leaves', async () => {
  await using w = await world()
  await using provider = await fakeSmsProvider()
  await smsBy(w, provider)
  await w.call('marketing.contact.create', { email: 'a@example.com', phone: '+4915100000001', tags: ['a'] })
  provider.server.trouble = () => {
    throw new Error('The fake hangs up.')
  }
  const draft = { name: 'T', channel: 'sms', audience: { tags: ['a'] }, body: 'Hi', status: 'sending' } as const
  const { id } = await w.call('marketing.campaign.create', draft)
  await w.settle()
  provider.server.trouble = () => undefined
  w.clock.advance(10 * 60_000)
  await w.settle()
  assert.deepEqual([(await statsOf(w, String(id))).uncertain, provider.server.requests.length], [1, 1])
})

test('a text message whose gateway lost the provider may have left: no second one leaves', async () => {
  await using w = await world()
  await using provider = await fakeSmsProvider()
  await smsBy(w, provider)
  await w.call('marketing.contact.create', { email: 'a@example.com', phone: '+4915100000001', tags: ['a'] })
  provider.server.trouble = () => ({ status: 504, body: { message: 'Gateway time-out' } })
  const draft = { name: 'T', channel: 'sms', audience: { tags: ['a'] }, body: 'Hi', status: 'sending' } as const
  const { id } = await w.call('marketing.campaign.create', draft)
  await w.settle()
  provider.server.trouble = () => undefined
  w.clock.advance(10 * 60_000)
  await w.settle()
  assert.deepEqual([(await statsOf(w, String(id))).uncertain, provider.server.requests.length], [1, 1])
})

test('a provider that refuses our credentials pauses the campaign and spends no try of its messages', async () => {
  await using w = await world()
  await using provider = await fakeSmsProvider()
  const { id: integrationId } = await smsBy(w, { url: provider.url, authorization: 'Basic wrong' })
  await w.call('marketing.contact.create', { email: 'a@example.com', phone: '+4915100000001', tags: ['a'] })
  const draft = { name: 'T', channel: 'sms', audience: { tags: ['a'] }, body: 'Hi', status: 'sending' } as const
  const campaignId = String((await w.call('marketing.campaign.create', draft)).id)
  for (let round = 0; round < 8; round += 1) {
    await w.settle()
    assert.equal((await w.call('marketing.campaign.get', { campaignId })).pauseReason, 'integrationUnavailable')
    w.clock.advance(30 * 60_000)
    await w.call('marketing.campaign.update', { campaignId, action: 'resume' })
  }
  await w.settle()
  const { rows } = await w.app.pools.work.query('select state, attempts from marketing_message')
  assert.deepEqual(rows, [{ state: 'deferred', attempts: 0 }])
  const refused = await w.call('marketing.integration.get', { integrationId: String(integrationId) })
  assert.deepEqual([refused.status, refused.lastError?.slice(0, 3)], ['error', '401'])
  const secrets = { apiKey: provider.authorization }
  await w.call('marketing.integration.update', { integrationId: String(integrationId), secrets })
  w.clock.advance(30 * 60_000)
  await w.call('marketing.campaign.update', { campaignId, action: 'resume' })
  await w.settle()
  assert.deepEqual([(await statsOf(w, campaignId)).sent, provider.taken.length], [1, 1])
})

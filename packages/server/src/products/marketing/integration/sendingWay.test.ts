import assert from 'node:assert/strict'
import { test } from 'node:test'
import { suppress } from '#products/marketing/contact/suppression.ts'
import { fakeKey, fakeMailProviders } from '#test/fakes/mailProviders.ts'
import { mailServer, type MailServer } from '#test/world/mailServer.ts'
import { world, type World } from '#test/world/world.ts'

const news = {
  name: 'News',
  audience: { tags: ['news'] },
  from: { name: 'Fair', email: 'news@fair.example' },
  subject: 'News',
  format: 'markdown',
  body: 'Hello\n\n[Leave]({{ unsubscribeUrl }})',
} as const

/** A world in which fair.example is a verified domain. */
async function fairWorld(): Promise<World> {
  const w = await world()
  await w.call('marketing.sendingDomain.create', { domain: 'fair.example' })
  await w.app.pools.work.query("update marketing_sending_domain set status = 'verified'")
  return w
}

/** A mail server that takes one password. */
function lockedServer(password: { current: string }): Promise<MailServer> {
  return mailServer({
    disabledCommands: ['STARTTLS'],
    allowInsecureAuth: true,
    onAuth: ({ username, password: given }, _session, done) =>
      username === 'fair' && given === password.current
        ? done(null, { user: 'fair' })
        : done(Object.assign(new Error('5.7.8 Wrong password'), { responseCode: 535 })),
  })
}

const configOf = ({ port }: MailServer) => ({ host: '127.0.0.1', port, username: 'fair' })

function connect(w: World, server: MailServer, more: object = {}) {
  const draft = { name: 'Own server', type: 'smtp', config: configOf(server), secrets: { password: 'right' } } as const
  return w.call('marketing.integration.create', { ...draft, ...more })
}

async function people(w: World, count: number) {
  for (let index = 0; index < count; index++) {
    await w.call('marketing.contact.create', { email: `p${index}@example.com`, tags: ['news'] })
  }
}

async function start(w: World, more: object = {}): Promise<string> {
  const { id } = await w.call('marketing.campaign.create', { ...news, ...more, status: 'sending' })
  await w.settle()
  return String(id)
}

const campaignOf = (w: World, campaignId: string) => w.call('marketing.campaign.get', { campaignId })
const integrationOf = (w: World, integrationId: string) => w.call('marketing.integration.get', { integrationId })

test('mail leaves by the integration of its campaign, else by the default one', async () => {
  await using w = await fairWorld()
  await using named = await lockedServer({ current: 'right' })
  await using other = await lockedServer({ current: 'right' })
  await people(w, 2)
  const first = await connect(w, named, { limits: { maxConnections: 2 } })
  assert.deepEqual([first.status, first.verification?.ok], ['active', true])
  assert.deepEqual(
    first.verification?.checks.map(({ name }) => name),
    ['connect', 'encrypt', 'signIn'],
  )
  await connect(w, other, { name: 'Default', isDefault: true })
  const campaignId = await start(w, { integrationId: first.id })
  assert.deepEqual([named.taken.length, other.taken.length], [2, 0])
  assert.equal((await campaignOf(w, campaignId)).status, 'sent')
  await start(w)
  assert.deepEqual([named.taken.length, other.taken.length], [2, 2])
  assert.match(String(named.taken[0]?.raw), /^From: Fair <news@fair\.example>\r$/m)
  const { lastOkAt, health, deliveries } = await w.call('marketing.integration.get', {
    integrationId: first.id,
    include: ['health', 'deliveries'],
  })
  const now = w.clock.now().toISOString()
  assert.equal(lastOkAt, now)
  assert.deepEqual(health, { lastOkAt: now, lastError: null, attempts1h: 2, successRate1h: 1 })
  assert.deepEqual(
    deliveries?.map(({ state, at }) => [state, at]),
    [
      ['sent', now],
      ['sent', now],
    ],
  )
  assert.equal((await w.call('account.mail.all')).items.length, 0)
})

test('the mail of a double opt-in leaves by the default integration, from its sender, and waits for it', async () => {
  await using w = await fairWorld()
  await using server = await lockedServer({ current: 'right' })
  const from = { name: 'Fair', email: 'hello@fair.example' }
  const { id: integrationId } = await connect(w, server, { isDefault: true, from })
  await w.call('marketing.contact.create', { email: 'mira@example.com', status: 'pending' })
  await w.settle()
  assert.equal(server.taken.length, 1)
  assert.match(String(server.taken[0]?.raw), /^From: Fair <hello@fair\.example>\r$/m)
  assert.match(String(server.taken[0]?.raw), /\/confirm\/con_/)
  await w.call('marketing.integration.update', { integrationId, action: 'disable' })
  await w.call('marketing.contact.create', { email: 'ada@example.com', status: 'pending' })
  await w.settle()
  assert.equal(server.taken.length, 1)
  await w.call('marketing.integration.update', { integrationId, action: 'enable' })
  w.clock.advance(5 * 60_000)
  await w.settle()
  assert.equal(server.taken.length, 2)
  assert.equal((await w.call('account.mail.all')).items.length, 0)
})

test('a wrong password keeps a new integration pending, with the step that failed', async () => {
  await using w = await fairWorld()
  await using server = await lockedServer({ current: 'right' })
  const made = await connect(w, server, { secrets: { password: 'wrong' } })
  assert.equal(made.status, 'pending')
  assert.match(String(made.lastError), /Wrong password/)
  assert.ok(!JSON.stringify(made).includes('"wrong"'))
  assert.deepEqual(made.verification?.checks.at(-1)?.name, 'signIn')
  await people(w, 1)
  const draft = { ...news, integrationId: made.id, status: 'sending' }
  const refusal = { code: 'conflict', mention: 'integration_unavailable' }
  await w.refused('marketing.campaign.create', draft, refusal)
  const again = { integrationId: made.id, secrets: { password: 'right' } }
  const changed = await w.call('marketing.integration.update', again)
  assert.deepEqual([changed.status, changed.lastError, changed.verification?.ok], ['active', null, true])
  const { status, verification } = await connect(w, server, { secrets: { password: 'wrong' }, verify: false })
  assert.deepEqual([status, verification], ['active', null])
})

test('a changed password pauses the campaign and loses no mail; the integration recovers by itself', async () => {
  await using w = await fairWorld()
  const password = { current: 'right' }
  await using server = await lockedServer(password)
  await people(w, 3)
  const { id: integrationId } = await connect(w, server)
  password.current = 'changed'
  const campaignId = await start(w, { integrationId })
  const paused = await campaignOf(w, campaignId)
  assert.deepEqual([paused.status, paused.pauseReason], ['paused', 'integrationUnavailable'])
  assert.deepEqual([paused.stats.sent, paused.stats.failed], [0, 0])
  const spent = await w.app.pools.work.query('select sum(attempts)::int as attempts from marketing_message')
  assert.equal(spent.rows[0]?.attempts, 0)
  const failed = await integrationOf(w, integrationId)
  assert.equal(failed.status, 'error')
  assert.match(String(failed.lastError), /Wrong password/)
  assert.equal((await w.emitted('marketing.integration.failed')).length, 1)
  const resume = { campaignId, action: 'resume' } as const
  await w.refused('marketing.campaign.update', resume, { code: 'conflict', mention: 'integration_unavailable' })
  w.clock.set(String(failed.nextCheckAt))
  await w.settle()
  assert.equal((await integrationOf(w, integrationId)).status, 'error')
  password.current = 'right'
  w.clock.advance(3_600_000)
  await w.settle()
  assert.equal((await integrationOf(w, integrationId)).status, 'active')
  assert.equal((await w.emitted('marketing.integration.recovered')).length, 1)
  await w.call('marketing.campaign.update', resume)
  await w.settle()
  assert.deepEqual((await campaignOf(w, campaignId)).stats.sent, 3)
  assert.equal(new Set(server.taken.map(({ to }) => to[0])).size, 3)
  assert.equal(server.taken.length, 3)
})

test('an integration is disabled under a campaign that sends by force only, which pauses it', async () => {
  await using w = await fairWorld()
  await using server = await lockedServer({ current: 'right' })
  await people(w, 1)
  const { id: integrationId } = await connect(w, server, { isDefault: true })
  const { id } = await w.call('marketing.campaign.create', { ...news, status: 'sending' })
  const disable = { integrationId, action: 'disable' } as const
  await w.refused('marketing.integration.update', disable, { code: 'conflict', mention: 'campaign_running' })
  await w.call('marketing.integration.update', { ...disable, force: true })
  await w.settle()
  const paused = await campaignOf(w, String(id))
  assert.deepEqual([paused.status, paused.pauseReason, server.taken.length], ['paused', 'integrationUnavailable', 0])
  await w.call('marketing.integration.update', { integrationId, action: 'enable' })
  await w.call('marketing.campaign.update', { campaignId: String(id), action: 'resume' })
  await w.settle()
  assert.equal(server.taken.length, 1)
})

test('a message of an automation waits while its integration is disabled', async () => {
  await using w = await fairWorld()
  await using server = await lockedServer({ current: 'right' })
  const { id: integrationId } = await connect(w, server, { isDefault: true })
  await w.call('marketing.integration.update', { integrationId, action: 'disable' })
  const inline = { subject: 'Hello', format: 'markdown', body: 'Hello [x]({{ unsubscribeUrl }})' } as const
  const from = { name: 'Desk', email: 'desk@fair.example' }
  const { id: automationId } = await w.call('marketing.automation.create', {
    name: 'Welcome',
    trigger: { type: 'manual' },
    nodes: [{ nodeId: 'mail', type: 'sendEmail', inline, from, next: null }],
    status: 'active',
  })
  const { id: contactId } = await w.call('marketing.contact.create', { email: 'ada@example.com' })
  await w.call('marketing.automation.enrol', { automationId, contactIds: [contactId] })
  await w.settle()
  assert.equal(server.taken.length, 0)
  await w.call('marketing.integration.update', { integrationId, action: 'enable' })
  w.clock.advance(5 * 60_000)
  await w.settle()
  assert.deepEqual(server.taken[0]?.to, ['ada@example.com'])
  assert.match(String(server.taken[0]?.raw), /^From: Desk <desk@fair\.example>\r$/m)
})

test('a mail server at an address that is not public is refused', async () => {
  const names: Record<string, string> = { 'inside.example': '10.0.0.5', 'mixed.example': '127.0.0.1' }
  const outboundResolve = async (name: string) => [{ address: names[name] ?? '10.0.0.6', family: 4 }]
  await using w = await world({ outboundAllowPrivate: false, outboundResolve })
  const hosts = ['127.0.0.1', 'localhost', '[::1]', '169.254.169.254', 'inside.example', 'mixed.example', '0x7f.1']
  for (const host of hosts) {
    const config = { host, port: 2525 }
    const { status, verification } = await w.call('marketing.integration.create', { name: 'In', type: 'smtp', config })
    assert.deepEqual([status, verification?.checks[0]?.name, verification?.ok], ['pending', 'connect', false], host)
    assert.match(String(verification?.checks[0]?.message), /not public|no address|cannot be used/, host)
  }
})

test('mail leaves by Postmark, and its report finds the message by the id of the provider', async () => {
  await using w = await fairWorld()
  await using fake = await fakeMailProviders()
  await people(w, 1)
  const draft = { name: 'Postmark', type: 'postmark', config: { url: fake.url }, isDefault: true } as const
  const made = await w.call('marketing.integration.create', { ...draft, secrets: { apiKey: fakeKey } })
  assert.deepEqual([made.status, made.verification?.ok], ['active', true])
  const campaignId = await start(w)
  assert.equal((await campaignOf(w, campaignId)).stats.sent, 1)
  assert.equal(JSON.parse(String(fake.mails[0]?.body)).From, '"Fair" <news@fair.example>')
  const report = { RecordType: 'Bounce', Type: 'HardBounce', ID: 7, MessageID: 'mail-1', Details: '550 5.1.1 unknown' }
  const sent = await w.app.server.inject({
    method: 'POST',
    url: String(made.inboundUrl).replace('http://fairground.test', ''),
    headers: { authorization: `Basic ${Buffer.from(`report:${made.signingSecret}`).toString('base64')}` },
    payload: report,
  })
  assert.ok(sent.statusCode < 300, sent.body)
  await w.settle()
  assert.equal((await campaignOf(w, campaignId)).stats.bounced, 1)
})

test('a provider that limits the number of mails gets the rest later, none twice', async () => {
  await using w = await fairWorld()
  await using fake = await fakeMailProviders()
  await people(w, 3)
  const draft = { name: 'SendGrid', type: 'sendgrid', config: { url: fake.url }, isDefault: true } as const
  await w.call('marketing.integration.create', { ...draft, secrets: { apiKey: fakeKey } })
  fake.trouble = ({ method }) => (method === 'POST' ? { status: 429, headers: { 'retry-after': '120' } } : undefined)
  const campaignId = await start(w)
  assert.equal((await campaignOf(w, campaignId)).stats.sent, 0)
  fake.trouble = () => undefined
  w.clock.advance(120_000)
  await w.settle()
  const { stats, status } = await campaignOf(w, campaignId)
  assert.deepEqual([stats.sent, status, fake.mails.length], [3, 'sent', 3])
})

test('the fate of a mail is kept when the note about its integration fails', async () => {
  await using w = await fairWorld()
  await using server = await lockedServer({ current: 'right' })
  await people(w, 1)
  await connect(w, server, { isDefault: true })
  await w.app.pools.work.query(
    `create function planted_failure() returns trigger language plpgsql as $$ begin raise exception 'planted'; end $$;
     create trigger planted before update on marketing_integration for each row execute function planted_failure()`,
  )
  const { stats } = await campaignOf(w, await start(w))
  assert.deepEqual([server.taken.length, stats.sent, stats.sending], [1, 1, 0])
})

test('the mail of a double opt-in that waited goes to no address that was suppressed since', async () => {
  await using w = await fairWorld()
  await using server = await lockedServer({ current: 'right' })
  const { id: integrationId } = await connect(w, server, { isDefault: true, from: { email: 'hello@fair.example' } })
  await w.call('marketing.integration.update', { integrationId, action: 'disable' })
  await w.call('marketing.contact.create', { email: 'ada@example.com', status: 'pending' })
  await w.settle()
  const lost = { kind: 'email', address: 'ada@example.com', reason: 'hardBounce' } as const
  await w.app.operatorCtx(w.account.account, 'test').atomic((inner) => suppress(inner, lost))
  await w.call('marketing.integration.update', { integrationId, action: 'enable' })
  w.clock.advance(5 * 60_000)
  await w.settle()
  assert.deepEqual(server.taken, [])
})

test('the mail of a double opt-in outlives a mail server that takes none for hours', async () => {
  await using w = await fairWorld()
  await using server = await lockedServer({ current: 'right' })
  await connect(w, server, { isDefault: true, from: { email: 'hello@fair.example' } })
  server.refuse.set('ada@example.com', '450 Later')
  await w.call('marketing.contact.create', { email: 'ada@example.com', status: 'pending' })
  for (let quarter = 0; quarter < 20; quarter += 1) {
    w.clock.advance(15 * 60_000)
    await w.settle()
  }
  server.refuse.clear()
  w.clock.advance(3_600_000)
  await w.settle()
  assert.deepEqual(
    server.taken.map(({ to }) => to),
    [['ada@example.com']],
  )
})

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { messageRow, sentMessage } from '#test/mail/sentMessage.ts'
import { imapServer } from '#test/fakes/imapServer.ts'
import { noDovecot, startDovecot } from '#test/world/dovecot.ts'
import { returnedSamples } from '#test/mail/returnedSamples.ts'
import { parseId } from '#kit/values/ids.ts'
import { world } from '#test/world/world.ts'
import { verpAddress } from '#products/marketing/bounce/returnAddress.ts'

const smtp = { name: 'SMTP', type: 'smtp', config: { host: 'smtp.example.com' } } as const

test('secrets are sealed, shown as set, and never returned or logged', async () => {
  await using w = await world()
  const secrets = { apiKey: 'very-secret-key' }
  const draft = { name: 'Postmark', type: 'postmark', secrets, verify: false } as const
  const made = await w.call('marketing.integration.create', draft)
  assert.deepEqual(made.secrets, { password: null, apiKey: 'set', signingKey: null })
  assert.equal(made.status, 'active')
  assert.match(String(made.inboundUrl), /\/hooks\/marketing\/report\/int_/)
  const got = await w.call('marketing.integration.get', { integrationId: made.id })
  const listed = await w.call('marketing.integration.all', { type: 'postmark' })
  assert.equal(listed.items.length, 1)
  await w.settle()
  const dump = await w.app.pools.work.query(
    `select (select string_agg(t::text, ' ') from marketing_integration t) || (select string_agg(a::text, ' ')
       from account_audit a) || (select string_agg(o::text, ' ') from account_outbox o) as text`,
  )
  for (const text of [JSON.stringify([got, listed]), String(dump.rows[0].text)]) {
    assert.ok(!text.includes('very-secret-key') && !text.includes(String(made.signingSecret)))
  }
})

test('each type names the settings and secrets that it lacks or does not know', async () => {
  await using w = await world()
  const cases: [string, object, string[]][] = [
    ['smtp', {}, ['/config/host']],
    ['ses', {}, ['/config/region', '/config/accessKeyId', '/secrets/apiKey']],
    ['mailgun', { config: { host: 'x' } }, ['/config/domain', '/config/host', '/secrets/apiKey']],
    ['bounceMailbox', { config: { host: 'x' } }, ['/config/username', '/secrets/password']],
    ['outboundWebhook', {}, ['/config/url']],
    ['inboundWebhook', { isDefault: true }, ['/isDefault']],
    ['postmark', { secrets: { apiKey: 'key–1' } }, ['/secrets/apiKey']],
    [
      'ses',
      { config: { region: 'evil.test/', accessKeyId: 'AKIÄ' }, secrets: { apiKey: 'key\u200b' } },
      ['/secrets/apiKey', '/config/accessKeyId', '/config/region'],
    ],
  ]
  for (const [type, more, paths] of cases) {
    const error = await w.refused('marketing.integration.create', { name: 'One', type, ...more }, 'invalid_request')
    // cast: an error of validation lists fields with paths.
    const fields = error['fields'] as { path: string }[]
    assert.deepEqual(
      fields.map(({ path }) => path),
      paths,
      type,
    )
  }
})

test('one sender is the default: a new one replaces it', async () => {
  await using w = await world()
  const first = await w.call('marketing.integration.create', { ...smtp, isDefault: true })
  const second = await w.call('marketing.integration.create', { ...smtp, name: 'Second', isDefault: true })
  const isDefault = async (integrationId: string) =>
    (await w.call('marketing.integration.get', { integrationId })).isDefault
  assert.deepEqual([await isDefault(first.id), await isDefault(second.id)], [false, true])
  await w.call('marketing.integration.update', { integrationId: first.id, isDefault: true })
  assert.deepEqual([await isDefault(first.id), await isDefault(second.id)], [true, false])
})

test('an integration with waiting mail is deleted only with another one in its place', async () => {
  await using w = await world()
  const one = await w.call('marketing.integration.create', smtp)
  const other = await w.call('marketing.integration.create', { ...smtp, name: 'Other' })
  const hook = await w.call('marketing.integration.create', { name: 'Intake', type: 'inboundWebhook' })
  const { messageId } = await sentMessage(w, 'ada@shop.test', { state: 'queued' })
  const uuid = (id: string) => parseId('int', id)?.uuid
  await w.app.pools.work.query('update marketing_message set integration_id = $1', [uuid(one.id)])
  const id = { integrationId: one.id }
  await w.refused('marketing.integration.delete', id, { code: 'conflict', mention: 'in_use' })
  for (const replaceWith of [one.id, hook.id]) {
    await w.refused('marketing.integration.delete', { ...id, replaceWith }, 'invalid_request')
  }
  await w.call('marketing.integration.delete', { ...id, replaceWith: other.id })
  assert.equal((await messageRow(w, messageId))['integration_id'], uuid(other.id))
})

test('an integration that automations, sequences and campaigns name is replaced in each, or not deleted', async () => {
  await using w = await world()
  const url = 'https://hooks.example.com/in'
  const hook = (name: string) =>
    w.call('marketing.integration.create', { name, type: 'outboundWebhook', config: { url } } as const)
  const [calls, otherCalls] = [await hook('Calls'), await hook('Other calls')]
  const mails = await w.call('marketing.integration.create', smtp)
  const otherMails = await w.call('marketing.integration.create', { ...smtp, name: 'Other' })
  const { id: automationId } = await w.call('marketing.automation.create', {
    name: 'Calls a shop',
    status: 'active',
    trigger: { type: 'manual' },
    nodes: [
      { nodeId: 'pause', type: 'delay', for: 'PT1H', next: 'call' },
      { nodeId: 'call', type: 'sendWebhook', integrationId: calls.id, bodyTemplate: '{}' },
    ],
  })
  const { id: contactId } = await w.call('marketing.contact.create', { email: 'ada@example.com' })
  await w.call('marketing.automation.enrol', { automationId: String(automationId), contactIds: [String(contactId)] })
  const inline = { subject: 'Hello', format: 'markdown', body: 'Hello' } as const
  const steps = [{ stepId: 'hello', delay: 'PT0S', inline }]
  const series = { name: 'Series', steps, integrationId: mails.id }
  const { id: emailSequenceId } = await w.call('marketing.emailSequence.create', series)
  const news = { name: 'News', ...inline, audience: { tags: ['news'] }, integrationId: mails.id } as const
  const { id: campaignId } = await w.call('marketing.campaign.create', news)
  const remove = async (integrationId: string) =>
    (await w.refused('marketing.integration.delete', { integrationId }, { code: 'conflict', mention: 'in_use' }))[
      'details'
    ]
  assert.deepEqual(await remove(calls.id), {
    users: [{ kind: 'automation', id: automationId, name: 'Calls a shop' }],
    isMailWaiting: false,
  })
  assert.deepEqual(await remove(mails.id), {
    users: [
      { kind: 'emailSequence', id: emailSequenceId, name: 'Series' },
      { kind: 'campaign', id: campaignId, name: 'News' },
    ],
    isMailWaiting: false,
  })
  await w.call('marketing.integration.delete', { integrationId: calls.id, replaceWith: otherCalls.id })
  await w.call('marketing.integration.delete', { integrationId: mails.id, replaceWith: otherMails.id })
  await w.refused('marketing.integration.delete', { integrationId: mails.id, replaceWith: otherMails.id }, 'not_found')
  w.clock.advance(3_600_000)
  await w.settle()
  const sent = await w.app.pools.work.query(`select integration_id from marketing_message where channel = 'webhook'`)
  assert.deepEqual(
    sent.rows.map((row) => row.integration_id),
    [parseId('int', otherCalls.id)?.uuid],
  )
  const read = await w.call('marketing.automation.get', { automationId: String(automationId), include: ['runs'] })
  assert.deepEqual([read.status, read.definitionVersion], ['active', 2])
  const changed = await w.call('marketing.emailSequence.get', { emailSequenceId: String(emailSequenceId) })
  assert.deepEqual([changed.status, changed.integrationId], ['active', otherMails.id])
  await w.call('marketing.emailSequence.update', { emailSequenceId: String(emailSequenceId), status: 'archived' })
  const moved = await w.call('marketing.campaign.get', { campaignId: String(campaignId) })
  assert.equal(moved.integrationId, otherMails.id)
})

test('an integration that does not work is in error when it is enabled, and never active', async () => {
  await using w = await world()
  const config = { host: '127.0.0.1', port: 1 }
  const { id: integrationId, status } = await w.call('marketing.integration.create', { ...smtp, config })
  assert.equal(status, 'pending')
  await w.call('marketing.integration.update', { integrationId, action: 'disable' })
  const enabled = await w.call('marketing.integration.update', { integrationId, action: 'enable' })
  assert.deepEqual([enabled.status, enabled.verification?.ok], ['error', false])
  assert.notEqual(enabled.lastError, null)
  const read = await w.call('marketing.integration.get', { integrationId })
  assert.notEqual(read.nextCheckAt, null)
  assert.equal((await w.emitted('marketing.integration.recovered')).length, 0)
  assert.equal((await w.emitted('marketing.integration.failed')).length, 1)
  const again = await w.call('marketing.integration.update', { integrationId, action: 'enable' })
  assert.equal(again.status, 'error')
})

test('a mailbox of bounces is read again and again, each mail once', { skip: noDovecot }, async () => {
  await using w = await world()
  await using dovecot = await startDovecot()
  const config = { host: '127.0.0.1', port: dovecot.port, security: 'starttls', username: dovecot.user } as const
  const draft = { name: 'Bounces', type: 'bounceMailbox', config, secrets: { password: 'wrong' } } as const
  const { id: integrationId } = await w.call('marketing.integration.create', draft)
  await w.settle()
  const got = () => w.call('marketing.integration.get', { integrationId })
  const failed = await got()
  assert.deepEqual([failed.status, failed.lastError], ['pending', 'the mailbox refuses the name or the password'])
  await w.call('marketing.integration.update', { integrationId, secrets: { password: dovecot.password } })
  await w.settle()
  assert.deepEqual([(await got()).status, (await got()).lastError], ['active', null])
  const [byAddress, byRef] = [
    await sentMessage(w, 'ada@shop.test'),
    await sentMessage(w, 'bob@shop.test', { ref: '<m.0198@news.example>' }),
  ]
  const raw = returnedSamples['postfix: unknown user']?.raw ?? ''
  const verp = verpAddress(w.app.operatorCtx(w.account.account, 'test'), byAddress.messageId, 'bounces.test')
  await dovecot.put(raw.replaceAll('b-token@bounce.news.example', verp).replaceAll('m.0198@', 'other@'))
  await dovecot.put(raw)
  await dovecot.put('From: sales@other.test\r\nSubject: An offer\r\n\r\nBuy.\r\n')
  const version = (await got()).version
  for (let reading = 0; reading < 2; reading += 1) {
    w.clock.advance(61_000)
    await w.settle()
  }
  for (const { messageId } of [byAddress, byRef]) assert.equal((await messageRow(w, messageId))['state'], 'bounced')
  const { rows } = await w.app.pools.work.query(
    'select state, kind, raw is null as gone from marketing_returned order by kind',
  )
  assert.deepEqual(rows, [
    { state: 'applied', kind: 'hard', gone: false },
    { state: 'applied', kind: 'hard', gone: false },
    { state: 'ignored', kind: 'unknown', gone: true },
  ])
  assert.equal((await got()).version, version)
  await w.call('marketing.integration.update', { integrationId, action: 'disable' })
  w.clock.advance(61_000)
  await w.settle()
  assert.equal((await got()).status, 'disabled')
})

test('a mailbox that promises mails without end, and has none, is read with a pause between', async () => {
  await using w = await world()
  let validity = 1
  const options = { uidNext: 4_294_967_295, validity: () => (validity += 1) }
  await using server = await imapServer((socket, tag) => socket.write(`${tag} OK done\r\n`), options)
  const config = { host: '127.0.0.1', port: server.port, security: 'starttls', username: 'fair' } as const
  const draft = { name: 'Bounces', type: 'bounceMailbox', config, secrets: { password: 'hush' } } as const
  await w.call('marketing.integration.create', draft)
  await w.settle()
  assert.equal(server.logins, 1)
  w.clock.advance(10_000)
  await w.settle()
  assert.equal(server.logins, 2)
})

test('stored secrets go to no other host: a change of it needs them again', async () => {
  await using w = await world()
  const key = { apiKey: 'stored' }
  const sms = { url: 'https://sms.example.com/send', bodyTemplate: '{}' }
  const server = { host: 'mail.example.com', username: 'fair' }
  const drafts = [
    { type: 'smsHttp', config: sms, secrets: key, other: { ...sms, url: 'https://eve.example/send' } },
    { type: 'postmark', config: {}, secrets: key, other: { url: 'https://eve.example' } },
    { type: 'smtp', config: server, secrets: { password: 'stored' }, other: { ...server, host: 'eve.example' } },
    {
      type: 'bounceMailbox',
      config: server,
      secrets: { password: 'stored' },
      other: { ...server, host: 'eve.example' },
    },
  ] as const
  for (const { other, ...draft } of drafts) {
    const { id: integrationId } = await w.call('marketing.integration.create', { name: 'X', ...draft, verify: false })
    const change = { integrationId, config: other }
    const mention = `/secrets/${Object.keys(draft.secrets)[0]}`
    await w.refused('marketing.integration.update', change, { code: 'invalid_request', mention })
    await w.call('marketing.integration.update', { ...change, secrets: draft.secrets })
  }
  const { id: integrationId } = await w.call('marketing.integration.create', {
    ...{ name: 'X', type: 'smsHttp', config: sms, secrets: key },
  })
  const moved = { integrationId, config: { ...sms, url: 'https://sms.example.com/v2' } }
  assert.deepEqual((await w.call('marketing.integration.update', moved)).config, moved.config)
})

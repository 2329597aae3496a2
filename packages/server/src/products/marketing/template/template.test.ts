import assert from 'node:assert/strict'
import { test } from 'node:test'
import { world, type World } from '#test/world/world.ts'

const welcome = {
  name: 'Welcome',
  format: 'markdown',
  subject: 'Hello {{ contact.firstName }}',
  body: 'Hello {{ contact.firstName }}, your plan is {{ contact.attributes.plan }}.\n\n[Leave]({{ unsubscribeUrl }})',
} as const

async function caught(w: World) {
  const { items } = await w.call('account.mail.all', { limit: 100 })
  return Promise.all(items.map(({ id }) => w.call('account.mail.get', { mailId: String(id) })))
}

test('a template is compiled, and rendered for a contact and for sample data', async () => {
  await using w = await world()
  const made = await w.call('marketing.template.create', welcome)
  assert.deepEqual(made.usedVariables, ['contact.attributes.plan', 'contact.firstName', 'unsubscribeUrl'])
  assert.deepEqual(made.warnings, [])
  const templateId = String(made.id)
  const attributes = { plan: '<b>pro</b>' }
  const contact = await w.call('marketing.contact.create', { email: 'ada@example.com', firstName: 'Ada', attributes })
  const preview = { contactId: String(contact.id) }
  const { rendered } = await w.call('marketing.template.get', { templateId, preview })
  assert.equal(rendered?.subject, 'Hello Ada')
  assert.match(String(rendered?.html), /your plan is &lt;b&gt;pro&lt;\/b&gt;/)
  assert.match(String(rendered?.text), /http:\/\/fairground\.test\/preferences\/con_/)
  const sample = await w.call('marketing.template.get', {
    templateId,
    preview: { data: { contact: { firstName: 'Bo' } } },
  })
  assert.equal(sample.rendered?.subject, 'Hello Bo')
})

test('a change of the texts makes a version; an older one still renders as it was', async () => {
  await using w = await world()
  const templateId = String((await w.call('marketing.template.create', welcome)).id)
  const renamed = await w.call('marketing.template.update', { templateId, name: 'Welcome!' })
  assert.equal(renamed.currentVersion, 1)
  const rewritten = await w.call('marketing.template.update', { templateId, subject: 'Good day' })
  assert.equal(rewritten.currentVersion, 2)
  const first = await w.call('marketing.template.get', { templateId, version: 1, preview: {} })
  assert.equal(first.rendered?.subject, 'Hello Mira')
  const second = await w.call('marketing.template.get', { templateId, preview: {} })
  assert.equal(second.rendered?.subject, 'Good day')
  const missing = { templateId, version: 3, preview: {} }
  await w.refused('marketing.template.get', missing, { code: 'invalid_request', mention: '/version' })
})

test('mistakes are named with line and column, and nothing is kept', async () => {
  await using w = await world()
  const wrong = { ...welcome, body: 'a\n{{ x | shout }}', subject: '{% if x %}' }
  const error = await w.refused('marketing.template.create', wrong, {
    code: 'invalid_request',
    mention: 'template_error',
  })
  const { problems } = Object(error['details'])
  assert.deepEqual(
    problems.map(({ path, line }: { path: string; line: number }) => [path, line]),
    [
      ['/subject', 1],
      ['/body', 2],
    ],
  )
  assert.deepEqual((await w.call('marketing.template.all')).items, [])
  const templateId = String((await w.call('marketing.template.create', welcome)).id)
  const update = { templateId, body: '{{' }
  await w.refused('marketing.template.update', update, { code: 'invalid_request', mention: 'template_error' })
  assert.equal((await w.call('marketing.template.get', { templateId })).version, 1)
})

test('a layout stands around its templates, and is in use', async () => {
  await using w = await world()
  const body = '<div class="frame">{{ content }}<p>{{ account.name }}</p></div>'
  const layout = await w.call('marketing.template.create', { name: 'Frame', type: 'page', format: 'html', body })
  const layoutId = String(layout.id)
  const made = await w.call('marketing.template.create', { ...welcome, layoutId })
  const { rendered } = await w.call('marketing.template.get', { templateId: String(made.id), preview: {} })
  assert.match(String(rendered?.html), /class="frame"[\s\S]*Hello Mira/)
  const templateId = String(made.id)
  await w.call('marketing.template.update', { templateId: layoutId, body: `${body}<p>New foot</p>` })
  await w.settle()
  const followed = await w.call('marketing.template.get', { templateId, preview: {} })
  assert.equal(followed.currentVersion, 2)
  assert.match(String(followed.rendered?.html), /New foot/)
  await w.call('marketing.template.update', { templateId: layoutId, name: 'Frame of all' })
  await w.settle()
  assert.equal((await w.call('marketing.template.get', { templateId })).currentVersion, 2)
  await w.refused('marketing.template.delete', { templateId: layoutId }, { code: 'conflict', mention: 'in_use' })
  const none = { ...welcome, layoutId: String(made.id) }
  await w.refused('marketing.template.create', none, { code: 'invalid_request', mention: '/layoutId' })
})

test('a list has no bodies', async () => {
  await using w = await world()
  await w.call('marketing.template.create', welcome)
  const { items } = await w.call('marketing.template.all', { query: 'welc' })
  assert.deepEqual(
    items.map((each) => ['body' in each, each.name]),
    [[false, 'Welcome']],
  )
})

test('ten starters are made into templates and rendered without findings', async () => {
  await using w = await world()
  const { items } = await w.call('marketing.template.starters')
  assert.equal(items.length, 10)
  for (const { key, description: _, ...draft } of items) {
    const { preheader, ...rest } = draft
    const made = await w.call('marketing.template.create', { ...rest, ...(preheader === '' ? {} : { preheader }) })
    assert.deepEqual(made.warnings, [], key)
    const { rendered } = await w.call('marketing.template.get', { templateId: String(made.id), preview: {} })
    assert.deepEqual(rendered?.hints, [], key)
    assert.doesNotMatch(String(rendered?.html), /googleapis|@import/, key)
    assert.doesNotMatch(`${rendered?.subject} ${rendered?.html}`, /\{\{|undefined/, key)
    assert.match(String(rendered?.text), /preferences/i, key)
  }
})

test('versions are listed, and a version has the texts of its time', async () => {
  await using w = await world()
  const templateId = String((await w.call('marketing.template.create', welcome)).id)
  await w.call('marketing.template.update', { templateId, subject: 'Second' })
  await w.call('marketing.template.update', { templateId, subject: 'Third' })
  const first = await w.call('marketing.template.versions', { templateId, limit: 2 })
  assert.deepEqual(
    first.items.map(({ version, subject }) => [version, subject]),
    [
      [3, 'Third'],
      [2, 'Second'],
    ],
  )
  const { nextCursor } = first.pagination
  const rest = await w.call('marketing.template.versions', { templateId, limit: 2, cursor: String(nextCursor) })
  assert.deepEqual([rest.items.map(({ version }) => version), rest.pagination.nextCursor], [[1], null])
  const old = await w.call('marketing.template.get', { templateId, version: 1 })
  assert.deepEqual([old.subject, old.body], [welcome.subject, welcome.body])
})

test('variables have types, defaults and needs, in previews and in mails', async () => {
  await using w = await world()
  const variables = [
    { name: 'total', type: 'number', defaultValue: '12' },
    { name: 'shopUrl', type: 'url', isRequired: true },
  ] as const
  const body = 'Sum {{ total | plus: 1 }} at {{ shopUrl }} [Leave]({{ unsubscribeUrl }})'
  const wrong = { ...welcome, body, variables: [{ name: 'total', type: 'number', defaultValue: 'many' }] } as const
  const mention = '/variables/0/defaultValue'
  await w.refused('marketing.template.create', wrong, { code: 'invalid_request', mention })
  const templateId = String((await w.call('marketing.template.create', { ...welcome, body, variables })).id)
  const preview = { data: { shopUrl: 'https://example.com/a' } }
  const { rendered } = await w.call('marketing.template.get', { templateId, preview })
  assert.match(String(rendered?.text), /Sum 13 at/)
  await w.call('marketing.contact.create', { email: 'ada@example.com', tags: ['all'] })
  const draft = { name: 'News', audience: { tags: ['all'] }, templateId, status: 'sending' } as const
  const refusals = [
    [{}, '/variables/shopUrl'],
    [{ shopUrl: 'javascript:alert(1)' }, '/variables/shopUrl'],
    [{ shopUrl: 'https://example.com/b', total: 'x' }, '/variables/total'],
  ] as const
  for (const [given, path] of refusals) {
    const campaign = { ...draft, variables: given }
    await w.refused('marketing.campaign.create', campaign, { code: 'invalid_request', mention: path })
  }
  await w.call('marketing.campaign.create', { ...draft, variables: { shopUrl: 'https://example.com/b' } })
  await w.settle()
  const [mail] = await caught(w)
  assert.match(String(mail?.text), /Sum 13 at https:\/\/example\.com\/b/)
})

test('the topic of a template counts for its mails, and scheduled campaigns keep their version', async () => {
  await using w = await world()
  await w.call('marketing.topic.create', { key: 'news', name: 'News' })
  const unknown = { ...welcome, topic: 'nothing' }
  await w.refused('marketing.template.create', unknown, { code: 'invalid_request', mention: '"/topic"' })
  const templateId = String((await w.call('marketing.template.create', { ...welcome, topic: 'news' })).id)
  await w.call('marketing.contact.create', { email: 'ada@example.com', tags: ['all'], topics: ['news'] })
  await w.call('marketing.contact.create', { email: 'bob@example.com', tags: ['all'] })
  const sendAt = new Date(w.clock.now().getTime() + 3_600_000).toISOString()
  const draft = { audience: { tags: ['all'] }, templateId, sendAt, status: 'scheduled' } as const
  const kept = await w.call('marketing.campaign.create', { ...draft, name: 'Kept' })
  assert.deepEqual([kept.templateVersion, kept.audienceEstimate], [1, 1])
  await w.call('marketing.template.update', { templateId, subject: 'Second' })
  const campaignId = String(kept.id)
  assert.equal((await w.call('marketing.campaign.get', { campaignId })).templateVersion, 1)
  await w.call('marketing.template.update', { templateId, subject: 'Third', pinScheduled: false })
  assert.equal((await w.call('marketing.campaign.get', { campaignId })).templateVersion, 3)
  w.clock.advance(3_700_000)
  await w.settle()
  assert.deepEqual(
    (await caught(w)).map(({ to, subject }) => [to, subject]),
    [['ada@example.com', 'Third']],
  )
})

/** A template whose newest version needs a value, and a campaign that is scheduled with the version before. */
async function pinned(w: World) {
  const templateId = String((await w.call('marketing.template.create', welcome)).id)
  await w.call('marketing.contact.create', { email: 'ada@example.com', tags: ['all'] })
  const sendAt = new Date(w.clock.now().getTime() + 3_600_000).toISOString()
  const draft = { name: 'News', audience: { tags: ['all'] }, templateId, sendAt, status: 'scheduled' } as const
  const campaignId = String((await w.call('marketing.campaign.create', draft)).id)
  const variables = [{ name: 'code', type: 'text', isRequired: true }] as const
  await w.call('marketing.template.update', { templateId, subject: 'Second', variables })
  return { templateId, campaignId, get: () => w.call('marketing.campaign.get', { campaignId }) }
}

test('a scheduled campaign sends its version, whatever the newest one needs', async () => {
  await using w = await world()
  const { campaignId, get } = await pinned(w)
  await w.call('marketing.campaign.update', { campaignId, variables: { other: 'x' } })
  assert.equal((await get()).templateVersion, 1)
  w.clock.advance(3_700_000)
  await w.settle()
  assert.equal((await get()).status, 'sent')
  assert.deepEqual(
    (await caught(w)).map(({ subject }) => subject),
    ['Hello'],
  )
})

test('a campaign that is no longer scheduled, or has another template, sends the newest version', async () => {
  await using w = await world()
  const { campaignId, get } = await pinned(w)
  const other = String((await w.call('marketing.template.create', { ...welcome, subject: 'Other' })).id)
  await w.call('marketing.campaign.update', { campaignId, action: 'unschedule' })
  assert.equal((await get()).templateVersion, null)
  const start = { campaignId, action: 'start' } as const
  await w.refused('marketing.campaign.update', start, { code: 'invalid_request', mention: '/variables/code' })
  await w.call('marketing.template.update', { templateId: other, subject: 'Another' })
  const again = { campaignId, action: 'schedule' } as const
  await w.refused('marketing.campaign.update', again, { code: 'invalid_request', mention: '/variables/code' })
  await w.call('marketing.campaign.update', { campaignId, action: 'start', templateId: other })
  await w.settle()
  assert.deepEqual([(await get()).templateVersion, (await get()).status], [2, 'sent'])
  assert.deepEqual(
    (await caught(w)).map(({ subject }) => subject),
    ['Another'],
  )
})

test('a scheduled campaign whose template was put away is missed, with the cause', async () => {
  await using w = await world()
  const { templateId, get } = await pinned(w)
  await w.call('marketing.template.update', { templateId, action: 'archive' })
  w.clock.advance(3_700_000)
  await w.settle()
  const { status, pauseReason } = await get()
  assert.deepEqual([status, pauseReason], ['missed', 'template'])
  assert.equal((await w.emitted('marketing.campaign.missed')).length, 1)
})

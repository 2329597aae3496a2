import assert from 'node:assert/strict'
import { test } from 'node:test'
import { world, type World } from '#test/world/world.ts'

const body = '{{ contact.attributes.plan }} [Leave]({{ unsubscribeUrl }}) [Choose]({{ preferencesUrl }})'
const texts = { name: 'News', subject: 'News', format: 'markdown', body } as const

async function withTexts(w: World) {
  const person = { email: 'ada@example.com', tags: ['news'], attributes: { plan: 'pro' } }
  const contactId = String((await w.call('marketing.contact.create', person)).id)
  const templateId = String((await w.call('marketing.template.create', texts)).id)
  const campaign = await w.call('marketing.campaign.create', { ...texts, audience: { tags: ['news'] } })
  const automation = await w.call('marketing.automation.create', {
    ...{ name: 'News', trigger: { type: 'manual' } },
    nodes: [{ nodeId: 'mail', type: 'sendEmail', templateId }],
  })
  return { contactId, templateId, campaignId: String(campaign.id), automationId: String(automation.id) }
}

test('links of previews and test mails open nothing of the contact whose data they show', async () => {
  await using w = await world()
  const { contactId, templateId, campaignId, automationId } = await withTexts(w)
  const to = ['me@example.com']
  await w.call('marketing.template.test', { templateId, to, contactId })
  await w.call('marketing.campaign.test', { campaignId, to, contactId })
  await w.settle()
  const { items } = await w.call('account.mail.all')
  const mails = await Promise.all(items.map(({ id }) => w.call('account.mail.get', { mailId: String(id) })))
  const seen = [
    ...mails,
    await w.call('marketing.template.get', { templateId, preview: { contactId } }),
    await w.call('marketing.template.preview', { format: 'markdown', body, contactId }),
    await w.call('marketing.campaign.get', { campaignId, include: ['preview'], previewContactId: contactId }),
    await w.call('marketing.automation.preview', { automationId, nodeId: 'mail', contactId }),
  ].map((each) => JSON.stringify(each))
  assert.equal(seen.length, 6)
  for (const text of seen) {
    assert.match(text, /pro/)
    const paths = [...text.matchAll(/http:\/\/fairground\.test(\/[a-z]+\/[^"\\\s)\]]+)/g)].map(([, path]) => path ?? '')
    assert.ok(paths.length >= 2, text)
    for (const url of paths) assert.equal((await w.app.server.inject({ method: 'GET', url })).statusCode, 404, url)
  }
})

test('data of a contact are shown in previews and test mails to a caller alone that may read contacts', async () => {
  await using w = await world()
  const { contactId, templateId, campaignId, automationId } = await withTexts(w)
  const to = ['me@example.com']
  const calls = [
    ['marketing.template.test', { templateId, to, contactId }],
    ['marketing.campaign.test', { campaignId, to, contactId }],
    ['marketing.template.get', { templateId, preview: { contactId } }],
    ['marketing.template.preview', { format: 'markdown', body, contactId }],
    ['marketing.campaign.get', { campaignId, include: ['preview'], previewContactId: contactId }],
    ['marketing.automation.preview', { automationId, nodeId: 'mail', contactId }],
  ] as const
  const reading = ['marketing.template:read', 'marketing.campaign:read', 'marketing.automation:read']
  const scopes = ['marketing.campaign:send', ...reading]
  const without = await w.key({ kind: 'restricted', scopes })
  const key = await w.key({ kind: 'restricted', scopes: [...scopes, 'marketing.contact:read'] })
  for (const [operation, input] of calls) {
    await w.refused(operation, input, { code: 'not_authorized', key: without })
    await w.call(operation, input, { key })
  }
})

test('members and recipients are shown by their ids alone to a caller that may not read contacts', async () => {
  await using w = await world()
  const person = { email: 'mira@example.com', firstName: 'Mira', tags: ['news'] }
  const { id: contactId } = await w.call('marketing.contact.create', person)
  const filter = { field: 'firstName', is: 'exists' } as const
  const segmentId = String((await w.call('marketing.segment.create', { name: 'Named', filter })).id)
  const mail = { subject: 'Hello', format: 'text', body: 'Hello' } as const
  const draft = { name: 'News', audience: { tags: ['news'] }, ...mail, status: 'sending' } as const
  const campaignId = String((await w.call('marketing.campaign.create', draft)).id)
  await w.settle()
  const calls = [
    ['marketing.segment:read', 'marketing.segment.get', { segmentId, include: ['members'] }],
    ['marketing.segment:write', 'marketing.segment.create', { name: 'More', filter, dryRun: true }],
    ['marketing.campaign:read', 'marketing.campaign.get', { campaignId, include: ['recipients'] }],
  ] as const
  for (const [scope, operationId, input] of calls) {
    const narrow = await w.send(operationId, input, { key: await w.key({ kind: 'restricted', scopes: [scope] }) })
    assert.ok(narrow.text.includes(String(contactId)) && !narrow.text.includes(person.email), narrow.text)
    const scopes = [scope, 'marketing.contact:read']
    const wide = await w.send(operationId, input, { key: await w.key({ kind: 'restricted', scopes }) })
    assert.ok(wide.text.includes(person.email), wide.text)
  }
})

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { world } from '#test/world/world.ts'

const notAllowed = { code: 'not_authorized', mention: 'send_not_allowed' } as const

test('a scheduled campaign is changed by a caller alone that may make mails leave', async () => {
  await using w = await world()
  await w.call('marketing.contact.create', { email: 'ada@example.com', tags: ['news'] })
  const sendAt = new Date(w.clock.now().getTime() + 3_600_000).toISOString()
  const { id } = await w.call('marketing.campaign.create', {
    ...{ name: 'News', audience: { tags: ['news'] }, status: 'scheduled', sendAt },
    ...{ subject: 'News', format: 'markdown', body: 'Hello' },
  })
  const campaignId = String(id)
  const key = await w.key({ kind: 'restricted', scopes: ['marketing.campaign:write'] })
  const changes = [{ body: 'Other' }, { audience: { tags: ['others'] } }, { from: { email: 'eve@example.com' } }]
  for (const change of changes) {
    await w.refused('marketing.campaign.update', { campaignId, ...change }, { ...notAllowed, key })
  }
  const back = { campaignId, action: 'unschedule', body: 'Other' } as const
  assert.equal((await w.call('marketing.campaign.update', back, { key })).status, 'draft')
  assert.equal((await w.call('marketing.campaign.update', { campaignId, body: 'Third' }, { key })).body, 'Third')
})

test('running contacts move to a version with mails by a caller alone that may make them leave', async () => {
  await using w = await world()
  const { id } = await w.call('marketing.contact.create', { email: 'ada@example.com' })
  const pause = { nodeId: 'pause', type: 'delay', for: 'P1D' } as const
  const made = await w.call('marketing.automation.create', {
    ...{ name: 'Wait', trigger: { type: 'manual' }, nodes: [pause], status: 'active' },
  })
  const automationId = String(made.id)
  await w.call('marketing.automation.enrol', { automationId, contactIds: [String(id)] })
  const key = await w.key({ kind: 'restricted', scopes: ['marketing.automation:write'] })
  await w.call('marketing.automation.update', { automationId, status: 'paused' }, { key })
  const mail = { nodeId: 'mail', type: 'sendEmail', inline: { subject: 'Hi', format: 'text', body: 'Hi' } } as const
  const change = { automationId, nodes: [{ ...pause, next: 'mail' }, mail], migrateRuns: true }
  await w.refused('marketing.automation.update', change, { ...notAllowed, key })
  await w.call('marketing.automation.update', { ...change, migrateRuns: false }, { key })
  await w.settle()
  w.clock.advance(2 * 86_400_000)
  await w.settle()
  assert.deepEqual((await w.call('account.mail.all')).items, [])
})

test('scheduled campaigns get the new version of a template by a caller alone that may make mails leave', async () => {
  await using w = await world()
  await w.call('marketing.contact.create', { email: 'ada@example.com', tags: ['news'] })
  const texts = { name: 'News', subject: 'News', format: 'markdown', body: 'Hello' } as const
  const templateId = String((await w.call('marketing.template.create', texts)).id)
  const sendAt = new Date(w.clock.now().getTime() + 3_600_000).toISOString()
  await w.call('marketing.campaign.create', {
    ...{ name: 'News', audience: { tags: ['news'] }, status: 'scheduled', sendAt, templateId },
  })
  const key = await w.key({ kind: 'restricted', scopes: ['marketing.template:write'] })
  const change = { templateId, body: 'Other', pinScheduled: false }
  await w.refused('marketing.template.update', change, { ...notAllowed, key })
  await w.call('marketing.template.update', { ...change, pinScheduled: true }, { key })
  w.clock.advance(3_600_000)
  await w.settle()
  const [caught] = (await w.call('account.mail.all')).items
  assert.match((await w.call('account.mail.get', { mailId: String(caught?.id) })).text, /Hello/)
})

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { overlap, within } from '#test/world/overlap.ts'
import { until } from '#test/world/until.ts'
import { world, type World } from '#test/world/world.ts'

async function segmentOf(w: World, name: string): Promise<string> {
  const filter = { field: 'firstName', is: 'exists' } as const
  return String((await w.call('marketing.segment.create', { name, filter })).id)
}

test('a record that names another one beside the deletion of that one is refused, or the deletion is', async () => {
  await using w = await world()
  const mail = { name: 'Mail', format: 'text', subject: 'Hello', body: 'Hello' } as const
  const wait = { nodeId: 'wait', type: 'delay', for: 'P1D' }
  const make = {
    segment: async (name: string) => segmentOf(w, name),
    template: async () => String((await w.call('marketing.template.create', mail)).id),
    integration: async () => String((await w.call('marketing.integration.create', postmark)).id),
  }
  const letter = { name: 'Letter', audience: { tags: ['news'] }, templateId: await make.template() }
  const users = [
    ['segment', 'marketing.segment.create', (id: string) => ({ name: `With ${id}`, filter: { segment: id } })],
    ['segment', 'marketing.automation.create', byMembers(wait)],
    ['segment', 'marketing.campaign.create', (id: string) => ({ ...letter, audience: { segmentIds: [id] } })],
    ['template', 'marketing.campaign.create', (id: string) => ({ ...letter, templateId: id })],
    ['template', 'marketing.automation.create', (id: string) => sending({ templateId: id })],
    ['integration', 'marketing.campaign.create', (id: string) => ({ ...letter, integrationId: id })],
  ] as const
  for (const [index, [noun, operationId, inputOf]] of users.entries()) {
    const kept = await make[noun](`Kept ${index}`)
    const remove = `marketing.${noun}.delete`
    const deletion = { [`${noun}Id`]: kept }
    await overlap(w, within(w, remove, deletion), async () => {
      await w.refused(operationId, inputOf(kept), { code: 'invalid_request', mention: 'does not exist' })
    })
    const used = await make[noun](`Used ${index}`)
    await overlap(w, within(w, operationId, inputOf(used)), async () => {
      await w.refused(remove, { [`${noun}Id`]: used }, { code: 'conflict', mention: 'in_use' })
    })
  }
})

test('an integration is not replaced by one that is being deleted', async () => {
  await using w = await world()
  const make = async () => String((await w.call('marketing.integration.create', postmark)).id)
  const [integrationId, replaceWith] = [await make(), await make()]
  const remove = 'marketing.integration.delete'
  await overlap(w, within(w, remove, { integrationId: replaceWith }), async () => {
    await w.refused(remove, { integrationId, replaceWith }, { code: 'invalid_request', mention: 'replaceWith' })
  })
})

test('a replacement of an integration waits for changes of its users without a lock of the integration', async () => {
  await using w = await world()
  const make = async () => String((await w.call('marketing.integration.create', postmark)).id)
  const [integrationId, replaceWith] = [await make(), await make()]
  const inline = { format: 'text', subject: 'Hello', body: 'Hello' } as const
  const made = await w.call('marketing.automation.create', {
    ...{ name: 'Mail', trigger: { type: 'manual' } },
    nodes: [{ nodeId: 'mail', type: 'sendEmail', inline, integrationId }],
  })
  const client = await w.app.pools.work.connect()
  try {
    await client.query('begin')
    await client.query('select from marketing_automation for no key update')
    const deletion = w.call('marketing.integration.delete', { integrationId, replaceWith })
    await until(async () => (await client.query('select from pg_locks where not granted')).rows.length > 0)
    // A change of an automation takes these locks in this order.
    const held = await client.query('select from marketing_integration for key share nowait')
    assert.equal(held.rowCount, 2)
    await client.query('commit')
    await deletion
  } finally {
    client.release(true)
  }
  const { nodes } = await w.call('marketing.automation.get', { automationId: String(made.id) })
  assert.equal(nodes[0]?.integrationId, replaceWith)
})

test('a campaign uses the segments of its filter and the templates of its variants', async () => {
  await using w = await world()
  const mail = { name: 'Mail', format: 'text', subject: 'Hello', body: 'Hello' } as const
  const templateOf = async () => String((await w.call('marketing.template.create', mail)).id)
  const [templateId, other, segmentId] = [await templateOf(), await templateOf(), await segmentOf(w, 'Named')]
  await w.call('marketing.campaign.create', {
    ...{ name: 'News', filter: { op: 'not', of: { segment: segmentId } }, templateId },
    abTest: { samplePercent: 50, metric: 'clicks', decideAfter: 'P1D' },
    variants: [
      { name: 'A', weight: 1 },
      { name: 'B', weight: 1, templateId: other },
    ],
  })
  await w.refused('marketing.segment.delete', { segmentId }, { code: 'conflict', mention: 'in_use' })
  await w.refused('marketing.template.delete', { templateId: other }, { code: 'conflict', mention: 'in_use' })
})

const postmark = { name: 'Postmark', type: 'postmark', secrets: { apiKey: 'x' }, verify: false } as const

function byMembers(wait: object) {
  return (segmentId: string) => ({ name: 'Members', trigger: { type: 'segmentEntered', segmentId }, nodes: [wait] })
}

function sending(node: object) {
  return { name: 'Mail', trigger: { type: 'manual' }, nodes: [{ nodeId: 'mail', type: 'sendEmail', ...node }] }
}

test('a key names records whose nouns it cannot read, in an automation as in a campaign', async () => {
  await using w = await world()
  const mail = { name: 'Mail', format: 'text', subject: 'Hello', body: 'Hello' } as const
  const { id: templateId } = await w.call('marketing.template.create', mail)
  const segmentId = await segmentOf(w, 'Named')
  const scopes = ['automation', 'emailSequence', 'campaign'].map((noun) => `marketing.${noun}:write`)
  const key = await w.key({ kind: 'restricted', scopes })
  const steps = [{ stepId: 'one', templateId, delay: 'P1D' }]
  const named: readonly (readonly [operationId: string, input: object])[] = [
    ['marketing.campaign.create', { name: 'Letter', filter: { segment: segmentId }, templateId }],
    ['marketing.automation.create', { ...sending({ templateId }), entry: { filter: { segment: segmentId } } }],
    ['marketing.emailSequence.create', { name: 'Course', steps, status: 'draft' }],
  ]
  for (const [operationId, input] of named) {
    const { status, text } = await w.send(operationId, { ...input }, { key })
    assert.equal(status, 200, text)
  }
})

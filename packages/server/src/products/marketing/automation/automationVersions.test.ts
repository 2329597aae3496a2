import assert from 'node:assert/strict'
import { test } from 'node:test'
import { world } from '#test/world/world.ts'

test('versions name the running contacts that are pinned to each, and end at a page', async () => {
  await using w = await world()
  const made = await w.call('marketing.automation.create', {
    name: 'Wait',
    trigger: { type: 'manual' },
    nodes: [{ nodeId: 'pause', type: 'delay', for: 'P9D' }],
    status: 'active',
  })
  const automationId = String(made.id)
  const { id } = await w.call('marketing.contact.create', { email: 'ada@example.com' })
  await w.call('marketing.automation.enrol', { automationId, contactIds: [String(id)] })
  await w.call('marketing.automation.update', { automationId, status: 'paused' })
  const nodes = [
    { nodeId: 'pause', type: 'delay', for: 'P2D', next: 'end' } as const,
    { nodeId: 'end', type: 'exit' } as const,
  ]
  await w.call('marketing.automation.update', { automationId, nodes })
  const { items, pagination } = await w.call('marketing.automation.versions', { automationId })
  assert.deepEqual(
    items.map(({ version, nodeCount, activeRuns }) => ({ version, nodeCount, activeRuns })),
    [
      { version: 2, nodeCount: 2, activeRuns: 0 },
      { version: 1, nodeCount: 1, activeRuns: 1 },
    ],
  )
  assert.equal(pagination.hasMore, false)
  const first = await w.call('marketing.automation.versions', { automationId, limit: 1 })
  const cursor = String(first.pagination.nextCursor)
  const rest = await w.call('marketing.automation.versions', { automationId, limit: 1, cursor })
  assert.deepEqual([rest.items.map(({ version }) => version), rest.pagination.hasMore], [[1], false])
})

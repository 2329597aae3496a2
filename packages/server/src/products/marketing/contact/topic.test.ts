import assert from 'node:assert/strict'
import { test } from 'node:test'
import { world } from '#test/world/world.ts'

test('a topic has a key of its own, and contacts subscribe to it', async () => {
  await using w = await world()
  await w.call('marketing.topic.create', { key: 'news', name: 'News' })
  await w.refused(
    'marketing.topic.create',
    { key: 'news', name: 'Others' },
    { code: 'conflict', mention: 'topic_exists' },
  )
  const { topics } = await w.call('marketing.contact.create', { email: 'mira@example.com', topics: ['news'] })
  assert.deepEqual(topics, ['news'])
})

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { goLive } from '#test/video/audience.ts'
import { world } from '#test/world/world.ts'
import { livestream } from './index.ts'

test('deleted rows are purged in the order of the resources without breaking a foreign key', async () => {
  await using w = await world()
  const { id } = await w.call('livestream.category.create', { name: 'Music' })
  await w.call('livestream.subCategory.create', { categoryId: id, name: 'Jazz' })
  const home = await w.call('livestream.channel.create', { name: 'Home', category: 'Music', subCategory: 'Jazz' })
  const sent = { channelId: home.id, category: 'Music', subCategory: 'Jazz' }
  const one = await w.call('livestream.static.create', sent)
  await w.call('livestream.details.create', { targetType: 'static', targetId: one.id })
  const { streamId, end } = await goLive(w, { channelId: home.id })
  await w.call('livestream.marker.create', { streamId })
  await end()
  const tied = { streamId, provider: 'generic', externalEventId: 'night', attendees: [] } as const
  await w.call('livestream.ticketingEvent.create', tied)
  await w.call('livestream.details.create', { targetType: 'channel', targetId: home.id })
  const { id: blockedViewerId } = await w.call('livestream.blockedViewer.create', {
    authorId: one.id.replace('sta_', 'vwr_'),
  })
  await w.call('livestream.blockedViewer.delete', { blockedViewerId })
  await w.call('livestream.channel.delete', { channelId: home.id })
  await w.settle()
  await w.call('livestream.category.delete', { categoryId: id })
  for (const { table } of livestream.resources) {
    const { rowCount } = await w.app.pools.work.query(
      `delete from ${table} where account_id = $1 and deleted_at is not null`,
      [w.account.account.id],
    )
    assert.ok(rowCount !== null && rowCount > 0, table)
  }
})

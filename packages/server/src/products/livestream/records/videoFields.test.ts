import assert from 'node:assert/strict'
import { test } from 'node:test'
import { arrayOf, world } from '#test/world/world.ts'

for (const kind of ['stream', 'static']) {
  test(`a ${kind} is linked to the labels that it names, and found by the filters of all videos`, async () => {
    await using w = await world()
    const music = await w.call('livestream.category.create', { name: 'Music' })
    const jazz = await w.call('livestream.subCategory.create', { categoryId: music.id, name: 'Jazz' })
    const schedule = { scheduleDate: '2027-03-01', scheduleTime: '20:00', timezone: 'UTC' }
    const labels = { category: 'Music', subCategory: 'Jazz' }
    const media = kind === 'static' ? { videoUrl: 'https://media.example.com/a.mp4', importMode: 'link' } : {}
    const more = { title: 'One', visibility: 'unlisted', isRewardsEnabled: true }
    const one = await w.call(`livestream.${kind}.create`, { ...more, ...labels, ...schedule, ...media })
    await w.call(`livestream.${kind}.create`, { title: 'Two', visibility: 'private' })
    assert.deepEqual([one['categoryId'], one['subCategoryId']], [music.id, jazz.id])
    const filters = [
      { visibility: 'unlisted' },
      { isRewardsEnabled: true },
      { scheduledAfter: '2027-03-01T20:00:00Z' },
      { scheduledBefore: '2027-03-01T20:00:00Z' },
    ]
    for (const filter of filters) {
      const { items } = await w.call(`livestream.${kind}.all`, filter)
      assert.deepEqual(
        arrayOf(items).map(({ id }) => id),
        [one['id']],
        JSON.stringify(filter),
      )
    }
    for (const none of [{ scheduledAfter: '2027-03-01T20:00:01Z' }, { scheduledBefore: '2027-03-01T19:59:59Z' }]) {
      assert.deepEqual((await w.call(`livestream.${kind}.all`, none))['items'], [], JSON.stringify(none))
    }
  })
}

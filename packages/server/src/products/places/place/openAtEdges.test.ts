import assert from 'node:assert/strict'
import { test } from 'node:test'
import { world } from '#test/world/world.ts'

const zones = ['Pacific/Auckland', 'Pacific/Kiritimati', 'UTC', 'America/Los_Angeles', 'Etc/GMT+12']
const always = [1, 2, 3, 4, 5, 6, 7].map((day) => ({ day, opens: '00:00', closes: '24:00' }))

test('openAt takes every moment of the calendar, in every zone, in the list and on the map', async () => {
  await using w = await world()
  for (const [at, timezone] of zones.entries()) {
    await w.call('places.place.create', {
      name: timezone,
      type: 'venue',
      status: 'active',
      timezone,
      location: { latitude: 1, longitude: at },
      openingHours: { regular: always, exceptions: [{ date: '9999-12-31', closed: true }] },
    })
  }
  for (const [openAt, open] of [
    ['9999-12-31T23:59:59Z', zones.slice(0, 2)],
    ['9999-12-31T23:59:59.999Z', zones.slice(0, 2)],
    ['1000-01-01T00:00:00Z', zones],
  ] as const) {
    const { items } = await w.call('places.place.all', { openAt, sort: 'createdAt' })
    assert.deepEqual(
      items.map(({ name }) => name),
      open,
      openAt,
    )
    const map = await w.call('places.place.map', { openAt, bbox: '-10,-10,10,10' })
    assert.equal(map.count, open.length)
  }
})

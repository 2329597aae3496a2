import assert from 'node:assert/strict'
import { test } from 'node:test'
import { world } from '#test/world/world.ts'
import { place } from '#products/places/place/place.ts'

test('update() takes a known record as it is, and reads another one where its version is older', async () => {
  await using w = await world()
  const { id } = await w.call('places.place.create', await w.example('places.place.create'))
  const { store } = w.app.operatorCtx(w.account.account, 'test')
  const known = await store.get(place, id)
  // A field that only the passed record has shows that the row was not read.
  const passed = { ...known, description: 'As known' }
  const first = await store.update(place, id, { patch: { tags: ['one'] }, known: passed })
  assert.deepEqual([first.version, first.description, first.tags], [known.version + 1, 'As known', ['one']])
  const second = await store.update(place, id, { patch: { capacity: 7 }, known: passed })
  assert.deepEqual([second.version, second.tags, second.capacity], [known.version + 2, ['one'], 7])
  const stored = await store.get(place, id)
  assert.deepEqual([stored.description, stored.tags, stored.capacity], [known.description, ['one'], 7])
})

test('update() of a known record refuses a stale ifVersion', async () => {
  await using w = await world()
  const { id } = await w.call('places.place.create', await w.example('places.place.create'))
  const { store } = w.app.operatorCtx(w.account.account, 'test')
  const known = await store.get(place, id)
  await store.update(place, id, { patch: { tags: ['one'] } })
  await assert.rejects(store.update(place, id, { patch: { tags: [] }, ifVersion: known.version, known }), {
    reason: 'version_mismatch',
  })
})

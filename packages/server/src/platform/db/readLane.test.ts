import assert from 'node:assert/strict'
import { test } from 'node:test'
import { parseId } from '#kit/ids.ts'
import { place } from '#products/places/place/place.ts'
import { world } from '#test/world.ts'

test('each read of a batch gets its own row: of an account, of another with the same id, twice', async () => {
  await using w = await world()
  const at = { latitude: 53.5, longitude: 9.9 }
  const names = ['One', 'Two', 'Three']
  const made = await Promise.all(
    names.map((name) => w.call('places.place.create', { name, type: 'venue', location: at, duplicateCheck: 'off' })),
  )
  const ids = made.map((each) => parseId(place.prefix, String(each['id']))?.uuid ?? '')
  const { lane } = w.app.kernel
  const [mine, other] = [w.account.account.id, w.account.account.id + 1]
  const asked = ids.flatMap((id): [number, string][] => [
    [mine, id],
    [other, id],
    [other, id],
    [mine, id],
  ])
  const found = await Promise.all(asked.map(([account, id]) => lane.find(place, account, id)))
  assert.deepEqual(
    found.map((row) => row?.['name']),
    names.flatMap((name) => [name, undefined, undefined, name]),
  )
  assert.equal(lane.figures().waiting, 0)
})

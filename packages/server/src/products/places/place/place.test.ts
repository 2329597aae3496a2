import assert from 'node:assert/strict'
import { test } from 'node:test'
import { arrayOf, objectOf, world } from '#test/world.ts'

const hall = { name: 'Harbour Hall', type: 'venue', status: 'active' }
const hamburg = { latitude: 53.5413, longitude: 9.9841 }

test('a place is created with its zone, slug and spaces, and read back the same', async () => {
  await using w = await world()
  const made = await w.call('places.place.create', await w.example('places.place.create'))
  assert.equal(made['timezone'], 'Europe/Berlin')
  assert.equal(made['timezoneSource'], 'location')
  assert.equal(made['slug'], 'harbour-hall')
  assert.equal(made['status'], 'active')
  assert.deepEqual(made['possibleDuplicates'], [])
  const spaces = arrayOf(made['spaces'])
  assert.match(String(spaces[0]?.['id']), /^spc_[0-9a-z]{16}$/)
  assert.deepEqual(
    spaces.map((each) => each['isExclusive']),
    [true, false],
  )
  const { created, possibleDuplicates: _, ...record } = made
  assert.equal(created, true)
  const read = await w.call('places.place.get', { name: '  HARBOUR   häll ' })
  const { nextOpenAt, viewCount, ...rest } = read
  assert.deepEqual(rest, record)
  assert.equal(viewCount, 0)
  assert.equal(typeof nextOpenAt, 'string')
})

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { differingFields, missingFields, takenFields } from './mergeFields.ts'

const kept = { id: 'plc_1', name: 'Pier', description: null, tags: [], capacity: 10, spaces: [], parentPlaceId: null }
const other = { id: 'plc_2', name: 'Old pier', description: 'By the sea', tags: ['a'], capacity: 10, spaces: [1] }

test('a merge compares what can be set and differs, and takes over what the place that stays lacks', () => {
  const settable = ['placeId', 'name', 'description', 'tags', 'capacity', 'spaces', 'parentPlaceId']
  const names = differingFields(kept, other, settable)
  assert.deepEqual(names, ['name', 'description', 'tags'])
  const missing = missingFields(kept, names)
  assert.deepEqual([...missing], ['description', 'tags'])
  assert.deepEqual(takenFields(other, missing), { description: 'By the sea', tags: ['a'] })
})

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { arrayOf, objectOf, world, type World } from '#test/world/world.ts'

const hamburg = { latitude: 53.5413, longitude: 9.9841 }
const newYork = { latitude: 40.7128, longitude: -74.006 }

function maker(w: World) {
  return (name: string, more: object = {}) =>
    w.call('places.place.create', { name, type: 'venue', location: hamburg, duplicateCheck: 'off', ...more })
}

function changer(w: World) {
  return (placeId: string, more: object) => w.call('places.place.update', { placeId, ...more })
}

test('a moved place takes the zone of its location, unless its zone was set by hand', async () => {
  await using w = await world()
  const change = changer(w)
  const { id } = await maker(w)('Wanderer')
  assert.equal((await change(id, { location: newYork })).timezone, 'America/New_York')
  assert.equal((await change(id, { timezone: 'Asia/Tokyo' })).timezone, 'Asia/Tokyo')
  assert.equal((await change(id, { location: hamburg })).timezone, 'Asia/Tokyo')
  assert.equal((await change(id, { timezone: null })).timezone, 'Europe/Berlin')
  for (const timezone of ['utc', 'europe/berlin', 'Berlin', '+01:00']) {
    await w.refused('places.place.update', { placeId: id, timezone }, { code: 'invalid_request', mention: '/timezone' })
  }
  await w.refused(
    'places.place.update',
    { placeId: id, location: null },
    { code: 'invalid_request', mention: '/location' },
  )
  const online = await change(id, { location: null, onlineUrl: 'https://example.org/' })
  assert.equal(online.timezone, w.account.account.timeZone)
})

test('an update changes the sent fields only; null clears; a stale version is refused', async () => {
  await using w = await world()
  const made = await maker(w)('Hall', { capacity: 10, contact: { phone: '+4940123456', email: 'a@example.org' } })
  const change = changer(w)
  const second = await change(made.id, {
    contact: { website: 'https://example.org/' },
    capacity: null,
    ifVersion: 1,
  })
  assert.deepEqual(second.contact, { website: 'https://example.org/' })
  assert.equal(second.capacity, null)
  assert.equal(second.slug, 'hall')
  assert.equal(second.version, 2)
  const stale = { placeId: made.id, name: 'New', ifVersion: 1 }
  await w.refused('places.place.update', stale, { code: 'conflict', mention: 'version_mismatch' })
  await Promise.all(Array.from({ length: 4 }, (_, at) => change(made.id, { tags: [`t${at}`] })))
  assert.equal((await w.call('places.place.get', { placeId: made.id })).version, 6)
})

test('spaces keep their ids through updates and single steps', async () => {
  await using w = await world()
  const change = changer(w)
  const made = await maker(w)('Hall', { spaces: [{ name: 'A' }, { name: 'B', capacity: 5, floor: '2' }] })
  const [a, b] = arrayOf(made.spaces)
  const swapped = arrayOf((await change(made.id, { spaces: [b, a, { name: 'C' }] })).spaces)
  assert.deepEqual(swapped.slice(0, 2), [b, a])
  const stepped = await change(made.id, {
    spaceChanges: [
      { change: 'remove', id: a?.['id'] },
      { change: 'update', id: b?.['id'], name: 'B2', floor: null, isExclusive: false },
      { change: 'add', name: 'D', capacity: 3 },
    ],
  })
  const spaces = arrayOf(stepped.spaces)
  assert.deepEqual(
    spaces.map((each) => each['name']),
    ['B2', 'C', 'D'],
  )
  assert.deepEqual(spaces[0], { id: b?.['id'], name: 'B2', capacity: 5, isExclusive: false })
  const refused = (more: object, path: string) =>
    w.refused('places.place.update', { placeId: made.id, ...more }, { code: 'invalid_request', mention: path })
  await refused({ spaceChanges: [{ change: 'remove', id: a?.['id'] }] }, '/spaceChanges/0/id')
  await refused({ spaceChanges: [{ change: 'add' }] }, '/spaceChanges/0/name')
  await refused({ spaces: [b, b] }, '/spaces/1/id')
  await refused({ spaces: [a] }, '/spaces/0/id')
  await refused({ spaces: [b], spaceChanges: [] }, '/spaceChanges')
  const read = await w.call('places.place.get', { placeId: made.id })
  assert.deepEqual(read.spaces, spaces)
})

test('only actions move states, each move emits a fact, and restore returns to the previous state', async () => {
  await using w = await world()
  const { id } = await maker(w)('Hall')
  const change = changer(w)
  const moves: [string, string][] = [
    ['activate', 'active'],
    ['closeTemporarily', 'temporarilyClosed'],
    ['archive', 'archived'],
    ['restore', 'temporarilyClosed'],
    ['reopen', 'active'],
    ['closePermanently', 'permanentlyClosed'],
  ]
  for (const [action, status] of moves) {
    assert.equal((await change(id, { action })).status, status, action)
  }
  const refused = await w.refused(
    'places.place.update',
    { placeId: id, action: 'activate' },
    { code: 'conflict', mention: 'transition' },
  )
  assert.deepEqual(objectOf(refused['details'])['allowedActions'], ['reopen', 'archive'])
  await w.refused(
    'places.place.update',
    { placeId: id, action: 'restore' },
    { code: 'conflict', mention: 'invalid_transition' },
  )
  assert.equal((await w.emitted('places.place.statusChanged')).length, 6)
})

test('places nest five deep, never in a circle', async () => {
  await using w = await world()
  const make = maker(w)
  const change = changer(w)
  const ids: string[] = []
  for (let level = 0; level < 5; level++) ids.push((await make(`L${level}`, { parentPlaceId: ids.at(-1) })).id)
  const [first = '', second = ''] = ids
  const deep = { name: 'L5', type: 'venue', location: hamburg, parentPlaceId: ids[4] }
  await w.refused('places.place.create', deep, { code: 'conflict', mention: 'parent_too_deep' })
  const circle = { placeId: ids[0], parentPlaceId: ids[4] }
  await w.refused('places.place.update', circle, { code: 'conflict', mention: 'parent_cycle' })
  await w.refused(
    'places.place.update',
    { placeId: ids[0], parentPlaceId: ids[0] },
    { code: 'conflict', mention: 'parent_cycle' },
  )
  const top = await make('Top')
  await w.refused(
    'places.place.update',
    { placeId: ids[0], parentPlaceId: top.id },
    { code: 'conflict', mention: 'too_deep' },
  )
  await change(second, { parentPlaceId: null })
  await change(first, { parentPlaceId: top.id })
  const parts = await w.call('places.place.all', { parentPlaceId: top.id })
  assert.deepEqual(
    parts.items.map((each) => each.id),
    [ids[0]],
  )
  const two = await Promise.all(
    [
      { placeId: ids[1], parentPlaceId: ids[0] },
      { placeId: ids[0], parentPlaceId: ids[1] },
    ].map((input) => w.send('places.place.update', input)),
  )
  assert.deepEqual(two.map(({ status }) => status).toSorted(), [200, 409])
})

test('a place with parts is deleted only with permission to detach them', async () => {
  await using w = await world()
  const make = maker(w)
  const hall = await make('Hall')
  const room = await make('Room', { parentPlaceId: hall.id })
  const refused = await w.refused('places.place.delete', { placeId: hall.id }, { code: 'conflict', mention: 'in_use' })
  assert.deepEqual(refused['details'], { childPlaces: 1 })
  const gone = await w.call('places.place.delete', { placeId: hall.id, onReferences: 'detach' })
  assert.deepEqual(gone, { id: hall.id, status: 'deleted', detached: { childPlaces: 1 } })
  assert.equal((await w.call('places.place.get', { placeId: room.id })).parentPlaceId, null)
  await w.refused('places.place.get', { placeId: hall.id }, 'not_found')
  await w.refused('places.place.delete', { placeId: hall.id }, 'not_found')
  assert.equal((await make('Hall')).slug, 'hall')
  assert.equal((await w.emitted('places.place.deleted')).length, 1)
})

test('merged places resolve to the remaining one, in one step, with their parts', async () => {
  await using w = await world()
  const make = maker(w)
  const change = changer(w)
  const [a, b, c] = [await make('A'), await make('B'), await make('C')]
  const room = await make('Room', { parentPlaceId: a.id })
  const merged = await change(a.id, { mergeIntoPlaceId: b.id, ifVersion: 1 })
  assert.deepEqual([merged.status, merged.mergedIntoId], ['merged', b.id])
  assert.equal((await w.call('places.place.get', { placeId: room.id })).parentPlaceId, b.id)
  await change(b.id, { mergeIntoPlaceId: c.id })
  for (const query of [{ placeId: a.id }, { slug: 'a' }]) {
    const read = await w.call('places.place.get', query)
    assert.deepEqual([read.id, read.redirectedFrom], [c.id, a.id])
  }
  assert.equal((await w.call('places.place.get', { placeId: room.id })).parentPlaceId, c.id)
  const refused = (input: object, code: string, mention: string) =>
    w.refused('places.place.update', { ...input }, { code, mention })
  await refused({ placeId: a.id, name: 'X' }, 'conflict', 'place_merged')
  await refused({ placeId: c.id, mergeIntoPlaceId: c.id }, 'invalid_request', '/mergeIntoPlaceId')
  await refused({ placeId: c.id, mergeIntoPlaceId: a.id }, 'invalid_request', '/mergeIntoPlaceId')
  await refused({ placeId: c.id, mergeIntoPlaceId: room.id }, 'conflict', 'parent_cycle')
  await refused({ placeId: room.id, mergeIntoPlaceId: c.id, name: 'X' }, 'invalid_request', '/name')
  const d = await make('D')
  const intoMerged = await change(d.id, { mergeIntoPlaceId: a.id })
  assert.equal(intoMerged.mergedIntoId, c.id)
  const names = async (input: object) =>
    (await w.call('places.place.all', { sort: 'name', ...input })).items.map((each) => each.name)
  assert.deepEqual(await names({}), ['C', 'Room'])
  assert.deepEqual(await names({ status: 'merged' }), ['A', 'B', 'D'])
  assert.equal((await w.emitted('places.place.merged')).length, 3)
  await w.call('places.place.delete', { placeId: c.id, onReferences: 'detach' })
  assert.deepEqual(await names({ status: 'merged' }), [])
  assert.equal((await w.emitted('places.place.deleted')).length, 1)
})

test('places of other accounts are not found', async () => {
  await using w = await world()
  const other = await w.another()
  const theirs = await maker(w)('Theirs')
  const key = { key: other.secretKey }
  await w.refused('places.place.update', { placeId: theirs.id, name: 'Mine' }, { code: 'not_found', ...key })
  await w.refused('places.place.delete', { placeId: theirs.id }, { code: 'not_found', ...key })
  await w.refused('places.place.get', { placeId: theirs.id }, { code: 'not_found', ...key })
  const child = { name: 'Child', type: 'venue', location: hamburg, parentPlaceId: theirs.id }
  await w.refused('places.place.create', child, { code: 'invalid_request', mention: '/parentPlaceId', ...key })
})

test('concurrent updates all succeed, one after another', async () => {
  await using w = await world()
  const made = await w.call('places.place.create', await w.example('places.place.create'))
  const sent = Array.from({ length: 24 }, (_, index) => ({ placeId: made.id, capacity: index + 1 }))
  await Promise.all(sent.map((input) => w.call('places.place.update', input)))
  const spaces = Array.from({ length: 12 }, (_, index) => ({ change: 'add', name: `Space ${index}` }) as const)
  const { id: placeId } = made
  await Promise.all(spaces.map((change) => w.call('places.place.update', { placeId, spaceChanges: [change] })))
  const updated = await w.call('places.place.get', { placeId: made.id })
  const added = arrayOf(updated.spaces).filter((each) => String(each['name']).startsWith('Space '))
  assert.equal(added.length, 12, 'every step was taken')
})

test('an update leaves a position that differs in its last digit, and its index, alone', async () => {
  await using w = await world()
  const { id } = await maker(w)('Hall')
  const row = async () => {
    const sql = `select position::text as position, search_text from places_place where account_id = $1`
    return (await w.app.pools.work.query(sql, [w.account.account.id])).rows[0]
  }
  const elsewhere = '(3731990.25, 651283.125, 5121476.5)'
  await w.app.pools.work.query(`update places_place set position = $2::cube where account_id = $1`, [
    w.account.account.id,
    elsewhere,
  ])
  await changer(w)(id, { description: 'By the river.' })
  assert.deepEqual(await row(), { position: elsewhere, search_text: 'hall' })
  await changer(w)(id, { name: 'Arena', location: newYork })
  const { position, search_text: words } = await row()
  assert.notEqual(position, elsewhere)
  assert.equal(words, 'arena')
})

test('possible duplicates of a place are similar names nearby, without the place itself', async () => {
  await using w = await world()
  const location = { latitude: 54.32, longitude: 10.14 }
  const make = (name: string, latitude = location.latitude) =>
    w.call('places.place.create', {
      name,
      type: 'venue',
      location: { ...location, latitude },
      duplicateCheck: 'off',
    })
  const first = await make('Old Pump House')
  const twin = await make('Old pump-house', 54.3205)
  await make('Old Pump House', 54.9)
  const { items } = await w.call('places.place.duplicates', { placeId: first.id })
  assert.deepEqual(
    items.map(({ id, distanceM }) => [id, distanceM]),
    [[twin.id, 56]],
  )
  await w.call('places.place.update', { placeId: twin.id, mergeIntoPlaceId: first.id })
  assert.deepEqual((await w.call('places.place.duplicates', { placeId: first.id })).items, [])
})

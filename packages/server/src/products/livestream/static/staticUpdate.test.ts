import assert from 'node:assert/strict'
import { test } from 'node:test'
import { objectOf, world, type Json } from '#test/world/world.ts'

const video = 'https://media.example.com/a.mp4'
const update = 'livestream.static.update'

test('every field of the specification changes the record', async () => {
  await using w = await world()
  const home = await w.call('livestream.channel.create', { name: 'Home' })
  const { id } = await w.call('livestream.static.create', { importMode: 'link' })
  const sent = {
    searchType: 'Strategy',
    title: 'A title',
    description: 'Line one\nLine two',
    tags: 'one, two',
    channelId: home.id,
    category: 'Games',
    subCategory: 'Boards',
    scheduleDate: '2026-12-01',
    scheduleTime: '18:00:00',
    coverPhotoUrl: 'https://media.example.com/a.jpg',
    isRewardsEnabled: true,
    videoUrl: video,
  }
  const updated = await w.call(update, { staticId: id, ...sent })
  assert.equal(updated.id, id)
  assert.equal(updated.status, 'scheduled')
  for (const [name, value] of Object.entries(sent)) assert.equal(objectOf(updated)[name], value, name)
  const moved = await w.call(update, { staticId: id, scheduleDate: '2026-12-02' })
  assert.equal(moved.scheduledAt, '2026-12-02T18:00:00.000Z')
  const out = await w.call(update, { staticId: id, scheduleDate: '2026-11-01' })
  assert.equal(out.status, 'published')
})

test('other fields than those of the specification are ignored', async () => {
  await using w = await world()
  const { id } = await w.call('livestream.static.create', {
    importMode: 'link',
    videoUrl: video,
    timezone: 'Asia/Tokyo',
  })
  const others = { visibility: 'private', timezone: 'UTC', importMode: 'copy', allowDownload: true }
  const sent: Json = { ...others, expiresAt: '2027-01-01T00:00:00Z', metadata: { a: 'b' } }
  const before = await w.call('livestream.static.get', { staticId: id })
  await w.call(update, { staticId: id, ...sent })
  const after = await w.call('livestream.static.get', { staticId: id })
  for (const name of Object.keys(sent)) assert.deepEqual(objectOf(after)[name], objectOf(before)[name], name)
})

test('an empty text clears a field, and a published video keeps its media', async () => {
  await using w = await world()
  const { id } = await w.call('livestream.static.create', {
    importMode: 'link',
    title: 'T',
    tags: 'a',
    searchType: 'x',
    videoUrl: video,
  })
  const nothing = { title: ' \u200b ', tags: '', searchType: '', channelId: '' }
  const updated = await w.call(update, { staticId: id, ...nothing })
  assert.deepEqual([updated.title, updated.tags, updated.searchType], [null, null, 'upload'])
  await w.refused(update, { staticId: id, videoUrl: '' }, { code: 'invalid_request', mention: '/videoUrl' })
})

test('an update accepts the response of a read unchanged, and null clears a field', async () => {
  await using w = await world()
  const home = await w.call('livestream.channel.create', { name: 'Home' })
  const full = {
    title: 'T',
    description: 'D',
    tags: 'a',
    channelId: home.id,
    category: 'C',
    subCategory: 'S',
    scheduleDate: '2026-12-01',
    scheduleTime: '18:00:00',
    timezone: 'Asia/Tokyo',
    coverPhotoUrl: 'HTTPS://M.example.com/a',
    videoUrl: 'https://media.example.com/a b.mp4',
    expiresAt: '2027-01-01T00:00:00Z',
  }
  for (const sent of [{}, { scheduleTime: '10:00' }, { videoUrl: video }, full]) {
    const { id } = await w.call('livestream.static.create', sent)
    const read = await w.call('livestream.static.get', { staticId: id })
    const back = await w.call(update, read)
    assert.equal(back.version, read.version)
  }
  const { id } = await w.call('livestream.static.create', {
    importMode: 'link',
    ...full,
    videoUrl: null,
    searchType: 'x',
  })
  const names = [...Object.keys(full).filter((name) => !['timezone', 'expiresAt'].includes(name)), 'searchType']
  const empty = await w.call(update, { staticId: id, ...Object.fromEntries(names.map((name) => [name, null])) })
  assert.equal(empty.searchType, 'upload')
  for (const name of names.slice(0, -1)) assert.equal(objectOf(empty)[name], null, name)
  await w.refused(update, { staticId: null }, { code: 'invalid_request', mention: '/staticId' })
  const refused = { code: 'invalid_request', mention: '/isRewardsEnabled' }
  await w.refused(update, { staticId: id, isRewardsEnabled: null }, refused)
})

test('an address must be http or https, in any case', async () => {
  await using w = await world()
  const { id } = await w.call('livestream.static.create', { importMode: 'link' })
  const videoUrl = 'HTTPS://M.example.com/a'
  assert.equal((await w.call(update, { staticId: id, videoUrl })).videoUrl, videoUrl)
  for (const wrong of [
    'HTTPSS://m.example.com',
    'http:///a',
    'javascript:alert(1)',
    'http://[',
    ' https://a.example',
  ]) {
    const expected = { code: 'invalid_request', mention: '/coverPhotoUrl' }
    await w.refused(update, { staticId: id, coverPhotoUrl: wrong }, expected)
  }
})

test('unknown fields, ifVersion and Idempotency-Key are ignored', async () => {
  await using w = await world()
  const { id } = await w.call('livestream.static.create', { importMode: 'link', videoUrl: video })
  const headers = { 'idempotency-key': 'the same' }
  const unknown = { ifVersion: 99, visibility: 'private', x: [] }
  const first = await w.call(update, { staticId: id, title: 'One', ...unknown }, { headers })
  const second = await w.call(update, { staticId: id, title: 'Two' }, { headers })
  assert.deepEqual([first.title, second.title, second.visibility], ['One', 'Two', 'public'])
})

test('an update is refused with 400, 401, 403 or 404 only', async () => {
  await using w = await world()
  const { id } = await w.call('livestream.static.create', { importMode: 'link', videoUrl: video })
  const other = await w.another()
  const foreign = await w.call('livestream.static.create', { importMode: 'link' }, { key: other.secretKey })
  const away = await w.call('livestream.channel.create', { name: 'Away' }, { key: other.secretKey })
  const status = async (input: Json, key?: string | null) =>
    (await w.send(update, input, key === undefined ? {} : { key })).status
  assert.equal(await status({ staticId: id }, null), 401)
  assert.equal(await status({ staticId: id }, await w.key({ kind: 'restricted', scopes: ['places.place:read'] })), 403)
  assert.equal(await status({ staticId: id }), 200)
  for (const staticId of ['sta_nothing', 'x', id?.toString().replace('sta_', 'str_'), foreign.id]) {
    assert.equal(await status({ staticId, title: 'X' }), 404, String(staticId))
  }
  await w.refused(update, {}, { code: 'invalid_request', mention: '/staticId' })
  await w.refused(update, { staticId: '' }, { code: 'invalid_request', mention: '/staticId' })
  for (const [name, value] of Object.entries({
    channelId: away.id,
    title: 5,
    description: [],
    isRewardsEnabled: 'yes',
    scheduleDate: '2026-02-30',
    scheduleTime: '25:00:00',
    coverPhotoUrl: 'ftp://x',
    videoUrl: 'https://me:pw@x.example/a.mp4',
    tags: Array.from({ length: 21 }, (_, index) => `t${index}`).join(),
  })) {
    await w.refused(update, { staticId: id, [name]: value }, { code: 'invalid_request', mention: `/${name}` })
  }
})

test('an update emits no fact, and neither does the schedule that it sets', async () => {
  await using w = await world()
  const { id } = await w.call('livestream.static.create', { importMode: 'link' })
  const before = (await w.emitted()).length
  const sent = { staticId: id, videoUrl: video, scheduleDate: '2026-11-21', scheduleTime: '10:00:00' }
  assert.equal((await w.call(update, sent)).status, 'scheduled')
  w.clock.set('2026-11-21T10:00:00.000Z')
  await w.settle()
  assert.equal((await w.call('livestream.static.get', { staticId: id })).status, 'published')
  assert.equal((await w.emitted()).length, before)
})

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { goLive } from '#test/video/audience.ts'
import { objectOf, world, type Json, type World } from '#test/world/world.ts'

const video = 'https://media.example.com/a.mp4'

/** The objects of a list. */
function list(value: unknown): Json[] {
  assert.ok(Array.isArray(value))
  return value.map(objectOf)
}

async function names(w: World, input: Json, key?: string): Promise<unknown[]> {
  const page = await w.call('livestream.category.all', input, key === undefined ? {} : { key })
  return list(page.items).map((each) => each['name'])
}

test('a category gets a slug and a position, unless the request sets them', async () => {
  await using w = await world()
  const music = await w.call('livestream.category.create', { name: 'Música & Dança' })
  assert.equal(music.slug, 'musica-danca')
  assert.equal(music.position, 0)
  assert.equal(music.status, 'active')
  assert.equal(music.created, true)
  const again = await w.call('livestream.category.create', { name: 'Musica, danca!' })
  assert.equal(again.slug, 'musica-danca-2')
  assert.equal(again.position, 1)
  const first = await w.call('livestream.category.create', { name: 'First', slug: 'no-1', position: 0 })
  assert.equal(first.position, 0)
  assert.deepEqual(await names(w, {}), ['Música & Dança', 'First', 'Musica, danca!'])
  const facts = await w.emitted('livestream.category.created')
  assert.deepEqual(
    facts.map((each) => [each.isPublic, each.subject]),
    [music, again, first].map((each) => [true, each.id]),
  )
})

test('a repeated create with the same reference returns the first category', async () => {
  await using w = await world()
  const sent = { name: 'Talks', clientReference: 'talks' }
  const first = await w.call('livestream.category.create', sent)
  await w.call('livestream.category.create', { name: 'Other' })
  const second = await w.call('livestream.category.create', sent)
  assert.equal(second.id, first.id)
  assert.equal(second.created, false)
  assert.equal(second.position, 0)
})

test('names and slugs are unique, case and accents aside; those of a deleted category are free again', async () => {
  await using w = await world()
  const music = await w.call('livestream.category.create', { name: 'Música' })
  await w.refused('livestream.category.create', { name: ' MUSICA' }, { code: 'conflict', mention: 'duplicate_name' })
  await w.refused(
    'livestream.category.create',
    { name: 'Other', slug: 'musica' },
    { code: 'conflict', mention: 'slug_taken' },
  )
  await w.call('livestream.category.delete', { categoryId: music.id })
  await w.refused('livestream.category.get', { categoryId: music.id }, 'not_found')
  const next = await w.call('livestream.category.create', { name: 'musica' })
  assert.equal(next.slug, 'musica')
})

test('inactive categories are hidden from lists and from the public', async () => {
  await using w = await world()
  const key = await w.key({ kind: 'public', allowedOrigins: ['https://fan.example'] })
  const fan = { key, headers: { origin: 'https://fan.example' } }
  const one = await w.call('livestream.category.create', { name: 'One' })
  const two = await w.call('livestream.category.create', { name: 'Two', isActive: false })
  assert.equal(two.status, 'inactive')
  assert.deepEqual(await names(w, {}), ['One'])
  assert.deepEqual(await names(w, { includeInactive: true }), ['One', 'Two'])
  assert.deepEqual(await names(w, { status: 'inactive' }), ['Two'])
  const seen = await w.call('livestream.category.all', { includeInactive: true }, fan)
  assert.deepEqual(
    list(seen.items).map((each) => each['name']),
    ['One'],
  )
  await w.refused('livestream.category.get', { categoryId: two.id }, { code: 'not_found', ...fan })
  await w.call('livestream.category.update', { categoryId: one.id, isActive: false })
  await w.refused('livestream.category.get', { slug: 'one' }, { code: 'not_found', ...fan })
  const back = await w.call('livestream.category.update', { categoryId: one.id, isActive: true })
  assert.equal(back.status, 'active')
})

test('get finds a category by id, slug and reference, with sub-categories and counts', async () => {
  await using w = await world()
  const { id } = await w.call('livestream.category.create', { name: 'Music', clientReference: 'm' })
  await w.call('livestream.subCategory.create', { categoryId: id, name: 'Jazz' })
  await w.call('livestream.subCategory.create', { categoryId: id, name: 'Rock', position: 0, isActive: false })
  await w.call('livestream.channel.create', { name: 'A channel', categoryId: id })
  await w.call('livestream.static.create', { importMode: 'link', title: 'A video', category: 'music', videoUrl: video })
  for (const by of [{ categoryId: id }, { slug: 'music' }, { clientReference: 'm' }]) {
    const found = await w.call('livestream.category.get', by)
    assert.equal(found.id, id)
    assert.deepEqual([found.subCategoryCount, found.channelCount, found.staticCount], [2, 1, 1], JSON.stringify(found))
    assert.equal(list(found.subCategories).length, 2)
  }
  const page = await w.call('livestream.category.all', { includeSubCategories: true })
  assert.deepEqual(
    list(list(page.items)[0]?.['subCategories']).map((each) => each['name']),
    ['Jazz'],
  )
  await w.refused('livestream.category.get', {}, { code: 'invalid_request', mention: 'slug' })
  await w.refused(
    'livestream.category.get',
    { slug: 'music', categoryId: id },
    { code: 'invalid_request', mention: 'exactlyOne' },
  )
})

test('a category in use is deleted only with a target to move to, and its sub-categories are deleted', async () => {
  await using w = await world()
  const from = await w.call('livestream.category.create', { name: 'From' })
  const to = await w.call('livestream.category.create', { name: 'To' })
  const sub = await w.call('livestream.subCategory.create', { categoryId: from.id, name: 'Part' })
  const channel = await w.call('livestream.channel.create', { name: 'Home', subCategoryId: sub.id })
  const one = await w.call('livestream.static.create', {
    importMode: 'link',
    category: 'from',
    subCategory: 'part',
    videoUrl: video,
  })
  const free = await w.call('livestream.static.create', {
    importMode: 'link',
    category: 'From',
    subCategory: 'Elsewhere',
    videoUrl: video,
  })
  const refused = await w.refused(
    'livestream.category.delete',
    { categoryId: from.id },
    { code: 'conflict', mention: 'in_use' },
  )
  assert.deepEqual(objectOf(refused['details']), { channelCount: 1, staticCount: 2, streamCount: 0 })
  const move = { categoryId: from.id, moveToCategoryId: from.id }
  await w.refused('livestream.category.delete', move, { code: 'invalid_request', mention: 'moveToCategoryId' })
  const gone = await w.call('livestream.category.delete', { ...move, moveToCategoryId: to.id })
  assert.deepEqual([gone.status, gone.movedCount], ['deleted', 3])
  await w.refused('livestream.subCategory.get', { subCategoryId: sub.id }, 'not_found')
  const home = await w.call('livestream.channel.get', { channelId: channel.id })
  assert.deepEqual([home.category, home.categoryId, home.subCategory], ['To', to.id, null])
  const moved = await w.call('livestream.static.get', { staticId: one.id })
  assert.deepEqual([moved.category, moved.categoryId, moved.subCategory], ['To', to.id, null])
  const kept = await w.call('livestream.static.get', { staticId: free.id })
  assert.deepEqual([kept.category, kept.subCategory], ['To', 'Elsewhere'])
  assert.equal((await w.emitted('livestream.subCategory.deleted')).length, 1)
})

test('a renamed category is renamed in the records that keep its name as text', async () => {
  await using w = await world()
  const { id } = await w.call('livestream.category.create', { name: 'Music' })
  const linked = await w.call('livestream.static.create', { importMode: 'link', category: 'MUSIC', videoUrl: video })
  assert.deepEqual([linked.category, linked.categoryId], ['MUSIC', id])
  await w.call('livestream.category.update', { categoryId: id, name: 'Sound' })
  const after = await w.call('livestream.static.get', { staticId: linked.id })
  assert.equal(after.category, 'Sound')
  assert.equal(after.version, 2)
  const found = await w.call('livestream.static.all', { category: 'sound' })
  assert.equal(list(found.items).length, 1)
  assert.equal((await w.emitted('livestream.static.updated')).length, 0)
})

test('a channel linked during the deletion of its category is either refused or moved', async () => {
  await using w = await world()
  const from = await w.call('livestream.category.create', { name: 'From' })
  const to = await w.call('livestream.category.create', { name: 'To' })
  const [made, gone] = await Promise.all([
    w.send('livestream.channel.create', { name: 'Racer', categoryId: from.id }),
    w.send('livestream.category.delete', { categoryId: from.id, moveToCategoryId: to.id }),
  ])
  assert.equal(gone.status, 200, gone.text)
  if (made.status === 200) {
    const page = await w.call('livestream.channel.all', { categoryId: to.id })
    assert.equal(list(page.items).length, 1)
  } else assert.equal(made.status, 400, made.text)
})

test('an account has at most 500 categories; a repeated create at the limit returns the first', async () => {
  await using w = await world()
  const sent = { name: 'Mine', clientReference: 'mine', metadata: { order: '66' } }
  const mine = await w.call('livestream.category.create', sent)
  await w.app.pools.work.query(
    `insert into livestream_category (account_id, id, status, version, created_at, updated_at, metadata,
       name, slug, position, is_active, name_folded, search_text)
     select $1, gen_random_uuid(), 'active', 1, now(), now(), '{}', n, 's' || n, 0, true, n, n
     from (select generate_series(1, 499)::text as n) s`,
    [w.account.account.id],
  )
  const error = await w.refused(
    'livestream.category.create',
    { name: 'One more' },
    { code: 'conflict', mention: 'limit_reached' },
  )
  assert.deepEqual(objectOf(error['details']), { countMax: 500 })
  const again = await w.call('livestream.category.create', sent)
  assert.deepEqual([again.id, again.created], [mine.id, false])
})

test('a name without a visible character is refused', async () => {
  await using w = await world()
  const { id } = await w.call('livestream.category.create', { name: 'Seen' })
  const expected = { code: 'invalid_request', mention: '/name' }
  for (const name of ['   ', '\u00a0', '\u0301']) {
    await w.refused('livestream.category.create', { name }, expected)
    await w.refused('livestream.category.update', { categoryId: id, name }, expected)
    await w.refused('livestream.subCategory.create', { categoryId: id, name }, expected)
  }
})

test('a category counts its live streams; the public counts the public ones', async () => {
  await using w = await world()
  const key = await w.key({ kind: 'public', allowedOrigins: ['https://fan.example'] })
  const fan = { key, headers: { origin: 'https://fan.example' } }
  const { id: categoryId } = await w.call('livestream.category.create', { name: 'Music' })
  const jazz = await w.call('livestream.subCategory.create', { categoryId, name: 'Jazz' })
  const labels = { category: 'Music', subCategory: 'Jazz' }
  const open = await goLive(w, { title: 'Open', ...labels })
  await goLive(w, { title: 'Shut', ...labels, visibility: 'private' })
  await goLive(w, { title: 'Try', category: 'Music', test: true })
  await w.call('livestream.stream.create', { title: 'Idle', ...labels })
  const counts = async (how = {}) => [
    (await w.call('livestream.category.get', { categoryId }, how)).liveNowCount,
    (await w.call('livestream.subCategory.get', { subCategoryId: jazz.id }, how)).liveNowCount,
  ]
  assert.deepEqual(
    [await counts(), await counts(fan)],
    [
      [3, 2],
      [1, 1],
    ],
  )
  await open.end()
  assert.deepEqual(
    [await counts(), await counts(fan)],
    [
      [2, 1],
      [0, 0],
    ],
  )
  const inUse = await w.refused('livestream.category.delete', { categoryId }, { code: 'conflict', mention: 'in_use' })
  assert.ok(!JSON.stringify(inUse).includes('liveNowCount'))
})

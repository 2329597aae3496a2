import assert from 'node:assert/strict'
import { test } from 'node:test'
import { objectOf, world, type World } from '#test/world/world.ts'

const video = 'https://media.example.com/a.mp4'

async function two(w: World) {
  const music = await w.call('livestream.category.create', { name: 'Music' })
  const sport = await w.call('livestream.category.create', { name: 'Sport' })
  return [music, sport] as const
}

test('a sub-category name is unique within its category only', async () => {
  await using w = await world()
  const [music, sport] = await two(w)
  const live = await w.call('livestream.subCategory.create', { categoryId: music.id, name: 'Live' })
  assert.equal(live.categoryName, 'Music')
  assert.equal(live.slug, 'live')
  await w.refused(
    'livestream.subCategory.create',
    { categoryId: music.id, name: 'líve' },
    { code: 'conflict', mention: 'duplicate_name' },
  )
  const other = await w.call('livestream.subCategory.create', { categoryId: sport.id, name: 'Live' })
  assert.equal(other.slug, 'live')
  assert.equal(other.position, 0)
  const page = await w.call('livestream.subCategory.all', { categoryId: sport.id })
  assert.deepEqual(
    page.items.map((each) => each.id),
    [other.id],
  )
})

test('create names the field of a category that does not exist', async () => {
  await using w = await world()
  const other = await w.another()
  const foreign = await w.call('livestream.category.create', { name: 'Theirs' }, { key: other.secretKey })
  const sent = { categoryId: foreign.id, name: 'Mine' } as const
  await w.refused('livestream.subCategory.create', sent, { code: 'invalid_request', mention: '/categoryId' })
})

test('a moved sub-category keeps its channels and videos, and they take its new names', async () => {
  await using w = await world()
  const [music, sport] = await two(w)
  const sub = await w.call('livestream.subCategory.create', { categoryId: music.id, name: 'Live' })
  const home = await w.call('livestream.channel.create', { name: 'Home', category: 'music', subCategory: 'live' })
  const one = await w.call('livestream.static.create', {
    importMode: 'link',
    category: 'Music',
    subCategory: 'live',
    videoUrl: video,
  })
  assert.equal(one.subCategoryId, sub.id)
  const sent = { subCategoryId: sub.id, categoryId: sport.id, name: 'Matches' } as const
  const moved = await w.call('livestream.subCategory.update', sent)
  assert.deepEqual([moved.categoryName, moved.channelCount, moved.staticCount], ['Sport', 1, 1])
  const channel = await w.call('livestream.channel.get', { channelId: home.id })
  assert.deepEqual([channel.category, channel.subCategory], ['Sport', 'Matches'])
  const after = await w.call('livestream.static.get', { staticId: one.id })
  assert.deepEqual([after.category, after.subCategory], ['Sport', 'Matches'])
})

test('a sub-category in use is deleted only with a target to move to, in any category', async () => {
  await using w = await world()
  const [music, sport] = await two(w)
  const from = await w.call('livestream.subCategory.create', { categoryId: music.id, name: 'From' })
  const to = await w.call('livestream.subCategory.create', { categoryId: sport.id, name: 'To' })
  const one = await w.call('livestream.static.create', {
    importMode: 'link',
    category: 'Music',
    subCategory: 'From',
    videoUrl: video,
  })
  const refused = await w.refused(
    'livestream.subCategory.delete',
    { subCategoryId: from.id },
    { code: 'conflict', mention: 'in_use' },
  )
  assert.deepEqual(objectOf(refused['details']), { channelCount: 0, staticCount: 1, streamCount: 0 })
  const sent = { subCategoryId: from.id, moveToSubCategoryId: to.id } as const
  const gone = await w.call('livestream.subCategory.delete', sent)
  assert.equal(gone.movedCount, 1)
  const after = await w.call('livestream.static.get', { staticId: one.id })
  assert.deepEqual([after.category, after.subCategory, after.subCategoryId], ['Sport', 'To', to.id])
})

test('sub-categories of an inactive category are hidden from the public', async () => {
  await using w = await world()
  const key = await w.key({ kind: 'public', allowedOrigins: ['https://fan.example'] })
  const fan = { key, headers: { origin: 'https://fan.example' } }
  const [music] = await two(w)
  const sub = await w.call('livestream.subCategory.create', { categoryId: music.id, name: 'Live' })
  const seen = await w.call('livestream.subCategory.get', { subCategoryId: sub.id }, fan)
  assert.equal(seen.name, 'Live')
  assert.equal(seen.version, undefined)
  await w.call('livestream.category.update', { categoryId: music.id, isActive: false })
  await w.refused('livestream.subCategory.get', { subCategoryId: sub.id }, { code: 'not_found', ...fan })
  const page = await w.call('livestream.subCategory.all', {}, fan)
  assert.deepEqual(page.items, [])
})

test('a category has at most 200 sub-categories', async () => {
  await using w = await world()
  const [music] = await two(w)
  const { rows } = await w.app.pools.work.query(
    'select id from livestream_category where account_id = $1 and name = $2',
    [w.account.account.id, 'Music'],
  )
  await w.app.pools.work.query(
    `insert into livestream_sub_category (account_id, id, status, version, created_at, updated_at, metadata,
       name, slug, position, is_active, name_folded, search_text, category_id)
     select $1, gen_random_uuid(), 'active', 1, now(), now(), '{}', n, 's' || n, 0, true, n, n, $2
     from (select generate_series(1, 200)::text as n) s`,
    [w.account.account.id, rows[0]?.id],
  )
  const sent = { categoryId: music.id, name: 'One more' } as const
  const error = await w.refused('livestream.subCategory.create', sent, { code: 'conflict', mention: 'limit_reached' })
  assert.deepEqual(objectOf(error['details']), { countMax: 200 })
})

import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { test } from 'node:test'
import { readMigrations } from '#platform/db/migrations.ts'
import { objectOf, world, type Input, type Json } from '#test/world/world.ts'

const video = 'https://media.example.com/a.mp4'
const days = 86_400_000

function list(value: unknown): Json[] {
  assert.ok(Array.isArray(value))
  return value.map(objectOf)
}

/** Random handle: handles are unique on the instance, which tests share. */
function handle(): string {
  return `t_${randomBytes(6).toString('hex')}`
}

test('a channel has a page, a language, links and defaults', async () => {
  await using w = await world()
  const sent = {
    name: 'Night Concerts',
    handle: handle(),
    tags: 'Music, live',
    language: 'pt-br',
    links: [
      { label: 'Shop', url: 'https://shop.example' },
      { label: 'Fan club', url: 'https://fans.example' },
    ],
    defaults: { visibility: 'unlisted', isRewardsEnabled: true },
  } as const
  const made = await w.call('livestream.channel.create', sent)
  assert.equal(made.channelUrl, `http://fairground.test/c/${sent.handle}`)
  assert.equal(made.language, 'pt-BR')
  assert.equal(made.visibility, 'public')
  const found = await w.call('livestream.channel.get', { handle: sent.handle })
  assert.deepEqual(found.links, sent.links)
  assert.deepEqual(found.defaults, sent.defaults)
  assert.equal(found.redirectedFrom, undefined)
  const changed = await w.call('livestream.channel.update', {
    channelId: made.id,
    links: [sent.links[1]],
    defaults: {},
  })
  assert.deepEqual([changed.links, changed.defaults], [[sent.links[1]], null])
  const plain = await w.call('livestream.channel.create', { name: 'Plain' })
  assert.equal(plain.language, 'en')
  const tagged = await w.call('livestream.channel.all', { tag: 'LIVE', q: 'conc night' })
  assert.deepEqual(
    list(tagged.items).map((each) => each['id']),
    [made.id],
  )
})

test('handles are derived from the name, numbered when taken, and never shared', async () => {
  await using w = await world()
  const name = `Ünïque ${handle()}`
  const [one, two, three] = await Promise.all([0, 1, 2].map(() => w.call('livestream.channel.create', { name })))
  const handles = [one, two, three].map((each) => String(each?.handle))
  assert.equal(new Set(handles).size, 3, handles.join())
  assert.ok(
    handles.every((each) => /^unique_t_[0-9a-f]{12}(_\d+)?$/.test(each)),
    handles.join(),
  )
  const short = await w.call('livestream.channel.create', { name: '日本' })
  assert.match(String(short.handle), /^channel/)
  const taken = { name: 'Other', handle: handles[0] }
  const other = await w.another()
  await w.refused('livestream.channel.create', taken, {
    code: 'conflict',
    mention: 'handle_taken',
    key: other.secretKey,
  })
  const page = await w.call('livestream.channel.all', {}, { key: other.secretKey })
  assert.deepEqual(page.items, [])
})

test('a channel of a test twin has a handle and a page of its own', async () => {
  await using w = await world()
  const other = await w.another()
  const name = `Twin ${handle()}`
  const live = await w.call('livestream.channel.create', { name })
  const key = other.testSecretKey
  const taken = { name, handle: String(live.handle) }
  await w.refused('livestream.channel.create', taken, { code: 'conflict', mention: 'handle_taken', key })
  const twin = await w.call('livestream.channel.create', { name, description: 'A rehearsal' }, { key })
  assert.notEqual(twin.handle, live.handle)
  await w.refused('livestream.channel.get', { handle: String(live.handle) }, { code: 'not_found', key })
  const page = await w.app.server.inject(new URL(String(twin.channelUrl)).pathname)
  assert.equal(page.statusCode, 200)
  assert.match(page.body, /A rehearsal/)
})

test('handles of the former namespaces become one: that of a test channel gives way', async () => {
  await using w = await world()
  const live = await w.call('livestream.channel.create', { name: `Former ${handle()}` })
  const twin = await w.call('livestream.channel.create', { name: 'Twin' }, { key: w.account.testSecretKey })
  const query = async (text: string) => (await w.app.pools.work.query(text)).rows
  const uuid = `(select c.id from livestream_channel c where c.handle = '${twin.handle}')`
  await query(`update directory_name set kind = 'channel.live' where key = '${live.handle}'`)
  await query(`update directory_name set kind = 'channel.test', key = '${live.handle}' where key = '${twin.handle}'`)
  await query(`update livestream_channel set handle = '${live.handle}' where id = ${uuid}`)
  const file = (await readMigrations()).find(({ name }) => name.endsWith('_directory_name_channel'))
  for (const statement of file?.statements ?? []) await query(statement)
  const found = await w.call('livestream.channel.get', { channelId: twin.id }, { key: w.account.testSecretKey })
  assert.match(String(found.handle), /^former_.*_[0-9a-f]{8}$/)
  for (const each of [live, found]) {
    const page = await w.app.server.inject(`/c/${each.handle}`)
    assert.ok(page.body.includes(`<h1 lang="en">${each.name}</h1>`), page.body)
  }
})

test('concurrent creates with one handle: one succeeds, the others get 409', async () => {
  await using w = await world()
  const chosen = handle()
  const replies = await Promise.all(
    ['A', 'B', 'C', 'D'].map((name) => w.send('livestream.channel.create', { name, handle: chosen })),
  )
  assert.deepEqual(replies.map((each) => each.status).sort(), [200, 409, 409, 409])
})

test('a repeated create with the same reference returns the channel, with a derived or a chosen handle', async () => {
  await using w = await world()
  for (const more of [{}, { handle: handle() }]) {
    const sent = { name: 'Again', clientReference: JSON.stringify(more), ...more } as const
    const [first, second] = await Promise.all([0, 1].map(() => w.call('livestream.channel.create', sent)))
    assert.equal(first?.id, second?.id)
    assert.deepEqual([first?.created, second?.created].sort(), [false, true])
    const third = await w.call('livestream.channel.create', sent)
    assert.deepEqual([third.id, third.handle], [first?.id, first?.handle])
    await w.refused(
      'livestream.channel.create',
      { ...sent, name: 'No' },
      { code: 'conflict', mention: 'client_reference_exists' },
    )
  }
})

test('a former handle redirects for 30 days, then is free', async () => {
  await using w = await world()
  const [left, next] = [handle(), handle()]
  const other = await w.another()
  const { id } = await w.call('livestream.channel.create', { name: 'Mover', handle: left })
  await w.call('livestream.channel.update', { channelId: id, handle: next })
  const found = await w.call('livestream.channel.get', { handle: left })
  assert.deepEqual([found.id, found.handle, found.redirectedFrom], [id, next, left])
  const draft = { name: 'Heir', handle: left }
  await w.refused('livestream.channel.create', draft, {
    code: 'conflict',
    mention: 'handle_taken',
    key: other.secretKey,
  })
  w.clock.advance(30 * days)
  await w.refused('livestream.channel.get', { handle: left }, 'not_found')
  await w.call('livestream.channel.create', draft, { key: other.secretKey })
  const back = { channelId: id, handle: left }
  await w.refused('livestream.channel.update', back, { code: 'conflict', mention: 'handle_taken' })
})

test('delete removes the videos and details of a channel, and reserves its handle for 30 days', async () => {
  await using w = await world()
  const other = await w.another()
  const mine = handle()
  const { id } = await w.call('livestream.channel.create', { name: 'Gone', handle: mine })
  const one = await w.call('livestream.static.create', { importMode: 'link', channelId: id, videoUrl: video })
  const sheet = { targetType: 'static', targetId: one.id, title: 'Words' } as const
  const about = await w.call('livestream.details.create', sheet)
  await w.call('livestream.details.create', { ...sheet, targetType: 'channel', targetId: id })
  const gone = await w.call('livestream.channel.delete', { channelId: id })
  assert.deepEqual(gone, { id, status: 'deleted' })
  await w.refused('livestream.channel.get', { handle: mine }, 'not_found')
  await w.refused('livestream.static.get', { staticId: one.id }, 'not_found')
  await w.refused('livestream.details.get', { detailsId: about.id }, 'not_found')
  assert.equal((await w.emitted('livestream.static.deleted')).length, 1)
  assert.equal((await w.emitted('livestream.details.deleted')).length, 2)
  await w.refused(
    'livestream.static.create',
    { importMode: 'link', channelId: id },
    { code: 'invalid_request', mention: '/channelId' },
  )
  const draft = { name: 'Heir', handle: mine }
  await w.refused('livestream.channel.create', draft, {
    code: 'conflict',
    mention: 'handle_taken',
    key: other.secretKey,
  })
  const own = await w.call('livestream.channel.create', draft)
  assert.equal(own.handle, mine)
})

test('a task deletes the videos of a channel that exceed one transaction', async () => {
  await using w = await world()
  const { id } = await w.call('livestream.channel.create', { name: 'Big' })
  await w.call('livestream.static.create', { importMode: 'link', channelId: id, videoUrl: video })
  await w.app.pools.work.query(
    `insert into livestream_static (account_id, id, status, version, created_at, updated_at, metadata, search_type,
       channel_id, is_rewards_enabled, video_url, visibility, import_mode, allow_download, source,
       tag_list, search_text)
     select account_id, gen_random_uuid(), status, version, created_at, updated_at, metadata, search_type, channel_id,
       is_rewards_enabled, video_url, visibility, import_mode, allow_download, source, tag_list, search_text
     from livestream_static, generate_series(1, 210) where account_id = $1`,
    [w.account.account.id],
  )
  await w.call('livestream.channel.delete', { channelId: id })
  await w.settle()
  const page = await w.call('livestream.static.all', {})
  assert.deepEqual(page.items, [])
  assert.equal((await w.emitted('livestream.static.deleted')).length, 211)
})

test('labels are accepted by id or by name; a sub-category outside the category is refused', async () => {
  await using w = await world()
  const music = await w.call('livestream.category.create', { name: 'Music' })
  const sport = await w.call('livestream.category.create', { name: 'Sport' })
  const jazz = await w.call('livestream.subCategory.create', { categoryId: music.id, name: 'Jazz' })
  for (const category of [music, sport]) {
    await w.call('livestream.subCategory.create', { categoryId: category.id, name: 'Live' })
  }
  const create = (more: Json) => w.call('livestream.channel.create', { name: 'A', ...more })
  const labels = (record: Json) => [record['category'], record['subCategory']]
  const made = await create({ subCategory: 'JAZZ' })
  assert.deepEqual(labels(made), ['Music', 'Jazz'])
  assert.deepEqual(labels(await create({ category: 'sport', subCategory: 'live' })), ['Sport', 'Live'])
  assert.deepEqual(labels(await create({ categoryId: music.id, subCategoryId: jazz.id })), ['Music', 'Jazz'])
  const update = (more: Json) => w.call('livestream.channel.update', { channelId: made.id, ...more })
  assert.deepEqual(labels(await update({ category: 'Sport' })), ['Sport', null])
  assert.deepEqual(labels(await update({ subCategoryId: jazz.id })), ['Music', 'Jazz'])
  assert.deepEqual(labels(await update({ name: 'B' })), ['Music', 'Jazz'])
  assert.deepEqual(labels(await update({ subCategory: null })), ['Music', null])
  assert.deepEqual(labels(await update({ categoryId: null })), [null, null])
  const refuse = (more: Json, path: string) =>
    w.refused('livestream.channel.create', { name: 'B', ...more }, { code: 'invalid_request', mention: path })
  await refuse({ category: 'Nowhere' }, '/category')
  await refuse({ subCategory: 'live' }, 'names several')
  await refuse({ category: 'Sport', subCategoryId: jazz.id }, 'belongs to another category')
  await refuse({ category: 'Sport', categoryId: sport.id }, 'exactlyOne')
  await w.call('livestream.category.delete', { categoryId: sport.id, moveToCategoryId: music.id })
  await refuse({ categoryId: sport.id }, '/categoryId')
})

test('the public sees channels that are not private, and their public videos', async () => {
  await using w = await world()
  const key = await w.key({ kind: 'public', allowedOrigins: ['https://fan.example'] })
  const fan = { key, headers: { origin: 'https://fan.example' } }
  const make = async (visibility: Input<'livestream.channel.create'>['visibility'] & string) => {
    const { id } = await w.call('livestream.channel.create', { name: visibility, visibility })
    return String(id)
  }
  const [open, hidden, shut] = [await make('public'), await make('unlisted'), await make('private')]
  await w.call('livestream.static.create', { importMode: 'link', channelId: open, title: 'Seen', videoUrl: video })
  await w.call('livestream.static.create', {
    importMode: 'link',
    channelId: open,
    title: 'Unseen',
    videoUrl: video,
    visibility: 'private',
  })
  const page = await w.call('livestream.channel.all', {}, fan)
  assert.deepEqual(
    list(page.items).map((each) => each['id']),
    [open],
  )
  const seen = await w.call('livestream.channel.get', { channelId: open }, fan)
  assert.deepEqual(
    list(seen.recentStatics).map((each) => each['title']),
    ['Seen'],
  )
  assert.equal(seen.defaults, undefined)
  await w.call('livestream.channel.get', { channelId: hidden }, fan)
  await w.refused('livestream.channel.get', { channelId: shut }, { code: 'not_found', ...fan })
  const own = await w.call('livestream.channel.get', { channelId: open })
  assert.equal(list(own.recentStatics).length, 2)
})

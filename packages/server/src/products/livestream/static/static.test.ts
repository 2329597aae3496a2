import assert from 'node:assert/strict'
import { test } from 'node:test'
import { objectOf, world, type Json, type World } from '#test/world/world.ts'

const video = 'https://media.example.com/a.mp4'

function list(value: unknown): Json[] {
  assert.ok(Array.isArray(value))
  return value.map(objectOf)
}

async function statusOf(w: World, staticId: string): Promise<unknown> {
  return (await w.call('livestream.static.get', { staticId })).status
}

async function fanOf(w: World) {
  const key = await w.key({ kind: 'public', allowedOrigins: ['https://fan.example'] })
  return { key, headers: { origin: 'https://fan.example' } }
}

test('a video is a draft without media, published with media, and scheduled with a schedule ahead', async () => {
  await using w = await world()
  const draft = await w.call('livestream.static.create', { importMode: 'link', title: 'Empty' })
  assert.deepEqual([draft.status, draft.searchType, draft.source], ['draft', 'upload', 'upload'])
  assert.equal(draft.created, true)
  const open = await w.call('livestream.static.create', { importMode: 'link', searchType: '', videoUrl: video })
  assert.deepEqual([open.status, open.searchType, open.source], ['published', 'upload', 'import'])
  assert.equal(open.publishedAt, '2026-11-21T09:00:00.000Z')
  const schedule = { scheduleDate: '2026-11-21', scheduleTime: '10:00:00' } as const
  const waiting = await w.call('livestream.static.create', { importMode: 'link', videoUrl: video, ...schedule })
  assert.deepEqual([waiting.status, waiting.scheduledAt], ['scheduled', '2026-11-21T10:00:00.000Z'])
  const late = await w.call('livestream.static.create', {
    importMode: 'link',
    videoUrl: video,
    ...schedule,
    scheduleDate: '2026-11-20',
  })
  assert.equal(late.status, 'published')
  const idle = await w.call('livestream.static.create', schedule)
  assert.equal(idle.status, 'draft')
  const filled = await w.call('livestream.static.create', { importMode: 'link', staticId: idle.id, videoUrl: video })
  assert.deepEqual([filled.status, filled.created], ['scheduled', false])
})

test('a scheduled video is published at its latest schedule, with a fact', async () => {
  await using w = await world()
  const schedule = { importMode: 'link', videoUrl: video, scheduleDate: '2026-11-21', scheduleTime: '10:00' } as const
  const one = await w.call('livestream.static.create', schedule)
  const two = await w.call('livestream.static.create', schedule)
  await w.call('livestream.static.create', { importMode: 'link', staticId: two.id, scheduleTime: '11:00' })
  w.clock.set('2026-11-21T09:59:59.000Z')
  await w.settle()
  assert.equal(await statusOf(w, one.id), 'scheduled')
  w.clock.set('2026-11-21T10:00:00.000Z')
  await w.settle()
  assert.equal(await statusOf(w, one.id), 'published')
  assert.equal(await statusOf(w, two.id), 'scheduled')
  w.clock.set('2026-11-21T11:00:00.000Z')
  await w.settle()
  assert.equal(await statusOf(w, two.id), 'published')
  const facts = await w.emitted('livestream.static.published')
  assert.deepEqual(
    facts.map((each) => [each.subject, each.isPublic]),
    [
      [one.id, true],
      [two.id, true],
    ],
  )
})

test('Update Create creates a video by a new reference and silently updates it by a known one', async () => {
  await using w = await world()
  const first = await w.call('livestream.static.create', {
    importMode: 'link',
    clientReference: 'v1',
    title: 'One',
    videoUrl: video,
  })
  const second = await w.call('livestream.static.create', {
    importMode: 'link',
    clientReference: 'v1',
    title: 'Two',
    description: null,
  })
  assert.deepEqual([second.id, second.created, second.title], [first.id, false, 'Two'])
  assert.equal(second.videoUrl, video)
  const third = await w.call('livestream.static.create', {
    importMode: 'link',
    staticId: first.id,
    metadata: { a: 'b' },
    ifVersion: 2,
  })
  assert.deepEqual([third.metadata, third.version], [{ a: 'b' }, 3])
  await w.refused(
    'livestream.static.create',
    { staticId: first.id, title: 'X', ifVersion: 2 },
    { code: 'conflict', mention: 'version_mismatch' },
  )
  assert.deepEqual(
    (await w.emitted()).filter((each) => each.subject === first.id).map((each) => each.name),
    ['livestream.static.created', 'livestream.static.published'],
  )
  const other = await w.another()
  const foreign = await w.call(
    'livestream.static.create',
    { importMode: 'link', title: 'Theirs' },
    { key: other.secretKey },
  )
  await w.refused('livestream.static.create', { importMode: 'link', staticId: foreign.id, title: 'Mine' }, 'not_found')
  const both = {
    clientReference: 'v1',
    staticId: (await w.call('livestream.static.create', { importMode: 'link' })).id,
  }
  await w.refused('livestream.static.create', both, { code: 'conflict', mention: 'client_reference_exists' })
  const { id: nameless } = await w.call('livestream.static.create', { importMode: 'link' })
  const late = { staticId: nameless, clientReference: 'v2' }
  await w.refused('livestream.static.create', late, { code: 'invalid_request', mention: '/clientReference' })
  const own = { staticId: first.id, clientReference: 'v1', title: 'Named twice' }
  assert.equal((await w.call('livestream.static.create', own)).title, own.title)
  const fresh = { clientReference: 'v3', ifVersion: 1 }
  await w.refused('livestream.static.create', fresh, { code: 'invalid_request', mention: '/ifVersion' })
  assert.deepEqual(list((await w.call('livestream.static.all', { clientReference: 'v3' })).items), [])
  const sent = ['A', 'B', 'C'].map((title) =>
    w.call('livestream.static.create', { importMode: 'link', clientReference: 'race', title }),
  )
  const raced = await Promise.all(sent)
  assert.equal(new Set(raced.map((each) => each.id)).size, 1)
  assert.equal(raced.filter((each) => each.created === true).length, 1)
})

test('a title without a visible character is refused', async () => {
  await using w = await world()
  for (const title of ['   ', '\u200b']) {
    await w.refused(
      'livestream.static.create',
      { importMode: 'link', title },
      { code: 'invalid_request', mention: '/title' },
    )
    await w.refused('livestream.channel.create', { name: title }, { code: 'invalid_request', mention: '/name' })
  }
})

test('a new video gets the defaults of its channel', async () => {
  await using w = await world()
  const defaults = { visibility: 'unlisted', isRewardsEnabled: true } as const
  const home = await w.call('livestream.channel.create', { name: 'Home', visibility: 'private', defaults })
  const plain = await w.call('livestream.channel.create', { name: 'Plain', visibility: 'private' })
  const make = async (more: Json) => {
    const made = await w.call('livestream.static.create', { importMode: 'link', videoUrl: video, ...more })
    return [made.visibility, made.isRewardsEnabled]
  }
  assert.deepEqual(await make({ channelId: home.id }), ['unlisted', true])
  assert.deepEqual(await make({ channelId: home.id, visibility: 'public', isRewardsEnabled: false }), ['public', false])
  assert.deepEqual(await make({ channelId: plain.id }), ['private', false])
  const giving = await w.call('livestream.channel.create', { name: 'Giving', isRewardsEnabled: true })
  assert.deepEqual(await make({ channelId: giving.id }), ['public', true])
  assert.deepEqual(await make({ channelId: giving.id, isRewardsEnabled: false }), ['public', false])
  await w.call('livestream.channel.update', { channelId: giving.id, defaults: { isRewardsEnabled: false } })
  assert.deepEqual(await make({ channelId: giving.id }), ['public', false])
  const { isRewardsEnabled } = await w.call('livestream.stream.create', { title: 'Talk', channelId: giving.id })
  assert.equal(isRewardsEnabled, false)
  await w.call('livestream.channel.update', { channelId: giving.id, defaults: {} })
  const live = await w.call('livestream.stream.create', { title: 'Concert', channelId: giving.id })
  assert.equal(live.isRewardsEnabled, true)
  assert.deepEqual(await make({}), ['public', false])
  const loose = await w.call('livestream.static.create', { importMode: 'link', videoUrl: video })
  const moved = await w.call('livestream.static.create', {
    importMode: 'link',
    staticId: loose.id,
    channelId: home.id,
  })
  assert.equal(moved.visibility, 'public')
})

test('category names are stored as sent, linked when they match, and never refused', async () => {
  await using w = await world()
  const { id } = await w.call('livestream.category.create', { name: 'Música' })
  const sub = await w.call('livestream.subCategory.create', { categoryId: id, name: 'Jazz' })
  const one = await w.call('livestream.static.create', { importMode: 'link', category: 'MUSICA', subCategory: 'jazz' })
  assert.deepEqual([one.category, one.categoryId, one.subCategoryId], ['MUSICA', id, sub.id])
  const two = await w.call('livestream.static.create', { importMode: 'link', category: 'Nowhere', subCategory: 'Jazz' })
  assert.deepEqual([two.category, two.categoryId, two.subCategoryId], ['Nowhere', null, null])
  const changed = await w.call('livestream.static.create', {
    importMode: 'link',
    staticId: one.id,
    category: 'Else',
  })
  assert.deepEqual([changed.categoryId, changed.subCategory, changed.subCategoryId], [null, 'jazz', null])
})

test('a public caller needs the password, and no response, fact or audit row holds its hash', async () => {
  await using w = await world()
  const fan = await fanOf(w)
  const gated = { visibility: 'password', videoUrl: video, title: 'Secret' } as const
  await w.refused('livestream.static.create', gated, { code: 'invalid_request', mention: '/password' })
  await w.refused(
    'livestream.static.create',
    { ...gated, password: 'abc' },
    { code: 'invalid_request', mention: '/password' },
  )
  const made = await w.call('livestream.static.create', { importMode: 'link', ...gated, password: 'abcd' })
  assert.equal(made.hasPassword, true)
  assert.ok(!JSON.stringify(made).includes('argon2id'))
  assert.ok(!JSON.stringify(await w.emitted()).includes('argon2id'))
  const seen = await w.call('livestream.static.get', { staticId: made.id }, fan)
  assert.deepEqual(
    [seen.title, seen.playback, objectOf(seen)['access']],
    ['Secret', null, { required: 'password', ticketUrl: null, ticketPrice: null }],
  )
  const { rows } = await w.app.pools.work.query('select changes from account_audit where target = $1', [made.id])
  assert.ok(!JSON.stringify(rows).includes('argon2id'))
})

test('a public key lists only published public videos', async () => {
  await using w = await world()
  const fan = await fanOf(w)
  const hidden = await w.call('livestream.static.create', {
    importMode: 'link',
    videoUrl: video,
    visibility: 'unlisted',
    title: 'B',
  })
  await w.call('livestream.static.create', { importMode: 'link', videoUrl: video, title: 'A', tags: 'Live' })
  await w.call('livestream.static.create', { importMode: 'link', title: 'Draft' })
  const page = await w.call('livestream.static.all', {}, fan)
  assert.deepEqual(
    list(page.items).map((each) => each['title']),
    ['A'],
  )
  const { playback } = await w.call('livestream.static.get', { staticId: hidden.id }, fan)
  assert.equal(Object(playback).videoUrl, video)
})

test('lists are filtered by fields of videos', async () => {
  await using w = await world()
  const home = await w.call('livestream.channel.create', { name: 'Home' })
  const one = {
    title: 'Ünder the sky',
    tags: 'Live, outdoor',
    channelId: home.id,
    videoUrl: video,
    searchType: 'show',
  }
  await w.call('livestream.static.create', { importMode: 'link', ...one, category: 'Fest', isRewardsEnabled: true })
  await w.call('livestream.static.create', {
    importMode: 'link',
    title: 'Other',
    scheduleDate: '2026-12-01',
    videoUrl: video,
  })
  const found = async (filter: Json) =>
    list((await w.call('livestream.static.all', filter)).items).map((each) => each['title'])
  for (const filter of [
    { q: 'sky und' },
    { tag: 'live' },
    { channelId: home.id },
    { searchType: 'show' },
    { category: 'FEST' },
    { isRewardsEnabled: true },
    { status: 'published', source: 'import' },
  ]) {
    assert.deepEqual(await found(filter), ['Ünder the sky'], JSON.stringify(filter))
  }
  assert.deepEqual(await found({ scheduledAfter: '2026-11-30T00:00:00Z', scheduledBefore: '2026-12-02T00:00:00Z' }), [
    'Other',
  ])
  assert.deepEqual(await found({ q: '50% _' }), [])
})

test('a video is archived by an action or when it expires', async () => {
  await using w = await world()
  const one = await w.call('livestream.static.create', { importMode: 'link', videoUrl: video })
  const gone = await w.call('livestream.static.create', { importMode: 'link', staticId: one.id, action: 'archive' })
  assert.equal(gone.status, 'archived')
  await w.refused(
    'livestream.static.create',
    { staticId: one.id, action: 'archive' },
    { code: 'conflict', mention: 'invalid_transition' },
  )
  await w.refused(
    'livestream.static.create',
    { videoUrl: video, action: 'archive' },
    { code: 'invalid_request', mention: '/action' },
  )
  const past = { videoUrl: video, expiresAt: '2026-11-21T08:00:00Z' }
  await w.refused('livestream.static.create', past, { code: 'invalid_request', mention: '/expiresAt' })
  const two = await w.call('livestream.static.create', {
    importMode: 'link',
    ...past,
    expiresAt: '2026-11-21T10:00:00Z',
  })
  w.clock.set('2026-11-21T10:00:00.000Z')
  await w.settle()
  assert.equal(await statusOf(w, two.id), 'archived')
  assert.equal((await w.emitted('livestream.static.archived')).length, 1)
})

test('the details of a deleted video are deleted', async () => {
  await using w = await world()
  const one = await w.call('livestream.static.create', { importMode: 'link', videoUrl: video })
  const sheet = { targetType: 'static', targetId: one.id, locale: 'de', title: 'Titel' } as const
  const about = await w.call('livestream.details.create', sheet)
  const found = await w.call('livestream.static.get', { staticId: one.id, locale: 'de-AT' })
  assert.equal(objectOf(found.details)['title'], 'Titel')
  assert.equal((await w.call('livestream.static.get', { staticId: one.id, locale: 'fr' })).details, null)
  await w.call('livestream.static.delete', { staticId: one.id })
  await w.refused('livestream.details.get', { detailsId: about.id }, 'not_found')
  await w.refused('livestream.static.delete', { staticId: one.id }, 'not_found')
})

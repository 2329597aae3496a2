import assert from 'node:assert/strict'
import { test } from 'node:test'
import { streamStatus } from '#test/video/streamStatus.ts'
import { goLive, watches } from '#test/video/audience.ts'
import { objectOf, world, type Json, type World } from '#test/world/world.ts'

const all = 'livestream.stream.all'
const create = 'livestream.stream.create'
const update = 'livestream.stream.update'
const soon = { scheduleDate: '2026-11-21', scheduleTime: '20:00:00' }

/** The same world with the key of another account. */
function as(w: World, key: string): World {
  return { ...w, call: (id, input, how) => w.call(id, input, { key, ...how }) }
}

async function found(w: World, input: Json = {}): Promise<Json[]> {
  return (await w.call(all, { scope: 'discover', sort: 'createdAt', ...input })).items
}

const titles = (cards: Json[]) => cards.map(({ title }) => title)
const watched = (cards: Json[]) => cards.map(({ title, viewers }) => `${title} ${viewers}`)

test('discover lists live and scheduled streams of all live accounts, and follows every change', async () => {
  await using w = await world()
  const other = as(w, (await w.another('streamer')).secretKey)
  const music = await w.call('livestream.category.create', { name: 'Music' })
  const mine = await goLive(w, { title: 'A mine', category: 'music' })
  w.clock.advance(1000)
  const theirs = await other.call(create, { title: 'B theirs', ...soon })
  await w.call(create, { title: 'C idle' })
  await goLive(w, { title: 'D unlisted', visibility: 'unlisted' })
  await goLive(w, { title: 'E try', test: true })
  await goLive(as(w, w.account.testSecretKey), { title: 'F twin' })
  await w.settle()
  const [live, coming, ...more] = await found(w)
  assert.deepEqual(titles(more), [])
  assert.deepEqual([live?.['title'], live?.['isLive'], live?.['viewers']], ['A mine', true, 0])
  assert.deepEqual([coming?.['title'], coming?.['isLive'], coming?.['viewers']], ['B theirs', false, null])
  assert.equal(coming?.['scheduledAt'], '2026-11-21T20:00:00.000Z')
  const seen = await w.call('livestream.stream.get', { streamId: mine.streamId })
  assert.deepEqual(live?.['playback'], seen.playback)
  const home = await w.call('livestream.channel.get', { channelId: seen.channelId })
  assert.deepEqual(live?.['channel'], {
    name: home.name,
    handle: home.handle,
    avatarUrl: null,
    channelUrl: home.channelUrl,
  })

  await w.call('livestream.category.update', { categoryId: music.id, name: 'Sound' })
  await w.call('livestream.channel.update', { channelId: home.id, name: 'The other room' })
  await other.call(update, { streamId: theirs.id, title: 'Z theirs' })
  await w.settle()
  const [changed, moved] = await found(w)
  assert.deepEqual([changed?.['category'], moved?.['title']], ['Sound', 'Z theirs'])
  assert.equal(objectOf(changed?.['channel'])['name'], 'The other room')
  assert.deepEqual(titles(await found(w, { category: 'SOUND' })), ['A mine'])

  await w.call('livestream.channel.update', { channelId: home.id, visibility: 'unlisted' })
  await other.call(update, { streamId: theirs.id, scheduleDate: null })
  await w.settle()
  assert.deepEqual(await found(w), [])
  await w.call('livestream.channel.update', { channelId: home.id, visibility: 'public' })
  await w.settle()
  assert.deepEqual(titles(await found(w)), ['A mine'])
  await mine.end()
  await w.settle()
  assert.deepEqual(await found(w), [])
})

test('a stream that was live before its schedule is listed again; deleted and suspended ones are not', async () => {
  await using w = await world()
  const other = await w.another('streamer')
  const early = await goLive(w, { title: 'Rehearsed', ...soon })
  const gone = await goLive(w, { title: 'Gone' })
  await as(w, other.secretKey).call(create, { title: 'Suspended', ...soon })
  await early.end()
  await w.call('livestream.stream.delete', { streamId: gone.streamId, endLive: true })
  w.clock.advance(3_000)
  await w.settle()
  assert.deepEqual(titles(await found(w)).toSorted(), ['Rehearsed', 'Suspended'])
  await w.app.pools.work.query('update account_account set is_suspended = true where account_id = $1', [
    other.account.id,
  ])
  w.app.keyring.evict(other.account.id)
  assert.deepEqual(titles(await found(w)), ['Rehearsed'])
})

test('live streams sort by viewers, in the own list and across accounts, within ten seconds', async () => {
  await using w = await world()
  const first = await w.call('livestream.channel.create', { name: 'First stage' })
  w.clock.advance(1000)
  const home = await w.call('livestream.channel.create', { name: 'Second stage' })
  const few = await goLive(w, { title: 'Few' })
  const many = await goLive(w, { title: 'Many', channelId: home.id })
  const hidden = await goLive(w, { title: 'Hidden', hideViewerCount: true })
  await goLive(w, { title: 'None' })
  await w.call(create, { title: 'Idle' })
  await w.settle()
  const audience = [few, many, many, hidden, hidden, hidden].map(({ playbackId }) => watches(w, playbackId))
  for (const each of audience) await each.beat()
  w.clock.advance(5_000)
  await w.settle()
  const mine = (await w.call(all, { isLive: true, sort: '-viewers' })).items
  assert.deepEqual(watched(mine), ['Hidden 3', 'Many 2', 'Few 1', 'None 0'])
  const every = titles((await w.call(all, { sort: '-viewers' })).items)
  assert.deepEqual(
    [every.slice(0, 3), every.slice(3).toSorted()],
    [
      ['Hidden', 'Many', 'Few'],
      ['Idle', 'None'],
    ],
  )
  assert.deepEqual(titles(await found(w, { sort: '-viewers' })).slice(0, 2), ['Many', 'Few'])
  const stages = await w.call('livestream.channel.all', { sort: 'viewers' })
  assert.deepEqual(
    stages.items.map(({ name }) => name),
    ['Second stage', 'First stage'],
  )
  const theirs = await found(w, { isLive: true, sort: '-viewers' })
  assert.deepEqual(watched(theirs).slice(0, 2), ['Many 2', 'Few 1'])
  assert.equal(theirs.find(({ title }) => title === 'Hidden')?.['viewers'], null)
  assert.equal((await streamStatus(w, many.streamId)).viewers, 2)
  const key = await w.key({ kind: 'public', allowedOrigins: ['https://fan.example'] })
  const fan = { key, headers: { origin: 'https://fan.example' } }
  const byFan = (await w.call(all, { isLive: true, sort: '-viewers' }, fan)).items
  assert.deepEqual(titles(byFan).slice(0, 2), ['Many', 'Few'])
  const [one, two] = [first.id, home.id]
  for (const [scope, how, expected] of [
    ['mine', {}, [one, two]],
    ['mine', fan, [two, one]],
    ['discover', {}, [two, one]],
  ] as const) {
    const page = await w.call('livestream.channel.all', { scope, isLive: true, sort: '-viewers' }, how)
    const items = page.items
    assert.deepEqual(
      items.map(({ id }) => id),
      expected,
      scope,
    )
    const stage = items.find(({ id }) => id === two)
    assert.deepEqual([stage?.isLive, stage?.liveStreamId], [true, many.streamId], scope)
  }
  await many.end()
  await w.settle()
  w.clock.advance(5_000)
  await w.settle()
  assert.equal((await found(w, { isLive: true, sort: '-viewers' })).length, 3)
  const idle = await w.call('livestream.channel.all', { scope: 'discover', isLive: false })
  assert.deepEqual(
    idle.items.map(({ name }) => name),
    ['Second stage'],
  )
  for (const scope of ['mine', 'discover']) {
    const code = 'invalid_request'
    await w.refused(all, { scope, sort: 'createdAt,viewers', isLive: true }, { code, mention: '/sort' })
  }
})

test('lists by schedule end with streams without one, and discover pages in every order', async () => {
  await using w = await world()
  for (const [title, hour] of [
    ['late', 22],
    ['early', 19],
    ['middle', 20],
  ] as const) {
    await w.call(create, { title, scheduleDate: '2026-11-21', scheduleTime: `${hour}:00:00` })
  }
  await w.call(create, { title: 'never' })
  await goLive(w, { title: 'now' })
  const own = await w.call(all, { sort: 'scheduledAt' })
  assert.deepEqual(titles(own.items).slice(0, 3), ['early', 'middle', 'late'])
  await w.settle()
  assert.deepEqual(titles(await found(w, { sort: 'scheduledAt' })), ['early', 'middle', 'late', 'now'])
  const after = { scheduledAfter: '2026-11-21T20:00:00Z', sort: '-scheduledAt' }
  assert.deepEqual(titles(await found(w, after)), ['late', 'middle'])
  for (const sort of ['createdAt', '-createdAt', 'scheduledAt', '-scheduledAt']) {
    const seen: unknown[] = []
    let cursor: string | undefined
    do {
      const input = { scope: 'discover', sort, limit: 1, ...(cursor === undefined ? {} : { cursor }) } as const
      const page = await w.call(all, input)
      seen.push(...titles(page.items))
      cursor = page.pagination.nextCursor ?? undefined
    } while (cursor !== undefined)
    assert.equal(new Set(seen).size, 4, `${sort}: ${seen.join()}`)
    assert.equal(seen.length, 4)
  }
  const counted = await w.call(all, { scope: 'discover', limit: 1, offset: 3, withTotal: 'true' })
  assert.equal(counted.pagination.total, 4)
})

test('streams are found by word, tag, category and language of their channel; other filters are refused', async () => {
  await using w = await world()
  const german = await w.call('livestream.channel.create', { name: 'Hafenbühne', language: 'de-AT' })
  const jazz = { title: 'Late set', tags: 'Jazz, live', category: 'Músic', subCategory: 'Club', ...soon }
  await w.call(create, { ...jazz, channelId: german.id })
  const english = await w.call('livestream.channel.create', { name: 'Docks' })
  await w.call(create, { title: 'Morning talk', category: 'Talk', channelId: english.id, ...soon })
  await w.settle()
  const filters: Json[] = [{ q: 'LATE set' }, { tag: 'jazz' }, { category: 'music' }, { language: 'de-at' }]
  for (const filter of filters) {
    for (const scope of ['mine', 'discover'] as const) {
      const page = await w.call(all, { scope, ...filter })
      assert.deepEqual(titles(page.items), ['Late set'], `${scope} ${JSON.stringify(filter)}`)
    }
  }
  assert.deepEqual(titles(await found(w, { q: 'hafenbuhne' })), ['Late set'])
  assert.deepEqual(titles((await w.call(all, { subCategory: 'CLUB' })).items), ['Late set'])
  const label = await w.call('livestream.category.create', { name: 'Later' })
  const foreign = { categoryId: label.id, channelId: german.id, visibility: 'public', status: 'live' }
  for (const [name, value] of Object.entries(foreign)) {
    const expected = { code: 'invalid_request', mention: `/${name}` }
    await w.refused(all, { scope: 'discover', [name]: value }, expected)
  }
})

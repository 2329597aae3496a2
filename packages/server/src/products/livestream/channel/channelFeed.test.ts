import assert from 'node:assert/strict'
import { test } from 'node:test'
import { objectOf, world, type Json, type World } from '#test/world/world.ts'

type How = { key?: string }

async function discovered(w: World, input: Json = {}, how: How = {}): Promise<Json[]> {
  const page = await w.call('livestream.channel.all', { scope: 'discover', sort: 'name', ...input }, how)
  assert.ok(Array.isArray(page.items))
  return page.items.map(objectOf)
}

const namesOf = (cards: Json[]) => cards.map((card) => card['name'])

test('discover lists public channels of all live accounts, and follows every change', async () => {
  await using w = await world()
  const other = await w.another('streamer')
  const music = await w.call('livestream.category.create', { name: 'Music' })
  const mine = await w.call('livestream.channel.create', { name: 'A mine', categoryId: music.id, tags: 'live' })
  const theirs = await w.call(
    'livestream.channel.create',
    { name: 'B theirs', language: 'de' },
    { key: other.secretKey },
  )
  await w.call('livestream.channel.create', { name: 'C hidden', visibility: 'unlisted' })
  await w.call('livestream.channel.create', { name: 'D test' }, { key: w.account.testSecretKey })
  await w.settle()
  const cards = await discovered(w)
  assert.deepEqual(namesOf(cards), ['A mine', 'B theirs'])
  assert.equal(cards[0]?.['channelUrl'], mine.channelUrl)
  assert.deepEqual([cards[0]?.['category'], cards[0]?.['version']], ['Music', undefined])
  for (const language of ['de', 'DE']) assert.deepEqual(namesOf(await discovered(w, { language })), ['B theirs'])
  assert.deepEqual(namesOf(await discovered(w, { q: 'MINE' })), ['A mine'])
  assert.deepEqual(namesOf(await discovered(w, { tag: 'Live' })), ['A mine'])
  assert.deepEqual(namesOf(await discovered(w, { sort: '-name' }, { key: other.secretKey })), ['B theirs', 'A mine'])
  await w.call('livestream.category.update', { categoryId: music.id, name: 'Sound' })
  await w.call('livestream.channel.update', { channelId: theirs.id, name: 'Z theirs' }, { key: other.secretKey })
  await w.settle()
  const after = await discovered(w)
  assert.deepEqual([after[0]?.['category'], after[1]?.['name']], ['Sound', 'Z theirs'])
  await w.call('livestream.channel.update', { channelId: theirs.id, visibility: 'private' }, { key: other.secretKey })
  await w.call('livestream.channel.delete', { channelId: mine.id })
  await w.settle()
  assert.deepEqual(await discovered(w), [])
})

test('discover pages to the end by offset and by cursor, and counts with `withTotal`', async () => {
  await using w = await world()
  for (const name of ['one', 'two', 'three', 'four', 'five']) await w.call('livestream.channel.create', { name })
  await w.settle()
  for (const sort of ['name', '-name', 'createdAt', '-createdAt']) {
    const seen: unknown[] = []
    let cursor: string | undefined
    do {
      const input = { scope: 'discover', sort, limit: 2, ...(cursor === undefined ? {} : { cursor }) } as const
      const page = await w.call('livestream.channel.all', input)
      seen.push(...page.items.map((each) => each.name))
      cursor = page.pagination.nextCursor ?? undefined
    } while (cursor !== undefined)
    assert.equal(new Set(seen).size, 5, `${sort}: ${seen.join()}`)
    assert.equal(seen.length, 5)
  }
  const counted = await w.call('livestream.channel.all', {
    scope: 'discover',
    sort: 'name',
    limit: 2,
    offset: 4,
    withTotal: 'true',
  })
  const { total, hasMore, offset } = counted.pagination
  assert.deepEqual([total, hasMore, offset], [5, false, 4])
  const sort = { scope: 'discover', sort: 'updatedAt' }
  await w.refused('livestream.channel.all', sort, { code: 'invalid_request', mention: '/sort' })
})

test('discover refuses filters that it lacks, and finds languages in any spelling', async () => {
  await using w = await world()
  const music = await w.call('livestream.category.create', { name: 'Music' })
  await w.call('livestream.channel.create', { name: 'One', language: 'de-de' })
  await w.settle()
  for (const scope of ['mine', 'discover'] as const) {
    const page = await w.call('livestream.channel.all', { scope, language: 'DE-de' })
    assert.equal(page.items.length, 1, scope)
  }
  const foreign = {
    categoryId: music.id,
    subCategoryId: `sub_${String(music.id).slice(4)}`,
    visibility: 'public',
    status: 'active',
    clientReference: 'x',
    accountId: w.account.account.publicId,
  }
  for (const [name, value] of Object.entries(foreign)) {
    const expected = { code: 'invalid_request', mention: `/${name}` }
    await w.refused('livestream.channel.all', { scope: 'discover', [name]: value }, expected)
  }
})

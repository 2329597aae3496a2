import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { world, type World } from '#test/world/world.ts'

describe('records of all nouns', { concurrency: 4 }, () => {
  let w: World
  const places: { id: string; name: string }[] = []
  before(async () => {
    w = await world()
    const example = await w.example('places.place.create')
    for (const name of [
      'Old harbour',
      'Harbour Hall',
      'Lighthouse',
      'harbour 1',
      'Harbour 2',
      'Harbour 3',
      'Harbour 4',
    ]) {
      const clientReference = name === 'Lighthouse' ? 'HARBOUR' : name
      places.push(await w.call('places.place.create', { ...example, name, clientReference, duplicateCheck: 'off' }))
    }
    await w.call('livestream.channel.create', {
      ...(await w.example('livestream.channel.create')),
      name: 'Harbour live',
    })
  })
  after(() => w[Symbol.asyncDispose]())

  const titles = async (q: string, more: { kind?: string; limit?: number; key?: string } = {}) => {
    const { key, ...input } = more
    const { items } = await w.call('account.record.search', { q, ...input }, key === undefined ? {} : { key })
    return items.map(({ title }) => title)
  }
  const idOf = (name: string) => String(places.find((each) => each.name === name)?.id)

  test('a search returns a reference first, then titles that begin with the words, five of a noun', async () => {
    assert.deepEqual(await titles('HARBOUR'), [
      'Lighthouse',
      'Harbour live',
      'Harbour 4',
      'Harbour 3',
      'Harbour 2',
      'harbour 1',
      'Harbour Hall',
    ])
    assert.deepEqual(await titles('HARBOUR', { limit: 2 }), ['Lighthouse', 'Harbour live'])
    assert.ok((await titles('harbour', { kind: 'places.place' })).includes('Old harbour'))
    assert.deepEqual(await titles('harbour old'), ['Old harbour'])
  })

  test('a search for an id returns that record, for a text without letters nothing', async () => {
    assert.deepEqual(await titles(` ${idOf('Lighthouse')} `), ['Lighthouse'])
    assert.deepEqual(await titles('—'), [])
    assert.deepEqual(await titles(`${idOf('Lighthouse').slice(0, -1)}`), [])
  })

  test('a search returns no deleted record, and none of a noun without the read scope', async () => {
    const key = await w.key({ kind: 'restricted', scopes: ['account.record:read', 'livestream.*:read'] })
    assert.deepEqual(await titles('harbour', { key }), ['Harbour live'])
    assert.deepEqual(await titles('HARBOUR', { key, kind: 'places.place' }), [])
    assert.deepEqual(await titles(idOf('Lighthouse'), { key }), [])
    const lost = await w.call('places.place.create', {
      ...(await w.example('places.place.create')),
      name: 'Sunken pier',
      clientReference: 'pier',
    })
    assert.deepEqual(await titles('pier'), ['Sunken pier'])
    await w.call('places.place.delete', { placeId: lost.id })
    assert.deepEqual([await titles('pier'), await titles('Sunken'), await titles(lost.id)], [[], [], []])
    await w.refused(
      'account.record.search',
      { q: 'a', kind: 'places.none' },
      { code: 'invalid_request', mention: '/kind' },
    )
  })

  test('a reader of the account searches, with a session', async () => {
    const reader = await w.signIn('reader')
    const { items } = await reader.call('account.record.search', { q: 'lighthouse' })
    assert.deepEqual(
      items.map(({ title, kind }) => [title, kind]),
      [['Lighthouse', 'places.place']],
    )
  })

  test('cards come in the order of the ids, without foreign ids', async () => {
    const other = await w.another()
    const ids = [idOf('Lighthouse'), idOf('Harbour 2')]
    const { items } = await w.call('account.record.cards', { ids: ids.join(',') })
    assert.deepEqual(
      items.map(({ id }) => id),
      ids,
    )
    const foreign = await w.call('account.record.cards', { ids: ids.join(',') }, { key: other.secretKey })
    assert.deepEqual(foreign.items, [])
  })
})

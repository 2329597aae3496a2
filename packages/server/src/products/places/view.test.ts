import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { test } from 'node:test'
import { world, type World } from '#test/world/world.ts'
import { tallySchedules } from '#platform/tally/tallySchedules.ts'
import { viewed } from './view.ts'

const venue = { name: 'Hall', type: 'venue', status: 'active', onlineUrl: 'https://example.org/' } as const

async function runSchedule(w: World, name: string): Promise<void> {
  const ctx = w.app.operatorCtx(w.account.account, name)
  const found = tallySchedules(viewed).find((each) => each.name === `${viewed.id}.${name}`)
  assert.ok(found)
  await found.run(ctx)
}

async function viewCount(w: World, placeId: string): Promise<unknown> {
  await runSchedule(w, 'recount')
  return (await w.call('places.place.get', { placeId })).viewCount
}

test('a person counts once a day and place, and merged places count together', async () => {
  await using w = await world({ startsAt: '2026-11-30T22:00:00Z' })
  const key = await w.key({ name: 'Site', kind: 'public', allowedApps: ['app'] })
  const asVisitor = { key, headers: { 'x-client-app': 'app' } }
  const { id } = await w.call('places.place.create', venue)
  const other = await w.call('places.place.create', { ...venue, name: 'Other' })
  const view = (placeId: string, viewer: string) => w.call('places.place.view', { placeId, viewer }, asVisitor)
  assert.deepEqual(await view(id, 'ada'), { id, status: 'counted' })
  await Promise.all(['ada', 'ada', 'bob', 'cem'].map((viewer) => view(id, viewer)))
  await view(other.id, 'ada')
  assert.equal(await viewCount(w, id), 3)
  w.clock.advance(3 * 3_600_000)
  await view(id, 'ada')
  assert.equal(await viewCount(w, id), 4)
  assert.equal(await viewCount(w, id), 4)
  await w.call('places.place.update', { placeId: other.id, mergeIntoPlaceId: id })
  assert.equal(await viewCount(w, id), 5)
})

test('views of the minute before a stop of several days are counted', async () => {
  await using w = await world()
  const { id } = await w.call('places.place.create', venue)
  assert.equal(await viewCount(w, id), 0)
  await w.call('places.place.view', { placeId: id, viewer: 'ada' })
  w.clock.advance(3 * 86_400_000)
  assert.equal(await viewCount(w, id), 1)
  await w.call('places.place.view', { placeId: id, viewer: 'ada' })
  assert.equal(await viewCount(w, id), 2)
})

test('a view of a place that the caller may not see is refused', async () => {
  await using w = await world()
  const stranger = await w.another()
  const key = await w.key({ name: 'Site', kind: 'public', allowedApps: ['app'] })
  const asVisitor = { key, headers: { 'x-client-app': 'app' } }
  const hidden = await w.call('places.place.create', { ...venue, visibility: 'private' })
  const open = await w.call('places.place.create', venue)
  const input = (placeId: string) => ({ placeId, viewer: 'ada' })
  await w.call('places.place.view', input(hidden.id))
  await w.refused('places.place.view', input(hidden.id), { code: 'not_found', ...asVisitor })
  await w.refused('places.place.view', input(hidden.id), { code: 'not_found', key: stranger.secretKey })
  await w.refused('places.place.view', input(`plc_${'0'.repeat(34)}`), 'not_found')
  await w.refused(
    'places.place.view',
    { placeId: open.id, viewer: 'x'.repeat(65) },
    { code: 'invalid_request', mention: '/viewer' },
  )
  await w.call('places.place.view', input(open.id), { key: stranger.secretKey })
  assert.equal(await viewCount(w, open.id), 1)
})

test('ctx.count() throws within a transaction', async () => {
  await using w = await world()
  const ctx = w.app.operatorCtx(w.account.account, 'test')
  const row = { place_id: randomUUID(), person_key: randomUUID(), day: w.clock.now().toISOString() }
  await assert.rejects(
    ctx.atomic((inner) => inner.count(viewed, row)),
    /ctx\.count leaves the database/,
  )
  await assert.rejects(
    ctx.atomic(() => ctx.count(viewed, row)),
    /ctx\.count leaves the database/,
  )
  await ctx.count(viewed, row)
})

test('partitions are created ahead and dropped when they are old', async () => {
  await using w = await world({ startsAt: '2026-01-15T00:00:00Z' })
  const months = async () => {
    const sql = `select c.relname from pg_inherits i join pg_class c on c.oid = i.inhrelid
      where i.inhparent = 'places_view'::regclass order by 1`
    const { rows } = await w.app.pools.work.query<{ relname: string }>(sql)
    return rows.map(({ relname }) => relname.slice(-6))
  }
  await runSchedule(w, 'retention')
  await runSchedule(w, 'retention')
  assert.deepEqual(await months(), ['202601', '202602'])
  w.clock.set('2027-04-10T00:00:00Z')
  await runSchedule(w, 'retention')
  assert.deepEqual(await months(), ['202704', '202705'])
})

test('the page of a place counts a visitor once a day, whatever many names its browser sends', async () => {
  await using w = await world({ startsAt: '2026-11-30T10:00:00Z' })
  const { id } = await w.call('places.place.create', venue)
  const hidden = await w.call('places.place.create', { ...venue, name: 'Hidden', visibility: 'private' })
  const visit = async (placeId: string, userAgent: string, remoteAddress = '192.0.2.1') => {
    const headers = { 'user-agent': userAgent }
    const sent = { method: 'POST', url: '/public/place/visit', headers, payload: { placeId }, remoteAddress } as const
    const response = await w.app.server.inject(sent)
    return response.json().data?.status ?? response.statusCode
  }
  const firefox = (version: number) =>
    `Mozilla/5.0 (X11; Linux x86_64; rv:${version}.0) Gecko/20100101 Firefox/${version}.0`
  for (let version = 100; version < 120; version++) assert.equal(await visit(id, firefox(version)), 'counted')
  assert.equal(await viewCount(w, id), 1)
  assert.equal(await visit(id, firefox(140), '198.51.100.7'), 'counted')
  assert.equal(await visit(id, 'Mozilla/5.0 (compatible; Googlebot/2.1; +http://www.google.com/bot.html)'), 'ignored')
  assert.equal(await visit(id, ''), 'ignored')
  assert.equal(await viewCount(w, id), 2)
  assert.equal(await visit(hidden.id, firefox(140)), 404)
  assert.match((await w.app.server.inject({ url: '/place/hall' })).body, new RegExp(`data-place="${id}"`))
})

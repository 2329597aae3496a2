import assert from 'node:assert/strict'
import { test } from 'node:test'
import { watches } from '#test/video/audience.ts'
import { arrayOf, objectOf, world, type Json, type World } from '#test/world/world.ts'
import { tallySchedules } from '#platform/tally/tallySchedules.ts'
import { heartbeat, viewed } from './heartbeatTally.ts'

const video = { title: 'Mill', videoUrl: 'https://media.example.com/mill.mp4', importMode: 'link' } as const

async function recorded(w: World): Promise<{ staticId: string; playbackId: string }> {
  const { id } = await w.call('livestream.static.create', video)
  return { staticId: id, playbackId: String(id).replace('sta_', 'plb_') }
}

async function run(w: World, name: 'rollUp' | 'retention'): Promise<void> {
  const schedules = [heartbeat, viewed].flatMap(tallySchedules).filter((each) => each.name.endsWith(`.${name}`))
  assert.equal(schedules.length, name === 'rollUp' ? 1 : 2)
  for (const schedule of schedules) await schedule.run(w.app.operatorCtx(w.account.account, schedule.name))
}

async function count(w: World, table: string): Promise<number> {
  const { rows } = await w.app.pools.work.query<{ n: number }>(`select count(*)::int as n from ${table}`)
  return rows[0]?.n ?? 0
}

async function partitions(w: World, table: string): Promise<string[]> {
  const sql = `select c.relname from pg_inherits i join pg_class c on c.oid = i.inhrelid
    where i.inhparent = $1::regclass order by 1`
  const { rows } = await w.app.pools.work.query<{ relname: string }>(sql, [table])
  return rows.map(({ relname }) => relname.slice(table.length + 1))
}

const analytics = (w: World, query: Json) => w.call('livestream.stream.getAnalytics', query)

test('figures are equal before and after the roll-up, over midnight and the end of a month', async () => {
  await using w = await world({ startsAt: '2026-11-30T23:50:00Z' })
  const { staticId, playbackId } = await recorded(w)
  const viewers = Array.from({ length: 3 }, () => watches(w, playbackId))
  for (let beat = 0; beat < 120; beat++) {
    const present = viewers.filter((_, place) => Math.floor(beat / 15) % (place + 1) === 0)
    await Promise.all(present.map((viewer) => viewer.beat({ latencyMs: 100 * beat, rebufferMs: beat % 7 })))
    w.clock.advance(10_000)
  }
  const range = { from: '2026-11-30T23:00:00Z', to: '2026-12-01T01:00:00Z', staticId, groupBy: 'country' }
  const read = () =>
    Promise.all(['minute', '5minutes', 'hour', 'day'].map((interval) => analytics(w, { ...range, interval })))
  const [asBeats] = [await read()]
  const timeless = ({ realtime: _realtime, ...report }: Json) => report
  const same = async () => assert.deepEqual((await read()).map(timeless), asBeats.map(timeless))
  await run(w, 'rollUp')
  const counts = () => Promise.all(['minute', 'five', 'hour'].map((size) => count(w, `livestream_view_${size}`)))
  const [minutes, fives, hours] = await counts()
  assert.ok(Number(minutes) > 30 && Number(fives) > 5 && hours === 3, String([minutes, fives, hours]))
  await same()
  w.clock.advance(3 * 3_600_000)
  for (let again = 0; again < 2; again++) await run(w, 'rollUp')
  assert.ok(Number((await counts())[2]) > 3)
  await same()
  assert.deepEqual(await partitions(w, 'livestream_beat'), ['d20261130', 'd20261201'])
  assert.deepEqual(await partitions(w, 'livestream_view_minute'), ['m202611', 'm202612'])
  const [, , byHour, byDay] = asBeats
  assert.deepEqual(
    arrayOf(byDay?.timeseries).map(({ at }) => at),
    ['2026-11-30T00:00:00.000Z', '2026-12-01T00:00:00.000Z'],
  )
  const watched = (report: Json | undefined) =>
    arrayOf(report?.['timeseries']).reduce((sum, { watchTimeSeconds }) => sum + Number(watchTimeSeconds), 0)
  assert.equal(watched(byHour), watched(byDay))
})

test('a heartbeat that is repeated on the next day adds two seconds at most', async () => {
  await using w = await world({ startsAt: '2026-11-21T23:59:30Z' })
  const { staticId, playbackId } = await recorded(w)
  const viewer = watches(w, playbackId)
  for (let beat = 0; beat < 6; beat++) {
    await viewer.beat()
    if (beat === 3) await viewer.again(2)
    w.clock.advance(10_000)
  }
  const { totals } = await analytics(w, { staticId })
  assert.equal(objectOf(totals)['watchTimeSeconds'], 52)
})

test('heartbeats are dropped after a week, minutes after 90 days, hours after 400', async () => {
  await using w = await world({ startsAt: '2026-01-15T12:00:00Z' })
  const { staticId, playbackId } = await recorded(w)
  const viewer = watches(w, playbackId)
  for (let beat = 0; beat < 10; beat++) {
    await viewer.beat()
    w.clock.advance(10_000)
  }
  const pass = async (to: string) => {
    w.clock.set(to)
    for (const name of ['rollUp', 'retention'] as const) await run(w, name)
  }
  const day = { staticId, from: '2026-01-15T00:00:00Z', to: '2026-01-16T00:00:00Z', groupBy: 'device' }
  const watched = async (interval: string) => {
    const { totals, breakdown } = await analytics(w, { ...day, interval })
    const { watchTimeSeconds, peakConcurrent } = objectOf(totals)
    assert.equal(arrayOf(breakdown).length, Number(watchTimeSeconds) > 0 ? 1 : 0)
    return [watchTimeSeconds, peakConcurrent]
  }
  await pass('2026-01-25T12:00:00Z')
  assert.equal(await count(w, 'livestream_beat'), 0)
  assert.deepEqual(await partitions(w, 'livestream_beat'), ['d20260125', 'd20260126'])
  assert.deepEqual(await watched('5minutes'), [90, 1])
  await pass('2026-05-10T00:00:00Z')
  assert.equal(await count(w, 'livestream_view_minute'), 0)
  assert.deepEqual(await watched('hour'), [90, 1])
  await w.refused(
    'livestream.stream.getAnalytics',
    { ...day, interval: '5minutes' },
    { code: 'invalid_request', mention: 'range_too_large' },
  )
  await pass('2027-04-01T00:00:00Z')
  assert.deepEqual(await watched('hour'), [0, 0])
  assert.deepEqual([await count(w, 'livestream_view_hour'), await count(w, 'livestream_view')], [0, 0])
})

test('roll-ups catch up after a pause', async () => {
  await using w = await world()
  const { staticId, playbackId } = await recorded(w)
  const viewer = watches(w, playbackId)
  for (const pause of [0, 3_600_000, 26 * 3_600_000]) {
    w.clock.advance(pause)
    await viewer.beat({ playedMs: 5_000 })
  }
  w.clock.advance(120_000)
  await run(w, 'rollUp')
  assert.deepEqual([await count(w, 'livestream_view_minute'), await count(w, 'livestream_view_hour')], [3, 2])
  const query = { staticId, from: '2026-11-21T00:00:00Z', interval: 'hour' }
  const { totals } = await analytics(w, query)
  assert.deepEqual([objectOf(totals)['views'], objectOf(totals)['watchTimeSeconds']], [1, 15])
})

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { goLive, watches, type ScriptedViewer } from '#test/video/audience.ts'
import { arrayOf, objectOf, world, type Json, type World } from '#test/world/world.ts'

const video = { title: 'Mill', videoUrl: 'https://media.example.com/mill.mp4', importMode: 'link' } as const

/** Steps of ten seconds, with one heartbeat of each viewer in each. */
async function play(w: World, viewers: readonly ScriptedViewer[], beats: number): Promise<void> {
  for (let round = 0; round < beats; round++) {
    await Promise.all(viewers.map((viewer) => viewer.beat()))
    w.clock.advance(10_000)
  }
}

async function analyticsOf(w: World, query: Json): Promise<Json> {
  return w.call('livestream.stream.getAnalytics', query)
}

/** Analytics that are equal before and after the roll-up. */
async function analytics(w: World, query: Json): Promise<Json> {
  const before = await analyticsOf(w, query)
  const now = w.clock.now().toISOString()
  w.clock.advance(3_600_000)
  await w.settle()
  w.clock.set(now)
  const after = await analyticsOf(w, query)
  assert.deepEqual(after, before)
  return after
}

async function recorded(w: World): Promise<{ staticId: string; playbackId: string }> {
  const { id } = await w.call('livestream.static.create', video)
  return { staticId: id, playbackId: String(id).replace('sta_', 'plb_') }
}

test('ten viewers of a live session give ten unique viewers, the peak and the watch time', async () => {
  await using w = await world()
  const live = await goLive(w)
  const early = Array.from({ length: 6 }, () => watches(w, live.playbackId))
  const late = Array.from({ length: 4 }, () => watches(w, live.playbackId))
  await play(w, early, 12)
  await play(w, [...early, ...late], 12)
  await play(w, late, 6)
  await live.end()
  const played = 6 * 23 * 10 + 4 * 17 * 10
  for (const query of [{ sessionId: live.sessionId }, { streamId: live.streamId }, {}]) {
    const report = await analytics(w, query)
    const totals = objectOf(report['totals'])
    assert.deepEqual(
      [totals['views'], totals['uniqueViewers'], totals['peakConcurrent'], totals['watchTimeSeconds']],
      [10, 10, 10, played],
    )
    assert.equal(totals['peakAt'], '2026-11-21T09:02:00.000Z')
    assert.equal(totals['averageWatchSeconds'], played / 10)
    const series = arrayOf(report['timeseries'])
    const sum = series.reduce((total, { watchTimeSeconds }) => total + Number(watchTimeSeconds), 0)
    assert.equal(sum, played)
    assert.equal(Math.max(...series.map(({ concurrent }) => Number(concurrent))), 10)
  }
})

test('a timeseries has viewers, concurrency and watch time of each minute', async () => {
  await using w = await world()
  const { staticId, playbackId } = await recorded(w)
  const [ada, bob] = [watches(w, playbackId, { viewer: 1 }), watches(w, playbackId, { viewer: 2 })]
  const adaAgain = watches(w, playbackId, { viewer: 1 })
  await play(w, [ada], 7)
  await play(w, [ada, bob, adaAgain], 5)
  const { timeseries, range, totals } = await analytics(w, {
    staticId,
    from: '2026-11-21T09:00:00Z',
    to: '2026-11-21T09:02:00Z',
    interval: 'minute',
  })
  assert.deepEqual(range, { from: '2026-11-21T09:00:00.000Z', to: '2026-11-21T09:05:00.000Z', interval: 'minute' })
  const quiet = { views: 0, uniqueViewers: 0, watchTimeSeconds: 0, concurrent: 0 }
  assert.deepEqual(timeseries, [
    { at: '2026-11-21T09:00:00.000Z', views: 1, uniqueViewers: 1, watchTimeSeconds: 50, concurrent: 1 },
    { at: '2026-11-21T09:01:00.000Z', views: 3, uniqueViewers: 2, watchTimeSeconds: 140, concurrent: 3 },
    // A viewer of the last step of a minute counts in the step after it.
    { at: '2026-11-21T09:02:00.000Z', ...quiet, concurrent: 3 },
    { at: '2026-11-21T09:03:00.000Z', ...quiet },
    { at: '2026-11-21T09:04:00.000Z', ...quiet },
  ])
  const { views, uniqueViewers, peakAt, averageConcurrent } = objectOf(totals)
  assert.deepEqual([views, uniqueViewers, peakAt], [3, 2, '2026-11-21T09:01:10.000Z'])
  assert.equal(averageConcurrent, 1.92)
})

test('a heartbeat that is repeated, late or out of order counts once', async () => {
  await using w = await world()
  const { staticId, playbackId } = await recorded(w)
  const viewer = watches(w, playbackId)
  await play(w, [viewer], 3)
  w.clock.advance(10_000)
  const skipped = await viewer.beat({ number: 4 })
  await viewer.again(0)
  await viewer.again(2)
  w.clock.advance(1_000)
  await w.call('livestream.video.heartbeat', { ...skipped, number: 3 }, { key: null })
  await viewer.again(3)
  const { totals } = await analytics(w, { staticId })
  assert.equal(objectOf(totals)['watchTimeSeconds'], 40)
  assert.equal(objectOf(totals)['views'], 1)
})

test('a claimed watch time is capped by the clock', async () => {
  await using w = await world()
  const { staticId, playbackId } = await recorded(w)
  const liar = watches(w, playbackId)
  for (let beat = 0; beat < 60; beat++) {
    await liar.beat({ playedMs: 60_000 })
    w.clock.advance(5_000)
  }
  const hasty = watches(w, playbackId)
  for (let beat = 0; beat < 50; beat++) await hasty.beat({ playedMs: 60_000 })
  const { breakdown } = await analytics(w, { staticId, groupBy: 'sessionId', interval: 'minute' })
  const [{ watchTimeSeconds } = {}] = arrayOf(breakdown)
  // 295 s on the clock, 12 before the first beat and 2 for each later minute; 12 for the player that reports once.
  assert.equal(watchTimeSeconds, 295 + 12 + 4 * 2 + 12)
  const long = { number: 1, playedMs: 60_001 }
  await w.refused(
    'livestream.video.heartbeat',
    { ...(await w.example('livestream.video.heartbeat')), ...long },
    { code: 'invalid_request', mention: '/playedMs' },
  )
})

test('a session without playback is no view and adds no watch time', async () => {
  await using w = await world()
  const { staticId, playbackId } = await recorded(w)
  const paused = watches(w, playbackId)
  for (let beat = 0; beat < 3; beat++) await paused.beat({ playedMs: 0 })
  const failed = watches(w, playbackId)
  await failed.beat({ error: 'media.decode' })
  const { totals, quality, breakdown } = await analytics(w, { staticId, groupBy: 'error' })
  assert.deepEqual(
    ['views', 'uniqueViewers', 'watchTimeSeconds', 'peakConcurrent'].map((name) => objectOf(totals)[name]),
    [0, 0, 0, 2],
  )
  assert.equal(objectOf(quality)['errorRate'], 0.5)
  assert.deepEqual(breakdown, [{ key: 'media.decode', views: 1, uniqueViewers: 1, watchTimeSeconds: 0 }])
})

test('quality has start-up, latency, rebuffering and errors', async () => {
  await using w = await world()
  const live = await goLive(w)
  for (let viewer = 1; viewer <= 20; viewer++) {
    const one = watches(w, live.playbackId)
    await one.beat({ startupMs: viewer * 100, latencyMs: 2_000, bitrateKbps: 1_000 })
    w.clock.advance(10_000)
    await one.beat({ playedMs: 9_000, rebufferMs: 1_000, latencyMs: viewer === 20 ? 9_000 : 3_000, bitrateKbps: 3_000 })
  }
  const patient = watches(w, live.playbackId)
  await patient.beat({ startupMs: 3_600_000 })
  const { quality } = await analytics(w, { sessionId: live.sessionId })
  assert.deepEqual(quality, {
    startupMsP50: 1050,
    startupMsP95: 1905,
    rebufferRatio: 0.1,
    errorRate: 0,
    latencySecondsP50: 2.5,
    latencySecondsP95: 2.65,
    averageBitrateKbps: 2000,
  })
})

test('analytics without views are empty, not an error', async () => {
  await using w = await world()
  const { staticId } = await recorded(w)
  const { totals, timeseries, retention, quality, breakdown, definitions } = await analytics(w, {
    staticId,
    groupBy: 'country',
  })
  assert.deepEqual(totals, {
    views: 0,
    uniqueViewers: 0,
    watchTimeSeconds: 0,
    averageWatchSeconds: 0,
    peakConcurrent: 0,
    peakAt: null,
    averageConcurrent: 0,
    rewardsIssued: 0,
  })
  assert.equal(arrayOf(timeseries).length, 289)
  assert.ok(arrayOf(timeseries).every(({ views, concurrent }) => views === 0 && concurrent === 0))
  assert.deepEqual([retention, breakdown], [[], []])
  assert.equal(objectOf(quality)['startupMsP50'], null)
  assert.ok(Object.values(objectOf(definitions)).every((text) => String(text).length > 20))
})

test('the most watched videos stand in the order of their views, without deleted ones', async () => {
  await using w = await world()
  const [popular, quiet, gone] = [await recorded(w), await recorded(w), await recorded(w)]
  const live = await goLive(w)
  const viewers = [popular, popular, popular, gone, gone, quiet].map(({ playbackId }) => watches(w, playbackId))
  await play(w, [...viewers, watches(w, live.playbackId), watches(w, live.playbackId)], 3)
  await w.call('livestream.static.delete', { staticId: gone.staticId })
  const read = async (query = {}) => (await w.call('livestream.stream.mostWatched', query)).items
  const expected = [
    { id: popular.staticId, views: 3, uniqueViewers: 3, watchTimeSeconds: 60 },
    { id: live.streamId, views: 2, uniqueViewers: 2, watchTimeSeconds: 40 },
    { id: quiet.staticId, views: 1, uniqueViewers: 1, watchTimeSeconds: 20 },
  ]
  assert.deepEqual(await read(), expected)
  w.clock.advance(3_600_000)
  await w.settle()
  assert.deepEqual(await read(), expected)
  const { channelId } = await w.call('livestream.stream.get', { streamId: live.streamId })
  assert.ok((await read({ channelId })).some(({ id }) => id === live.streamId))
  const other = await w.another()
  assert.deepEqual((await w.call('livestream.stream.mostWatched', {}, { key: other.secretKey })).items, [])
})

test('a response has the requested parts only', async () => {
  await using w = await world()
  const { staticId } = await recorded(w)
  const report = await analyticsOf(w, { staticId, metrics: ['realtime', 'retention'], groupBy: 'os' })
  assert.deepEqual(Object.keys(report), ['id', 'status', 'range', 'realtime', 'retention', 'definitions'])
})

test('a missing or foreign video is not found; two ids at once are refused', async () => {
  await using w = await world()
  const stranger = await w.another()
  const live = await goLive(w)
  const { staticId } = await recorded(w)
  const channelId = (await w.call('livestream.stream.get', { streamId: live.streamId })).channelId
  const query = { streamId: live.streamId, staticId, channelId, sessionId: live.sessionId }
  const id = 'livestream.stream.getAnalytics'
  for (const [name, value] of Object.entries(query)) {
    await w.call(id, { [name]: value })
    await w.refused(id, { [name]: value }, { code: 'not_found', key: stranger.secretKey })
    const missing = `${String(value).slice(0, -6)}zzzzzz`
    await w.refused(id, { [name]: missing }, 'not_found')
  }
  await w.refused(id, { streamId: live.streamId, staticId }, { code: 'invalid_request', mention: '/staticId' })
  const long = { from: '2026-11-01T00:00:00Z', interval: 'minute' }
  await w.refused(id, long, { code: 'invalid_request', mention: 'range_too_large' })
})

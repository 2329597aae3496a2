import assert from 'node:assert/strict'
import { test } from 'node:test'
import { parseId } from '#kit/values/ids.ts'
import { sizesFor } from '#platform/video/renditions/rungs.ts'
import { goLive, watches } from '#test/video/audience.ts'
import { arrayOf, objectOf, world, type Json, type World } from '#test/world/world.ts'
import { renditions } from './playedRenditions.ts'

const video = { title: 'Mill', videoUrl: 'https://media.example.com/mill.mp4', importMode: 'link' } as const

async function recorded(w: World): Promise<{ staticId: string; playbackId: string }> {
  const { id } = await w.call('livestream.static.create', video)
  return { staticId: id, playbackId: String(id).replace('sta_', 'plb_') }
}

/** Views, unique viewers and seconds of each rendition. */
async function byRendition(w: World, query: Json): Promise<Json> {
  const input = { ...query, groupBy: 'rendition', metrics: ['totals', 'breakdown'] } as const
  const { totals, breakdown } = await w.call('livestream.stream.getAnalytics', input)
  const parts = arrayOf(breakdown)
  const sum = parts.reduce((seconds, { watchTimeSeconds }) => seconds + Number(watchTimeSeconds), 0)
  assert.equal(sum, objectOf(totals)['watchTimeSeconds'], 'every second belongs to one part')
  return Object.fromEntries(
    parts.map(({ key, views, uniqueViewers, watchTimeSeconds }) => [key, [views, uniqueViewers, watchTimeSeconds]]),
  )
}

/** The report before, during and after the roll-up, over ranges of five minutes and of hours. */
async function expectParts(w: World, query: Json, expected: Json): Promise<void> {
  const range = { from: '2026-11-21T09:00:00Z', to: '2026-11-21T11:00:00Z', ...query }
  const read = async (when: string) => {
    for (const interval of ['5minutes', 'hour']) {
      assert.deepEqual(await byRendition(w, { ...range, interval }), expected, `${when}, by ${interval}`)
    }
  }
  await read('as it came')
  await w.settle()
  await read('summed up so far')
  w.clock.advance(3 * 3_600_000)
  await w.settle()
  await read('summed up')
}

test('watch time by rendition is exact, also for views that switch', async () => {
  await using w = await world()
  const live = await goLive(w)
  const how = { viewer: 1 }
  const [steady, again, changing, silent] = [how, how, {}, {}].map((each) => watches(w, live.playbackId, each))
  assert.ok(steady && again && changing && silent)
  // Forty minutes: over minutes, over pieces of five, over an hour's end.
  w.clock.set('2026-11-21T09:40:00Z')
  for (let beat = 0; beat <= 240; beat++) {
    const rendition = beat % 4 === 0 ? 'audio' : beat % 2 === 0 ? '480p' : '720p'
    await Promise.all([
      steady.beat({ rendition: 'source' }),
      changing.beat({ rendition }),
      ...(beat <= 3 ? [again.beat({ rendition: 'source' }), silent.beat(beat === 2 ? { rendition: '720p' } : {})] : []),
    ])
    w.clock.advance(10_000)
  }
  await expectParts(
    w,
    { streamId: live.streamId },
    {
      source: [2, 1, 2_430],
      '720p': [2, 2, 1_210],
      '480p': [1, 1, 600],
      audio: [1, 1, 600],
      unknown: [1, 1, 20],
    },
  )
})

test('a view counts only in renditions that it played', async () => {
  await using w = await world()
  const { staticId, playbackId } = await recorded(w)
  const viewer = watches(w, playbackId)
  await viewer.beat({ rendition: 'audio' })
  w.clock.advance(10_000)
  await viewer.beat({ rendition: '480p' })
  await watches(w, playbackId).beat({ rendition: 'source' })
  await expectParts(w, { staticId }, { '480p': [1, 1, 10] })
})

test('renditions of a view share the watch time that the clock allows', async () => {
  await using w = await world()
  const { staticId, playbackId } = await recorded(w)
  const liar = watches(w, playbackId)
  await liar.beat({ playedMs: 5_000, rendition: '480p' })
  await liar.beat({ playedMs: 6_000, rendition: 'source' })
  await liar.beat({ playedMs: 9_000, rendition: '720p' })
  await liar.beat({ playedMs: 9_000 })
  // One heartbeat alone is credited with twelve seconds of its minute.
  await expectParts(w, { staticId }, { source: [1, 1, 6], '720p': [1, 1, 6] })
})

test('a slice without renditions is read as unknown', async () => {
  await using w = await world()
  const { staticId, playbackId } = await recorded(w)
  const viewer = watches(w, playbackId)
  for (let beat = 0; beat < 3; beat++) {
    await viewer.beat()
    w.clock.advance(10_000)
  }
  // A slice of a server version without renditions.
  const sql = `insert into livestream_view_five (account_id, starts_at, person_key, view_id, target_id, session_id,
      channel_id, played_ms, rebuffer_ms, latency_sum_ms, latency_count, bitrate_sum_kbps, bitrate_count)
    select account_id, $2, person_key, view_id, target_id, session_id, channel_id, 40000, 0, 0, 0, 0, 0
    from livestream_beat where target_id = $1 and number = 0`
  w.clock.advance(600_000)
  await w.settle()
  await w.app.pools.work.query(sql, [parseId('sta', String(staticId))?.uuid, '2026-11-21T08:00:00Z'])
  const query = { staticId, from: '2026-11-21T08:00:00Z', to: '2026-11-21T10:00:00Z', interval: '5minutes' }
  assert.deepEqual(await byRendition(w, query), { unknown: [1, 1, 60] })
})

test('an unknown rendition is refused', async () => {
  await using w = await world()
  const { playbackId } = await recorded(w)
  const example = { ...(await w.example('livestream.video.heartbeat')), playbackId }
  for (const rendition of ['1080p', 'Source', '', 'unknown', "audio' or 1 = 1", 720, null]) {
    const refusal = { code: 'invalid_request', mention: '/rendition', key: null }
    await w.refused('livestream.video.heartbeat', { ...example, rendition }, refusal)
  }
})

test('every rendition of the ladder has a name here', () => {
  const sizes = sizesFor({ width: 7_680, height: 4_320 }).map(({ name }) => name)
  assert.deepEqual(renditions, ['source', ...sizes, 'audio'])
})

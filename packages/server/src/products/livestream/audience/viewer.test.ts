import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { test } from 'node:test'
import { parseId } from '#kit/values/ids.ts'
import { goLive, issuedFor, watches } from '#test/video/audience.ts'
import { arrayOf, objectOf, world, type Json, type World } from '#test/world/world.ts'
import { audienceOfSession, currentViewers } from './viewersNow.ts'
import { referrerHost } from './beatKeys.ts'

const video = { title: 'Mill', videoUrl: 'https://media.example.com/mill.mp4', importMode: 'link' } as const
const phone =
  'Mozilla/5.0 (Linux; Android 10; K) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/141.0.0.0 Mobile Safari/537.36'

async function recorded(w: World, more: Json = {}): Promise<{ staticId: string; playbackId: string }> {
  const { id } = await w.call('livestream.static.create', { ...video, ...more })
  return { staticId: id, playbackId: String(id).replace('sta_', 'plb_') }
}

async function totalsOf(w: World, query: Json): Promise<Json> {
  return objectOf((await w.call('livestream.stream.getAnalytics', query)).totals)
}

test('device, country, referrer and protocol of views are reported', async () => {
  await using w = await world()
  const { staticId, playbackId } = await recorded(w)
  const at = (country: string, userAgent?: string) => ({
    headers: { 'x-country': country, ...(userAgent && { 'user-agent': userAgent }) },
  })
  const viewers = [
    watches(w, playbackId, { ...at('DE', phone), protocol: 'hls', referrer: 'https://www.shop.example/a?b=c' }),
    watches(w, playbackId, { ...at('de', phone), protocol: 'hls', isEmbedded: true }),
    watches(w, playbackId, { ...at('T1'), protocol: 'native', referrer: 'no address' }),
    watches(w, playbackId),
  ]
  for (const viewer of viewers) await viewer.beat({ playedMs: 5_000 })
  const expected: Record<string, [key: unknown, views: number][]> = {
    country: [
      ['DE', 2],
      ['unknown', 2],
    ],
    device: [
      ['phone', 2],
      ['unknown', 2],
    ],
    os: [
      ['Android', 2],
      ['unknown', 2],
    ],
    browser: [
      ['Chrome', 2],
      ['unknown', 2],
    ],
    protocol: [
      ['hls', 2],
      ['native', 1],
      ['unknown', 1],
    ],
    referrer: [
      ['direct', 2],
      ['shop.example', 1],
      ['unknown', 1],
    ],
    isEmbedded: [
      ['false', 3],
      ['true', 1],
    ],
    sessionId: [[null, 4]],
    error: [],
  }
  for (const [groupBy, parts] of Object.entries(expected)) {
    const { body } = await w.send('livestream.stream.getAnalytics', { staticId, groupBy })
    assert.deepEqual(
      arrayOf(objectOf(body['data'])['breakdown']).map(({ key, views }) => [key, views]),
      parts,
      groupBy,
    )
  }
  const query = { staticId, groupBy: 'referrer', limit: 1 } as const
  const { breakdown } = await w.call('livestream.stream.getAnalytics', query)
  assert.deepEqual(breakdown, [{ key: 'direct', views: 2, uniqueViewers: 2, watchTimeSeconds: 10 }])
})

test('rows hold neither viewer ids nor addresses', async () => {
  await using w = await world()
  const stranger = await w.another()
  const { playbackId } = await recorded(w)
  const theirs = await w.call('livestream.static.create', video, { key: stranger.secretKey })
  const watcher = { viewer: 5, referrer: 'https://user:secret@shop.example/private?q=1' }
  const { viewerId } = await watches(w, playbackId, watcher).beat()
  await watches(w, String(theirs.id).replace('sta_', 'plb_'), watcher).beat()
  const sql = `select b.*, v.*, row_to_json(b)::text || row_to_json(v)::text as text
    from livestream_beat b join livestream_view v using (account_id, person_key, view_id)`
  const { rows } = await w.app.pools.work.query<{ text: string; person_key: string }>(sql)
  assert.equal(rows.length, 2)
  for (const { text } of rows) {
    for (const secret of [viewerId, '127.0.0.1', 'private', 'secret']) assert.ok(!text.includes(String(secret)), text)
  }
  assert.notEqual(rows[0]?.person_key, rows[1]?.person_key, 'one person is another in another account')
})

test('retention is the share of viewers for each second', async () => {
  await using w = await world()
  const { staticId, playbackId } = await recorded(w)
  const [whole, half, end] = [0, 0, 90].map((startSeconds) => watches(w, playbackId, { startSeconds }))
  assert.ok(whole && half && end)
  for (let beat = 0; beat <= 20; beat++) {
    await whole.beat()
    if (beat <= 10) await half.beat()
    if (beat <= 11) await end.beat()
    w.clock.advance(10_000)
  }
  const read = async () => arrayOf((await w.call('livestream.stream.getAnalytics', { staticId })).retention)
  const points = await read()
  assert.equal(points.length, 100)
  const percentAt = (seconds: number) => points.find(({ atSeconds }) => atSeconds === seconds)?.['percent']
  assert.deepEqual([0, 88, 90, 98, 100, 198].map(percentAt), [66.67, 66.67, 100, 100, 66.67, 66.67])
  w.clock.advance(3_600_000)
  await w.settle()
  assert.deepEqual(await read(), points)
})

test('a heartbeat that reaches two processes is counted once', async () => {
  await using w = await world()
  const other = await w.beside()
  const { staticId, playbackId } = await recorded(w)
  const [here, there] = [watches(w, playbackId), watches(w, playbackId, { on: other })]
  for (let round = 0; round < 6; round++) {
    const sent = await here.beat()
    await Promise.all([there.beat(), other.call('livestream.video.heartbeat', sent, { key: null })])
    w.clock.advance(10_000)
  }
  const { views, uniqueViewers, watchTimeSeconds, peakConcurrent } = await totalsOf(w, { staticId })
  assert.deepEqual([views, uniqueViewers, watchTimeSeconds, peakConcurrent], [2, 2, 100, 2])
})

test('a viewer counts as present at once, and for 20 seconds', async () => {
  await using w = await world()
  const live = await goLive(w)
  const { playbackId } = await recorded(w)
  const targetUuid = parseId('str', live.streamId)?.uuid ?? ''
  const ctx = w.app.operatorCtx(w.account.account, 'test')
  const count = async () => {
    const { realtime } = await w.call('livestream.stream.getAnalytics', { streamId: live.streamId })
    const shared = (await currentViewers(ctx, [targetUuid])).get(targetUuid)
    assert.equal(objectOf(realtime)['currentViewers'], shared)
    return shared
  }
  assert.equal(await count(), 0)
  w.clock.advance(1_000)
  const [ada, bob] = [watches(w, live.playbackId), watches(w, live.playbackId)]
  await Promise.all([ada.beat(), bob.beat(), watches(w, playbackId).beat()])
  assert.equal(await count(), 2)
  w.clock.advance(10_000)
  await ada.beat()
  assert.equal(await count(), 2)
  w.clock.advance(10_000)
  assert.equal(await count(), 1)
  const { realtime } = await w.call('livestream.stream.getAnalytics', {})
  assert.equal(objectOf(realtime)['currentViewers'], 1)
  w.clock.advance(10_000)
  assert.equal(await count(), 0)
  assert.deepEqual([...(await currentViewers(ctx, []))], [])
})

test('late heartbeats of a live view count for the session, and the replay has its own views', async () => {
  await using w = await world()
  const live = await goLive(w, { record: true })
  const viewer = watches(w, live.playbackId)
  await viewer.beat()
  w.clock.advance(10_000)
  await viewer.beat()
  const startedAt = new Date(w.clock.now().getTime() - 10_000)
  await live.end({ durationSeconds: 12, byteCount: 1_000_000, width: 640, height: 360 })
  w.clock.advance(6_000)
  await viewer.beat({ playedMs: 6_000 })
  const replay = watches(w, live.playbackId)
  await replay.beat({ playedMs: 1_000 })
  const session = await totalsOf(w, { sessionId: live.sessionId })
  assert.deepEqual([session['views'], session['watchTimeSeconds']], [1, 16])
  const { items } = await w.call('livestream.static.all', {})
  const [recording] = arrayOf(items)
  const again = await totalsOf(w, { staticId: recording?.['id'] })
  assert.deepEqual([again['views'], again['watchTimeSeconds']], [1, 1])
  const of = {
    targetUuid: parseId('str', live.streamId)?.uuid ?? '',
    sessionUuid: parseId('ses', live.sessionId)?.uuid ?? '',
  }
  const ctx = w.app.operatorCtx(w.account.account, 'test')
  assert.deepEqual(await audienceOfSession(ctx, of, { from: startedAt, to: w.clock.now() }), {
    views: 1,
    uniqueViewers: 1,
    peakConcurrent: 1,
    watchTimeSeconds: 16,
  })
})

test('heartbeats of a closed video are refused', async () => {
  await using w = await world()
  const beat = 'livestream.video.heartbeat'
  const input = await w.example(beat)
  const hidden = [{ visibility: 'private' }, { visibility: 'password', password: 'open sesame' }]
  const draft = await w.call('livestream.static.create', { importMode: 'link', title: 'Draft' })
  const ids = (await Promise.all(hidden.map((more) => recorded(w, more)))).map((each) => each.playbackId)
  for (const playbackId of [...ids, String(draft.id).replace('sta_', 'plb_')]) {
    const { text: viewToken } = await issuedFor(w, playbackId)
    await w.refused(beat, { ...input, playbackId, viewToken }, { code: 'not_found', key: null })
  }
  const { playbackId } = await recorded(w, { visibility: 'password', password: 'open sesame' })
  const opened = await w.call('livestream.video.access', { playbackId, password: 'open sesame' }, { key: null })
  const { token, viewToken } = opened
  const counted = await w.call(beat, { ...input, playbackId, viewToken, token: String(token) }, { key: null })
  assert.deepEqual(counted, { id: playbackId, status: 'counted', reason: null })
  await w.refused(beat, { ...input, playbackId: `plb_${'0'.repeat(34)}` }, { code: 'not_found', key: null })
})

test('a referrer is reduced to its host', () => {
  const hosts = { 'https://a.example/b?c#d': 'a.example', 'http://www.a.example:8080/': 'a.example', '': 'direct' }
  for (const [referrer, host] of Object.entries(hosts)) assert.equal(referrerHost(referrer), host)
  for (const odd of ['a.example', 'about:blank', `https://${'a.'.repeat(200)}example/`, 'android-app:']) {
    assert.equal(referrerHost(odd), 'unknown')
  }
  assert.equal(referrerHost(undefined), 'direct')
})

test('a view of the owner, by an address that opens previews, counts nowhere', async () => {
  await using w = await world()
  const { streamId, playbackId } = await goLive(w)
  const { embedUrl } = await w.call('livestream.stream.getEmbedCode', {
    streamId,
    signed: { expiresInSeconds: 60, opensPreview: true },
  })
  const token = String(new URL(String(embedUrl)).searchParams.get('token'))
  const viewer = watches(w, playbackId)
  await viewer.beat()
  w.clock.advance(10_000)
  const first = await viewer.beat()
  const own = { ...first, viewId: randomUUID(), viewerId: randomUUID(), token }
  const answer = await w.call('livestream.video.heartbeat', own, { key: null })
  assert.deepEqual(answer, { id: playbackId, status: 'own', reason: null })
  assert.equal(objectOf(await w.call('livestream.stream.getStatus', { streamId }))['viewers'], 1)
  assert.equal((await totalsOf(w, { streamId }))['views'], 1)
})

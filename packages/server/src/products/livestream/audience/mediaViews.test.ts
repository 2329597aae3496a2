import assert from 'node:assert/strict'
import { test } from 'node:test'
import { accountOfId } from '#kit/values/ids.ts'
import { findVideo } from '#products/livestream/playback/playedVideo.ts'
import { goLive, watches } from '#test/video/audience.ts'
import { arrayOf, objectOf, world, type OneProcess, type World } from '#test/world/world.ts'
import { recordServed, type Served } from './mediaViews.ts'
import { presentViewers } from './presentViewers.ts'
import { issueViewToken, type ViewToken } from './viewToken.ts'

const client = { userAgent: 'VLC/3.0.20 LibVLC/3.0.20', country: 'DE', network: '', enter: () => () => undefined }

/** Other player of a video: `load` is a media request that names its token. */
async function otherPlayer(w: World, playbackId: string, from?: ViewToken) {
  const account = await w.app.kernel.accounts.find(accountOfId(playbackId) ?? -1)
  assert.ok(account)
  const ctxOn = (on: OneProcess) => on.app.operatorCtx(account, 'test')
  const video = await findVideo(ctxOn(w), playbackId)
  assert.ok(video)
  const token = from ?? issueViewToken(ctxOn(w), playbackId, 'other')
  const load = (served: Served = { file: 'video.m3u8' }, on: OneProcess = w) =>
    recordServed(ctxOn(on), { token, video, client }, served)
  return { token, load, ctx: ctxOn(w) }
}

async function reportOf(w: World, query: Record<string, string>) {
  // Reports of media are committed beside the media requests.
  await w.settle()
  const found = await w.call('livestream.stream.getAnalytics', { ...query, groupBy: 'player' })
  const parts = arrayOf(found.breakdown)
  return Object.fromEntries(
    parts.map(({ key, views, uniqueViewers, watchTimeSeconds }) => [key, [views, uniqueViewers, watchTimeSeconds]]),
  )
}

async function viewersOf(w: World, streamId: string): Promise<unknown> {
  w.clock.advance(1_001)
  return objectOf(await w.call('livestream.stream.getStatus', { streamId }))['viewers']
}

test('a player without heartbeats counts by the live playlists that it loads, apart from others', async () => {
  await using w = await world()
  const live = await goLive(w)
  const own = watches(w, live.playbackId)
  const other = await otherPlayer(w, live.playbackId)
  await own.beat()
  for (let step = 0; step <= 30; step++) {
    other.load()
    if (step > 0 && step % 5 === 0) await own.beat()
    w.clock.advance(2_000)
  }
  assert.deepEqual(await reportOf(w, { streamId: live.streamId }), { own: [1, 1, 60], other: [1, 1, 54] })
  assert.equal(await viewersOf(w, live.streamId), 2)
  const { breakdown } = await w.call('livestream.stream.getAnalytics', {
    streamId: live.streamId,
    groupBy: 'rendition',
  })
  assert.ok(arrayOf(breakdown).some(({ key, watchTimeSeconds }) => key === 'source' && watchTimeSeconds === 54))
  w.clock.advance(20_000)
  assert.equal(await viewersOf(w, live.streamId), 0)
})

test('a probe of a playlist is no viewer', async () => {
  await using w = await world()
  const live = await goLive(w)
  const probe = await otherPlayer(w, live.playbackId)
  probe.load()
  w.clock.advance(1_000)
  probe.load()
  assert.deepEqual(await reportOf(w, { streamId: live.streamId }), {})
  assert.equal(await viewersOf(w, live.streamId), 0)
})

test('a player with a token of a page counts by its heartbeats alone', async () => {
  await using w = await world()
  const live = await goLive(w)
  const viewer = watches(w, live.playbackId)
  const { viewToken = '' } = await viewer.beat()
  const { ctx, load } = await otherPlayer(w, live.playbackId, {
    text: viewToken,
    viewer: '',
    player: 'own',
    expiresAtMs: Infinity,
  })
  for (let step = 0; step < 10; step++) {
    load()
    w.clock.advance(2_000)
  }
  await viewer.beat()
  assert.deepEqual(await reportOf(w, { streamId: live.streamId }), { own: [1, 1, 10] })
  assert.equal(presentViewers(ctx).has('', w.clock.now().getTime()), false)
})

test('a player that reports with the token of its playlist counts once', async () => {
  await using w = await world()
  const live = await goLive(w)
  const { token, load } = await otherPlayer(w, live.playbackId)
  load()
  const viewer = watches(w, live.playbackId, { viewToken: token.text })
  await viewer.beat()
  for (let step = 0; step < 10; step++) {
    w.clock.advance(2_000)
    load()
    if (step === 4) await viewer.beat()
  }
  assert.deepEqual(await reportOf(w, { streamId: live.streamId }), { own: [1, 1, 10] })
})

test('a player that reports with the token of its playlist later than it loads media counts once', async () => {
  await using w = await world()
  const live = await goLive(w)
  const { token, load } = await otherPlayer(w, live.playbackId)
  const viewer = watches(w, live.playbackId, { viewToken: token.text })
  for (let step = 0; step <= 30; step++) {
    load()
    if (step >= 5 && step % 5 === 0) await viewer.beat()
    w.clock.advance(2_000)
  }
  assert.deepEqual(await reportOf(w, { streamId: live.streamId }), { other: [1, 1, 54] })
})

test('two processes that serve one viewer in turn count it once', async () => {
  await using w = await world()
  const beside = await w.beside()
  const live = await goLive(w)
  const { load } = await otherPlayer(w, live.playbackId)
  for (let step = 0; step <= 30; step++) {
    load({ file: '720p.m3u8' }, step % 2 === 0 ? w : beside)
    w.clock.advance(2_000)
  }
  await beside.settle()
  const { other: [views, viewers, seconds] = [] } = await reportOf(w, { streamId: live.streamId })
  assert.deepEqual([views, viewers], [1, 1])
  assert.ok(Number(seconds) > 40 && Number(seconds) <= 62, String(seconds))
})

test('watch time of a recording is media that was served, and no more than the clock allows', async () => {
  await using w = await world()
  const draft = { title: 'Mill', videoUrl: 'https://media.example.com/mill.mp4', importMode: 'link' } as const
  const { id } = await w.call('livestream.static.create', draft)
  const playbackId = String(id).replace('sta_', 'plb_')
  const segment = (number: number) => ({ file: `s${number}.m4s`, segment: { fromSeconds: number * 6, seconds: 6 } })
  const steady = await otherPlayer(w, playbackId)
  const greedy = await otherPlayer(w, playbackId)
  steady.load()
  for (let number = 0; number < 100; number++) greedy.load(segment(number))
  for (let number = 0; number <= 10; number++) {
    steady.load(segment(number))
    w.clock.advance(6_000)
  }
  greedy.load(segment(100))
  const { other: [views, viewers, seconds] = [] } = await reportOf(w, { staticId: String(id) })
  assert.deepEqual([views, viewers], [2, 2])
  assert.ok(Number(seconds) > 60 && Number(seconds) <= 78, String(seconds))
  assert.equal(objectOf((await w.call('livestream.stream.getAnalytics', { staticId: String(id) })).totals)['views'], 2)
})

import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { test } from 'node:test'
import { readSettings } from '#platform/settings/readSettings.ts'
import { servedViewersPort } from '#platform/video/hls/servedViewers.ts'
import { productSettings } from '#products/productSettings.ts'
import { goLive, issuedFor, watches } from '#test/video/audience.ts'
import { objectOf, world, type Json, type OneProcess, type World } from '#test/world/world.ts'

const link = { title: 'Mill', videoUrl: 'https://media.example.com/mill.mp4', importMode: 'link' } as const

/** Heartbeat of a made-up viewer. */
function beatOf(playbackId: string, more: Json = {}) {
  const ids = { viewId: randomUUID(), viewerId: randomUUID() }
  return { playbackId, ...ids, number: 1, playedMs: 10_000, positionSeconds: 10, rebufferMs: 0, ...more }
}

/** Statuses, or reasons, of the responses to heartbeats. */
async function sendAll(on: OneProcess, beats: readonly Json[]): Promise<unknown[]> {
  const replies = await Promise.all(beats.map((beat) => on.send('livestream.video.heartbeat', beat, { key: null })))
  return replies.map(({ body }) => {
    const { status, reason } = objectOf(body['data'])
    return reason ?? status
  })
}

async function viewersOf(w: World, streamId: string): Promise<unknown> {
  // The number is a second old at most.
  w.clock.advance(1_001)
  return objectOf(await w.call('livestream.stream.getStatus', { streamId }))['viewers']
}

test('made-up viewers count nowhere, and their heartbeats cost no statement', async () => {
  await using w = await world()
  const live = await goLive(w)
  const other = await goLive(w)
  await watches(w, live.playbackId).beat()
  const { text } = await issuedFor(w, live.playbackId)
  const elsewhere = await issuedFor(w, other.playbackId)
  const forged = [undefined, 'x', `${text.slice(0, -4)}AAAA`, `p${text.slice(1)}`, elsewhere.text]
  const beats = Array.from({ length: 300 }, (_, index) => {
    const viewToken = forged[index % forged.length]
    return beatOf(live.playbackId, viewToken === undefined ? {} : { viewToken })
  })
  const count = async () => {
    const { rows } = await w.app.pools.work.query<{ beats: number }>(
      'select count(*)::int as beats from livestream_beat',
    )
    return rows[0]?.beats
  }
  assert.deepEqual(new Set(await sendAll(w, beats)), new Set(['view_token']))
  assert.equal(await count(), 1)
  assert.equal(await viewersOf(w, live.streamId), 1)
})

test('a token counts once media was served to it, and for as long as that', async () => {
  await using w = await world()
  const live = await goLive(w)
  const { text: viewToken, viewer } = await issuedFor(w, live.playbackId)
  const beat = beatOf(live.playbackId, { viewToken })
  const send = async (number: number) => (await sendAll(w, [{ ...beat, number }]))[0]
  assert.equal(await send(0), 'not_served')
  w.clock.advance(3_000)
  w.app.kernel.ports.get(servedViewersPort).add(viewer, 60_000)
  assert.equal(await send(1), 'counted')
  w.clock.advance(50_000)
  assert.equal(await send(2), 'counted')
  w.clock.advance(20_000)
  assert.equal(await send(3), 'not_served')
})

test('a token stands for one viewer with one view at a time', async () => {
  await using w = await world()
  const live = await goLive(w)
  const { text: viewToken, viewer } = await issuedFor(w, live.playbackId)
  w.app.kernel.ports.get(servedViewersPort).add(viewer, 600_000)
  const first = beatOf(live.playbackId, { viewToken, number: 0 })
  assert.deepEqual(await sendAll(w, [first]), ['counted'])
  const views = Array.from({ length: 20 }, () => ({ ...first, viewId: randomUUID() }))
  const viewers = Array.from({ length: 20 }, () => beatOf(live.playbackId, { viewToken }))
  assert.deepEqual(new Set(await sendAll(w, [...views, ...viewers])), new Set(['other_viewer']))
  w.clock.advance(15_000)
  assert.deepEqual(await sendAll(w, [beatOf(live.playbackId, { viewToken })]), ['other_viewer'])
  const next = { ...first, viewId: randomUUID() }
  assert.deepEqual(await sendAll(w, [next, { ...first, number: 1 }]), ['counted', 'counted'], 'a session that follows')
  assert.equal(await viewersOf(w, live.streamId), 2)
})

test('a network has a bounded number of viewers; one that leaves makes place', async () => {
  const settings = readSettings(productSettings, { VIEWERS_PER_NETWORK: '3' })
  await using w = await world({ settings })
  const made = await w.call('livestream.static.create', link)
  const playbackId = String(made.id).replace('sta_', 'plb_')
  const tokens = await Promise.all(Array.from({ length: 5 }, () => issuedFor(w, playbackId)))
  const beats = tokens.map(({ text: viewToken }) => beatOf(playbackId, { viewToken }))
  const sent = await sendAll(w, beats)
  assert.deepEqual(sent.toSorted(), ['counted', 'counted', 'counted', 'network_full', 'network_full'])
  w.clock.advance(10_000)
  const again = beats.map((beat, index) => (sent[index] === 'counted' ? { ...beat, number: 2 } : beat))
  assert.deepEqual(await sendAll(w, again), sent)
  w.clock.advance(31_000)
  const left = beats.filter((_, index) => sent[index] === 'network_full')
  assert.deepEqual(await sendAll(w, left), ['counted', 'counted'])
})

test('a network has a bounded number of new views an hour, however briefly each of them stays', async () => {
  const settings = readSettings(productSettings, { VIEWERS_PER_NETWORK: '3' })
  await using w = await world({ settings })
  const made = await w.call('livestream.static.create', link)
  const playbackId = String(made.id).replace('sta_', 'plb_')
  const counted: Json[] = []
  for (let round = 0; round < 10; round++) {
    const tokens = await Promise.all(Array.from({ length: 3 }, () => issuedFor(w, playbackId)))
    const beats = tokens.map(({ text: viewToken }) => beatOf(playbackId, { viewToken }))
    const sent = await sendAll(w, beats)
    counted.push(...beats.filter((_, index) => sent[index] === 'counted'))
    w.clock.advance(31_000)
  }
  assert.equal(counted.length, 12)
  const paused = await sendAll(
    w,
    counted.slice(-3).map((beat) => ({ ...beat, number: 2 })),
  )
  assert.deepEqual(paused, ['counted', 'counted', 'counted'], 'a view that paused is no new one')
  w.clock.advance(11_000)
  const next = counted.slice(-3).map((beat) => ({ ...beat, viewId: randomUUID() }))
  assert.deepEqual(new Set(await sendAll(w, next)), new Set(['network_full']))
})

test('a view of a recording goes on after a restart, where it counted before', async () => {
  await using w = await world()
  const made = await w.call('livestream.static.create', link)
  const playbackId = String(made.id).replace('sta_', 'plb_')
  // The video is given media of this installation: its link is what the record had before.
  const asset = 'update livestream_static set asset_id = $1 where id is not null'
  await w.app.pools.work.query(asset, [randomUUID()])
  const viewer = watches(w, playbackId)
  const counted = await viewer.beat()
  const restarted = await w.beside()
  w.clock.advance(10_000)
  assert.deepEqual(await sendAll(restarted, [{ ...counted, number: 1 }]), ['counted'])
  const { text: viewToken } = await issuedFor(w, playbackId)
  assert.deepEqual(await sendAll(restarted, [beatOf(playbackId, { viewToken })]), ['not_served'])
})

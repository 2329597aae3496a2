import assert from 'node:assert/strict'
import { test } from 'node:test'
import { encodeId, uuidv7 } from '#kit/values/ids.ts'
import { issuedFor, watches } from '#test/video/audience.ts'
import { foundTenant } from '#test/world/tenants.ts'
import { world } from '#test/world/world.ts'

test('views are counted once, by the day on which they began, for the video and for its channel', async () => {
  await using w = await world({ startsAt: '2026-11-21T23:50:00Z' })
  const channel = await w.call('livestream.channel.create', { name: 'Home' })
  const draft = { channelId: channel.id, videoUrl: 'https://media.example.com/mill.mp4', importMode: 'link' } as const
  const [one, two] = [await w.call('livestream.static.create', draft), await w.call('livestream.static.create', draft)]
  const counts = async () => {
    // A recount reads the result of the previous round's roll-up.
    for (let round = 0; round < 2; round++) {
      await w.settle()
      w.clock.advance(60_000)
    }
    const videos = [one, two].map((video) => w.call('livestream.static.get', { staticId: video.id }))
    const { totalViews } = await w.call('livestream.channel.get', { channelId: channel.id })
    return [...(await Promise.all(videos)).map(({ viewCount }) => viewCount), totalViews]
  }
  assert.deepEqual(await counts(), [0, 0, 0])
  const watched = (video: typeof one) => watches(w, String(video.id).replace('sta_', 'plb_'))
  const [overMidnight, idle] = [watched(one), watched(one)]
  for (let beat = 0; beat < 120; beat++) {
    await overMidnight.beat()
    if (beat < 3) await idle.beat({ playedMs: 0 })
    w.clock.advance(10_000)
  }
  for (const video of [one, two]) await watched(video).beat({ playedMs: 1_000 })
  for (const later of [600_000, 86_400_000, 86_400_000]) {
    w.clock.advance(later)
    assert.deepEqual(await counts(), [2, 1, 3])
  }
})

test('views are counted when the roll-ups stood for days', async () => {
  await using w = await world({ startsAt: '2026-11-21T12:00:00Z' })
  const draft = { videoUrl: 'https://media.example.com/mill.mp4', importMode: 'link' } as const
  const video = await w.call('livestream.static.create', draft)
  await w.settle()
  w.clock.advance(60_000)
  await w.settle()
  const viewer = watches(w, String(video.id).replace('sta_', 'plb_'))
  for (let beat = 0; beat < 3; beat++) {
    await viewer.beat()
    w.clock.advance(10_000)
  }
  w.clock.advance(4 * 86_400_000)
  for (let round = 0; round < 3; round++) {
    await w.settle()
    w.clock.advance(60_000)
  }
  assert.equal((await w.call('livestream.static.get', { staticId: video.id })).viewCount, 1)
})

test('a text of a heartbeat that looks like an id of another account chooses no account', async () => {
  await using w = await world()
  const { account: other } = await foundTenant(w, 'business')
  const foreign = encodeId('plb', other.id, uuidv7(0))
  const draft = { videoUrl: 'https://media.example.com/mill.mp4', importMode: 'link' } as const
  const playbackIds = []
  for (let made = 0; made < 2; made++) {
    playbackIds.push(String((await w.call('livestream.static.create', draft)).id).replace('sta_', 'plb_'))
  }
  const [known = '', unknown = ''] = playbackIds
  let sent = 0
  /** The order of the members matters: text before the playback id was read first. */
  const beat = async (playbackId: string, before: Record<string, string>) => {
    const uuid = uuidv7((sent += 1))
    const { text: viewToken } = await issuedFor(w, playbackId)
    const body = {
      ...before,
      playbackId,
      viewToken,
      viewId: uuid,
      viewerId: uuid,
      number: 0,
      playedMs: 1,
      positionSeconds: 0,
    }
    const payload = { ...body, rebufferMs: 0 }
    return (await w.app.server.inject({ method: 'POST', url: '/public/video/heartbeat', payload })).statusCode
  }
  assert.deepEqual([await beat(known, {}), await beat(known, { referrer: foreign })], [200, 200])
  assert.deepEqual([await beat(unknown, { referrer: foreign }), await beat(unknown, {})], [200, 200])
  const sql = 'select account_id, count(*)::integer as beats from livestream_beat group by account_id'
  const { rows } = await w.app.pools.work.query(sql)
  assert.deepEqual(rows, [{ account_id: w.account.account.id, beats: 4 }])
})

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { goLive } from '#test/video/audience.ts'
import { arrayOf, objectOf, world, type Json } from '#test/world/world.ts'

const linked = { videoUrl: 'https://media.example.com/a.mp4', importMode: 'link' } as const

test('a channel lists live, scheduled and recorded videos; the public sees public ones', async () => {
  await using w = await world()
  const key = await w.key({ kind: 'public', allowedOrigins: ['https://fan.example'] })
  const fan = { key, headers: { origin: 'https://fan.example' } }
  const home = await w.call('livestream.channel.create', { name: 'Stage', handle: 'stage_here' })
  const channelId = home.id
  const get = (how = {}) => w.call('livestream.channel.get', { channelId }, how)
  const of = (each: Json) => [each['isLive'], each['liveStreamId'], objectOf(each['liveStream'] ?? {})['id']]
  assert.deepEqual(of(await get()), [false, null, undefined])
  const [url, playbackId] = ['http://fairground.test', String(channelId).replace('chn_', 'plb_')]
  assert.deepEqual(
    [home.feedUrl, home.calendarUrl, home.embedUrl],
    [`${url}/c/stage_here/feed.xml`, `${url}/c/stage_here/calendar.ics`, `${url}/embed/video/${playbackId}`],
  )
  for (let hour = 23; hour > 11; hour -= 1) {
    const draft = { title: `At ${hour}`, scheduleDate: '2026-11-21', scheduleTime: `${hour}:00:00` }
    await w.call('livestream.stream.create', { ...draft, channelId, visibility: hour === 12 ? 'private' : 'public' })
  }
  const open = await goLive(w, { title: 'Open', channelId })
  w.clock.advance(1000)
  const shut = await goLive(w, { title: 'Shut', channelId, visibility: 'private' })
  const [own, seen] = [await get(), await get(fan)]
  assert.deepEqual(of(own), [true, shut.streamId, shut.streamId])
  assert.deepEqual(of(seen), [true, open.streamId, open.streamId])
  const titles = (each: Json) => arrayOf(each['upcomingStreams']).map(({ title }) => title)
  assert.deepEqual([titles(own).length, titles(own)[0], titles(own)[9]], [10, 'At 12', 'At 21'])
  assert.deepEqual([titles(seen).length, titles(seen)[0], titles(seen)[9]], [10, 'At 13', 'At 22'])
  const liveNow = async (how = {}) =>
    (await w.call('livestream.channel.all', { isLive: true }, how)).items.map(({ id }) => id)
  assert.deepEqual([await liveNow(), await liveNow(fan)], [[channelId], [channelId]])
  await open.end()
  assert.deepEqual(of(await get(fan)), [false, null, undefined])
  assert.deepEqual([await liveNow(), await liveNow(fan)], [[channelId], []])
  assert.deepEqual(of(await get()), [true, shut.streamId, shut.streamId])
})

test('the player of a channel plays its live stream, else its latest video, else a waiting page', async () => {
  await using w = await world()
  const { id: channelId } = await w.call('livestream.channel.create', { name: 'Stage' })
  const playbackId = String(channelId).replace('chn_', 'plb_')
  const playedId = async () => {
    const input = { playbackId, password: 'any' }
    return (await w.call('livestream.video.access', input, { key: null })).id
  }
  assert.equal(await playedId(), playbackId)
  const waiting = await w.app.server.inject(`/embed/video/${playbackId}`)
  assert.match(waiting.body, /<title>Stage/)
  await w.call('livestream.static.create', { title: 'Mine', channelId, ...linked, visibility: 'private' })
  assert.equal(await playedId(), playbackId)
  const first = await w.call('livestream.static.create', { title: 'First', channelId, ...linked })
  assert.equal(await playedId(), String(first.id).replace('sta_', 'plb_'))
  const live = await goLive(w, { title: 'Now', channelId })
  await goLive(w, { title: 'For friends', channelId, visibility: 'unlisted' })
  assert.equal(await playedId(), live.playbackId)
  const page = await w.app.server.inject(`/watch/${playbackId}`)
  assert.equal(page.headers.location, `/watch/${live.playbackId}`)
  await live.end()
  assert.equal(await playedId(), String(first.id).replace('sta_', 'plb_'))
  await w.call('livestream.channel.update', { channelId, visibility: 'private' })
  await w.refused('livestream.video.access', { playbackId, password: 'any' }, { code: 'not_found', key: null })
  assert.equal((await w.app.server.inject(`/embed/video/${playbackId}`)).statusCode, 404)
})

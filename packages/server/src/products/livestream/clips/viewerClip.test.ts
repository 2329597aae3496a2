import assert from 'node:assert/strict'
import { test } from 'node:test'
import { readSettings } from '#platform/settings/readSettings.ts'
import { productSettings } from '#products/productSettings.ts'
import { watches } from '#test/video/audience.ts'
import { clipFrom, openClipped, replayTime } from '#test/video/viewerClips.ts'
import { arrayOf, objectOf, world, type Json, type World } from '#test/world/world.ts'

const createClip = 'livestream.stream.createClip'

test('a clip of a viewer uses up no Idempotency-Key of the owner', async () => {
  await using w = await world()
  const { playbackId, streamId } = await openClipped(w)
  const headers = { 'idempotency-key': 'order-1' }
  const input = { playbackId, startTime: replayTime(1), endTime: replayTime(6) }
  const clip = await w.send('livestream.video.clip', input, { key: null, headers })
  assert.equal(clip.status, 200, clip.text)
  const fan = await publicCaller(w)
  const asFan = { ...fan, headers: { ...fan.headers, ...headers } }
  const wanted = { streamId, startSeconds: 2, durationSeconds: 6 }
  const own = await w.send(createClip, wanted, asFan)
  assert.equal(own.status, 200, own.text)
  const made = await w.send('livestream.channel.create', { name: 'Stage' }, { key: w.account.secretKey, headers })
  assert.equal(made.status, 200, made.text)
  assert.equal(made.headers['idempotent-replayed'], undefined)
  const again = await w.send('livestream.channel.create', { name: 'Stage' }, { key: w.account.secretKey, headers })
  assert.equal(again.headers['idempotent-replayed'], 'true')
  const replayed = await w.send(createClip, wanted, asFan)
  assert.equal(replayed.headers['idempotent-replayed'], 'true')
  assert.deepEqual(replayed.body['data'], own.body['data'])
})

test('players of clips and replays may be framed by the origins of their stream', async () => {
  await using w = await world()
  const allowedOrigins = ['https://shop.example']
  const { streamId, playbackId } = await openClipped(w, { allowedOrigins })
  await clipFrom(w, '203.0.113.9', { playbackId })
  const { items } = await w.call('livestream.static.all', { limit: 10 })
  const own = arrayOf(items).filter(({ parentStreamId }) => parentStreamId === streamId)
  assert.deepEqual(own.map(({ source }) => source).toSorted(), ['clip', 'recording'])
  for (const { id } of own) {
    const { headers } = await w.app.server.inject(`/embed/video/${String(id).replace('sta_', 'plb_')}`)
    assert.match(String(headers['content-security-policy']), /frame-ancestors https:\/\/shop\.example;/)
  }
})

test('a clip of a viewer has a page of its own and is in no list before the owner features it', async () => {
  await using w = await world()
  const { id: channelId, handle } = await w.call('livestream.channel.create', { name: 'Stage' })
  const { playbackId, streamId } = await openClipped(w, { channelId })
  const title = 'Buy pills here'
  const { body } = await clipFrom(w, '203.0.113.9', { playbackId, viewerId: 'a', authorName: ' Ann ', title })
  const { id } = objectOf(body['data'])
  await w.settle()
  const fan = await publicCaller(w)
  const shown = async () => {
    const pages = [`/c/${handle}`, `/c/${handle}/feed.xml`, `/embed/video/${channelId.replace('chn_', 'plb_')}`]
    const texts = await Promise.all(pages.map(async (path) => followed(w, path)))
    const lists = [
      await w.call('livestream.static.all', {}, fan),
      await w.call('livestream.channel.get', { channelId }),
      await w.call('livestream.stream.get', { streamId }),
    ]
    return [...texts, ...lists.map((list) => JSON.stringify(list))].map(
      (text) => text.includes(title) || text.includes(`"${id}"`),
    )
  }
  assert.deepEqual(await shown(), [false, false, false, false, false, false])
  const page = await w.app.server.inject(`/watch/${String(id).replace('sta_', 'plb_')}`)
  assert.equal(page.statusCode, 200)
  assert.match(page.body, /Buy pills here/)
  assert.match(page.body, /Clip by <bdi>Ann/)
  assert.match(String(page.headers['x-robots-tag']), /noindex/)
  const published = await w.emitted('livestream.static.published')
  assert.ok(published.every(({ subject }) => subject !== id))
  const [own] = arrayOf((await w.call('livestream.static.all', { shelf: 'viewers' })).items)
  assert.deepEqual([own?.id, own?.authorName, own?.visibility], [id, 'Ann', 'unlisted'])
  assert.deepEqual(await w.call('livestream.static.all', { shelf: 'viewers', authorId: String(own?.authorId) }), {
    ...(await w.call('livestream.static.all', { shelf: 'viewers' })),
  })

  const featured = await w.call('livestream.static.feature', { staticId: String(id) })
  assert.deepEqual([featured.shelf, featured.visibility], ['featured', 'public'])
  assert.deepEqual(await w.call('livestream.static.feature', { staticId: String(id) }), featured)
  assert.deepEqual(await shown(), [true, true, true, true, true, true])
  assert.equal((await w.emitted('livestream.clip.featured')).length, 1)

  const back = await w.call('livestream.static.feature', { staticId: String(id), isFeatured: false })
  assert.deepEqual([back.shelf, back.visibility], ['viewers', 'unlisted'])
  assert.deepEqual(await shown(), [false, false, false, false, false, false])
  await w.call('livestream.static.create', { staticId: String(id), visibility: 'public' })
  const { shelf } = await w.call('livestream.static.get', { staticId: String(id) })
  assert.equal(shelf, 'featured')
})

test('og:video of a clip is its MP4 where downloads are allowed', async () => {
  await using w = await world()
  const { playbackId } = await openClipped(w)
  const { body } = await clipFrom(w, '203.0.113.9', { playbackId })
  await w.settle()
  const { id, playback } = objectOf(body['data'])
  const { playbackId: clipId } = objectOf(playback)
  const video = async () => {
    const { body: page } = await w.app.server.inject(`/watch/${String(clipId)}`)
    return [...page.matchAll(/<meta property="og:video(?::type)?" content="([^"]*)">/g)].map(([, content]) => content)
  }
  assert.deepEqual(await video(), [`http://fairground.test/embed/video/${String(clipId)}`, 'text/html'])
  await w.call('livestream.static.create', { staticId: String(id), allowDownload: true })
  assert.deepEqual(await video(), [`http://fairground.test/media/${String(clipId)}/video.mp4`, 'video/mp4'])
  const file = await w.app.server.inject(`/media/${String(clipId)}/video.mp4`)
  assert.equal(file.statusCode, 200)
})

test('a viewer makes 6 clips a minute, and leaves those of the stream to others', async () => {
  await using w = await world()
  const { playbackId } = await openClipped(w)
  let made = 0
  const ask = async (address: string, viewer?: number) => {
    made += 1
    const range = { startTime: replayTime(made / 100), endTime: replayTime(8) }
    const viewerId = viewer === undefined ? {} : { viewerId: await viewerIdOf(w, playbackId, viewer) }
    return (await clipFrom(w, address, { playbackId, ...viewerId, ...range })).status
  }
  const times = async (count: number, address: string, viewer?: number) => {
    const statuses: number[] = []
    for (let each = 0; each < count; each++) statuses.push(await ask(address, viewer))
    return statuses.filter((status) => status === 200).length
  }
  assert.equal(await times(8, '203.0.113.1', 1), 6)
  // Made-up viewers share the bounds of their network, and so do those without an id.
  const strangers: number[] = []
  for (let each = 0; each < 8; each++) {
    const range = { startTime: replayTime(1 + each / 10), endTime: replayTime(9) }
    const viewerId = each % 2 === 0 ? { viewerId: `made up ${each}` } : {}
    strangers.push((await clipFrom(w, '203.0.113.1', { playbackId, ...viewerId, ...range })).status)
  }
  assert.deepEqual(strangers, [200, 200, 200, 200, 200, 200, 429, 429])
  // Viewers of one network have thirty together: twelve are made.
  let more = 0
  for (const viewer of [2, 3, 4, 5]) more += await times(6, '203.0.113.1', viewer)
  assert.equal(more, 18)
  assert.equal(await times(7, '198.51.100.7', 6), 6)
  // All viewers of a stream have sixty together: thirty-six are made.
  const byOthers: number[] = []
  for (const viewer of [7, 8, 9, 10, 11]) byOthers.push(await times(6, `198.18.${viewer}.1`, viewer))
  assert.deepEqual(byOthers, [6, 6, 6, 6, 0])
  w.clock.advance(61_000)
  assert.equal(await times(1, '203.0.113.1', 1), 1)
})

test('the same range of a session is stored once, also by concurrent requests', async () => {
  await using w = await world()
  const { playbackId, streamId } = await openClipped(w)
  const ask = (address: string) => clipFrom(w, address, { playbackId })
  const replies = await Promise.all(['203.0.113.1', '198.51.100.7', '192.0.2.3'].map(ask))
  await w.settle()
  replies.push(await ask('203.0.113.1'))
  const ids = replies.map(({ body }) => objectOf(body['data'])['id'])
  assert.equal(new Set(ids).size, 1, JSON.stringify(replies))
  const clips = await w.call('livestream.static.all', { source: 'clip', parentStreamId: streamId })
  assert.equal(clips.items.length, 1)
  assert.ok(clips.items[0]?.sessionId?.startsWith('ses_'))
  assert.equal(objectOf(replies[0]?.body['data'])['sessionId'], clips.items[0]?.sessionId)
  assert.equal((await w.emitted('livestream.clip.created')).length, 1)
})

test('the space of viewers’ clips is bounded, and a fact warns before it is full', async () => {
  const settings = readSettings(productSettings, { VIEWER_CLIP_MEGABYTES: '12' })
  await using w = await world({ settings })
  const { playbackId } = await openClipped(w)
  const ask = (index: number) => {
    const range = { startTime: replayTime(index / 50), endTime: replayTime(15 + index / 50) }
    return clipFrom(w, `203.0.113.${index}`, { playbackId, ...range })
  }
  const facts = () => w.emitted('livestream.clip.shelfFilling')
  const ids: string[] = []
  let refused: Json | undefined
  while (refused === undefined && ids.length < 50) {
    const { status, body } = await ask(ids.length)
    if (status === 200) ids.push(String(objectOf(body['data'])['id']))
    else refused = objectOf(body['error'])
  }
  assert.equal(refused?.['reason'], 'clip_shelf_full')
  const [warning, ...others] = await facts()
  assert.deepEqual([warning?.subject === ids.at(-1), others.length], [false, 0])
  assert.equal(objectOf(warning?.payload)['limitBytes'], 12e6)
  // One viewer, here one network, holds a tenth.
  await w.settle()
  const second = await clipFrom(w, '203.0.113.0', { playbackId, startTime: replayTime(2), endTime: replayTime(18) })
  const { reason, details } = objectOf(second.body['error'])
  // A stranger learns of their own space, not of the account's.
  assert.deepEqual([reason, objectOf(details)['limitBytes']], ['clip_shelf_full', 1.2e6], JSON.stringify(second.body))
  const clips = await Promise.all(ids.map((staticId) => w.call('livestream.static.get', { staticId })))
  const bytes = clips.reduce((sum, { byteCount }) => sum + Number(byteCount), 0)
  assert.ok(bytes > 6e6 && bytes <= 12e6, `${bytes} bytes`)
  for (const staticId of ids) await w.call('livestream.static.feature', { staticId })
  assert.equal((await ask(60)).status, 200)
})

test('createClip with a public key makes clips of viewers, within the bounds of viewers', async () => {
  await using w = await world()
  const fan = await publicCaller(w)
  const { streamId } = await openClipped(w)
  const input = { streamId, startSeconds: 1, durationSeconds: 4, authorName: 'Ann' }
  const made = await w.call(createClip, input, fan)
  assert.equal(made.created, true)
  assert.deepEqual({ ...(await w.call(createClip, input, fan)), status: made.status }, { ...made, created: false })
  const { shelf, authorName, visibility } = await w.call('livestream.static.get', { staticId: made.id })
  assert.deepEqual([shelf, authorName, visibility], ['viewers', 'Ann', 'unlisted'])
  for (const more of [{ visibility: 'public' }, { exact: true }, { clientReference: 'mine' }, { description: 'x' }]) {
    await w.refused(createClip, { ...input, ...more }, { code: 'invalid_request', mention: 'secret key', ...fan })
  }
  await w.refused(createClip, input, { code: 'invalid_request', mention: '/authorName' })
  for (let count = 1; count < 6; count++) await w.call(createClip, { ...input, startSeconds: 1 + count / 4 }, fan)
  await w.refused(createClip, { ...input, startSeconds: 5 }, { code: 'rate_limited', ...fan })
  await w.call('livestream.stream.update', { streamId, allowViewerClips: false })
  await w.refused(createClip, input, { code: 'not_authorized', mention: 'clips_disabled', ...fan })
  const closed = await openClipped(w, { visibility: 'private' })
  await w.refused(createClip, { ...input, streamId: closed.streamId }, { code: 'not_found', ...fan })
})

test('createClip cuts an earlier session of a stream from its recording', async () => {
  await using w = await world()
  const { streamId } = await openClipped(w)
  const { items } = await w.call('livestream.static.all', { parentStreamId: streamId, source: 'recording' })
  const sessionId = String(items[0]?.sessionId)
  const range = { startSeconds: 1, durationSeconds: 4 }
  const made = await w.call(createClip, { streamId, sessionId, ...range })
  assert.equal(made.sessionId, sessionId)
  const foreign = await openClipped(w)
  const expected = { code: 'invalid_request', mention: '/sessionId' }
  await w.refused(createClip, { streamId: foreign.streamId, sessionId, ...range }, expected)
})

/** A page of another site with a public key. */
async function publicCaller(w: World) {
  const origin = 'https://fan.example'
  return { key: await w.key({ kind: 'public', allowedOrigins: [origin] }), headers: { origin } }
}

/** Id of a viewer who watches. */
async function viewerIdOf(w: World, playbackId: string, viewer: number): Promise<string> {
  return (await watches(w, playbackId, { viewer }).beat()).viewerId
}

async function followed(w: World, path: string): Promise<string> {
  const response = await w.app.server.inject(path)
  const { location } = response.headers
  return typeof location === 'string' ? followed(w, location) : response.body
}

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { addMedia } from '#test/video/addedMedia.ts'
import { world } from '#test/world/world.ts'

const hour = 3_600_000
const video = { title: 'Mill', videoUrl: 'https://media.example.com/mill.mp4', importMode: 'link' } as const

test('the account plays a private video by an address with a grant that expires after a day', async () => {
  await using w = await world()
  const made = await w.call('livestream.static.create', { ...video, visibility: 'private' })
  await addMedia(w.app, made)
  const read = async () => (await w.call('livestream.static.media', { staticIds: made.id })).items[0]
  const found = await read()
  assert.deepEqual([found?.id, found?.viewCount, found?.posterUrl], [made.id, 0, null])
  const playlist = new URL(String(found?.hlsUrl)).pathname
  const status = async (url: string) => (await w.app.server.inject({ url })).statusCode
  assert.equal(await status(playlist), 200)
  assert.equal(await status(playlist.replace(/\/t\/[^/]+/, '')), 404)
  assert.equal((await read())?.hlsUrl, found?.hlsUrl, 'the address stays the same for hours, and can be cached')
  w.clock.advance(37 * hour)
  assert.equal(await status(playlist), 403)
  assert.notEqual((await read())?.hlsUrl, found?.hlsUrl)
})

test('addresses of an open video hold no grant, and a draft has none', async () => {
  await using w = await world()
  const open = await w.call('livestream.static.create', { ...video, visibility: 'public' })
  await addMedia(w.app, open)
  const draft = await w.call('livestream.static.create', { title: 'Draft' })
  const { items } = await w.call('livestream.static.media', { staticIds: `${draft.id},${open.id},${draft.id}` })
  assert.deepEqual(
    items.map(({ id, hlsUrl, expiresAt }) => [id, hlsUrl, expiresAt]),
    [
      [draft.id, null, null],
      [open.id, `http://fairground.test/hls/${String(open.playback?.playbackId)}/main.m3u8`, null],
    ],
  )
})

test('addresses are those of the own account alone', async () => {
  await using w = await world()
  const made = await w.call('livestream.static.create', { ...video, visibility: 'private' })
  await addMedia(w.app, made)
  const other = await w.another()
  const { items } = await w.call('livestream.static.media', { staticIds: made.id }, { key: other.secretKey })
  assert.deepEqual(items, [])
})

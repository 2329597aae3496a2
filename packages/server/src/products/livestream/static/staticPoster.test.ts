import assert from 'node:assert/strict'
import { test } from 'node:test'
import { addMedia } from '#test/video/addedMedia.ts'
import { objectOf, world } from '#test/world/world.ts'
import { operations } from './staticPoster.ts'

const set = 'livestream.static.setPoster'
const video = { title: 'Mill', videoUrl: 'https://media.example.com/mill.mp4', importMode: 'link' } as const
const poster = String(operations[0]?.example['picture'])

test('a poster that a caller uploads replaces the generated one', async () => {
  await using w = await world()
  const made = await w.call('livestream.static.create', video)
  await w.refused(set, { staticId: made.id, picture: poster }, { code: 'conflict', mention: 'no media' })
  await addMedia(w.app, made)
  const before = await w.call('livestream.static.get', { staticId: made.id })
  const { thumbnailUrl } = await w.call(set, { staticId: made.id, picture: poster })
  assert.match(String(thumbnailUrl), /\/media\/plb_\w+\/poster\.jpg$/)
  const kept = await w.app.server.inject(new URL(String(thumbnailUrl)).pathname)
  assert.deepEqual([kept.statusCode, kept.headers['content-type']], [200, 'image/jpeg'])
  assert.ok(kept.rawPayload.equals(Buffer.from(poster, 'base64')))
  const after = await w.call('livestream.static.get', { staticId: made.id })
  assert.equal(objectOf(after.playback)['thumbnailUrl'], thumbnailUrl)
  assert.equal(after.version, Number(before.version) + 1)
  await w.refused(set, { staticId: made.id, picture: poster, ifVersion: 1 }, { code: 'conflict', mention: 'ifVersion' })
})

test('a poster that is not a JPEG is refused, and the previous one stays', async () => {
  await using w = await world()
  const made = await w.call('livestream.static.create', video)
  await addMedia(w.app, made)
  await w.call(set, { staticId: made.id, picture: poster })
  const page = Buffer.from('<svg onload="alert(1)"></svg> ').toString('base64')
  for (const other of [page, poster.slice(0, -8), 'no base64!']) {
    await w.refused(set, { staticId: made.id, picture: other }, { code: 'invalid_request', mention: '/picture' })
  }
  const { playbackId } = objectOf((await w.call('livestream.static.get', { staticId: made.id })).playback)
  const kept = await w.app.server.inject(`/media/${String(playbackId)}/poster.jpg`)
  assert.ok(kept.rawPayload.equals(Buffer.from(poster, 'base64')))
})

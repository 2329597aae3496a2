import assert from 'node:assert/strict'
import { join } from 'node:path'
import { tmpdir } from 'node:os'
import { test } from 'node:test'
import { ffmpegPath } from '#test/video/encodedVideo.ts'
import { world } from '#test/world/world.ts'
import { lacks } from '#test/world/program.ts'

const create = 'livestream.stream.create'
const update = 'livestream.stream.update'
const createClip = 'livestream.stream.createClip'

test('a server without ffmpeg refuses smaller renditions and exact clips at once, with a reason', async () => {
  await using w = await world({ live: { ffmpegPath: join(tmpdir(), 'no-such-folder', 'ffmpeg') } })
  const missing = { code: 'conflict', mention: 'ffmpeg_missing' }
  const error = await w.refused(create, { title: 'Concert', renditions: 'auto' }, missing)
  assert.match(String(error['message']), /need ffmpeg, which this server lacks: send `renditions: "source"`/)
  const { id } = await w.call(create, { title: 'Concert', renditions: 'source' })
  await w.refused(update, { streamId: id, renditions: 'auto' }, missing)
  assert.equal((await w.call(update, { streamId: id, title: 'Late' })).renditions, 'source')
  const clip = await w.example(createClip)
  await w.refused(createClip, { ...clip, exact: true }, missing)
  assert.deepEqual(await w.emitted('livestream.clip.created'), [])
})

test('a server with ffmpeg accepts smaller renditions', { skip: lacks('ffmpeg') }, async () => {
  await using w = await world({ live: { ffmpegPath } })
  const { id } = await w.call(create, { title: 'Concert', renditions: 'auto' })
  assert.equal((await w.call(update, { streamId: id, title: 'Late', renditions: 'auto' })).renditions, 'auto')
})

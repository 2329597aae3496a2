import assert from 'node:assert/strict'
import { test } from 'node:test'
import { arrayOf, world } from '#test/world/world.ts'

test('a clip of a viewer uses up no Idempotency-Key of the owner', async () => {
  await using w = await world()
  const input = await w.example('livestream.video.clip')
  await w.call('livestream.stream.update', { streamId: streamOf(input), allowViewerClips: true })
  const headers = { 'idempotency-key': 'order-1' }
  const clip = await w.send('livestream.video.clip', input, { key: null, headers })
  assert.equal(clip.status, 200, clip.text)
  const made = await w.send('livestream.channel.create', { name: 'Stage' }, { key: w.account.secretKey, headers })
  assert.equal(made.status, 200, made.text)
  assert.equal(made.headers['idempotent-replayed'], undefined)
  const again = await w.send('livestream.channel.create', { name: 'Stage' }, { key: w.account.secretKey, headers })
  assert.equal(again.headers['idempotent-replayed'], 'true')
})

test('players of clips and replays may be framed by the origins of their stream', async () => {
  await using w = await world()
  const input = await w.example('livestream.video.clip')
  const streamId = streamOf(input)
  const allowedOrigins = ['https://shop.example']
  await w.call('livestream.stream.update', { streamId, allowViewerClips: true, allowedOrigins })
  await w.call('livestream.video.clip', input, { key: null })
  const { items } = await w.call('livestream.static.all', { limit: 10 })
  const own = arrayOf(items).filter(({ parentStreamId }) => parentStreamId === streamId)
  assert.deepEqual(own.map(({ source }) => source).toSorted(), ['clip', 'recording'])
  for (const { id } of own) {
    const { headers } = await w.app.server.inject(`/embed/video/${String(id).replace('sta_', 'plb_')}`)
    assert.match(String(headers['content-security-policy']), /frame-ancestors https:\/\/shop\.example;/)
  }
})

function streamOf({ playbackId }: Record<string, unknown>): string {
  return String(playbackId).replace('plb_', 'str_')
}

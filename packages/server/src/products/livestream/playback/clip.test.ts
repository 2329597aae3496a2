import assert from 'node:assert/strict'
import { test } from 'node:test'
import { world } from '#test/world.ts'

test('a viewer who makes a clip uses up no Idempotency-Key of the owner', async () => {
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

function streamOf({ playbackId }: Record<string, unknown>): string {
  return String(playbackId).replace('plb_', 'str_')
}

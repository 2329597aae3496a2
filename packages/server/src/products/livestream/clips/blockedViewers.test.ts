import assert from 'node:assert/strict'
import { test } from 'node:test'
import { watches } from '#test/video/audience.ts'
import { clipFrom, openClipped, replayTime } from '#test/video/viewerClips.ts'
import { objectOf, world } from '#test/world/world.ts'

test('a blocked viewer makes no more clips, and loses those on the shelf where the owner wants that', async () => {
  await using w = await world()
  const { playbackId } = await openClipped(w)
  const address = '203.0.113.9'
  const ask = async (seconds: number, more: { viewerId?: string } = {}, from = address) => {
    const range = { startTime: replayTime(seconds), endTime: replayTime(seconds + 5) }
    return clipFrom(w, from, { playbackId, authorName: 'Ann', ...range, ...more })
  }
  const made = [await ask(1, { viewerId: 'a' }), await ask(2, { viewerId: 'a' })]
  const [kept, gone] = made.map(({ body }) => String(objectOf(body['data'])['id']))
  await w.settle()
  await w.call('livestream.static.feature', { staticId: String(kept) })
  const { authorId } = await w.call('livestream.static.get', { staticId: String(gone) })
  const block = { authorId: String(authorId), reason: 'Advertises', removeClips: true }
  const [one, other] = await Promise.all([1, 2].map(() => w.call('livestream.blockedViewer.create', block)))
  assert.deepEqual([one?.name, one?.id], ['Ann', other?.id])
  assert.deepEqual([one?.created, other?.created].toSorted(), [false, true])
  await w.settle()
  const { items } = await w.call('livestream.static.all', { authorId: String(authorId) })
  assert.deepEqual(
    items.map(({ id }) => id),
    [kept],
  )

  const refused = await ask(3, { viewerId: 'a' }, '198.51.100.1')
  assert.deepEqual([refused.status, objectOf(refused.body['error'])['reason']], [403, 'viewer_blocked'])
  // Without their id, or with a new one, they are a stranger of the same network.
  assert.equal((await ask(3)).status, 403)
  assert.equal((await ask(3, { viewerId: 'b' })).status, 403)
  const { viewerId } = await watches(w, playbackId).beat()
  assert.equal((await ask(3, { viewerId })).status, 200)
  w.clock.advance(25 * 3_600_000)
  assert.equal((await ask(4, { viewerId: 'c' })).status, 200)
  assert.equal((await ask(5, { viewerId: 'a' })).status, 403)

  await w.call('livestream.blockedViewer.delete', { blockedViewerId: String(one?.id) })
  assert.equal((await ask(5, { viewerId: 'a' })).status, 200)
})

test('a block of a viewer of another account is refused with the field', async () => {
  await using w = await world()
  const { secretKey: key } = await w.another()
  const { id } = await w.call('livestream.static.create', { title: 'Theirs' }, { key })
  const authorId = id.replace('sta_', 'vwr_')
  await w.refused('livestream.blockedViewer.create', { authorId }, { code: 'invalid_request', mention: '/authorId' })
})

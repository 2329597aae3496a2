import assert from 'node:assert/strict'
import { test } from 'node:test'
import { goLive, watches } from '#test/video/audience.ts'
import { world } from '#test/world/world.ts'

test('sessions of a stream have start, end and peak, newest first', async () => {
  await using w = await world()
  const first = await goLive(w)
  const viewers = [watches(w, first.playbackId), watches(w, first.playbackId)]
  for (let beat = 0; beat < 3; beat++) {
    await Promise.all(viewers.map((viewer) => viewer.beat()))
    w.clock.advance(10_000)
  }
  const { streamId } = first
  const list = async (more = {}) => (await w.call('livestream.stream.sessions', { streamId, ...more })).items
  const [running] = await list()
  assert.deepEqual([running?.status, running?.endedAt, running?.peakViewers], ['live', null, null])
  await first.end()
  await w.settle()
  const [ended] = await list()
  assert.equal(ended?.id, first.sessionId)
  assert.deepEqual(
    [ended?.status, ended?.liveAt, ended?.endedAt, ended?.endedReason, ended?.peakViewers, ended?.staticId],
    ['ended', '2026-11-21T09:00:00.000Z', '2026-11-21T09:00:30.000Z', 'ended', 2, null],
  )
  const { pagination } = await w.call('livestream.stream.sessions', { streamId, limit: 1 })
  assert.deepEqual(pagination, { limit: 1, offset: 0, hasMore: false, nextCursor: null })
})

test('sessions of a foreign stream are not found', async () => {
  await using w = await world()
  const { streamId } = await goLive(w)
  const other = await w.another()
  await w.refused('livestream.stream.sessions', { streamId }, { code: 'not_found', key: other.secretKey })
})

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { goLive } from '#test/video/audience.ts'
import { addMedia } from '#test/video/addedMedia.ts'
import { objectOf, world, type Json, type World } from '#test/world/world.ts'

const dayMs = 86_400_000
const summary = { durationSeconds: 60, byteCount: 1_000, width: 640, height: 360 }

/** A stream that was live and recorded, and its replay. */
async function recorded(w: World, draft: Json = {}) {
  const live = await goLive(w, { record: true, ...draft })
  await live.end(summary)
  const page = await w.call('livestream.static.all', { parentStreamId: live.streamId })
  const [replay] = page.items
  assert.ok(replay)
  return { ...live, replay }
}
const isThere = async (w: World, { id }: Json) =>
  (await w.call('livestream.static.all')).items.some((each) => each.id === id)

test('a replay copies the texts of its stream and has the visibility that its stream sets', async () => {
  await using w = await world()
  const words = { title: 'Night', description: 'Words', tags: 'a, b', searchType: 'concert', category: 'Music' }
  const { streamId, sessionId, replay } = await recorded(w, { ...words, replayVisibility: 'unlisted' })
  const seen = Object.fromEntries(Object.keys(words).map((name) => [name, objectOf(replay)[name]]))
  assert.deepEqual(seen, words)
  assert.deepEqual([replay.status, replay.visibility, replay.source], ['published', 'unlisted', 'recording'])
  assert.deepEqual([replay.parentStreamId, replay.sessionId], [streamId, sessionId])
  const facts = await w.emitted('livestream.static.published')
  assert.deepEqual(
    facts.map(({ subject, isPublic }) => [subject, isPublic]),
    [[replay.id, true]],
  )
  const unrecorded = await goLive(w, { record: false })
  await unrecorded.end(summary)
  assert.deepEqual((await w.call('livestream.static.all', { parentStreamId: unrecorded.streamId })).items, [])
})

test('a replay is deleted at the age that its stream sets, and not before', async () => {
  await using w = await world()
  const brief = await recorded(w, { deleteRecordingAfterDays: 2 })
  const kept = await recorded(w)
  w.clock.advance(2 * dayMs - 60_000)
  await w.settle()
  assert.equal(await isThere(w, brief.replay), true)
  w.clock.advance(120_000)
  await w.settle()
  assert.deepEqual([await isThere(w, brief.replay), await isThere(w, kept.replay)], [false, true])
  const facts = await w.emitted('livestream.static.deleted')
  assert.deepEqual(
    facts.map(({ payload }) => payload['id']),
    [brief.replay.id],
  )
})

test('deleting a live stream requires endLive, and keeps its recordings without deleteRecordings', async () => {
  await using w = await world()
  const kept = await recorded(w)
  const cleared = await recorded(w)
  const live = await goLive(w)
  const remove = 'livestream.stream.delete'
  await w.refused(remove, { streamId: live.streamId }, { code: 'conflict', mention: 'already_live' })
  await w.call(remove, { streamId: live.streamId, endLive: true })
  await w.call(remove, { streamId: kept.streamId })
  await w.call(remove, { streamId: cleared.streamId, deleteRecordings: true })
  await w.settle()
  assert.deepEqual([await isThere(w, kept.replay), await isThere(w, cleared.replay)], [true, false])
})

test('the session of a stream that is deleted while live leaves a replay with the fields of the stream', async () => {
  await using w = await world()
  const words = { title: 'Night', searchType: 'concert', replayVisibility: 'unlisted' }
  const live = await goLive(w, { ...words, record: true, deleteRecordingAfterDays: 2 })
  await w.call('livestream.stream.delete', { streamId: live.streamId, endLive: true })
  await live.end(summary)
  const { items } = await w.call('livestream.static.all')
  const seen = items.map((each) => [each.title, each.searchType, each.visibility, each.status, each.durationSeconds])
  assert.deepEqual(seen, [['Night', 'concert', 'unlisted', 'published', 60]])
  assert.deepEqual([items[0]?.parentStreamId, items[0]?.sessionId], [live.streamId, live.sessionId])
  await live.end(summary)
  w.clock.advance(2 * dayMs + 60_000)
  await w.settle()
  assert.deepEqual((await w.call('livestream.static.all')).items, [])
})

test('deleteRecordings and the deletion of a channel end a session, and leave no recording of it', async () => {
  await using w = await world()
  const remove = { endLive: true, deleteRecordings: true }
  for (const autoStart of [true, false]) {
    const live = await goLive(w, { record: true, autoStart })
    await w.call('livestream.stream.delete', { streamId: live.streamId, ...remove })
    await live.end(summary)
  }
  const channel = await w.call('livestream.channel.create', { name: 'Nights' })
  const shown = await goLive(w, { record: true, channelId: channel.id })
  await w.call('livestream.channel.delete', { channelId: channel.id, endLive: true })
  await shown.end(summary)
  assert.deepEqual((await w.call('livestream.static.all')).items, [])
  const ended = await w.emitted('livestream.stream.ended')
  assert.deepEqual(
    ended.map(({ payload }) => [payload['status'], payload['lastEndedReason']]),
    [1, 2, 3].map(() => ['ended', 'deleted']),
  )
})

test('the owner of a stream reads the ids of its latest recordings and clips, newest first', async () => {
  await using w = await world()
  const get = 'livestream.stream.get'
  const made = await w.call('livestream.stream.create', { title: 'Night' })
  await addMedia(w.app, made)
  const { id: streamId } = made
  const before = await w.call(get, { streamId })
  const [staticId = '', ...more] = before.recordings
  assert.deepEqual([more, before.clips], [[], []])
  const clips: unknown[] = []
  for (const lastSeconds of [5, 6]) {
    w.clock.advance(1_000)
    clips.unshift((await w.call('livestream.stream.createClip', { staticId, lastSeconds })).id)
  }
  assert.deepEqual((await w.call(get, { streamId })).clips, clips)
  const key = await w.key({ kind: 'public', allowedOrigins: ['https://fan.example'] })
  const seen = await w.call(get, { streamId }, { key, headers: { origin: 'https://fan.example' } })
  assert.deepEqual([seen.recordings, seen.clips], [undefined, undefined])
})

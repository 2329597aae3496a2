import assert from 'node:assert/strict'
import { test } from 'node:test'
import { goLive, type LiveStream } from '#test/video/audience.ts'
import { putGivenRecording, startSession } from '#test/video/addedMedia.ts'
import { arrayOf, world, type World } from '#test/world/world.ts'
import { chaptersOf, markersMax } from './markerChapters.ts'

const create = 'livestream.marker.create'

/** Ends a session with a recording whose first frame has its programme time at `fromMs`; returns its replay. */
async function endWithReplay(w: World, live: LiveStream, fromMs: number) {
  await live.end(await putGivenRecording(w.app, live.sessionId, fromMs))
  await w.settle()
  const { items } = await w.call('livestream.static.all', { source: 'recording' })
  return String(arrayOf(items)[0]?.['id'])
}

test('markers of a live session become chapters of its replay, in order and at their positions', async () => {
  await using w = await world()
  const live = await goLive(w, { record: true, title: 'Harbour run' })
  const { streamId } = live
  const beganMs = Date.parse(String((await w.call('livestream.stream.get', { streamId })).startedAt))
  const at = (seconds: number) => new Date(beganMs + seconds * 1000).toISOString()
  w.clock.advance(30_000)
  const goal = await w.call(create, { streamId, markedAt: at(12), title: 'Goal' })
  assert.equal(goal.sessionId, live.sessionId)
  await w.call(create, { streamId, markedAt: at(5) })
  await w.call(create, { streamId, markedAt: at(5.2), title: 'Twice' })
  const gone = await w.call(create, { streamId, markedAt: at(8), title: 'A slip' })
  await w.call('livestream.marker.delete', { markerId: String(gone.id) })
  await w.call('livestream.marker.update', { markerId: String(goal.id), title: 'One nil' })
  const staticId = await endWithReplay(w, live, beganMs)
  const { chapters } = await w.call('livestream.details.get', { targetId: staticId })
  assert.deepEqual(chapters, [
    { startSeconds: 0, title: 'Harbour run' },
    { startSeconds: 5, title: 'Twice' },
    { startSeconds: 12, title: 'One nil' },
  ])
  await w.refused(create, { streamId }, { code: 'conflict', mention: 'not_live' })
  // The address at which the stream was watched plays its replay, with these chapters.
  const page = await w.app.server.inject({ url: `/watch/${live.playbackId}` })
  assert.match(page.body, /data-start="12"[^]+One nil/)
})

test('a sheet that has chapters keeps them', async () => {
  await using w = await world()
  const live = await goLive(w, { record: true })
  await w.call(create, { streamId: live.streamId, title: 'Early' })
  await live.end(await putGivenRecording(w.app, live.sessionId, w.clock.now().getTime()))
  const { items } = await w.call('livestream.static.all', { source: 'recording' })
  const targetId = String(arrayOf(items)[0]?.['id'])
  const chapters = [{ startSeconds: 0, title: 'Written by hand' }]
  await w.call('livestream.details.create', { targetType: 'static', targetId, chapters })
  await w.settle()
  assert.deepEqual((await w.call('livestream.details.get', { targetId })).chapters, chapters)
})

test('markers outlive their session, leave a later one alone and go with their stream', async () => {
  await using w = await world()
  const live = await goLive(w, { record: true })
  await w.call(create, { streamId: live.streamId, title: 'Early' })
  const { items } = await w.call('livestream.marker.all', { sessionId: live.sessionId })
  assert.equal(items.length, 1)
  await live.end()
  await w.settle()
  const other = await w.call('livestream.marker.all', { streamId: live.streamId })
  assert.equal(other.items.length, 1)
  const { ingest } = await w.call('livestream.stream.update', { streamId: live.streamId, action: 'rotateKey' })
  await startSession(w.app, { ingest })
  const { sessionId } = await w.call('livestream.stream.get', { streamId: live.streamId })
  assert.notEqual(sessionId, live.sessionId)
  assert.equal((await w.call('livestream.marker.all', { sessionId: String(sessionId) })).items.length, 0)
  w.clock.advance(10_000)
  await w.call(create, { streamId: live.streamId, title: 'Later' })
  assert.equal((await w.call('livestream.marker.all', { sessionId: live.sessionId })).items.length, 1)
  await w.call('livestream.stream.delete', { streamId: live.streamId, endLive: true })
  await w.settle()
  assert.equal((await w.call('livestream.marker.all', { streamId: live.streamId })).items.length, 0)
})

test('a marker needs a live stream and a moment of its session, and a repeat returns the first', async () => {
  await using w = await world()
  const idle = await w.call('livestream.stream.create', { title: 'Nothing yet' })
  await w.refused(create, { streamId: idle.id }, { code: 'conflict', mention: 'not_live' })
  const preview = await goLive(w, { autoStart: false })
  await w.refused(create, { streamId: preview.streamId }, { code: 'conflict', mention: 'not_live' })
  const { streamId, end } = await goLive(w)
  const outside = ['2020-01-01T00:00:00Z', '2120-01-01T00:00:00Z']
  for (const markedAt of outside) {
    await w.refused(create, { streamId, markedAt }, { code: 'conflict', mention: 'outside_window' })
  }
  const first = await w.call(create, { streamId, clientReference: 'mark-1' })
  const keyed = { headers: { 'idempotency-key': 'mark-2' } }
  const second = await w.call(create, { streamId }, keyed)
  await end()
  await w.settle()
  const again = await w.call(create, { streamId, clientReference: 'mark-1' })
  assert.deepEqual([again.id, again.created], [first.id, false])
  assert.equal((await w.call(create, { streamId }, keyed)).id, second.id)
})

test('a session has a bounded number of markers, also when many are made at once', async () => {
  await using w = await world()
  const { streamId, sessionId } = await goLive(w)
  for (let made = 0; made < markersMax - 5; made++) await w.call(create, { streamId })
  const sent = await Promise.all(Array.from({ length: 10 }, () => w.send(create, { streamId })))
  assert.deepEqual(sent.map(({ status }) => status).toSorted(), [...Array(5).fill(200), ...Array(5).fill(409)])
  const { items } = await w.call('livestream.marker.all', { sessionId, limit: 100 })
  assert.equal(items.length, markersMax)
})

test('chapters begin at 0, with the first marker itself where it is there', () => {
  const moment = (startSeconds: number, title: string | null = null) => ({ startSeconds, title })
  const harbour = { title: 'Harbour', durationSeconds: 20 }
  assert.deepEqual(chaptersOf([], harbour), [])
  assert.deepEqual(chaptersOf([moment(0.2, 'Now')], harbour), [{ startSeconds: 0, title: 'Now' }])
  assert.deepEqual(chaptersOf([moment(70), moment(3_661.2345, 'Late')], { title: null, durationSeconds: null }), [
    { startSeconds: 0, title: '0:00' },
    { startSeconds: 70, title: '1:10' },
    { startSeconds: 3661.235, title: 'Late' },
  ])
  assert.deepEqual(chaptersOf([moment(12, 'Goal'), moment(20, 'The end')], harbour), [
    { startSeconds: 0, title: 'Harbour' },
    { startSeconds: 12, title: 'Goal' },
    { startSeconds: 19.5, title: 'The end' },
  ])
  // A marker that was made twice and named once keeps its title, whichever comes first.
  for (const twice of [
    [moment(12), moment(12, 'Goal')],
    [moment(12, 'Goal'), moment(12.1)],
  ]) {
    assert.deepEqual(chaptersOf(twice, harbour), [
      { startSeconds: 0, title: 'Harbour' },
      { startSeconds: 12, title: 'Goal' },
    ])
  }
})

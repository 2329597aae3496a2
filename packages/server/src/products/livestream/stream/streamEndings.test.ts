import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { liveWorld, type LiveStream, type LiveWorld } from '#test/video/liveWorld.ts'
import { programme } from '#test/video/madeEncoder.ts'
import { openEncoder, tagOf, type Encoder } from '#test/video/rtmpEncoder.ts'
import { until } from '#test/world/until.ts'

const update = 'livestream.stream.update'

let w: LiveWorld
before(async () => {
  w = await liveWorld()
})
after(() => w[Symbol.asyncDispose]())

const read = ({ id }: LiveStream) => w.call('livestream.stream.get', { streamId: id })
const becomes = (stream: LiveStream, expected: string) =>
  until(
    () => read(stream),
    ({ status }) => status === expected,
  )
const connect = () => openEncoder(Number(new URL(String(w.app.live.engine.ingest().rtmpUrl)).port))
const act = ({ id }: LiveStream, action: 'end' | 'goLive') => w.call(update, { streamId: id, action })

async function publish({ key }: LiveStream): Promise<Encoder> {
  const encoder = await connect()
  const { code, description } = await encoder.publish(key)
  assert.equal(code, 'NetStream.Publish.Start', description)
  encoder.tags(tagOf.videoHeader(), tagOf.audioHeader(), ...programme({ seconds: 3.1 }))
  return encoder
}

/** Facts of the end of a stream. */
const endsOf = async ({ id }: LiveStream) =>
  (await w.emitted('livestream.stream.ended')).filter(({ payload }) => JSON.stringify(payload).includes(id))

/** Checks that each session has ended once, with a replay of its own of 3.1 seconds. */
async function checkEndedOnce(stream: LiveStream, sessionCount = 1) {
  await until(
    () => read(stream),
    ({ status }) => status === 'ended' || status === 'idle',
  )
  const { items } = await until(
    () => w.call('livestream.static.all', { parentStreamId: stream.id }),
    (found) => found.items.length >= sessionCount && found.items.every(({ status }) => status === 'published'),
  )
  const sessions = await w.call('livestream.stream.sessions', { streamId: stream.id })
  assert.deepEqual(
    sessions.items.map(({ status, staticId }) => [status, staticId]),
    items.map(({ id }) => ['ended', id]).toSorted(),
  )
  assert.equal(items.length, sessionCount)
  for (const { durationSeconds } of items) assert.ok(Math.abs(Number(durationSeconds) - 3.1) < 0.05)
  assert.equal((await endsOf(stream)).length, sessionCount)
  return items
}

test('a stream that is ended three times at once ends once', async () => {
  const stream = await w.stream({ record: true, reconnectWindowSeconds: 60 })
  await publish(stream)
  await becomes(stream, 'live')
  const outcomes = await Promise.allSettled(['end', 'end', 'end'].map(() => act(stream, 'end')))
  assert.equal(outcomes[0]?.status, 'fulfilled')
  await checkEndedOnce(stream)
})

for (const order of ['owner', 'encoder']) {
  test(`a stream that its owner and its encoder end in one turn ends once: ${order} first`, async () => {
    const stream = await w.stream({ record: true, endOnUnpublish: true, reconnectWindowSeconds: 60 })
    const encoder = await publish(stream)
    await becomes(stream, 'live')
    const stop = () => {
      encoder.call('FCUnpublish', [stream.key])
      encoder.call('deleteStream', [1])
    }
    if (order === 'encoder') stop()
    const ended = act(stream, 'end').catch(() => undefined)
    if (order === 'owner') stop()
    await ended
    await encoder.closed
    await checkEndedOnce(stream)
  })
}

for (const actions of [
  ['goLive', 'end'],
  ['end', 'goLive'],
] as const) {
  test(`a preview that ends as it goes live ends once, and its replay follows what was shown: ${actions}`, async () => {
    const stream = await w.stream({ autoStart: false, record: true, replayVisibility: 'public' })
    await publish(stream)
    await becomes(stream, 'preview')
    await Promise.allSettled(actions.map((action) => act(stream, action)))
    await until(async () => !['preview', 'live'].includes(String((await read(stream)).status)))
    const { items } = await until(
      () => w.call('livestream.static.all', { parentStreamId: stream.id }),
      (found) => found.items[0]?.status === 'published',
    )
    const [session] = (await w.call('livestream.stream.sessions', { streamId: stream.id })).items
    assert.deepEqual(
      [session?.status, items[0]?.visibility, Number(items[0]?.durationSeconds) > 3],
      session?.liveAt === null ? ['ended', 'private', true] : ['ended', 'public', false],
    )
  })
}

test('an encoder that takes over at the end of a session gets its own session, or none', async () => {
  const stream = await w.stream({ record: true, reconnectWindowSeconds: 60 })
  const first = await publish(stream)
  const { sessionId } = await becomes(stream, 'live')
  const second = await connect()
  const answer = second.publish(stream.key)
  const [{ code, description }] = await Promise.all([answer, act(stream, 'end')])
  await first.closed
  if (code === 'NetStream.Publish.Start') {
    second.tags(tagOf.videoHeader(), tagOf.audioHeader(), ...programme({ seconds: 3.1 }))
    const next = await becomes(stream, 'live')
    assert.notEqual(next.sessionId, sessionId)
    await act(stream, 'end')
    await checkEndedOnce(stream, 2)
  } else {
    assert.match(String(description), /start again|already|another/i)
    await checkEndedOnce(stream)
  }
  await publish(stream)
  await becomes(stream, 'live')
  await act(stream, 'end')
})

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { setTimeout as wait } from 'node:timers/promises'
import { goodKey, ingestWorld, type IngestWorld } from '#test/video/ingestWorld.ts'
import { until } from '#test/world/until.ts'
import { statusIn, tagOf } from '#test/video/rtmpEncoder.ts'
import type { PublishRequest } from '#platform/video/publishing.ts'
import { forward, forwardedApp, holderAway } from './ingestForward.ts'

const nothing = () => undefined
const log = { debug: nothing, info: nothing, warn: nothing, error: nothing }

/** A node that forwards every encoder to a port. */
async function openFront(port: number): Promise<IngestWorld> {
  const requests: PublishRequest[] = []
  const front = await ingestWorld({
    admit(request) {
      requests.push(request)
      return forward({ to: `rtmp://127.0.0.1:${port}`, request, log })
    },
  })
  return { ...front, requests }
}

test('forward() sends an encoder with its own key, timestamps and end', async () => {
  await using holder = await ingestWorld()
  await using front = await openFront(holder.port)
  const encoder = await front.encoder()
  assert.equal((await encoder.publish(goodKey)).code, 'NetStream.Publish.Start')
  const tags = [tagOf.videoHeader(), tagOf.audioHeader(), tagOf.keyFrame(4_000_000_000, 9_000), tagOf.audioFrame(700)]
  encoder.tags(...tags)
  await until(() => holder.published[0]?.tags.length === tags.length)
  assert.deepEqual(holder.published[0]?.tags, tags)
  assert.deepEqual([holder.requests[0]?.app, holder.requests[0]?.key], [forwardedApp, goodKey])
  encoder.call('deleteStream', [1])
  await until(() => holder.published[0]?.ends.length === 1)
  assert.deepEqual(holder.published[0]?.ends, ['unpublished'])
})

test('forward() closes its connection to the holder when the encoder disconnects', async () => {
  await using holder = await ingestWorld()
  await using front = await openFront(holder.port)
  const encoder = await front.encoder()
  await encoder.publish(goodKey)
  encoder.socket.destroy()
  await until(() => holder.published[0]?.ends.length === 1)
  assert.deepEqual(holder.published[0]?.ends, ['closed'])
})

test('forward() passes the refusal of the holder and its message at the end on to the encoder', async () => {
  await using holder = await ingestWorld()
  await using front = await openFront(holder.port)
  const stranger = await front.encoder()
  assert.equal((await stranger.publish('wrong')).description, 'There is no stream with this key.')
  const encoder = await front.encoder()
  await encoder.publish(goodKey)
  await until(() => holder.published.length === 1)
  holder.published[0]?.request.connection.drop('The stream was ended.')
  assert.equal((await encoder.closed).at(-1)?.description, 'The stream was ended.')
})

test('forward() refuses an encoder with a message when the holder is lost', async () => {
  const gone = await ingestWorld()
  await gone[Symbol.asyncDispose]()
  await using front = await openFront(gone.port)
  const encoder = await front.encoder()
  assert.equal((await encoder.publish(goodKey)).description, holderAway)
})

test('forward() drops its encoders when the holder stops, with a message', async () => {
  await using holder = await ingestWorld()
  await using front = await openFront(holder.port)
  const encoder = await front.encoder()
  await encoder.publish(goodKey)
  await holder.ingest.stop()
  assert.match((await encoder.closed).at(-1)?.description ?? '', /stops\. Please try again/)
})

test('forward() pauses an encoder while the holder does not read, and loses no tag', async () => {
  await using holder = await ingestWorld()
  await using front = await openFront(holder.port)
  const encoder = await front.encoder()
  await encoder.publish(goodKey)
  await until(() => holder.published.length === 1)
  const { connection } = holder.published[0]?.request ?? assert.fail()
  connection.pause()
  const count = 300
  encoder.tags(...Array.from({ length: count }, (_, index) => tagOf.keyFrame(index, 100_000)))
  const taken = () => front.requests[0]?.connection.byteCount() ?? 0
  await until(() => taken() > 0 && encoder.socket.writableLength > 0)
  let before = -1
  while (before !== taken()) {
    before = taken()
    await wait(150)
  }
  assert.ok(before < 0.75 * count * 100_000, `${before} bytes were taken`)
  connection.resume()
  await until(() => holder.published[0]?.tags.length === count)
  assert.equal(encoder.received.filter((message) => statusIn(message)?.level === 'error').length, 0)
})

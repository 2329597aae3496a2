import assert from 'node:assert/strict'
import { connect } from 'node:net'
import { test } from 'node:test'
import { goodKey, type IngestWorld, ingestWorld } from '#test/video/ingestWorld.ts'
import { until } from '#test/world/until.ts'
import { type Encoder, tagOf } from '#test/video/rtmpEncoder.ts'
import { chunksOf } from './chunkWriter.ts'
import { readCommand } from './rtmpCommands.ts'
import type { IngestLimits } from './rtmpLimits.ts'
import { controlMessage, messageType, userControl, userEvent } from './rtmpMessage.ts'

async function publishing(limits: Partial<IngestLimits> = {}) {
  const w = await ingestWorld({ limits })
  const encoder = await w.encoder()
  await encoder.publish(goodKey)
  return { w, encoder, [Symbol.asyncDispose]: () => w[Symbol.asyncDispose]() }
}

async function seesReset(port: number): Promise<void> {
  const socket = connect(port, '127.0.0.1')
  socket.on('error', () => undefined).resume()
  await new Promise((closed) => socket.once('close', closed))
}

test('connections that do not publish are limited per address', async () => {
  await using w = await ingestWorld({ limits: { waitingPerPrefixMax: 2 } })
  const first = await w.encoder()
  const second = await w.encoder()
  await seesReset(w.port)
  assert.equal(w.ingest.stats().rejected, 1)
  await first.publish(goodKey)
  const third = await w.encoder()
  await seesReset(w.port)
  second.socket.destroy()
  third.socket.destroy()
  await until(() => w.ingest.stats().connections === 1)
  await (await w.encoder()).publish(goodKey)
  assert.equal(w.ingest.stats().publishers, 2)
})

test('connections are limited in all', async () => {
  await using w = await ingestWorld({ limits: { connectionsMax: 2 } })
  await (await w.encoder()).publish(goodKey)
  await (await w.encoder()).publish(goodKey)
  await seesReset(w.port)
  assert.deepEqual([w.ingest.stats().connections, w.ingest.stats().rejected], [2, 1])
})

test('connections without a handshake or a publish command in time are closed', async () => {
  await using w = await ingestWorld()
  const silent = seesReset(w.port)
  const idle = await connected(w)
  await until(() => w.ingest.stats().connections === 2)
  w.advance(9_000)
  const late = await connected(w)
  w.advance(1_000)
  await Promise.all([silent, idle.closed])
  await until(() => w.ingest.stats().connections === 1)
  w.advance(9_000)
  await late.closed
})

/** Encoder that has connected, but does not publish. */
async function connected(w: IngestWorld): Promise<Encoder> {
  const encoder = await w.encoder()
  encoder.call('connect', [], { app: 'live' })
  await encoder.next((message) => readCommand(message))
  return encoder
}

test('a silent publisher is ended with a status', async () => {
  await using on = await publishing()
  const { w, encoder } = on
  w.advance(14_000)
  encoder.tags(tagOf.videoHeader())
  await until(() => w.published[0]?.tags.length === 1)
  w.advance(14_000)
  encoder.tags(tagOf.keyFrame(0))
  await until(() => w.published[0]?.tags.length === 2)
  w.advance(15_000)
  assert.match((await encoder.closed).at(-1)?.description ?? '', /Nothing came/)
  assert.deepEqual(w.published[0]?.ends, ['silent'])
})

test('a peer that stays open after the final status is disconnected', async () => {
  await using on = await publishing()
  const { w, encoder } = on
  encoder.socket.pause()
  encoder.socket.allowHalfOpen = true
  w.published[0]?.request.connection.drop('Enough.')
  assert.equal(w.ingest.stats().connections, 1)
  w.advance(2_000)
  await until(() => w.ingest.stats().connections === 0)
})

test('a publisher may exceed its byte rate in a peak, but is dropped after longer', async () => {
  await using on = await publishing({ bytesPerSecondMax: 125_000 })
  const { w, encoder } = on
  encoder.tags(tagOf.keyFrame(0, 500_000))
  await until(() => w.published[0]?.tags.length === 1)
  w.advance(4_000)
  encoder.tags(tagOf.keyFrame(33, 500_000))
  await until(() => w.published[0]?.tags.length === 2)
  encoder.tags(tagOf.keyFrame(66, 500_000))
  const message = 'The stream has more than 1 Mbit/s.'
  assert.equal((await encoder.closed).at(-1)?.description, message)
  const { ends, faults } = w.published[0] ?? {}
  assert.deepEqual([ends, faults], [['dropped'], [{ code: 'limit_exceeded', message }]])
})

test('a publisher that exceeds the message rate is dropped', async () => {
  await using on = await publishing({ messagesPerSecondMax: 100 })
  const { w, encoder } = on
  encoder.tags(...Array.from({ length: 600 }, (_, at) => tagOf.audioFrame(at)))
  assert.match((await encoder.closed).at(-1)?.description ?? '', /100 messages a second/)
  const count = w.published[0]?.tags.length ?? 0
  assert.ok(count > 400 && count < 600, `${count} tags arrived`)
})

test('messages of the protocol count towards the message rate, with and without a publisher', async () => {
  await using on = await publishing({ messagesPerSecondMax: 100 })
  const { w, encoder } = on
  const waiting = await connected(w)
  // A chunk of stream 5 with an empty acknowledgement, then type 3 chunks: each one byte is a message.
  const flood = Buffer.concat([Buffer.from('050000000000000300000000', 'hex'), Buffer.alloc(600, 0xc5)])
  for (const { socket, closed } of [encoder, waiting]) {
    socket.write(flood)
    assert.match((await closed).at(-1)?.description ?? '', /100 messages a second/)
  }
  assert.deepEqual(w.published[0]?.ends, ['dropped'])
  assert.equal(w.log.filter(({ message }) => message === 'rtmp: a connection exceeded a limit').length, 2)
})

test('an encoder that unpublished is disconnected at once when it floods the server', async () => {
  await using on = await publishing({ messagesPerSecondMax: 100 })
  on.encoder.call('FCUnpublish', [goodKey])
  on.encoder.send(...Array.from({ length: 600 }, () => userControl(userEvent.pingRequest, 1)))
  await on.encoder.closed
  assert.deepEqual(on.w.published[0]?.ends, ['unpublished'])
})

const damages: [name: string, act: (encoder: Encoder) => void][] = [
  ['a message of more than 4 MiB', ({ socket }) => socket.write(Buffer.from('040000004000010901000000', 'hex'))],
  ['a command of more than 64 KiB', (encoder) => encoder.call('x', ['y'.repeat(70_000)])],
  [
    'more than 64 chunk streams',
    ({ socket }) => {
      for (let id = 0; id < 64; id += 1) socket.write(Buffer.from([0, id, 0, 0, 0, 0, 0, 0, 9, 1, 0, 0, 0]))
    },
  ],
  [
    'more than 8 MiB of incomplete messages',
    ({ socket }) => {
      for (const id of [8, 9, 10]) {
        socket.write(Buffer.concat([Buffer.from([id, 0, 0, 0, 0x30, 0, 0, 9, 1, 0, 0, 0]), Buffer.alloc(4_096)]))
      }
    },
  ],
  ['a chunk size of 0', (encoder) => encoder.send(controlMessage(messageType.setChunkSize, 0))],
]

for (const [name, act] of damages) {
  test(`a publisher ends as damaged by ${name}`, async () => {
    await using on = await publishing()
    act(on.encoder)
    await on.encoder.closed
    assert.deepEqual(on.w.published[0]?.ends, ['damaged'])
    assert.equal(on.w.ingest.stats().damaged, 1)
  })
}

test('a message of 4 MiB is accepted', async () => {
  await using on = await publishing()
  on.encoder.tags(tagOf.keyFrame(0, 4 * 1_048_576))
  await until(() => on.w.published[0]?.tags.length === 1)
  assert.equal(on.w.published[0]?.tags[0]?.body.length, 4 * 1_048_576)
})

test('a peer that sends requests without reading the responses is disconnected', async () => {
  await using on = await publishing({ messagesPerSecondMax: 1e9, bytesPerSecondMax: 1e9 })
  const { w, encoder } = on
  encoder.socket.pause()
  const pings = Buffer.concat(Array.from({ length: 2_000 }, () => chunksOf(userControl(userEvent.pingRequest, 1))))
  const flood = setInterval(() => encoder.socket.write(pings), 1)
  await until(() => w.published[0]?.ends.length === 1).finally(() => clearInterval(flood))
  assert.deepEqual(w.published[0]?.ends, ['damaged'])
  encoder.socket.destroy()
})

test('a publisher with many messages at once yields to other connections', async () => {
  await using on = await publishing({ messageBatchMax: 10, messagesPerSecondMax: 1e9 })
  const { w, encoder } = on
  const tagCount = () => w.published[0]?.tags.length ?? 0
  let most = 0
  const measure = (before: number) => {
    most = Math.max(most, tagCount() - before)
    if (w.published[0]?.ends.length === 0) setImmediate(measure, tagCount())
  }
  encoder.socket.cork()
  encoder.tags(...Array.from({ length: 1_000 }, (_, at) => tagOf.audioFrame(at)))
  measure(0)
  encoder.socket.uncork()
  await until(() => tagCount() === 1_000)
  // One iteration of the event loop reads at most three batches: on data, on setImmediate, and on the data behind it.
  assert.ok(most > 0 && most <= 30, `${most} arrived within one iteration`)
  assert.deepEqual(
    w.published[0]?.tags.map(({ timestampMs }) => timestampMs),
    Array.from({ length: 1_000 }, (_, at) => at),
  )
  encoder.socket.destroy()
})

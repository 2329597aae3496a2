import assert from 'node:assert/strict'
import { connect } from 'node:net'
import { test } from 'node:test'
import { setTimeout as wait } from 'node:timers/promises'
import { goodKey, ingestWorld } from '#test/video/ingestWorld.ts'
import { until } from '#test/world/until.ts'
import { type Encoder, statusIn, tagOf } from '#test/video/rtmpEncoder.ts'
import type { MediaTag } from '#platform/video/mediaTypes.ts'
import { writeAmf } from './amf0.ts'
import { readCommand } from './rtmpCommands.ts'
import { controlMessage, controlValue, messageType, type RtmpMessage, userControl, userEvent } from './rtmpMessage.ts'
import type { PublishEnd, PublishVerdict } from '#platform/video/publishing.ts'

const resultOf = (transaction: number) => (message: RtmpMessage) => {
  const command = readCommand(message)
  return command?.name === '_result' && command.transaction === transaction ? command : undefined
}

test('an encoder connects, is admitted, and its tags arrive in order', async () => {
  await using w = await ingestWorld()
  const encoder = await w.encoder()
  const status = await encoder.publish(`${goodKey}?token=1&x`, 'live/?a=b')
  assert.deepEqual([status.level, status.code], ['status', 'NetStream.Publish.Start'])
  const tags = [
    tagOf.metadata(),
    tagOf.videoHeader(),
    tagOf.audioHeader(),
    tagOf.keyFrame(0, 9_000),
    tagOf.audioFrame(5),
  ]
  encoder.tags(...tags)
  await until(() => w.published[0]?.tags.length === 5)
  assert.deepEqual(w.published[0]?.tags, tags)
  const { app, key, address, protocol, connection } = w.published[0].request
  assert.deepEqual([app, key, address, protocol], ['live', goodKey, '127.0.0.1', 'rtmp'])
  assert.equal(connection.remoteAddress, '127.0.0.1')
  assert.ok(connection.byteCount() > 3_073 + 9_000 && connection.silenceMs() < 30_000)
  assert.equal(w.ingest.stats().publishers, 1)
  assert.equal(w.ingest.stats().bytes, connection.byteCount())
})

test('commands of encoders before publish get responses', async () => {
  await using w = await ingestWorld()
  const encoder = await w.encoder()
  encoder.call('connect', [], { app: 'live', fourCcList: ['hvc1', 'av01'] })
  const connected = await encoder.next(resultOf(1))
  assert.match(JSON.stringify(connected.values), /NetConnection\.Connect\.Success/)
  const { fourCcList, videoFourCcInfoMap, audioFourCcInfoMap, capsEx } = Object(connected.object)
  assert.deepEqual([fourCcList, capsEx], [['avc1', 'mp4a'], 4])
  assert.deepEqual([{ ...videoFourCcInfoMap }, { ...audioFourCcInfoMap }], [{ avc1: 4 }, { mp4a: 4 }])
  const types = new Set(encoder.received.map(({ type }) => type))
  for (const type of [messageType.setChunkSize, messageType.windowAckSize, messageType.setPeerBandwidth]) {
    assert.ok(types.has(type), `message ${type} is missing`)
  }
  encoder.call('releaseStream', [goodKey])
  encoder.call('FCPublish', [goodKey])
  encoder.call('_checkbw')
  encoder.call('createStream')
  await encoder.next(resultOf(2))
  await encoder.next(resultOf(3))
  assert.deepEqual((await encoder.next(resultOf(5))).values, [1])
})

test('extra tracks of an encoder are dropped, and the default track arrives without its wrapper', async () => {
  await using w = await ingestWorld()
  const encoder = await w.encoder()
  await encoder.publish(goodKey)
  const tag = (kind: 'video' | 'audio', body: string): MediaTag => ({
    kind,
    timestampMs: 0,
    body: Buffer.from(body, 'latin1'),
  })
  encoder.tags(
    tag('video', '\x96\x01hvc1\x01\0\0\0\t'),
    tag('audio', '\x95\x01mp4a\x01\t'),
    tag('video', '\x96\x01avc1\0\0\0\0\t'),
    tag('audio', '\x95\x01mp4a\0\t'),
  )
  await until(() => w.published[0]?.tags.length === 2)
  assert.deepEqual(w.published[0]?.tags, [tag('video', '\x91avc1\0\0\0\t'), tag('audio', '\x91mp4a\t')])
})

test('commands may be AMF3 messages, and arrive at once with the tags behind them', async () => {
  await using w = await ingestWorld()
  const encoder = await w.encoder()
  const amf3 = (...values: Parameters<typeof writeAmf>[0]): RtmpMessage => ({
    type: messageType.commandAmf3,
    timestampMs: 0,
    streamId: 0,
    body: Buffer.concat([Buffer.of(0), writeAmf(values)]),
  })
  encoder.send(amf3('connect', 1, { app: 'live' }), amf3('createStream', 2, null), amf3('publish', 3, null, goodKey))
  encoder.tags(tagOf.videoHeader(), tagOf.keyFrame(0))
  await until(() => w.published[0]?.tags.length === 2)
})

test('the connection is paused during the admission of its key', async () => {
  const verdict = Promise.withResolvers<PublishVerdict>()
  await using w = await ingestWorld({ admit: () => verdict.promise })
  const encoder = await w.encoder()
  const status = encoder.publish(goodKey)
  encoder.tags(tagOf.keyFrame(0), tagOf.frame(33))
  await wait(50)
  assert.equal(encoder.received.find(statusIn), undefined)
  const timestamps: number[] = []
  verdict.resolve({ sink: { tag: ({ timestampMs }) => timestamps.push(timestampMs), end: () => undefined } })
  assert.equal((await status).code, 'NetStream.Publish.Start')
  await until(() => timestamps.length === 2)
  assert.deepEqual(timestamps, [0, 33])
})

test('a wrong key is refused with a sentence, under the two codes that encoders read', async () => {
  await using w = await ingestWorld()
  const encoder = await w.encoder()
  void encoder.publish('wrong-pY3')
  assert.deepEqual(await encoder.closed, [
    { level: 'error', code: 'NetStream.Publish.BadName', description: 'There is no stream with this key.' },
    { level: 'error', code: 'NetStream.Publish.Denied', description: 'There is no stream with this key.' },
  ])
  assert.ok(!JSON.stringify([w.log, encoder.received]).includes('wrong-pY3'))
  assert.equal(w.ingest.stats().refused, 1)
})

test('a long key and a failed admission are refused', async () => {
  await using w = await ingestWorld({ admit: () => Promise.reject(new Error('the database is away')) })
  for (const [key, sentence] of [
    ['x'.repeat(300), /too long/],
    [goodKey, /could not be checked/],
  ] as const) {
    const encoder = await w.encoder()
    assert.match((await encoder.publish(key)).description, sentence)
    await encoder.closed
  }
  assert.equal(w.log.filter(({ level }) => level === 'error').length, 1)
})

test('an admission that times out refuses the publisher, and its late sink ends', async () => {
  const [requested, verdict] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
  await using w = await ingestWorld({
    async admit(request) {
      requested.resolve()
      await verdict.promise
      return w.take(request)
    },
  })
  const encoder = await w.encoder()
  const status = encoder.publish(goodKey)
  await requested.promise
  w.advance(5_000)
  assert.match((await status).description, /could not be checked/)
  verdict.resolve()
  await until(() => w.published[0]?.ends.length === 1)
  assert.deepEqual(w.published[0]?.ends, ['dropped'])
})

test('a sink for a disconnected encoder ends at once', async () => {
  const [requested, verdict] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
  await using w = await ingestWorld({
    async admit(request) {
      requested.resolve()
      await verdict.promise
      return w.take(request)
    },
  })
  const encoder = await w.encoder()
  encoder.publish(goodKey).catch(() => undefined)
  await requested.promise
  encoder.socket.resetAndDestroy()
  verdict.resolve()
  await until(() => w.published[0]?.ends.length === 1)
  assert.deepEqual(w.published[0]?.ends, ['closed'])
})

const endings: [why: PublishEnd, name: string, act: (encoder: Encoder) => void][] = [
  ['unpublished', 'FCUnpublish', (encoder) => leave(encoder, 'FCUnpublish', [goodKey])],
  ['unpublished', 'deleteStream', (encoder) => leave(encoder, 'deleteStream', [1])],
  ['unpublished', 'closeStream', (encoder) => leave(encoder, 'closeStream', [])],
  ['closed', 'the end of the connection', (encoder) => encoder.socket.end()],
  ['closed', 'a reset', (encoder) => encoder.socket.resetAndDestroy()],
  ['damaged', 'a chunk without a header', (encoder) => encoder.socket.write(Buffer.from('c9', 'hex'))],
  ['damaged', 'publishing twice', (encoder) => encoder.call('publish', [goodKey])],
  ['damaged', 'an invalid command', (encoder) => encoder.send(bare(messageType.commandAmf0, Buffer.of(0x7f)))],
  ['damaged', 'a command without a name', (encoder) => encoder.send(bare(messageType.commandAmf0, writeAmf([1, 2])))],
  ['damaged', 'real AMF3', (encoder) => encoder.send(bare(messageType.commandAmf3, Buffer.of(6, 1)))],
]

for (const [why, name, act] of endings) {
  test(`publishing ends as ${why} by ${name}`, async () => {
    await using w = await ingestWorld()
    const encoder = await w.encoder()
    await encoder.publish(goodKey)
    encoder.tags(tagOf.videoHeader(), tagOf.keyFrame(0))
    await until(() => w.published[0]?.tags.length === 2)
    act(encoder)
    await encoder.closed
    await until(() => w.ingest.stats().connections === 0)
    assert.deepEqual(w.published[0]?.ends, [why])
    assert.equal(w.ingest.stats().damaged, why === 'damaged' ? 1 : 0)
  })
}

/** Unpublishes as an encoder does, which then closes the connection. */
function leave(encoder: Encoder, name: string, values: string[] | number[]): void {
  encoder.call(name, values)
  void encoder.next(statusNamed('NetStream.Unpublish.Success')).then(() => encoder.socket.end())
}

const statusNamed = (code: string) => (message: RtmpMessage) => (statusIn(message)?.code === code ? message : undefined)

test('an encoder that unpublishes ends its sink at once, and may send further commands before it closes', async () => {
  await using w = await ingestWorld()
  const encoder = await w.encoder()
  await encoder.publish(goodKey)
  encoder.call('FCUnpublish', [goodKey])
  await encoder.next(statusNamed('NetStream.Unpublish.Success'))
  assert.deepEqual(w.published[0]?.ends, ['unpublished'])
  encoder.call('closeStream')
  encoder.call('deleteStream', [1])
  encoder.tags(tagOf.keyFrame(0))
  encoder.send(userControl(userEvent.pingRequest, 1))
  await encoder.next(({ type, body }) =>
    type === messageType.userControl && body.readUInt16BE(0) === userEvent.pingResponse ? body : undefined,
  )
  assert.deepEqual([w.published[0]?.tags, w.ingest.stats().damaged, encoder.socket.destroyed], [[], 0, false])
  w.advance(2_000)
  assert.ok((await encoder.closed).every(({ level }) => level === 'status'))
})

test('an encoder that unpublished and then breaks the protocol is disconnected at once', async () => {
  await using w = await ingestWorld()
  const encoder = await w.encoder()
  await encoder.publish(goodKey)
  encoder.call('FCUnpublish', [goodKey])
  await encoder.next(statusNamed('NetStream.Unpublish.Success'))
  encoder.socket.write(Buffer.from('c9', 'hex'))
  await encoder.closed
  assert.deepEqual([w.published[0]?.ends, w.ingest.stats().damaged], [['unpublished'], 1])
})

test('a dropped publisher receives the reason, and its sink ends at once', async () => {
  await using w = await ingestWorld()
  const encoder = await w.encoder()
  await encoder.publish(goodKey)
  w.published[0]?.request.connection.drop('The stream key was changed.')
  assert.deepEqual(w.published[0]?.ends, ['dropped'])
  w.published[0]?.request.connection.drop('A second reason.')
  assert.deepEqual((await encoder.closed).at(-1), {
    level: 'error',
    code: 'NetStream.Publish.Rejected',
    description: 'The stream key was changed.',
  })
})

test('a sink may drop its publisher, and receives no tag after that', async () => {
  const timestamps: number[] = []
  await using w = await ingestWorld({
    async admit({ connection }) {
      const tag = ({ timestampMs }: MediaTag) => {
        timestamps.push(timestampMs)
        if (timestampMs === 33) connection.drop('HEVC is not supported. Set the encoder to H.264.')
      }
      return { sink: { tag, end: (why) => assert.equal(why, 'dropped') } }
    },
  })
  const encoder = await w.encoder()
  await encoder.publish(goodKey)
  encoder.tags(tagOf.frame(0), tagOf.frame(33), tagOf.frame(66))
  assert.match((await encoder.closed).at(-1)?.description ?? '', /Set the encoder to H\.264/)
  assert.deepEqual(timestamps, [0, 33])
})

test('a sink that throws loses its publisher and no other', async () => {
  const broken = () => {
    throw new Error('the packager broke')
  }
  await using w = await ingestWorld({ admit: async () => ({ sink: { tag: broken, end: broken } }) })
  const encoder = await w.encoder()
  await encoder.publish(goodKey)
  encoder.tags(tagOf.frame(0))
  await encoder.closed
  assert.deepEqual(
    w.log.filter(({ level }) => level === 'error').map(({ more }) => more),
    [{ error: 'the packager broke' }, { error: 'the packager broke' }],
  )
})

test('connections that do not publish are refused', async () => {
  await using w = await ingestWorld()
  const player = await w.encoder()
  player.call('connect', [], { app: 'live' })
  player.call('play', [goodKey])
  assert.match((await player.closed)[0]?.description ?? '', /does not play/)
  for (const act of [
    (encoder: Encoder) => encoder.tags(tagOf.keyFrame(0)),
    (encoder: Encoder) => encoder.call('publish', [goodKey]),
    (encoder: Encoder) => encoder.socket.write(Buffer.alloc(100, 0xff)),
  ]) {
    const encoder = await w.encoder()
    act(encoder)
    assert.deepEqual(await encoder.closed, [])
  }
  const browser = connect(w.port, '127.0.0.1')
  browser.on('error', () => undefined).write('GET / HTTP/1.1\r\nHost: localhost\r\n\r\n')
  await new Promise((closed) => browser.once('close', closed))
  assert.deepEqual([w.requests.length, w.ingest.stats().damaged], [0, 4])
})

test('pings get responses, and bytes are acknowledged after every window', async () => {
  await using w = await ingestWorld()
  const encoder = await w.encoder()
  await encoder.publish(goodKey)
  encoder.send(userControl(userEvent.pingRequest, 4_711), controlMessage(messageType.windowAckSize, 10_000))
  const pong = await encoder.next(({ type, body }) =>
    type === messageType.userControl && body.readUInt16BE(0) === userEvent.pingResponse ? body : undefined,
  )
  assert.equal(pong.readUInt32BE(2), 4_711)
  for (const at of [0, 1, 2]) {
    encoder.tags(tagOf.keyFrame(at, 12_000))
    await until(() => w.published[0]?.tags.length === at + 1)
  }
  // Less than one window of bytes is unacknowledged, at any split of the bytes.
  const { bytes } = w.ingest.stats()
  const last = await until(
    () => acknowledged(encoder).at(-1) ?? 0,
    (acknowledgedBytes) => acknowledgedBytes > bytes - 10_000,
  )
  assert.ok(last <= bytes && acknowledged(encoder).length >= 3, `${last} of ${bytes} bytes are acknowledged`)
})

const acknowledged = ({ received }: Encoder) =>
  received.filter(({ type }) => type === messageType.acknowledgement).map(({ body }) => controlValue(body))

test('stop() ends every publisher with a status, every sink and every connection', async () => {
  await using w = await ingestWorld()
  const publisher = await w.encoder()
  await publisher.publish(goodKey)
  const silent = connect(w.port, '127.0.0.1')
  const isClosed = new Promise((closed) => silent.on('error', () => undefined).once('close', closed))
  await until(() => w.ingest.stats().connections === 2)
  await Promise.all([w.ingest.stop(), w.ingest.stop(), publisher.closed, isClosed])
  assert.deepEqual(w.published[0]?.ends, ['stopped'])
  assert.match((await publisher.closed).at(-1)?.description ?? '', /server stops/)
})

test('openIngest() rejects for a used port and an invalid certificate', async () => {
  await using w = await ingestWorld()
  await assert.rejects(ingestWorld({ port: w.port }), { code: 'EADDRINUSE' })
  await assert.rejects(ingestWorld({ tls: { cert: 'none', key: 'none' } }))
})

function bare(type: number, body: Buffer): RtmpMessage {
  return { type, timestampMs: 0, streamId: 0, body }
}

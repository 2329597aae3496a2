import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { ChunkReader } from './chunkReader.ts'
import { chunkSizeMessage, chunksOf } from './chunkWriter.ts'
import { ingestLimits, type WireLimits } from './rtmpLimits.ts'
import { controlMessage, messageType, type RtmpMessage } from './rtmpMessage.ts'

const hex = (text: string) => Buffer.from(text.replaceAll(' ', ''), 'hex')
const text = (byteCount: number) => Buffer.alloc(byteCount, 'abcdefghij')

function readAll(bytes: Buffer, limits: Partial<WireLimits> = {}): RtmpMessage[] {
  const reader = openReader(limits)
  reader.feed(bytes)
  return drained(reader)
}

function openReader(limits: Partial<WireLimits> = {}): ChunkReader {
  const reader = new ChunkReader({ ...ingestLimits, ...limits })
  reader.allowMedia()
  return reader
}

function drained(reader: ChunkReader): RtmpMessage[] {
  const messages: RtmpMessage[] = []
  for (let message = reader.next(); message !== undefined; message = reader.next()) messages.push(message)
  return messages
}

const times = (messages: RtmpMessage[]) => messages.map(({ timestampMs }) => timestampMs)

test('messages with headers of all four types are read', () => {
  const messages = readAll(
    Buffer.concat([
      hex('04 0003e8 000002 08 01000000 aaaa'),
      hex('44 000014 000003 09 bbbbbb'),
      hex('84 000016 cccccc'),
      hex('c4 dddddd'),
    ]),
  )
  assert.deepEqual(times(messages), [1_000, 1_020, 1_042, 1_064])
  assert.deepEqual(
    messages.map(({ type, streamId, body }) => [type, streamId, body.toString('hex')]),
    [
      [8, 1, 'aaaa'],
      [9, 1, 'bbbbbb'],
      [9, 1, 'cccccc'],
      [9, 1, 'dddddd'],
    ],
  )
})

test('after a header of type 0, its timestamp is the difference to a message without one', () => {
  assert.deepEqual(times(readAll(hex('04 000010 000001 08 01000000 aa c4 bb c4 cc'))), [16, 32, 48])
})

test('a control stream may begin with a header of type 1, as that of librtmp does', () => {
  const [ping] = readAll(hex('42 000000 000006 04 0007 00000001'))
  assert.deepEqual(ping, { type: 4, timestampMs: 0, streamId: 0, body: hex('000700000001') })
})

test('chunk streams have numbers of one, two and three bytes', () => {
  const header = '000000 000001 08 01000000'
  const bytes = hex(`3f ${header} 01 00 00 ${header} 02 00 ff ${header} 03 01 0001 ${header} 04 01 ffff ${header} 05`)
  const again = hex('ff 11 c0 00 12 c0 ff 13 c1 0001 14 c1 ffff 15')
  const bodies = readAll(Buffer.concat([bytes, again])).map(({ body }) => body[0])
  assert.deepEqual(bodies, [1, 2, 3, 4, 5, 0x11, 0x12, 0x13, 0x14, 0x15])
})

test('the three byte form of a chunk stream may name one of the two byte form', () => {
  const bytes = hex('00 05 000000 000001 08 01000000 01 c1 0500 02')
  assert.deepEqual(
    readAll(bytes).map(({ body }) => body[0]),
    [1, 2],
  )
})

test('interleaved messages of several chunk streams are read', () => {
  const [video, audio] = [text(300), text(130)]
  const bytes = Buffer.concat([
    hex('06 000005 00012c 09 01000000'),
    video.subarray(0, 128),
    hex('04 000006 000082 08 01000000'),
    audio.subarray(0, 128),
    hex('c6'),
    video.subarray(128, 256),
    hex('c4'),
    audio.subarray(128),
    hex('c6'),
    video.subarray(256),
  ])
  const messages = readAll(bytes)
  assert.deepEqual(
    messages.map(({ type, body }) => [type, body]),
    [
      [8, audio],
      [9, video],
    ],
  )
})

test('extended timestamps are read from every chunk of a message, those of type 3 included', () => {
  const body = text(200)
  const head = hex('04 ffffff 0000c8 09 01000000 01000000')
  const messages = readAll(
    Buffer.concat([
      head,
      body.subarray(0, 128),
      hex('c4 01000000'),
      body.subarray(128),
      hex('84 000021'),
      body.subarray(0, 128),
      hex('c4'),
      body.subarray(128),
    ]),
  )
  assert.deepEqual(times(messages), [0x100_0000, 0x100_0021])
  assert.deepEqual(
    messages.map((message) => message.body),
    [body, body],
  )
})

test('type 3 chunks within a message may omit the extended timestamp, at any split of the bytes', () => {
  const body = text(300)
  const bytes = Buffer.concat([
    hex('04 ffffff 00012c 09 01000000 01000000'),
    body.subarray(0, 128),
    hex('c4'),
    body.subarray(128, 256),
    hex('c4'),
    body.subarray(256),
    hex('84 000021'),
    body.subarray(0, 128),
    hex('c4'),
    body.subarray(128, 256),
    hex('c4'),
    body.subarray(256),
  ])
  for (const step of [1, 7, bytes.length]) {
    const reader = openReader()
    const messages: RtmpMessage[] = []
    for (let at = 0; at < bytes.length; at += step) {
      reader.feed(bytes.subarray(at, at + step))
      messages.push(...drained(reader))
    }
    assert.deepEqual(times(messages), [0x100_0000, 0x100_0021])
    assert.deepEqual(
      messages.map((message) => message.body),
      [body, body],
    )
  }
})

test('the last bytes of a message without an extended timestamp need no byte behind them', () => {
  const bytes = Buffer.concat([hex('04 ffffff 000082 09 01000000 01000000'), text(128), hex('c4 aabb')])
  assert.equal(readAll(bytes).length, 1)
})

test('an extended difference is repeated before a message without a header', () => {
  const messages = readAll(hex('04 000001 000001 08 01000000 aa 84 ffffff 01000000 bb c4 01000000 cc'))
  assert.deepEqual(times(messages), [1, 0x100_0001, 0x200_0001])
})

test('timestamps wrap around at 32 bit', () => {
  const messages = readAll(hex('04 ffffff 000001 08 01000000 fffffff0 aa 84 000020 bb'))
  assert.deepEqual(times(messages), [0xffff_fff0, 0x10])
})

test('a chunk size applies from the next chunk, also within a message', () => {
  const body = text(400)
  const bytes = Buffer.concat([
    hex('04 000000 000190 09 01000000'),
    body.subarray(0, 128),
    chunksOf(controlMessage(messageType.setChunkSize, 1_000)),
    hex('c4'),
    body.subarray(128),
  ])
  assert.deepEqual(readAll(bytes).at(-1)?.body, body)
})

test('each chunk size of 128 bytes and more is accepted, up to the largest one of 31 bits', () => {
  const body = text(300)
  for (const size of [128, 129, 299, 300, 65_536, 0xff_ffff, 0x7fff_ffff]) {
    const chunks = [hex('04 000000 00012c 09 01000000'), body.subarray(0, size)]
    for (let at = size; at < body.length; at += size) chunks.push(hex('c4'), body.subarray(at, at + size))
    const bytes = Buffer.concat([chunksOf(controlMessage(messageType.setChunkSize, size)), ...chunks])
    assert.deepEqual(readAll(bytes).at(-1)?.body, body, `chunk size ${size}`)
  }
})

test('an abort drops an incomplete message', () => {
  const reader = openReader()
  reader.feed(Buffer.concat([hex('04 000000 000100 09 01000000'), text(128)]))
  assert.deepEqual([drained(reader), reader.partialBytes()], [[], 256])
  reader.feed(Buffer.concat([chunksOf(controlMessage(messageType.abort, 4)), hex('04 000000 000001 08 01000000 aa')]))
  const messages = drained(reader)
  assert.deepEqual([messages.map(({ type }) => type), reader.partialBytes()], [[2, 8], 0])
  reader.feed(chunksOf(controlMessage(messageType.abort, 99)))
  assert.equal(drained(reader).length, 1)
})

test('empty messages are read', () => {
  assert.deepEqual(
    readAll(hex('04 000000 000000 08 01000000 c4 c4')).map(({ body }) => body.length),
    [0, 0, 0],
  )
})

for (const [name, bytes, limits] of [
  ['a message that is too long', hex('04 000000 400001 09 01000000'), {}],
  ['a command that is too long', hex('03 000000 010001 14 00000000'), {}],
  ['a chunk stream that begins without a length', hex('84 000000'), {}],
  ['a chunk stream that begins without a header', hex('c4'), {}],
  [
    'a message within another',
    Buffer.concat([hex('04 000000 000100 09 01000000'), text(128), hex('44 000000 000001 08')]),
    {},
  ],
  ['a chunk size of 0', chunksOf(controlMessage(messageType.setChunkSize, 0)), {}],
  ['a chunk size below 128', chunksOf(controlMessage(messageType.setChunkSize, 127)), {}],
  ['a chunk size that is negative', chunksOf(controlMessage(messageType.setChunkSize, 0xffff_ffff)), {}],
  ['a control message of two bytes', hex('02 000000 000002 01 00000000 0080'), {}],
  [
    'too many chunk streams',
    hex(['02', '03', '04', '05'].map((id) => `${id} 000000 000000 08 01000000`).join('')),
    { chunkStreamsMax: 3 },
  ],
  ['too many incomplete messages', hex('04 000000 000100 09 01000000').fill('00', 12), { partialBytesMax: 255 }],
] as const) {
  test(`refused: ${name}`, () => {
    assert.throws(() => readAll(bytes, limits), { name: 'RtmpDamage' })
  })
}

test('incomplete messages are counted together, by what they announce', () => {
  const begun = ['04', '05'].map((id) => Buffer.concat([hex(`${id} 000000 000100 09 01000000`), text(128)]))
  assert.deepEqual(readAll(Buffer.concat(begun), { partialBytesMax: 512 }), [])
  assert.throws(() => readAll(Buffer.concat(begun), { partialBytesMax: 511 }), /incomplete/)
})

test('video messages have the length limit of commands before a publisher is admitted', () => {
  const reader = new ChunkReader(ingestLimits)
  reader.feed(hex('04 000000 010001 09 01000000'))
  assert.throws(() => reader.next(), { name: 'RtmpDamage' })
})

test('ChunkReader reads the messages of chunksOf(), at any split of the bytes', () => {
  const message = fc.record(
    {
      type: fc.constantFrom(8, 9, 18, 20),
      timestampMs: fc.oneof(fc.nat(100_000), fc.integer({ min: 0xff_fff0, max: 0xffff_ffff })),
      streamId: fc.constantFrom(0, 1, 0x0102_0304),
      body: fc.integer({ min: 0, max: 20_000 }).map(text),
    },
    { noNullPrototype: true },
  )
  fc.assert(
    fc.property(fc.array(message, { maxLength: 8 }), fc.array(fc.integer({ min: 1, max: 5_000 })), (messages, cuts) => {
      const bytes = Buffer.concat([chunkSizeMessage, ...messages].map(chunksOf))
      const reader = openReader()
      const read: RtmpMessage[] = []
      for (let at = 0, turn = 0; at < bytes.length; turn += 1) {
        const end = at + (cuts[turn % Math.max(1, cuts.length)] ?? bytes.length)
        reader.feed(bytes.subarray(at, end))
        read.push(...drained(reader))
        at = end
      }
      assert.deepEqual(read.slice(1), messages)
      assert.equal(reader.partialBytes(), 0)
    }),
    { numRuns: 200, seed: 3 },
  )
})

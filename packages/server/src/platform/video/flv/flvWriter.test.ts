import assert from 'node:assert/strict'
import { test } from 'node:test'
import { FlvReader } from './flvReader.ts'
import { flvHead, flvFrame, flvVideoHeader } from './flvWriter.ts'
import { readVideoTag } from './videoTag.ts'

const payload = Buffer.from([0, 0, 0, 2, 0x65, 1])
const frames = [
  { timestampMs: 40, compositionMs: 67, isKeyFrame: true, payload },
  { timestampMs: 0x1234_5678, compositionMs: -34, isKeyFrame: false, payload },
]
const whole = Buffer.concat([flvHead, flvVideoHeader(7, Buffer.from([1, 2, 3])), ...frames.map(flvFrame)])

test('FlvReader reads the messages of the writer, with their times', () => {
  const [header, ...tags] = new FlvReader().read(whole)
  assert.deepEqual(header, { kind: 'video', timestampMs: 7, body: Buffer.from([0x17, 0, 0, 0, 0, 1, 2, 3]) })
  const read = tags.map(({ timestampMs, body }) => ({ timestampMs, ...readVideoTag(body, 4) }))
  assert.deepEqual(
    read,
    frames.map((frame) => ({ kind: 'frame', ...frame })),
  )
})

test('FlvReader reads messages in pieces of any size', () => {
  for (const pieceBytes of [1, 3, 16]) {
    const reader = new FlvReader()
    const tags = Array.from({ length: Math.ceil(whole.length / pieceBytes) }, (_, index) =>
      reader.read(whole.subarray(index * pieceBytes, (index + 1) * pieceBytes)),
    )
    assert.deepEqual(tags.flat(), new FlvReader().read(whole))
  }
})

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { posterRefusal, readJpegSize } from './posterCheck.ts'

/** Encodes a JPEG without image data: a comment, a frame header, the end marker. */
function jpeg(width: number, height: number): Buffer {
  const frame = Buffer.from([0xff, 0xc0, 0, 11, 8, 0, 0, 0, 0, 1, 1, 0x11, 0])
  frame.writeUInt16BE(height, 5)
  frame.writeUInt16BE(width, 7)
  const comment = Buffer.from([0xff, 0xfe, 0, 6, 0xff, 0xc0, 1, 2])
  return Buffer.concat([Buffer.from([0xff, 0xd8]), comment, frame, Buffer.from([0xff, 0xd9])])
}

test('readJpegSize() returns width and height of the frame header', () => {
  assert.deepEqual(readJpegSize(jpeg(1280, 720)), [1280, 720])
  assert.equal(posterRefusal(jpeg(1280, 720)), undefined)
})

test('files that are no JPEG or have an unusual size are refused', () => {
  const whole = jpeg(1280, 720)
  const heads = Array.from({ length: 17 }, (_, length) => whole.subarray(0, length))
  const cut = heads.map((head) => Buffer.concat([head, Buffer.from([0xff, 0xd9])]))
  const others = [Buffer.alloc(0), Buffer.from('<svg/>'), Buffer.alloc(100, 0xff), whole.subarray(0, -2)]
  for (const bytes of [...cut, ...others, whole.subarray(2)]) assert.equal(posterRefusal(bytes), 'not_a_picture')
  for (const [width, height] of [
    [8, 720],
    [1280, 5_000],
    [0, 0],
  ] as const) {
    assert.equal(posterRefusal(jpeg(width, height)), 'wrong_size')
  }
})

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { acceptPoster } from './poster.ts'

/** A JPEG's head: a comment, a frame of this size, its end. */
function jpeg(width: number, height: number): Buffer {
  const frame = Buffer.from([0xff, 0xc0, 0, 11, 8, 0, 0, 0, 0, 1, 1, 0x11, 0])
  frame.writeUInt16BE(height, 5)
  frame.writeUInt16BE(width, 7)
  const comment = Buffer.from([0xff, 0xfe, 0, 6, 0xff, 0xc0, 1, 2])
  return Buffer.concat([Buffer.from([0xff, 0xd8]), comment, frame, Buffer.from([0xff, 0xd9])])
}

function png(width: number, height: number): Buffer {
  const head = Buffer.from('\u0089PNG\r\n\u001a\n\0\0\0\rIHDR', 'latin1')
  const bytes = Buffer.concat([head, Buffer.alloc(64)])
  bytes.writeUInt32BE(width, 16)
  bytes.writeUInt32BE(height, 20)
  return bytes
}

test('a JPEG and a PNG say their size', () => {
  assert.deepEqual(acceptPoster(jpeg(1280, 720)), { type: 'image/jpeg', width: 1280, height: 720 })
  assert.deepEqual(acceptPoster(png(640, 360)), { type: 'image/png', width: 640, height: 360 })
})

test('what is no picture, too large or of a strange size is refused', () => {
  const whole = jpeg(1280, 720)
  const heads = Array.from({ length: 17 }, (_, length) => whole.subarray(0, length))
  const cut = heads.map((head) => Buffer.concat([head, Buffer.from([0xff, 0xd9])]))
  const others = [Buffer.alloc(0), Buffer.from('<svg/>'), Buffer.alloc(100, 0xff), whole.subarray(0, -2)]
  for (const bytes of [...cut, ...others, whole.subarray(2), png(640, 360).subarray(0, 40)]) {
    assert.deepEqual(acceptPoster(bytes), { refused: 'not_a_picture' })
  }
  assert.deepEqual(acceptPoster(Buffer.alloc(2 * 1024 * 1024 + 1)), { refused: 'too_large' })
  for (const [width, height] of [
    [8, 720],
    [1280, 5_000],
    [0, 0],
  ] as const) {
    assert.deepEqual(acceptPoster(jpeg(width, height)), { refused: 'wrong_size' })
    assert.deepEqual(acceptPoster(png(width, height)), { refused: 'wrong_size' })
  }
})

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { readSps } from './sps.ts'

/** Parameter sets as x264 writes them. */
const real: { name: string; hex: string; sps: object }[] = [
  {
    name: '1080p of 68 rows of blocks, of which eight lines are cut off, at 60 frames a second',
    hex: '6764002aacd940780227e5c044000003000400000301e03c60c658',
    sps: { width: 1920, height: 1080, chromaFormat: 1, bitDepth: 8, frameSeconds: 1 / 60 },
  },
  {
    name: 'baseline, cropped at the right, with pixels that are not square, at 29.97',
    hex: '6742c01fd900d83de6f0e100000303e90000ea600f183248',
    sps: { width: 854, height: 480, chromaFormat: 1, bitDepth: 8, frameSeconds: 1001 / 30_000 },
  },
  {
    name: 'fields',
    hex: '6764001eacd940b424d8088000000300800000190f8a14cb',
    sps: { width: 720, height: 576, chromaFormat: 1, bitDepth: 8, frameSeconds: 1 / 25 },
  },
  {
    name: 'fields of 1080 lines, of which eight are cut off in pairs',
    hex: '67640028acd94078044fde0220000003002000000643e2c5b2c0',
    sps: { width: 1920, height: 1080, chromaFormat: 1, bitDepth: 8, frameSeconds: 1 / 25 },
  },
  {
    name: 'grey',
    hex: '6764001ef3650280bfe27011000003000100000300320f162d96',
    sps: { width: 640, height: 360, chromaFormat: 0, bitDepth: 8, frameSeconds: 1 / 25 },
  },
  {
    name: '4:2:2',
    hex: '677a001ebcd940a02ff89c0440000003004000000c83c58b6580',
    sps: { width: 640, height: 360, chromaFormat: 2, bitDepth: 8, frameSeconds: 1 / 25 },
  },
  {
    name: '4:4:4',
    hex: '67f4001e919b281405ff1380880000030008000003019078b16cb0',
    sps: { width: 640, height: 360, chromaFormat: 3, bitDepth: 8, frameSeconds: 1 / 25 },
  },
  {
    name: '10 bit',
    hex: '676e001ea6cd940a02ff97011000000300100000030320f162d960',
    sps: { width: 640, height: 360, chromaFormat: 1, bitDepth: 10, frameSeconds: 1 / 25 },
  },
]

for (const { name, hex, sps } of real) {
  test(`a parameter set: ${name}`, () => assert.deepEqual(readSps(Buffer.from(hex, 'hex')), sps))
}

test('scaling lists and picture-order counts of type 1 are skipped', () => {
  const bits = new BitWriter()
  bits.write(0x67, 8).write(100, 8).write(0, 8).write(31, 8)
  for (const code of [0, 1, 0, 0]) bits.unsigned(code)
  bits.write(0, 1).write(1, 1)
  // A list of sixteen equal steps, one that ends at once (next scale 0), none, then one of 64.
  bits.write(1, 1)
  for (let at = 0; at < 16; at += 1) bits.signed(1)
  bits.write(1, 1).signed(-8).write(0, 4).write(1, 1)
  for (let at = 0; at < 64; at += 1) bits.signed(at % 2 === 0 ? 3 : -3)
  bits.write(0, 1)
  bits.unsigned(4).unsigned(1).write(1, 1).signed(-5).signed(7).unsigned(3).signed(1).signed(-2).signed(3)
  bits.unsigned(2).write(0, 1).unsigned(39).unsigned(21).write(1, 1).write(1, 1).write(0, 1).write(0, 1).write(1, 1)
  const expected = { width: 640, height: 352, chromaFormat: 1, bitDepth: 8, frameSeconds: undefined }
  assert.deepEqual(readSps(bits.bytes()), expected)
})

test('a truncated parameter set, or one without a frame size, is refused', () => {
  const whole = Buffer.from(real[0]?.hex ?? '', 'hex')
  for (let length = 0; length < 11; length += 1) assert.equal(readSps(whole.subarray(0, length)), undefined)
  assert.equal(readSps(Buffer.alloc(40)), undefined)
  const huge = new BitWriter().write(0x67, 8).write(66, 8).write(0, 8).write(31, 8)
  for (const code of [0, 0, 0, 0, 1]) huge.unsigned(code)
  huge.write(0, 1).unsigned(2_000).unsigned(10).write(7, 3).write(0, 2)
  assert.equal(readSps(huge.bytes()), undefined)
})

/** Writes bits and Exp-Golomb codes, by the text of 9.1 and 9.1.1. */
class BitWriter {
  #bits = ''

  write(value: number, count: number): this {
    this.#bits += value.toString(2).padStart(count, '0')
    return this
  }

  unsigned(value: number): this {
    const code = (value + 1).toString(2)
    this.#bits += '0'.repeat(code.length - 1) + code
    return this
  }

  signed(value: number): this {
    return this.unsigned(value > 0 ? 2 * value - 1 : -2 * value)
  }

  bytes(): Buffer {
    const padded = this.#bits.padEnd(Math.ceil(this.#bits.length / 8) * 8, '0')
    return Buffer.from(padded.match(/.{8}/g)?.map((byte) => Number.parseInt(byte, 2)) ?? [])
  }
}

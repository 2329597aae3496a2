import assert from 'node:assert/strict'
import { test } from 'node:test'
import { readFlvFile } from './flvFile.ts'

const head = Buffer.from([0x46, 0x4c, 0x56, 1, 5, 0, 0, 0, 9, 0, 0, 0, 0])
const tag = (type: number, timestamp: readonly number[], body: readonly number[]) => {
  const size = [0, 0, body.length]
  return Buffer.from([type, ...size, ...timestamp, 0, 0, 0, ...body, 0, 0, 0, 11 + body.length])
}

test('messages have their kinds and whole times, and tags other than audio, video and data are skipped', () => {
  const file = [tag(9, [0, 0, 40, 0], [1, 2]), tag(3, [0, 0, 0, 0], [9]), tag(18, [0xff, 0xff, 0xff, 0x7f], [3])]
  assert.deepEqual(readFlvFile(Buffer.concat([head, ...file])), [
    { kind: 'video', timestampMs: 40, body: Buffer.from([1, 2]) },
    { kind: 'data', timestampMs: 0x7fff_ffff, body: Buffer.from([3]) },
  ])
})

test('a message that is cut off is left out', () => {
  const whole = Buffer.concat([head, tag(8, [0, 0, 1, 0], [1, 2, 3]), tag(8, [0, 0, 2, 0], [4, 5, 6])])
  for (const missing of [5, 7, 17]) assert.equal(readFlvFile(whole.subarray(0, whole.length - missing)).length, 1)
  assert.throws(() => readFlvFile(head.subarray(0, 6)), RangeError)
})

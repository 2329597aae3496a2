import assert from 'node:assert/strict'
import { test } from 'node:test'
import { Problem } from '#kit/call/problem.ts'
import { readContentRange } from './contentRange.ts'

test('a body is a whole file, a part of one, or empty to read the progress', () => {
  const cases: [string | undefined, string | undefined, object][] = [
    [undefined, '7', { fromByte: 0, totalBytes: 7, isLast: true }],
    [undefined, undefined, { fromByte: 0, totalBytes: undefined, isLast: true }],
    ['bytes 0-4/10', '5', { fromByte: 0, totalBytes: 10, isLast: false }],
    ['bytes 5-9/10', '5', { fromByte: 5, totalBytes: 10, isLast: true }],
    ['bytes 5-9/*', '5', { fromByte: 5, totalBytes: undefined, isLast: false }],
    ['bytes 0-0/1', '1', { fromByte: 0, totalBytes: 1, isLast: true }],
    ['bytes */10', '0', { fromByte: undefined, totalBytes: 10, isLast: false }],
    ['bytes */*', undefined, { fromByte: undefined, totalBytes: undefined, isLast: false }],
  ]
  for (const [range, length, expected] of cases) assert.deepEqual(readContentRange(range, length), expected, `${range}`)
})

test('a range in a wrong form, or beyond the file or the body, is refused by the name of the header', () => {
  const wrong: [string, string | undefined][] = [
    ['', '1'],
    ['bytes 0-4', '5'],
    ['bytes=0-4/5', '5'],
    ['items 0-4/5', '5'],
    ['bytes 4-3/5', '0'],
    ['bytes 0-5/5', '6'],
    ['bytes 0-4/10', '4'],
    ['bytes 0-4/10', undefined],
    ['bytes */10', '3'],
    ['bytes -1-4/10', '5'],
    ['bytes 0-9999999999999999/*', '5'],
  ]
  for (const [range, length] of wrong) {
    assert.throws(
      () => readContentRange(range, length),
      (error) => error instanceof Problem && error.fields[0]?.path === '/content-range',
      range,
    )
  }
})

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { madeSession } from '#test/video/madeMedia.ts'
import { SegmentTable } from './segmentTable.ts'

test('a table returns the segments that it was given, over the bounds of its pages', () => {
  const session = madeSession({ segmentSeconds: 1.024, partsPerSegment: 1, bytesPerPart: 1 })
  const segments = Array.from({ length: 9_000 }, (_, at) => {
    const { segment } = session.next({ isDiscontinuous: at % 7 === 3, isIndependent: at % 5 > 0, initId: at % 3 })
    return { ...segment, number: 10 + 2 * at, reel: Math.floor(at / 60), offset: at * 70_000_000 }
  })
  const table = new SegmentTable()
  assert.equal(table.at(0), undefined)
  for (const segment of segments) table.add(segment)
  assert.equal(table.length, 9_000)
  for (const [at, segment] of segments.entries()) assert.deepEqual(table.at(at), segment)
  assert.deepEqual([table.at(-1), table.at(9_000)], [undefined, undefined])
  assert.deepEqual(
    [0, 10, 11, 12, 18_007, 18_008, 18_009].map((number) => table.indexFrom(number)),
    [0, 0, 1, 1, 8_999, 8_999, 9_000],
  )
})

test('a short table takes little memory', () => {
  const table = new SegmentTable()
  table.add({ ...madeSession().next().segment, reel: 0, offset: 0 })
  assert.ok(table.byteCount < 8_192)
})

import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { ApiPage } from '#console/parts/recordQueries.ts'
import { emptyTrail, extended } from './listTrail.ts'

const page = (count: number, nextCursor: string | null): ApiPage => ({
  items: Array.from({ length: count }, (_, at) => ({ id: String(at) })),
  pagination: { hasMore: nextCursor !== null, nextCursor },
})

test('cursors grow page by page, and the last page makes the number of rows known', () => {
  const one = extended(emptyTrail, 0, page(50, 'a'))
  assert.deepEqual(one.cursors, [undefined, 'a'])
  assert.deepEqual(extended(one, 1, page(7, null)), { cursors: [undefined, 'a'], isComplete: true, rows: 57 })
  assert.deepEqual(extended(emptyTrail, 0, page(0, null)).rows, 0)
})

test('a page that arrives again unchanged keeps the pages behind it, one with another end cuts them off', () => {
  const two = extended(extended(emptyTrail, 0, page(50, 'a')), 1, page(50, 'b'))
  assert.equal(extended(two, 0, page(50, 'a')), two)
  assert.deepEqual(extended(two, 0, page(50, 'c')).cursors, [undefined, 'c'])
  const complete = extended(two, 2, page(3, null))
  assert.deepEqual(extended(complete, 1, page(20, null)), { cursors: [undefined, 'a'], isComplete: true, rows: 70 })
})

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { chapterFaults, readChapters, withChapterAt, writeChapters } from './chapterList.ts'

test('the first chapter begins at 0, and a later one stands in its order', () => {
  const first = withChapterAt([], 9_000)
  assert.deepEqual(first, [{ key: 0, startMs: 0, title: '' }])
  const all = withChapterAt(withChapterAt(first, 60_000), 30_500)
  assert.deepEqual(writeChapters(all.map((each) => ({ ...each, title: ` Part ${each.key} ` }))), [
    { startSeconds: 0, title: 'Part 0' },
    { startSeconds: 30.5, title: 'Part 2' },
    { startSeconds: 60, title: 'Part 1' },
  ])
})

test('faults name a late first chapter, two that begin together, and one without words', () => {
  const chapters = readChapters([
    { startSeconds: 3, title: 'Late' },
    { startSeconds: 3, title: 'Twin' },
    { startSeconds: 5, title: ' ' },
  ])
  assert.deepEqual(
    [...chapterFaults(chapters)],
    [
      [0, 'first'],
      [1, 'order'],
      [2, 'title'],
    ],
  )
})

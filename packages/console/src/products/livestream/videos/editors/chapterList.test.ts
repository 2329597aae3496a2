import assert from 'node:assert/strict'
import { test } from 'node:test'
import { chapterFaults, readChapters, withChapterAt, withChapterChange, writeChapters } from './chapterList.ts'

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
    [...chapterFaults(chapters, undefined)],
    [
      [0, 'first'],
      [1, 'order'],
      [2, 'title'],
    ],
  )
})

test('a chapter takes its place in the order when its start changes, and none begins after the video', () => {
  const chapters = readChapters([
    { startSeconds: 0, title: 'One' },
    { startSeconds: 5, title: 'Two' },
    { startSeconds: 9, title: 'Three' },
  ])
  const moved = withChapterChange(chapters, 1, { startMs: 12_000 })
  assert.deepEqual(
    moved.map(({ title }) => title),
    ['One', 'Three', 'Two'],
  )
  assert.deepEqual([...chapterFaults(moved, 12_000)], [[1, 'beyond']])
})

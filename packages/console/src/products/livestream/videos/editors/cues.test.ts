import assert from 'node:assert/strict'
import { test } from 'node:test'
import {
  cueAt,
  faultsOf,
  isRefused,
  plainText,
  readCues,
  readTime,
  shifted,
  timeText,
  withCueAt,
  withMerge,
  withSplit,
  writeCues,
} from './cues.ts'

const file = [
  'WEBVTT\n',
  '00:00:01.000 --> 00:00:03.000 line:0\nGood evening.\nAll of you.\n',
  '00:00:03.500 --> 00:00:05.000\nHere we go.\n',
].join('\n')

test('a kept file is read and written without a change', () => {
  const cues = readCues(file)
  assert.deepEqual(cues[0], {
    key: 0,
    startMs: 1000,
    endMs: 3000,
    settings: 'line:0',
    text: 'Good evening.\nAll of you.',
  })
  assert.equal(writeCues(cues), file)
  assert.equal(writeCues(cues.toReversed()), file)
  assert.equal(cueAt(cues, 3_200), undefined)
  assert.equal(cueAt(cues, 3_500)?.key, 1)
})

test('blank lines within a text never end its cue', () => {
  const [cue] = readCues(file)
  assert.ok(cue)
  assert.equal(readCues(writeCues([{ ...cue, text: 'one\n\n  \ntwo' }]))[0]?.text, 'one\ntwo')
})

test('characters that WebVTT reads as markup are escaped in the file and plain in the editor', () => {
  const [cue] = readCues(file)
  assert.ok(cue)
  const text = 'I <3 R&D --> <i>all</i> of it'
  const written = writeCues([{ ...cue, text }])
  assert.match(written, /I &lt;3 R&amp;D --&gt; <i>all<\/i> of it/)
  assert.equal(readCues(written)[0]?.text, text)
  assert.equal(plainText(text), 'I <3 R&D --> all of it')
})

test('times are read as people type them', () => {
  assert.equal(readTime('62.5'), 62_500)
  assert.equal(readTime('1:02.5'), 62_500)
  assert.equal(readTime(' 01:02:03,004 '), 3_723_004)
  assert.equal(readTime('soon'), undefined)
  assert.equal(timeText(62_500), '1:02.500')
  assert.equal(timeText(3_723_004), '1:02:03.004')
  assert.equal(readTime(timeText(86_399_999)), 86_399_999)
})

test('a new cue ends before the next one, a split shares the words, a merge joins them again', () => {
  const cues = readCues(file)
  const added = withCueAt(cues, 3_100)
  assert.deepEqual(
    added.cues.map(({ startMs, endMs }) => [startMs, endMs]),
    [
      [1000, 3000],
      [3100, 3500],
      [3500, 5000],
    ],
  )
  const halves = withSplit(cues, 1, 4_250)
  assert.deepEqual(
    halves.slice(1).map(({ text }) => text),
    ['Here we', 'go.'],
  )
  const joined = withMerge(halves, 1)
  assert.deepEqual(joined.slice(1), [{ key: 1, startMs: 3500, endMs: 5000, settings: '', text: 'Here we\ngo.' }])
})

test('all cues move together and stop at the start of the video', () => {
  assert.deepEqual(
    shifted(readCues(file), -5_000).map(({ startMs }) => startMs),
    [0, 2500],
  )
})

test('faults name the cues that the server refuses, and those that are hard to read', () => {
  const cues = [
    { key: 0, startMs: 0, endMs: 9_000, settings: '', text: 'Slow' },
    { key: 1, startMs: 8_000, endMs: 8_500, settings: '', text: 'Far too many letters for half a second' },
    { key: 2, startMs: 20_000, endMs: 20_000, settings: '', text: ' ' },
  ]
  const faults = faultsOf(cues, 20_000)
  assert.deepEqual(faults.get(0), ['overlap', 'long'])
  assert.deepEqual(faults.get(1), ['fast'])
  assert.deepEqual(faults.get(2), ['order', 'empty', 'beyond'])
  assert.equal(isRefused(faults), true)
  assert.equal(isRefused(faultsOf(cues.slice(0, 2), undefined)), false)
})

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { readBoxes } from '#platform/video/fmp4/boxReader.ts'
import type { FragmentRun, InitTrack } from '#platform/video/fmp4/fragmentReader.ts'
import { box, fullBox, u32 } from '#platform/video/fmp4/boxes.ts'
import { makeMovieHead } from './movie.ts'
import { MovieTrack } from './movieTrack.ts'

const init: InitTrack = {
  id: 1,
  kind: 'video',
  ticksPerSecond: 90_000,
  width: 320 << 16,
  height: 180 << 16,
  matrix: Buffer.alloc(36),
  sampleDescription: box('stsd'),
  defaults: { duration: 0, size: 0, flags: 0 },
}

function run(dts: number, durations: readonly number[], compositionOffset = 0): FragmentRun {
  let at = dts
  const samples = durations.map((duration, index) => {
    const sample = { dts: at, duration, compositionOffset, isSync: index === 0, at: 10 * index, size: 10 }
    at += duration
    return sample
  })
  return { track: init, from: 0, to: 10 * durations.length, samples }
}

/** The numbers of a table, without its version and flags. */
function numbersOf(table: Buffer, type: string): number[] {
  const stbl = [...readBoxes(table)][0]
  const found = [...readBoxes(table, stbl?.body, stbl?.end)].find((each) => each.type === type)
  assert.ok(found !== undefined, `there is no ${type}`)
  const count = (found.end - found.body) / 4 - 1
  return Array.from({ length: count }, (_, index) => table.readInt32BE(found.body + 4 + 4 * index))
}

test('a gap between runs lengthens the sample before it, and an overlap moves no displayed sample', () => {
  const track = new MovieTrack(init)
  track.add(run(9_000, [3_000, 3_000]), 0)
  track.add(run(18_000, [3_000, 3_000]), 20)
  track.add(run(21_000, [3_000]), 40)
  const table = track.sampleTable({ base: 100, isLong: false })
  assert.deepEqual(numbersOf(table, 'stts'), [5, 1, 3_000, 1, 6_000, 1, 3_000, 1, 1, 1, 3_000])
  assert.deepEqual(numbersOf(table, 'ctts'), [2, 4, 1, 1, 0])
})

test('tracks of other configurations have sample entries of their own, in the time of the first track', () => {
  const described = (entry: string) => fullBox('stsd', 0, u32(1), box(entry))
  const first: InitTrack = { ...init, kind: 'audio', ticksPerSecond: 48_000, sampleDescription: described('one ') }
  const other: InitTrack = { ...first, ticksPerSecond: 24_000, sampleDescription: described('two ') }
  const track = new MovieTrack(first)
  track.add({ ...run(0, [1_024, 1_024]), track: first }, 0)
  track.add({ ...run(1_024, [1_024]), track: other }, 20)
  track.add({ ...run(2_048, [1_024]), track: other }, 30)
  track.add({ ...run(6_144, [1_024]), track: first }, 40)
  const table = track.sampleTable({ base: 0, isLong: false })
  assert.deepEqual(numbersOf(table, 'stts'), [3, 2, 1_024, 2, 2_048, 1, 1_024])
  // First chunk, samples in a chunk, sample entry.
  assert.deepEqual(numbersOf(table, 'stsc'), [3, 1, 2, 1, 2, 1, 2, 4, 1, 1])
  assert.deepEqual(
    ['one ', 'two '].map((entry) => table.includes(entry)),
    [true, true],
  )
})

test('offsets beyond four gigabytes have 64 bits', () => {
  const track = new MovieTrack(init)
  const [before, behind] = [2 ** 32 - 60, 2 ** 33]
  track.add(run(0, [3_000]), before)
  track.add(run(3_000, [3_000]), behind)
  const head = makeMovieHead({ tracks: [track], mediaBytes: behind + 10, title: undefined })
  const at = head.indexOf('co64')
  assert.ok(at > 0 && head.indexOf('stco') < 0)
  assert.equal(head.readUInt32BE(at + 8), 2)
  assert.equal(Number(head.readBigUInt64BE(at + 12)), head.length + before)
  assert.equal(Number(head.readBigUInt64BE(at + 20)), head.length + behind)
  assert.equal(Number(head.readBigUInt64BE(head.length - 8)), behind + 10 + 16)
})

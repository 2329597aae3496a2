import assert from 'node:assert/strict'
import { test } from 'node:test'
import { PartTarget } from './partTarget.ts'

const ms = (...durations: number[]) => durations.map((duration) => duration * 90)

/** Part target in ms, by the durations of frames and the stated one in ms. */
function targetOf(wantedSeconds: number, durations: number[], statedMs?: number): number {
  const target = new PartTarget(wantedSeconds)
  assert.equal(target.seconds, undefined)
  target.fix(ms(...durations), statedMs === undefined ? undefined : statedMs * 90)
  target.fix(ms(500, 500, 500), undefined)
  return Math.round(1_000 * (target.seconds ?? 0))
}

test('a part target is a whole number of frames, and fixed once', () => {
  assert.equal(targetOf(0.2, [42, 41, 42, 42], 1_000 / 24), 210)
  assert.equal(targetOf(0.2, [40, 40, 40, 40]), 203)
  assert.equal(targetOf(0.334, [40, 40, 40, 40], 40), 321)
  assert.equal(targetOf(0.2, [83, 84]), 170)
  assert.equal(targetOf(0.2, [250], 250), 251)
})

test('a part target is the wanted length without a steady rate, or where no frame fits', () => {
  assert.equal(targetOf(0.2, []), 200)
  assert.equal(targetOf(0.2, [42]), 200)
  assert.equal(targetOf(0.2, [33, 50, 33, 17]), 200)
  assert.equal(targetOf(0.2, [1_000], 1_000), 200)
  // A stated duration that the frames contradict does not count.
  assert.equal(targetOf(0.2, [42, 41, 42, 42], 33), 212)
})

test('a segment of a single part has no part target', () => {
  const target = new PartTarget(undefined)
  assert.deepEqual([target.isFixed, target.ticks, target.seconds], [true, Infinity, undefined])
})

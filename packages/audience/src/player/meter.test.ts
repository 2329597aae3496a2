import assert from 'node:assert/strict'
import { test } from 'node:test'
import { makeMeter, type Sample } from './meter.ts'

const playing: Sample = { nowMs: 0, position: 0, rate: 1, isPlaying: true, isStarved: false, isSeeking: false }

function read(...samples: Partial<Sample>[]) {
  const meter = makeMeter()
  for (const each of samples) meter.add({ ...playing, ...each })
  return meter.take()
}

test('playedMs counts media time at any rate', () => {
  assert.deepEqual(read({}, { nowMs: 1_000, position: 1 }, { nowMs: 2_000, position: 2 }), {
    playedMs: 2_000,
    rebufferMs: 0,
  })
  assert.equal(read({ rate: 2 }, { nowMs: 1_000, position: 2, rate: 2 }).playedMs, 2_000)
})

test('playedMs counts no time without media', () => {
  assert.equal(read({}, { nowMs: 5_000, position: 0 }).playedMs, 0)
  assert.equal(read({ isPlaying: false }, { nowMs: 5_000, position: 5 }).playedMs, 0)
})

test('playedMs counts no seek, forwards or backwards', () => {
  assert.equal(read({}, { nowMs: 250, position: 600 }, { nowMs: 1_250, position: 601 }).playedMs, 1_000)
  assert.equal(read({ position: 600 }, { nowMs: 250, position: 10 }).playedMs, 0)
  assert.equal(read({}, { nowMs: 500, position: 0.5, isSeeking: true }, { nowMs: 900, position: 0.9 }).playedMs, 0)
})

test('rebufferMs counts stalls after the first played media', () => {
  const starved = { isStarved: true, position: 1 }
  const all = [{}, { nowMs: 1_000, ...starved }, { nowMs: 3_000, ...starved }, { nowMs: 3_500, position: 1 }]
  assert.deepEqual(read(...all), { playedMs: 1_000, rebufferMs: 2_500 })
  assert.equal(read({ isStarved: true }, { nowMs: 4_000, isStarved: true }).rebufferMs, 0)
})

test('take() returns each millisecond once and loses no fractions', () => {
  const meter = makeMeter()
  meter.add(playing)
  meter.add({ ...playing, nowMs: 1, position: 0.0006 })
  assert.equal(meter.take().playedMs, 0)
  meter.add({ ...playing, nowMs: 2, position: 0.0012 })
  assert.equal(meter.take().playedMs, 1)
  assert.equal(meter.take().playedMs, 0)
})

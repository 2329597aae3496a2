import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { AudioHeader } from '#platform/video/flv/aacConfig.ts'
import { AudioSequence } from './audioSequence.ts'

const rate = 44_100
const frameMs = (1_024 * 1_000) / rate
const header: AudioHeader = {
  kind: 'header',
  track: { codec: 'mp4a.40.2', sampleRate: rate, channelCount: 2, description: Buffer.from('1210', 'hex') },
  samplesPerFrame: 1_024,
}

/** Adds frames at these times and takes those that begin before `beforeMs`. */
function taken(timesMs: number[], { startMs = 0, beforeMs = Infinity, isLast = true } = {}) {
  const track = new AudioSequence(header, startMs * 90)
  for (const ms of timesMs) track.add(Math.round(ms) * 90, Buffer.from([1]))
  return track.take(beforeMs * 90, isLast)
}

function frames(count: number, speed = 1): number[] {
  return Array.from({ length: count }, (_, index) => index * frameMs * speed)
}

test('audio time counts samples, whatever its timestamps are rounded to', () => {
  const uneven = frames(3_000).map((ms, index) => ms + (index % 7) * 9)
  const { decodeTime, samples } = taken(uneven)
  assert.equal(decodeTime, 0)
  assert.equal(samples.length, 3_000)
  assert.ok(samples.every(({ duration }) => duration === 1_024))
})

test('a frame before a gap lasts longer', () => {
  const { samples } = taken([...frames(4), ...frames(2).map((ms) => ms + 1_000)])
  assert.deepEqual(
    samples.map(({ duration }) => duration),
    [1_024, 1_024, 1_024, rate - 3 * 1_024, 1_024, 1_024],
  )
})

test('frames that overlap earlier ones are dropped', () => {
  // Ten frames are sent twice.
  const again = frames(10).map((ms) => ms + 16 * frameMs)
  const { samples } = taken([...frames(20), ...again])
  assert.equal(samples.length, 26)
  assert.ok(samples.every(({ duration }) => duration === 1_024))
})

for (const speed of [0.99, 1.01]) {
  test(`audio with timestamps at ${speed} of its pace stays within 80 ms and a frame of them`, () => {
    const track = new AudioSequence(header, 0)
    for (const [index, ms] of frames(3_000, speed).entries()) {
      track.add(Math.round(ms) * 90, Buffer.alloc(0))
      if (index < 10) continue
      const { decodeTime, samples } = track.take(Infinity, false)
      if (samples.length === 0) continue
      const end = ((decodeTime + samples.reduce((sum, { duration }) => sum + duration, 0)) * 1_000) / rate
      assert.ok(Math.abs(end - ms) <= 80 + frameMs + 1, `${end} for ${ms}`)
    }
  })
}

test('take() leaves the youngest frame, whose duration is unknown, unless it is the last call', () => {
  assert.equal(taken(frames(5), { isLast: false }).samples.length, 4)
  assert.equal(taken(frames(5)).samples.length, 5)
  assert.equal(taken(frames(1), { isLast: false }).samples.length, 0)
  const track = new AudioSequence(header, 0)
  track.add(0, Buffer.alloc(1))
  assert.equal(track.beginsBetween(0, 90_000), false)
  track.add(23 * 90, Buffer.alloc(1))
  assert.equal(track.beginsBetween(0, 90_000), true)
  assert.equal(track.beginsBetween(-1, 0), false)
  assert.equal(track.beginsBetween(1, 90_000), false)
})

test('frames before the start are dropped, and take() stops at its moment', () => {
  const { decodeTime, samples } = taken(frames(50), { startMs: 500, beforeMs: 1_000 })
  assert.equal(decodeTime, Math.round(Math.round(22 * frameMs) * 44.1))
  assert.equal(samples.length, 22)
})

test('longestGap() measures between two moments, with the time before the first and after the last frame', () => {
  const track = new AudioSequence(header, 0)
  for (const ms of [...frames(5), ...frames(5).map((ms) => ms + 3_000)]) track.add(Math.round(ms) * 90, Buffer.alloc(1))
  const seconds = (from: number, to: number) => Math.round(track.longestGap(from * 90_000, to * 90_000) / 9_000) / 10
  assert.equal(seconds(0, 3.1), 2.9)
  assert.equal(seconds(1, 3), 2)
  assert.equal(seconds(1, 2), 1)
  assert.equal(seconds(3, 8), 4.9)
})

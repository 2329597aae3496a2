import assert from 'node:assert/strict'
import { test } from 'node:test'
import { lowComplexityHeader } from '#platform/video/flv/aacConfig.ts'
import type { Run } from '#platform/video/fmp4/fragment.ts'
import { AudioSequence } from './audioSequence.ts'

const rate = 44_100
const frameMs = (1_024 * 1_000) / rate
const header = lowComplexityHeader(rate, 2) ?? assert.fail()
const { silentFrame } = header

/** Adds frames at these times and takes those that begin before `beforeMs`, by default all of them. */
function taken(timesMs: number[], { startMs = 0, beforeMs = (timesMs.at(-1) ?? 0) + 1, isLast = true } = {}) {
  const track = new AudioSequence(header, startMs * 90)
  for (const ms of timesMs) track.add(Math.round(ms) * 90, Buffer.from([1]))
  return track.take(Math.round(beforeMs) * 90, isLast)
}

/** Frames as letters: `a` of the encoder, `-` silent. */
function lettersOf({ samples }: Run): string {
  return samples.map(({ payload }) => (payload.equals(silentFrame) ? '-' : 'a')).join('')
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

test('silent frames fill the time before the first frame and each gap', () => {
  const run = taken([...frames(4), ...frames(2).map((ms) => ms + 1_000)].map((ms) => ms + 200))
  const before = Math.floor(200 / frameMs)
  assert.equal(lettersOf(run), `${'-'.repeat(before)}aaaa${'-'.repeat(39)}aa`)
  assert.ok(run.samples.every(({ duration }) => duration === 1_024))
  // The first frame has its exact time, those after a gap one within half a frame.
  assert.equal(run.decodeTime + before * 1_024, 200 * 44.1)
})

test('a part without audio is silent up to its end, and audio goes on where it comes back', () => {
  const track = new AudioSequence(header, 0)
  assert.equal(track.beginsBetween(0, 1), true)
  assert.equal(lettersOf(track.take(30_000, false)), '-'.repeat(15))
  for (const ms of [350, 373, 396]) track.add(ms * 90, Buffer.from([1]))
  assert.equal(lettersOf(track.take(45_000, false)), 'aaa')
  // 400 ms behind are no gap yet, 600 ms are.
  assert.equal(lettersOf(track.take(73_000, false)), '')
  assert.equal(track.beginsBetween(72_000, 90_000), true)
  assert.equal(lettersOf(track.take(90_000, false)), '-'.repeat(26))
  assert.equal(lettersOf(track.take(108_000, true)), '-'.repeat(8))
})

test('audio that is always 0.8 s behind the video is filled once, and complete afterwards', () => {
  const track = new AudioSequence(header, 0)
  let letters = ''
  for (let ms = 0; ms < 8_000; ms += 20) {
    if (ms >= 800) track.add((ms - 800) * 90, Buffer.from([1]))
    if (ms % 200 === 180) letters += lettersOf(track.take(ms * 90, false))
  }
  assert.match(letters, /^-+a+$/)
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
      const { decodeTime, samples } = track.take((Math.round(ms) + 1) * 90, false)
      if (samples.length === 0) continue
      const end = ((decodeTime + samples.reduce((sum, { duration }) => sum + duration, 0)) * 1_000) / rate
      assert.ok(Math.abs(end - ms) <= 80 + frameMs + 1, `${end} for ${ms}`)
    }
  })
}

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

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { ProgrammeTime } from './programmeTime.ts'

const startMs = Date.UTC(2026, 10, 21)
const fps = 25

/** Programme times of segments of a second minus an even pace, with frames that are late by `lateMs`. */
function offsets(seconds: number, lateMs: (second: number, frame: number) => number): number[] {
  const programme = new ProgrammeTime()
  programme.anchor(startMs, 0)
  return Array.from({ length: seconds }, (_, second) => {
    const ticks = second * 90_000
    const at = programme.ofSegment(ticks)
    for (let frame = 0; frame < fps; frame += 1) {
      const frameMs = second * 1_000 + (frame * 1_000) / fps
      programme.arrived(startMs + frameMs + lateMs(second, frame), frameMs * 90)
    }
    return at - startMs - second * 1_000
  })
}

test('programme time is even, however unevenly frames arrive', () => {
  assert.deepEqual(
    offsets(5, (second, frame) => ((second * 7 + frame * 13) % 40) * 20),
    [0, 0, 0, 0, 0],
  )
})

test('a stall with a burst behind it changes nothing', () => {
  assert.deepEqual(
    offsets(5, (second, frame) => (second === 2 ? 3_000 - frame * 125 : 0)),
    [0, 0, 0, 0, 0],
  )
})

test('a lasting change of lateness is corrected by a thousandth of the time', () => {
  const late = offsets(2_000, (second) => (second < 2 ? 0 : 1_700))
  assert.deepEqual(late.slice(0, 5), [0, 0, 0, 1, 2])
  assert.equal(late.at(-1), 1_601, 'up to the lateness of a burst')
  const early = offsets(2_000, (second) => (second < 1 ? 0 : -1_500))
  assert.deepEqual([early[2], early[1_000], early.at(-1)], [-1, -999, -1_401])
})

test('a leap of the encoder by seconds is corrected at once', () => {
  assert.deepEqual(
    offsets(6, (second) => (second < 2 ? 0 : 20_000)),
    [0, 0, 0, 0, 20_000, 20_000],
    'as soon as two segments show it',
  )
  assert.deepEqual(
    offsets(6, (second) => (second < 1 ? 0 : -6_500)),
    [0, 0, 0, -500, -1_000, -1_500],
    'programme time slows down rather than go back',
  )
})

test('a pause of the encoder that it catches up with is no leap, however long it takes', () => {
  for (const speed of [1.5, 5, 20]) {
    const catchesUp = (second: number, frame: number) => {
      const sincePauseMs = (second - 3) * 1_000 + (frame * 1_000) / fps
      return second < 3 ? 0 : Math.max(0, 9_000 - sincePauseMs * (1 - 1 / speed))
    }
    const late = offsets(60, catchesUp)
    assert.ok(Math.max(...late) < 20, `${speed} times as fast: ${String(late)}`)
    assert.ok(late.every((ms, at) => at === 0 || ms >= (late[at - 1] ?? 0)))
  }
})

test('a gap that media time leaves out is skipped by programme time at once', () => {
  const programme = new ProgrammeTime()
  programme.anchor(startMs, 0)
  programme.ofSegment(0)
  programme.resume(startMs + 1_000 + 7_300, 90_000, 7_000)
  assert.equal(programme.ofSegment(90_000) - startMs, 8_000)
  programme.resume(startMs + 9_300, 180_000, 3_600_000)
  assert.equal(programme.ofSegment(180_000) - startMs, 9_300, 'a clock set forward by an hour is no gap')
})

test('clock drift is corrected without a jump', () => {
  const share = 200 / 1_000_000
  const drifting = offsets(3_600, (second, frame) => (second + frame / fps) * 1_000 * share)
  const steps = drifting.slice(1).map((offset, at) => offset - (drifting[at] ?? 0))
  assert.ok(steps.every((ms) => ms === 0 || ms === 1))
  assert.ok(drifting.every((offset, second) => Math.abs(offset - second * 1_000 * share) <= 101))
})

test('programme time never goes back', () => {
  const programme = new ProgrammeTime()
  programme.anchor(startMs, 0)
  const first = programme.ofSegment(0)
  programme.arrived(startMs - 60_000, 45_000)
  assert.equal(programme.ofSegment(90_000), first + 1_000)
  programme.arrived(startMs - 60_000, 95_000)
  programme.ofSegment(180_000)
  programme.arrived(startMs - 60_000 + 1_000, 185_000)
  assert.equal(programme.ofSegment(270_000), first + 2_500)
  programme.anchor(startMs - 5_000, 360_000)
  assert.equal(programme.ofSegment(360_000), first + 3_000)
})

test('an initial burst of buffered frames moves the first segment back in time', () => {
  const programme = new ProgrammeTime()
  programme.anchor(startMs + 1_400, 0)
  const sent = (fromMs: number, toMs: number) => {
    for (let ms = fromMs; ms < toMs; ms += 40) programme.arrived(startMs + Math.max(1_400, ms), ms * 90)
  }
  sent(0, 360)
  assert.equal(programme.ofFirstSegment(0), startMs + 1_400 - 320)
  sent(360, 1_000)
  assert.equal(programme.ofFirstSegment(0), startMs + 1_400 - 960)
  sent(1_000, 2_000)
  assert.equal(programme.ofSegment(90_000) - startMs, 1_439, 'the rest is corrected like drift')
})

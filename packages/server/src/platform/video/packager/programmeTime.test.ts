import assert from 'node:assert/strict'
import { test } from 'node:test'
import { ProgrammeTime } from './programmeTime.ts'

const startMs = Date.UTC(2026, 10, 21)
const fps = 25

/** Segments of a second, whose pictures are as late as `lateMs` says. Answers how far their times are from the pace. */
function offsets(seconds: number, lateMs: (second: number, picture: number) => number): number[] {
  const programme = new ProgrammeTime()
  programme.anchor(startMs, 0)
  return Array.from({ length: seconds }, (_, second) => {
    const ticks = second * 90_000
    const at = programme.ofSegment(ticks)
    for (let picture = 0; picture < fps; picture += 1) {
      const pictureMs = second * 1_000 + (picture * 1_000) / fps
      programme.arrived(startMs + pictureMs + lateMs(second, picture), pictureMs * 90)
    }
    return at - startMs - second * 1_000
  })
}

test('programme time is even, however unevenly pictures arrive', () => {
  assert.deepEqual(
    offsets(5, (second, picture) => ((second * 7 + picture * 13) % 40) * 20),
    [0, 0, 0, 0, 0],
  )
})

test('a stall after which the rest comes at once changes nothing', () => {
  assert.deepEqual(
    offsets(5, (second, picture) => (second === 2 ? 3_000 - picture * 125 : 0)),
    [0, 0, 0, 0, 0],
  )
})

test('pictures that come later from some moment on, or before their time, are followed by a thousandth', () => {
  const late = offsets(2_000, (second) => (second < 2 ? 0 : 1_700))
  assert.deepEqual(late.slice(0, 5), [0, 0, 0, 1, 2])
  assert.equal(late.at(-1), 1_601, 'but for what a burst may be')
  const early = offsets(2_000, (second) => (second < 1 ? 0 : -1_500))
  assert.deepEqual([early[2], early[1_000], early.at(-1)], [-1, -999, -1_401])
})

test('an encoder that stood still, or whose clock was set, is followed at once', () => {
  assert.deepEqual(
    offsets(5, (second) => (second < 2 ? 0 : 20_000)),
    [0, 0, 0, 20_000, 20_000],
  )
  assert.deepEqual(
    offsets(4, (second) => (second < 1 ? 0 : -6_500)),
    // It waits where it was rather than go back.
    [0, 0, -1_000, -2_000],
  )
})

test('a clock that drifts is followed without a jump', () => {
  const share = 200 / 1_000_000
  const drifting = offsets(3_600, (second, picture) => (second + picture / fps) * 1_000 * share)
  const steps = drifting.slice(1).map((offset, at) => offset - (drifting[at] ?? 0))
  assert.ok(steps.every((ms) => ms === 0 || ms === 1))
  assert.ok(drifting.every((offset, second) => Math.abs(offset - second * 1_000 * share) <= 101))
})

test('it never goes back', () => {
  const programme = new ProgrammeTime()
  programme.anchor(startMs, 0)
  const first = programme.ofSegment(0)
  programme.arrived(startMs - 60_000, 45_000)
  assert.equal(programme.ofSegment(90_000), first)
  programme.anchor(startMs + 5_000, 180_000)
  assert.equal(programme.ofSegment(180_000), startMs + 5_000)
})

test('what an encoder had gathered before it could send does not put the first segment too late', () => {
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
  assert.equal(programme.ofSegment(90_000) - startMs, 1_439, 'what is left is followed like a drift')
})

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

test('it is set right when a whole segment is late, and when pictures come before their time', () => {
  assert.deepEqual(
    offsets(5, (second) => (second < 2 ? 0 : 1_700)),
    [0, 0, 0, 1_700, 1_700],
  )
  assert.deepEqual(
    offsets(4, (second) => (second < 1 ? 0 : -1_500)),
    // It waits where it was rather than go back.
    [0, 0, -1_000, -1_500],
  )
})

test('a clock that drifts is followed in steps of a second', () => {
  const drifting = offsets(300, (second, picture) => (second + picture / fps) * 10)
  assert.ok(drifting.every((offset, second) => offset <= second * 10 && offset >= second * 10 - 1_100))
  assert.equal(new Set(drifting).size, 3)
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
  assert.equal(programme.ofSegment(90_000) - startMs, 1_440, 'a jump of less than a second')
})

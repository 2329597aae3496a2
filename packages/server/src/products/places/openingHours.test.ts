import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { hoursProblems, isOpenAt, nextCloseAt, nextOpenAt, type OpeningHours } from './openingHours.ts'

const zone = 'Europe/Berlin'
const at = (local: string, offset = '+01:00') => Date.parse(`${local}:00${offset}`)
const nine: OpeningHours = { regular: [{ day: 1, opens: '09:00', closes: '17:30' }], exceptions: [] }

test('a shop opens and closes on the minute, in its own zone', () => {
  assert.equal(isOpenAt(nine, zone, at('2026-11-23T08:59')), false)
  assert.equal(isOpenAt(nine, zone, at('2026-11-23T09:00')), true)
  assert.equal(isOpenAt(nine, zone, at('2026-11-23T17:30')), false)
  assert.equal(isOpenAt(nine, 'America/New_York', at('2026-11-23T09:00')), false)
  assert.equal(nextOpenAt(nine, zone, at('2026-11-23T17:30')), at('2026-11-30T09:00'))
  assert.equal(nextOpenAt(nine, zone, at('2026-11-23T10:00')), undefined)
})

test('hours across midnight belong to the day on which they begin', () => {
  const bar: OpeningHours = {
    regular: [{ day: 5, opens: '20:00', closes: '03:00' }],
    exceptions: [{ date: '2026-11-28', closed: true }],
  }
  assert.equal(isOpenAt(bar, zone, at('2026-11-28T02:59')), true)
  assert.equal(isOpenAt(bar, zone, at('2026-11-28T03:00')), false)
  const always: OpeningHours = { regular: [{ day: 3, opens: '00:00', closes: '00:00' }], exceptions: [] }
  assert.equal(isOpenAt(always, zone, at('2026-11-25T23:59')), true)
  assert.equal(isOpenAt(always, zone, at('2026-11-26T00:00')), false)
})

test('an exception of a date replaces the hours of its weekday', () => {
  const hours: OpeningHours = {
    ...nine,
    exceptions: [
      { date: '2026-11-23', closed: true },
      { date: '2026-11-24', opens: '10:00', closes: '12:00' },
    ],
  }
  assert.equal(isOpenAt(hours, zone, at('2026-11-23T10:00')), false)
  assert.equal(nextOpenAt(hours, zone, at('2026-11-23T08:00')), at('2026-11-24T10:00'))
})

test('the opening follows the wall clock when clocks change', () => {
  const early: OpeningHours = { regular: [{ day: 7, opens: '02:30', closes: '05:00' }], exceptions: [] }
  assert.equal(nextOpenAt(early, zone, at('2026-03-28T12:00')), at('2026-03-29T03:00', '+02:00'))
  const late: OpeningHours = { regular: [{ day: 7, opens: '01:30', closes: '02:15' }], exceptions: [] }
  assert.equal(nextOpenAt(late, zone, at('2026-10-25T02:20', '+02:00')), at('2026-10-25T02:00', '+01:00'))
})

test('a place closes at the end of hours that touch, and one that is always open never', () => {
  const bar: OpeningHours = {
    regular: [
      { day: 5, opens: '20:00', closes: '03:00' },
      { day: 6, opens: '02:00', closes: '04:30' },
    ],
    exceptions: [],
  }
  assert.equal(nextCloseAt(bar, zone, at('2026-11-27T21:00')), at('2026-11-28T04:30'))
  assert.equal(nextCloseAt(bar, zone, at('2026-11-28T05:00')), undefined)
  const daily = [1, 2, 3, 4, 5, 6, 7].map((day) => ({ day, opens: '00:00', closes: '24:00' }))
  assert.equal(nextCloseAt({ regular: daily, exceptions: [] }, zone, at('2026-11-28T05:00')), undefined)
})

test('a place without hours, or with past ones only, has no next opening', () => {
  assert.equal(nextOpenAt({ regular: [], exceptions: [] }, zone, 0), undefined)
  const past: OpeningHours = { regular: [], exceptions: [{ date: '2020-01-01', opens: '09:00', closes: '10:00' }] }
  assert.equal(nextOpenAt(past, zone, at('2026-01-01T00:00')), undefined)
})

test('contradictory exceptions are reported', () => {
  const wrong: OpeningHours = {
    regular: [],
    exceptions: [
      { date: '2026-01-01', closed: true, opens: '09:00' },
      { date: '2026-01-02', opens: '09:00' },
      { date: '2026-01-03', closed: true },
      { date: '2026-01-03', opens: '09:00', closes: '10:00' },
    ],
  }
  const paths = hoursProblems(wrong).map(({ path }) => path)
  assert.deepEqual(
    paths,
    [0, 1, 2].map((index) => `/openingHours/exceptions/${index}`),
  )
})

const minute = fc.integer({ min: 0, max: 95 }).map((quarter) => {
  const pad = (part: number) => String(part).padStart(2, '0')
  return `${pad(Math.floor(quarter / 4))}:${pad((quarter % 4) * 15)}`
})
const anyHours = fc.record({
  regular: fc.array(fc.record({ day: fc.integer({ min: 1, max: 7 }), opens: minute, closes: minute }), {
    maxLength: 4,
  }),
  exceptions: fc.array(
    fc.oneof(
      fc.record({ date: fc.constantFrom('2026-03-28', '2026-03-29', '2026-10-25'), closed: fc.constant(true) }),
      fc.record({ date: fc.constantFrom('2026-03-29', '2026-10-24', '2026-10-26'), opens: minute, closes: minute }),
    ),
    { maxLength: 3 },
  ),
})

const changes: [string, string][] = [
  ['Europe/Berlin', '2026-03-29T01:00:00Z'],
  ['Europe/Berlin', '2026-10-25T01:00:00Z'],
  ['America/Havana', '2026-11-01T05:00:00Z'],
  ['Australia/Lord_Howe', '2026-10-03T15:30:00Z'],
  ['Africa/Cairo', '2026-10-29T21:00:00Z'],
]
const before = fc.integer({ min: 0, max: 30 * 60 })

test('the next opening is the first open minute, around every change of clocks', () => {
  fc.assert(
    fc.property(anyHours, fc.constantFrom(...changes), before, (hours, [place, change], minutes) => {
      const from = Date.parse(change) - minutes * 60_000
      if (isOpenAt(hours, place, from)) return assert.equal(nextOpenAt(hours, place, from), undefined)
      const next = nextOpenAt(hours, place, from)
      const walked = firstMinute(from, (moment) => isOpenAt(hours, place, moment))
      if (walked !== undefined) return assert.equal(next, walked)
      assert.ok(next === undefined || next > from + 3 * 24 * 3_600_000)
    }),
    { numRuns: 60 },
  )
})

test('the next closing is the first closed minute, around every change of clocks', () => {
  fc.assert(
    fc.property(anyHours, fc.constantFrom(...changes), before, (hours, [place, change], minutes) => {
      const from = Date.parse(change) - minutes * 60_000
      const next = nextCloseAt(hours, place, from)
      if (!isOpenAt(hours, place, from)) return assert.equal(next, undefined)
      const walked = firstMinute(from, (moment) => !isOpenAt(hours, place, moment))
      if (walked !== undefined) return assert.equal(next, walked)
      assert.ok(next === undefined || next > from + 3 * 24 * 3_600_000)
    }),
    { numRuns: 200 },
  )
})

/** The first of the minutes of three days after a moment that passes. */
function firstMinute(from: number, passes: (moment: number) => boolean): number | undefined {
  for (let step = 1; step <= 3 * 24 * 60; step++) if (passes(from + step * 60_000)) return from + step * 60_000
  return undefined
}

import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { momentAfter } from '#products/marketing/automation/duration.ts'
import { nextLocalTime, quietUntil, windowOpens } from './localTime.ts'

const zones = ['Europe/Berlin', 'America/New_York', 'Australia/Lord_Howe', 'Asia/Kolkata', 'Pacific/Apia'] as const
const moment = fc.integer({ min: Date.UTC(2024, 0, 1), max: Date.UTC(2032, 0, 1) }).map((ms) => new Date(ms))
const clockOf = (at: Date, zone: string) =>
  Temporal.Instant.fromEpochMilliseconds(at.getTime()).toZonedDateTimeISO(zone)
/** Minute of the day that a clock of a zone shows. */
const minutesShown = (at: Date, zone: string) => clockOf(at, zone).hour * 60 + clockOf(at, zone).minute

test('a wait for a local time ends within a day at this time, or after the gap of the spring change', () => {
  const time = fc.record({ hour: fc.integer({ min: 0, max: 23 }), minute: fc.integer({ min: 0, max: 59 }) })
  fc.assert(
    fc.property(moment, time, fc.constantFrom(...zones), (from, local, zone) => {
      const at = nextLocalTime(from, local, zone)
      const ms = at.getTime() - from.getTime()
      assert.ok(ms > 0 && ms <= 26 * 3_600_000, `${ms} ms`)
      const shown = clockOf(at, zone)
      const isExact = shown.hour === local.hour && shown.minute === local.minute
      assert.ok(isExact || (shown.hour * 60 + shown.minute - local.hour * 60 - local.minute + 1440) % 1440 <= 60)
      assert.deepEqual(nextLocalTime(new Date(at.getTime() - 1), local, zone), at, 'a repeat comes to the same moment')
    }),
  )
})

test('days keep the wall clock over a change of the clock, and quiet hours end outside of themselves', () => {
  const before = new Date('2026-03-28T09:00:00+01:00')
  assert.equal(momentAfter(before, 'P1D', 'Europe/Berlin').toISOString(), '2026-03-29T07:00:00.000Z')
  assert.equal(momentAfter(before, 'PT24H', 'Europe/Berlin').toISOString(), '2026-03-29T08:00:00.000Z')
  const quiet = { from: '22:00', to: '08:00' }
  fc.assert(
    fc.property(moment, fc.constantFrom(...zones), (at, zone) => {
      const end = quietUntil(at, quiet, zone)
      const { hour } = clockOf(at, zone)
      assert.equal(end !== undefined, hour >= 22 || hour < 8)
      if (end !== undefined) assert.equal(quietUntil(end, quiet, zone), undefined)
    }),
  )
})

test('a window opens at its next begin on one of its days, and is open within it', () => {
  const window = { from: '09:00', to: '17:00', days: ['mo', 'tu'] }
  const opens = (at: string) => windowOpens(new Date(at), window, 'Europe/Berlin')?.toISOString()
  assert.equal(opens('2027-03-15T08:00:00Z'), undefined)
  assert.equal(opens('2027-03-15T16:00:00Z'), '2027-03-16T08:00:00.000Z')
  assert.equal(opens('2027-03-16T16:00:00Z'), '2027-03-22T08:00:00.000Z')
})

test('quiet hours hold whenever the clock shows them, in a repeated hour and after the gap as well', () => {
  const minute = fc.oneof(fc.integer({ min: 0, max: 5 * 60 }), fc.integer({ min: 0, max: 24 * 60 - 1 }))
  const textOf = (of: number) => `${String(Math.floor(of / 60)).padStart(2, '0')}:${String(of % 60).padStart(2, '0')}`
  const changes = [
    ['Europe/Berlin', '2026-10-25T01:00:00Z'],
    ['Europe/Berlin', '2027-03-28T01:00:00Z'],
    ['America/New_York', '2026-11-01T06:00:00Z'],
    ['America/New_York', '2027-03-14T07:00:00Z'],
    ['Australia/Lord_Howe', '2027-04-03T15:00:00Z'],
    ['Australia/Lord_Howe', '2026-10-03T15:30:00Z'],
  ] as const
  const near = fc.integer({ min: -180, max: 180 })
  fc.assert(
    fc.property(fc.constantFrom(...changes), near, fc.tuple(minute, minute), ([zone, change], minutes, [from, to]) => {
      fc.pre(from !== to)
      const at = new Date(Date.parse(change) + minutes * 60_000)
      const quiet = { from: textOf(from), to: textOf(to) }
      const shown = minutesShown(at, zone)
      const isQuiet = from < to ? shown >= from && shown < to : shown >= from || shown < to
      const end = quietUntil(at, quiet, zone)
      assert.equal(end !== undefined, isQuiet, `${JSON.stringify(quiet)} at ${at.toISOString()} in ${zone}`)
      if (end !== undefined) assert.ok(end > at)
      const opens = windowOpens(at, quiet, zone)
      assert.equal(opens === undefined, isQuiet)
      if (opens !== undefined) assert.ok(opens > at && quietUntil(opens, quiet, zone) !== undefined)
    }),
    { numRuns: 2_000 },
  )
})

test('a window that begins in the repeated hour opens at its next begin, not a day later', () => {
  const window = { from: '02:30', to: '05:00' }
  const opens = (at: string) => windowOpens(new Date(at), window, 'Europe/Berlin')?.toISOString()
  assert.equal(opens('2026-10-25T00:10:00Z'), '2026-10-25T00:30:00.000Z')
  assert.equal(opens('2026-10-25T01:10:00Z'), '2026-10-25T01:30:00.000Z')
  assert.equal(
    quietUntil(new Date('2026-10-25T01:10:00Z'), { from: '22:00', to: '02:30' }, 'Europe/Berlin')?.toISOString(),
    '2026-10-25T01:30:00.000Z',
  )
})

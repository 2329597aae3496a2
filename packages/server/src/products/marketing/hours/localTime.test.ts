import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { momentAfter } from '#products/marketing/automation/duration.ts'
import { nextLocalTime, quietUntil, windowOpens } from './localTime.ts'

const zones = ['Europe/Berlin', 'America/New_York', 'Australia/Lord_Howe', 'Asia/Kolkata', 'Pacific/Apia'] as const
const moment = fc.integer({ min: Date.UTC(2024, 0, 1), max: Date.UTC(2032, 0, 1) }).map((ms) => new Date(ms))
const clockOf = (at: Date, zone: string) =>
  Temporal.Instant.fromEpochMilliseconds(at.getTime()).toZonedDateTimeISO(zone)

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

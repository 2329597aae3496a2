import assert from 'node:assert/strict'
import { test } from 'node:test'
import { isCalendarDay, isMoment } from './moments.ts'

test('a day is a date of the calendar, in the years that database and clock can store', () => {
  for (const day of ['1000-01-01', '2028-02-29', '9999-12-31']) assert.ok(isCalendarDay(day), day)
  const wrong = ['0000-01-01', '0999-12-31', '10000-01-01', '2027-02-29', '2026-13-01', '2026-1-1', '2026-01-01T', '']
  for (const day of wrong) assert.ok(!isCalendarDay(day), day)
})

test('a moment is a time of RFC 3339, in the years that database and clock can store', () => {
  const right = [
    '2026-11-21T09:00:00Z',
    '2026-11-21t09:00:00.5z',
    '2026-11-21T09:00:00.123456789+14:00',
    '2026-11-21T09:00:00-15:59',
    '1000-01-01T00:00:00Z',
    '9999-12-31T23:59:59.999Z',
  ]
  for (const moment of right) assert.ok(isMoment(moment), moment)
  const wrong = [
    '0999-12-31T23:59:59Z',
    '0000-01-01T00:00:00Z',
    '1000-01-01T00:00:00+00:01',
    '9999-12-31T23:59:59-14:00',
    '9999-12-31T23:59:59.9999Z',
    '2016-12-31T23:59:60Z',
    '2026-11-21T24:00:00Z',
    '2026-11-21T09:00:00+01',
    '2026-11-21T09:00:00+24:00',
    '2026-11-21T09:00:00-16:00',
    '2026-11-21 09:00:00Z',
    '2026-11-21T09:00:00',
    '2026-02-30T09:00:00Z',
    '2026-11-21T09:00Z',
    '',
  ]
  for (const moment of wrong) assert.ok(!isMoment(moment), moment)
})

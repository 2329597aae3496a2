import assert from 'node:assert/strict'
import { test } from 'node:test'
import { momentText } from './moments.ts'

test('momentText() leaves out the current year, and the date of today where the time is enough', () => {
  const now = new Date(2026, 10, 21, 18, 0)
  const text = (at: Date, isTimeEnough = false) => momentText(at, { now, isTimeEnough, locale: 'en-GB' })
  assert.equal(text(new Date(2026, 10, 21, 20, 5), true), '20:05')
  assert.equal(text(new Date(2026, 10, 21, 20, 5)), '21 November at 20:05')
  assert.equal(text(new Date(2026, 11, 1, 9, 30), true), '1 December at 9:30')
  assert.equal(text(new Date(2027, 0, 2, 9, 30)), '2 January 2027 at 9:30')
})

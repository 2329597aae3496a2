import assert from 'node:assert/strict'
import { test } from 'node:test'
import { recurrenceOf, ruleOf } from './recurrence.ts'

test('a plain rule is read into the form and written again', () => {
  for (const rule of [
    'FREQ=DAILY;BYHOUR=9;BYMINUTE=0',
    'FREQ=WEEKLY;BYDAY=MO,FR;BYHOUR=18;BYMINUTE=30',
    'FREQ=MONTHLY;BYMONTHDAY=15;BYHOUR=7;BYMINUTE=5',
  ]) {
    const typed = recurrenceOf(rule)
    assert.ok(typed, rule)
    assert.equal(ruleOf(typed), rule)
  }
})

test('a rule with more than the form shows stays text', () => {
  for (const rule of ['FREQ=YEARLY', 'FREQ=DAILY;COUNT=3', 'FREQ=MONTHLY;BYDAY=1MO', 'FREQ=DAILY;INTERVAL=2', 7]) {
    assert.equal(recurrenceOf(rule), undefined, String(rule))
  }
})

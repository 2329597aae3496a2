import assert from 'node:assert/strict'
import { test } from 'node:test'
import { nextOccurrence, recurrenceProblem } from './recurrence.ts'

/** The first moments of a rule, without seconds. */
function momentsOf(rrule: string, from: string, timeZone = 'Europe/Berlin'): string[] {
  const moments: string[] = []
  let at: Date | undefined = new Date(from)
  for (let count = 0; count < 4 && at !== undefined; count++) {
    at = nextOccurrence({ rrule, timeZone, from: new Date(from) }, at)
    if (at !== undefined) moments.push(at.toISOString().slice(0, 16))
  }
  return moments
}

test('a time that the spring change skips is that after the gap, and the next one is on time', () => {
  const daily = ['2027-03-27T01:30', '2027-03-28T01:30', '2027-03-29T00:30', '2027-03-30T00:30']
  assert.deepEqual(momentsOf('FREQ=DAILY', '2027-03-26T01:30:00Z'), daily)
  assert.deepEqual(momentsOf('FREQ=DAILY;BYHOUR=2;BYMINUTE=30;BYSECOND=0', '2027-03-26T09:00:00Z'), daily)
  assert.deepEqual(momentsOf('FREQ=WEEKLY;BYDAY=SU', '2027-03-21T01:30:00Z'), [
    '2027-03-28T01:30',
    '2027-04-04T00:30',
    '2027-04-11T00:30',
    '2027-04-18T00:30',
  ])
  const hourly = momentsOf('FREQ=HOURLY', '2027-03-27T23:15:00Z')
  assert.deepEqual(hourly, ['2027-03-28T00:15', '2027-03-28T01:15', '2027-03-28T02:15', '2027-03-28T03:15'])
})

test('a time that the autumn change repeats occurs once', () => {
  const daily = ['2026-10-25T00:30', '2026-10-26T01:30', '2026-10-27T01:30', '2026-10-28T01:30']
  assert.deepEqual(momentsOf('FREQ=DAILY', '2026-10-24T00:30:00Z'), daily)
})

test('a rule ends at its end in UTC, and skips months without its day', () => {
  const until = 'FREQ=DAILY;UNTIL=20270329T003000Z'
  assert.deepEqual(momentsOf(until, '2027-03-26T01:30:00Z').length, 3)
  assert.deepEqual(momentsOf('FREQ=MONTHLY', '2027-01-31T08:00:00Z'), [
    '2027-03-31T07:00',
    '2027-05-31T07:00',
    '2027-07-31T07:00',
    '2027-08-31T07:00',
  ])
  assert.deepEqual(momentsOf('FREQ=YEARLY', '2028-02-29T08:00:00Z').slice(0, 2), [
    '2032-02-29T08:00',
    '2036-02-29T08:00',
  ])
})

test('rules without a moment, and rules that are too dense, are refused with the cause', () => {
  const from = new Date('2027-01-01T08:00:00.500Z')
  const problem = (rrule: string) => recurrenceProblem({ rrule, timeZone: 'Europe/Berlin', from })
  for (const rrule of [
    'FREQ=YEARLY;BYMONTH=2;BYMONTHDAY=30',
    'FREQ=YEARLY;INTERVAL=9999',
    'FREQ=DAILY;COUNT=0',
    'FREQ=DAILY;UNTIL=20200101T000000Z',
  ]) {
    assert.equal(problem(rrule), 'has no moment to come', rrule)
  }
  assert.equal(problem('FREQ=DAILY;COUNT=1'), undefined)
  assert.equal(problem('FREQ=DAILY;INTERVAL=0'), 'is no recurrence rule (RFC 5545)')
  assert.equal(problem('FREQ=HOURLY;BYMINUTE=0,30'), 'repeats more than 24 times a day')
})

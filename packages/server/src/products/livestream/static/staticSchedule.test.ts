import assert from 'node:assert/strict'
import { test } from 'node:test'
import { readMoment, reschedule } from './staticSchedule.ts'

const none = { scheduleDate: null, scheduleTime: null, timezone: null, scheduledAt: null }

test('a date without a time keeps the stored time, or means midnight in the account’s zone', () => {
  const first = reschedule(none, { scheduleDate: '2026-12-24' }, 'Europe/Berlin')
  assert.deepEqual(first, {
    scheduleDate: '2026-12-24',
    scheduleTime: '00:00:00',
    timezone: 'Europe/Berlin',
    scheduledAt: '2026-12-23T23:00:00.000Z',
  })
  const timed = reschedule(first, { scheduleTime: '18:30' }, 'UTC')
  assert.deepEqual([timed.scheduleTime, timed.scheduledAt], ['18:30:00', '2026-12-24T17:30:00.000Z'])
  const moved = reschedule(timed, { scheduleDate: '2026-12-31' }, 'UTC')
  assert.equal(moved.scheduledAt, '2026-12-31T17:30:00.000Z')
  assert.equal(reschedule(moved, { timezone: 'America/New_York' }, 'UTC').scheduledAt, '2026-12-31T23:30:00.000Z')
})

test('reschedule() keeps fields that the request leaves out and clears those that are empty or null', () => {
  const set = reschedule(none, { scheduleDate: '2026-12-24', scheduleTime: '10:00:00' }, 'UTC')
  assert.deepEqual(reschedule(set, {}, 'Asia/Tokyo'), set)
  for (const gone of ['', null]) {
    const cleared = reschedule(set, { scheduleDate: gone }, 'UTC')
    assert.deepEqual([cleared.scheduleDate, cleared.scheduleTime, cleared.scheduledAt], [null, null, null])
  }
  assert.equal(reschedule(set, { scheduleTime: '' }, 'UTC').scheduleTime, '00:00:00')
  const early = reschedule(none, { scheduleTime: '08:00' }, 'UTC')
  assert.deepEqual([early.scheduleTime, early.scheduledAt], ['08:00:00', null])
  assert.equal(reschedule(early, { scheduleDate: '2027-01-01' }, 'UTC').scheduledAt, '2027-01-01T08:00:00.000Z')
})

test('a local time that a zone skips or repeats has one moment', () => {
  const at = (scheduleDate: string) =>
    reschedule(none, { scheduleDate, scheduleTime: '02:30' }, 'Europe/Berlin').scheduledAt
  assert.equal(at('2027-03-28'), '2027-03-28T01:30:00.000Z')
  assert.equal(at('2026-10-25'), '2026-10-25T00:30:00.000Z')
})

test('a date outside the calendar is refused', () => {
  for (const scheduleDate of ['2026-02-30', '2026-13-01', '0000-01-01', '0001-01-01', '1899-12-31', '9999-12-31']) {
    for (const zone of ['UTC', 'Pacific/Kiritimati', 'Pacific/Pago_Pago']) {
      assert.throws(() => reschedule(none, { scheduleDate }, zone), { code: 'invalid_request' }, scheduleDate + zone)
    }
  }
  assert.equal(reschedule(none, { scheduleDate: '9998-12-31' }, 'UTC').scheduledAt, '9998-12-31T00:00:00.000Z')
})

test('readMoment() returns UTC, and refuses a malformed moment or one out of bounds with its field', () => {
  assert.equal(readMoment('expiresAt', '2035-01-01T00:00:00.5+01:00'), '2034-12-31T23:00:00.500Z')
  for (const text of ['9999-12-31T23:59:59-14:00', '2030-06-30T23:59:60Z', '0000-01-01T00:00:00Z', 'x', '']) {
    const fields = [
      {
        path: '/expiresAt',
        rule: 'dateTime',
        message: 'must be a moment from 1900 to 9998, such as 2035-01-01T00:00:00Z',
      },
    ]
    assert.throws(() => readMoment('expiresAt', text), { code: 'invalid_request', fields }, text)
  }
})

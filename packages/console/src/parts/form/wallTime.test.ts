import assert from 'node:assert/strict'
import { test } from 'node:test'
import { momentOf, wallOf } from './wallTime.ts'

test('wallOf() and momentOf() are inverse in zones east and west, in summer and winter', () => {
  for (const zone of ['Europe/Berlin', 'America/New_York', 'Asia/Kolkata', 'Pacific/Kiritimati', 'UTC']) {
    for (const moment of ['2026-01-15T10:30:00.000Z', '2026-07-15T22:05:00.000Z', '2027-12-31T23:59:00.000Z']) {
      assert.equal(momentOf(wallOf(moment, zone), zone), moment, `${zone} ${moment}`)
    }
  }
  assert.equal(wallOf('2026-07-15T22:05:00Z', 'Europe/Berlin'), '2026-07-16T00:05')
  assert.equal(wallOf('soon', 'Europe/Berlin'), '')
})

test('a time that the clock leaves out moves forward; of one that comes twice the first counts', () => {
  assert.equal(momentOf('2026-03-29T02:30', 'Europe/Berlin'), '2026-03-29T01:30:00.000Z')
  assert.equal(momentOf('2026-10-25T02:30', 'Europe/Berlin'), '2026-10-25T00:30:00.000Z')
  assert.equal(momentOf('2026-11-01T01:30', 'America/New_York'), '2026-11-01T05:30:00.000Z')
})

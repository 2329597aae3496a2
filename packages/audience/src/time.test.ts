import assert from 'node:assert/strict'
import { test } from 'node:test'
import { clockText, countdownParts, spokenTime } from './time.ts'

test('clockText() writes a length as on a clock', () => {
  const texts = [0, 7, 59.9, 60, 754, 3_723, -3, Number.NaN, Number.POSITIVE_INFINITY].map(clockText)
  assert.deepEqual(texts, ['0:00', '0:07', '0:59', '1:00', '12:34', '1:02:03', '0:00', '0:00', '0:00'])
})

test('spokenTime() writes a length in words', () => {
  assert.equal(spokenTime(3_723), '1 hour 2 minutes 3 seconds')
  assert.equal(spokenTime(61), '1 minute 1 second')
  assert.equal(spokenTime(0), '0 seconds')
})

test('countdownParts() leaves out leading zeros, except minutes and seconds', () => {
  const text = (ms: number) =>
    countdownParts(ms)
      .map(({ count, unit }) => `${count} ${unit}`)
      .join(' ')
  assert.equal(text(2 * 86_400_000 + 3_600_000), '2 days 1 hours 0 minutes 0 seconds')
  assert.equal(text(3_661_000), '1 hours 1 minutes 1 seconds')
  assert.equal(text(59_001), '1 minutes 0 seconds')
  assert.equal(text(900), '0 minutes 1 seconds')
  assert.equal(text(-5), '0 minutes 0 seconds')
})

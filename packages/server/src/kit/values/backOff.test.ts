import { test } from 'node:test'
import assert from 'node:assert/strict'
import { doublingDelaysMs, retryDelayMs, type BackOff } from './backOff.ts'

const [low, middle, high] = [0, 0.5, 1].map((value) => ({ random: () => value }))

test('delays double to their maximum, which repeats', () => {
  assert.deepEqual(doublingDelaysMs(1_000, 60_000), [1_000, 2_000, 4_000, 8_000, 16_000, 32_000, 60_000])
  assert.deepEqual(doublingDelaysMs(100, 400), [100, 200, 400])
  assert.deepEqual(doublingDelaysMs(500, 500), [500])
  const backOff: BackOff = { delaysMs: doublingDelaysMs(1_000, 60_000), jitterShare: 0.25 }
  const delays = (retry: typeof low) => [1, 2, 3, 6, 7, 500].map((failures) => retryDelayMs(backOff, failures, retry))
  assert.deepEqual(delays(middle), [1_000, 2_000, 4_000, 32_000, 60_000, 60_000])
  assert.deepEqual(delays(low), [750, 1_500, 3_000, 24_000, 45_000, 45_000])
  assert.deepEqual(delays(high), [1_250, 2_500, 5_000, 40_000, 75_000, 75_000])
})

test('Retry-After lengthens a delay to its maximum, and never shortens it', () => {
  const backOff: BackOff = { delaysMs: [5_000, 120_000], jitterShare: 0, retryAfterMsMax: 86_400_000 }
  assert.equal(retryDelayMs(backOff, 1, { retryAfterMs: 60_000 }), 60_000)
  assert.equal(retryDelayMs(backOff, 1, { retryAfterMs: 1e12 }), 86_400_000)
  assert.equal(retryDelayMs(backOff, 2, { retryAfterMs: 1_000 }), 120_000)
  assert.equal(retryDelayMs({ delaysMs: [5_000], jitterShare: 0 }, 1, { retryAfterMs: 60_000 }), 5_000)
})

test('concurrent failures retry apart', () => {
  const backOff: BackOff = { delaysMs: [100_000], jitterShare: 0.5 }
  const delays = Array.from({ length: 50 }, () => retryDelayMs(backOff, 1))
  assert.ok(new Set(delays).size > 10)
  assert.deepEqual(
    delays.filter((delay) => delay < 50_000 || delay > 150_000),
    [],
  )
})

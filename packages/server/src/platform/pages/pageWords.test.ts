import assert from 'node:assert/strict'
import { test } from 'node:test'
import { clockText, excerpt, isoDuration, priceText } from './pageWords.ts'

test('excerpt() ends at a word', () => {
  assert.equal(excerpt('One two\n three', 40), 'One two three')
  assert.equal(excerpt('One two three four', 12), 'One two…')
  assert.equal(excerpt('x'.repeat(50), 10), `${'x'.repeat(9)}…`)
})

test('isoDuration() and clockText() write lengths in seconds', () => {
  assert.deepEqual([0, 61.4, 3_723].map(isoDuration), ['PT0S', 'PT1M1S', 'PT1H2M3S'])
  assert.deepEqual([0, 61.9, 3_723].map(clockText), ['0:00', '1:01', '1:02:03'])
})

test('priceText() writes whole minor units in their currency', () => {
  const prices = [priceText({ amount: 1250, currency: 'EUR' }), priceText({ amount: 1200, currency: 'JPY' })]
  assert.deepEqual(prices, ['€12.50', '¥1,200'])
})

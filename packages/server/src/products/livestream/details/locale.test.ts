import assert from 'node:assert/strict'
import { test } from 'node:test'
import { localeChain } from './locale.ts'

test('a chain shortens from the end, single letters with what stood behind them', () => {
  assert.deepEqual(localeChain('zh-Hant-TW'), ['zh-Hant-TW', 'zh-Hant', 'zh'])
  assert.deepEqual(localeChain('en-US-x-pirate', 'de-AT'), ['en-US-x-pirate', 'en-US', 'en', 'de-AT', 'de'])
  assert.deepEqual(localeChain(undefined, 'en', 'en'), ['en'])
})

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { localeChain } from './locale.ts'

test('localeChain() shortens a tag from its end and drops a single letter with the subtag behind it', () => {
  assert.deepEqual(localeChain('zh-Hant-TW'), ['zh-Hant-TW', 'zh-Hant', 'zh'])
  assert.deepEqual(localeChain('en-US-x-pirate', 'de-AT'), ['en-US-x-pirate', 'en-US', 'en', 'de-AT', 'de'])
  assert.deepEqual(localeChain(undefined, 'en', 'en'), ['en'])
})

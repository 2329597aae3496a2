import assert from 'node:assert/strict'
import { test } from 'node:test'
import { canonicalLocale, localeChain } from './locale.ts'

test('a tag is spelled as BCP 47 spells it', () => {
  assert.equal(canonicalLocale('PT-br'), 'pt-BR')
  assert.equal(canonicalLocale('zh-hant-tw'), 'zh-Hant-TW')
})

test('a chain shortens from the end, single letters with what stood behind them', () => {
  assert.deepEqual(localeChain('zh-Hant-TW'), ['zh-Hant-TW', 'zh-Hant', 'zh'])
  assert.deepEqual(localeChain('en-US-x-pirate', 'de-AT'), ['en-US-x-pirate', 'en-US', 'en', 'de-AT', 'de'])
  assert.deepEqual(localeChain(undefined, 'en', 'en'), ['en'])
})

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { canonicalTag } from './languageTag.ts'

test('canonicalTag() spells a tag as BCP 47 does, and returns undefined for other text', () => {
  assert.equal(canonicalTag('PT-br'), 'pt-BR')
  assert.equal(canonicalTag('zh-hant-tw'), 'zh-Hant-TW')
  for (const text of ['', 'C', 'a-b', 'en-', 'en_GB', 'x-private', 'en-a', 'no such']) {
    assert.equal(canonicalTag(text), undefined, text)
  }
})

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { checkVisible } from './names.ts'

test('a name must have something to be seen', () => {
  for (const text of ['a', ' ß ', '東京', '🎸', '\u200ba', '.', 'e\u0301']) checkVisible('title', text)
  for (const text of ['   ', '\u00a0', '\u200b', '\u3164', '\u2800', '\ufeff\u2060', '\u0301', '\u{e0001}']) {
    assert.throws(() => checkVisible('title', text), { code: 'invalid_request' }, JSON.stringify(text))
  }
})

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { excerpt, oneLine, storable } from './foreignText.ts'

test('a storable text has no zero character and no half of a character, wherever it is cut', () => {
  assert.equal(storable('a\0b\nc'), 'ab\nc')
  assert.equal(storable('ab\u{1F600}', 3), 'ab\uFFFD')
  assert.equal(storable('\uD83D!'), '\uFFFD!')
})

test('one line has a blank in place of control characters, and keeps the blanks of an id', () => {
  assert.equal(oneLine(' 550\r\n\tno such\0user\u2028'), '550 no such user')
  assert.equal(oneLine('A  17'), 'A  17')
  assert.equal(excerpt('A  17\n is  gone'), 'A 17 is gone')
  assert.equal(oneLine('abc\u{1F600}', 4), 'abc\uFFFD')
})

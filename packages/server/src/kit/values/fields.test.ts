import assert from 'node:assert/strict'
import { test } from 'node:test'
import { satisfies } from '#platform/http/inputCheck.ts'
import { nameLine } from './fields.ts'

test('a name has at least one visible character', () => {
  const schema = nameLine(10)
  for (const name of ['a', '東京', '🎪', ' a ', '-', 'e\u0301', '👨‍👩‍👧', '\uf8ff'])
    assert.ok(satisfies(schema, name), name)
  const wrong = [
    '',
    ' ',
    '\u00a0',
    '\u200b',
    '\u2060 \ufeff',
    '\u3164',
    '\u2800',
    '\u00b4',
    '\ufeff\u2060',
    '\u0301',
    '\u{e0041}',
    'a\nb',
    'a\u0085',
    'abcdefghijk',
  ]
  for (const name of wrong) assert.ok(!satisfies(schema, name), JSON.stringify(name))
})

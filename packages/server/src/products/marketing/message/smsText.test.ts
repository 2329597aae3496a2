import assert from 'node:assert/strict'
import { test } from 'node:test'
import { smsSizeOf } from './smsText.ts'

test('a text is counted in GSM-7 or UCS-2 with the parts that a provider bills', () => {
  const cases: [string, string, number, number][] = [
    ['', 'gsm7', 0, 1],
    ['a'.repeat(160), 'gsm7', 160, 1],
    ['a'.repeat(161), 'gsm7', 161, 2],
    ['a'.repeat(306), 'gsm7', 306, 2],
    ['a'.repeat(307), 'gsm7', 307, 3],
    ['€'.repeat(80), 'gsm7', 160, 1],
    // A character of two places is not split: 152 and €, then the rest.
    [`${'a'.repeat(152)}€${'a'.repeat(10)}`, 'gsm7', 164, 2],
    ['é à Ü ß Ω', 'gsm7', 9, 1],
    ['ł', 'ucs2', 1, 1],
    ['ł'.repeat(70), 'ucs2', 70, 1],
    ['ł'.repeat(71), 'ucs2', 71, 2],
    ['😀'.repeat(35), 'ucs2', 70, 1],
    ['😀'.repeat(36), 'ucs2', 72, 2],
    ['😀'.repeat(67), 'ucs2', 134, 3],
  ]
  for (const [text, encoding, units, parts] of cases) {
    assert.deepEqual(smsSizeOf(text), { encoding, units, parts }, text.slice(0, 20))
  }
})

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { csvOf } from './csvFile.ts'

test('csvOf() quotes commas and quotes, and disarms formulas in texts alone', () => {
  const rows = [
    ['Referrer', 'Views'],
    ['=cmd|calc', -2],
    ['a "b", c', null],
  ]
  assert.equal(csvOf(rows), 'Referrer,Views\r\n\'=cmd|calc,-2\r\n"a ""b"", c",\r\n')
})

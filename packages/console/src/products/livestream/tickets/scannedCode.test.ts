import assert from 'node:assert/strict'
import { test } from 'node:test'
import { codeOfScan } from './scannedCode.ts'

test('codeOfScan() takes the code out of an address with a ticket, and leaves other texts', () => {
  assert.equal(codeOfScan(' BALCONY-12\r\n'), 'BALCONY-12')
  assert.equal(codeOfScan('https://fair.example/embed/str_1?a=1&ticket=7KQ4-M2XA-9DTB'), '7KQ4-M2XA-9DTB')
  assert.equal(codeOfScan('HTTP://FAIR.EXAMPLE/?ticket=A%20B'), 'A B')
  for (const text of ['https://fair.example/none', 'http://', 'ticket=12', '']) assert.equal(codeOfScan(text), text)
})

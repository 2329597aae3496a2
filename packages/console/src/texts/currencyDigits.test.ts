import assert from 'node:assert/strict'
import { join } from 'node:path'
import { test } from 'node:test'
import { digitsOf } from './currencyDigits.ts'

test('digits of currencies are those by which the server counts', async () => {
  const path = join(import.meta.dirname, '../../../server/src/kit/values/currencyExponent.ts')
  const { currencyExponent } = await import(path)
  for (const currency of Intl.supportedValuesOf('currency')) {
    assert.equal(digitsOf(currency), currencyExponent(currency), currency)
  }
})

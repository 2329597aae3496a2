import assert from 'node:assert/strict'
import { join } from 'node:path'
import { test } from 'node:test'
import { priceText } from './accessForm.ts'

test('prices have the digits by which the server counts, in all currencies', async () => {
  const path = join(import.meta.dirname, '../../../server/src/kit/values/currencyExponent.ts')
  const { formatMoney } = await import(path)
  const language = Intl.NumberFormat().resolvedOptions().locale
  for (const currency of Intl.supportedValuesOf('currency')) {
    const price = { amount: 1_234_567, currency }
    assert.equal(priceText(price), formatMoney(price, language), currency)
  }
})

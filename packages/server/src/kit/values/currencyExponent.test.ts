import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { currencyExponent, decimalOf, formatMoney } from './currencyExponent.ts'
import { amountMax, currencyCode } from './money.ts'

const currencies = fc.constantFrom(...(currencyCode.edges ?? []))
const amounts = fc.bigInt({ min: 0n, max: BigInt(amountMax) })

test('currencyExponent() has the digits of ISO 4217, also where those of CLDR differ', () => {
  const exponents = ['EUR', 'JPY', 'KWD', 'HUF', 'IDR', 'ISK', 'UGX', 'TND', 'MGA'].map(currencyExponent)
  assert.deepEqual(exponents, [2, 0, 3, 2, 2, 0, 0, 3, 2])
})

test('decimalOf() writes a negative amount as its positive one with a sign', () => {
  fc.assert(
    fc.property(amounts, currencies, (amount, currency) => {
      const text = decimalOf({ amount, currency })
      assert.equal(decimalOf({ amount: -amount, currency }), amount === 0n ? text : `-${text}`)
    }),
  )
})

test('formatMoney() writes exact amounts by the exponent and the language', () => {
  const shown = (amount: bigint, currency: string, language = 'en') =>
    formatMoney({ amount, currency }, language).replaceAll('\u00a0', ' ')
  assert.equal(shown(1999n, 'EUR'), '€19.99')
  assert.equal(shown(123_456n, 'EUR', 'de'), '1.234,56 €')
  assert.equal(shown(1999n, 'JPY'), '¥1,999')
  assert.equal(shown(1999n, 'KWD'), 'KWD 1.999')
  assert.equal(shown(123_450n, 'HUF'), 'HUF 1,234.50')
  assert.equal(shown(BigInt(amountMax), 'USD'), '$9,999,999,999,999.99')
  assert.equal(shown(-50n, 'USD'), '-$0.50')
})

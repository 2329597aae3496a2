import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { amountToType, otherReading, typedAmount } from './typedAmount.ts'
import { amountMax, currencyCode } from './money.ts'

const currencies = fc.constantFrom(...(currencyCode.edges ?? []))
const amounts = fc.bigInt({ min: 0n, max: BigInt(amountMax) })
const languages = ['en', 'de', 'de-AT', 'de-CH', 'en-IN', 'en-ZA', 'en-u-nu-arab']

test('typedAmount() reads each amount that amountToType() writes, with groups, in each language', () => {
  fc.assert(
    fc.property(amounts, currencies, fc.constantFrom(...languages), (amount, currency, language) => {
      const text = amountToType({ amount, currency }, language)
      assert.equal(typedAmount(text, currency, language), amount, `${text} ${currency} ${language}`)
      assert.ok(text.length <= 30, text)
    }),
  )
  assert.equal(amountToType({ amount: 100_000n, currency: 'EUR' }, 'en'), '1,000.00')
  assert.equal(amountToType({ amount: 100_000n, currency: 'EUR' }, 'de'), '1.000,00')
})

test('typedAmount() reads groups as the language writes them, and a decimal of the other writing', () => {
  const cases: [string, string, string, bigint][] = [
    ['1,000', 'EUR', 'en', 100_000n],
    ['1.000', 'EUR', 'de', 100_000n],
    ['1.000', 'EUR', 'de-AT', 100_000n],
    ["1'000.50", 'EUR', 'de-CH', 100_050n],
    ['1 000,5', 'EUR', 'de', 100_050n],
    ['1,00,000', 'INR', 'en-IN', 10_000_000n],
    ['12,50', 'EUR', 'en', 1_250n],
    ['19.99', 'EUR', 'de', 1_999n],
    ['1.000,00', 'EUR', 'en', 100_000n],
    ['1,000.00', 'EUR', 'de', 100_000n],
    ['1,234', 'KWD', 'en', 1_234_000n],
    ['1.234', 'KWD', 'en', 1_234n],
    ['0,500', 'KWD', 'en', 500n],
    ['1,000', 'JPY', 'en', 1_000n],
    [' 007.5 ', 'EUR', 'en', 750n],
  ]
  for (const [text, currency, language, amount] of cases) {
    assert.equal(typedAmount(text, currency, language), amount, `${text} ${currency} ${language}`)
  }
})

test('typedAmount() refuses signs, letters, broken groups and digits that the currency lacks', () => {
  const wrong = ['', '-5', '+5', '1e3', '€5', '1,00.00', '1,0000', '1.000', '12.345', '1,000,00', '1.2.3', '.5', '5.']
  for (const text of [...wrong, '1234567890123456', '1 00', '1,000 000']) {
    assert.equal(typedAmount(text, 'EUR', 'en'), undefined, text)
  }
  assert.equal(typedAmount('1,000', 'EUR', 'de'), undefined)
  assert.equal(typedAmount('1.5', 'JPY', 'en'), undefined)
  assert.equal(typedAmount('1.000', 'JPY', 'en'), undefined)
})

test('otherReading() reads groups of the language as a decimal where the currency has thousandths', () => {
  assert.equal(otherReading('1,234', 'KWD', 'en'), 1_234n)
  assert.equal(otherReading('1.234', 'KWD', 'de'), 1_234n)
  for (const [text, currency, language] of [
    ['1.234', 'KWD', 'en'],
    ['1,234.000', 'KWD', 'en'],
    ['1,234', 'EUR', 'en'],
    ['1,234', 'JPY', 'en'],
    ['12,5', 'EUR', 'en'],
    ['many', 'KWD', 'en'],
  ] as const) {
    assert.equal(otherReading(text, currency, language), undefined, text)
  }
})

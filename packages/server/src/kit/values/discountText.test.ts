import assert from 'node:assert/strict'
import { test } from 'node:test'
import { discountText, type Discount } from './discountText.ts'

const none = { percentOff: null, amount: null, currency: null, sku: null, quantity: null, token: null }

test('discountText() says each kind of discount in the language and with the numbers of its region', () => {
  const cases: [Partial<Discount> & { type: string }, string, string][] = [
    [{ type: 'percent', percentOff: 12.5 }, '12.5% off', '12,5 % Rabatt'],
    [{ type: 'amount', amount: 500n, currency: 'EUR' }, '€5.00 off', '5,00 € Rabatt'],
    [{ type: 'fixedPrice', amount: 1_500n, currency: 'JPY' }, 'For ¥1,500', 'Für 1.500 ¥'],
    [{ type: 'freeItem', quantity: 2, sku: 'MUG' }, '2 × MUG for free', '2 × MUG gratis'],
    [{ type: 'freeShipping' }, 'Free shipping', 'Versand gratis'],
    [{ type: 'tokens', amount: 1_250n, token: 'STARS' }, '1,250 STARS more', '1.250 STARS dazu'],
  ]
  for (const [discount, english, german] of cases) {
    const plain = (language: string) => discountText({ ...none, ...discount }, language).replaceAll(/\s/g, ' ')
    assert.deepEqual([plain('en-US'), plain('de-DE'), plain('fr')], [english, german, english])
  }
  assert.match(discountText({ ...none, type: 'percent', percentOff: 5 }, 'de-CH'), /^5\s?% Rabatt$/)
})

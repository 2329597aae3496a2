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
    [
      { type: 'tokens', amount: 5n, token: 'STARS', per: 100n, currency: 'EUR' },
      '5 STARS for each €1.00',
      '5 STARS je 1,00 €',
    ],
    [{ type: 'tiers', percentOff: 20 }, 'Up to 20% off', 'Bis zu 20 % Rabatt'],
    [{ type: 'tiers', amount: 500n, currency: 'EUR' }, 'Up to €5.00 off', 'Bis zu 5,00 € Rabatt'],
    [{ type: 'extra', buy: 2, quantity: 1, percentOff: 100 }, 'Buy 2, get 1 for free', 'Beim Kauf von 2: 1 gratis'],
    [
      { type: 'extra', buy: 2, quantity: 1, percentOff: 50 },
      'Buy 2, get 1 with 50% off',
      'Beim Kauf von 2: 1 mit 50 % Rabatt',
    ],
    [{ type: 'bundle', quantity: 3, amount: 900n, currency: 'EUR' }, '3 for €9.00', '3 für 9,00 €'],
    [{ type: 'bundle', amount: 900n, currency: 'EUR' }, 'A set for €9.00', 'Im Set für 9,00 €'],
    [{ type: 'coupon' }, 'A coupon with the purchase', 'Ein Gutschein zum Kauf'],
  ]
  for (const [discount, english, german] of cases) {
    const plain = (language: string) => discountText({ ...none, ...discount }, language).replaceAll(/\s/g, ' ')
    assert.deepEqual([plain('en-US'), plain('de-DE'), plain('fr')], [english, german, english])
  }
  assert.match(discountText({ ...none, type: 'percent', percentOff: 5 }, 'de-CH'), /^5\s?% Rabatt$/)
})

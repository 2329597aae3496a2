import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Basis } from './cart.ts'
import { offerClasses, type Offer } from './offer.ts'
import { price } from './price.ts'
import { quoteHash } from './quoteHash.ts'

const line = { name: 'Tea', sku: 'TEA', categories: [], quantity: 2, unitAmount: 500n }
const cart: Basis = {
  currency: 'EUR',
  shipping: 0n,
  about: {},
  lines: [
    { ...line, key: 'a' },
    { ...line, key: 'b', unitAmount: 700n },
  ],
}
const tenth: Offer = {
  id: 'prm_1',
  kind: 'promotion',
  title: 'Ten percent',
  class: 'order',
  priority: 100,
  createdAt: new Date(0),
  combinesWith: offerClasses,
  isExclusive: false,
  strategy: 'best',
  percentOf: 'running',
  effects: [{ type: 'orderPercent', percentOff: 10 }],
  revision: 1,
}
const hashOf = (basis: Basis, offers: Offer[]) => quoteHash(basis, price(basis, offers), null)

test('the hash follows the price and its offers, not the order of lines', () => {
  const hash = hashOf(cart, [tenth])
  assert.equal(hashOf({ ...cart, lines: cart.lines.toReversed() }, [tenth]), hash)
  assert.notEqual(hashOf({ ...cart, lines: [{ ...line, key: 'a' }] }, [tenth]), hash)
  assert.notEqual(hashOf(cart, []), hash)
  assert.notEqual(hashOf(cart, [{ ...tenth, revision: 2 }]), hash)
  assert.notEqual(hashOf({ ...cart, currency: 'USD' }, [tenth]), hash)
  const tokens = { token: 'POINTS', usable: 10n, used: 5n, value: 5n }
  assert.notEqual(quoteHash(cart, price(cart, [tenth]), tokens), hash)
})

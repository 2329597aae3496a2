import assert from 'node:assert/strict'
import { test } from 'node:test'
import { contactsPort } from './contacts.ts'
import { offersPort } from './offers.ts'
import { couponsPort } from './coupons.ts'
import { dropsPort } from './drops.ts'
import { paymentLinksPort } from './paymentLinks.ts'
import { ownSitesPort } from './ownSites.ts'
import type { Port } from './port.ts'
import { purchasesPort } from './purchases.ts'
import { rewardsPort } from './rewards.ts'

test('ports between products stay in the database, so that a transaction may use each method', () => {
  const ports: readonly Port<unknown>[] = [
    contactsPort,
    couponsPort,
    dropsPort,
    offersPort,
    ownSitesPort,
    paymentLinksPort,
    purchasesPort,
    rewardsPort,
  ]
  assert.deepEqual(
    ports.flatMap(({ name, leaving }) => [...leaving].map((method) => `${name}.${method}`)),
    [],
  )
  assert.equal(new Set(ports.map(({ name }) => name)).size, ports.length)
})

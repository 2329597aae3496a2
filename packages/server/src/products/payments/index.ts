import { product } from '#kit/nouns/product.ts'
import { reactions } from './contactFollow.ts'
import * as facts from './facts.ts'
import { linkPart } from './link/linkParts.ts'
import { providerParts } from './provider/providerParts.ts'

/** Payment links, and the payments that they take. */
export const payments = product({
  name: 'payments',
  title: 'Payments',
  description: 'Payment links: pages that take payments, by card and more, with refunds and daily reconciliation.',
  facts: Object.values(facts),
  reactions,
  parts: [linkPart, providerParts],
})

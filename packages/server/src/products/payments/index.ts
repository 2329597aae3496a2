import { product } from '#kit/nouns/product.ts'
import { checkoutPart } from './checkout/checkoutParts.ts'
import { reactions } from './contactFollow.ts'
import * as facts from './facts.ts'
import { linkPart } from './link/linkParts.ts'
import { payPagePart } from './page/payPageParts.ts'
import { paymentPart } from './payment/paymentParts.ts'
import { providerEventPart } from './provider/providerEventParts.ts'
import { providerParts } from './provider/providerParts.ts'
import { reconciliationPart } from './reconciliation/reconciliationParts.ts'
import { refundPart } from './refund/refundParts.ts'
import { sandboxPart } from './sandbox/sandboxParts.ts'

/** Payment links, and the payments that they take. */
export const payments = product({
  name: 'payments',
  title: 'Payments',
  description: 'Payment links: pages that take payments, by card and more, with refunds and daily reconciliation.',
  facts: Object.values(facts),
  reactions,
  parts: [
    refundPart,
    paymentPart,
    linkPart,
    providerParts,
    checkoutPart,
    providerEventPart,
    sandboxPart,
    reconciliationPart,
    payPagePart,
  ],
})

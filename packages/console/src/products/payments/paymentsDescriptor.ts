import type { ProductDescriptor } from '#console/parts/descriptor.ts'
import { CornerUpLeft, CreditCard, Landmark, Link2, Plug, Scale } from 'lucide-react'

/** Payment links, payments and the companies that take them. */
export const paymentsDescriptor: ProductDescriptor = {
  name: 'payments',
  icon: Landmark,
  nouns: {
    paymentLink: {
      title: 'payments.paymentLink.title',
      icon: Link2,
      firstStep: { title: 'payments.paymentLink.first', text: 'payments.paymentLink.first.text' },
    },
    payment: { title: 'payments.payment.title', icon: CreditCard },
    refund: { title: 'payments.refunds', icon: CornerUpLeft },
    reconciliation: { title: 'payments.reconciliation.title', icon: Scale },
    provider: { title: 'payments.provider.title', icon: Plug },
  },
}

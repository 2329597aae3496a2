import type { ProductDescriptor } from '#console/parts/descriptor.ts'
import { Landmark, Link2, Plug, Scale } from 'lucide-react'
import { linkColumns } from './links/linkColumns.ts'

/** Payment links, payments and the companies that take them. */
export const paymentsDescriptor: ProductDescriptor = {
  name: 'payments',
  icon: Landmark,
  nouns: {
    paymentLink: {
      title: 'payments.paymentLink.title',
      icon: Link2,
      columns: ['title', 'status', 'succeeded', 'taken', 'expiresAt', 'createdAt'],
      madeColumns: linkColumns,
      empty: 'payments.paymentLink.empty',
      firstStep: { title: 'payments.paymentLink.first', text: 'payments.paymentLink.first.text' },
      newValues: { currency: 'EUR' },
      groups: [
        { title: 'payments.link.offer', fields: ['title', 'description'] },
        { title: 'payments.link.price', fields: ['amountMode', 'currency', 'lineItems', 'customerAmount'] },
        { title: 'payments.link.discounts', fields: ['allowCoupons', 'autoPromotions', 'acceptTokens'] },
        { title: 'payments.link.limits', fields: ['maxPayments', 'expiresAt', 'contactId', 'providerId'] },
        { title: 'payments.link.payer', fields: ['collect', 'customFields', 'afterPayment'] },
      ],
      panels: [
        {
          id: 'figures',
          title: 'payments.link.figures',
          place: 'overview',
          load: () => import('./links/linkFigures.tsx'),
        },
        { id: 'share', title: 'stream.share', place: 'side', load: () => import('./links/linkShare.tsx') },
      ],
      panelFields: ['stats', 'url', 'qrUrl', 'slug'],
    },
    provider: {
      title: 'payments.provider.title',
      icon: Plug,
      columns: ['name', 'kind', 'status', 'mode', 'isDefault', 'lastOkAt'],
      empty: 'payments.provider.empty',
      groups: [
        { title: 'payments.provider.company', fields: ['name', 'kind', 'isDefault', 'mode'] },
        {
          title: 'payments.provider.keys',
          fields: ['secrets', 'webhookUrl', 'hasSettingsKeys', 'lastOkAt', 'lastError'],
        },
      ],
      buttons: [{ verb: 'check', title: 'payments.provider.check', icon: Scale, isInstant: true }],
    },
  },
}

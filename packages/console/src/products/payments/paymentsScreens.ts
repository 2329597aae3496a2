import type { ProductScreens } from '#console/parts/descriptor.ts'
import { ShieldCheck } from 'lucide-react'
import { differenceColumns } from './reconciliation/differenceColumns.ts'
import { linkColumns } from './links/linkColumns.ts'
import { paymentColumns } from './payments/paymentColumns.ts'

/** Screens of the records of payment links and payments. */
export const paymentsScreens: ProductScreens = {
  paymentLink: {
    columns: ['title', 'status', 'succeeded', 'taken', 'expiresAt', 'createdAt'],
    madeColumns: linkColumns,
    empty: 'payments.paymentLink.empty',
    newValues: { currency: 'EUR' },
    formAside: { load: () => import('./links/linkPreview.tsx') },
    groups: [
      { title: 'payments.link.offer', fields: ['title', 'description'] },
      { title: 'payments.link.price', fields: ['amountMode', 'currency', 'lineItems', 'customerAmount'] },
      { title: 'payments.link.limits', fields: ['maxPayments', 'expiresAt'] },
      { title: 'payments.link.payer', fields: ['collect', 'customFields', 'afterPayment'], isFolded: true },
      {
        title: 'payments.link.discounts',
        fields: ['allowCoupons', 'autoPromotions', 'acceptTokens'],
        isFolded: true,
      },
      {
        title: 'payments.link.person',
        fields: ['contactId', 'reminders', 'allowPartial'],
        isFolded: true,
      },
      { title: 'payments.link.source', fields: ['streamId', 'sourceTag', 'providerId'], isFolded: true },
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
  payment: {
    columns: ['title', 'status', 'amount', 'payer', 'paymentLinkId', 'createdAt'],
    madeColumns: paymentColumns,
    empty: 'payments.payment.empty',
    groups: [
      {
        title: 'payments.payment.price',
        fields: ['lineItems', 'subtotal', 'discounts', 'discountTotal', 'tokenValue', 'amount'],
      },
      { title: 'payments.link.payer', fields: ['customer', 'contactId', 'answers', 'streamId', 'sourceTag'] },
      {
        title: 'payments.payment.provider',
        fields: [
          ...['method', 'providerId', 'providerReference', 'chargeReference', 'failureCode', 'attempts'],
          ...['expiresAt', 'capturedAt'],
        ],
      },
    ],
    panels: [
      {
        id: 'money',
        title: 'payments.payment.money',
        place: 'overview',
        load: () => import('./payments/moneyPanel.tsx'),
      },
      { id: 'steps', title: 'payments.steps', place: 'side', load: () => import('./payments/stepsPanel.tsx') },
    ],
    panelFields: [
      ...[
        'timeline',
        'refunds',
        'disputes',
        'amountRefunded',
        'amountLost',
        'refundPending',
        'fee',
        'amountNet',
        'receiptUrl',
      ],
      ...['isOverLimit', 'paidAt', 'provider'],
    ],
    views: {
      providerId: { load: () => import('./providerView.tsx') },
      expiresAt: { load: () => import('./payments/expiryView.tsx') },
    },
    panelActions: ['update', 'delete'],
    panelNouns: ['refund'],
  },
  refund: {
    columns: ['createdAt', 'status', 'amount', 'reason', 'paymentId', 'origin'],
    empty: 'payments.refund.empty',
  },
  reconciliation: {
    columns: ['difference', 'status', 'ours', 'theirs', 'provider'],
    madeColumns: differenceColumns,
    empty: 'payments.reconciliation.empty',
    listTool: { load: () => import('./reconciliation/dayTool.tsx') },
    panels: [
      {
        id: 'difference',
        title: 'payments.reconciliation.difference',
        place: 'overview',
        load: () => import('./reconciliation/differencePanel.tsx'),
      },
    ],
    views: { providerId: { load: () => import('./providerView.tsx') } },
    panelFields: ['ours', 'theirs', 'provider'],
    // The comparison decides its fields: only its state changes.
    editStates: [],
  },
  provider: {
    columns: ['name', 'kind', 'status', 'mode', 'isDefault', 'lastOkAt'],
    empty: 'payments.provider.empty',
    groups: [
      { title: 'payments.provider.company', fields: ['name', 'kind', 'isDefault', 'mode'] },
      {
        title: 'payments.provider.keys',
        fields: ['secrets', 'webhookUrl', 'webhookEndpoint', 'hasSettingsKeys', 'lastOkAt', 'lastError'],
      },
    ],
    panels: [
      {
        id: 'webhook',
        title: 'payments.webhook.missing',
        place: 'overview',
        load: () => import('./providers/webhookPanel.tsx'),
      },
    ],
    panelFields: ['webhookError'],
    buttons: [{ verb: 'check', title: 'payments.provider.check', icon: ShieldCheck, isInstant: true }],
  },
}

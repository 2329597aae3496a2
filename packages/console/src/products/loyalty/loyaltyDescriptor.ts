import type { ProductDescriptor } from '#console/parts/descriptor.ts'
import { BadgePercent, ReceiptText, ScanLine, TicketPercent, Tickets, Undo2 } from 'lucide-react'

/** Coupons, promotions and tokens. */
export const loyaltyDescriptor: ProductDescriptor = {
  name: 'loyalty',
  icon: BadgePercent,
  pages: [
    {
      path: 'door',
      title: 'loyalty.door',
      icon: ScanLine,
      scope: 'loyalty.redemption:write',
      after: 'redemption',
      load: () => import('./door/couponDoor.tsx'),
    },
  ],
  nouns: {
    coupon: {
      title: 'loyalty.coupon.title',
      icon: TicketPercent,
      columns: ['name', 'code', 'status', 'redeemed', 'remaining', 'discountGranted', 'expiresAt'],
      empty: 'loyalty.coupon.empty',
      firstStep: { title: 'loyalty.coupon.first', text: 'loyalty.coupon.first.text' },
      groups: [
        { title: 'loyalty.coupon.offer', fields: ['name', 'code', 'discount', 'appliesTo', 'minSubtotal'] },
        { title: 'loyalty.coupon.codes', fields: ['quantity', 'codePattern'] },
        { title: 'loyalty.coupon.time', fields: ['startsAt', 'expiresAt', 'validWindows'] },
        {
          title: 'loyalty.coupon.limits',
          fields: ['maxRedemptions', 'maxRedemptionsPerContact', 'budget', 'firstPurchaseOnly', 'audience'],
        },
        { title: 'loyalty.coupon.beside', fields: ['stacking'] },
      ],
      panels: [
        { id: 'usage', title: 'loyalty.usage', place: 'overview', load: () => import('./coupons/usagePanel.tsx') },
        { id: 'qr', title: 'loyalty.qr', place: 'side', load: () => import('./coupons/couponQr.tsx') },
        {
          id: 'redemptions',
          title: 'loyalty.redemption.title',
          place: 'tab',
          load: () => import('./coupons/redemptionsPanel.tsx'),
        },
      ],
      panelFields: ['redeemed', 'reserved', 'remaining', 'discountGranted', 'hasBeenUsed'],
      panelNouns: ['redemption'],
      widgets: {
        audience: { load: () => import('./audienceWidget.tsx') },
        discount: { load: () => import('./coupons/discountWidget.tsx') },
      },
      newValues: { discount: { type: 'percent' } },
    },
    couponBatch: {
      title: 'loyalty.couponBatch.title',
      icon: Tickets,
      columns: ['name', 'status', 'made', 'quantity', 'createdAt'],
      empty: 'loyalty.couponBatch.empty',
      panels: [
        { id: 'codes', title: 'loyalty.codes', place: 'overview', load: () => import('./coupons/batchPanel.tsx') },
      ],
      panelFields: ['made', 'quantity'],
    },
    redemption: {
      title: 'loyalty.redemption.title',
      icon: ReceiptText,
      columns: ['code', 'status', 'contactId', 'discount', 'clientReference', 'createdAt'],
      empty: 'loyalty.redemption.empty',
      buttons: [{ verb: 'rollback', title: 'loyalty.rollback', icon: Undo2 }],
    },
  },
}

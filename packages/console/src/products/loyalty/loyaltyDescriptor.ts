import type { ProductDescriptor } from '#console/parts/descriptor.ts'
import {
  BadgePercent,
  BookOpenText,
  Coins,
  Gift,
  ReceiptText,
  ScanLine,
  ShoppingBasket,
  TicketPercent,
  Tickets,
  Zap,
} from 'lucide-react'

/** Coupons, promotions and tokens. */
export const loyaltyDescriptor: ProductDescriptor = {
  name: 'loyalty',
  icon: BadgePercent,
  pages: [
    {
      path: 'ledger',
      title: 'loyalty.ledger',
      icon: Coins,
      scope: 'loyalty.reward:read',
      after: 'reward',
      load: () => import('./tokens/ledgerPage.tsx'),
    },
    {
      path: 'basket',
      title: 'loyalty.basket',
      icon: ShoppingBasket,
      scope: 'loyalty.promotion:redeem',
      after: 'promotion',
      load: () => import('./promotions/basketPage.tsx'),
    },
    {
      path: 'door',
      title: 'loyalty.door',
      icon: ScanLine,
      scope: 'loyalty.redemption:write',
      after: 'redemption',
      load: () => import('./door/couponDoor.tsx'),
    },
  ],
  // Each grant of a rule is one, and says little by itself.
  quietFacts: ['loyalty.tokens.granted', 'loyalty.tokens.spent', 'loyalty.coupon.reserved', 'loyalty.coupon.released'],
  nouns: {
    promotion: { title: 'loyalty.promotion.title', icon: BadgePercent },
    coupon: {
      title: 'loyalty.coupon.title',
      icon: TicketPercent,
      firstStep: { title: 'loyalty.coupon.first', text: 'loyalty.coupon.first.text' },
    },
    couponBatch: { title: 'loyalty.couponBatch.title', icon: Tickets },
    reward: { title: 'loyalty.reward.title', icon: Gift },
    drop: { title: 'loyalty.drop.title', icon: Zap },
    transaction: { title: 'loyalty.transaction.title', icon: BookOpenText },
    redemption: { title: 'loyalty.redemption.title', icon: ReceiptText },
  },
}

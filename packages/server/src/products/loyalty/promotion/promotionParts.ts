import { offersPort } from '#kit/call/offers.ts'
import { provide } from '#kit/call/port.ts'
import type { Parts } from '#kit/nouns/product.ts'
import { table } from '#kit/nouns/table.ts'
import { giveGifts } from './gifts.ts'
import { offers } from './offersForProducts.ts'
import { promotion } from './promotion.ts'
import { archiveCoupons } from './promotionCoupons.ts'
import { settlePromotion } from './promotionClock.ts'
import { schedules } from './promotionRetention.ts'
import { evaluatePromotions } from './promotionEvaluate.ts'
import { getPromotion, listPromotions } from './promotionRead.ts'
import { createPromotion, deletePromotion, updatePromotion } from './promotionWrite.ts'

/** Promotions: rules that lower prices of carts, and the port by which checkouts use all offers. */
export const promotionParts: Parts = {
  resources: [promotion],
  operations: [listPromotions, createPromotion, getPromotion, updatePromotion, deletePromotion, evaluatePromotions],
  tasks: [settlePromotion, giveGifts, archiveCoupons],
  schedules,
  ports: [provide(offersPort, offers)],
  scopes: { 'loyalty.promotion:redeem': 'Price carts and use promotions' },
  tables: {
    loyalty_promotion: table.account({
      jsonb: ['metadata', 'valid_windows', 'filter', 'effects'],
      acrossAccounts: ['loyalty_promotion_over_ix'],
    }),
    loyalty_promotion_revision: table.account({
      key: ['account_id', 'promotion_id', 'revision'],
      jsonb: ['filter', 'effects'],
    }),
    loyalty_promotion_total: table.account({ key: ['account_id', 'promotion_id'] }),
    loyalty_promotion_contact: table.account({ key: ['account_id', 'promotion_id', 'contact_id'] }),
    loyalty_promotion_day: table.account({ key: ['account_id', 'promotion_id', 'day', 'currency'] }),
    loyalty_promotion_application: table.account(),
    loyalty_promotion_person: table.account({ key: ['account_id', 'promotion_id', 'person'] }),
    loyalty_offer_hold: table.account({
      key: ['account_id', 'reference'],
      jsonb: ['quote'],
      acrossAccounts: ['loyalty_offer_hold_released_ix'],
    }),
  },
}

import type { ApiRecord, NounScreens, ProductScreens } from '#console/parts/descriptor.ts'
import { Square, Undo2 } from 'lucide-react'
import { transactionColumns } from './tokens/transactionColumns.ts'

const couponTime = { title: 'loyalty.coupon.time', fields: ['startsAt', 'expiresAt', 'validWindows'] } as const
const couponLimits = {
  title: 'loyalty.coupon.limits',
  fields: ['maxRedemptions', 'maxRedemptionsPerContact', 'budget', 'firstPurchaseOnly', 'audience'],
} as const
const couponBeside = { title: 'loyalty.coupon.beside', fields: ['stacking'] } as const
const couponWidgets: NonNullable<NounScreens['widgets']> = {
  audience: { load: () => import('./audienceWidget.tsx') },
  discount: { load: () => import('./coupons/discountWidget.tsx') },
}
/** A creation of several codes returns its first coupon, with their batch. */
const madeCoupons = ({ id, batch }: ApiRecord) => String(Object(batch)['batchId'] ?? id)

/** Screens of the records of coupons, promotions and tokens. */
export const loyaltyScreens: ProductScreens = {
  promotion: {
    columns: ['name', 'status', 'trigger', 'code', 'startsAt', 'endsAt'],
    empty: 'promotion.empty',
    groups: [
      { title: 'promotion.basics', fields: ['name', 'trigger', 'code', 'display'] },
      { title: 'promotion.effects', fields: ['currency', 'effects', 'maxAmount'] },
      { title: 'promotion.conditions', fields: ['filter'] },
      { title: 'loyalty.coupon.time', fields: ['startsAt', 'endsAt', 'validWindows'] },
      { title: 'promotion.limits', fields: ['limits', 'budget', 'holdoutPercent'] },
      { title: 'loyalty.coupon.beside', fields: ['stacking', 'strategy'] },
    ],
    newValues: { currency: 'EUR', effects: [{ type: 'orderPercent' }] },
    widgets: {
      effects: { load: () => import('./promotions/effectsWidget.tsx') },
      filter: { load: () => import('./promotions/cartFilterWidget.tsx') },
    },
    views: { filter: { load: () => import('./promotions/cartFilterView.tsx') } },
    panels: [
      { id: 'overlaps', title: 'promotion.overlaps', place: 'top', load: () => import('./promotions/overlaps.tsx') },
      { id: 'stats', title: 'promotion.stats', place: 'overview', load: () => import('./promotions/statsPanel.tsx') },
      { id: 'basket', title: 'loyalty.basket', place: 'tab', load: () => import('./promotions/basketPanel.tsx') },
    ],
    panelFields: ['stats'],
  },
  coupon: {
    columns: ['name', 'code', 'status', 'redeemed', 'remaining', 'discountGranted', 'expiresAt'],
    empty: 'loyalty.coupon.empty',
    groups: [
      {
        title: 'loyalty.coupon.offer',
        fields: ['name', 'code', 'discount', 'promotionId', 'appliesTo', 'minSubtotal'],
      },
      couponTime,
      couponLimits,
      couponBeside,
    ],
    // Several codes have a form of their own, that of their batch.
    setElsewhere: ['quantity', 'codePattern'],
    madeId: madeCoupons,
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
    panelFields: ['redeemed', 'reserved', 'remaining', 'discountGranted', 'hasBeenUsed', 'qrUrl'],
    panelNouns: ['redemption'],
    widgets: couponWidgets,
    views: { audience: { load: () => import('./audienceWords.tsx') } },
    newValues: { discount: { type: 'percent' }, maxRedemptionsPerContact: 1 },
    listTool: { load: () => import('./coupons/batchTool.tsx') },
  },
  couponBatch: {
    columns: ['name', 'status', 'made', 'quantity', 'createdAt'],
    empty: 'loyalty.couponBatch.empty',
    createBy: 'loyalty.coupon.create',
    madeId: madeCoupons,
    setElsewhere: ['code'],
    groups: [
      { title: 'loyalty.coupon.codes', fields: ['name', 'quantity', 'codePattern'] },
      { title: 'loyalty.coupon.offer', fields: ['discount', 'promotionId', 'appliesTo', 'minSubtotal'] },
      couponTime,
      couponLimits,
      couponBeside,
    ],
    widgets: couponWidgets,
    newValues: { discount: { type: 'percent' }, quantity: 100, maxRedemptions: 1, maxRedemptionsPerContact: 1 },
    panels: [
      { id: 'codes', title: 'loyalty.codes', place: 'overview', load: () => import('./coupons/batchPanel.tsx') },
    ],
    panelFields: ['made', 'quantity'],
  },
  reward: {
    columns: ['name', 'mode', 'status', 'amount', 'cost', 'token', 'createdAt'],
    empty: 'reward.empty',
    createPage: { load: () => import('./rewards/newReward.tsx') },
    editSchema: { load: () => import('./rewards/rewardForms.ts') },
    groups: [
      { title: 'reward.what', fields: ['name', 'mode', 'token', 'contactId', 'amount', 'cost', 'reason', 'gives'] },
      { title: 'reward.rule', fields: ['on', 'where', 'per', 'when'], isOptional: true },
      {
        title: 'promotion.limits.of',
        fields: ['caps', 'budget', 'ruleId', 'stock', 'perContact', 'redeemed'],
        isOptional: true,
      },
      {
        title: 'loyalty.coupon.time',
        fields: ['startsAt', 'endsAt', 'availableAt', 'expiresAt', 'expiresAfter'],
        isOptional: true,
      },
    ],
    panels: [
      { id: 'results', title: 'reward.results', place: 'overview', load: () => import('./rewards/rewardPanel.tsx') },
    ],
    panelFields: ['stats', 'entries', 'redeemed'],
    fieldTitles: { where: 'reward.where', when: 'reward.when' },
    panelActions: ['spend', 'transfer', 'audit'],
    widgets: {
      on: { load: () => import('./rewards/eventWidget.tsx') },
      where: { load: () => import('./rewards/whereField.tsx') },
      when: { load: () => import('./rewards/whenField.tsx') },
      expiresAfter: { load: () => import('./rewards/lengthWidget.tsx') },
      duration: { load: () => import('./rewards/lengthWidget.tsx') },
    },
    views: {
      where: { load: () => import('./rewards/whereView.tsx') },
      when: { load: () => import('#console/products/marketing/filters/filterView.tsx') },
    },
  },
  drop: {
    columns: ['name', 'status', 'claimed', 'quantity', 'opensAt', 'closedAt'],
    empty: 'loyalty.drop.empty',
    groups: [
      { title: 'loyalty.coupon.offer', fields: ['name', 'streamId', 'couponId', 'quantity', 'claimed'] },
      { title: 'loyalty.coupon.time', fields: ['opensAt', 'seconds', 'endsAt', 'closedAt'] },
    ],
    newValues: { quantity: 100, seconds: 60 },
    buttons: [{ verb: 'end', title: 'loyalty.drop.end', icon: Square }],
  },
  transaction: {
    columns: ['createdAt', 'kind', 'amount', 'contactId', 'rewardId'],
    madeColumns: transactionColumns,
    empty: 'loyalty.transaction.empty',
  },
  redemption: {
    columns: ['code', 'status', 'contactId', 'discount', 'clientReference', 'createdAt'],
    empty: 'loyalty.redemption.empty',
    buttons: [{ verb: 'rollback', title: 'loyalty.rollback', icon: Undo2 }],
    operationStates: { rollback: ['reserved', 'redeemed', 'partiallyRolledBack'] },
  },
}

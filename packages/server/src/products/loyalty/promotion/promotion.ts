import { foldName } from '#kit/values/foldedText.ts'
import { resource, type StoredOf } from '#kit/nouns/resource.ts'
import { reason } from '#kit/call/problem.ts'
import {
  promotionActivated,
  promotionCreated,
  promotionDeleted,
  promotionEnded,
  promotionExhausted,
  promotionPaused,
  promotionUpdated,
} from '#products/loyalty/facts.ts'
import { checkPromotion } from './promotionCheck.ts'
import { promotionFields } from './promotionFields.ts'

/** Refusal of a code that another promotion has. */
export const promotionCodeTaken = reason('conflict', 'code_taken', 'Another promotion has this code.')

/** A promotion as the store returns it. */
export type Promotion = StoredOf<typeof promotionFields>
/** An effect of a promotion. */
export type PromotionEffect = Promotion['effects'][number]

const running = ['scheduled', 'active', 'exhausted']

/** Rules that lower prices of carts of themselves or by a code, and give tokens and coupons. */
export const promotion = resource({
  id: 'loyalty.promotion',
  title: 'Promotion',
  description: 'Promotions: rules that lower prices of carts, of themselves or by a code',
  table: 'loyalty_promotion',
  idKey: 'promotionId',
  prefix: 'prm',
  states: {
    draft: ['scheduled', 'active', 'ended', 'archived'],
    scheduled: ['active', 'paused', 'exhausted', 'ended'],
    active: ['scheduled', 'paused', 'exhausted', 'ended'],
    paused: ['scheduled', 'active', 'exhausted', 'ended'],
    exhausted: ['scheduled', 'active', 'paused', 'ended'],
    ended: ['archived'],
    archived: [],
  },
  initial: 'draft',
  actions: {
    activate: {
      from: ['draft', 'paused'],
      to: 'active',
      description: 'carts get it, from its start on.',
    },
    pause: { from: running, to: 'paused', description: 'carts get it no longer until it is activated.' },
    end: { from: [...running, 'draft', 'paused'], to: 'ended', description: 'carts get it never again.' },
    archive: { from: ['draft', 'ended'], to: 'archived', description: 'it leaves the list of the present ones.' },
  },
  countMax: 10_000,
  fields: promotionFields,
  derived: { nameKey: { sqlType: 'text', sorts: 'name', of: ({ name }) => foldName(name) } },
  facts: {
    created: promotionCreated,
    updated: promotionUpdated,
    deleted: promotionDeleted,
    moved: {
      active: promotionActivated,
      paused: promotionPaused,
      exhausted: promotionExhausted,
      ended: promotionEnded,
    },
  },
  constraints: { loyalty_promotion_code_key: { reason: promotionCodeTaken, field: 'code' } },
  check: checkPromotion,
})

// Generated from the operations by `npm run gen`. Changes here are lost.
import type { Call, Route } from '../call.ts'
import type { ListPages } from '../pages.ts'
import type { CallOptions } from '../settings.ts'
import type { Coupon, CouponBatchGetOutput, CouponBatchList, CouponCreateInput, CouponCreateOutput, CouponDeleteInput, CouponDeleteOutput, CouponGetOutput, CouponList, CouponUpdateInput, CouponValidateInput, CouponValidateOutput, Deleted, LiveDrop, LiveDropCreateInput, LiveDropCreateOutput, LiveDropDeleteInput, LiveDropEndInput, LiveDropList, LoyaltyRedemption, LoyaltyRedemptionCreateInput, LoyaltyRedemptionCreateOutput, LoyaltyRedemptionList, LoyaltyRedemptionRollbackInput, LoyaltyTransaction, LoyaltyTransactionList, LoyaltyWalletClaimDropInput, LoyaltyWalletClaimDropOutput, LoyaltyWalletTakePerkInput, LoyaltyWalletTakePerkOutput, PromotionCreateInput, PromotionCreateOutput, PromotionDeleteInput, PromotionDeleteOutput, PromotionEvaluateInput, PromotionEvaluateOutput, PromotionGetOutput, PromotionList, PromotionUpdateInput, PromotionUpdateOutput, PublicCouponGetOutput, Reward, RewardAuditInput, RewardAuditOutput, RewardCreateInput, RewardCreateOutput, RewardDeleteInput, RewardDeleteOutput, RewardGetOutput, RewardList, RewardSpendInput, RewardSpendOutput, RewardTransferInput, RewardTransferOutput, RewardUpdateInput, TokenStatement, CouponListInput, CouponGetInput, LoyaltyRedemptionListInput, LoyaltyRedemptionGetInput, CouponBatchListInput, CouponBatchGetInput, PromotionListInput, PromotionGetInput, RewardListInput, RewardGetInput, RewardStatementInput, LoyaltyTransactionListInput, LoyaltyTransactionGetInput, LiveDropListInput, LiveDropGetInput } from './schemas.ts'

/** Loyalty: Coupons, promotions and tokens: what lowers a price, and what rewards people for coming back. */
export function loyalty(call: Call) {
  return {
    coupon: {
      /**
       * Get All. Lists coupons, the newest first; by `expiresAt` those without an end come last. As CSV it exports the codes of a batch.
       * Needs a secret or restricted key; a restricted one needs the scope `loyalty.coupon:read`. Accounts: Business, Streamer.
       * GET /api/incentive/loyalty/all
       */
      list: (input: CouponListInput = {}, options?: CallOptions): ListPages<CouponList['items'][number], CouponList> =>
        call.pages(routes['loyalty.coupon.all'], input, options),

      /**
       * Create Coupon. Creates a coupon, or with `quantity` a batch of coupons with generated codes and the same terms. Up to 10,000 codes exist when the call returns; the rest of a larger batch follows within seconds.
       * Needs a secret or restricted key; a restricted one needs the scope `loyalty.coupon:write`. Accounts: Business, Streamer.
       * May emit `loyalty.coupon.created`, `loyalty.couponBatch.created`, `loyalty.couponBatch.updated`, `loyalty.couponBatch.ready`.
       * POST /api/incentive/loyalty/create
       */
      create: (input: CouponCreateInput, options?: CallOptions): Promise<CouponCreateOutput> =>
        call.one(routes['loyalty.coupon.create'], input, options),

      /**
       * Delete. Archives a coupon, or all coupons of a batch: codes are unknown from then on, open reservations are released, and uses stay.
       * Needs a secret or restricted key; a restricted one needs the scope `loyalty.coupon:write`. Accounts: Business, Streamer.
       * May emit `loyalty.coupon.deleted`, `loyalty.couponBatch.deleted`, `loyalty.coupon.released`.
       * POST /api/incentive/loyalty/delete
       */
      delete: (input: CouponDeleteInput = {}, options?: CallOptions): Promise<CouponDeleteOutput> =>
        call.one(routes['loyalty.coupon.delete'], input, options),

      /**
       * Get. Gets a coupon by id, code or your reference. With a contact, an order or a moment it says whether the coupon can be used, and for which discount; nothing is reserved. `include=usage` adds its uses by day. A public key reads the terms of a `code`; five unknown codes of one network within five seconds answer 429.
       * Needs a secret, restricted or public key; a restricted one needs the scope `loyalty.coupon:read`. Accounts: Business, Streamer, Personal.
       * GET /api/incentive/loyalty/get
       */
      get: (input: CouponGetInput = {}, options?: CallOptions): Promise<CouponGetOutput> =>
        call.one(routes['loyalty.coupon.get'], input, options),

      /**
       * Update. Changes a coupon: only sent fields change, null clears. Its effect, audience and begin are fixed by the first use. Its state follows from the clock and its counters, unless it is paused.
       * Needs a secret or restricted key; a restricted one needs the scope `loyalty.coupon:write`. Accounts: Business, Streamer.
       * May emit `loyalty.coupon.updated`, `loyalty.coupon.paused`, `loyalty.coupon.resumed`.
       * PUT /api/incentive/loyalty/update
       */
      update: (input: CouponUpdateInput, options?: CallOptions): Promise<Coupon> =>
        call.one(routes['loyalty.coupon.update'], input, options),

      /**
       * Validate. Prices an order with up to 30 codes, by the rules of stacking, and says of each why it applies or not. Nothing is reserved.
       * Needs a secret or restricted key; a restricted one needs the scope `loyalty.coupon:read`. Accounts: Business, Streamer, Personal.
       * POST /api/incentive/loyalty/validate
       */
      validate: (input: CouponValidateInput, options?: CallOptions): Promise<CouponValidateOutput> =>
        call.one(routes['loyalty.coupon.validate'], input, options),
    },
    redemption: {
      /**
       * Redeem. Uses a coupon at a checkout or at a door, reserves a use, or makes a reservation a use for good. Limits hold to the unit, however many calls come at once. With an `order` the discount follows from it.
       * Needs a secret or restricted key; a restricted one needs the scope `loyalty.redemption:write`. Accounts: Business, Streamer, Personal.
       * May emit `loyalty.coupon.redeemed`, `loyalty.coupon.reserved`, `loyalty.coupon.released`, `loyalty.coupon.exhausted`, `loyalty.promotion.applied`.
       * POST /api/incentive/loyalty/redeem
       */
      create: (input: LoyaltyRedemptionCreateInput = {}, options?: CallOptions): Promise<LoyaltyRedemptionCreateOutput> =>
        call.one(routes['loyalty.redemption.create'], input, options),

      /**
       * Roll Back. Takes a use back, or a part of its discount: the coupon can be used once more, and its budget has the discount again. A repeat answers the same. A reservation is released.
       * Needs a secret or restricted key; a restricted one needs the scope `loyalty.redemption:write`. Accounts: Business, Streamer, Personal.
       * May emit `loyalty.coupon.rolledBack`, `loyalty.coupon.released`, `loyalty.promotion.rolledBack`.
       * POST /api/incentive/loyalty/rollback
       */
      rollback: (input: LoyaltyRedemptionRollbackInput, options?: CallOptions): Promise<LoyaltyRedemption> =>
        call.one(routes['loyalty.redemption.rollback'], input, options),

      /**
       * Redemption - Get All. Lists uses of coupons, the newest first: of a coupon, a contact or a purchase.
       * Needs a secret or restricted key; a restricted one needs the scope `loyalty.redemption:read`. Accounts: Business, Streamer, Personal.
       * GET /api/incentive/redemption/all
       */
      list: (input: LoyaltyRedemptionListInput = {}, options?: CallOptions): ListPages<LoyaltyRedemptionList['items'][number], LoyaltyRedemptionList> =>
        call.pages(routes['loyalty.redemption.all'], input, options),

      /**
       * Redemption - Get. Gets one use of a coupon, by its id or by your reference.
       * Needs a secret or restricted key; a restricted one needs the scope `loyalty.redemption:read`. Accounts: Business, Streamer, Personal.
       * GET /api/incentive/redemption/get
       */
      get: (input: LoyaltyRedemptionGetInput = {}, options?: CallOptions): Promise<LoyaltyRedemption> =>
        call.one(routes['loyalty.redemption.get'], input, options),
    },
    couponBatch: {
      /**
       * Batch - Get All. Lists batches of coupons, the newest first.
       * Needs a secret or restricted key; a restricted one needs the scope `loyalty.couponBatch:read`. Accounts: Business, Streamer, Personal.
       * GET /api/incentive/batch/all
       */
      list: (input: CouponBatchListInput = {}, options?: CallOptions): ListPages<CouponBatchList['items'][number], CouponBatchList> =>
        call.pages(routes['loyalty.couponBatch.all'], input, options),

      /**
       * Batch - Get. Gets a batch of coupons; `made` counts its codes while it is being built. `include=usage` adds the uses of its codes by day.
       * Needs a secret or restricted key; a restricted one needs the scope `loyalty.couponBatch:read`. Accounts: Business, Streamer, Personal.
       * GET /api/incentive/batch/get
       */
      get: (input: CouponBatchGetInput = {}, options?: CallOptions): Promise<CouponBatchGetOutput> =>
        call.one(routes['loyalty.couponBatch.get'], input, options),
    },
    promotion: {
      /**
       * Promotion - Get All. Lists promotions.
       * Needs a secret or restricted key; a restricted one needs the scope `loyalty.promotion:read`. Accounts: Business, Streamer.
       * GET /api/incentive/promotion/all
       */
      list: (input: PromotionListInput = {}, options?: CallOptions): ListPages<PromotionList['items'][number], PromotionList> =>
        call.pages(routes['loyalty.promotion.all'], input, options),

      /**
       * Promotion - Create. Creates a promotion as a draft, or running with `status: active`: one whose start is to come is scheduled.
       * Needs a secret or restricted key; a restricted one needs the scope `loyalty.promotion:write`. Accounts: Business, Streamer.
       * May emit `loyalty.promotion.created`.
       * POST /api/incentive/promotion/create
       */
      create: (input: PromotionCreateInput, options?: CallOptions): Promise<PromotionCreateOutput> =>
        call.one(routes['loyalty.promotion.create'], input, options),

      /**
       * Promotion - Get. Gets a promotion, with `include=stats` its uses and the comparison with its holdout, with `include=warnings` the running promotions that meet it on one cart, and with a `cart` what it does beside them.
       * Needs a secret or restricted key; a restricted one needs the scope `loyalty.promotion:read`. Accounts: Business, Streamer.
       * GET /api/incentive/promotion/get
       */
      get: (input: PromotionGetInput = {}, options?: CallOptions): Promise<PromotionGetOutput> =>
        call.one(routes['loyalty.promotion.get'], input, options),

      /**
       * Promotion - Update. Changes a promotion: carts of all servers get it from then on. A change of `filter` or `effects` after the first use begins a new revision; uses keep theirs.
       * Needs a secret or restricted key; a restricted one needs the scope `loyalty.promotion:write`. Accounts: Business, Streamer.
       * May emit `loyalty.promotion.updated`, `loyalty.promotion.activated`, `loyalty.promotion.paused`, `loyalty.promotion.exhausted`, `loyalty.promotion.ended`.
       * PUT /api/incentive/promotion/update
       */
      update: (input: PromotionUpdateInput, options?: CallOptions): Promise<PromotionUpdateOutput> =>
        call.one(routes['loyalty.promotion.update'], input, options),

      /**
       * Promotion - Delete. Archives a promotion: carts get it no longer. Its uses stay, and purchases that hold it keep it. Its coupons give nothing from then on (`promotion_not_running`), or are archived with it.
       * Needs a secret or restricted key; a restricted one needs the scope `loyalty.promotion:write`. Accounts: Business, Streamer.
       * May emit `loyalty.promotion.deleted`.
       * POST /api/incentive/promotion/delete
       */
      delete: (input: PromotionDeleteInput, options?: CallOptions): Promise<PromotionDeleteOutput> =>
        call.one(routes['loyalty.promotion.delete'], input, options),

      /**
       * Promotion - Evaluate. Prices a cart with all running promotions and with codes: lines, effects, rejected offers with their reason, and each decision. `commit` counts the offers as used, exactly within their limits.
       * Needs a secret or restricted key; a restricted one needs the scope `loyalty.promotion:redeem`. Accounts: Business, Streamer, Personal.
       * May emit `loyalty.promotion.applied`, `loyalty.coupon.reserved`, `loyalty.coupon.redeemed`, `loyalty.coupon.exhausted`.
       * POST /api/incentive/promotion/evaluate
       */
      evaluate: (input: PromotionEvaluateInput, options?: CallOptions): Promise<PromotionEvaluateOutput> =>
        call.one(routes['loyalty.promotion.evaluate'], input, options),
    },
    reward: {
      /**
       * Reward - Get All. Lists rewards: rules, grants and perks. With `contactId`, grants of a contact and its balances.
       * Needs a secret or restricted key; a restricted one needs the scope `loyalty.reward:read`. Accounts: Business, Streamer.
       * GET /api/incentive/reward/all
       */
      list: (input: RewardListInput = {}, options?: CallOptions): ListPages<RewardList['items'][number], RewardList> =>
        call.pages(routes['loyalty.reward.all'], input, options),

      /**
       * Reward - Create Token Reward. Creates a reward. A `grant` gives tokens to a contact at once, by a balanced transaction of the ledger; with `availableAt` they are pending until then. A `rule` gives tokens for each event of a contact. A `perk` can be had for tokens. `mode` is `grant` by default when there is a `contactId`, else `rule`.
       * Needs a secret or restricted key; a restricted one needs the scope `loyalty.reward:write`. Accounts: Business, Streamer.
       * May emit `loyalty.reward.created`, `loyalty.tokens.granted`.
       * POST /api/incentive/reward/create
       */
      create: (input: RewardCreateInput, options?: CallOptions): Promise<RewardCreateOutput> =>
        call.one(routes['loyalty.reward.create'], input, options),

      /**
       * Reward - Get. Gets a reward; `include` adds its entries in the ledger and its sums. With `contactId` in place of a reward, the statement of a contact: its balances, and its entries in one token, newest first.
       * Needs a secret or restricted key; a restricted one needs the scope `loyalty.reward:read`. Accounts: Business, Streamer.
       * GET /api/incentive/reward/get
       */
      get: (input: RewardGetInput = {}, options?: CallOptions): Promise<RewardGetOutput> =>
        call.one(routes['loyalty.reward.get'], input, options),

      /**
       * Reward - Update. Changes a reward. A rule or perk moves by `action`, or by the `status` that it should have. Of a grant, name, reason, `expiresAt` and metadata change, and `status: posted` releases pending tokens at once.
       * Needs a secret or restricted key; a restricted one needs the scope `loyalty.reward:write`. Accounts: Business, Streamer.
       * May emit `loyalty.reward.updated`, `loyalty.reward.soldOut`, `loyalty.reward.deleted`, `loyalty.tokens.released`.
       * PUT /api/incentive/reward/update
       */
      update: (input: RewardUpdateInput, options?: CallOptions): Promise<Reward> =>
        call.one(routes['loyalty.reward.update'], input, options),

      /**
       * Reward - Delete. Archives a rule or perk; what it gave stays. Of a grant, the unspent part is taken back by a transaction of its own, and so is what a hold or a refund gives back later; with `onShortfall: fail` only when nothing was spent.
       * Needs a secret or restricted key; a restricted one needs the scope `loyalty.reward:write`. Accounts: Business, Streamer.
       * May emit `loyalty.reward.updated`, `loyalty.reward.deleted`, `loyalty.tokens.reversed`, `loyalty.tokens.expired`.
       * POST /api/incentive/reward/delete
       */
      delete: (input: RewardDeleteInput, options?: CallOptions): Promise<RewardDeleteOutput> =>
        call.one(routes['loyalty.reward.delete'], input, options),

      /**
       * Rewards - Statement. Statement of a contact: balances of all tokens, and the entries of one token, newest first.
       * Needs a secret or restricted key; a restricted one needs the scope `loyalty.reward:read`. Accounts: Business, Streamer, Personal.
       * GET /api/incentive/reward/statement
       */
      statement: (input: RewardStatementInput, options?: CallOptions): Promise<TokenStatement> =>
        call.one(routes['loyalty.reward.statement'], input, options),

      /**
       * Rewards - Spend. Spends tokens of a contact, those that expire first first; with `rewardId` for a perk, whose cost it is. In two steps: `mode: hold` sets tokens aside, `capture` spends them and `void` gives them back, all three under one `clientReference`.
       * Needs a secret or restricted key; a restricted one needs the scope `loyalty.reward:redeem`. Accounts: Business, Streamer, Personal.
       * May emit `loyalty.tokens.spent`, `loyalty.tokens.expired`, `loyalty.tokens.released`, `loyalty.tokens.reversed`, `loyalty.reward.redeemed`, `loyalty.reward.soldOut`, `loyalty.coupon.created`.
       * POST /api/incentive/reward/spend
       */
      spend: (input: RewardSpendInput, options?: CallOptions): Promise<RewardSpendOutput> =>
        call.one(routes['loyalty.reward.spend'], input, options),

      /**
       * Rewards - Transfer. Moves tokens from one contact to another; they expire as before.
       * Needs a secret or restricted key; a restricted one needs the scope `loyalty.reward:redeem`. Accounts: Business, Streamer, Personal.
       * May emit `loyalty.tokens.transferred`, `loyalty.tokens.expired`, `loyalty.tokens.released`.
       * POST /api/incentive/reward/transfer
       */
      transfer: (input: RewardTransferInput, options?: CallOptions): Promise<RewardTransferOutput> =>
        call.one(routes['loyalty.reward.transfer'], input, options),

      /**
       * Rewards - Audit. Proves the ledger: each transaction sums to zero, each balance is the sum of its entries, no balance of a contact was ever below zero, open lots are the balances, and the chain of seals is whole.
       * Needs a secret or restricted key; a restricted one needs the scope `loyalty.reward:read`. Accounts: Business, Streamer, Personal.
       * POST /api/incentive/reward/audit
       */
      audit: (input: RewardAuditInput = {}, options?: CallOptions): Promise<RewardAuditOutput> =>
        call.one(routes['loyalty.reward.audit'], input, options),
    },
    transaction: {
      /**
       * Transaction - Get All. Lists transactions of the ledger of tokens with their entries, the newest first.
       * Needs a secret or restricted key; a restricted one needs the scope `loyalty.reward:read`. Accounts: Business, Streamer, Personal.
       * GET /api/incentive/transaction/all
       */
      list: (input: LoyaltyTransactionListInput = {}, options?: CallOptions): ListPages<LoyaltyTransactionList['items'][number], LoyaltyTransactionList> =>
        call.pages(routes['loyalty.transaction.all'], input, options),

      /**
       * Transaction - Get. Gets one transaction of the ledger of tokens with its entries.
       * Needs a secret or restricted key; a restricted one needs the scope `loyalty.reward:read`. Accounts: Business, Streamer, Personal.
       * GET /api/incentive/transaction/get
       */
      get: (input: LoyaltyTransactionGetInput, options?: CallOptions): Promise<LoyaltyTransaction> =>
        call.one(routes['loyalty.transaction.get'], input, options),
    },
    drop: {
      /**
       * Live drop - Get All. Lists live drops.
       * Needs a secret or restricted key; a restricted one needs the scope `loyalty.drop:read`. Accounts: Business, Streamer, Personal.
       * GET /api/incentive/drop/all
       */
      list: (input: LiveDropListInput = {}, options?: CallOptions): ListPages<LiveDropList['items'][number], LiveDropList> =>
        call.pages(routes['loyalty.drop.all'], input, options),

      /**
       * Live drop - Create. Creates a live drop, which opens at once or at `opensAt`: the page of the stream shows it, and the first viewers who tap get a copy of the coupon.
       * Needs a secret or restricted key; a restricted one needs the scope `loyalty.drop:write`. Accounts: Business, Streamer, Personal.
       * May emit `loyalty.drop.created`, `loyalty.drop.opened`.
       * POST /api/incentive/drop/create
       */
      create: (input: LiveDropCreateInput, options?: CallOptions): Promise<LiveDropCreateOutput> =>
        call.one(routes['loyalty.drop.create'], input, options),

      /**
       * Live drop - Get. Gets a live drop with its number of claims.
       * Needs a secret or restricted key; a restricted one needs the scope `loyalty.drop:read`. Accounts: Business, Streamer, Personal.
       * GET /api/incentive/drop/get
       */
      get: (input: LiveDropGetInput = {}, options?: CallOptions): Promise<LiveDrop> =>
        call.one(routes['loyalty.drop.get'], input, options),

      /**
       * Live drop - End. Ends a live drop before its time, or cancels one that has not opened. Viewers keep their coupons.
       * Needs a secret or restricted key; a restricted one needs the scope `loyalty.drop:write`. Accounts: Business, Streamer, Personal.
       * May emit `loyalty.drop.updated`, `loyalty.drop.ended`.
       * POST /api/incentive/drop/end
       */
      end: (input: LiveDropEndInput, options?: CallOptions): Promise<LiveDrop> =>
        call.one(routes['loyalty.drop.end'], input, options),

      /**
       * Live drop - Delete. Deletes a live drop, which ends it. Coupons of its viewers stay.
       * Needs a secret or restricted key; a restricted one needs the scope `loyalty.drop:write`. Accounts: Business, Streamer, Personal.
       * May emit `loyalty.drop.deleted`.
       * POST /api/incentive/drop/delete
       */
      delete: (input: LiveDropDeleteInput, options?: CallOptions): Promise<Deleted> =>
        call.one(routes['loyalty.drop.delete'], input, options),
    },
    wallet: {
      /**
       * Wallet - Claim a live drop. Gives the coupon of an open drop to the person who is signed in, by this browser or by a viewer token, while there are some left. A repeat answers the same coupon.
       * Anyone may call it; no key is needed.
       * May emit `loyalty.coupon.created`, `loyalty.drop.claimed`, `loyalty.drop.full`, `loyalty.drop.opened`, `loyalty.drop.ended`, `loyalty.drop.updated`.
       * POST /public/loyalty/wallet/claimDrop
       */
      claimDrop: (input: LoyaltyWalletClaimDropInput, options?: CallOptions): Promise<LoyaltyWalletClaimDropOutput> =>
        call.one(routes['loyalty.wallet.claimDrop'], input, options),

      /**
       * Wallet - Take a perk. Spends tokens of the person who is signed in, by this browser or by a viewer token, for a perk.
       * Anyone may call it; no key is needed.
       * May emit `loyalty.tokens.spent`, `loyalty.tokens.expired`, `loyalty.tokens.released`, `loyalty.reward.redeemed`, `loyalty.reward.soldOut`, `loyalty.coupon.created`.
       * POST /public/loyalty/wallet/takePerk
       */
      takePerk: (input: LoyaltyWalletTakePerkInput, options?: CallOptions): Promise<LoyaltyWalletTakePerkOutput> =>
        call.one(routes['loyalty.wallet.takePerk'], input, options),
    },
  }
}

/** Loyalty: Coupons, promotions and tokens: what lowers a price, and what rewards people for coming back. As public keys and other accounts see it. */
export function publicLoyalty(call: Call) {
  return {
    coupon: {
      /**
       * Get. Gets a coupon by id, code or your reference. With a contact, an order or a moment it says whether the coupon can be used, and for which discount; nothing is reserved. `include=usage` adds its uses by day. A public key reads the terms of a `code`; five unknown codes of one network within five seconds answer 429.
       * Needs a secret, restricted or public key; a restricted one needs the scope `loyalty.coupon:read`. Accounts: Business, Streamer, Personal.
       * GET /api/incentive/loyalty/get
       */
      get: (input: CouponGetInput = {}, options?: CallOptions): Promise<PublicCouponGetOutput> =>
        call.one(routes['loyalty.coupon.get'], input, options),
    },
    wallet: {
      /**
       * Wallet - Claim a live drop. Gives the coupon of an open drop to the person who is signed in, by this browser or by a viewer token, while there are some left. A repeat answers the same coupon.
       * Anyone may call it; no key is needed.
       * May emit `loyalty.coupon.created`, `loyalty.drop.claimed`, `loyalty.drop.full`, `loyalty.drop.opened`, `loyalty.drop.ended`, `loyalty.drop.updated`.
       * POST /public/loyalty/wallet/claimDrop
       */
      claimDrop: (input: LoyaltyWalletClaimDropInput, options?: CallOptions): Promise<LoyaltyWalletClaimDropOutput> =>
        call.one(routes['loyalty.wallet.claimDrop'], input, options),

      /**
       * Wallet - Take a perk. Spends tokens of the person who is signed in, by this browser or by a viewer token, for a perk.
       * Anyone may call it; no key is needed.
       * May emit `loyalty.tokens.spent`, `loyalty.tokens.expired`, `loyalty.tokens.released`, `loyalty.reward.redeemed`, `loyalty.reward.soldOut`, `loyalty.coupon.created`.
       * POST /public/loyalty/wallet/takePerk
       */
      takePerk: (input: LoyaltyWalletTakePerkInput, options?: CallOptions): Promise<LoyaltyWalletTakePerkOutput> =>
        call.one(routes['loyalty.wallet.takePerk'], input, options),
    },
  }
}

const routes = {
  'loyalty.coupon.all': { id: 'loyalty.coupon.all', method: 'GET', path: '/api/incentive/loyalty/all', kind: 'read' },
  'loyalty.coupon.create': { id: 'loyalty.coupon.create', method: 'POST', path: '/api/incentive/loyalty/create', kind: 'create' },
  'loyalty.coupon.delete': { id: 'loyalty.coupon.delete', method: 'POST', path: '/api/incentive/loyalty/delete', kind: 'write' },
  'loyalty.coupon.get': { id: 'loyalty.coupon.get', method: 'GET', path: '/api/incentive/loyalty/get', kind: 'read' },
  'loyalty.coupon.update': { id: 'loyalty.coupon.update', method: 'PUT', path: '/api/incentive/loyalty/update', kind: 'write' },
  'loyalty.coupon.validate': { id: 'loyalty.coupon.validate', method: 'POST', path: '/api/incentive/loyalty/validate', kind: 'read' },
  'loyalty.redemption.create': { id: 'loyalty.redemption.create', method: 'POST', path: '/api/incentive/loyalty/redeem', kind: 'create' },
  'loyalty.redemption.rollback': { id: 'loyalty.redemption.rollback', method: 'POST', path: '/api/incentive/loyalty/rollback', kind: 'write' },
  'loyalty.redemption.all': { id: 'loyalty.redemption.all', method: 'GET', path: '/api/incentive/redemption/all', kind: 'read' },
  'loyalty.redemption.get': { id: 'loyalty.redemption.get', method: 'GET', path: '/api/incentive/redemption/get', kind: 'read' },
  'loyalty.couponBatch.all': { id: 'loyalty.couponBatch.all', method: 'GET', path: '/api/incentive/batch/all', kind: 'read' },
  'loyalty.couponBatch.get': { id: 'loyalty.couponBatch.get', method: 'GET', path: '/api/incentive/batch/get', kind: 'read' },
  'loyalty.promotion.all': { id: 'loyalty.promotion.all', method: 'GET', path: '/api/incentive/promotion/all', kind: 'read' },
  'loyalty.promotion.create': { id: 'loyalty.promotion.create', method: 'POST', path: '/api/incentive/promotion/create', kind: 'create' },
  'loyalty.promotion.get': { id: 'loyalty.promotion.get', method: 'GET', path: '/api/incentive/promotion/get', kind: 'read' },
  'loyalty.promotion.update': { id: 'loyalty.promotion.update', method: 'PUT', path: '/api/incentive/promotion/update', kind: 'write' },
  'loyalty.promotion.delete': { id: 'loyalty.promotion.delete', method: 'POST', path: '/api/incentive/promotion/delete', kind: 'write' },
  'loyalty.promotion.evaluate': { id: 'loyalty.promotion.evaluate', method: 'POST', path: '/api/incentive/promotion/evaluate', kind: 'write' },
  'loyalty.reward.all': { id: 'loyalty.reward.all', method: 'GET', path: '/api/incentive/reward/all', kind: 'read' },
  'loyalty.reward.create': { id: 'loyalty.reward.create', method: 'POST', path: '/api/incentive/reward/create', kind: 'create' },
  'loyalty.reward.get': { id: 'loyalty.reward.get', method: 'GET', path: '/api/incentive/reward/get', kind: 'read' },
  'loyalty.reward.update': { id: 'loyalty.reward.update', method: 'PUT', path: '/api/incentive/reward/update', kind: 'write' },
  'loyalty.reward.delete': { id: 'loyalty.reward.delete', method: 'POST', path: '/api/incentive/reward/delete', kind: 'write' },
  'loyalty.reward.statement': { id: 'loyalty.reward.statement', method: 'GET', path: '/api/incentive/reward/statement', kind: 'read' },
  'loyalty.reward.spend': { id: 'loyalty.reward.spend', method: 'POST', path: '/api/incentive/reward/spend', kind: 'create' },
  'loyalty.reward.transfer': { id: 'loyalty.reward.transfer', method: 'POST', path: '/api/incentive/reward/transfer', kind: 'create' },
  'loyalty.reward.audit': { id: 'loyalty.reward.audit', method: 'POST', path: '/api/incentive/reward/audit', kind: 'read' },
  'loyalty.transaction.all': { id: 'loyalty.transaction.all', method: 'GET', path: '/api/incentive/transaction/all', kind: 'read' },
  'loyalty.transaction.get': { id: 'loyalty.transaction.get', method: 'GET', path: '/api/incentive/transaction/get', kind: 'read' },
  'loyalty.drop.all': { id: 'loyalty.drop.all', method: 'GET', path: '/api/incentive/drop/all', kind: 'read' },
  'loyalty.drop.create': { id: 'loyalty.drop.create', method: 'POST', path: '/api/incentive/drop/create', kind: 'create' },
  'loyalty.drop.get': { id: 'loyalty.drop.get', method: 'GET', path: '/api/incentive/drop/get', kind: 'read' },
  'loyalty.drop.end': { id: 'loyalty.drop.end', method: 'POST', path: '/api/incentive/drop/end', kind: 'write' },
  'loyalty.drop.delete': { id: 'loyalty.drop.delete', method: 'POST', path: '/api/incentive/drop/delete', kind: 'write' },
  'loyalty.wallet.claimDrop': { id: 'loyalty.wallet.claimDrop', method: 'POST', path: '/public/loyalty/wallet/claimDrop', kind: 'bare' },
  'loyalty.wallet.takePerk': { id: 'loyalty.wallet.takePerk', method: 'POST', path: '/public/loyalty/wallet/takePerk', kind: 'bare' },
} satisfies Record<string, Route>

/** Help of fields of coupons, promotions and rewards in words of a marketer, by the description of the API. */
export const loyaltyHelp: Readonly<Record<string, string>> = {
  ['Code, 3 to 64 letters, digits, `_` and `-`, kept in capital letters and compared in any case; 10 random ' +
  'characters when left out.']:
    '3 to 64 letters, digits, underscores and hyphens; capitals make no difference. Empty: ten random characters.',
  'Effect of the coupon, needed without `promotionId`; replaced as a whole.': 'Effect of the coupon.',
  ['`percent` and `amount` lower the price, `fixedPrice` is the new price of a piece, `freeItem` takes ' +
  'pieces off, `freeShipping` the shipping, `tokens` gives tokens to the contact.']:
    'Percent and amount lower the price. Fixed price: new price of a piece. Free: pieces or shipping cost ' +
    'nothing. Tokens: the contact gets some.',
  'Percent with up to two decimals, for `percent`.': 'Up to two decimals.',
  'Largest discount of one use in minor units; needs `currency`.': 'Largest discount of one use.',
  'Minor units for `amount` and `fixedPrice`, whole tokens (at most 10^12) for `tokens`.':
    'Discount, new price, or number of tokens.',
  'Article, for `freeItem`.': 'Article that is free.',
  'Pieces of the article, for `freeItem`; 1 by default.': 'Pieces that are free. Empty: one.',
  'Token, for `tokens`; `POINTS` by default.': 'Kind of the tokens. Empty: POINTS.',
  ['Promotion with trigger `code` whose effects the code gives, in place of `discount`: within the state, ' +
  'times, limits and budget of both. What it lowers and how it combines is then said by the promotion.']:
    'Promotion that the code triggers, in place of a discount of its own. Times, limits and budget of both hold.',
  'Moment from which it can be used no longer; null for never.': 'End of its use. Empty: never.',
  ['Days in place of `days`, as a recurrence (RFC 5545) such as `FREQ=MONTHLY;BYDAY=1SA`; `INTERVAL` counts ' +
  'from the begin of the offer.']: 'Recurring days in place of weekdays, such as the first Saturday of each month.',
  'Begin, `17:00`.': 'Begin, such as 17:00.',
  'End, `19:00`; at or before `from` it is on the next day.': 'End, such as 19:00. Before the begin: on the next day.',
  'Uses by all people; 1 by default for codes of a batch, null for no limit.':
    'Uses of the code by all people. Empty: no limit.',
  'Uses by one contact; 1 by default, null for no limit.': 'Uses by one contact. Empty: no limit.',
  'Sum of all discounts; null for no limit.': 'Sum of all discounts. Empty: no limit.',
  'Whole minor units: cents of EUR, yen of JPY.': 'Amount in the currency beside it.',
  'Currency of ISO 4217.': 'Currency of the amount.',
  'Articles; one match of `skus` or `categories` is enough.': 'One match of articles or categories is enough.',
  'Time from `startsAt` to the end in place of `expiresAt`: `P30D`, `PT90M`.':
    'Time from the start to the end, in place of a fixed end.',
  'Discount taken back in all, in minor units; all of it and the use itself when left out.':
    'Discount that is taken back in all. Empty: all of it, and the use itself.',
  'Code for trigger `code`, kept in capital letters and compared in any case; without one, its coupons give it.':
    'Code that triggers it. Empty: its coupons alone do.',
  'Moment from which it applies no longer; null for never.': 'End of the promotion. Empty: never.',
  ['`orderPercent` and `orderAmount` lower the price of all lines, `itemPercent` and `itemAmount` that of ' +
  'each piece; `fixedPrice` is a new price of each piece, `freeItem` takes pieces off, `buyXGetY` makes the ' +
  'cheapest pieces of a set cheaper, `bundlePrice` is the price of a set, `tieredSpend` depends on the ' +
  'amount spent, `freeShipping` takes the shipping off; `grantTokens` and `issueCoupon` give something for ' +
  'the purchase.']:
    'A discount on the order or on each piece, a new price, free pieces, prices of sets, tiers, shipping, ' +
    'tokens or a coupon.',
  'Minor units of `currency`; whole tokens for `grantTokens`.': 'Amount in the currency of the promotion, or tokens.',
  'Article of `freeItem`.': 'Article that is free.',
  'Pieces of `freeItem`, or of a set of `bundlePrice`.': 'Pieces that are free, or that make a set.',
  'Articles of a set of `bundlePrice`; any pieces of the target when left out.':
    'Articles of a set. Empty: any pieces.',
  'Tiers of `tieredSpend`; the highest one reached holds.': 'Tiers; the highest one reached holds.',
  'Token of `grantTokens`; `POINTS` by default.': 'Kind of the tokens. Empty: POINTS.',
  'Gives `amount` tokens for each such amount that is paid.': 'Tokens for each such amount that is paid.',
  'Coupon of which `issueCoupon` gives the buyer a copy.': 'Coupon of which the buyer gets one.',
  'Lines that satisfy this filter: its fields are `line.sku`, `line.quantity`, ….': 'Lines that satisfy this filter.',
  'Largest discount of one cart in minor units.': 'Largest discount of one cart.',
  'Most uses; null for no limit.': 'Most uses. Empty: no limit.',
  'Budget; null for none.': 'Budget. Empty: none.',
  'Sum of discounts in minor units, or a number of uses.': 'Sum of discounts, or a number of uses.',
  'Future of the coupons: they stay without effect, or are archived within seconds; `keep` by default.':
    'Future of the coupons: they stay without effect, or are archived.',
  'Moment until which a grant is pending; null for none.': 'Moment from which they can be spent. Empty: at once.',
  'Moment at which unspent tokens expire; null for never.': 'Moment at which unspent tokens expire. Empty: never.',
  'Time after which unspent tokens expire; not beside `expiresAt`.': 'Time after which unspent tokens expire.',
  ['Event of a rule: the name of a fact about a person or of a tracked event. Short for common ones: ' +
  '`stream.watched`, `payment.succeeded`, `coupon.redeemed`.']:
    'Event that earns tokens: a common one of the list, or any other of your contacts.',
  'Comparisons of the properties of the event, `{prop, is, value}`, as in a filter.':
    'Only events with these properties.',
  'Unit of a rule: the amount is given for each whole unit. Once per event if null.':
    'Tokens for each whole unit, such as five minutes. Empty: once for each event.',
  'Minor units that earn the amount.': 'Paid amount that earns the tokens.',
  'Currency of the minor units; any when left out.': 'Currency of the amount. Empty: any.',
  ['Property of the event that holds the number; by default `seconds` for a duration and `amountMinor` for ' +
  'an amount.']: 'Property of the event that holds the number. Empty: its seconds, or its amount.',
  'Most tokens that a rule gives in all, without those that were taken back; null for no limit.':
    'Most tokens that the rule gives in all, without those that were taken back. Empty: no limit.',
  'Rule whose caps and budget a grant counts towards: 409 `cap_reached` beyond them.':
    'Rule whose limits and budget the grant counts towards.',
  'Filter of contacts for which a rule holds; all when null.': 'Contacts for which it holds. Empty: all.',
  'First moment of a rule or perk; null for at once.': 'Moment from which it holds. Empty: at once.',
  'End of a rule or perk; null for none.': 'End of the rule or the perk. Empty: none.',
  ['`webhook`: your program hands it out on `loyalty.reward.redeemed`. `manual`: people do, at a counter. ' +
  '`coupon`: the contact gets a coupon for one use, a copy of `couponId` or one of `promotionId`.']:
    'Webhook: your program hands it out. Manual: people do, at a counter. Coupon: the contact gets one for one use.',
  'Coupon of which the contact gets a copy (`coupon`).': 'Coupon of which the contact gets one.',
  'Promotion with trigger `code` of which the contact gets a coupon, in place of `couponId` (`coupon`).':
    'Promotion by code of which the contact gets a coupon, in place of a copy.',
  'Pieces of a perk in all; null for no limit.': 'Pieces in all. Empty: no limit.',
  'Times that one contact may take a perk; null: any.': 'Times that one contact may take it. Empty: any number.',
  'First state of a rule, `draft` by default; a perk is active by default. A grant has none.':
    'State to begin with; a draft gives nothing.',
  'Whether a spent part is left out or refuses; `partial` by default.':
    'If a part is spent already: take the rest back, or refuse.',
  'Name of the token; `POINTS` by default.': 'Kind of the tokens. Empty: POINTS.',
  ['Archives a promotion: carts get it no longer. Its uses stay, and purchases that hold it keep it. Its ' +
  'coupons give nothing from then on (`promotion_not_running`), or are archived with it.']:
    'Archives it: carts get it no longer. Its uses stay. Its coupons give nothing from then on, or are ' +
    'archived with it.',
  ['Archives a rule or perk; what it gave stays. Of a grant, the unspent part is taken back by a transaction ' +
  'of its own, and so is what a hold or a refund gives back later; with `onShortfall: fail` only when ' +
  'nothing was spent.']: 'Archives a rule or perk; what it gave stays. Of a grant, the unspent part is taken back.',
  'Moment at which it opens; at once when left out.': 'Moment at which it opens. Empty: at once.',
}

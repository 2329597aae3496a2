import {
  dateTime,
  defaulted,
  flag,
  group,
  idOf,
  line,
  matching,
  nameLine,
  oneOf,
  optional,
  real,
  refTo,
  required,
  whole,
  words,
} from '#kit/values/fields.ts'
import { amountMax, currency, minorAmount, money, sumMax } from '#kit/values/money.ts'
import { Type } from '#kit/values/schema.ts'
import { audienceInput } from '#products/loyalty/audience.ts'
import { validWindowsInput } from '#products/loyalty/validWindow.ts'

/** Largest number of uses that a counter holds. */
export const usesMax = 2_000_000_000

const isSet = { isReadOnly: true } as const

/** Form of a code, as people type it. */
export const codePattern = '^[A-Za-z0-9_-]{3,64}$'

const classes = ['product', 'order', 'shipping'] as const

/** Kinds of discounts. */
export const discountTypes = ['percent', 'amount', 'fixedPrice', 'freeItem', 'freeShipping', 'tokens'] as const

const discount = group(
  {
    type: oneOf(discountTypes, {
      description:
        '`percent` and `amount` lower the price, `fixedPrice` is the new price of a piece, `freeItem` takes pieces ' +
        'off, `freeShipping` the shipping, `tokens` gives tokens to the contact.',
    }),
    percentOff: Type.Optional(real(0.01, 100, { description: 'Percent with up to two decimals, for `percent`.' })),
    maxAmount: Type.Optional(
      minorAmount(1, amountMax, { description: 'Largest discount of one use in minor units; needs `currency`.' }),
    ),
    amount: Type.Optional(
      minorAmount(0, amountMax, {
        description: 'Minor units for `amount` and `fixedPrice`, whole tokens (at most 10^12) for `tokens`.',
      }),
    ),
    currency: Type.Optional(currency({ description: 'Currency of the amounts.' })),
    sku: Type.Optional(line(100, { description: 'Article, for `freeItem`.' })),
    quantity: Type.Optional(whole(1, 10_000, { description: 'Pieces of the article, for `freeItem`; 1 by default.' })),
    token: Type.Optional(
      matching('^[A-Z0-9_]{2,12}$', 12, {
        description: 'Token, for `tokens`; `POINTS` by default.',
        examples: ['POINTS'],
      }),
    ),
  },
  { description: 'Effect of the coupon, needed without `promotionId`; replaced as a whole.' },
)

const ids = (prefix: string, description: string) => Type.Optional(words(100, idOf(prefix), { description }))
const names = (description: string) => Type.Optional(words(100, nameLine(100), { description }))

const appliesTo = group(
  {
    skus: names('Articles; one match of `skus` or `categories` is enough.'),
    categories: names('Categories of articles.'),
    paymentLinkIds: ids('pln', 'Payment links.'),
    eventIds: ids('eve', 'Events.'),
    placeIds: ids('plc', 'Places.'),
    vendorIds: ids('ven', 'Vendors.'),
    streamIds: ids('str', 'Live streams whose payment links it applies to.'),
  },
  { minProperties: 1, description: 'Part of an order that the discount lowers; all of it when left out.' },
)

const stacking = group(
  {
    class: Type.Optional(
      oneOf(classes, {
        description:
          'Part of the price that it lowers, and its place in the order of evaluation; follows the discount.',
      }),
    ),
    combinesWith: Type.Optional(
      Type.Array(oneOf(classes), {
        maxItems: 3,
        uniqueItems: true,
        description: 'Classes of offers that may apply beside it, if they agree; none.',
      }),
    ),
    exclusive: Type.Optional(flag({ description: 'Whether it applies alone or not at all; false by default.' })),
    priority: Type.Optional(whole(0, 10_000, { description: 'Smaller numbers first; 100 by default.' })),
  },
  { description: 'Behaviour beside other offers; replaced as a whole.' },
)

const counter = (description: string) => defaulted(whole(0, usesMax, { description }), 0, { access: isSet })

/** Fields of a coupon: code, effect, limits, counters. */
export const couponFields = {
  name: required(
    nameLine(120, { description: 'Name of the offer, as an audience sees it.', examples: ['Summer sale'] }),
  ),
  code: defaulted(
    matching(codePattern, 64, {
      description:
        'Code, 3 to 64 letters, digits, `_` and `-`, kept in capital letters and compared in any case; 10 random ' +
        'characters when left out.',
      message: 'must have 3 to 64 letters, digits, _ or -',
      examples: ['SUMMER25'],
    }),
    '',
    { access: { isFixed: true } },
  ),
  discount: optional(discount),
  promotionId: optional(
    idOf('prm', {
      description:
        'Promotion with trigger `code` whose effects the code gives, in place of `discount`: within the state, ' +
        'times, limits and budget of both. What it lowers and how it combines is then said by the promotion.',
    }),
    { storage: refTo('loyalty.promotion', 'prm'), access: { isFixed: true } },
  ),
  startsAt: defaulted(
    dateTime({ description: 'Moment from which it can be used; that of its creation by default.' }),
    '',
  ),
  expiresAt: optional(dateTime({ description: 'Moment from which it can be used no longer; null for never.' })),
  validWindows: defaulted(validWindowsInput, [], { storage: { kind: 'json' } }),
  maxRedemptions: optional(
    whole(1, usesMax, { description: 'Uses by all people; 1 by default for codes of a batch, null for no limit.' }),
  ),
  maxRedemptionsPerContact: optional(
    whole(1, 1_000_000, { description: 'Uses by one contact; 1 by default, null for no limit.' }),
  ),
  budget: optional(money({ minimum: 1, description: 'Sum of all discounts; null for no limit.' })),
  minSubtotal: optional(money({ minimum: 1, description: 'Least price of an order before discounts.' })),
  appliesTo: optional(appliesTo),
  audience: optional(audienceInput, { storage: { kind: 'json' } }),
  firstPurchaseOnly: defaulted(flag({ description: 'Whether it is for contacts who have not bought yet.' }), false),
  stacking: defaulted(stacking, {}),
  redeemed: counter('Uses, without those rolled back.'),
  reserved: counter('Uses that are reserved and count towards the limit.'),
  discountGranted: optional(
    money({
      maximum: sumMax,
      description: 'Sum of the discounts of uses and reservations, less what was rolled back; null before one.',
    }),
    { access: isSet },
  ),
  hasBeenUsed: defaulted(
    flag({ description: 'Whether it was ever used or reserved: its effect and its audience are then fixed.' }),
    false,
    { access: isSet },
  ),
  batchId: optional(idOf('cpb', { description: 'Batch that it was made in.' }), {
    storage: refTo('loyalty.couponBatch', 'cpb'),
    access: isSet,
  }),
}

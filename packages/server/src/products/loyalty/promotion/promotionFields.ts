import { filterInput } from '#kit/filter/filter.ts'
import {
  dateTime,
  defaulted,
  flag,
  group,
  idOf,
  imageUrl,
  matching,
  nameLine,
  oneOf,
  optional,
  prose,
  real,
  required,
  whole,
  words,
} from '#kit/values/fields.ts'
import { amountMax, currency, minorAmount } from '#kit/values/money.ts'
import { Type } from '#kit/values/schema.ts'
import { offerClasses } from '#products/loyalty/pricing/offer.ts'
import { validWindowsInput } from '#products/loyalty/validWindow.ts'

/** Types of effects. */
export const effectTypes = [
  'orderPercent',
  'orderAmount',
  'itemPercent',
  'itemAmount',
  'fixedPrice',
  'freeItem',
  'buyXGetY',
  'bundlePrice',
  'tieredSpend',
  'freeShipping',
  'grantTokens',
  'issueCoupon',
] as const
/** Type of an effect. */
export type EffectType = (typeof effectTypes)[number]

/** Largest number of uses that a limit holds. */
export const usesMax = 2_000_000_000

const article = (description: string) => nameLine(100, { description, examples: ['TEA-100'] })
const ids = (prefix: string, description: string) => Type.Optional(words(100, idOf(prefix), { description }))
const amount = (description: string) => Type.Optional(minorAmount(0, amountMax, { description }))
const percent = (description: string) => Type.Optional(real(0.01, 100, { description }))
const pieces = (description: string) => whole(1, 10_000, { description })

const target = group(
  {
    skus: Type.Optional(
      words(100, article('Article.'), { description: 'Articles; one match of `skus` or `categories` is enough.' }),
    ),
    categories: Type.Optional(words(100, nameLine(100), { description: 'Categories of articles.' })),
    paymentLinkIds: ids('pln', 'Carts of these payment links.'),
    eventIds: ids('eve', 'Carts of these events.'),
    placeIds: ids('plc', 'Carts of these places.'),
    vendorIds: ids('ven', 'Carts of these vendors.'),
    filter: Type.Optional(
      filterInput('Lines that satisfy this filter: its fields are `line.sku`, `line.quantity`, ….'),
    ),
  },
  { minProperties: 1, description: 'Lines that the effect is for; all when left out.' },
)

const effect = group({
  type: oneOf(effectTypes, {
    description:
      '`orderPercent` and `orderAmount` lower the price of all lines, `itemPercent` and `itemAmount` that of each ' +
      'piece; `fixedPrice` is a new price of each piece, `freeItem` takes pieces off, `buyXGetY` makes the cheapest ' +
      'pieces of a set cheaper, `bundlePrice` is the price of a set, `tieredSpend` depends on the amount spent, ' +
      '`freeShipping` takes the shipping off; `grantTokens` and `issueCoupon` give something for the purchase.',
  }),
  percentOff: percent('Percent with up to two decimals.'),
  amount: amount('Minor units of `currency`; whole tokens for `grantTokens`.'),
  sku: Type.Optional(article('Article of `freeItem`.')),
  quantity: Type.Optional(pieces('Pieces of `freeItem`, or of a set of `bundlePrice`.')),
  buy: Type.Optional(pieces('Pieces of a set at their price.')),
  get: Type.Optional(pieces('Pieces of a set that cost less: the cheapest ones.')),
  maxSets: Type.Optional(pieces('Most sets of one cart.')),
  items: Type.Optional(
    Type.Array(group({ sku: article('Article.'), quantity: pieces('Pieces of it.') }), {
      minItems: 1,
      maxItems: 20,
      description: 'Articles of a set of `bundlePrice`; any pieces of the target when left out.',
    }),
  ),
  tiers: Type.Optional(
    Type.Array(
      group({
        from: minorAmount(0, amountMax, { description: 'Amount spent from which the tier holds.' }),
        percentOff: percent('Percent off.'),
        amount: amount('Amount off.'),
      }),
      { minItems: 1, maxItems: 20, description: 'Tiers of `tieredSpend`; the highest one reached holds.' },
    ),
  ),
  token: Type.Optional(
    matching('^[A-Z0-9_]{2,12}$', 12, {
      description: 'Token of `grantTokens`; `POINTS` by default.',
      examples: ['POINTS'],
    }),
  ),
  rewardId: Type.Optional(idOf('rwd', { description: 'Reward that the tokens belong to.' })),
  perAmount: Type.Optional(
    minorAmount(1, amountMax, { description: 'Gives `amount` tokens for each such amount that is paid.' }),
  ),
  couponId: Type.Optional(idOf('cpn', { description: 'Coupon of which `issueCoupon` gives the buyer a copy.' })),
  target: Type.Optional(target),
})

const stacking = group(
  {
    class: oneOf(offerClasses, {
      description: 'Part of the price that it lowers, and its place in the order of evaluation.',
    }),
    combinesWith: words(3, oneOf(offerClasses), {
      description: 'Classes of offers that may apply beside it, if they agree.',
    }),
    exclusive: flag({ description: 'Whether it applies alone or not at all.' }),
    group: Type.Optional(nameLine(60, { description: 'Name of a group of promotions.' })),
    groupLimit: Type.Optional(
      whole(1, 100, { description: 'Most promotions of the group on one cart; 1 by default.' }),
    ),
    priority: whole(0, 10_000, { description: 'Smaller numbers first.' }),
    percentOf: oneOf(['running', 'initial'], {
      description: 'Percentages are of the price that earlier offers left, or of the price before any.',
    }),
  },
  { description: 'Behaviour beside other offers; replaced as a whole.' },
)

/** Behaviour beside other offers when the caller says nothing: it combines with all. */
export const defaultStacking = {
  class: 'order' as const,
  combinesWith: [...offerClasses],
  exclusive: false,
  priority: 100,
  percentOf: 'running' as const,
}

const most = (description: string) => Type.Optional(whole(1, usesMax, { description }))

/** Fields of a promotion: rules, effects, limits and behaviour beside other offers. */
export const promotionFields = {
  name: required(nameLine(120, { description: 'Name for the team.', examples: ['Three for two'] })),
  trigger: defaulted(
    oneOf(['automatic', 'code'], {
      description: 'Applies of itself, or where its code or that of one of its coupons is typed.',
    }),
    'automatic',
  ),
  code: optional(
    matching('^[A-Za-z0-9_-]{3,64}$', 64, {
      description:
        'Code for trigger `code`, kept in capital letters and compared in any case; without one, its coupons give it.',
      message: 'must have 3 to 64 letters, digits, _ or -',
      examples: ['SPRING'],
    }),
  ),
  startsAt: defaulted(dateTime({ description: 'Moment from which it applies; that of its creation by default.' }), ''),
  endsAt: optional(dateTime({ description: 'Moment from which it applies no longer; null for never.' })),
  validWindows: defaulted(validWindowsInput, [], { storage: { kind: 'json' } }),
  filter: optional(
    filterInput(
      'Carts and contacts that it applies to. Beside the fields of contacts: `cart.subtotal`, `cart.quantity`, ' +
        '`cart.currency`, `cart.skus`, `cart.categories`, `paymentLink.id`, `event.id`, `place.id`, `vendor.id`, ' +
        '`stream.id`, `time.now`, `time.hour`, `time.weekday`, `time.date`.',
    ),
    { storage: { kind: 'json' } },
  ),
  effects: required(
    Type.Array(effect, { minItems: 1, maxItems: 10, description: 'Effects, applied in their order.' }),
    { storage: { kind: 'json' } },
  ),
  currency: optional(currency({ description: 'Currency of its amounts; needed where it has any.' })),
  maxAmount: optional(minorAmount(1, amountMax, { description: 'Largest discount of one cart in minor units.' })),
  limits: optional(
    group(
      {
        total: most('Uses by all people.'),
        perContact: most('Uses by one contact; people without a contact are refused at checkout.'),
        perDay: most('Uses of one day, in the time zone of the account.'),
      },
      { description: 'Most uses; null for no limit.' },
    ),
  ),
  budget: optional(
    group(
      {
        type: oneOf(['spend', 'usage'], { description: 'Sum of discounts in minor units, or a number of uses.' }),
        amount: minorAmount(1, amountMax, { description: 'The budget.' }),
      },
      { description: 'Budget; null for none.' },
    ),
  ),
  stacking: defaulted(stacking, defaultStacking),
  strategy: defaulted(
    oneOf(['best', 'priority'], {
      description: 'Among offers that do not combine: the largest discount, or the smallest priority.',
    }),
    'best',
  ),
  display: optional(
    group(
      {
        title: Type.Optional(nameLine(120, { description: 'Title, as buyers see it.' })),
        badge: Type.Optional(nameLine(40, { description: 'Short label.' })),
        imageUrl: Type.Optional(imageUrl({ description: 'Image.' })),
        terms: Type.Optional(prose(2_000, { description: 'Terms.' })),
      },
      { description: 'Appearance to buyers.' },
    ),
  ),
  holdoutPercent: defaulted(
    real(0, 50, { description: 'Percent of people who do not get it, to measure what it changes.' }),
    0,
  ),
  revision: defaulted(
    whole(1, 1_000_000, { description: 'Counts changes of `filter` and `effects` after the first use.' }),
    1,
    { access: { isReadOnly: true } },
  ),
}

import { filterInput, type EventCondition } from '#kit/filter/filter.ts'
import {
  dateTime,
  defaulted,
  group,
  idOf,
  line,
  nameLine,
  oneOf,
  optional,
  required,
  whole,
} from '#kit/values/fields.ts'
import { amountMax, currency, minorAmount } from '#kit/values/money.ts'
import { Type } from '#kit/values/schema.ts'
import { spanOfTime } from '#kit/values/span.ts'
import { defaultToken, tokenCount, tokenName, tokensMax } from '#products/loyalty/token/tokenFields.ts'

/** Kinds of rewards. */
export const modes = ['rule', 'grant', 'perk'] as const

/** Kinds of things that perks give. */
export const perkTypes = ['coupon', 'webhook', 'manual'] as const

/** Largest number of pieces of a perk, and of times that one contact takes it. */
export const piecesMax = 1_000_000_000

const fixed = { access: { isFixed: true } } as const
/** Periods of a cap, in the time zone of the account. */
export const capPeriods = ['hour', 'day', 'week', 'month', 'ever'] as const

const where = Type.Unsafe<NonNullable<EventCondition['where']>[number][]>({
  type: 'array',
  description: 'Comparisons of the properties of the event, `{prop, is, value}`, as in a filter.',
  maxItems: 10,
  items: { type: 'object', maxProperties: 3, 'x-free': true },
})

const per = group(
  {
    duration: Type.Optional(
      spanOfTime({ description: 'Length of watching that earns the amount; the rest counts on.', examples: ['PT5M'] }),
    ),
    amount: Type.Optional(minorAmount(1, amountMax, { description: 'Minor units that earn the amount.' })),
    currency: Type.Optional(currency({ description: 'Currency of the minor units; any when left out.' })),
    property: Type.Optional(
      line(60, {
        description:
          'Property of the event that holds the number; by default `seconds` for a duration and `amountMinor` for an ' +
          'amount.',
      }),
    ),
  },
  { minProperties: 1, description: 'Unit of a rule: the amount is given for each whole unit. Once per event if null.' },
)

const caps = group(
  {
    perContact: Type.Optional(
      group(
        {
          max: tokenCount('Most tokens of the rule for one contact within a period.'),
          per: oneOf(capPeriods, { description: 'Period, in the time zone of the account.' }),
        },
        { description: 'Limit for each contact.' },
      ),
    ),
    perDay: Type.Optional(tokenCount('Most tokens of the rule on one day, in the time zone of the account.')),
    total: Type.Optional(tokenCount('Most tokens of the rule in all, also those that were taken back.')),
  },
  { minProperties: 1, description: 'Limits of a rule in tokens, held to the unit. The last grant may be cut to fit.' },
)

const gives = Type.Object(
  {
    type: oneOf(perkTypes, {
      description:
        '`webhook`: your program hands it out on `loyalty.reward.redeemed`. `manual`: people do, at a counter. ' +
        '`coupon`: the contact gets a coupon for one use, a copy of `couponId` or one of `promotionId`.',
    }),
    couponId: Type.Optional(idOf('cpn', { description: 'Coupon of which the contact gets a copy (`coupon`).' })),
    promotionId: Type.Optional(
      idOf('prm', {
        description:
          'Promotion with trigger `code` of which the contact gets a coupon, in place of `couponId` (`coupon`).',
      }),
    ),
    note: Type.Optional(line(500, { description: 'Words for the one who hands it out.' })),
  },
  { additionalProperties: false, description: 'Thing that a perk gives.' },
)

/** Fields of a reward. Which of them apply follows from `mode`. */
export const rewardFields = {
  name: required(nameLine(120, { description: 'Name, as an audience sees it.', examples: ['Welcome points'] })),
  mode: required(
    oneOf(modes, {
      description: '`rule` gives tokens for events, `grant` gave them to one contact, `perk` can be had for tokens.',
    }),
    fixed,
  ),
  token: defaulted(tokenName(), defaultToken, fixed),
  amount: optional(tokenCount('Tokens of a grant, or for each event or unit of a rule.')),
  contactId: optional(idOf('con', { description: 'Contact of a grant.' }), fixed),
  reason: optional(line(200, { description: 'Reason, in the statement of the contact.' })),
  availableAt: optional(dateTime({ description: 'Moment until which a grant is pending; null for none.' }), fixed),
  expiresAt: optional(dateTime({ description: 'Moment at which unspent tokens expire; null for never.' })),
  expiresAfter: optional(
    spanOfTime({ description: 'Time after which unspent tokens expire; not beside `expiresAt`.', examples: ['P365D'] }),
  ),
  on: optional(
    line(120, {
      description:
        'Event of a rule: the name of a fact about a person or of a tracked event. Short for common ones: ' +
        '`stream.watched`, `payment.succeeded`, `coupon.redeemed`.',
      examples: ['payment.succeeded'],
    }),
  ),
  where: optional(where, { storage: { kind: 'json' } }),
  per: optional(per),
  caps: optional(caps),
  budget: optional(
    tokenCount('Most tokens that a rule gives in all, without those that were taken back; null for no limit.'),
  ),
  ruleId: optional(
    idOf('rwd', { description: 'Rule whose caps and budget a grant counts towards: 409 `cap_reached` beyond them.' }),
    fixed,
  ),
  when: optional(filterInput('Filter of contacts for which a rule holds; all when null.'), {
    storage: { kind: 'json' },
  }),
  startsAt: optional(dateTime({ description: 'First moment of a rule or perk; null for at once.' })),
  endsAt: optional(dateTime({ description: 'End of a rule or perk; null for none.' })),
  cost: optional(whole(1, tokensMax, { description: 'Tokens that a perk costs.' })),
  gives: optional(gives, { storage: { kind: 'json' } }),
  stock: optional(whole(0, piecesMax, { description: 'Pieces of a perk in all; null for no limit.' })),
  perContact: optional(whole(1, piecesMax, { description: 'Times that one contact may take a perk; null: any.' })),
  redeemed: defaulted(whole(0, piecesMax, { description: 'Times that a perk was taken.' }), 0, {
    access: { isReadOnly: true },
  }),
}

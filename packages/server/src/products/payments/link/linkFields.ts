import { Type } from '#kit/values/schema.ts'
import { spanOfTime } from '#kit/values/span.ts'
import {
  childRows,
  dateTime,
  defaulted,
  flag,
  group,
  idOf,
  imageUrl,
  line,
  matching,
  nameLine,
  oneOf,
  optional,
  prose,
  refTo,
  required,
  webUrl,
  whole,
} from '#kit/values/fields.ts'
import { amountMax, currency, minorAmount } from '#kit/values/money.ts'
import type { StoredOf } from '#kit/nouns/resource.ts'

/** Prefix of the ids of payment links. */
export const linkPrefix = 'pln'

/** Most lines of a link. */
export const linesMax = 100
/** Largest quantity of one line. */
export const quantityMax = 10_000

const fixed = { access: { isFixed: true } }
const readOnly = { access: { isReadOnly: true } }

const quantity = (description: string) => whole(1, quantityMax, { description })
const tokenPattern = '^[A-Z0-9_]{2,12}$'

/** Fields of a payment link. */
export const linkFields = {
  title: required(nameLine(120, { description: 'Title of the page and of the payment at the provider.' })),
  description: optional(prose(2_000, { description: 'Text below the title.' })),
  slug: optional(line(20, { description: 'Last part of the address.' }), readOnly),
  amountMode: defaulted(
    oneOf(['fixed', 'customer'], {
      description: 'fixed: the lines make the price. customer: the payer chooses an amount.',
    }),
    'fixed',
    fixed,
  ),
  currency: required(currency({ description: 'Currency of all amounts of the link.' }), fixed),
  lineItems: childRows(
    'payments_link_item',
    {
      name: nameLine(120, { description: 'Name of the product.' }),
      amount: minorAmount(0, amountMax, { description: 'Price of one, in minor units of the currency.' }),
      quantity: Type.Optional(quantity('Number of pieces; 1 when left out.')),
      sku: Type.Optional(line(64, { description: 'Your name for the product, which promotions compare.' })),
      adjustable: Type.Optional(
        group(
          { min: whole(0, quantityMax, { description: 'Fewest pieces.' }), max: quantity('Most pieces.') },
          { description: 'Bounds within which the payer chooses the quantity.' },
        ),
      ),
      imageUrl: Type.Optional(imageUrl({ description: 'Address of its image.' })),
    },
    { itemsMax: linesMax, description: 'Products of a link with amountMode fixed.' },
  ),
  customerAmount: optional(
    group(
      {
        min: minorAmount(1, amountMax, { description: 'Least amount.' }),
        max: Type.Optional(minorAmount(1, amountMax, { description: 'Largest amount; no bound when left out.' })),
        preset: Type.Optional(minorAmount(1, amountMax, { description: 'Amount that the page suggests.' })),
      },
      { description: 'Bounds of the amount with amountMode customer.' },
    ),
  ),
  maxPayments: optional(whole(1, 1_000_000, { description: 'Payments it takes at most; 1 for a one-time link.' })),
  expiresAt: optional(dateTime({ description: 'Time from which it takes no payments.' })),
  allowPartial: optional(
    group(
      { firstMin: minorAmount(1, amountMax, { description: 'Least amount of the first part, in minor units.' }) },
      {
        description:
          'Lets payers pay in parts, on a one-time link of fixed lines without coupons, promotions and tokens.',
      },
    ),
    fixed,
  ),
  allowCoupons: defaulted(flag({ description: 'Whether the payer may enter codes of coupons.' }), false),
  autoPromotions: defaulted(flag({ description: 'Whether active promotions apply by themselves.' }), true),
  acceptTokens: optional(
    group(
      {
        token: matching(tokenPattern, 12, { description: 'Token that pays a part, such as POINTS.' }),
        rate: whole(1, 1_000_000, { description: 'Minor units of the currency that one token pays.' }),
        maxPercent: whole(1, 100, { description: 'Largest part of the price that tokens may pay.' }),
      },
      { description: 'Tokens as part payment, for payers who are signed in.' },
    ),
  ),
  collect: optional(
    group(
      {
        name: Type.Optional(flag({ description: 'Whether the payer enters a name.' })),
        phone: Type.Optional(flag({ description: 'Whether the payer enters a phone number.' })),
        address: Type.Optional(flag({ description: 'Whether the payer enters a postal address.' })),
      },
      { description: 'Data of the payer beside the mail address.' },
    ),
  ),
  customFields: childRows(
    'payments_link_field',
    {
      key: matching('^[A-Za-z][A-Za-z0-9_]{0,39}$', 40, { description: 'Name of the answer in a payment.' }),
      label: nameLine(120, { description: 'Question that the payer reads.' }),
      kind: Type.Optional(oneOf(['text', 'number'], { description: 'Type of the answer; text when left out.' })),
      isRequired: Type.Optional(flag({ description: 'Whether a payment needs an answer.' })),
    },
    { itemsMax: 5, description: 'Questions to the payer, up to five.' },
  ),
  afterPayment: optional(
    group(
      {
        redirectUrl: Type.Optional(
          webUrl({
            description: 'Address that the payer is sent to, by https, on this server or an origin of a public key.',
          }),
        ),
        message: Type.Optional(prose(500, { description: 'Text on the page after the payment.' })),
      },
      { description: 'Either an address or a text for the time after a payment.' },
    ),
  ),
  contactId: optional(idOf('con', { description: 'Contact of the payer, for a link to one person.' }), fixed),
  reminders: childRows(
    'payments_link_reminder',
    {
      after: Type.Optional(spanOfTime({ description: 'Time after the creation of the link.', examples: ['P3D'] })),
      before: Type.Optional(spanOfTime({ description: 'Time before the end of the link.', examples: ['PT12H'] })),
    },
    {
      itemsMax: 5,
      description: 'Mails of an open link to its contact, each once: after the creation of the link or before its end.',
    },
  ),
  providerId: optional(
    idOf('ppr', { description: 'Provider that takes the money; the default of the account when left out.' }),
  ),
  streamId: optional(
    idOf('str', {
      description: 'Live stream that it belongs to: its page shows the link, and offers and payments name the stream.',
    }),
    { storage: refTo('livestream.stream', 'str') },
  ),
  sourceTag: optional(
    line(100, {
      description: 'Tag of its payments, such as a place of publication; `source` of the address replaces it.',
    }),
  ),
}

/** A payment link as the store returns it. */
export type PaymentLink = StoredOf<typeof linkFields>

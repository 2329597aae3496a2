import { Type } from '#kit/values/schema.ts'
import {
  childRows,
  dateTime,
  defaulted,
  flag,
  group,
  idOf,
  line,
  oneOf,
  optional,
  prose,
  refTo,
  required,
  whole,
} from '#kit/values/fields.ts'
import { amountMax, currency, minorAmount } from '#kit/values/money.ts'
import { payProviderKinds } from '#platform/pay/payProviderPort.ts'
import { linkPrefix, linesMax, quantityMax } from '#products/payments/link/linkFields.ts'
import type { StoredOf } from '#kit/nouns/resource.ts'

/** Prefix of the ids of payments. */
export const paymentPrefix = 'pay'

const readOnly = { access: { isReadOnly: true } }
/** Data of the payer, for keys that read contacts. */
const personal = { access: { isReadOnly: true, isPersonal: true } }
const hidden = { access: { isHidden: true, isReadOnly: true } }
const minor = (description: string) => minorAmount(0, amountMax, { description })

/** Fields of a payment. The platform sets them all. */
export const paymentFields = {
  paymentLinkId: required(idOf(linkPrefix, { description: 'Link of the payment.' }), {
    storage: refTo('payments.paymentLink', linkPrefix),
    ...readOnly,
  }),
  title: required(line(120, { description: 'Title of the link at the time of the payment.' }), readOnly),
  provider: required(oneOf(payProviderKinds, { description: 'Kind of the provider.' }), readOnly),
  providerId: required(idOf('ppr', { description: 'Provider that takes the money.' }), readOnly),
  currency: required(currency({ description: 'Currency of all amounts.' }), readOnly),
  subtotal: required(minor('Price before discounts, in minor units.'), readOnly),
  discountTotal: required(minor('Sum of all discounts.'), readOnly),
  tokenValue: required(minor('Value of the tokens that paid a part.'), readOnly),
  amount: required(minor('Amount that the provider takes.'), readOnly),
  amountRefunded: defaulted(minor('Refunded amount.'), 0n, readOnly),
  refundPending: defaulted(minor('Amount of refunds that the provider has not confirmed.'), 0n, readOnly),
  amountLost: defaulted(minor('Amount of disputes that were lost.'), 0n, readOnly),
  fee: defaulted(minor('Fee of the provider.'), 0n, readOnly),
  lineItems: childRows(
    'payments_payment_item',
    {
      name: line(120, { description: 'Name of the product.' }),
      sku: Type.Optional(line(64, { description: 'Your name for the product.' })),
      quantity: whole(0, quantityMax, { description: 'Number of pieces.' }),
      unitAmount: minor('Price of one.'),
      discount: minor('Part of the discounts.'),
      amount: minor('Price of the line after discounts.'),
    },
    { itemsMax: linesMax, description: 'Lines of the payment.', ...readOnly },
  ),
  discounts: childRows(
    'payments_payment_discount',
    {
      offerId: line(60, { description: 'Coupon or promotion.' }),
      kind: oneOf(['coupon', 'promotion'], { description: 'Kind of the offer.' }),
      title: line(200, { description: 'Title of the offer.' }),
      code: Type.Optional(line(60, { description: 'Code that the payer entered.' })),
      amount: minor('Amount that it takes off.'),
    },
    { itemsMax: 100, description: 'Coupons and promotions that lowered the price.', ...readOnly },
  ),
  customer: optional(
    group(
      {
        email: Type.Optional(line(254, { description: 'Mail address.' })),
        name: Type.Optional(line(200, { description: 'Name.' })),
        phone: Type.Optional(line(32, { description: 'Phone number.' })),
        address: Type.Optional(prose(500, { description: 'Postal address.' })),
        language: Type.Optional(line(35, { description: 'Language, BCP 47.' })),
      },
      {
        description:
          'The payer, as entered. Keys without `marketing.contact:read` see a masked address alone; facts lack it.',
      },
    ),
    personal,
  ),
  answers: childRows(
    'payments_payment_answer',
    {
      key: line(40, { description: 'Key of the question.' }),
      label: line(120, { description: 'Question.' }),
      value: line(500, { description: 'Answer.' }),
    },
    { itemsMax: 5, description: 'Answers to the questions of the link; facts lack them.', ...personal },
  ),
  contactId: optional(idOf('con', { description: 'Contact of the payer.' }), readOnly),
  streamId: optional(idOf('str', { description: 'Live stream of the link at the time of the payment.' }), {
    storage: refTo('livestream.stream', 'str'),
    ...readOnly,
  }),
  sourceTag: optional(
    line(100, { description: 'Tag of the source: `source` of the address of the page, else that of the link.' }),
    readOnly,
  ),
  method: optional(
    group(
      {
        type: line(40, { description: 'Kind of the payment method, such as `card`.' }),
        brand: Type.Optional(line(40, { description: 'Brand of the card.' })),
        last4: Type.Optional(line(4, { description: 'Last four digits.' })),
      },
      { description: 'Method of the payment.' },
    ),
    readOnly,
  ),
  attempts: defaulted(whole(0, 10_000, { description: 'Failed attempts, and the one that succeeded.' }), 0, readOnly),
  failureCode: optional(line(100, { description: 'Code of the last failure, such as `card_declined`.' }), readOnly),
  providerReference: optional(line(255, { description: 'Session at the provider.' }), readOnly),
  chargeReference: optional(line(255, { description: 'Charge at the provider.' }), readOnly),
  isOverLimit: defaulted(
    flag({
      description: 'Whether it succeeded after its hold had ended and a limit was reached since: the money has moved.',
    }),
    false,
    readOnly,
  ),
  expiresAt: required(dateTime({ description: 'Time at which an open payment expires.' }), readOnly),
  paidAt: optional(dateTime({ description: 'Time of the success.' }), readOnly),
  capturedAt: optional(dateTime({ description: 'Time of the success at the provider.' }), readOnly),
  attemptKey: required(line(100), hidden),
  sessionUrl: optional(line(4_000), hidden),
  reportedAt: optional(dateTime(), hidden),
  isReleased: defaulted(flag(), false, hidden),
}

/** A payment as the store returns it. */
export type Payment = StoredOf<typeof paymentFields>

/** States in which a payment may still succeed in the ordinary way. */
export const openStates: readonly string[] = ['created', 'processing', 'requiresAction']
/** States of a payment that came to nothing: a late success still counts. */
export const unpaidStates: readonly string[] = ['failed', 'cancelled', 'expired']
/** States of a payment whose money was captured. */
export const paidStates: readonly string[] = ['succeeded', 'partiallyRefunded', 'refunded', 'disputed', 'lost']

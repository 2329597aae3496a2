import { Type } from '#kit/values/schema.ts'
import type { Cart, Quote } from '#kit/call/offers.ts'
import { line, nullable, oneOf, whole } from '#kit/values/fields.ts'
import { amountMax, currency } from '#kit/values/money.ts'
import { closed } from '#kit/nouns/standard.ts'
import type { PaymentLink } from '#products/payments/link/linkFields.ts'

const minor = (description: string) => whole(0, amountMax, { description })

/** Shape of a quote. */
export const quoteShape = {
  id: Type.String({ description: 'The link.' }),
  status: Type.String({ description: 'State of the link.' }),
  currency: currency({ description: 'Currency of all amounts.' }),
  subtotal: minor('Price before discounts, in minor units.'),
  discountTotal: minor('Sum of all discounts.'),
  total: minor('Price after discounts.'),
  due: minor('Amount to pay with money.'),
  lines: Type.Array(
    closed({
      name: line(120, { description: 'Name of the product.' }),
      quantity: whole(1, amountMax, { description: 'Number of pieces.' }),
      unitAmount: minor('Price of one.'),
      discount: minor('Part of the discounts.'),
      total: minor('Price of the line after discounts.'),
    }),
    { description: 'Chosen lines.' },
  ),
  discounts: Type.Array(
    closed({
      kind: oneOf(['coupon', 'promotion'], { description: 'Kind of the offer.' }),
      title: line(200, { description: 'Title of the offer.' }),
      code: nullable(line(60, { description: 'Code that was entered.' })),
      amount: minor('Amount that it takes off.'),
    }),
    { description: 'Offers that apply.' },
  ),
  rejected: Type.Array(
    closed({
      code: line(60, { description: 'Code that was entered.' }),
      reason: line(60, { description: 'Reason why it does not apply; the same for unknown and foreign codes.' }),
    }),
    { description: 'Codes that do not apply.' },
  ),
  tokens: nullable(
    closed(
      {
        token: line(12, { description: 'Name of the token.' }),
        usable: minor('Tokens that may be used.'),
        used: minor('Tokens that are used.'),
        value: minor('Value of the used tokens in minor units.'),
      },
      { description: 'Tokens as part payment; null where they are not taken.' },
    ),
  ),
  quoteHash: line(100, {
    description: 'Names this very price; a start with it is refused when the price has changed.',
  }),
}

/** A quote in its public form. */
export function quoteView(link: PaymentLink, cart: Cart, quote: Quote) {
  const priced = new Map(quote.lines.map((each) => [each.key, each]))
  return {
    id: link.id,
    status: link.status,
    currency: cart.currency,
    subtotal: Number(quote.subtotal.amount),
    discountTotal: Number(quote.discountTotal.amount),
    total: Number(quote.total.amount),
    due: Number(quote.due.amount),
    lines: cart.lines.map(({ key, name, quantity, unitAmount }) => {
      const { discount = 0n, total = 0n } = priced.get(key) ?? {}
      return { name, quantity, unitAmount: Number(unitAmount), discount: Number(discount), total: Number(total) }
    }),
    discounts: quote.discounts.map(({ kind, title, code, amount }) => ({ kind, title, code, amount: Number(amount) })),
    rejected: quote.rejected.map(({ code, reason }) => ({ code, reason })),
    tokens:
      quote.tokens === null
        ? null
        : {
            token: quote.tokens.token,
            usable: Number(quote.tokens.usable),
            used: Number(quote.tokens.used),
            value: Number(quote.tokens.value.amount),
          },
    quoteHash: quote.hash,
  }
}

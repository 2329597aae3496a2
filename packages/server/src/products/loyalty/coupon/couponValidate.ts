import { contactsPort } from '#kit/call/contacts.ts'
import type { Ctx } from '#kit/call/context.ts'
import { problem, reasons } from '#kit/call/problem.ts'
import { flag, idOf, line, matching, nullable, words } from '#kit/values/fields.ts'
import { money } from '#kit/values/money.ts'
import { Type } from '#kit/values/schema.ts'
import { companion, operation } from '#kit/nouns/operation.ts'
import { closed } from '#kit/nouns/standard.ts'
import { price } from '#products/loyalty/pricing/price.ts'
import { offersOfUses } from '#products/loyalty/promotion/evaluation.ts'
import { usesOfCodes } from './codeUses.ts'
import { codePattern } from './couponFields.ts'
import { cartOf, orderInput } from './couponOrder.ts'

/** Codes of one order. */
const codesMax = 30

/** Throws not_found for a contact that is unknown: of a read, it is a subject. */
export async function checkContact(ctx: Ctx, contactId: string | null): Promise<void> {
  if (contactId === null) return
  const people = await ctx.port(contactsPort).people(ctx, [contactId])
  if (!people.has(contactId)) throw problem(reasons.notFound)
}

const step = closed({
  code: line(64, { description: 'Code of the coupon.' }),
  couponId: idOf('cpn', { description: 'The coupon.' }),
  applied: flag({ description: 'Whether it lowers the price.' }),
  reason: nullable(line(40, { description: 'Reason why it does not apply; null where it does.' })),
  discount: money({ description: 'Discount of the coupon.' }),
})

/** Validate. */
export const validateCoupons = companion(
  operation('loyalty.coupon.validate', {
    route: 'POST /api/incentive/loyalty/validate',
    title: 'Validate',
    description:
      'Prices an order with up to 30 codes, by the rules of stacking, and says of each why it applies or not. ' +
      'Nothing is reserved.',
    scope: 'loyalty.coupon:read',
    isRead: true,
    input: closed({
      codes: words(
        codesMax,
        matching(codePattern, 64, { message: 'must have 3 to 64 letters, digits, _ or -', examples: ['SUMMER25'] }),
        { description: 'Codes, as typed.' },
      ),
      contactId: Type.Optional(idOf('con', { description: 'Contact who is to use them.' })),
      order: orderInput,
    }),
    output: closed({
      subtotal: money({ description: 'Price before discounts, with shipping.' }),
      discountTotal: money({ description: 'Sum of the discounts.' }),
      total: money({ description: 'Price after discounts.' }),
      trace: Type.Array(step, { description: 'Decisions in the order of evaluation.' }),
      rejected: Type.Array(
        closed({
          code: line(64, { description: 'Code in capital letters.' }),
          reason: line(40, { description: 'Reason why it does not apply.' }),
        }),
        { description: 'Codes that do not apply; `unknown_code` for those that do not exist.' },
      ),
    }),
    example: { codes: ['SUMMER25'], order: { currency: 'EUR', subtotal: 10_000 } },
    async handle(ctx, { codes, contactId = null, order }) {
      await checkContact(ctx, contactId)
      const cart = cartOf(order, contactId)
      const { uses, unknown } = await usesOfCodes(ctx, codes, { contactId })
      const offers = await offersOfUses(ctx, cart, { uses })
      const priced = price(cart, offers)
      const of = (amount: bigint) => ({ amount, currency: order.currency })
      const codesById = new Map(offers.map(({ id, code = '' }) => [id, code]))
      return {
        subtotal: of(priced.subtotal),
        discountTotal: of(priced.discountTotal),
        total: of(priced.total),
        trace: priced.trace.map(({ id, isApplied, reason = null, discount }) => ({
          code: codesById.get(id) ?? '',
          couponId: id,
          applied: isApplied,
          reason,
          discount: of(discount),
        })),
        rejected: [
          ...priced.rejected.map(({ code = '', reason }) => ({ code, reason })),
          ...unknown.map((code) => ({ code, reason: 'unknown_code' })),
        ],
      }
    },
  }),
)

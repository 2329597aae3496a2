import type { Ctx } from '#kit/call/context.ts'
import { field, invalid, problem, reasons } from '#kit/call/problem.ts'
import { dateTime, flag, idOf, line, nullable } from '#kit/values/fields.ts'
import { amountMax, currency, minorAmount, money } from '#kit/values/money.ts'
import { Type, type Static } from '#kit/values/schema.ts'
import { closed } from '#kit/nouns/standard.ts'
import { inputCheckPort } from '#platform/call/inputCheckPort.ts'
import type { OfferReason } from '#products/loyalty/pricing/offer.ts'
import { price } from '#products/loyalty/pricing/price.ts'
import { offersOfUses } from '#products/loyalty/promotion/evaluation.ts'
import { cartOf, itemsInput, type Order } from './couponOrder.ts'
import { readUses } from './couponUses.ts'
import { checkContact } from './couponValidate.ts'

const itemsLengthMax = 20_000

/** Parameters of a check: a person, an order and a moment. */
export const checkParameters = {
  contactId: Type.Optional(idOf('con', { description: 'Contact who is to use it.' })),
  subtotal: Type.Optional(minorAmount(0, amountMax, { description: 'Price of the order; needs `currency`.' })),
  currency: Type.Optional(currency({ description: 'Currency of the order.' })),
  items: Type.Optional(
    Type.String({
      maxLength: itemsLengthMax,
      description: 'Lines of the order as JSON, as `validate` takes them, in place of `subtotal`; needs `currency`.',
      examples: ['[{"sku":"MUG","quantity":2,"unitAmount":1200}]'],
    }),
  ),
  at: Type.Optional(dateTime({ description: 'Moment of the use, such as the begin of an event; now by default.' })),
}

/** Schema of the result of a check. */
export const validationShape = closed(
  {
    valid: flag({ description: 'Whether it can be used.' }),
    reasons: Type.Array(line(40), { description: 'Reasons why it cannot.' }),
    discount: nullable(money({ description: 'Discount of the order; null without an order.' })),
    trace: Type.Array(
      closed({
        key: line(40, { description: 'Line of the order, `1` for the first.' }),
        subtotal: money({ description: 'Price of the line before the discount.' }),
        discount: money({ description: 'Part of the discount on the line.' }),
        total: money({ description: 'Price of the line after the discount.' }),
      }),
      { description: 'Discount by line of the order; empty without an order.' },
    ),
  },
  { description: 'With a contact, an order or a moment: whether it can be used.' },
)

const parametersShape = closed(checkParameters)

type Check = Static<typeof parametersShape>

/** Whether a check is wanted. */
export function isCheck({ contactId, subtotal, currency: of, items, at }: Check): boolean {
  return [contactId, subtotal, of, items, at].some((each) => each !== undefined)
}

/** Whether a coupon can be used, and the discount of the order by line. Nothing is written. */
export async function validationOf(ctx: Ctx, couponId: string, sent: Check): Promise<Static<typeof validationShape>> {
  const { contactId = null, at } = sent
  const order = orderOf(ctx, sent)
  await checkContact(ctx, contactId)
  const moment = at === undefined ? {} : { at: new Date(at) }
  const [use] = await readUses(ctx, { couponIds: [couponId], contactId, ...moment })
  if (use === undefined) throw problem(reasons.notFound)
  const cart = cartOf(order ?? noOrder, contactId)
  const offers = await offersOfUses(ctx, cart, { uses: [use], ...moment })
  if (order === undefined) {
    const found = offers
      .flatMap(({ refused }) => refused ?? [])
      .filter((each) => each === use.refused || isTimely(each))
    return { valid: found.length === 0, reasons: found, discount: null, trace: [] }
  }
  const { applied, rejected, lines } = price(cart, offers)
  const of = (amount: bigint) => ({ amount, currency: order.currency })
  return {
    valid: applied.length > 0,
    reasons: rejected.map(({ reason }) => reason),
    discount: of(applied.reduce((sum, each) => sum + each.discount, 0n)),
    trace: lines.map(({ key, subtotal, discount, total }) => ({
      key,
      subtotal: of(subtotal),
      discount: of(discount),
      total: of(total),
    })),
  }
}

/** Cart of a check without an order: reasons that depend on the cart are not given. */
const noOrder: Order = { currency: 'EUR', subtotal: 0n }
const ofTheCart = new Set(['not_eligible', 'contact_needed', 'currency_mismatch', 'holdout'])

function isTimely(reason: OfferReason): boolean {
  return !ofTheCart.has(reason)
}

function orderOf(ctx: Ctx, { subtotal, currency: of, items }: Check): Order | undefined {
  if (subtotal === undefined && items === undefined && of === undefined) return undefined
  if (of === undefined) throw invalid(field('currency', 'required', 'is needed for an order'))
  if (items === undefined && subtotal === undefined) {
    throw invalid(field('subtotal', 'required', 'is needed with currency, or items'))
  }
  if (items === undefined) return { currency: of, ...(subtotal !== undefined && { subtotal }) }
  if (subtotal !== undefined) throw invalid(field('items', 'exactlyOne', 'goes without subtotal'))
  const checked = ctx.port(inputCheckPort).check(itemsShape, { items: parsed(items) })
  // cast: the check has found that it satisfies the schema.
  return { currency: of, ...(checked as Static<typeof itemsShape>) }
}

const itemsShape = closed({ items: itemsInput })

function parsed(items: string): unknown {
  try {
    return JSON.parse(items)
  } catch {
    throw invalid(field('items', 'format', 'must be JSON'))
  }
}

import { offersPort, type Cart, type Quote } from '#kit/call/offers.ts'
import type { Ctx } from '#kit/call/context.ts'
import { Problem } from '#kit/call/problem.ts'
import { typedAmount } from '#kit/values/typedAmount.ts'
import { cartOf, type Choice } from '#products/payments/checkout/checkoutChoice.ts'
import type { PaymentLink } from '#products/payments/link/linkFields.ts'
import { withPart } from '#products/payments/link/partPayment.ts'

/** Choice of a payer as the address of the page holds it. */
export type TypedChoice = { q?: number[]; amount?: string; code?: string; tokens?: number; source?: string }

/** A choice with its price. `wrong`: names of typed fields that the link does not offer; the price is without them. */
export type Priced = { choice: Choice; cart: Cart; quote: Quote; wrong: ReadonlySet<string> }

/** Payer: the contact who is signed in, that of an address that is only typed, and the browser. */
type Payer = { viewer: string | null; typed: string | null; visitorId: string }

const codesMax = 10

/** Prices what a payer chose. A choice that the link does not offer is left out and named. */
export async function priceChoice(ctx: Ctx, link: PaymentLink, { typed, payer, locale }: Typed): Promise<Priced> {
  const wrong = new Set<string>()
  let choice = choiceOf(link, { typed, locale }, wrong)
  for (;;) {
    try {
      choice = await withPart(ctx, link, choice)
      const cart = withTyped(cartOf(link, { ...choice, visitorId: payer.visitorId }, payer.viewer), payer.typed)
      return { choice, cart, quote: await ctx.port(offersPort).quote(ctx, cart), wrong }
    } catch (error) {
      const names = error instanceof Problem ? error.fields.map(({ path }) => path.split('/')[1] ?? '') : []
      const known = names.filter((name) => name in choice)
      if (known.length === 0) throw error
      for (const name of known) wrong.add(name)
      choice = without(choice, known)
    }
  }
}

/** `locale`: language in which the amount is typed. */
type Typed = { typed: TypedChoice; payer: Payer; locale: string }

/** The cart of a payer who is not signed in counts limits of the contact whose address is typed. */
function withTyped(cart: Cart, typed: string | null): Cart {
  return cart.contactId !== null || typed === null ? cart : { ...cart, contactId: typed, isTyped: true }
}

function choiceOf(link: PaymentLink, { typed, locale }: Omit<Typed, 'payer'>, wrong: Set<string>): Choice {
  const { lineItems, allowCoupons, acceptTokens, currency } = link
  const choice: Choice = { slug: link.slug ?? '' }
  if (hasAmount(link) && typed.amount !== undefined && typed.amount !== '') {
    const amount = typedAmount(typed.amount, currency, locale)
    if (amount === undefined) wrong.add('amount')
    else choice.amount = amount
  }
  const chosen = typed.q ?? []
  const adjustable = lineItems.filter((item) => item.adjustable !== undefined)
  if (chosen.length === adjustable.length && chosen.length > 0) {
    const rest = [...chosen]
    choice.quantities = lineItems.map((item) => (item.adjustable === undefined ? item.quantity : rest.shift()) ?? 1)
  }
  const codes = (typed.code ?? '').split(/[\s,;]+/).filter((code) => code !== '')
  if (allowCoupons && codes.length > 0) choice.codes = codes.slice(0, codesMax)
  if (acceptTokens !== null && typed.tokens !== undefined) choice.tokens = typed.tokens
  return choice
}

/** Whether the payer chooses the amount: of a gift, or of a part. */
export function hasAmount({ amountMode, allowPartial }: PaymentLink): boolean {
  return amountMode === 'customer' || allowPartial !== null
}

function without(choice: Choice, names: readonly string[]): Choice {
  // cast: the link of a choice is never among the names.
  return Object.fromEntries(Object.entries(choice).filter(([name]) => !names.includes(name))) as Choice
}

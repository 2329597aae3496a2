import { offersPort, type Cart, type Quote } from '#kit/call/offers.ts'
import type { Ctx } from '#kit/call/context.ts'
import { Problem } from '#kit/call/problem.ts'
import { otherReading, typedAmount } from '#kit/values/typedAmount.ts'
import { cartOf, tokensMax, type Choice } from '#products/payments/checkout/checkoutChoice.ts'
import type { PaymentLink } from '#products/payments/link/linkFields.ts'
import { withPart } from '#products/payments/link/partPayment.ts'

/** Choice of a payer as typed: texts of the fields, also wrong ones. `q`: quantities of the adjustable lines. */
export type TypedChoice = { q?: string[]; amount?: string; code?: string; tokens?: string; source?: string }

/**
 * A choice with its price. `wrong`: codes of the problems of typed fields by path, such as `quantities/0`; the price is
 * without these fields. `otherAmount`: the amount that the typed text is in another language.
 */
export type Priced = { choice: Choice; cart: Cart; quote: Quote; wrong: Wrong; otherAmount: bigint | undefined }

type Wrong = ReadonlyMap<string, string>

/** Payer: the contact who is signed in, that of an address that is only typed, and the browser. */
type Payer = { viewer: string | null; typed: string | null; visitorId: string }

const codesMax = 10

/** `locale`: language in which the amount is typed. */
type Typed = { typed: TypedChoice; payer: Payer; locale: string }

/** Prices what a payer chose. A choice that the link does not offer is left out and named. */
export async function priceChoice(ctx: Ctx, link: PaymentLink, { typed, payer, locale }: Typed): Promise<Priced> {
  const wrong = new Map<string, string>()
  let choice = choiceOf(link, { typed, locale }, wrong)
  const otherAmount = otherReading(typed.amount ?? '', link.currency, locale)
  for (;;) {
    try {
      choice = await withPart(ctx, link, choice)
      const cart = withTyped(cartOf(link, { ...choice, visitorId: payer.visitorId }, payer.viewer), payer.typed)
      return { choice, cart, quote: await ctx.port(offersPort).quote(ctx, cart), wrong, otherAmount }
    } catch (error) {
      const fields = error instanceof Problem ? error.fields : []
      const known = fields.filter(({ path }) => (path.split('/')[1] ?? '') in choice)
      if (known.length === 0) throw error
      for (const { path, rule } of known) wrong.set(path.slice(1), rule)
      choice = without(
        choice,
        known.map(({ path }) => path.split('/')[1] ?? ''),
      )
    }
  }
}

/** Whether the price is that of the typed choice: no field of the page is wrong. */
export function isPriced({ wrong, quote }: Priced): boolean {
  return ![...wrong.keys()].some(
    (path) => path === 'amount' || path.startsWith('quantities') || (path === 'tokens' && quote.tokens !== null),
  )
}

/** The cart of a payer who is not signed in counts limits of the contact whose address is typed. */
function withTyped(cart: Cart, typed: string | null): Cart {
  return cart.contactId !== null || typed === null ? cart : { ...cart, contactId: typed, isTyped: true }
}

function choiceOf(link: PaymentLink, { typed, locale }: Omit<Typed, 'payer'>, wrong: Map<string, string>): Choice {
  const { allowCoupons, acceptTokens, currency } = link
  const choice: Choice = { slug: link.slug ?? '' }
  if (hasAmount(link) && typed.amount !== undefined && typed.amount.trim() !== '') {
    const amount = typedAmount(typed.amount, currency, locale)
    if (amount === undefined) wrong.set('amount', 'format')
    else choice.amount = amount
  }
  const quantities = quantitiesOf(link, typed.q ?? [], wrong)
  if (quantities !== undefined) choice.quantities = quantities
  const codes = (typed.code ?? '').split(/[\s,;]+/).filter((code) => code !== '')
  if (allowCoupons && codes.length > 0) choice.codes = codes.slice(0, codesMax)
  if (acceptTokens !== null && typed.tokens !== undefined) {
    const tokens = typed.tokens.trim() === '' ? 0 : numberIn(typed.tokens, 13)
    if (tokens === undefined || tokens > tokensMax) wrong.set('tokens', 'format')
    else choice.tokens = tokens
  }
  return choice
}

/** Quantities of all lines. A text that is no number leaves the quantity of the link, so that others are checked. */
function quantitiesOf({ lineItems }: PaymentLink, typed: readonly string[], wrong: Map<string, string>) {
  const adjustable = lineItems.filter((item) => item.adjustable !== undefined)
  if (typed.length !== adjustable.length || typed.length === 0) return undefined
  const rest = [...typed]
  return lineItems.map((item, index) => {
    const own = item.quantity ?? 1
    if (item.adjustable === undefined) return own
    const quantity = numberIn(rest.shift() ?? '', 6)
    if (quantity === undefined) wrong.set(`quantities/${index}`, 'format')
    return quantity ?? own
  })
}

function numberIn(text: string, digitsMax: number): number | undefined {
  const digits = text.trim()
  return /^\d+$/.test(digits) && digits.length <= digitsMax ? Number(digits) : undefined
}

/** Whether the payer chooses the amount: of a gift, or of a part. */
export function hasAmount({ amountMode, allowPartial }: PaymentLink): boolean {
  return amountMode === 'customer' || allowPartial !== null
}

function without(choice: Choice, names: readonly string[]): Choice {
  // cast: the link of a choice is never among the names.
  return Object.fromEntries(Object.entries(choice).filter(([name]) => !names.includes(name))) as Choice
}

import { Type, type Static } from '#kit/values/schema.ts'
import type { Cart, CartLine } from '#kit/call/offers.ts'
import type { Ctx } from '#kit/call/context.ts'
import { field, invalid, problem, reason, reasons, type FieldProblem } from '#kit/call/problem.ts'
import { line, shortAddress, whole } from '#kit/values/fields.ts'
import { amountMax, minorAmount } from '#kit/values/money.ts'
import { viewerOf as signedInViewer } from '#platform/auth/viewersPort.ts'
import { linesMax, quantityMax, type PaymentLink } from '#products/payments/link/linkFields.ts'
import { priceOf } from '#products/payments/link/linkPrice.ts'
import { paymentLink } from '#products/payments/link/paymentLink.ts'

/** Refusal of a payment over a link that takes none. */
export const linkClosed = reason('conflict', 'payment_link_closed', 'The link takes no payments at this time.')

const codesMax = 10
/** Most tokens that a payer may name. */
export const tokensMax = 1_000_000_000_000

/** Choice of a payer, as input of a quote and of a start. */
export const choiceInput = {
  slug: shortAddress({ description: 'Last part of the address of the link.' }),
  quantities: Type.Optional(
    Type.Array(whole(0, quantityMax, { description: 'Number of pieces of the line.' }), {
      maxItems: linesMax,
      description: 'Quantities by line, in the order of the link; those of the link when left out.',
    }),
  ),
  amount: Type.Optional(
    minorAmount(1, amountMax, {
      description: 'Amount in minor units, where the payer chooses it or pays a part; all that is open when left out.',
    }),
  ),
  codes: Type.Optional(
    Type.Array(line(60, { description: 'Code of a coupon.' }), {
      maxItems: codesMax,
      description: 'Codes of coupons.',
    }),
  ),
  tokens: Type.Optional(whole(0, tokensMax, { description: 'Tokens that pay a part, for a payer who is signed in.' })),
  viewerToken: Type.Optional(
    line(2_000, { description: 'Token of a signed-in payer, where the cookie of the sign-in is not sent.' }),
  ),
  visitorId: Type.Optional(line(64, { description: 'Random id of the browser.' })),
}

const choice = Type.Object(choiceInput)
/** Choice of a payer. */
export type Choice = Static<typeof choice>

/** A link as a payer may use it. Throws not_found for an unknown one, conflict for one that takes no payments. */
export async function openLink(ctx: Ctx, slug: string): Promise<PaymentLink> {
  const link = await ctx.store.findBy(paymentLink, 'slug', slug)
  if (link === undefined) throw problem(reasons.notFound)
  const isOver = link.expiresAt !== null && new Date(link.expiresAt) <= ctx.now()
  if (link.status !== 'active' || isOver) {
    throw problem(linkClosed, { details: { status: isOver ? 'expired' : link.status } })
  }
  return link
}

/** The cart of a choice. Throws invalid with each choice that the link does not offer. */
export function cartOf(link: PaymentLink, chosen: Choice, viewer: string | null): Cart {
  const contactId = link.contactId ?? viewer
  // Tokens are those of the person who is signed in: the address of a link to one person proves nothing.
  const mayUseTokens = viewer !== null && viewer === contactId
  const wrong: FieldProblem[] = []
  const lines = linesOf(link, chosen, wrong)
  const { codes = [], tokens } = chosen
  if (codes.length > 0 && !link.allowCoupons) wrong.push(field('codes', 'notAllowed', 'are not taken by this link'))
  const accepted = link.acceptTokens
  if (tokens !== undefined && tokens > 0 && (accepted === null || !mayUseTokens)) {
    wrong.push(field('tokens', 'notAllowed', 'need a link that takes tokens, and a payer who is signed in'))
  }
  if (wrong.length > 0) throw invalid(...wrong)
  return {
    currency: link.currency,
    lines,
    shipping: 0n,
    contactId,
    visitorId: chosen.visitorId ?? null,
    codes,
    isAutomatic: link.autoPromotions,
    about: { paymentLinkId: link.id, streamId: link.streamId },
    tokens:
      accepted === null || !mayUseTokens
        ? null
        : {
            token: accepted.token,
            rate: BigInt(accepted.rate),
            percentMax: accepted.maxPercent,
            amount: tokens === undefined ? null : BigInt(tokens),
          },
  }
}

/** Contact of the signed-in payer, by viewer token or cookie; null without one. */
export async function viewerOf(ctx: Ctx, { viewerToken }: Choice): Promise<string | null> {
  return (await signedInViewer(ctx, viewerToken))?.contactId ?? null
}

function linesOf(link: PaymentLink, chosen: Choice, wrong: FieldProblem[]): CartLine[] {
  if (link.amountMode === 'customer') return chosenAmount(link, chosen, wrong)
  return link.allowPartial === null ? chosenLines(link, chosen, wrong) : chosenPart(link, chosen, wrong)
}

/** A part of the price, whose bounds `withPart` has checked: it is no quantity of any line. */
function chosenPart(link: PaymentLink, { amount, quantities }: Choice, wrong: FieldProblem[]): CartLine[] {
  if (quantities !== undefined) wrong.push(field('quantities', 'notAllowed', 'are for links that take no parts'))
  const unitAmount = amount === undefined ? priceOf(link) : BigInt(amount)
  return [{ key: '0', name: link.title, sku: null, categories: [], quantity: 1, unitAmount }]
}

function chosenAmount(link: PaymentLink, { amount, quantities }: Choice, wrong: FieldProblem[]): CartLine[] {
  const { min = 1n, max, preset } = link.customerAmount ?? {}
  const chosen = amount === undefined ? (preset ?? min) : BigInt(amount)
  if (quantities !== undefined) wrong.push(field('quantities', 'notAllowed', 'are for links with lines'))
  if (chosen < min) wrong.push(field('amount', 'minimum', `must be at least ${min}`))
  if (max !== undefined && chosen > max) wrong.push(field('amount', 'maximum', `must be at most ${max}`))
  return [{ key: '0', name: link.title, sku: null, categories: [], quantity: 1, unitAmount: chosen }]
}

function chosenLines(link: PaymentLink, { amount, quantities }: Choice, wrong: FieldProblem[]): CartLine[] {
  if (amount !== undefined) wrong.push(field('amount', 'notAllowed', 'is for links where the payer chooses it'))
  if (quantities !== undefined && quantities.length !== link.lineItems.length) {
    wrong.push(field('quantities', 'length', `must be ${link.lineItems.length} numbers`))
  }
  const lines = link.lineItems.flatMap((item, index): CartLine[] => {
    const own = item.quantity ?? 1
    const quantity = quantities?.[index] ?? own
    const { min, max } = item.adjustable ?? { min: own, max: own }
    if (quantity < min || quantity > max) {
      wrong.push(field(`quantities/${index}`, 'range', `must be between ${min} and ${max}`))
    }
    if (quantity === 0) return []
    const { name, sku = null, amount: unitAmount } = item
    return [{ key: String(index), name, sku, categories: [], quantity, unitAmount }]
  })
  if (lines.length === 0 && wrong.length === 0) wrong.push(field('quantities', 'minimum', 'must not all be 0'))
  return lines
}

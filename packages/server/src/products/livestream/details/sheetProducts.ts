import type { Ctx } from '#kit/call/context.ts'
import { paymentLinksPort, type LinkAddress } from '#kit/call/paymentLinks.ts'
import { field, invalid, unknownReference } from '#kit/call/problem.ts'

/** A product of a sheet: it leads to a shop or to a payment link. */
type SheetProduct = { label: string; url?: string | null; paymentLinkId?: string | null; atSeconds?: number | null }

/** A product as pages and players show it. `price`: that of its payment link. */
export type ShownProduct = { label: string; url: string; atSeconds: number | null; price: ShownPrice | null }

/** A price in minor units. `isLeast`: the payer chooses the amount, from this one. */
type ShownPrice = { amount: number; currency: string; isLeast: boolean }

/** Throws invalid for products that have both an address and a payment link, or none of them. */
export function checkTargets(products: readonly SheetProduct[]): void {
  const wrong = products.flatMap(({ url, paymentLinkId }, index) =>
    ((url ?? null) === null) === ((paymentLinkId ?? null) === null)
      ? [field(`/products/${index}`, 'exactlyOne', 'has exactly one of url and paymentLinkId')]
      : [],
  )
  if (wrong.length > 0) throw invalid(...wrong)
}

/**
 * Throws invalid for products whose payment link the account does not have. A link of a `stored` product may be gone
 * since: a form sends all products with any change.
 */
export async function checkPaymentLinks(
  ctx: Ctx,
  products: readonly SheetProduct[],
  stored: readonly SheetProduct[] = [],
): Promise<void> {
  const former = new Set(stored.map(({ paymentLinkId }) => paymentLinkId))
  const known = await linksOf(ctx, products)
  const unknown = products.flatMap(({ paymentLinkId }, index) =>
    paymentLinkId && !known.has(paymentLinkId) && !former.has(paymentLinkId)
      ? [unknownReference(`/products/${index}/paymentLinkId`)]
      : [],
  )
  if (unknown.length > 0) throw invalid(...unknown)
}

/** Products with their addresses, without those whose payment link takes no payments of the audience now. */
export async function shownProducts(ctx: Ctx, products: readonly SheetProduct[]): Promise<ShownProduct[]> {
  const links = await linksOf(ctx, products)
  return products.flatMap(({ label, url, paymentLinkId, atSeconds }) => {
    const link = links.get(paymentLinkId ?? '')
    const address = url ?? (link?.isOpen === true ? link.url : undefined)
    return address === undefined ? [] : [{ label, url: address, atSeconds: atSeconds ?? null, price: priceOf(link) }]
  })
}

function priceOf(link: LinkAddress | undefined): ShownPrice | null {
  if (link === undefined || link.price === null) return null
  const { amount, currency } = link.price
  return { amount: Number(amount), currency, isLeast: link.isChosen }
}

async function linksOf(ctx: Ctx, products: readonly SheetProduct[]) {
  const ids = products.flatMap(({ paymentLinkId }) => paymentLinkId ?? [])
  return ids.length === 0 ? new Map<string, never>() : ctx.port(paymentLinksPort).addressesOf(ctx, ids)
}

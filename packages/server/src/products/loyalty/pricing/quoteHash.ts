import { digestOf } from '#platform/audit/digest.ts'
import type { Basis } from './cart.ts'
import type { Priced } from './price.ts'

/** Tokens that pay a part: the number used, and their value in minor units. */
export type TokenPart = { token: string; usable: bigint; used: bigint; value: bigint }

/**
 * Hash of a price as a buyer sees it: articles with their prices, each discount with the revision of its rules, gifts,
 * and tokens. The order of lines does not matter; equal prices by other offers have another hash.
 */
export function quoteHash(cart: Basis, priced: Priced, tokens: TokenPart | null): string {
  const lines = cart.lines.map(({ key, sku, quantity, unitAmount }, index) => {
    return [key, sku, quantity, String(unitAmount), String(priced.lines[index]?.total ?? 0n)]
  })
  const seen = [
    priced.currency,
    lines.toSorted((a, b) => (String(a[0]) < String(b[0]) ? -1 : 1)),
    [priced.shipping.subtotal, priced.shipping.total].map(String),
    priced.applied.map(({ id, revision = 0, discount, effects }) => [
      id,
      revision,
      String(discount),
      effects.map((effect) => Object.values(effect).map(String)),
    ]),
    tokens === null ? null : [tokens.token, String(tokens.used), String(tokens.value)],
    String(priced.total),
  ]
  return digestOf(['quote', JSON.stringify(seen)]).toString('base64url')
}

import type { Product } from '#kit/nouns/product.ts'
import { publicFactsOf } from '#kit/nouns/product.ts'
import { port } from './port.ts'

export type Catalogue = {
  /** Scopes of its operations. */
  scopes: readonly string[]
  /** Names of its public facts. */
  facts: readonly string[]
}

/** Names that this server knows. */
export const cataloguePort = port<Catalogue>('catalogue', {})

/** The catalogue of a list of products. */
export function catalogueOf(products: readonly Product[]): Catalogue {
  const scopes = new Set(products.flatMap((product) => product.operations.map((each) => each.scope)))
  scopes.delete('')
  return { scopes: [...scopes], facts: publicFactsOf(products) }
}

import type { Product } from '#kit/product.ts'
import { accountProduct } from '#products/account/index.ts'
import { places } from '#products/places/index.ts'

/** Every product, in the order of the documentation. */
export const products: readonly Product[] = [accountProduct, places]

import type { Product } from '#kit/product.ts'
import { accountProduct } from '#products/account/index.ts'
import { livestream } from '#products/livestream/index.ts'
import { places } from '#products/places/index.ts'

/** Every product, in the order of the documentation. */
export const products: readonly Product[] = [accountProduct, livestream, places]

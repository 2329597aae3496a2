import type { Product } from '#kit/nouns/product.ts'
import { accountProduct } from './account/index.ts'
import { livestream } from './livestream/index.ts'
import { loyalty } from './loyalty/index.ts'
import { marketing } from './marketing/index.ts'
import { payments } from './payments/index.ts'
import { places } from './places/index.ts'

/** Every product, in the order of the documentation. */
export const products: readonly Product[] = [accountProduct, livestream, places, marketing, loyalty, payments]

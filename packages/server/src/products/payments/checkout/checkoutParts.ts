import type { Parts } from '#kit/nouns/product.ts'
import { operations } from './checkoutOperations.ts'

/** Checkout: quotes and payments of people without a key. */
export const checkoutPart: Parts = { operations }

import type { Parts } from '#kit/nouns/product.ts'
import { takeOwnPerk } from './takePerk.ts'
import { pages } from './walletPage.ts'

/** The wallet of audience members. */
export const walletParts: Parts = { operations: [takeOwnPerk], pages }

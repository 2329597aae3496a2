import { partsOf, type Noun } from '#console/parts/description.ts'
import type { NounScreens, ProductScreens } from '#console/parts/descriptor.ts'
import { accountScreens } from './account/accountScreens.ts'
import { livestreamScreens } from './livestream/livestreamScreens.ts'
import { loyaltyScreens } from './loyalty/loyaltyScreens.ts'
import { marketingScreens } from './marketing/marketingScreens.ts'
import { paymentsScreens } from './payments/paymentsScreens.ts'
import { placesScreens } from './places/placesScreens.ts'

const products: Readonly<Record<string, ProductScreens>> = {
  livestream: livestreamScreens,
  marketing: marketingScreens,
  payments: paymentsScreens,
  loyalty: loyaltyScreens,
  places: placesScreens,
  account: accountScreens,
}

const plain: NounScreens = {}

/** Additions of a product to the screens of a noun; none where it adds nothing. */
export function nounScreens(noun: Noun): NounScreens {
  const { product, noun: name } = partsOf(noun.id)
  return products[product]?.[name] ?? plain
}

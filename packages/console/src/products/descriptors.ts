import type { NounDescriptor, ProductDescriptor } from '#console/parts/descriptor.ts'
import type { Description, Noun } from '#console/parts/description.ts'
import { partsOf } from '#console/parts/description.ts'
import { labelOf } from '#console/parts/labels.ts'
import { t, wordOf } from '#console/texts/texts.ts'
import { Box } from 'lucide-react'
import { accountDescriptor } from './account/accountDescriptor.ts'
import { livestreamDescriptor } from './livestream/livestreamDescriptor.ts'
import { loyaltyDescriptor } from './loyalty/loyaltyDescriptor.ts'
import { marketingDescriptor } from './marketing/marketingDescriptor.ts'
import { paymentsDescriptor } from './payments/paymentsDescriptor.ts'
import { placesDescriptor } from './places/placesDescriptor.ts'

/** Additions of all products, in the order of the navigation. */
export const descriptors: readonly ProductDescriptor[] = [
  livestreamDescriptor,
  marketingDescriptor,
  paymentsDescriptor,
  loyaltyDescriptor,
  placesDescriptor,
  accountDescriptor,
]

const plain: NounDescriptor = { icon: Box }

/** The descriptor of a product; undefined for one that adds nothing. */
export function productDescriptor(name: string): ProductDescriptor | undefined {
  return descriptors.find((each) => each.name === name)
}

/** The name of a noun's records in the plural. */
export function nounTitle(noun: Noun): string {
  const { title } = nounDescriptor(noun)
  return title === undefined ? labelOf(noun.title) : t(title)
}

/** The name of one record of a noun. */
export function nounName(noun: Noun): string {
  return wordOf(partsOf(noun.id).noun) ?? noun.title
}

/** The name of a product, as the navigation shows it. */
export function productTitle({ name, title }: Pick<Description['products'][number], 'name' | 'title'>): string {
  return wordOf(name) ?? title
}

/** The descriptor of a noun; a plain one where its product has none. */
export function nounDescriptor(noun: Noun): NounDescriptor {
  const { product, noun: name } = partsOf(noun.id)
  return productDescriptor(product)?.nouns[name] ?? plain
}

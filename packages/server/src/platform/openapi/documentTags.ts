import type { Operation } from '#kit/nouns/operation.ts'
import type { Product } from '#kit/nouns/product.ts'
import { partsOf, spaced, type Json } from './json.ts'
import { webhookTag } from './documentWebhooks.ts'

/** One tag of the document, as collected from the operations under it. */
type Tag = { name: string; displayName: string; description: string; reviewed: string | undefined; group: string }

const companionGroup = 'Companion operations'
const publicGroup = 'Public routes'

/** The tags of every operation and how they are grouped: products first, companions and public routes apart. */
export function tagsOf(products: readonly Product[]): { tags: Json[]; groups: Json[] } {
  const tags = new Map<string, Tag>()
  for (const product of products) {
    for (const each of product.operations) {
      const tag = describe(product, each)
      const before = tags.get(tag.name)
      tags.set(tag.name, { ...tag, reviewed: before?.reviewed ?? tag.reviewed })
    }
  }
  const all = [...tags.values()]
  const names = [...products.map((product) => product.title), companionGroup, publicGroup]
  const groups = names.map((name) => ({ name, tags: all.filter((tag) => tag.group === name).map((tag) => tag.name) }))
  const described = all.map((tag) => ({
    name: tag.name,
    description: tag.description,
    'x-displayName': tag.displayName,
    ...(tag.reviewed === undefined ? {} : { 'x-reviewed': tag.reviewed }),
  }))
  return {
    tags: [...described, { name: webhookTag, description: 'Facts that are delivered to your endpoints.' }],
    groups: [...groups.filter((group) => group.tags.length > 0), { name: webhookTag, tags: [webhookTag] }],
  }
}

/** The name of an operation's tag. */
export function tagOf(products: readonly Product[], of: Operation): string {
  const product = products.find((each) => each.name === partsOf(of.id).product)
  if (product === undefined) throw new Error(`${of.id} belongs to no product`)
  return describe(product, of).name
}

function describe(product: Product, of: Operation): Tag {
  const noun = spaced(partsOf(of.id).noun)
  const about = product.resources.find((each) => of.id.startsWith(`${each.id}.`))
  const description = about === undefined ? product.description : `${about.description}.`.replace(/\.\.$/, '.')
  const name = `${product.title}: ${noun}`
  const common = { description, reviewed: of.reviewed }
  if (of.credential === 'none') return { ...common, name: `${name} (public)`, displayName: name, group: publicGroup }
  if (of.isCompanion) return { ...common, name: `${name} (companion)`, displayName: name, group: companionGroup }
  return { ...common, name, displayName: noun, group: product.title }
}

import type { Product } from '#kit/nouns/product.ts'
import { publicFactsOf } from '#kit/nouns/product.ts'
import type { AttentionSource } from '#kit/nouns/attention.ts'
import type { Resource } from '#kit/nouns/resource.ts'
import { port } from './port.ts'

/** A scope of operations, such as `places.place:read`, and its title; the name stands in for a missing title. */
export type Scope = { name: string; title: string }

export type Catalogue = {
  /** Scopes of its operations. */
  scopes: readonly Scope[]
  /** Names of its public facts. */
  facts: readonly string[]
  /** Whether a fact, public or internal, has a name. */
  hasFact(name: string): boolean
  /** Whether a name begins with the name of a product: events of callers have other names. */
  isReserved(name: string): boolean
  /** Nouns with records. */
  resources: readonly Resource[]
  products: readonly { name: string; title: string }[]
  /** Sources of findings of all products. */
  attention: readonly AttentionSource[]
}

/** Scopes, public facts and nouns of the products of this server. */
export const cataloguePort = port<Catalogue>('catalogue', {})

/** The catalogue of a list of products. */
export function catalogueOf(products: readonly Product[]): Catalogue {
  const resources = products.flatMap((each) => each.resources)
  const attention = products.flatMap((each) => each.attention)
  const facts = new Set(products.flatMap((each) => each.facts.map(({ name }) => name)))
  const names = new Set(products.map(({ name }) => name))
  return {
    scopes: products.flatMap(scopesOf),
    facts: publicFactsOf(products),
    hasFact: (name) => facts.has(name),
    isReserved: (name) => name.includes('.') && names.has(name.slice(0, name.indexOf('.'))),
    resources,
    products,
    attention,
  }
}

/** Scopes that the operations of a product require, with titles from its `scopes` or from the resource. */
export function scopesOf({ operations, resources, scopes }: Product): Scope[] {
  const names = new Set(operations.map(({ scope }) => scope).filter((name) => name !== ''))
  const ofResources = resources.flatMap(({ id, title }) => [
    [`${id}:read`, `Read: ${title}`],
    [`${id}:write`, `Write: ${title}`],
  ])
  const titles: Record<string, string> = { ...Object.fromEntries(ofResources), ...scopes }
  return [...names].map((name) => ({ name, title: titles[name] ?? name }))
}

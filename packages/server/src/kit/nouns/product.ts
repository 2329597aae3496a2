import type { ProvidedPort } from '#kit/call/port.ts'
import type { AttentionSource } from './attention.ts'
import type { Gauge } from './gauge.ts'
import type { Hook } from './hook.ts'
import type { Operation } from './operation.ts'
import type { Page } from './page.ts'
import type { Reaction } from './reaction.ts'
import type { Resource } from './resource.ts'
import type { Schedule, Task } from './task.ts'
import type { Fact } from './fact.ts'
import type { Tables } from './table.ts'
import type { Tally } from './tally.ts'
import type { Upload } from './upload.ts'

/** The reactions of products, those to facts of each other included. */
export function reactionsOf(products: readonly Product[]): Reaction[] {
  const facts = products.flatMap((each) => each.facts)
  return products.flatMap((each) => [...each.reactions, ...each.reactionsTo(facts)])
}

/** Names of the public facts, which webhooks and lists carry. */
export function publicFactsOf(products: readonly Product[]): string[] {
  return products.flatMap(({ facts }) => facts.filter(({ isPublic }) => isPublic).map(({ name }) => name))
}

/** A named list of resources, operations, reactions and tasks. */
export type Product = {
  /** `livestream` */
  name: string
  title: string
  description: string
} & Lists

/** Lists of a product. One that is left out of its declaration is empty. */
type Lists = {
  resources: readonly Resource[]
  operations: readonly Operation[]
  pages: readonly Page[]
  hooks: readonly Hook[]
  uploads: readonly Upload[]
  facts: readonly Fact[]
  reactions: readonly Reaction[]
  /** Makes reactions to facts of any product, from the facts of all products. */
  reactionsTo(facts: readonly Fact[]): readonly Reaction[]
  tasks: readonly Task[]
  schedules: readonly Schedule[]
  tallies: readonly Tally[]
  /** Numbers over all accounts that `/metrics` shows. */
  gauges: readonly Gauge[]
  /** Sources of findings that the overview of an account shows. */
  attention: readonly AttentionSource[]
  /** Ports that the product implements and the platform calls: `provide(…Port, open…)`. */
  ports: readonly ProvidedPort[]
  /** Tables beside those of the resources, which follow from their fields. */
  tables: Tables
  /** Titles of scopes by name, beside `read` and `write` of the resources. */
  scopes: Readonly<Record<string, string>>
  /** Pages of the console, by path below the product, whose documents may open the camera. */
  cameraPages: readonly string[]
  /** Fields, values and effects that the product's description names and that are not there yet; a test lists them. */
  awaited: Record<string, readonly string[]>
}

const empty: Lists = {
  resources: [],
  operations: [],
  pages: [],
  hooks: [],
  uploads: [],
  facts: [],
  reactions: [],
  reactionsTo: () => [],
  tasks: [],
  schedules: [],
  tallies: [],
  gauges: [],
  attention: [],
  ports: [],
  tables: {},
  scopes: {},
  cameraPages: [],
  awaited: {},
}

/** Lists of a part of a product, such as one folder; the product joins them. */
export type Parts = Partial<Lists>

/** Declares a product by the lists that it has, and those of its parts in their order. */
export function product({
  parts = [],
  ...declared
}: Omit<Product, keyof Lists> & Parts & { parts?: readonly Parts[] }): Product {
  return { ...empty, ...declared, ...[declared, ...parts].reduce<Lists>(joined, empty) }
}

/** Lists one after another; members of objects side by side. */
function joined(one: Lists, other: Parts): Lists {
  const { reactionsTo = empty.reactionsTo, tables, scopes, awaited } = other
  const of = <K extends keyof Lists>(name: K): Lists[K] => other[name] ?? empty[name]
  return {
    resources: [...one.resources, ...of('resources')],
    operations: [...one.operations, ...of('operations')],
    pages: [...one.pages, ...of('pages')],
    hooks: [...one.hooks, ...of('hooks')],
    uploads: [...one.uploads, ...of('uploads')],
    facts: [...one.facts, ...of('facts')],
    reactions: [...one.reactions, ...of('reactions')],
    reactionsTo: (facts) => [...one.reactionsTo(facts), ...reactionsTo(facts)],
    tasks: [...one.tasks, ...of('tasks')],
    schedules: [...one.schedules, ...of('schedules')],
    tallies: [...one.tallies, ...of('tallies')],
    gauges: [...one.gauges, ...of('gauges')],
    attention: [...one.attention, ...of('attention')],
    ports: [...one.ports, ...of('ports')],
    tables: { ...one.tables, ...tables },
    scopes: { ...one.scopes, ...scopes },
    cameraPages: [...one.cameraPages, ...of('cameraPages')],
    awaited: { ...one.awaited, ...awaited },
  }
}

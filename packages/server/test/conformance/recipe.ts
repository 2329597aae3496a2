import type { App } from '#app/app.ts'
import type { Json } from '#test/world/world.ts'
import type { Scene, Stage } from './stage.ts'

/**
 * A product's own part of the tests that enumerate all products: how its nouns come into being and into the states
 * that examples need, and where it differs from a rule, with the reason. Lives in `products/<product>/test/recipe.ts`;
 * the server never loads it. Keys are ids of nouns or operations.
 */
export type Recipe = Partial<Recipes>

/** The recipes of all products as one. */
export type Recipes = {
  /** Nouns without a create operation: makes at least `count` more records appear, some after the next `settle()`. */
  happen: Record<string, (scene: Scene, stage: Stage, count: number) => Promise<void>>
  /** Prepares a new record for an example, by `<noun> <need>`: the noun and the `has` of `madeFirst`. */
  give: Record<string, (app: App, record: Json) => Promise<void>>
  /** Examples that need more than records, such as a password: the input of a request of this scene. */
  examples: Record<string, (scene: Scene, stage: Stage) => Promise<Json>>
  /** Operations that end the credential of their caller, so that a repeat is unauthenticated, with the reason. */
  endsAccess: Record<string, string>
  /** Lists that grow during the reading: a filter with a fixed result. */
  still: Record<string, Json>
  /** Actions that need more than two requests; a test of the product runs each under an Idempotency-Key. */
  testedApart: Record<string, readonly string[]>
  /** Operations that store their response in a transaction after that of their effect, with the reason. */
  keptAfterwards: Record<string, string>
  /** Sorts (`<noun> <sort>`) over a column of another name, or null for those with their own index. */
  computedSorts: Record<string, string | null>
}

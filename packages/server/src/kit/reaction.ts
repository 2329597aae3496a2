import type { Ctx } from './context.ts'
import type { Fact, ToldFact } from './fact.ts'

/** A function that runs exactly once per fact, in its own transaction. */
export type Reaction<T = unknown> = {
  /** `<product>.<noun>.<verb>`: the consumer's name, never reused for another effect. */
  name: string
  on: Fact<T>
  handle(ctx: Ctx, fact: ToldFact<T>): Promise<void>
}

/** Declares a reaction. */
export function reaction<T>(name: string, on: Fact<T>, handle: Reaction<T>['handle']): Reaction {
  // cast: the relay hands over only payloads of this fact, so the narrower parameter is safe.
  return { name, on, handle } as unknown as Reaction
}

import type { Ctx } from '#kit/call/context.ts'
import type { Fact, EmittedFact } from './fact.ts'

/** A function that runs exactly once per fact, in its own transaction. */
export type Reaction<T = unknown> = {
  /** `<product>.<noun>.<verb>`: the consumer's name, never reused for another effect. */
  name: string
  on: Fact<T>
  handle(ctx: Ctx, fact: EmittedFact<T>): Promise<void>
  /** Handles facts of several subjects in one transaction; after a failure each runs by `handle`. */
  batch?(ctx: Ctx, facts: readonly EmittedFact<T>[]): Promise<void>
}

/** Declares a reaction. */
export function reaction<T>(name: string, on: Fact<T>, handle: Reaction<T>['handle']): Reaction {
  return loosened({ name, on, handle })
}

/**
 * Declares a reaction to up to 100 facts at once, each of another subject: for an effect whose batch costs little more
 * than one fact.
 */
export function batchReaction<T>(name: string, on: Fact<T>, batch: NonNullable<Reaction<T>['batch']>): Reaction {
  return loosened({ name, on, handle: (ctx, fact) => batch(ctx, [fact]), batch })
}

function loosened<T>(reaction: Reaction<T>): Reaction {
  // cast: the relay hands over only payloads of this fact, so the narrower parameter is safe.
  return reaction as unknown as Reaction
}

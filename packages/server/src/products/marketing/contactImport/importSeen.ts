import type { Ctx } from '#kit/call/context.ts'
import { keyHashPort } from '#platform/auth/keyHashPort.ts'

/** Keys of contacts that a check would have made so far. */
export type SeenKeys = { has(key: string): boolean; add(keys: readonly string[]): void }

/** Keys that are remembered: 40 MB at most. A file with more new contacts counts repeats of later ones as new. */
const keysMax = 1_000_000

/** Opens the memory of one run of a check. It holds 48 bits of a hash of each key. */
export function openSeenKeys(ctx: Ctx): SeenKeys {
  const hashOf = ctx.port(keyHashPort)
  const numbers = new Set<number>()
  const numberOf = (key: string) => hashOf(`marketing.contactImport.seen ${key}`).readUIntBE(0, 6)
  return {
    has: (key) => numbers.size > 0 && numbers.has(numberOf(key)),
    add(keys) {
      for (const key of keys) if (numbers.size < keysMax) numbers.add(numberOf(key))
    },
  }
}

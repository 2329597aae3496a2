/** What was met lately: a bounded memory that forgets by itself. `now` in milliseconds. */
export type Recent = { has(key: string, now: number): boolean; add(key: string, now: number): void }

/** Remembers a key for half of `forMs` at least and all of it at most; of more than `countMax`, the older half goes. */
export function makeRecent({ forMs, countMax }: { forMs: number; countMax: number }): Recent {
  let young = new Set<string>()
  let old = new Set<string>()
  let period = 0
  const age = () => {
    old = young
    young = new Set()
  }
  const forget = (now: number) => {
    const current = Math.floor((2 * now) / forMs)
    // Whoever looked at the clock before the period began may come after somebody who looked later.
    if (current === period || current === period - 1) return
    age()
    if (current !== period + 1) age()
    period = current
  }
  return {
    has(key, now) {
      forget(now)
      return young.has(key) || old.has(key)
    },
    add(key, now) {
      forget(now)
      if (young.size >= countMax / 2) age()
      young.add(key)
    },
  }
}

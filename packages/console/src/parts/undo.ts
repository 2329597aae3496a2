import type { Noun } from './description.ts'

/** The action that takes another one back, such as `restore` after `archive`; undefined where the API has none. */
export function inverseOf(noun: Noun, action: string): string | undefined {
  const done = noun.actions[action]
  if (done === undefined) return undefined
  const inverse = Object.entries(noun.actions).find(
    ([name, { from, to }]) => name !== action && from.includes(done.to) && done.from.includes(to),
  )
  return inverse?.[0]
}

/** The input that gives changed fields their former values. Fields that were absent are cleared. */
export function inversePatch(before: Record<string, unknown>, patch: Record<string, unknown>): Record<string, unknown> {
  return Object.fromEntries(Object.keys(patch).map((name) => [name, before[name] ?? null]))
}

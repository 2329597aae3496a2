import type { Noun } from './description.ts'

/** Records whose action is to be taken back: their states before it, and actions of panels, which need more input. */
type Acted = { statuses: Iterable<string>; panelActions: readonly string[] }

/**
 * The action that takes another one back, such as `restore` after `archive`; undefined where none leads all records to
 * the states that they had.
 */
export function inverseOf(noun: Noun, action: string, { statuses, panelActions }: Acted): string | undefined {
  const done = noun.actions[action]
  if (done === undefined) return undefined
  const before = [...statuses].filter((status) => done.from.includes(status))
  const inverse = Object.entries(noun.actions).find(
    ([name, { from, to }]) =>
      name !== action &&
      !panelActions.includes(name) &&
      from.includes(done.to) &&
      before.every((status) => status === to),
  )
  return inverse?.[0]
}

/** The input that gives changed fields their former values. Fields that were absent are cleared. */
export function inversePatch(before: Record<string, unknown>, patch: Record<string, unknown>): Record<string, unknown> {
  return Object.fromEntries(Object.keys(patch).map((name) => [name, before[name] ?? null]))
}

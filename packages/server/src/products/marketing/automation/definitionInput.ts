import type { Definition } from './definitionFields.ts'

const parts = ['trigger', 'entry', 'nodes', 'exitWhen', 'goal', 'settings'] as const

/** Separates the definition from the rest of an input that has all of it. */
export function splitDefinition(input: Record<string, unknown>): {
  definition: Definition
  rest: Record<string, unknown>
} {
  const { sent, rest } = splitParts(input)
  // cast: the schema of the operation requires the trigger and the nodes.
  return { definition: sent as Definition, rest }
}

/** Separates sent parts of a definition from the rest of an input. */
export function splitParts(input: Record<string, unknown>): {
  sent: Partial<Definition>
  rest: Record<string, unknown>
} {
  const rest = { ...input }
  const sent: Record<string, unknown> = {}
  for (const name of parts) {
    if (input[name] !== undefined) sent[name] = input[name]
    delete rest[name]
  }
  // cast: the schema of the operation accepted the parts.
  return { sent: sent as Partial<Definition>, rest }
}

/** A definition with changed parts; null removes an exit condition or a goal. */
export function mergedDefinition(before: Definition, sent: Partial<Definition>): Definition {
  const merged = Object.entries({ ...before, ...sent }).filter(([, value]) => value !== null)
  // cast: trigger and nodes are never null.
  return Object.fromEntries(merged) as Definition
}

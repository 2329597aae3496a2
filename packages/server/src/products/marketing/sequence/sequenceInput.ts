import { sequenceInput, type SequenceSource } from './sequenceFields.ts'

const parts = Object.keys(sequenceInput)

/** Separates the sent parts of a sequence from the rest of an input. */
export function splitParts(input: Record<string, unknown>): {
  sent: Partial<SequenceSource>
  rest: Record<string, unknown>
} {
  const isPart = ([name, value]: [string, unknown]) => parts.includes(name) && value !== undefined
  const rest = Object.entries(input).filter(([name]) => !parts.includes(name))
  // cast: the schema of the operation accepted the parts.
  const sent = Object.fromEntries(Object.entries(input).filter(isPart)) as Partial<SequenceSource>
  return { sent, rest: Object.fromEntries(rest) }
}

/** Separates a whole sequence from the rest of an input. */
export function splitSource(input: Record<string, unknown>): { source: SequenceSource; rest: Record<string, unknown> } {
  const { sent, rest } = splitParts(input)
  // cast: the schema of the operation requires the steps.
  return { source: sent as SequenceSource, rest }
}

/** A mail of a sequence on the way. */
export type SequenceStep = {
  stepId: string
  delay: string
  templateId?: string
  inline?: Readonly<Record<string, unknown>>
  sendWindow?: unknown
  condition?: unknown
  variables?: unknown
}

/** The mails of a form; a new sequence begins with one. */
export function stepsOf(value: unknown): readonly SequenceStep[] {
  // cast: the field holds the steps of the API, or nothing.
  return Array.isArray(value) && value.length > 0 ? (value as SequenceStep[]) : [newStep([])]
}

/** A mail that leaves three days after the one before; the first one leaves at once. */
export function newStep(steps: readonly SequenceStep[]): SequenceStep {
  const known = new Set(steps.map(({ stepId }) => stepId))
  let number = steps.length + 1
  while (known.has(`mail-${number}`)) number += 1
  return { stepId: `mail-${number}`, delay: steps.length === 0 ? 'P0D' : 'P3D' }
}

import { port } from '#kit/call/port.ts'
import type { TObject } from '#kit/values/schema.ts'

/** The check of inputs, for rows of files that stand for requests. */
export type InputCheck = {
  /** An input as an operation with this schema takes it, normalised. Throws invalid, which names every wrong field. */
  check(input: TObject, sent: Record<string, unknown>): Record<string, unknown>
}

/** The check of inputs by their schema. */
export const inputCheckPort = port<InputCheck>('inputCheck', {})

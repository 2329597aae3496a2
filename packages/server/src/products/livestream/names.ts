import { field, invalid } from '#kit/problem.ts'

/** Spaces, marks without a letter, control and format characters, and what Unicode shows as nothing. */
const unseen = /[\s\p{M}\p{C}\p{Default_Ignorable_Code_Point}\u2800]+/gu

/** Throws invalid, naming the field, for a name that has characters, but none to be seen. */
export function checkVisible(name: string, text: string): void {
  if (text.replaceAll(unseen, '') !== '') return
  throw invalid(field(name, 'blank', 'must have at least one character that can be seen'))
}

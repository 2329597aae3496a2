import { helpOf } from '#console/texts/texts.ts'

/** The effect of an action or operation in the language, else as the API describes it, without its marks of code. */
export function effectText(description: string | undefined): string | undefined {
  if (description === undefined) return undefined
  // The API document ends each description with a full stop.
  return helpOf(description) ?? helpOf(`${description}.`) ?? description.replaceAll('`', '')
}

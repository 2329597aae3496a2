import { sentences } from './texts.ts'

/** A sentence of the server in the language of the console, and the language that it is in then. */
export type ToldSentence = { text: string; lang: string | undefined }

/** The translation of a sentence of the server; the sentence itself, marked as English, where there is none. */
export function toldSentence(sentence: string): ToldSentence {
  const known = sentences()
  if (known === undefined) return { text: sentence, lang: undefined }
  const whole = known[sentence]
  if (whole !== undefined) return { text: whole, lang: undefined }
  for (const [english, translated] of Object.entries(known)) {
    const values = english.includes('{}') ? valuesOf(english.split('{}'), sentence) : undefined
    if (values === undefined) continue
    let at = 0
    return { text: translated.replace(/\{\}/g, () => values[at++] ?? ''), lang: undefined }
  }
  return { text: sentence, lang: 'en' }
}

/** The values between the fixed parts of a sentence; undefined for another sentence. */
function valuesOf(parts: readonly string[], sentence: string): string[] | undefined {
  const [first = '', ...others] = parts
  if (!sentence.startsWith(first)) return undefined
  const values: string[] = []
  let rest = sentence.slice(first.length)
  for (const [index, part] of others.entries()) {
    const isLast = index === others.length - 1
    const end = part === '' ? rest.length : isLast ? rest.lastIndexOf(part) : rest.indexOf(part)
    if (end < 1 || (isLast && end + part.length !== rest.length)) return undefined
    values.push(rest.slice(0, end))
    rest = rest.slice(end + part.length)
  }
  return values
}

import { labelOf } from '#console/parts/labels.ts'
import { checkEnglish } from '#console/texts/checkEnglish.ts'
import { checkGerman } from '#console/texts/checkGerman.ts'
import { toldSentence } from '#console/texts/sentences.ts'
import { languageTag } from '#console/texts/texts.ts'
import { checkText } from './inputChecks.ts'

const oneOf = /^(?:exactly )?one of ([\w, ]+) is (?:needed|required)$/

/** The server's refusal of a field in words of the console: its language, and labels in place of names of the API. */
export function refusalText(message: string): string {
  const names = oneOf.exec(message)?.[1]
  if (names !== undefined) {
    const labels = names.split(', ').map(labelOf)
    return checkText('oneOf', new Intl.ListFormat(languageTag(), { type: 'disjunction' }).format(labels))
  }
  // A filter without any condition is refused by the names of all that it may have.
  const isMissing = message.startsWith('is required') || message.startsWith('must have op,')
  if (isMissing) return checkText('required')
  const told = toldSentence(message)
  return told.lang === undefined ? told.text : (checkOf(message) ?? message)
}

/** Checks from the one with most words of its own on. The type says "must be" and no more, so it is left out. */
const checks = Object.entries(checkEnglish)
  .filter(([key]) => key !== 'type')
  .toSorted(([, one], [, other]) => other.length - one.length)

/** The German of a refusal whose English the checks of a form have, too. */
function checkOf(message: string): string | undefined {
  for (const [key, english] of checks) {
    const [before = '', after] = english.split('{limit}')
    const german = Object.entries(checkGerman).find(([name]) => name === key)?.[1]
    if (after === undefined && message === english) return german
    const isOf = after !== undefined && message.startsWith(before) && message.endsWith(after)
    if (isOf) return german?.replace('{limit}', () => message.slice(before.length, message.length - after.length))
  }
  return undefined
}

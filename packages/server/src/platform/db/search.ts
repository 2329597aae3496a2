import type { Condition } from '#kit/call/context.ts'
import { foldName, searchPart } from '#kit/values/foldedText.ts'
import { field, invalid } from '#kit/call/problem.ts'

/** Different words of one search; further ones are ignored. */
const searchWordsMax = 8

/**
 * The conditions of a search on the column `search_text` of the row `t`, one for each word. A word matches
 * anywhere in the text; one without three letters in a row, which the index cannot serve, at the start of a word. Words
 * without a letter or digit are ignored. Throws invalid when no word is left.
 */
export function searchConditions(q: string | undefined): Condition[] {
  if (q === undefined) return []
  const words = new Set(foldName(q).split(' '))
  const found = [...words].filter((word) => /[\p{L}\p{Nd}]/u.test(word)).slice(0, searchWordsMax)
  if (found.length === 0) throw invalid(field('q', 'words', 'must hold a letter or a digit'))
  return found.map(conditionOf)
}

/** A pattern with three letters in a row, or with pairs of a script without spaces, is served by the trigram index. */
function conditionOf(word: string): Condition {
  const part = searchPart(word)
  const pattern = part.replace(/[\\%_]/g, (char) => `\\${char}`)
  const isIndexed = part !== word || /[\p{L}\p{Nd}]{3}/u.test(word)
  return isIndexed
    ? { sql: 't.search_text like $1', values: [`%${pattern}%`] }
    : { sql: '(t.search_text like $1 or t.search_text like $2)', values: [`${pattern}%`, `% ${pattern}%`] }
}

import type { Condition } from '#kit/context.ts'
import { foldName } from '#kit/fold.ts'
import { field, invalid } from '#kit/problem.ts'

/** Words that one search may hold; further ones are passed over. */
const searchWordsMax = 8

/**
 * The conditions of a search on the column `search_text` of the row `t`, one for each word. A word is looked for
 * anywhere; one without three letters in a row, of which the index would know nothing, where a word begins. Words
 * without a letter or digit are passed over. Throws invalid when no other is there.
 */
export function searchConditions(q: string | undefined): Condition[] {
  const words = foldName(q ?? '')
    .split(' ')
    .filter(Boolean)
  const found = words.filter((word) => /[\p{L}\p{N}]/u.test(word)).slice(0, searchWordsMax)
  if (words.length > 0 && found.length === 0) throw invalid(field('q', 'words', 'must hold a letter or a digit'))
  return found.map(conditionOf)
}

function conditionOf(word: string): Condition {
  const pattern = word.replace(/[\\%_]/g, (char) => `\\${char}`)
  const isIndexed = /[a-z0-9]{3}/.test(word) || /\P{ASCII}/u.test(word)
  return isIndexed
    ? { sql: 't.search_text like $1', values: [`%${pattern}%`] }
    : { sql: '(t.search_text like $1 or t.search_text like $2)', values: [`${pattern}%`, `% ${pattern}%`] }
}

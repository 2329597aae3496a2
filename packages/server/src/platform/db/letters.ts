import { nameOf, type Session } from './connect.ts'

/** Advice for a database whose trigrams lack letters. */
export const lettersAdvice =
  "create the database again with LC_CTYPE 'C.UTF-8' or another of UTF-8, and move the data with pg_dump"

/**
 * Problem of a migrated database that makes no trigrams of letters beyond the Latin ones, as under the character type
 * C: searches for such words are slow. Undefined for other databases.
 */
export async function findLettersProblem({ client, address }: Session): Promise<string | undefined> {
  const { rows } = await client.query<{ found: number; type: string }>(
    `select cardinality(show_trgm('ж 東')) as found, datctype as type
     from pg_database where datname = current_database()`,
  )
  const [{ found, type } = { found: 0, type: '' }] = rows
  // A letter that is a word of its own has two trigrams.
  if (found === 4) return undefined
  const lacking = 'words in other than Latin letters have no index'
  return `The database ${nameOf(address)} has the character type ${type}: ${lacking}`
}

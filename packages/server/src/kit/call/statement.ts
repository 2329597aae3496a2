import type { Statement, StatementScope } from './context.ts'

const known = new Map<string, Statement>()

/**
 * Names a statement, so that it is prepared once per connection and tests can enumerate it.
 * Throws on a second text, on scope account without `account_id`, on a name of more than 63 characters.
 */
export function statement(name: string, scope: StatementScope, text: string): Statement {
  const before = known.get(name)
  if (before !== undefined && before.text !== text) throw new Error(`two statements are named ${name}`)
  if (scope === 'account' && !/\baccount_id\b/.test(text)) throw new Error(`statement ${name} does not name account_id`)
  if (name.length > 63) throw new Error(`the name ${name} is longer than PostgreSQL keeps`)
  const made = before ?? { name, text, scope }
  known.set(name, made)
  return made
}

/** Every statement named so far in this process. */
export function knownStatements(): Statement[] {
  return [...known.values()]
}

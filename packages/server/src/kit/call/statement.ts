import type { Statement, StatementScope } from './context.ts'
import type { StatementRows } from './statementRows.ts'

/** Rows of a statement with a literal name are generated: `npm run gen`. Unknown for other statements. */
type NamedRow<Name extends string> = Name extends keyof StatementRows ? StatementRows[Name] : unknown

const known = new Map<string, Statement>()

/**
 * Names a statement, so that it is prepared once per connection and tests can enumerate it. Under a literal name its
 * rows have the type that `npm run gen` derives from the migrated schema.
 * Throws on a second text, on scope account without `account_id`, on a name of more than 63 characters.
 */
export function statement<Name extends string>(
  name: Name,
  scope: StatementScope,
  text: string,
): Statement<NamedRow<Name>> {
  return builtStatement(name, scope, text)
}

/** Names a statement that is built at run time; its builder states the type of the rows. Throws as `statement`. */
export function builtStatement<Row>(name: string, scope: StatementScope, text: string): Statement<Row> {
  const before = known.get(name)
  if (before !== undefined && before.text !== text) throw new Error(`two statements are named ${name}`)
  if (scope === 'account' && !/\baccount_id\b/.test(text)) throw new Error(`statement ${name} does not name account_id`)
  if (name.length > 63) throw new Error(`the name ${name} is longer than PostgreSQL keeps`)
  const made = before ?? { name, text, scope }
  known.set(name, made)
  // cast: `row` is never set, so a statement fits every type of rows.
  return made as Statement<Row>
}

/** Every statement named in this process. */
export function knownStatements(): Statement[] {
  return [...known.values()]
}

import type { Node } from 'libpg-query'
import { LRUCache } from 'lru-cache'
import type { Statement } from '#kit/call/context.ts'
import type { Product } from '#kit/nouns/product.ts'
import { knownStatements } from '#kit/call/statement.ts'
import { crossingOf } from '#platform/db/crossAccount.ts'
import { knownShapes } from '#platform/db/shapes.ts'
import { tablesOf } from '#platform/db/tableRules.ts'
import { messageOf } from '#platform/startProblem.ts'
import { products } from '#products/index.ts'
import { nodesIn, parseSql, textsOf } from './sqlSyntax.ts'
import { readStatement, type StatementReading } from './statementReading.ts'

/** The rule that a statement breaks, and the parameters with its account. */
type Verdict = { problem: string | undefined; accountParameters: readonly number[] }

const tables = new Map(Object.entries(tablesOf(products)))

/** Adds tables of products that a test plants, so that statements may name them. */
export function plantTables(planted: readonly Product[]): void {
  for (const [name, rule] of Object.entries(tablesOf(planted))) tables.set(name, rule)
}

const verdicts = new LRUCache<string, Verdict>({ max: 5_000 })

/**
 * Checks that a statement is registered and names its account, the rule that makes sharding by account possible. Throws
 * an Error with the broken rule: a defect of ours, never the caller's.
 */
export function checkStatement(statement: Statement, values: readonly unknown[]): void {
  const key = `${statement.scope} ${statement.name} ${statement.text}`
  let verdict = verdicts.get(key)
  if (verdict === undefined) {
    const stray = registered(statement)
    verdict = stray === undefined ? verdictOf(statement) : { problem: stray, accountParameters: [] }
    verdicts.set(key, verdict)
  }
  const wrong = verdict.accountParameters.find((at) => !isAccount(values[at - 1]))
  const problem = verdict.problem ?? (wrong === undefined ? undefined : `parameter $${wrong} is not an account`)
  if (problem !== undefined) throw new Error(`statement ${statement.name || statement.text}: ${problem}`)
}

/** The rule that a statement's text breaks, as a sentence; undefined without a violation. */
export function findProblem(statement: Statement): string | undefined {
  return verdictOf(statement).problem
}

/** Statements without a name are built from filters and are never registered: they may only read. */
function registered(statement: Statement): string | undefined {
  if (statement.name === '' && /^select\b/.test(statement.text)) return undefined
  const known = [...knownStatements(), ...knownShapes()]
  const isKnown = known.some((each) => each.name === statement.name && each.text === statement.text)
  return isKnown ? undefined : 'is not registered: make it with statement(name, scope, text)'
}

function verdictOf(statement: Statement): Verdict {
  try {
    // A statement that is only planned is judged as the statement itself.
    const [parsed, ...others] = parseSql(statement.text.replace(/^explain \(format json\) /, ''))
    if (parsed === undefined || others.length > 0) return refused('is not one statement')
    if (statement.scope === 'ops' && (definesPartition(parsed) || isAnalysis(parsed))) return fine
    return judge(
      statement,
      readStatement(parsed, (table) => tables.get(table)?.class === 'account'),
    )
  } catch (error) {
    return refused(`is no SQL: ${messageOf(error)}`)
  }
}

function judge({ name, scope }: Statement, reading: StatementReading): Verdict {
  const isCatalog = (table: string) => scope === 'ops' && catalogs.has(table)
  const stray = reading.tables.find((table) => !tables.has(table) && !isCatalog(table))
  if (stray !== undefined) return refused(`the table ${stray} is declared by no product`)
  const [unknown] = reading.unknown
  if (unknown !== undefined) return refused(unknown)
  const ofAccounts = reading.tables.filter((table) => tables.get(table)?.class === 'account')
  if (scope === 'offline' || scope === 'feed') {
    return crossingOf(name) === scope ? fine : refused(`is ${scope} and not listed in crossAccount.ts`)
  }
  if (scope !== 'account') {
    const [table] = ofAccounts
    return table === undefined ? fine : refused(`scope ${scope} touches ${table}, which is of accounts`)
  }
  const directory = reading.tables.find((table) => tables.get(table)?.class === 'directory')
  if (directory !== undefined && ofAccounts.length > 0)
    return refused(`joins ${directory}, a directory, with tables of accounts`)
  const [problem] = reading.problems
  if (problem !== undefined) return refused(problem)
  if (reading.accountParameters.length === 0) return refused('no parameter holds the account')
  return { problem: undefined, accountParameters: reading.accountParameters }
}

const partition = /_(d\d{8}|m\d{6})$/

/** Whether a statement creates, detaches or drops one partition. It names no rows. */
function definesPartition(node: Node): boolean {
  if ('CreateStmt' in node) {
    const { relation, partbound } = node.CreateStmt
    return partbound !== undefined && partition.test(relation?.relname ?? '')
  }
  if ('AlterTableStmt' in node) {
    const commands = nodesIn(node.AlterTableStmt.cmds, 'AlterTableCmd')
    return commands.every(({ subtype }) => subtype === 'AT_DetachPartition')
  }
  if (!('DropStmt' in node) || node.DropStmt.removeType !== 'OBJECT_TABLE') return false
  const names = nodesIn(node.DropStmt.objects, 'List').map(({ items }) => textsOf(items).at(-1) ?? '')
  return names.length > 0 && names.every((name) => partition.test(name))
}

/** Whether a statement samples a table for the planner. It returns no rows. */
function isAnalysis(node: Node): boolean {
  return 'VacuumStmt' in node && node.VacuumStmt.is_vacuumcmd !== true
}

/** Catalogs that hold no values of rows. */
const catalogs = new Set(['pg_class', 'pg_inherits', 'pg_namespace', 'pg_extension', 'pg_stat_user_tables'])

const fine: Verdict = { problem: undefined, accountParameters: [] }

function refused(problem: string): Verdict {
  return { problem, accountParameters: [] }
}

function isAccount(value: unknown): boolean {
  if (Array.isArray(value)) return value.every(isAccount)
  if (typeof value === 'string') return /^\{\d+(,\d+)*\}$/.test(value)
  return typeof value === 'number' && Number.isSafeInteger(value) && value >= 0
}

import { LRUCache } from 'lru-cache'
import type pg from 'pg'
import type { Statement } from '#kit/context.ts'
import { knownStatements } from '#kit/statement.ts'
import { crossingOf } from './crossAccount.ts'
import { tables } from './manifest.ts'
import { knownShapes } from './shapes.ts'
import { tableUses, withoutLiterals, type TableUse } from './sqlTables.ts'

/** What is known of a statement: what is wrong with it, and which parameters hold the account. */
type Reading = { problem: string | undefined; accountAt: number[] }

const readings = new LRUCache<string, Reading>({ max: 5_000 })
const watched = new WeakSet<object>()

/** From now on every statement on this pool's connections is checked. For development and tests. */
export function watch(pool: pg.Pool): void {
  watched.add(pool)
  pool.on('connect', (client) => watched.add(client))
}

/** Whether statements on this pool or connection are to be checked. */
export function isWatched(on: pg.Pool | pg.PoolClient): boolean {
  return watched.has(on)
}

/**
 * Checks that a statement is one of ours and names its account, the rule that makes sharding by account possible.
 * Throws an Error with the rule that is broken: it is a defect of ours, never the caller's.
 */
export function checkStatement(statement: Statement, values: readonly unknown[]): void {
  const { problem, accountAt } = readingOf(statement)
  if (problem !== undefined) throw new Error(`statement ${statement.name || statement.text}: ${problem}`)
  if (statement.scope !== 'account') return
  const found = accountAt.map((at) => values[at - 1])
  const wrong = found.findIndex((value) => !isAccount(value))
  if (wrong < 0) return
  throw new Error(`statement ${statement.name || statement.text}: parameter $${accountAt[wrong]} is not an account`)
}

/** What a statement's text breaks, as a sentence; undefined when nothing. */
export function findProblem(statement: Statement): string | undefined {
  return readText(statement).problem
}

function readingOf(statement: Statement): Reading {
  const key = `${statement.scope} ${statement.name} ${statement.text}`
  let reading = readings.get(key)
  if (reading === undefined) {
    const unknown = registered(statement)
    reading = unknown === undefined ? readText(statement) : { problem: unknown, accountAt: [] }
    readings.set(key, reading)
  }
  return reading
}

/** Statements without a name are built from filters and are never in the register: they may only read. */
function registered(statement: Statement): string | undefined {
  if (statement.name === '' && /^select\b/.test(statement.text)) return undefined
  const known = [...knownStatements(), ...knownShapes()]
  const isKnown = known.some((each) => each.name === statement.name && each.text === statement.text)
  return isKnown ? undefined : 'is not registered: make it with statement(name, scope, text)'
}

function readText(statement: Statement): Reading {
  const uses = tableUses(statement.text)
  const stray = uses.find((use) => !/^(pg_|information_schema\.)/.test(use.table) && tables[use.table] === undefined)
  if (stray !== undefined) return { problem: `the table ${stray.table} is missing from the manifest`, accountAt: [] }
  const ofAccounts = uses.filter((use) => tables[use.table]?.class === 'account')
  const isCrossing = statement.scope === 'offline' || statement.scope === 'feed'
  if (isCrossing) {
    const isListed = crossingOf(statement.name) === statement.scope
    return { problem: isListed ? undefined : `is ${statement.scope} and not listed in crossAccount.ts`, accountAt: [] }
  }
  if (statement.scope !== 'account') {
    const [use] = ofAccounts
    const problem =
      use === undefined ? undefined : `scope ${statement.scope} touches ${use.table}, which is of accounts`
    return { problem, accountAt: [] }
  }
  const foreign = uses.find((use) => tables[use.table]?.class === 'directory')
  if (foreign !== undefined && ofAccounts.length > 0) {
    return { problem: `joins ${foreign.table}, a directory, with tables of accounts`, accountAt: [] }
  }
  const open = ofAccounts.find((use) => !namesAccount(use))
  if (open !== undefined) return { problem: `does not name account_id of ${open.table} ${open.alias}`, accountAt: [] }
  const accountAt = accountParameters(statement.text, uses)
  const isBound = accountAt.length > 0
  return { problem: isBound ? undefined : 'no parameter holds the account', accountAt }
}

function namesAccount(use: TableUse): boolean {
  if (use.inserted !== undefined) return use.inserted.includes('account_id')
  const qualified = `${use.alias}\\.account_id`
  const plain = '(?<![.\\w])account_id'
  const forms = [qualified, plain].flatMap((column) => [
    `${column}\\s*(=|in\\b)`,
    `\\(\\s*${column}\\s*,[^()]*\\)\\s*(=|in\\b)`,
    `=\\s*${column}\\b`,
  ])
  return new RegExp([...forms, 'using\\s*\\(\\s*account_id\\b'].join('|')).test(use.around)
}

/** The numbers of the parameters that stand for the account: compared with it, inserted as it, or unnested to it. */
function accountParameters(sql: string, uses: TableUse[]): number[] {
  const text = withoutLiterals(sql).toLowerCase()
  const found = new Set<number>()
  const compared = /\baccount_id\s*=\s*(?:any\s*\(\s*)?\$(\d+)|\$(\d+)\s*=\s*(?:\w+\.)?account_id\b/g
  for (const match of text.matchAll(compared)) found.add(Number(match[1] ?? match[2]))
  for (const match of text.matchAll(/\(\s*(?:\w+\.)?account_id\s*,[^()]*\)\s*=\s*\(\s*\$(\d+)/g))
    found.add(Number(match[1]))
  for (const match of text.matchAll(
    /\bunnest\s*\(([^()]*)\)\s*(?:with\s+ordinality\s+)?(?:as\s+)?\w+\s*\(([^()]*)\)/g,
  )) {
    const columns = (match[2] ?? '').split(',').map((column) => column.trim())
    const given = (match[1] ?? '').split(',')[columns.indexOf('account_id')]
    if (given !== undefined) add(found, given)
  }
  for (const use of uses) add(found, use.given[use.inserted?.indexOf('account_id') ?? -1] ?? '')
  return [...found]
}

function add(found: Set<number>, expression: string): void {
  const match = /^\s*\$(\d+)/.exec(expression)
  if (match !== null) found.add(Number(match[1]))
}

function isAccount(value: unknown): boolean {
  if (Array.isArray(value)) return value.every(isAccount)
  if (typeof value === 'string') return /^\{\d+(,\d+)*\}$/.test(value)
  return typeof value === 'number' && Number.isSafeInteger(value) && value >= 0
}

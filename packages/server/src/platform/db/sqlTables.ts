/** Where a statement touches a table: under which alias, in which of its selects, and what an insert fills. */
export type TableUse = {
  table: string
  alias: string
  /** The text of the select, insert, update or delete around it, without the selects inside that. */
  around: string
  /** Columns of an insert, in order; undefined where the table is read, updated or deleted from. */
  inserted: string[] | undefined
  /** What an insert puts into those columns, as it is written; empty where that cannot be told. */
  given: string[]
}

type Token = { text: string; at: number }
type Group = { start: number; end: number; parent: number; hasSelect: boolean; isFrom: boolean }

const leavesFrom = new Set(
  'where group order having limit offset returning set union except intersect window fetch for values on'.split(' '),
)
const noAlias = new Set([
  ...leavesFrom,
  ...'join inner left right full cross using natural as do for default select'.split(' '),
])
const word = /^[a-z_][\w.]*$/

/** Every use of a table in a statement, in order. Names of `with` queries and set-returning functions are none. */
export function tableUses(sql: string): TableUse[] {
  const text = withoutLiterals(sql).toLowerCase()
  const tokens = tokensOf(text)
  const names = withNames(text)
  const { groups, groupAt } = groupsOf(tokens, text.length)
  const uses: TableUse[] = []
  for (const [index, token] of tokens.entries()) {
    const group = groupAt[index] ?? 0
    const at = tableAfter(tokens, index, groups[group])
    const name = at === undefined ? undefined : tokens[at]?.text
    if (at === undefined || name === undefined || names.has(name)) continue
    const isInsert = token.text === 'into'
    const alias = isInsert ? name : aliasAfter(tokens, at)
    uses.push({
      table: name,
      alias,
      around: aroundOf(text, groups, group),
      ...(isInsert ? insertAfter(tokens, at) : { inserted: undefined, given: [] }),
    })
  }
  return uses
}

/** The SQL with the inside of every quoted text removed, and without comments. */
export function withoutLiterals(sql: string): string {
  return sql.replace(/--[^\n]*/g, ' ').replace(/'(?:[^']|'')*'/g, "''")
}

function tokensOf(text: string): Token[] {
  return [...text.matchAll(/\$\d+|[a-z_][\w.]*|\d+|::|''|[^\s]/g)].map((match) => ({ text: match[0], at: match.index }))
}

function withNames(text: string): Set<string> {
  const form = /(?:\bwith(?:\s+recursive)?|,)\s+(\w+)(?:\s*\([^()]*\))?\s+as\s+(?:not\s+)?(?:materialized\s+)?\(/g
  return new Set([...text.matchAll(form)].map((match) => match[1] ?? ''))
}

function groupsOf(tokens: Token[], length: number): { groups: Group[]; groupAt: number[] } {
  const groups: Group[] = [{ start: 0, end: length, parent: -1, hasSelect: true, isFrom: false }]
  const open = [0]
  const groupAt = tokens.map((token, index) => {
    if (token.text === '(') {
      const next = tokens[index + 1]?.text ?? ''
      const hasSelect = /^(select|insert|update|delete|with)$/.test(next)
      groups.push({ start: token.at, end: length, parent: open.at(-1) ?? 0, hasSelect, isFrom: false })
      open.push(groups.length - 1)
    }
    const current = open.at(-1) ?? 0
    const group = groups[current]
    if (token.text === ')' && group !== undefined && current !== 0) {
      group.end = token.at + 1
      open.pop()
    }
    return current
  })
  return { groups, groupAt }
}

/** The position of a table's name behind this token, when one stands there. Keeps track of the from-list. */
function tableAfter(tokens: Token[], index: number, group: Group | undefined): number | undefined {
  const token = tokens[index]?.text ?? ''
  const before = tokens[index - 1]?.text
  if (group === undefined || !group.hasSelect) return undefined
  if (token === 'from' && before !== 'distinct') group.isFrom = true
  else if (token === 'using' && tokens[index + 1]?.text !== '(') group.isFrom = true
  else if (token === 'update') {
    if (before === 'do' || before === 'for' || before === 'key') return undefined
  } else if (leavesFrom.has(token) && token !== 'on') {
    group.isFrom = false
    return undefined
  } else if (token !== 'into' && token !== 'join' && !(token === ',' && group.isFrom)) return undefined
  let at = index + 1
  while (/^(only|lateral)$/.test(tokens[at]?.text ?? '')) at += 1
  const name = tokens[at]?.text ?? ''
  const isFunction = tokens[at + 1]?.text === '(' && token !== 'into'
  return word.test(name) && !isFunction ? at : undefined
}

function aliasAfter(tokens: Token[], at: number): string {
  const next = tokens[at + 1]?.text === 'as' ? at + 2 : at + 1
  const alias = tokens[next]?.text ?? ''
  return word.test(alias) && !noAlias.has(alias) ? alias : (tokens[at]?.text ?? '')
}

/** Columns and values of an insert: `(a, b) values ($1, $2)` or `(a, b) select $1, $2`. */
function insertAfter(tokens: Token[], at: number): { inserted: string[]; given: string[] } {
  const [columns, end] = listFrom(tokens, at + 2, tokens[at + 1]?.text === '(')
  const next = tokens[end + 1]?.text
  if (next === 'values') return { inserted: columns, given: listFrom(tokens, end + 3, true)[0] }
  if (next === 'select') return { inserted: columns, given: listFrom(tokens, end + 2, true)[0] }
  return { inserted: columns, given: [] }
}

/** The comma list that starts here, and where it ends: at its closing parenthesis, or at `from`. */
function listFrom(tokens: Token[], start: number, isList: boolean): [string[], number] {
  if (!isList) return [[], start - 2]
  const items = ['']
  let depth = 0
  for (let at = start; at < tokens.length; at++) {
    const text = tokens[at]?.text ?? ''
    if (depth === 0 && (text === ')' || text === 'from')) return [items, at]
    if (text === '(') depth += 1
    if (text === ')') depth -= 1
    if (text === ',' && depth === 0) items.push('')
    else items[items.length - 1] += text
  }
  return [items, tokens.length]
}

function aroundOf(text: string, groups: Group[], group: number): string {
  const own = groups[group]
  if (own === undefined) return text
  let around = text.slice(own.start, own.end)
  for (const inner of groups) {
    if (inner === own || !inner.hasSelect || inner.start <= own.start || inner.end > own.end) continue
    const from = inner.start - own.start
    around = around.slice(0, from) + ' '.repeat(inner.end - inner.start) + around.slice(from + inner.end - inner.start)
  }
  return around
}

import { loadModule, parseSync, scanSync, type Node, type SelectStmt, type TypeCast } from 'libpg-query'

/** Loads the grammar, once for this process. Every function here that takes text needs it. */
export function loadGrammar(): Promise<void> {
  return loadModule()
}

/** The syntax trees of the statements in a text, by PostgreSQL's own grammar. Throws its error. */
export function parseSql(text: string): Node[] {
  return (parseSync(text).stmts ?? []).flatMap(({ stmt }) => stmt ?? [])
}

/** The selects within an expression, a join or a list of them, without those nested in such a select. */
export function selectsIn(part: unknown): SelectStmt[] {
  if (Array.isArray(part)) return part.flatMap(selectsIn)
  if (typeof part !== 'object' || part === null) return []
  return Object.entries(part).flatMap(([kind, value]) => {
    // cast: the parser puts no other node under the name of a node's type.
    if (kind === 'SelectStmt') return [value as SelectStmt]
    return selectsIn(value)
  })
}

/** The text of a String node, such as a part of a name; empty for any other. */
export function textOf(node: Node | undefined): string {
  return node !== undefined && 'String' in node ? (node.String.sval ?? '') : ''
}

/** The names of a list, in order. */
export function textsOf(nodes: readonly Node[] | undefined): string[] {
  return (nodes ?? []).map(textOf)
}

/** Whether a cast keeps the account: a cast to bigint, or to a list of them. Others may join two accounts. */
export function isWhole({ typeName }: TypeCast): boolean {
  return textsOf(typeName?.names).at(-1) === 'int8'
}

/** The number of a parameter, through casts to bigint; undefined for any other node. */
export function parameterOf(node: Node | undefined): number | undefined {
  if (node === undefined) return undefined
  if ('TypeCast' in node) return isWhole(node.TypeCast) ? parameterOf(node.TypeCast.arg) : undefined
  return 'ParamRef' in node ? node.ParamRef.number : undefined
}

/** One statement of a script: its text and its tree. */
export type ParsedStatement = { text: string; node: Node }

/** The statements of a script, each with its own text. Throws the grammar's error. */
export function parseStatements(script: string): ParsedStatement[] {
  const bytes = Buffer.from(script)
  return (parseSync(script).stmts ?? []).flatMap(({ stmt, stmt_location: at = 0, stmt_len: length }) => {
    const text = bytes.subarray(at, length === undefined ? undefined : at + length).toString()
    return stmt === undefined ? [] : [{ text: text.trim(), node: stmt }]
  })
}

type Kinds = Node extends infer N ? (N extends Node ? keyof N : never) : never
type Of<K extends Kinds> = Extract<Node, Record<K, unknown>>[K]

/** Every node of a kind in a tree, outer ones first. */
export function nodesIn<K extends Kinds>(part: unknown, kind: K): Of<K>[] {
  if (Array.isArray(part)) return part.flatMap((each) => nodesIn(each, kind))
  if (typeof part !== 'object' || part === null) return []
  return Object.entries(part).flatMap(([name, value]) => {
    // cast: the parser puts no other node under the name of a node's type.
    const own = name === kind ? [value as Of<K>] : []
    return [...own, ...nodesIn(value, kind)]
  })
}

/** A statement in lower case, its tokens one space apart, without comments and the contents of literals. */
export function plainText(text: string): string {
  const tokens = scanSync(text).tokens.filter(({ tokenName }) => !tokenName.endsWith('COMMENT'))
  const words = tokens.map(({ tokenName, text: word }) => (tokenName === 'SCONST' ? "''" : word.toLowerCase()))
  return words.join(' ')
}

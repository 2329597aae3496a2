import { loadModule, parseSync, type Node, type SelectStmt } from 'libpg-query'

await loadModule()

/** The syntax trees of the statements in a text, by PostgreSQL's own grammar. Throws its error. */
export function parseSql(text: string): Node[] {
  return (parseSync(text).stmts ?? []).flatMap(({ stmt }) => stmt ?? [])
}

/** The selects that stand in an expression, a join or a list of them, not those within such a select. */
export function selectsIn(part: unknown): SelectStmt[] {
  if (Array.isArray(part)) return part.flatMap(selectsIn)
  if (typeof part !== 'object' || part === null) return []
  return Object.entries(part).flatMap(([kind, value]) => {
    // cast: the parser puts nothing else under the name of a node's type.
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

/** The number of the parameter that a node is, through casts; undefined for any other. */
export function parameterOf(node: Node | undefined): number | undefined {
  if (node === undefined) return undefined
  if ('TypeCast' in node) return parameterOf(node.TypeCast.arg)
  return 'ParamRef' in node ? node.ParamRef.number : undefined
}

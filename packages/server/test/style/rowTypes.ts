import { child, children, type Finding, textAt, type Tree, walk } from './tree.ts'

const serverSource = /^packages\/server\/src\//

/** Row types follow from the statement: none is stated at a call of `rows`, nor for a statement with a literal name. */
export function checkRowTypes(tree: Tree): Finding[] {
  const found: Finding[] = []
  for (const source of tree.sources.filter(({ path, test }) => serverSource.test(path) && !test)) {
    walk(source.program, (node) => {
      if (node.type !== 'CallExpression' || child(node, 'typeArguments') === undefined) return
      const callee = child(node, 'callee')
      const at = { path: source.path, line: source.lineAt(node.start) }
      if (textAt(child(callee, 'property'), 'name') === 'rows')
        found.push({ ...at, message: 'rows: the statement carries the type of its rows' })
      if (textAt(callee, 'name') === 'builtStatement' && textAt(children(node, 'arguments')[0], 'value') !== undefined)
        found.push({ ...at, message: 'builtStatement: under a literal name, `statement` has a generated row type' })
    })
  }
  return found
}

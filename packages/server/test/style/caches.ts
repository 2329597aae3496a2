import { child, type Finding, type Node, type Source, textAt, type Tree, walk } from './tree.ts'

const serverSource = /^packages\/server\/src\//
const comparison = /^[<>]=?$/

/** A bounded cache is an `lru-cache`: no function compares the size of a Map or Set and then evicts or adds there. */
export function checkCaches(tree: Tree): Finding[] {
  return tree.sources.filter(({ path, test }) => serverSource.test(path) && !test).flatMap(handMade)
}

type Use = { of: string; node: Node }

function handMade(source: Source): Finding[] {
  const functions: Node[] = []
  const compared: Use[] = []
  const changed: Use[] = []
  walk(source.program, (node) => {
    if (/Function/.test(node.type)) functions.push(node)
    const size = comparedSize(source, node)
    if (size !== undefined) compared.push({ of: size, node })
    const change = changedMap(source, node)
    if (change !== undefined) changed.push({ of: change, node })
  })
  const around = ({ start, end }: Node) => functions.findLast((each) => each.start <= start && each.end >= end)
  return compared
    .filter((size) => changed.some(({ of, node }) => of === size.of && around(node) === around(size.node)))
    .map(({ of, node }) => ({
      path: source.path,
      line: source.lineAt(node.start),
      message: `${of}: use lru-cache`,
    }))
}

/** The text of what a call evicts from or adds to. */
function changedMap(source: Source, node: Node): string | undefined {
  const callee = node.type === 'CallExpression' ? child(node, 'callee') : undefined
  const object = child(callee, 'object')
  const isChange = /^(delete|clear|set)$/.test(textAt(child(callee, 'property'), 'name') ?? '')
  return isChange && object !== undefined ? source.text.slice(object.start, object.end) : undefined
}

/** The text of what a comparison takes the size of. */
function comparedSize(source: Source, node: Node): string | undefined {
  if (node.type !== 'BinaryExpression' || !comparison.test(textAt(node, 'operator') ?? '')) return undefined
  // A comparison with a number in place asks whether something is there, and bounds nothing.
  if (child(node, 'left')?.type === 'Literal' || child(node, 'right')?.type === 'Literal') return undefined
  for (const side of ['left', 'right']) {
    const operand = child(node, side)
    const object = child(operand, 'object')
    if (object === undefined || textAt(child(operand, 'property'), 'name') !== 'size') continue
    return source.text.slice(object.start, object.end)
  }
  return undefined
}

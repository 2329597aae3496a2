import { child, children, type Finding, type Node, type Source, textAt, type Tree, walk } from './tree.ts'

const serverSource = /^packages\/server\/src\//
const comparison = /^[<>]=?$/

/**
 * A bounded cache is an `lru-cache`: no function compares the size of a Map or Set and then evicts or adds there. State
 * of a product is in the memory of its process, `ctx.memory`: two processes of one test share no module.
 */
export function checkCaches(tree: Tree): Finding[] {
  const sources = tree.sources.filter(({ path, test }) => serverSource.test(path) && !test)
  const products = sources.filter(({ path }) => path.startsWith('packages/server/src/products/'))
  return [...sources.flatMap(handMade), ...products.flatMap(moduleState)]
}

const stateful = /^(Map|WeakMap|WeakSet|LRUCache)$/

function moduleState(source: Source): Finding[] {
  const statements = children(source.program, 'body').map((each) => child(each, 'declaration') ?? each)
  const declarations = statements.filter(({ type }) => type === 'VariableDeclaration')
  const states = declarations.flatMap((declaration) =>
    children(declaration, 'declarations').filter(
      (each) => textAt(declaration, 'kind') === 'let' || isStateful(child(each, 'init')),
    ),
  )
  return states.map((each) => {
    const name = textAt(child(each, 'id'), 'name')
    return { path: source.path, line: source.lineAt(each.start), message: `${name}: use ctx.memory` }
  })
}

function isStateful(init: Node | undefined): boolean {
  const name = textAt(child(init, 'callee'), 'name') ?? ''
  if (init?.type === 'CallExpression') return name === 'openExpiring'
  const isEmptySet = name === 'Set' && children(init, 'arguments').length === 0
  return init?.type === 'NewExpression' && (stateful.test(name) || isEmptySet)
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

/** The map of a call that evicts or adds. */
function changedMap(source: Source, node: Node): string | undefined {
  const callee = node.type === 'CallExpression' ? child(node, 'callee') : undefined
  const object = child(callee, 'object')
  const isChange = /^(delete|clear|set)$/.test(textAt(child(callee, 'property'), 'name') ?? '')
  return isChange && object !== undefined ? source.text.slice(object.start, object.end) : undefined
}

/** The map whose size a comparison reads. */
function comparedSize(source: Source, node: Node): string | undefined {
  if (node.type !== 'BinaryExpression' || !comparison.test(textAt(node, 'operator') ?? '')) return undefined
  // A comparison with a literal number checks for presence and bounds nothing.
  if (child(node, 'left')?.type === 'Literal' || child(node, 'right')?.type === 'Literal') return undefined
  for (const side of ['left', 'right']) {
    const operand = child(node, side)
    const object = child(operand, 'object')
    if (object === undefined || textAt(child(operand, 'property'), 'name') !== 'size') continue
    return source.text.slice(object.start, object.end)
  }
  return undefined
}

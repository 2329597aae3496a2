/** A node of a definition as the canvas changes it. */
export type CanvasNode = Record<string, unknown> & { nodeId: string; type: string }

/** A way between nodes: the path of its field within the node that it leaves. */
export type CanvasWay = { from: string; path: string; to: string }

const columnWidth = 240
const rowHeight = 130

/** Ways of a definition, by the path of their field. */
export function waysOf(nodes: readonly CanvasNode[]): CanvasWay[] {
  return nodes.flatMap((node) =>
    pathsOf(node).flatMap((path) => {
      const to = valueAt(node, path)
      return typeof to === 'string' ? [{ from: node.nodeId, path, to }] : []
    }),
  )
}

/** Paths of the ways out of a node. */
export function pathsOf(node: CanvasNode): string[] {
  const count = (name: string) => (Array.isArray(node[name]) ? node[name].length : 0)
  const listed = (name: string) => Array.from({ length: count(name) }, (_, index) => `${name}.${index}.next`)
  if (node.type === 'exit') return []
  if (node.type === 'branch') return [...listed('cases'), 'else']
  if (node.type === 'split') return listed('weights')
  return node.type === 'waitFor' ? ['next', 'timeoutNext'] : ['next']
}

function valueAt(node: CanvasNode, path: string): unknown {
  return path.split('.').reduce<unknown>((value, key) => Object(value)[key], node)
}

/** The nodes with another target of one way; null ends the run there. */
export function connected(
  nodes: readonly CanvasNode[],
  { from, path, to }: Omit<CanvasWay, 'to'> & { to: string | null },
): CanvasNode[] {
  return nodes.map((node) => (node.nodeId === from ? { ...node, ...setAt(node, path.split('.'), to) } : node))
}

function setAt(
  value: Record<string, unknown>,
  [key = '', ...rest]: string[],
  to: string | null,
): Record<string, unknown> {
  if (rest.length === 0) return { [key]: to }
  const list = Array.isArray(value[key]) ? value[key] : []
  const [index, ...inner] = rest
  return {
    [key]: list.map((each, at) =>
      at === Number(index) ? { ...Object(each), ...setAt(Object(each), inner, to) } : each,
    ),
  }
}

/** Places of nodes: their own, else by their distance from the entry. */
export function placesOf(nodes: readonly CanvasNode[]): Map<string, { x: number; y: number }> {
  const ways = waysOf(nodes)
  const level = new Map<string, number>()
  let reached = nodes.slice(0, 1).map(({ nodeId }) => nodeId)
  for (let depth = 0; reached.length > 0; depth++) {
    const fresh = reached.filter((id) => !level.has(id))
    for (const id of fresh) level.set(id, depth)
    reached = ways.filter(({ from }) => fresh.includes(from)).map(({ to }) => to)
  }
  const used = new Map<number, number>()
  return new Map(
    nodes.map((node) => {
      const row = level.get(node.nodeId) ?? 0
      const column = used.get(row) ?? 0
      used.set(row, column + 1)
      const { x, y } = Object(node['position'])
      const own = typeof x === 'number' && typeof y === 'number' ? { x, y } : undefined
      return [node.nodeId, own ?? { x: column * columnWidth, y: row * rowHeight }]
    }),
  )
}

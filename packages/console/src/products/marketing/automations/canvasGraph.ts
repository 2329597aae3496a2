/** A node of a definition as the canvas changes it. */
export type CanvasNode = Record<string, unknown> & { nodeId: string; type: string }

/** A way out of a node: the path of its field within the node that it leaves. */
export type WayStart = { from: string; path: string }

/** A way between nodes. */
export type CanvasWay = WayStart & { to: string }

/** Ways of a definition, by the path of their field. */
export function waysOf(nodes: readonly CanvasNode[]): CanvasWay[] {
  return nodes.flatMap((node) =>
    pathsOf(node).flatMap((path) => {
      const to = targetOf(node, path)
      return to === null ? [] : [{ from: node.nodeId, path, to }]
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

/** The node to which a way leads; null where the run ends. */
export function targetOf(node: CanvasNode, path: string): string | null {
  const to = path.split('.').reduce<unknown>((value, key) => Object(value)[key], node)
  return typeof to === 'string' ? to : null
}

/** The nodes with another target of one way; null ends the run there. */
export function connected(
  nodes: readonly CanvasNode[],
  { from, path, to }: WayStart & { to: string | null },
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

/** Place of a new node: on a way, before the entry, or apart from the others. */
export type NodePlace = WayStart | 'entry' | { x: number; y: number }

/** The nodes with a new one. On a way it stands between both ends: its last way leads on. */
export function inserted(nodes: readonly CanvasNode[], node: CanvasNode, place: NodePlace): CanvasNode[] {
  if (place !== 'entry' && 'x' in place) return [...nodes, { ...node, position: place }]
  const target = place === 'entry' ? (nodes[0]?.nodeId ?? null) : targetAt(nodes, place)
  const path = pathsOf(node).at(node.type === 'branch' ? -1 : 0)
  const [leading = node] = path === undefined ? [node] : connected([node], { from: node.nodeId, path, to: target })
  if (place === 'entry') return [leading, ...nodes]
  return [...connected(nodes, { ...place, to: node.nodeId }), leading]
}

function targetAt(nodes: readonly CanvasNode[], { from, path }: WayStart): string | null {
  const node = nodes.find(({ nodeId }) => nodeId === from)
  return node === undefined ? null : targetOf(node, path)
}

/** The nodes without one: ways to it lead on to the node that followed it. */
export function removed(nodes: readonly CanvasNode[], nodeId: string): CanvasNode[] {
  const gone = nodes.find((each) => each.nodeId === nodeId)
  if (gone === undefined || nodes.length === 1) return [...nodes]
  const next = pathsOf(gone).map((path) => targetOf(gone, path))
  const successor = next.find((each) => each !== null && each !== nodeId) ?? null
  const rest = nodes.filter((each) => each !== gone)
  const led = waysOf(rest)
    .filter(({ to }) => to === nodeId)
    .reduce(
      (before, { from, path }) => connected(before, { from, path, to: from === successor ? null : successor }),
      rest,
    )
  const isEntry = nodes[0] === gone
  return isEntry && successor !== null ? asEntry(led, successor) : led
}

/** The nodes with another first one: runs begin there. */
export function asEntry(nodes: readonly CanvasNode[], nodeId: string): CanvasNode[] {
  const entry = nodes.filter((each) => each.nodeId === nodeId)
  return [...entry, ...nodes.filter((each) => each.nodeId !== nodeId)]
}

/** The nodes with another version of one of them. */
export function replaced(nodes: readonly CanvasNode[], node: CanvasNode): CanvasNode[] {
  return nodes.map((each) => (each.nodeId === node.nodeId ? node : each))
}

/** The first way that ends a run, from a node onwards. */
export function openWay(nodes: readonly CanvasNode[], from: string | undefined): WayStart | undefined {
  const seen = new Set<string>()
  const waiting = [from ?? nodes[0]?.nodeId ?? '']
  for (let id = waiting.shift(); id !== undefined; id = waiting.shift()) {
    const node = nodes.find(({ nodeId }) => nodeId === id)
    if (node === undefined || seen.has(id)) continue
    seen.add(id)
    const open = pathsOf(node).find((path) => targetOf(node, path) === null)
    if (open !== undefined) return { from: id, path: open }
    waiting.push(...pathsOf(node).flatMap((path) => targetOf(node, path) ?? []))
  }
  return undefined
}

/**
 * The place of a new node after a chosen one: on its first open way, else on its first way. One without ways, such as
 * an exit, has it before. Without a choice the node stands at the end.
 */
export function placeAfter(nodes: readonly CanvasNode[], chosen: string | undefined): WayStart | 'entry' {
  const node = nodes.find(({ nodeId }) => nodeId === chosen)
  const ways = waysOf(nodes)
  if (node === undefined) {
    const exits = new Set(nodes.filter(({ type }) => type === 'exit').map(({ nodeId }) => nodeId))
    return openWay(nodes, undefined) ?? startOf(ways.find(({ to }) => exits.has(to))) ?? 'entry'
  }
  const paths = pathsOf(node)
  const path = paths.find((each) => targetOf(node, each) === null) ?? paths[0]
  if (path !== undefined) return { from: node.nodeId, path }
  return startOf(ways.find(({ to }) => to === node.nodeId)) ?? 'entry'
}

function startOf(way: CanvasWay | undefined): WayStart | undefined {
  return way === undefined ? undefined : { from: way.from, path: way.path }
}

/** A free id for a node of a type: `delay`, `delay2` … */
export function freeId(nodes: readonly CanvasNode[], type: string): string {
  const used = new Set(nodes.map(({ nodeId }) => nodeId))
  for (let number = 1; ; number++) {
    const id = number === 1 ? type : `${type}${number}`
    if (!used.has(id)) return id
  }
}

/** Neighbours of a node for the keyboard: before and after it on its ways, and beside it. */
export function neighbourOf(
  nodes: readonly CanvasNode[],
  nodeId: string,
  direction: 'before' | 'after' | 'left' | 'right',
): string | undefined {
  const ways = waysOf(nodes)
  if (direction === 'after') return ways.find(({ from }) => from === nodeId)?.to
  const before = ways.find(({ to }) => to === nodeId)?.from
  if (direction === 'before') return before
  const siblings = ways.filter(({ from }) => from === before).map(({ to }) => to)
  return siblings[siblings.indexOf(nodeId) + (direction === 'left' ? -1 : 1)]
}

import dagre from '@dagrejs/dagre'
import { pathsOf, targetOf, waysOf, type CanvasNode } from './canvasGraph.ts'

/** Size of a node on the canvas, in pixels. */
export const nodeSize = { width: 224, height: 92 } as const

/** Room for the label of a way. */
const labelSize = { width: 120, height: 20, labelpos: 'c' } as const

/** A place on the canvas. */
export type Point = { x: number; y: number }

/** Course of a way around the nodes between its ends, and the place of its label. */
export type WayCourse = { points: Point[]; label: Point }

/** Top left corners of nodes by id, and courses of ways by node and path: of those between nodes without own places. */
export type CanvasLayout = { places: Map<string, Point>; courses: Map<string, WayCourse> }

/** Lays the nodes out: at their own places, else in rows from the entry down. */
export function layoutOf(nodes: readonly CanvasNode[]): CanvasLayout {
  const graph = new dagre.graphlib.Graph({ multigraph: true })
  graph.setGraph({ rankdir: 'TB', nodesep: 48, ranksep: 22, edgesep: 24 })
  for (const { nodeId } of nodes) graph.setNode(nodeId, { ...nodeSize })
  const ways = waysOf(nodes).filter(({ to }) => graph.hasNode(to))
  for (const { from, path, to } of ways) graph.setEdge(from, to, { ...labelSize }, path)
  dagre.layout(graph)
  const own = new Map(nodes.map((node) => [node.nodeId, ownPlace(node)]))
  const places = new Map(nodes.map(({ nodeId }) => [nodeId, own.get(nodeId) ?? cornerOf(graph.node(nodeId))] as const))
  const courses = new Map<string, WayCourse>()
  for (const { from, path, to } of ways) {
    const { points = [], x, y } = graph.edge(from, to, path)
    const isFree = own.get(from) === undefined && own.get(to) === undefined
    if (!isFree || x === undefined || y === undefined) continue
    courses.set(`${from} ${path}`, { points: points.slice(1, -1), label: { x, y } })
  }
  return { places, courses }
}

function cornerOf({ x = 0, y = 0 }: Partial<Point>): Point {
  return { x: Math.round(x - nodeSize.width / 2), y: Math.round(y - nodeSize.height / 2) }
}

function ownPlace(node: CanvasNode): Point | undefined {
  const { x, y } = Object(node['position'])
  return typeof x === 'number' && typeof y === 'number' ? { x, y } : undefined
}

/** Paths of the ways out of a node from left to right, by the places to which they lead: fewer of them cross. */
export function endsOf(node: CanvasNode, places: ReadonlyMap<string, Point>): string[] {
  const own = places.get(node.nodeId)?.x ?? 0
  const at = (path: string) => places.get(targetOf(node, path) ?? '')?.x ?? own
  return pathsOf(node).toSorted((one, other) => at(one) - at(other))
}

/** A smooth line through points, as the path of an SVG. */
export function smoothPath([first, ...rest]: readonly Point[]): string {
  if (first === undefined) return ''
  const at = ({ x, y }: Point) => `${Math.round(x)},${Math.round(y)}`
  const last = rest.at(-1)
  if (last === undefined) return ''
  const curves = rest.slice(0, -1).map((point, index) => {
    const next = rest[index + 1] ?? last
    return `Q${at(point)} ${at({ x: (point.x + next.x) / 2, y: (point.y + next.y) / 2 })}`
  })
  return `M${at(first)} ${curves.join(' ')} L${at(last)}`
}

/** The nodes without places of their own, so that they lie in rows again. */
export function withoutPlaces(nodes: readonly CanvasNode[]): CanvasNode[] {
  // cast: a node keeps its id and its type.
  return nodes.map(({ position: _former, ...node }) => node as CanvasNode)
}

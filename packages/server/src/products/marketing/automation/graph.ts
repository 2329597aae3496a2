import { field, type FieldProblem } from '#kit/call/problem.ts'
import type { AutomationNode } from './definitionFields.ts'
import { lengthMs } from './duration.ts'

/** A way out of a node: the path of its field within the node, and the node that follows. */
export type Way = { path: string; next: string | null }

/** Shortest delay that may close a cycle. */
const cycleDelayMsMin = 60_000

/** Ways out of a node, in order. A way to null completes the run. */
export function waysOf(node: AutomationNode): Way[] {
  const next: Way = { path: 'next', next: node.next ?? null }
  switch (node.type) {
    case 'exit':
      return []
    case 'branch':
      return [
        ...(node.cases ?? []).map((each, index) => ({ path: `cases/${index}/next`, next: each.next ?? null })),
        { path: 'else', next: node.else ?? null },
      ]
    case 'split':
      return (node.weights ?? []).map((each, index) => ({ path: `weights/${index}/next`, next: each.next ?? null }))
    case 'waitFor':
      return [next, { path: 'timeoutNext', next: node.timeoutNext ?? null }]
    default:
      return [next]
  }
}

/**
 * Problems of a graph: the first node is its entry, each way leads to a node, each node is reachable, and each cycle
 * has a delay of at least a minute.
 */
export function graphProblems(nodes: readonly AutomationNode[]): FieldProblem[] {
  const problems = [...repeated(nodes), ...danglingWays(nodes)]
  if (problems.length > 0) return problems
  const byId = new Map(nodes.map((node) => [node.nodeId, node]))
  return [...unreachable(nodes, byId), ...undelayedCycles(nodes, byId)]
}

function repeated(nodes: readonly AutomationNode[]): FieldProblem[] {
  const seen = new Set<string>()
  return nodes.flatMap(({ nodeId }, index) => {
    if (seen.has(nodeId)) return [field(`/nodes/${index}/nodeId`, 'graph', `repeats the node ${nodeId}`)]
    seen.add(nodeId)
    return []
  })
}

function danglingWays(nodes: readonly AutomationNode[]): FieldProblem[] {
  const ids = new Set(nodes.map(({ nodeId }) => nodeId))
  return nodes.flatMap((node, index) =>
    waysOf(node)
      .filter(({ next }) => next !== null && !ids.has(next))
      .map(({ path, next }) =>
        field(`/nodes/${index}/${path}`, 'graph', `of node ${node.nodeId} leads to ${next}, which is no node`),
      ),
  )
}

type ById = ReadonlyMap<string, AutomationNode>

function unreachable(nodes: readonly AutomationNode[], byId: ById): FieldProblem[] {
  const reached = new Set<string>()
  const waiting = nodes.slice(0, 1).map(({ nodeId }) => nodeId)
  for (let id = waiting.pop(); id !== undefined; id = waiting.pop()) {
    const node = byId.get(id)
    if (node === undefined || reached.has(id)) continue
    reached.add(id)
    waiting.push(...waysOf(node).flatMap(({ next }) => next ?? []))
  }
  return nodes.flatMap(({ nodeId }, index) =>
    reached.has(nodeId) ? [] : [field(`/nodes/${index}`, 'graph', `node ${nodeId} is not reachable from the entry`)],
  )
}

/** Whether each passage of a node takes a minute at least. A wait and a date may be over at once. */
function isDelay(node: AutomationNode): boolean {
  if (node.type !== 'delay') return false
  return node.untilLocalTime !== undefined || (node.for !== undefined && (lengthMs(node.for) ?? 0) >= cycleDelayMsMin)
}

/** Nodes on a cycle without a delay: a depth-first walk over the other nodes that meets its own path. */
function undelayedCycles(nodes: readonly AutomationNode[], byId: ById): FieldProblem[] {
  const state = new Map<string, 'open' | 'done'>()
  const problems: FieldProblem[] = []
  const visit = (node: AutomationNode, path: readonly string[]): void => {
    state.set(node.nodeId, 'open')
    for (const { next } of waysOf(node)) {
      const following = next === null ? undefined : byId.get(next)
      if (following === undefined || isDelay(following)) continue
      const known = state.get(following.nodeId)
      if (known === undefined) visit(following, [...path, following.nodeId])
      if (known !== 'open') continue
      const cycle = path.slice(path.indexOf(following.nodeId))
      const index = nodes.indexOf(node)
      problems.push(
        field(`/nodes/${index}`, 'graph', `nodes ${cycle.join(', ')} repeat without a delay of at least PT1M`),
      )
    }
    state.set(node.nodeId, 'done')
  }
  for (const node of nodes) if (!isDelay(node) && !state.has(node.nodeId)) visit(node, [node.nodeId])
  return problems
}

/** Ids of nodes that problems name by their index. */
export function nodeIdsOf(problems: readonly FieldProblem[], nodes: readonly AutomationNode[]): string[] {
  const ids = problems.flatMap(({ path }) => nodes[Number(/^\/nodes\/(\d+)/.exec(path)?.[1] ?? -1)]?.nodeId ?? [])
  return [...new Set(ids)]
}

import { isEqual } from '#console/parts/form/formValues.ts'
import type { CanvasNode } from './canvasGraph.ts'
import type { Definition } from './definitionDraft.ts'

/** Difference of a node between two versions; `fields`: those that differ, without its place on the canvas. */
export type NodeChange = { nodeId: string; change: 'added' | 'removed' | 'changed'; fields: readonly string[] }

/** Differences between two definitions: nodes, and names of the other parts. */
export type DefinitionDiff = { nodes: readonly NodeChange[]; parts: readonly string[] }

const parts = ['trigger', 'entry', 'exitWhen', 'goal', 'settings'] as const

/** Compares a definition with a later one. */
export function definitionDiff(before: Definition, after: Definition): DefinitionDiff {
  const [former, later] = [byId(before.nodes), byId(after.nodes)]
  const removed = [...former.keys()].filter((id) => !later.has(id))
  const changes = [...later].flatMap(([nodeId, node]): NodeChange[] => {
    const old = former.get(nodeId)
    if (old === undefined) return [{ nodeId, change: 'added', fields: [] }]
    const fields = [...new Set([...Object.keys(old), ...Object.keys(node)])].filter(
      (name) => name !== 'position' && !isEqual(old[name], node[name]),
    )
    return fields.length === 0 ? [] : [{ nodeId, change: 'changed', fields }]
  })
  return {
    nodes: [...removed.map((nodeId): NodeChange => ({ nodeId, change: 'removed', fields: [] })), ...changes],
    parts: parts.filter((name) => !isEqual(before[name], after[name])),
  }
}

function byId(nodes: readonly CanvasNode[]): Map<string, CanvasNode> {
  return new Map(nodes.map((node) => [node.nodeId, node]))
}

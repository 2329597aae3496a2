import { FairgroundError } from '@fairground/sdk'
import type { OutputOf } from '#console/app/client.ts'
import { isEqual, type FormErrors } from '#console/parts/form/formValues.ts'
import { refusalText } from '#console/parts/form/refusalTexts.ts'
import type { CanvasNode } from './canvasGraph.ts'
import { withoutPlaces } from './canvasLayout.ts'

/** An automation with its definition and its numbers. */
export type Automation = OutputOf<'marketing.automation.get'>

/** The parts of a definition that the canvas edits. */
export type Definition = {
  trigger: Readonly<Record<string, unknown>>
  entry: Readonly<Record<string, unknown>>
  nodes: readonly CanvasNode[]
  exitWhen: unknown
  goal: unknown
  settings: Readonly<Record<string, unknown>>
}

/** States in which the definition changes. */
export const editableStates: ReadonlySet<string> = new Set(['draft', 'paused', 'error'])

/** The definition of an automation. */
export function definitionOf({ trigger, entry, nodes, exitWhen, goal, settings }: Automation): Definition {
  return { trigger, entry, nodes, exitWhen, goal, settings }
}

const parts = ['trigger', 'entry', 'nodes', 'exitWhen', 'goal', 'settings'] as const

/** Whether two definitions differ in more than the places of their steps on the canvas. */
export function isOtherGraph(before: Definition, after: Definition): boolean {
  const graphOf = (each: Definition) => ({ ...each, nodes: withoutPlaces(each.nodes) })
  return Object.keys(changedParts(graphOf(before), graphOf(after))).length > 0
}

/** The parts of a definition that differ from another one. */
export function changedParts(before: Definition, after: Definition): Partial<Definition> {
  const changed = parts.filter((name) => !isEqual(before[name], after[name]))
  return Object.fromEntries(changed.map((name) => [name, after[name]]))
}

/** Refused fields: those of nodes by node, and those of the other parts by their path. */
export type DefinitionErrors = { byNode: ReadonlyMap<string, FormErrors>; others: FormErrors }

/** No refusal. */
export const noErrors: DefinitionErrors = { byNode: new Map(), others: {} }

/**
 * The refusals that still hold after an edit: those of the steps and parts that it left as they were. Refusals of the
 * graph, such as a step that no way reaches, hold while all steps stay as they were, wherever they stand.
 */
export function remainingErrors(errors: DefinitionErrors, before: Definition, after: Definition): DefinitionErrors {
  const textsOf = ({ nodes }: Definition) => withoutPlaces(nodes).map((node) => JSON.stringify(node))
  const [left, right] = [textsOf(before), textsOf(after)]
  const isSameGraph = isEqual(left, right)
  const same = new Set(after.nodes.filter((_, index) => left.includes(right[index] ?? '')).map(({ nodeId }) => nodeId))
  const changed = new Set<string>(
    parts.filter((name) => (name === 'nodes' ? !isSameGraph : !isEqual(before[name], after[name]))),
  )
  const fieldsOf = (fields: FormErrors) =>
    isSameGraph ? fields : Object.fromEntries(Object.entries(fields).filter(([path]) => path !== ''))
  const held = [...errors.byNode].flatMap(([nodeId, fields]): [string, FormErrors][] => {
    const kept = fieldsOf(fields)
    return same.has(nodeId) && Object.keys(kept).length > 0 ? [[nodeId, kept]] : []
  })
  return {
    byNode: new Map(held),
    others: Object.fromEntries(
      Object.entries(errors.others).filter(([path]) => !changed.has(path.split('/')[1] ?? '')),
    ),
  }
}

/** The refused fields of an error, with the nodes of the sent definition; undefined for an error of another kind. */
export function definitionErrors(error: unknown, nodes: readonly CanvasNode[]): DefinitionErrors | undefined {
  if (!(error instanceof FairgroundError) || error.fields.length === 0) return undefined
  const byNode = new Map<string, Record<string, string>>()
  const others: Record<string, string> = {}
  for (const { path, message: refusal } of error.fields) {
    const message = refusalText(refusal)
    const [, index, below = ''] = /^\/nodes\/(\d+)(\/.*)?$/.exec(path) ?? []
    const node = index === undefined ? undefined : nodes[Number(index)]
    if (node === undefined) others[path] = message
    else byNode.set(node.nodeId, { ...byNode.get(node.nodeId), [below]: message })
  }
  return { byNode, others }
}

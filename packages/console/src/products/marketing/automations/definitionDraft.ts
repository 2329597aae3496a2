import { FairgroundError } from '@fairground/sdk'
import type { OutputOf } from '#console/app/client.ts'
import { isEqual, type FormErrors } from '#console/parts/form/formValues.ts'
import { refusalText } from '#console/parts/form/refusalTexts.ts'
import type { CanvasNode } from './canvasGraph.ts'

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

/** The parts of a definition that differ from another one. */
export function changedParts(before: Definition, after: Definition): Partial<Definition> {
  const changed = parts.filter((name) => !isEqual(before[name], after[name]))
  return Object.fromEntries(changed.map((name) => [name, after[name]]))
}

/** Refused fields: those of nodes by node, and those of the other parts by their path. */
export type DefinitionErrors = { byNode: ReadonlyMap<string, FormErrors>; others: FormErrors }

/** No refusal. */
export const noErrors: DefinitionErrors = { byNode: new Map(), others: {} }

/** The refusals that still hold after an edit: those of the steps and parts that it left as they were. */
export function remainingErrors(errors: DefinitionErrors, before: Definition, after: Definition): DefinitionErrors {
  const changed = new Set<string>(parts.filter((name) => name !== 'nodes' && before[name] !== after[name]))
  const left = new Set(before.nodes)
  const same = new Set(after.nodes.filter((node) => left.has(node)).map(({ nodeId }) => nodeId))
  return {
    byNode: new Map([...errors.byNode].filter(([nodeId]) => same.has(nodeId))),
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

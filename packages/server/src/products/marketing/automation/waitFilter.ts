import type { AutomationNode } from './definitionFields.ts'
import type { EventCondition, Filter } from '#kit/filter/filter.ts'

/** Last moment of an open period. */
const farFuture = '9999-12-31T00:00:00.000Z'

/** The filter that ends a wait. */
export function waitFilter(node: AutomationNode, since: Date): Filter | undefined {
  const { segmentId, filter } = node
  return eventAwaited(node, since) ?? (segmentId === undefined ? filter : { segment: segmentId })
}

/** The event that ends a wait: one since the arrival at the node. */
export function eventAwaited({ event }: AutomationNode, since: Date): EventCondition | undefined {
  if (event === undefined) return undefined
  const where = event.where === undefined || event.where.length === 0 ? {} : { where: event.where }
  return { event: event.name, ...where, between: [since.toISOString(), farFuture] }
}

/** The filter of an answer of the contact to a message since a moment. */
export function answerFilter(action: string, since: Date): Filter {
  return { event: `marketing.message.${action}`, between: [since.toISOString(), farFuture] }
}

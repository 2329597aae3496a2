import type { Ctx } from '#kit/call/context.ts'
import type { EventCondition, Filter } from '#kit/filter/filter.ts'
import { matches } from '#kit/filter/matches.ts'
import { mentionsOf } from '#kit/filter/mentions.ts'
import { loadSubjects } from '#products/marketing/filter/contactSubject.ts'
import { contactVocabulary as vocabulary } from '#products/marketing/filter/contactVocabulary.ts'
import type { AutomationNode, Definition } from './definitionFields.ts'
import { newestEvent, type RunEvent } from './runEvent.ts'
import { answerFilter, waitFilter } from './waitFilter.ts'

/** Conditions on contacts whose data has been read. */
export type Conditions = {
  matches(filter: Filter, contactId: string, at: Date): boolean
  newestEvent(condition: EventCondition, contactId: string, at: Date): RunEvent | undefined
  isTimeRelative(filter: Filter): boolean
}

/** Reads what filters need of contacts, by row id. */
export async function loadConditions(
  ctx: Ctx,
  contactIds: readonly string[],
  filters: readonly Filter[],
): Promise<Conditions> {
  const isTimeRelative = (filter: Filter) => mentionsOf([filter], vocabulary).isTimeRelative
  if (filters.length === 0) return { matches: () => false, newestEvent: () => undefined, isTimeRelative }
  const subjects = await loadSubjects(ctx, contactIds, mentionsOf(filters, vocabulary))
  return {
    isTimeRelative,
    matches(filter, contactId, at) {
      const subject = subjects.get(contactId)
      return subject !== undefined && matches(filter, subject, { vocabulary, at })
    },
    newestEvent: (condition, contactId, at) => newestEvent(condition, subjects.get(contactId)?.events ?? [], at),
  }
}

/** All filters of a definition, those of its waits included. */
export function filtersOf({ entry, exitWhen, goal, nodes, stopOn = [] }: Definition): Filter[] {
  const answers = stopOn.map((action) => answerFilter(action, new Date(0)))
  const found = [entry?.filter, exitWhen ?? undefined, goal?.filter, ...nodes.flatMap(nodeFilters), ...answers]
  return found.filter((filter) => filter !== undefined)
}

function nodeFilters(node: AutomationNode): Filter[] {
  const wait = waitFilter(node, new Date(0))
  return [...(node.cases ?? []).map(({ when }) => when), ...(wait === undefined ? [] : [wait])]
}

import type { Ctx } from '#kit/call/context.ts'
import { field, type FieldProblem } from '#kit/call/problem.ts'
import { checkFilter } from '#kit/filter/checkFilter.ts'
import type { EventCondition, Filter } from '#kit/filter/filter.ts'
import { matches } from '#kit/filter/matches.ts'
import { mentionsOf } from '#kit/filter/mentions.ts'
import { contactVocabulary as vocabulary } from '#products/marketing/filter/contactVocabulary.ts'
import { matchingContacts } from '#products/marketing/filter/matchingContacts.ts'

/** Whether filters that were evaluated match a contact, by its row id. */
export type RuleMatcher = (filter: Filter, contactId: string) => boolean

/** Evaluates filters for contacts, by row id. */
export async function ruleMatcher(
  ctx: Ctx,
  contactIds: readonly string[],
  filters: readonly Filter[],
): Promise<RuleMatcher> {
  const matching = await matchingContacts(ctx, contactIds, filters)
  const found = new Map(filters.map((filter, index) => [filter, matching[index]]))
  return (filter, contactId) => found.get(filter)?.has(contactId) ?? false
}

/** Problems of a filter of a rule. A rule on a score would add to its own result. */
export function ruleFilterProblems(filter: unknown, path: string): FieldProblem[] {
  const problems = checkFilter(filter, vocabulary, path)
  if (problems.length > 0) return problems
  // cast: the check has accepted it.
  const { fields, events } = mentionsOf([filter as Filter], vocabulary)
  const isOwn = (name: string) => name.startsWith('score.') || name.startsWith('marketing.leadScore.')
  return [...fields, ...events].some(isOwn) ? [field(path, 'notAllowed', 'must not depend on scores')] : []
}

/** Names of changed fields and of recorded events, and public ids of segments that contacts entered or left. */
export type Touched = { fields?: ReadonlySet<string>; events?: ReadonlySet<string>; segments?: ReadonlySet<string> }

/** Whether a change may alter the result of a filter. One that depends on time is evaluated with each change. */
export function isConcerned(filter: Filter, { fields, events, segments }: Touched): boolean {
  const mentions = mentionsOf([filter], vocabulary)
  const isChanged = (name: string) => fields?.has(name) === true || fields?.has(name.split('.')[0] ?? name) === true
  const isRecorded = (name: string) => events?.has(name) === true
  const isMoved = (id: string) => segments?.has(id) === true
  return (
    mentions.isTimeRelative ||
    [...mentions.fields].some(isChanged) ||
    [...mentions.events].some(isRecorded) ||
    [...mentions.segments].some(isMoved)
  )
}

/** Whether the result of a filter changes by time alone. */
export function isByTime(filter: Filter): boolean {
  return mentionsOf([filter], vocabulary).isTimeRelative
}

/** Whether one event satisfies the condition of a rule, at its own moment. */
export function isEventOf(
  condition: EventCondition,
  event: { name: string; at: string; properties: unknown },
): boolean {
  if (condition.event !== event.name) return false
  const at = new Date(event.at)
  const events = [{ name: event.name, at, properties: Object(event.properties) }]
  return matches(condition, { id: '', fields: {}, events, mails: [], segments: new Set() }, { vocabulary, at })
}

import type { Ctx } from '#kit/call/context.ts'
import { checkFilter } from '#kit/filter/checkFilter.ts'
import type { Filter } from '#kit/filter/filter.ts'
import { field, invalid, problem, reason, type FieldProblem } from '#kit/call/problem.ts'
import { leastCharge } from '#kit/values/leastCharge.ts'
import type { Resource } from '#kit/nouns/resource.ts'
import { recurrenceProblem } from '#platform/recurrence/recurrence.ts'
import { attributeProblems } from '#products/marketing/contact/contact.ts'
import { contactVocabulary } from '#products/marketing/filter/contactVocabulary.ts'
import { filterReferences, unknownNames, type PlacedFilter } from '#products/marketing/filter/filterReferences.ts'
import { missingRecords } from '#products/marketing/heldRecord.ts'
import { isNeverOpen, type Hours } from '#products/marketing/hours/localTime.ts'
import { integration } from '#products/marketing/integration/integration.ts'
import { segment } from '#products/marketing/segment/segment.ts'
import { sequence } from '#products/marketing/sequence/sequence.ts'
import { template } from '#products/marketing/template/template.ts'
import { automation } from './automation.ts'
import { isSettable } from './contactEffect.ts'
import type { AutomationNode, Definition, Where } from './definitionFields.ts'
import { lengthMs } from './duration.ts'
import { recordProblems } from './definitionRecords.ts'
import { graphProblems, nodeIdsOf } from './graph.ts'
import { shapeProblems } from './nodeShapes.ts'
import { eventOfTrigger } from './triggerEvent.ts'
import { recurrenceOf } from './scheduleEntries.ts'

/** Refusal of a graph that cannot be run; the details name its nodes. */
export const graphInvalid = reason(
  'invalid_request',
  'graph_invalid',
  'The nodes are no graph that can be run; `details.nodeIds` names those concerned.',
)

/** A record that a definition refers to. */
export type Reference = {
  kind: 'template' | 'segment' | 'integration' | 'automation' | 'sequence'
  id: string
  path: string
  nodeId: string
}

/** Nouns that a definition refers to, by kind. */
export const referredNouns: Readonly<Record<Reference['kind'], Resource>> = {
  template,
  segment,
  integration,
  automation,
  sequence,
}

/**
 * Checks a definition: fields of each node, graph, durations, filters, recurrence and references. Throws invalid with
 * every wrong field, or graph_invalid. `stored`: the definition before, whose filters may name what is gone since.
 */
export async function checkDefinition(ctx: Ctx, definition: Definition, stored?: Definition): Promise<void> {
  const { nodes } = definition
  const problems = [
    ...nodes.flatMap((node, index) => nodeProblems(node, `/nodes/${index}`)),
    ...triggerProblems(ctx, definition),
    ...partProblems(definition),
    ...placedFilters(definition).flatMap(({ filter, path }) => checkFilter(filter, contactVocabulary, path)),
  ]
  if (problems.length === 0) problems.push(...(await referenceProblems(ctx, definition, stored)))
  if (problems.length === 0) problems.push(...(await recordProblems(ctx, definition)))
  if (problems.length > 0) throw invalid(...problems)
  const wrong = graphProblems(nodes)
  if (wrong.length > 0) throw problem(graphInvalid, { fields: wrong, details: { nodeIds: nodeIdsOf(wrong, nodes) } })
}

function nodeProblems(node: AutomationNode, path: string): FieldProblem[] {
  const problems = shapeProblems(node, path)
  problems.push(...lengthProblems(node.for, `${path}/for`), ...lengthProblems(node.timeout, `${path}/timeout`))
  problems.push(...lengthProblems(node.expiresAfter, `${path}/expiresAfter`))
  problems.push(...lengthProblems(node.paymentLink?.expiresAfter, `${path}/paymentLink/expiresAfter`))
  problems.push(...leastProblems(node.paymentLink, `${path}/paymentLink/amount`))
  problems.push(...dateProblems(node.untilAttribute?.field, `${path}/untilAttribute/field`))
  problems.push(...lengthProblems(node.untilAttribute?.offset, `${path}/untilAttribute/offset`))
  for (const [name, members] of [
    ['set', Object.keys(node.set ?? {})],
    ['unset', node.unset ?? []],
  ] as const) {
    for (const [index, member] of members.entries()) {
      const at = name === 'set' ? `${path}/set/${member}` : `${path}/unset/${index}`
      if (!isSettable(member)) problems.push(field(at, 'unknown', `${member} is no field that a node may write`))
    }
  }
  problems.push(...whereProblems(node.event?.name, node.event?.where, `${path}/event`))
  problems.push(...hoursProblems(node.sendWindow, `${path}/sendWindow`))
  const { inline, variables = {} } = node
  problems.push(...attributeProblems(variables).map((each) => ({ ...each, path: `${path}/variables` })))
  if (node.type === 'sendEmail' && inline !== undefined && inline.subject === undefined) {
    problems.push(field(`${path}/inline/subject`, 'required', 'is required in a mail'))
  }
  return problems
}

/** Problems of hours that begin and end at one time: they could mean a day, or nothing. */
function hoursProblems(hours: Hours | undefined, path: string): FieldProblem[] {
  return hours === undefined || hours.from !== hours.to
    ? []
    : [field(`${path}/to`, 'different', 'must differ from the begin')]
}

function whereProblems(event: string | undefined, where: Where | undefined, path: string): FieldProblem[] {
  return where === undefined ? [] : checkFilter({ event: event ?? 'any.event', where }, contactVocabulary, path)
}

/** Problems of a field that never holds a date: a wait for it, or a trigger by it, would have no moment. */
function dateProblems(name: string | undefined, path: string): FieldProblem[] {
  if (name === undefined || /^(createdAt|updatedAt|attributes\..+)$/.test(name)) return []
  return [field(path, 'type', 'must be createdAt, updatedAt or an attribute: attributes.NAME')]
}

function lengthProblems(text: string | undefined, path: string): FieldProblem[] {
  if (text === undefined || lengthMs(text) !== undefined) return []
  return [field(path, 'maximum', 'must be a duration such as P3D, of three years at most')]
}

function leastProblems(link: AutomationNode['paymentLink'], path: string): FieldProblem[] {
  if (link === undefined) return []
  const least = leastCharge(link.currency)
  return BigInt(link.amount) < least ? [field(path, 'minimum', `must be at least ${least} in this currency`)] : []
}

/** Fields that a trigger needs, by type. */
const triggerNeeds: Readonly<Record<string, readonly string[]>> = {
  event: ['event'],
  segmentEntered: ['segmentId'],
  segmentExited: ['segmentId'],
  dateAttribute: ['field'],
  schedule: ['rrule'],
}

/** Fields that a trigger may have, by type. */
const triggerTakes: Readonly<Record<string, readonly string[]>> = {
  event: ['where'],
  couponRedeemed: ['where'],
  paymentSucceeded: ['where'],
  contactUpdated: ['field'],
  dateAttribute: ['offset', 'isYearly', 'timezone'],
  schedule: ['timezone'],
  scoreCrossed: ['threshold', 'direction'],
}

function triggerProblems(ctx: Ctx, definition: Definition): FieldProblem[] {
  const { trigger } = definition
  const needs = triggerNeeds[trigger.type] ?? []
  const known = new Set(['type', ...needs, ...(triggerTakes[trigger.type] ?? [])])
  const given = Object.entries(trigger).flatMap(([name, value]) => (value === undefined ? [] : [name]))
  const problems = given
    .filter((name) => !known.has(name))
    .map((name) => field(`/trigger/${name}`, 'unknown', `is no field of the type ${trigger.type}`))
  for (const name of needs.filter((each) => !given.includes(each))) {
    problems.push(field(`/trigger/${name}`, 'required', `is required by the type ${trigger.type}`))
  }
  if (trigger.type === 'schedule' && trigger.rrule !== undefined) {
    const why = recurrenceProblem(recurrenceOf(definition, ctx.now(), ctx.account.timeZone))
    if (why !== undefined) problems.push(field('/trigger/rrule', 'rrule', why))
  }
  if (trigger.type === 'dateAttribute') problems.push(...dateProblems(trigger.field, '/trigger/field'))
  problems.push(...whereProblems(eventOfTrigger(trigger), trigger.where, '/trigger'))
  return [...problems, ...lengthProblems(trigger.offset, '/trigger/offset')]
}

function partProblems({ entry, goal, nodes, settings }: Definition): FieldProblem[] {
  const { quietHours, frequencyCap } = settings ?? {}
  const problems = [
    ...hoursProblems(quietHours, '/settings/quietHours'),
    ...nodes.flatMap(({ sendWindow }, index) =>
      quietHours !== undefined && sendWindow !== undefined && isNeverOpen(sendWindow, quietHours)
        ? [field(`/nodes/${index}/sendWindow`, 'neverOpen', 'lies within the quiet hours: no message would ever leave')]
        : [],
    ),
    ...lengthProblems(entry?.cooldown, '/entry/cooldown'),
    ...lengthProblems(goal?.within, '/goal/within'),
    ...lengthProblems(frequencyCap?.per, '/settings/frequencyCap/per'),
  ]
  if (frequencyCap !== undefined && lengthMs(frequencyCap.per) === 0) {
    problems.push(field('/settings/frequencyCap/per', 'minimum', 'must be longer than nothing'))
  }
  if ((entry?.maxActiveRunsPerContact ?? 1) > 1 && entry?.reEntry !== 'always') {
    problems.push(field('/entry/maxActiveRunsPerContact', 'maximum', 'must be 1 unless reEntry is always'))
  }
  return problems
}

/** Filters of a definition, with the node of each. */
function placedFilters({ entry, exitWhen, goal, nodes }: Definition): (PlacedFilter & { nodeId: string })[] {
  const found: (PlacedFilter & { nodeId: string })[] = []
  const add = (filter: Filter | null | undefined, path: string, nodeId = '') => {
    if (filter !== undefined && filter !== null) found.push({ filter, path, nodeId })
  }
  add(entry?.filter, '/entry/filter')
  add(exitWhen, '/exitWhen')
  add(goal?.filter, '/goal/filter')
  for (const [index, { nodeId, filter, cases = [] }] of nodes.entries()) {
    add(filter, `/nodes/${index}/filter`, nodeId)
    for (const [at, { when }] of cases.entries()) add(when, `/nodes/${index}/cases/${at}/when`, nodeId)
  }
  return found
}

/** Records that a definition refers to, with the field of each. */
export function referencesOf(definition: Definition): Reference[] {
  const { trigger, nodes } = definition
  const found: Reference[] = []
  const add = (kind: Reference['kind'], id: string | undefined, at: Pick<Reference, 'path' | 'nodeId'>) => {
    if (id !== undefined) found.push({ kind, id, ...at })
  }
  add('segment', trigger.segmentId, { path: '/trigger/segmentId', nodeId: '' })
  for (const [index, node] of nodes.entries()) {
    const at = (name: string) => ({ path: `/nodes/${index}/${name}`, nodeId: node.nodeId })
    add('template', node.templateId, at('templateId'))
    add('integration', node.integrationId, at('integrationId'))
    add('sequence', node.emailSequenceId, at('emailSequenceId'))
    add('automation', node.automationId, at('automationId'))
    add('segment', node.segmentId, at('segmentId'))
  }
  for (const { nodeId, ...placed } of placedFilters(definition)) {
    for (const { kind, id, path } of filterReferences(placed)) if (kind === 'segment') add(kind, id, { path, nodeId })
  }
  return found
}

async function referenceProblems(ctx: Ctx, definition: Definition, stored?: Definition): Promise<FieldProblem[]> {
  const references = referencesOf(definition)
  const missing = await missingRecords(
    ctx,
    references.map(({ kind, id }) => ({ of: referredNouns[kind], id })),
  )
  const problems = references
    .filter(({ id }) => missing.has(id))
    .map(({ path, kind }) => field(path, 'exists', `names no ${kind} of this account`))
  const before = stored === undefined ? [] : placedFilters(stored).map(({ filter }) => filter)
  // Segments stand in the list above.
  const unknown = (await unknownNames(ctx, placedFilters(definition), before)).filter(
    ({ path }) => !problems.some((each) => each.path === path),
  )
  return [...problems, ...unknown]
}

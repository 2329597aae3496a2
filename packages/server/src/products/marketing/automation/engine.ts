import { weightedIndex } from './stableHash.ts'
import type { AutomationNode, Definition } from './definitionFields.ts'
import { momentAfter } from './duration.ts'
import type { EventCondition, Filter } from '#kit/filter/filter.ts'
import { nextLocalTime, quietUntil, windowOpens } from '#products/marketing/hours/localTime.ts'
import { giftTypes, sendingTypes } from './nodeShapes.ts'
import type { RunEvent } from './runEvent.ts'
import { eventOfTrigger } from './triggerEvent.ts'
import { answerFilter, eventAwaited, waitFilter } from './waitFilter.ts'

// The rules of automations without any input or output: runs, simulations and steps by hand share them.

/** A contact as the rules see it. */
export type Person = {
  /** Row id of the contact: the key of stable choices. */
  key: string
  /** Zone of the contact; null without one. */
  timezone: string | null
  /** Value of a field by name, such as `attributes.birthday`. */
  valueOf(field: string): unknown
  matches(filter: Filter, at: Date): boolean
  /** The newest event that a condition counts. */
  newestEvent(condition: EventCondition, at: Date): RunEvent | undefined
  /** Whether a wait for this filter may end without an occurrence, by time alone. */
  isTimeRelative(filter: Filter): boolean
}

/** Position of a run. */
export type Position = {
  nodeId: string | null
  /** Number of steps taken: passages of one node differ by it. */
  iteration: number
  startedAt: Date
  /** Moment of arrival at the node, from which its waits count. */
  arrivedAt: Date
  /** The event that began the run, or the last one that a wait met. */
  event?: RunEvent | undefined
}

/**
 * Result of a node: the way on, a wait until a moment at the latest, or the end of the run. `checkAt`: an earlier
 * moment at which the wait is decided again.
 */
export type Decision =
  | {
      kind: 'next'
      next: string | null
      outcome: string
      detail?: string
      hasEffect?: boolean
      event?: RunEvent | undefined
    }
  | { kind: 'wait'; dueAt: Date; checkAt?: Date | undefined }
  | { kind: 'exit'; reason: string | undefined }

/** A step that a run takes. `effect`: the node whose effect is to be carried out under the key of this step. */
export type Step = {
  nodeId: string
  iteration: number
  outcome: string
  detail?: string
  effect?: AutomationNode
  /** The event of the run at this step. */
  event?: RunEvent | undefined
}

/** End of a run. */
export type End = { status: 'completed' | 'exited'; reason: string; isGoal?: boolean }

/** Result of an advance: steps, the new position, and a moment to continue or the end. `checkAt`: that of a wait. */
export type Advance = { steps: Step[]; position: Position; dueAt?: Date; checkAt?: Date | undefined; end?: End }

/** Where and when a definition is run. */
export type Scene = { definition: Definition; automationId: string; timeZone: string; now: Date }

/** Key of a step: messages and points carry it, so that a repeat has no second effect. */
export function stepKey(runId: string, nodeId: string, iteration: number): string {
  return `${runId}:${nodeId}:${iteration}`
}

/** Steps of one advance: a run with more continues at once in the next one. */
const stepsMax = 25

/** Interval at which a wait for a condition on time is checked. */
const recheckMs = 15 * 60_000

/** Nodes whose effect may change what later conditions read: the run continues with fresh data. */
const changingTypes: ReadonlySet<string> = new Set(['updateContact', 'addScore', 'enrol', ...giftTypes])

/** The node of a definition by its id. */
export function nodeOf({ nodes }: Definition, nodeId: string): AutomationNode | undefined {
  return nodes.find((node) => node.nodeId === nodeId)
}

/** Moves a run as far as it goes at this moment. */
export function advance(scene: Scene, person: Person, from: Position): Advance {
  const { now } = scene
  const steps: Step[] = []
  let position = from
  while (steps.length < stepsMax) {
    const early = earlyEnd(scene, person, position)
    if (early !== undefined) return { steps, position, end: early }
    const { nodeId, iteration } = position
    if (nodeId === null) return { steps, position, end: { status: 'completed', reason: 'completed' } }
    const node = nodeOf(scene.definition, nodeId)
    if (node === undefined) return { steps, position, end: { status: 'exited', reason: 'node_missing' } }
    const decision = decide(scene, person, { node, position })
    if (decision.kind === 'wait') return { steps, position, dueAt: decision.dueAt, checkAt: decision.checkAt }
    if (decision.kind === 'exit') {
      const { reason } = decision
      steps.push({ nodeId, iteration, outcome: 'exited', ...(reason === undefined ? {} : { detail: reason }) })
      // An exit without a reason is an end of the way, as the last node is: the run did not leave early.
      const end: End =
        reason === undefined ? { status: 'completed', reason: 'completed' } : { status: 'exited', reason }
      return { steps, position: moved(position, null, now), end }
    }
    const { next, outcome, detail, hasEffect } = decision
    steps.push({
      nodeId,
      iteration,
      outcome,
      ...(detail === undefined ? {} : { detail }),
      ...(hasEffect ? { effect: node, event: position.event } : {}),
    })
    position = { ...moved(position, next, now), event: decision.event ?? position.event }
    if (hasEffect && changingTypes.has(node.type)) return { steps, position, dueAt: now }
  }
  return { steps, position, dueAt: now }
}

function moved({ iteration, startedAt, event }: Position, nodeId: string | null, arrivedAt: Date): Position {
  return { nodeId, iteration: iteration + 1, startedAt, arrivedAt, event }
}

/** The end of a run by its goal or its exit condition, before it takes another step. */
function earlyEnd({ definition, timeZone, now }: Scene, person: Person, { startedAt }: Position): End | undefined {
  const { goal, exitWhen, stopOn = [] } = definition
  if (goal !== undefined && goal !== null) {
    const isIn = goal.within === undefined || now <= momentAfter(startedAt, goal.within, timeZone)
    if (isIn && person.matches(goal.filter, now)) return { status: 'completed', reason: 'goal_reached', isGoal: true }
  }
  const answer = stopOn.find((action) => person.matches(answerFilter(action, startedAt), now))
  if (answer !== undefined) return { status: 'exited', reason: answer }
  if (exitWhen === undefined || exitWhen === null || !person.matches(exitWhen, now)) return undefined
  return { status: 'exited', reason: 'exit_condition' }
}

type At = { node: AutomationNode; position: Position }

/** The decision of one node for one contact at one moment. */
export function decide(scene: Scene, person: Person, at: At): Decision {
  const { node } = at
  switch (node.type) {
    case 'delay':
      return delayed(scene, person, at)
    case 'waitFor':
      return waited(scene, person, at)
    case 'branch':
      return branched(scene, person, node)
    case 'split':
      return split(scene, person, node)
    case 'exit':
      return { kind: 'exit', reason: node.reason }
    case 'goTo':
      return { kind: 'next', next: node.next ?? null, outcome: 'passed' }
    default:
      return acted(scene, person, node)
  }
}

/** Zone of a contact: its own unless the settings say otherwise, else that of the definition, else of the account. */
export function zoneOf({ definition, timeZone }: Scene, { timezone }: Person): string {
  const { settings } = definition
  const own = settings?.timezoneMode === 'account' ? null : timezone
  return own ?? settings?.timezone ?? timeZone
}

function acted(scene: Scene, person: Person, node: AutomationNode): Decision {
  if (sendingTypes.has(node.type)) {
    const until = quietUntil(scene.now, scene.definition.settings?.quietHours, zoneOf(scene, person))
    const opens = windowOpens(until ?? scene.now, node.sendWindow, zoneOf(scene, person))
    const dueAt = opens ?? until
    if (dueAt !== undefined) return { kind: 'wait', dueAt }
  }
  return { kind: 'next', next: node.next ?? null, outcome: 'done', hasEffect: true }
}

/** The end of a delay counts from the arrival, so that a repeated decision comes to the same moment. */
function delayed(scene: Scene, person: Person, { node, position }: At): Decision {
  const dueAt = delayEnd(scene, person, { node, position })
  if (dueAt !== undefined && dueAt > scene.now) return { kind: 'wait', dueAt }
  return { kind: 'next', next: node.next ?? null, outcome: dueAt === undefined ? 'noDate' : 'waited' }
}

function delayEnd(scene: Scene, person: Person, { node, position }: At): Date | undefined {
  const zone = zoneOf(scene, person)
  if (node.for !== undefined) return momentAfter(position.arrivedAt, node.for, zone)
  if (node.untilLocalTime !== undefined) return nextLocalTime(position.arrivedAt, node.untilLocalTime, zone)
  if (node.untilAttribute === undefined) return undefined
  const date = dateOf(person.valueOf(node.untilAttribute.field), zone)
  return date === undefined ? undefined : momentAfter(date, node.untilAttribute.offset ?? 'PT0S', zone)
}

/** Whether a value of a field is a day without a time. */
export function isDay(value: unknown): value is string {
  return typeof value === 'string' && /^\d{4}-\d{2}-\d{2}$/.test(value)
}

/** The moment of a date field: midnight of a day in the zone. Undefined for any other value, and for far-off years. */
export function dateOf(value: unknown, timeZone: string): Date | undefined {
  if (typeof value !== 'string' || !/^(19|2[0-9])\d{2}-/.test(value)) return undefined
  try {
    if (isDay(value)) {
      return new Date(Temporal.PlainDate.from(value).toZonedDateTime(timeZone).epochMilliseconds)
    }
    return new Date(Temporal.Instant.from(value).epochMilliseconds)
  } catch {
    return undefined
  }
}

function waited(scene: Scene, person: Person, { node, position }: At): Decision {
  const { now } = scene
  const since = awaitedSince(scene.definition, { node, position })
  const filter = waitFilter(node, since)
  if (filter !== undefined && person.matches(filter, now)) {
    const awaited = eventAwaited(node, since)
    const event = awaited === undefined ? undefined : person.newestEvent(awaited, now)
    return { kind: 'next', next: node.next ?? null, outcome: 'matched', event }
  }
  const end = momentAfter(position.arrivedAt, node.timeout ?? 'PT0S', zoneOf(scene, person))
  if (end <= now) return { kind: 'next', next: node.timeoutNext ?? null, outcome: 'timedOut' }
  const isRechecked = filter !== undefined && node.event === undefined && person.isTimeRelative(filter)
  const checkAt = new Date(now.getTime() + recheckMs)
  return { kind: 'wait', dueAt: end, checkAt: isRechecked && checkAt < end ? checkAt : undefined }
}

/**
 * The moment from which a wait counts events: the arrival. A run may begin some time after its cause, so a wait at its
 * entry counts from the cause on, without that event itself.
 */
function awaitedSince({ trigger }: Definition, { node, position }: At): Date {
  const { iteration, arrivedAt, event } = position
  const own = eventOfTrigger(trigger) ?? trigger.type
  if (iteration > 0 || event === undefined || event.name !== own) return arrivedAt
  const causedMs = Date.parse(event.at) + (event.name === node.event?.name ? 1 : 0)
  return new Date(Math.min(arrivedAt.getTime(), causedMs))
}

function branched({ now }: Scene, person: Person, node: AutomationNode): Decision {
  const cases = node.cases ?? []
  const index = cases.findIndex(({ when }) => person.matches(when, now))
  if (index === -1) return { kind: 'next', next: node.else ?? null, outcome: 'else' }
  return { kind: 'next', next: cases[index]?.next ?? null, outcome: `case${index + 1}` }
}

/** A contact takes the same way each time: the choice is a hash of the automation, the node and the contact. */
function split({ automationId }: Scene, { key }: Person, { nodeId, weights = [] }: AutomationNode): Decision {
  const shares = weights.map(({ weight }) => weight)
  const index = weightedIndex(shares, `${automationId} ${nodeId} ${key}`)
  return { kind: 'next', next: weights[index]?.next ?? null, outcome: `way${index + 1}` }
}

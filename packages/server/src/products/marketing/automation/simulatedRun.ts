import type { Filter } from '#kit/filter/filter.ts'
import { matches } from '#kit/filter/matches.ts'
import { mentionsOf } from '#kit/filter/mentions.ts'
import type { FilterSubject } from '#kit/filter/vocabulary.ts'
import { contactVocabulary as vocabulary } from '#products/marketing/filter/contactVocabulary.ts'
import { newestEvent } from './runEvent.ts'
import { advance, nodeOf, type Advance, type Person, type Position, type Scene } from './engine.ts'

/** An event on the clock of a simulation. */
export type SimulatedEvent = { name: string; at: Date; properties: Readonly<Record<string, unknown>> }

/** A contact of a simulation: its own facts, and events that happen to it besides. */
export type SimulatedContact = {
  person: Pick<Person, 'key' | 'timezone' | 'valueOf'>
  subject: FilterSubject
  events: readonly SimulatedEvent[]
}

/** A step on the clock of a simulation. */
export type SimulatedStep = { nodeId: string; type: string; at: string; outcome: string; hasEffect: boolean }

/** Result of a simulated run. */
export type SimulatedRun = Pick<Advance, 'end' | 'position' | 'dueAt'> & { steps: SimulatedStep[]; isAdmitted: boolean }

/** Steps of one simulated run, and moments at which it decides. */
const stepsMax = 500
const momentsMax = 2_000

type Clock = { from: Date; until: Date }

/**
 * Lets a contact pass a definition between two moments, by the rules of real runs and without effects. The clock jumps
 * from decision to decision: to the moment of a timer, or to the next event.
 */
export function walkThrough(scene: Omit<Scene, 'now'>, contact: SimulatedContact, clock: Clock): SimulatedRun {
  const { definition } = scene
  const entry = definition.entry?.filter
  const isAdmitted = entry === undefined || holds(contact, entry, clock.from)
  let position: Position = {
    nodeId: definition.nodes[0]?.nodeId ?? null,
    iteration: 0,
    startedAt: clock.from,
    arrivedAt: clock.from,
  }
  const steps: SimulatedStep[] = []
  const upcoming = contact.events.map(({ at }) => at).toSorted((one, other) => one.getTime() - other.getTime())
  let now = clock.from
  for (let moment = 0; moment < momentsMax && steps.length < stepsMax; moment++) {
    const to = advance({ ...scene, now }, personOf(contact, now), position)
    for (const { nodeId, outcome, effect } of to.steps) {
      const type = nodeOf(definition, nodeId)?.type ?? ''
      steps.push({ nodeId, type, at: now.toISOString(), outcome, hasEffect: effect !== undefined })
    }
    position = to.position
    if (to.end !== undefined) return { steps, position, end: to.end, isAdmitted }
    const next = nextMoment(now, to.checkAt ?? to.dueAt, upcoming)
    if (next === undefined || next > clock.until) {
      return { steps, position, isAdmitted, ...(to.dueAt === undefined ? {} : { dueAt: to.dueAt }) }
    }
    now = next
  }
  return { steps, position, isAdmitted }
}

/** The next moment of a decision: that of the timer, or of an event before it. A step that continues has no wait. */
function nextMoment(now: Date, dueAt: Date | undefined, upcoming: readonly Date[]): Date | undefined {
  const event = upcoming.find((at) => at > now)
  if (dueAt === undefined) return event
  if (dueAt <= now) return now
  return event !== undefined && event < dueAt ? event : dueAt
}

function holds({ subject, events }: SimulatedContact, filter: Filter, at: Date): boolean {
  const past = [...subject.events, ...events].filter((event) => event.at <= at)
  return matches(filter, { ...subject, events: past }, { vocabulary, at })
}

function personOf(contact: SimulatedContact, now: Date): Person {
  const { key, timezone, valueOf } = contact.person
  return {
    key,
    timezone,
    valueOf,
    matches: (filter) => holds(contact, filter, now),
    newestEvent: (condition) => newestEvent(condition, [...contact.subject.events, ...contact.events], now),
    isTimeRelative: (filter) => mentionsOf([filter], vocabulary).isTimeRelative,
  }
}

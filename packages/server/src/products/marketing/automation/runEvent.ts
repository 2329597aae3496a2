import type { EventCondition } from '#kit/filter/filter.ts'
import { matchingEvents } from '#kit/filter/eventCondition.ts'
import type { FilterSubject } from '#kit/filter/vocabulary.ts'

/** The event that began a run or ended a wait; of other triggers `name` is their type. Templates read it as `event`. */
export type RunEvent = { name: string; at: string; properties: Readonly<Record<string, unknown>> }

/** Reads a stored event; undefined for none. */
export function readRunEvent(stored: unknown): RunEvent | undefined {
  const { name, at, properties } = Object(stored)
  if (typeof name !== 'string' || typeof at !== 'string') return undefined
  return { name, at, properties: { ...Object(properties) } }
}

/** The newest event that a condition counts. */
export function newestEvent(
  condition: EventCondition,
  events: FilterSubject['events'],
  at: Date,
): RunEvent | undefined {
  const found = matchingEvents(condition, events, at)
  if (found.length === 0) return undefined
  const newest = found.reduce((one, other) => (other.at > one.at ? other : one))
  return { name: newest.name, at: newest.at.toISOString(), properties: newest.properties }
}

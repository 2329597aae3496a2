import { parseId } from '#kit/values/ids.ts'

/** Prefix of the ids of events. */
export const eventPrefix = 'tke'
/** Prefix of the ids of tickets. */
export const ticketPrefix = 'tkt'

/** Row id of an event. Throws for any other text: callers pass ids of records or checked input. */
export function eventUuid(id: string): string {
  const parsed = parseId(eventPrefix, id)
  if (parsed === undefined) throw new Error(`${id} is no id of a ticketing event`)
  return parsed.uuid
}

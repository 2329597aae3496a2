import { parseId } from '#kit/values/ids.ts'

/** The prefix of ids of events. */
export const eventPrefix = 'tke'
/** The prefix of ids of tickets. */
export const ticketPrefix = 'tkt'

/** The row of an event. Throws when the text is no id of one: ids are read from records, or were checked before. */
export function eventUuid(id: string): string {
  const parsed = parseId(eventPrefix, id)
  if (parsed === undefined) throw new Error(`${id} is no id of a ticketing event`)
  return parsed.uuid
}

import type { Account } from '#kit/call/context.ts'
import { timeZoneAt } from '#platform/geo/timeZoneAt.ts'
import type { Place } from './place.ts'

type Zone = Pick<Place, 'timezone' | 'timezoneSource'>

/** The time zone of a place: that of the request, else that of its location, else that of its account. */
export function zoneOf(account: Account, given: string | null | undefined, location: Place['location']): Zone {
  if (given !== undefined && given !== null) return { timezone: given, timezoneSource: 'given' }
  if (location === null) return { timezone: account.timeZone, timezoneSource: 'account' }
  return { timezone: timeZoneAt(location.latitude, location.longitude), timezoneSource: 'location' }
}

/** The zone after an update: a zone in the request wins; null, and a move of a derived zone, follow the location. */
export function zoneAfter(
  account: Account,
  before: Place,
  sent: { timezone?: string | null | undefined; location?: Place['location'] | undefined },
): Zone {
  const location = sent.location === undefined ? before.location : sent.location
  const isKept = sent.timezone === undefined && (sent.location === undefined || before.timezoneSource === 'given')
  if (isKept) return { timezone: before.timezone, timezoneSource: before.timezoneSource }
  return zoneOf(account, sent.timezone, location)
}

import type { Account } from '#kit/call/context.ts'
import { timeZoneAt } from '#platform/geo/timeZoneAt.ts'
import type { Place } from './place.ts'

type Zone = Pick<Place, 'timezone' | 'timezoneSource'>

/** The time zone of a place by what is known: given, else where it lies, else its account's. */
export function zoneOf(account: Account, given: string | null | undefined, location: Place['location']): Zone {
  if (given !== undefined && given !== null) return { timezone: given, timezoneSource: 'given' }
  if (location === null) return { timezone: account.timeZone, timezoneSource: 'account' }
  return { timezone: timeZoneAt(location.latitude, location.longitude), timezoneSource: 'location' }
}

/** The zone after an update: what is sent wins, null follows the location again, and so does a move of a free zone. */
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

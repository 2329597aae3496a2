import { eventbrite } from './eventbrite.ts'
import { hiEvents } from './hiEvents.ts'
import { luma } from './luma.ts'
import { pretix } from './pretix.ts'
import type { TicketProvider } from './provider.ts'
import { ticketTailor } from './ticketTailor.ts'

const providers: Record<string, TicketProvider> = { eventbrite, luma, pretix, hiEvents, ticketTailor }

/** Provider of an event’s tickets; undefined for `generic`, whose attendees are pushed. */
export function providerOf(name: string): TicketProvider | undefined {
  return Object.hasOwn(providers, name) ? providers[name] : undefined
}

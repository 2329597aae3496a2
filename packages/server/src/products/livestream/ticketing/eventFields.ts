import {
  dateTime,
  defaulted,
  flag,
  idOf,
  line,
  oneOf,
  optional,
  refTo,
  required,
  webUrl,
  whole,
  words,
} from '#kit/values/fields.ts'
import { money } from '#kit/values/money.ts'
import type { StoredOf } from '#kit/nouns/resource.ts'

/** Sellers of tickets. `generic`: the owner's server sends the attendees. */
export const providerNames = ['generic', 'eventbrite', 'luma', 'pretix', 'hiEvents', 'ticketTailor'] as const

const fixed = { access: { isFixed: true } }
const readOnly = { access: { isReadOnly: true } }
const hidden = { access: { isHidden: true, isReadOnly: true } }

/** Fields of an event whose tickets are sold elsewhere. */
export const eventFields = {
  streamId: optional(idOf('str', { description: 'The stream that tickets open.' }), {
    storage: refTo('livestream.stream', 'str'),
    ...fixed,
  }),
  staticId: optional(idOf('sta', { description: 'The recorded video that tickets open.' }), {
    storage: refTo('livestream.static', 'sta'),
    ...fixed,
  }),
  channelId: optional(idOf('chn', { description: 'The channel whose ticketed videos they open.' }), {
    storage: refTo('livestream.channel', 'chn'),
    ...fixed,
  }),
  provider: required(
    oneOf(providerNames, { description: 'Seller of the tickets. generic: you send the list of attendees yourself.' }),
    fixed,
  ),
  externalEventId: required(line(128, { description: 'The event’s id there; of your own with generic.' }), fixed),
  externalEventUrl: optional(webUrl({ description: 'Address of the ticket shop; the provider’s page when left out.' })),
  price: optional(money({ description: 'Price of a ticket, shown to viewers without one; the lowest of several.' })),
  title: optional(line(200, { description: 'Title of the event at the provider.' }), readOnly),
  sealedCredentials: optional(line(8_000), hidden),
  sealedHookSecret: optional(line(1_000), hidden),
  ticketTypeIds: defaulted(
    words(100, line(128), { description: 'Types of tickets, by their ids there, that open it; empty: all.' }),
    [],
  ),
  startsAt: optional(dateTime({ description: 'Start of the event; set by you with generic, else by the provider.' })),
  endsAt: optional(dateTime({ description: 'End of the event; set by you with generic, else by the provider.' })),
  accessOpensMinutesBefore: defaulted(
    whole(0, 10_080, { description: 'Time before the start of the event from which tickets open it.' }),
    60,
  ),
  accessClosesMinutesAfter: defaulted(
    whole(0, 525_600, { description: 'Time after the end of the event during which tickets open the replay.' }),
    1_440,
  ),
  maxSessionsPerTicket: defaulted(
    whole(1, 10, { description: 'Devices that may watch with one ticket at the same time.' }),
    1,
  ),
  sendAccessEmails: defaulted(flag({ description: 'Whether each buyer is sent the code and the link.' }), true),
  syncMode: defaulted(
    oneOf(['webhook', 'poll', 'both'], {
      description: 'Source of changes: webhook by the provider, poll by this server, or both.',
    }),
    'both',
  ),
  pollIntervalSeconds: defaulted(
    whole(60, 3_600, { description: 'Seconds between two polls of the whole list.' }),
    300,
  ),
}

/** An event as the store holds it. */
export type TicketingEvent = StoredOf<typeof eventFields>

type Windowed = Pick<TicketingEvent, 'startsAt' | 'endsAt' | 'accessOpensMinutesBefore' | 'accessClosesMinutesAfter'>

/** Moments at which tickets begin and stop to open the video; null when the event has no such time. */
export function windowOf(of: Windowed): { opensAt: string | null; closesAt: string | null } {
  if (of.startsAt === null) return { opensAt: null, closesAt: null }
  const minutesFrom = (moment: string, minutes: number) =>
    new Date(new Date(moment).getTime() + minutes * 60_000).toISOString()
  return {
    opensAt: minutesFrom(of.startsAt, -of.accessOpensMinutesBefore),
    closesAt: minutesFrom(of.endsAt ?? of.startsAt, of.accessClosesMinutesAfter),
  }
}

/** Stream, video or channel that the tickets open. */
export function targetOf(of: Pick<TicketingEvent, 'streamId' | 'staticId' | 'channelId'>): Target {
  if (of.streamId !== null) return { kind: 'stream', id: of.streamId }
  if (of.staticId !== null) return { kind: 'static', id: of.staticId }
  return { kind: 'channel', id: of.channelId ?? '' }
}
export type Target = { kind: 'stream' | 'static' | 'channel'; id: string }

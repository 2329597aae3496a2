import type { Outbound } from '#platform/net/outboundPort.ts'
import type { HookCall } from '#kit/nouns/hook.ts'

/** What lets us ask a provider in the owner's name. */
export type Credentials = {
  apiKey: string
  /** Where the provider is, for those that people run themselves; its public address when left out. */
  baseUrl?: string | undefined
  /** Whose events they are, where the provider needs to be told. */
  organizer?: string | undefined
  /** What the provider signs its calls with, where it signs them. */
  webhookSecret?: string | undefined
}

/** One event at one provider, ready to be asked about. */
export type Box = {
  outbound: Outbound
  accountId: number
  credentials: Credentials
  externalEventId: string
  /** For each request. */
  timeoutMs: number
  /** The token of a provider that signs in first: set by the provider, used until the box is dropped. */
  token?: string
}

/** What a provider says of an event. Moments in RFC 3339 UTC with milliseconds. */
export type EventInfo = {
  title: string | null
  url: string | null
  startsAt: string | null
  endsAt: string | null
}

/** One ticket as a provider shows it. */
export type Attendee = {
  /** The ticket's id there. */
  externalId: string
  /** What it was bought with: a refund speaks of this. */
  order: string | null
  email: string | null
  name: string | null
  ticketTypeId: string | null
  /** False once it was refunded, voided or cancelled, and until it is paid or approved. */
  isValid: boolean
  /** A code that the buyer has already; one is made when left out. */
  code?: string | undefined
}

/** Some attendees, and where the rest begins; null at the end. */
export type AttendeePage = { attendees: Attendee[]; next: string | null }

/** What a call of a provider is about. It is looked up there: nothing else of the call is believed. */
export type TicketRef = { kind: 'ticket' | 'order'; id: string }

/** What to read anew after a call: some tickets, the whole list, or nothing of ours. */
export type Notice = { refs: readonly TicketRef[]; isAll: boolean }

/** A seller of tickets. All that it asks, it asks through the box's port; everything throws ProviderError. */
export type TicketProvider = {
  /** What people call it. */
  title: string
  /** Credentials that it needs beside the key. */
  needs: readonly ('organizer' | 'baseUrl')[]
  /** Finds the event, and with it out whether the credentials are taken. */
  check(box: Box): Promise<EventInfo>
  /** A page of the list, from its beginning with null. */
  list(box: Box, cursor: string | null): Promise<AttendeePage>
  /** The tickets that a call spoke of. Those that are gone are left out. */
  changed(box: Box, ref: TicketRef): Promise<Attendee[]>
  /** Whether a call is signed with the owner's secret; undefined where the provider signs none. */
  isSigned: ((call: HookCall, secret: string, now: Date) => boolean) | undefined
  /** What a call is about. */
  read(body: unknown, externalEventId: string): Notice
}

/** Why a provider did not answer as hoped. `rejected` and `unknown` are for good, until somebody changes something. */
export type ProviderTrouble = 'rejected' | 'unknown' | 'unreachable'

/** A provider refuses, does not know the event, or cannot be reached. The message is for the owner. */
export class ProviderError extends Error {
  readonly trouble: ProviderTrouble
  readonly retryAfterMs: number | undefined

  constructor(trouble: ProviderTrouble, message: string, retryAfterMs?: number) {
    super(message)
    this.name = 'ProviderError'
    this.trouble = trouble
    this.retryAfterMs = retryAfterMs
  }
}

import type { Outbound } from '#platform/net/outboundPort.ts'
import type { HookCall } from '#kit/nouns/hook.ts'

/** Credentials for requests to a provider in the owner's name. */
export type Credentials = {
  apiKey: string
  /** Base address of a self-hosted provider; its public address when left out. */
  baseUrl?: string | undefined
  /** Organizer of the events, where the provider needs one. */
  organizer?: string | undefined
  /** Secret with which the provider signs its calls, where it does. */
  webhookSecret?: string | undefined
}

/** Values that every request about one event at one provider needs. */
export type EventConnection = {
  outbound: Outbound
  accountId: number
  credentials: Credentials
  externalEventId: string
  /** Timeout of each request. */
  timeoutMs: number
  /** Token of a provider with a sign-in; the provider sets it at the first request. */
  token?: string
}

/** Event data of a provider. Moments in RFC 3339 UTC with milliseconds. */
export type EventInfo = {
  title: string | null
  url: string | null
  startsAt: string | null
  endsAt: string | null
}

/** One ticket of a provider's list. */
export type Attendee = {
  /** Id of the ticket at the provider. */
  externalId: string
  /** Id of its order at the provider; a refund names the order. */
  order: string | null
  email: string | null
  name: string | null
  ticketTypeId: string | null
  /** False after a refund or cancellation, and before payment or approval. */
  isValid: boolean
  /** Code that the holder has already; a new one is made when left out. */
  code?: string | undefined
}

/** A page of attendees, and the cursor of the next page; null on the last. */
export type AttendeePage = { attendees: Attendee[]; next: string | null }

/** Ticket or order that a provider's call names. Only this id is used: the ticket itself is read from the provider. */
export type TicketRef = { kind: 'ticket' | 'order'; id: string }

/** Tickets to read again after a call: some, the whole list (`isAll`), or none of this event. */
export type Notice = { refs: readonly TicketRef[]; isAll: boolean }

/** A seller of tickets. Requests go through the connection's port; each method throws ProviderError. */
export type TicketProvider = {
  /** Display name. */
  title: string
  /** Required credentials beside the key. */
  needs: readonly ('organizer' | 'baseUrl')[]
  /** Reads the event, which also checks the credentials. */
  check(connection: EventConnection): Promise<EventInfo>
  /** Reads a page of the list; null is the cursor of the first. */
  list(connection: EventConnection, cursor: string | null): Promise<AttendeePage>
  /** Reads the tickets that a call names. Deleted ones are missing. */
  changed(connection: EventConnection, ref: TicketRef): Promise<Attendee[]>
  /** Whether a call is signed with the owner's secret; undefined for a provider that signs none. */
  isSigned: ((call: HookCall, secret: string, now: Date) => boolean) | undefined
  /** Tickets that a call names. */
  read(body: unknown, externalEventId: string): Notice
}

/** Kind of a provider's failure. `rejected` and `unknown` stay until the owner changes something. */
export type ProviderTrouble = 'rejected' | 'unknown' | 'unreachable'

/** Failure of a request to a provider. The owner reads the message. */
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

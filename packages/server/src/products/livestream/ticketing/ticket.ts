import type { Ctx, RowOf } from '#kit/call/context.ts'
import { encodeId } from '#kit/values/ids.ts'
import { statement } from '#kit/call/statement.ts'
import { ticketAccessRevoked } from '#products/livestream/facts.ts'
import { endViewerSessions } from '#products/livestream/playback/viewerSession.ts'
import type { TicketingEvent } from './eventFields.ts'
import { eventUuid, ticketPrefix } from './ticketIds.ts'

/** Most valid tickets of one event. */
export const ticketsMax = 20_000
/** Most tickets that one event ever issues. */
export const issuedMax = 100_000

/** Most tickets that one transaction revokes. */
export const revokedAtOnceMax = 500

/** Reason of a revocation. */
export type RevokedReason = 'provider' | 'transferred' | 'owner'

/** Columns of a stored ticket that a change of the list compares. */
export type KnownTicket = RowOf<typeof knownTickets>

/** Columns of a ticket that its provider sets. */
type TicketRow = Omit<KnownTicket, 'status' | 'code_hash' | 'observed_at' | 'created_at'>

/**
 * Tickets of an event by the provider’s ids: valid ones, those that the owner revoked, and those revoked since a
 * moment. An older list must not issue any of these again.
 */
export function findKnown(ctx: Ctx, eventId: string, by: { ids: string[]; since: string }): Promise<KnownTicket[]> {
  return ctx.db.rows(knownTickets, [ctx.account.id, eventUuid(eventId), by.ids, by.since])
}

/** Valid tickets by the provider's id of the ticket or of its order. */
export function findByRef(ctx: Ctx, eventId: string, id: string): Promise<KnownTicket[]> {
  return ctx.db.rows(ticketsByRef, [ctx.account.id, eventUuid(eventId), id])
}

/** All valid tickets of an event. */
export function findActive(ctx: Ctx, eventId: string): Promise<KnownTicket[]> {
  return ctx.db.rows(activeTickets, [ctx.account.id, eventUuid(eventId), ticketsMax])
}

/** A new ticket. Byte strings are in hexadecimal digits. */
export type NewTicket = TicketRow & {
  code_hash: string
  code_last4: string
  sealed_code: string
  observed_at: string
  mail_status: 'none' | 'pending' | 'failed'
  mail_error: string | null
}

/** Inserts new tickets. Call inside `ctx.atomic`. */
export async function insertTickets(ctx: Ctx, eventId: string, tickets: readonly NewTicket[]): Promise<void> {
  if (tickets.length === 0) return
  const values = [ctx.account.id, eventUuid(eventId), JSON.stringify(tickets), ctx.now().toISOString()]
  await ctx.db.rows(insertNew, values)
}

/** Updates valid tickets. With `is_mailed` the mail with the code becomes pending. Call inside `ctx.atomic`. */
export async function updateTickets(ctx: Ctx, eventId: string, tickets: readonly ChangedTicket[]): Promise<void> {
  if (tickets.length === 0) return
  await ctx.db.rows(updateKnown, [ctx.account.id, eventUuid(eventId), JSON.stringify(tickets)])
}
export type ChangedTicket = Pick<NewTicket, 'id' | 'external_order' | 'email' | 'name' | 'ticket_type_id'> & {
  observed_at: string
  is_mailed: boolean
}

/** Revokes tickets, ends their sessions and emits facts. Call inside `ctx.atomic`, with at most `revokedAtOnceMax`. */
export async function revokeTickets(ctx: Ctx, event: TicketingEvent, { ids, reason }: Revoking): Promise<number> {
  if (ids.length === 0) return 0
  const values = [ctx.account.id, eventUuid(event.id), ids, reason, ctx.now().toISOString()]
  const rows = await ctx.db.rows(revoke, values)
  await endViewerSessions(
    ctx,
    rows.map(({ id }) => id),
  )
  for (const row of rows) {
    const payload = ticketPayload(ctx, event, row)
    ctx.emit(ticketAccessRevoked, { ...payload, reason }, { id: payload.ticketId, status: 'revoked', version: 2 })
  }
  return rows.length
}
export type Revoking = { ids: readonly string[]; reason: RevokedReason }

type PayloadRow = Pick<KnownTicket, 'id' | 'external_id' | 'email' | 'name' | 'ticket_type_id'>

/** Fields of a ticket in the payload of a fact. */
export function ticketPayload(ctx: Ctx, event: TicketingEvent, row: PayloadRow) {
  return {
    ...eventPayload(event),
    ticketId: encodeId(ticketPrefix, ctx.account.id, row.id),
    externalTicketId: row.external_id,
    email: row.email,
    name: row.name,
    ticketTypeId: row.ticket_type_id,
  }
}

/** Fields of an event in the payload of a fact. */
export function eventPayload(event: TicketingEvent) {
  return { ticketingEventId: event.id, provider: event.provider, externalEventId: event.externalEventId }
}

const columns =
  'id, external_id, external_order, email, name, ticket_type_id, status, code_hash, observed_at, created_at'

const knownTickets = statement(
  'livestream_ticket.known',
  'account',
  `select ${columns} from livestream_ticket
   where account_id = $1 and ticketing_event_id = $2 and external_id = any($3::text[])
     and (status = 'active' or revoked_reason = 'owner' or revoked_at > $4)`,
)

const ticketsByRef = statement(
  'livestream_ticket.byRef',
  'account',
  `select ${columns} from livestream_ticket
   where account_id = $1 and ticketing_event_id = $2 and status = 'active' and (external_id = $3 or external_order = $3)
   limit 1000`,
)

const activeTickets = statement(
  'livestream_ticket.active',
  'account',
  `select ${columns} from livestream_ticket
   where account_id = $1 and ticketing_event_id = $2 and status = 'active' order by id limit $3`,
)

const insertNew = statement(
  'livestream_ticket.insert',
  'account',
  `insert into livestream_ticket (account_id, id, ticketing_event_id, external_id, external_order, email, name,
     ticket_type_id, status, code_hash, code_last4, sealed_code, observed_at, mail_status, mail_round, mail_error,
     created_at)
   select $1, id, $2, external_id, external_order, email, name, ticket_type_id, 'active', decode(code_hash, 'hex'),
     code_last4, decode(sealed_code, 'hex'), observed_at, mail_status, 1, mail_error, $4
   from json_to_recordset($3::json) as t (id uuid, external_id text, external_order text, email text, name text,
     ticket_type_id text, code_hash text, code_last4 text, sealed_code text, observed_at timestamptz, mail_status text,
     mail_error text)`,
)

const updateKnown = statement(
  'livestream_ticket.update',
  'account',
  `update livestream_ticket t set external_order = n.external_order, email = n.email, name = n.name,
     ticket_type_id = n.ticket_type_id, observed_at = n.observed_at,
     mail_status = case when n.is_mailed then 'pending' else t.mail_status end,
     mail_round = t.mail_round + n.is_mailed::integer
   from json_to_recordset($3::json) as n (id uuid, external_order text, email text, name text, ticket_type_id text,
     observed_at timestamptz, is_mailed boolean)
   where t.account_id = $1 and t.ticketing_event_id = $2 and t.id = n.id and t.status = 'active'`,
)

const revoke = statement(
  'livestream_ticket.revoke',
  'account',
  `update livestream_ticket set status = 'revoked', revoked_reason = $4, revoked_at = $5,
     mail_status = case when mail_status = 'pending' then 'none' else mail_status end
   where account_id = $1 and ticketing_event_id = $2 and id = any($3::uuid[]) and status = 'active'
   returning ${columns}`,
)

import type { Ctx, RowOf } from '#kit/call/context.ts'
import { encodeId } from '#kit/values/ids.ts'
import { statement } from '#kit/call/statement.ts'
import { openViewerSession } from '#products/livestream/playback/viewerSession.ts'
import { staticVideo } from '#products/livestream/records/staticVideo.ts'
import { stream } from '#products/livestream/records/stream.ts'
import { foldCode, hashCode } from './ticketCode.ts'
import { windowOf, type TicketingEvent } from './eventFields.ts'
import { eventUuid } from './ticketIds.ts'
import { eventsAt } from './ticketing.ts'
import { rowsOf, type Ticketed } from '#products/livestream/records/ticketOffer.ts'

/** A stream or recorded video by its row id. */
export type GateTarget = { kind: 'stream' | 'static'; uuid: string }

/** A typed code for a video, from a device with a random id. */
export type TicketAttempt = { target: GateTarget; code: string; device: string }

/** Reason why a ticket does not open a video. */
export type TicketRefused = {
  refused: 'unknown_code' | 'revoked' | 'in_use' | 'not_open_yet' | 'closed'
  /** Moment at which access opens; only for `not_open_yet`. */
  opensAt?: string
  /** Page where tickets are sold. */
  ticketUrl?: string
}

/** Row ids of the ticket and of the device's session. */
export type TicketOpened = { ticketId: string; viewerSessionId: string }

/**
 * Opens a video with a ticket of the video, of the stream that it recorded, or of its channel. As many devices as the
 * event allows may watch with a ticket at a time. A device that returns keeps its session.
 */
export async function openTicket(ctx: Ctx, attempt: TicketAttempt): Promise<TicketOpened | TicketRefused> {
  const events = await eventsFor(ctx, attempt.target)
  const ticketUrl = events.find((each) => each.externalEventUrl !== null)?.externalEventUrl
  const shop = typeof ticketUrl === 'string' ? { ticketUrl } : {}
  const folded = foldCode(attempt.code)
  if (folded === undefined || events.length === 0) return { refused: 'unknown_code', ...shop }
  return ctx.atomic(async (inner) => {
    const row = await claimTicket(inner, events, folded)
    const event = events.find((each) => eventUuid(each.id) === row?.ticketing_event_id)
    if (row === undefined || event === undefined) return { refused: 'unknown_code', ...shop }
    if (row.status !== 'active') return { refused: 'revoked', ...shop }
    const { opensAt, closesAt } = windowOf(event)
    const now = inner.now().toISOString()
    if (opensAt !== null && now < opensAt) return { refused: 'not_open_yet', opensAt, ...shop }
    if (closesAt !== null && now >= closesAt) return { refused: 'closed', ...shop }
    const { maxSessionsPerTicket: sessionsMax } = event
    const viewerSessionId = await openViewerSession(inner, { grantId: row.id, device: attempt.device, sessionsMax })
    return viewerSessionId === undefined ? { refused: 'in_use', ...shop } : { ticketId: row.id, viewerSessionId }
  })
}

/** Row ids of the tickets that are still valid. One query serves all tickets with viewers on this node. */
export async function areTicketsValid(ctx: Ctx, ticketIds: readonly string[]): Promise<Set<string>> {
  if (ticketIds.length === 0) return new Set()
  const rows = await ctx.db.rows(validTickets, [ctx.account.id, ticketIds])
  return new Set(rows.map(({ id }) => id))
}

/** Events whose tickets open a video, its own first. */
async function eventsFor(ctx: Ctx, { kind, uuid }: GateTarget): Promise<TicketingEvent[]> {
  const of = kind === 'stream' ? stream : staticVideo
  const id = encodeId(of.prefix, ctx.account.id, uuid)
  const record: Ticketed | undefined = await ctx.store.find(of, id)
  return record === undefined ? [] : eventsAt(ctx, rowsOf(record))
}

type HeldTicket = RowOf<typeof ticketByCode>

/** Ticket of a code, claimed until the transaction ends; an active one before revoked ones with the same code. */
async function claimTicket(ctx: Ctx, events: TicketingEvent[], folded: string): Promise<HeldTicket | undefined> {
  const hashes = events.map((event) => hashCode(ctx, event.id, folded).toString('hex'))
  const values = [ctx.account.id, events.map(({ id }) => eventUuid(id)), hashes]
  const rows = await ctx.db.rows(ticketByCode, values)
  return rows.find(({ status }) => status === 'active') ?? rows[0]
}

const ticketByCode = statement(
  'livestream_ticket.byCode',
  'account',
  `select t.id, t.ticketing_event_id, t.status from livestream_ticket t
   join unnest($2::uuid[], $3::text[]) as c (event_id, code_hash)
     on t.ticketing_event_id = c.event_id and t.code_hash = decode(c.code_hash, 'hex')
   where t.account_id = $1 order by t.id desc limit 20 for update of t`,
)

const validTickets = statement(
  'livestream_ticket.valid',
  'account',
  `select t.id from livestream_ticket t join livestream_ticketing_event e
     on e.account_id = t.account_id and e.id = t.ticketing_event_id
   where t.account_id = $1 and t.id = any($2::uuid[]) and t.status = 'active' and e.deleted_at is null
     and e.status <> 'closed'`,
)

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
import { rowsOf, type Ticketed } from '#products/livestream/records/ticketUrl.ts'

/** A video by its row. */
export type GateTarget = { kind: 'stream' | 'static'; uuid: string }

/** Who comes: with a code, from a device that names itself by a random id. */
export type TicketAsked = { target: GateTarget; code: string; device: string }

/** Why a ticket does not open a video. */
export type TicketRefused = {
  refused: 'unknown_code' | 'revoked' | 'in_use' | 'not_open_yet' | 'closed'
  /** When the doors open, where they are not open yet. */
  opensAt?: string
  /** Where tickets are sold. */
  ticketUrl?: string
}

/** Row ids of the ticket, and of the session of the device that watches with it. */
export type TicketOpened = { ticketId: string; viewerSessionId: string }

/**
 * Opens a video with a ticket: of the video itself, of the stream that it is a recording of, or of its channel. One
 * device, or as many as the event allows, may watch with a ticket at a time; the same device gets its own session back.
 */
export async function openTicket(ctx: Ctx, asked: TicketAsked): Promise<TicketOpened | TicketRefused> {
  const events = await eventsFor(ctx, asked.target)
  const ticketUrl = events.find((each) => each.externalEventUrl !== null)?.externalEventUrl
  const where = typeof ticketUrl === 'string' ? { ticketUrl } : {}
  const folded = foldCode(asked.code)
  if (folded === undefined || events.length === 0) return { refused: 'unknown_code', ...where }
  return ctx.atomic(async (inner) => {
    const row = await heldTicket(inner, events, folded)
    const event = events.find((each) => eventUuid(each.id) === row?.ticketing_event_id)
    if (row === undefined || event === undefined) return { refused: 'unknown_code', ...where }
    if (row.status !== 'active') return { refused: 'revoked', ...where }
    const { opensAt, closesAt } = windowOf(event)
    const now = inner.now().toISOString()
    if (opensAt !== null && now < opensAt) return { refused: 'not_open_yet', opensAt, ...where }
    if (closesAt !== null && now >= closesAt) return { refused: 'closed', ...where }
    const { maxSessionsPerTicket: sessionsMax } = event
    const viewerSessionId = await openViewerSession(inner, { grantId: row.id, device: asked.device, sessionsMax })
    return viewerSessionId === undefined ? { refused: 'in_use', ...where } : { ticketId: row.id, viewerSessionId }
  })
}

/** Which of these tickets still open something. Row ids; ask with all that watch here at once, every few seconds. */
export async function areTicketsValid(ctx: Ctx, ticketIds: readonly string[]): Promise<Set<string>> {
  if (ticketIds.length === 0) return new Set()
  const rows = await ctx.db.rows(validTickets, [ctx.account.id, ticketIds])
  return new Set(rows.map(({ id }) => id))
}

/** The events whose tickets open a video, its own first. */
async function eventsFor(ctx: Ctx, { kind, uuid }: GateTarget): Promise<TicketingEvent[]> {
  const of = kind === 'stream' ? stream : staticVideo
  const id = encodeId(of.prefix, ctx.account.id, uuid)
  const record: Ticketed | undefined = await ctx.store.find(of, id)
  return record === undefined ? [] : eventsAt(ctx, rowsOf(record))
}

type HeldTicket = RowOf<typeof ticketByCode>

/** The ticket of this code, kept from changing until the transaction ends. A code that was given again is valid. */
async function heldTicket(ctx: Ctx, events: TicketingEvent[], folded: string): Promise<HeldTicket | undefined> {
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

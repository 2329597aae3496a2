import type { Ctx } from '#kit/context.ts'
import { encodeId, uuidv7 } from '#kit/ids.ts'
import { statement } from '#kit/statement.ts'
import { staticVideo } from '#products/livestream/static/staticVideo.ts'
import { stream } from '#products/livestream/stream/stream.ts'
import { foldCode, hashCode } from './code.ts'
import { windowOf, type TicketingEvent } from './eventFields.ts'
import { eventUuid } from './ids.ts'
import { eventsAt } from './ticketing.ts'
import { rowsOf, type Ticketed } from './ticketUrl.ts'

/** How long a device holds its place with a ticket without a sign of life. Renew every ten seconds. */
export const sessionAliveMs = 30_000
/** Places that nobody held for so long are forgotten. */
const sessionKeptMs = 86_400_000

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

/** Row ids of the ticket, and of the place that the device has with it. */
export type TicketOpened = { ticketId: string; sessionId: string }

/**
 * Opens a video with a ticket: of the video itself, of the stream that it is a recording of, or of its channel. One
 * device, or as many as the event allows, may hold a ticket at a time; the same device gets its own place back.
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
    const sessionId = await takePlace(inner, event, { ticketId: row.id, device: asked.device })
    return sessionId === undefined ? { refused: 'in_use', ...where } : { ticketId: row.id, sessionId }
  })
}

/** Keeps places for devices that still watch; answers those that were kept. The others have to open it again. */
export async function renewTicketSessions(ctx: Ctx, sessionIds: readonly string[]): Promise<Set<string>> {
  if (sessionIds.length === 0) return new Set()
  const now = ctx.now()
  const values = [ctx.account.id, sessionIds, now.toISOString(), aliveSince(now)]
  const rows = await ctx.db.rows<{ id: string }>(renewSessions, values)
  return new Set(rows.map(({ id }) => id))
}

/** Which of these tickets still open something. Row ids; ask with all that watch here at once, every few seconds. */
export async function areTicketsValid(ctx: Ctx, ticketIds: readonly string[]): Promise<Set<string>> {
  if (ticketIds.length === 0) return new Set()
  const rows = await ctx.db.rows<{ id: string }>(validTickets, [ctx.account.id, ticketIds])
  return new Set(rows.map(({ id }) => id))
}

/** The events whose tickets open a video, its own first. */
async function eventsFor(ctx: Ctx, { kind, uuid }: GateTarget): Promise<TicketingEvent[]> {
  const of = kind === 'stream' ? stream : staticVideo
  const id = encodeId(of.prefix, ctx.account.id, uuid)
  const record: Ticketed | undefined = await ctx.store.find(of, id)
  return record === undefined ? [] : eventsAt(ctx, rowsOf(record))
}

type HeldTicket = { id: string; ticketing_event_id: string; status: string }

/** The ticket of this code, kept from changing until the transaction ends. A code that was given again is valid. */
async function heldTicket(ctx: Ctx, events: TicketingEvent[], folded: string): Promise<HeldTicket | undefined> {
  const hashes = events.map((event) => hashCode(ctx, event.id, folded).toString('hex'))
  const values = [ctx.account.id, events.map(({ id }) => eventUuid(id)), hashes]
  const rows = await ctx.db.rows<HeldTicket>(ticketByCode, values)
  return rows.find(({ status }) => status === 'active') ?? rows[0]
}

type Coming = { ticketId: string; device: string }

async function takePlace(ctx: Ctx, event: TicketingEvent, { ticketId, device }: Coming): Promise<string | undefined> {
  const now = ctx.now()
  const hash = ctx.ports.keyHash(`livestream.ticket.device ${ticketId} ${device}`)
  const forgotten = new Date(now.getTime() - sessionKeptMs).toISOString()
  await ctx.db.rows(forgetSessions, [ctx.account.id, ticketId, forgotten])
  const others = await ctx.db.rows(otherSessions, [ctx.account.id, ticketId, hash, aliveSince(now)])
  if (others.length >= event.maxSessionsPerTicket) return undefined
  const values = [ctx.account.id, uuidv7(now.getTime()), ticketId, hash, now.toISOString()]
  const [own] = await ctx.db.rows<{ id: string }>(openSession, values)
  return own?.id
}

function aliveSince(now: Date): string {
  return new Date(now.getTime() - sessionAliveMs).toISOString()
}

const ticketByCode = statement(
  'livestream_ticket.byCode',
  'account',
  `select t.id, t.ticketing_event_id, t.status from livestream_ticket t
   join unnest($2::uuid[], $3::text[]) as c (event_id, code_hash)
     on t.ticketing_event_id = c.event_id and t.code_hash = decode(c.code_hash, 'hex')
   where t.account_id = $1 order by t.id desc limit 20 for update of t`,
)

const otherSessions = statement(
  'livestream_ticket_session.others',
  'account',
  `select id from livestream_ticket_session
   where account_id = $1 and ticket_id = $2 and device_hash <> $3 and renewed_at > $4 limit 10`,
)

const openSession = statement(
  'livestream_ticket_session.open',
  'account',
  `insert into livestream_ticket_session (account_id, id, ticket_id, device_hash, opened_at, renewed_at)
   values ($1, $2, $3, $4, $5, $5)
   on conflict (account_id, ticket_id, device_hash) do update set renewed_at = excluded.renewed_at returning id`,
)

const forgetSessions = statement(
  'livestream_ticket_session.forget',
  'account',
  'delete from livestream_ticket_session where account_id = $1 and ticket_id = $2 and renewed_at < $3',
)

const renewSessions = statement(
  'livestream_ticket_session.renew',
  'account',
  `update livestream_ticket_session set renewed_at = $3
   where account_id = $1 and id = any($2::uuid[]) and renewed_at > $4 returning id`,
)

const validTickets = statement(
  'livestream_ticket.valid',
  'account',
  `select t.id from livestream_ticket t join livestream_ticketing_event e
     on e.account_id = t.account_id and e.id = t.ticketing_event_id
   where t.account_id = $1 and t.id = any($2::uuid[]) and t.status = 'active' and e.deleted_at is null
     and e.status <> 'closed'`,
)

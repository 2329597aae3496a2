import type { Ctx } from '#kit/call/context.ts'
import { oneLine } from '#kit/values/foreignText.ts'
import { uuidv7 } from '#kit/values/ids.ts'
import { readAddress } from '#platform/mail/mailbox.ts'
import { ticketAccessGranted } from '#products/livestream/facts.ts'
import { foldCode, hashCode, last4Of, makeCode, nameOfCode, sealCode } from './ticketCode.ts'
import type { TicketingEvent } from './eventFields.ts'
import { requestMails } from './mailing.ts'
import type { Attendee } from './providers/provider.ts'
import { countTickets, holdSync, type SyncRow } from './syncRow.ts'
import {
  findKnown,
  insertTickets,
  issuedMax,
  revokeTickets,
  ticketsMax,
  ticketPayload,
  updateTickets,
  type ChangedTicket,
  type KnownTicket,
  type NewTicket,
  type RevokedReason,
} from './ticket.ts'

/** Most attendees of one transaction. */
export const attendeesAtOnceMax = 200

const idLengthMax = 200
const textLengthMax = 254

/** Result of a change: tickets issued, tickets revoked, and entries of which no ticket could be made. */
export type SyncCounts = { imported: number; revoked: number; failed: number }

/** Attendees of a list, and the moment of its request: tickets that were observed later stay as they are. */
export type Seen = { attendees: readonly Attendee[]; observedAt: string }

/** Counts of a list without changes. */
export const noCounts: SyncCounts = { imported: 0, revoked: 0, failed: 0 }

/** Sum of two counts. */
export function addCounts(a: SyncCounts, b: SyncCounts): SyncCounts {
  return { imported: a.imported + b.imported, revoked: a.revoked + b.revoked, failed: a.failed + b.failed }
}

/**
 * Issues tickets to new attendees and revokes tickets of attendees that are no longer valid. Call inside `ctx.atomic`
 * with at most `attendeesAtOnceMax`. The claimed row of the event serializes concurrent changes.
 */
export async function applyList(ctx: Ctx, event: TicketingEvent, { attendees, observedAt }: Seen): Promise<SyncCounts> {
  const sync = await holdSync(ctx, event.id)
  if (sync === undefined) return noCounts
  const clean = new Map<string, CleanAttendee>()
  let failed = 0
  for (const attendee of attendees) {
    const each = cleanAttendee(ctx, event, attendee)
    if (each === undefined) failed += attendee.isValid ? 1 : 0
    else clean.set(each.externalId, each)
  }
  const known = await findKnown(ctx, event.id, { ids: [...clean.keys()], since: observedAt })
  const plan = planOf([...clean.values()], known, observedAt)
  const revoked =
    (await revokeTickets(ctx, event, { ids: idsOf(plan.revoked, 'provider'), reason: 'provider' })) +
    (await revokeTickets(ctx, event, { ids: idsOf(plan.revoked, 'transferred'), reason: 'transferred' }))
  await updateTickets(ctx, event.id, plan.changed)
  const issued = plan.issued.slice(0, roomOf(sync, revoked))
  await issue(ctx, event, { attendees: issued, observedAt })
  await afterwards(ctx, event, { sync, plan, isChanged: issued.length + revoked > 0 })
  return { imported: issued.length, revoked, failed: failed + plan.issued.length - issued.length }
}

/** Tickets that an event can still issue, after `revoked` further ones. */
export function roomOf({ tickets_sold, tickets_issued }: SyncRow, revoked = 0): number {
  return Math.max(0, Math.min(ticketsMax - tickets_sold + revoked, issuedMax - tickets_issued))
}

/** An attendee whose texts are cleaned for storage. */
export type CleanAttendee = Attendee & { codeHash: string | undefined; isAddress: boolean }

/** The attendee in the form of storage; undefined when its ids or its code cannot be stored. */
export function cleanAttendee(ctx: Ctx, event: TicketingEvent, attendee: Attendee): CleanAttendee | undefined {
  const folded = attendee.code === undefined ? undefined : foldCode(attendee.code)
  if (attendee.code !== undefined && folded === undefined) return undefined
  // A code of the caller's own is a credential, so the ticket is stored under a keyed hash of it.
  const name = folded === undefined ? attendee.externalId : nameOfCode(ctx, event.id, folded)
  const externalId = cleaned(name, idLengthMax + 1)
  if (externalId === null || externalId.length > idLengthMax) return undefined
  const typed = cleaned(attendee.email, textLengthMax)
  const address = typed === null ? undefined : readAddress(typed)
  const ticketTypeId = cleaned(attendee.ticketTypeId, idLengthMax)
  const isOfType = event.ticketTypeIds.length === 0 || event.ticketTypeIds.includes(ticketTypeId ?? '')
  return {
    ...attendee,
    externalId,
    ticketTypeId,
    order: cleaned(attendee.order, idLengthMax),
    email: address ?? typed,
    name: cleaned(attendee.name, textLengthMax),
    isValid: attendee.isValid && isOfType,
    isAddress: address !== undefined,
    codeHash: folded === undefined ? undefined : hashCode(ctx, event.id, folded).toString('hex'),
  }
}

type Plan = {
  issued: CleanAttendee[]
  changed: ChangedTicket[]
  revoked: { id: string; reason: RevokedReason }[]
}

function planOf(attendees: readonly CleanAttendee[], known: readonly KnownTicket[], observedAt: string): Plan {
  const active = new Map(known.filter(({ status }) => status === 'active').map((row) => [row.external_id, row]))
  const refused = new Set(known.filter(({ status }) => status === 'revoked').map((row) => row.external_id))
  const plan: Plan = { issued: [], changed: [], revoked: [] }
  for (const each of attendees) {
    const row = active.get(each.externalId)
    if (row === undefined) {
      if (each.isValid && !refused.has(each.externalId)) plan.issued.push(each)
      continue
    }
    if (row.observed_at > observedAt) continue
    if (!each.isValid) plan.revoked.push({ id: row.id, reason: 'provider' })
    else if (isTransferred(row, each)) {
      plan.revoked.push({ id: row.id, reason: 'transferred' })
      plan.issued.push(each)
    } else if (isOther(row, each)) plan.changed.push(changedOf(row, each, observedAt))
  }
  return plan
}

/** Whether the ticket now belongs to another person. With a code of the caller’s own, only the code decides. */
function isTransferred(row: KnownTicket, now: CleanAttendee): boolean {
  if (now.codeHash !== undefined) return row.code_hash.toString('hex') !== now.codeHash
  return isOtherAddress(row, now) && row.email !== null
}

/** Whether the address has changed; a missing address is no change. */
function isOtherAddress(row: KnownTicket, now: CleanAttendee): boolean {
  return now.email !== null && now.email.toLowerCase() !== row.email?.toLowerCase()
}

function isOther(row: KnownTicket, now: CleanAttendee): boolean {
  const isRenamed = now.name !== null && now.name !== row.name
  return (
    isOtherAddress(row, now) || isRenamed || now.ticketTypeId !== row.ticket_type_id || now.order !== row.external_order
  )
}

function changedOf(row: KnownTicket, now: CleanAttendee, observedAt: string): ChangedTicket {
  return {
    id: row.id,
    external_order: now.order,
    ticket_type_id: now.ticketTypeId,
    observed_at: observedAt,
    email: now.email ?? row.email,
    name: now.name ?? row.name,
    is_mailed: isOtherAddress(row, now) && now.isAddress,
  }
}

type Issuing = { attendees: readonly CleanAttendee[]; observedAt: string }

async function issue(ctx: Ctx, event: TicketingEvent, { attendees, observedAt }: Issuing): Promise<void> {
  const tickets = attendees.map((each) => newTicket(ctx, event, { each, observedAt }))
  await insertTickets(ctx, event.id, tickets)
  for (const ticket of tickets) {
    const payload = ticketPayload(ctx, event, ticket)
    ctx.emit(ticketAccessGranted, payload, { id: payload.ticketId, status: 'active', version: 1 })
  }
}

function newTicket(ctx: Ctx, event: TicketingEvent, { each, observedAt }: { each: CleanAttendee; observedAt: string }) {
  const code = each.code ?? makeCode()
  const codeHash = each.codeHash ?? hashCode(ctx, event.id, foldCode(code) ?? '').toString('hex')
  const isMailed = event.sendAccessEmails && each.email !== null
  const ticket: NewTicket = {
    id: uuidv7(ctx.now().getTime()),
    external_id: each.externalId,
    external_order: each.order,
    email: each.email,
    name: each.name,
    ticket_type_id: each.ticketTypeId,
    code_hash: codeHash,
    code_last4: last4Of(code),
    sealed_code: Buffer.from(sealCode(ctx, event.id, code)).toString('hex'),
    observed_at: observedAt,
    mail_status: isMailed ? (each.isAddress ? 'pending' : 'failed') : 'none',
    mail_error: isMailed && !each.isAddress ? 'This is no mail address.' : null,
  }
  return ticket
}

type Done = { sync: SyncRow; plan: Plan; isChanged: boolean }

async function afterwards(ctx: Ctx, event: TicketingEvent, { sync, plan, isChanged }: Done): Promise<void> {
  if (isChanged) await countTickets(ctx, event.id)
  const isMailing = plan.issued.length > 0 || plan.changed.some((each) => each.is_mailed)
  if (isMailing && event.sendAccessEmails) await requestMails(ctx, sync)
}

function idsOf(revoked: Plan['revoked'], reason: RevokedReason): string[] {
  return revoked.filter((each) => each.reason === reason).map(({ id }) => id)
}

/** Text without control characters and lone surrogates, cut at `lengthMax`; null when nothing is left. */
export function cleaned(text: string | null, lengthMax: number): string | null {
  return oneLine(text ?? '', lengthMax) || null
}

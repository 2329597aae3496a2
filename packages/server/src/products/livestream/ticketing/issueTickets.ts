import type { Ctx } from '#kit/call/context.ts'
import { uuidv7 } from '#kit/values/ids.ts'
import { readAddress } from '#platform/mail/mailbox.ts'
import { ticketAccessGranted } from '#products/livestream/facts.ts'
import { foldCode, hashCode, last4Of, makeCode, nameOfCode, sealCode } from './ticketCode.ts'
import type { TicketingEvent } from './eventFields.ts'
import { askForMails } from './mailing.ts'
import type { Attendee } from './providers/provider.ts'
import { countTickets, holdSync, type SyncRow } from './syncRow.ts'
import {
  findKnown,
  insertTickets,
  issuedMax,
  revokeTickets,
  ticketsMax,
  toldOf,
  updateTickets,
  type ChangedTicket,
  type KnownTicket,
  type NewTicket,
  type RevokedReason,
} from './ticket.ts'

/** Attendees that one transaction takes over. */
export const attendeesAtOnceMax = 200

const idLengthMax = 200
const textLengthMax = 254

/** What a change of the list did: tickets issued, tickets revoked, entries that could not be made a ticket. */
export type SyncCounts = { imported: number; revoked: number; failed: number }

/** What was seen of a list, and when it was asked for: what is known from a later moment stays. */
export type Seen = { attendees: readonly Attendee[]; observedAt: string }

/** A list that did nothing. */
export const noCounts: SyncCounts = { imported: 0, revoked: 0, failed: 0 }

/** The sum of two. */
export function addCounts(a: SyncCounts, b: SyncCounts): SyncCounts {
  return { imported: a.imported + b.imported, revoked: a.revoked + b.revoked, failed: a.failed + b.failed }
}

/**
 * Makes tickets of attendees, and takes away those of attendees who have none any more. Call inside `ctx.atomic`, with
 * at most 200: changes of one event follow each other, since each holds its row.
 */
export async function takeOver(ctx: Ctx, event: TicketingEvent, { attendees, observedAt }: Seen): Promise<SyncCounts> {
  const sync = await holdSync(ctx, event.id)
  if (sync === undefined) return noCounts
  const wanted = new Map<string, Wanted>()
  let failed = 0
  for (const attendee of attendees) {
    const cleaned = wantedOf(ctx, event, attendee)
    if (cleaned === undefined) failed += attendee.isValid ? 1 : 0
    else wanted.set(cleaned.externalId, cleaned)
  }
  const known = await findKnown(ctx, event.id, { ids: [...wanted.keys()], since: observedAt })
  const plan = planOf([...wanted.values()], known, observedAt)
  const revoked =
    (await revokeTickets(ctx, event, { ids: idsOf(plan.revoked, 'provider'), reason: 'provider' })) +
    (await revokeTickets(ctx, event, { ids: idsOf(plan.revoked, 'transferred'), reason: 'transferred' }))
  await updateTickets(ctx, event.id, plan.changed)
  const room = Math.max(0, Math.min(ticketsMax - sync.tickets_sold + revoked, issuedMax - sync.tickets_issued))
  const issued = plan.issued.slice(0, room)
  await issue(ctx, event, { wanted: issued, observedAt })
  await afterwards(ctx, event, { sync, plan, isChanged: issued.length + revoked > 0 })
  return { imported: issued.length, revoked, failed: failed + plan.issued.length - issued.length }
}

/** An attendee with texts that can be kept. */
type Wanted = Attendee & { codeHash: string | undefined; isAddress: boolean }

/** Undefined for an attendee whose ids or code cannot be kept. */
function wantedOf(ctx: Ctx, event: TicketingEvent, attendee: Attendee): Wanted | undefined {
  const folded = attendee.code === undefined ? undefined : foldCode(attendee.code)
  if (attendee.code !== undefined && folded === undefined) return undefined
  // A code that its owner brought along opens the video: the ticket is known by another name.
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
  issued: Wanted[]
  changed: ChangedTicket[]
  revoked: { id: string; reason: RevokedReason }[]
}

function planOf(wanted: readonly Wanted[], known: readonly KnownTicket[], observedAt: string): Plan {
  const active = new Map(known.filter(({ status }) => status === 'active').map((row) => [row.external_id, row]))
  const refused = new Set(known.filter(({ status }) => status === 'revoked').map((row) => row.external_id))
  const plan: Plan = { issued: [], changed: [], revoked: [] }
  for (const each of wanted) {
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

/** Whether the ticket is another person’s now, or has another code. A code of the caller’s own stays where it is. */
function isTransferred(row: KnownTicket, now: Wanted): boolean {
  if (now.codeHash !== undefined) return row.code_hash.toString('hex') !== now.codeHash
  return isOtherAddress(row, now) && row.email !== null
}

/** An address that is left out says nothing. */
function isOtherAddress(row: KnownTicket, now: Wanted): boolean {
  return now.email !== null && now.email.toLowerCase() !== row.email?.toLowerCase()
}

function isOther(row: KnownTicket, now: Wanted): boolean {
  const isRenamed = now.name !== null && now.name !== row.name
  return (
    isOtherAddress(row, now) || isRenamed || now.ticketTypeId !== row.ticket_type_id || now.order !== row.external_order
  )
}

function changedOf(row: KnownTicket, now: Wanted, observedAt: string): ChangedTicket {
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

type Issuing = { wanted: readonly Wanted[]; observedAt: string }

async function issue(ctx: Ctx, event: TicketingEvent, { wanted, observedAt }: Issuing): Promise<void> {
  const tickets = wanted.map((each) => newTicket(ctx, event, { each, observedAt }))
  await insertTickets(ctx, event.id, tickets)
  for (const ticket of tickets) {
    const told = toldOf(ctx, event, ticket)
    ctx.emit(ticketAccessGranted, told, { id: told.ticketId, status: 'active', version: 1 })
  }
}

function newTicket(ctx: Ctx, event: TicketingEvent, { each, observedAt }: { each: Wanted; observedAt: string }) {
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
  if (isMailing && event.sendAccessEmails) await askForMails(ctx, sync)
}

function idsOf(revoked: Plan['revoked'], reason: RevokedReason): string[] {
  return revoked.filter((each) => each.reason === reason).map(({ id }) => id)
}

/** A text without control characters and halves of characters, and no longer than may be; null for an empty one. */
export function cleaned(text: string | null, lengthMax: number): string | null {
  const plain =
    text
      ?.toWellFormed()
      .replaceAll(/\p{Cc}+/gu, ' ')
      .trim() ?? ''
  return plain === '' ? null : plain.slice(0, lengthMax).toWellFormed()
}

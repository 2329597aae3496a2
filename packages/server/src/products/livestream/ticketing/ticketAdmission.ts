import { Type } from '#kit/values/schema.ts'
import type { Ctx } from '#kit/call/context.ts'
import { dateTime, idOf, line, nullable, oneOf, whole } from '#kit/values/fields.ts'
import { encodeId, parseId } from '#kit/values/ids.ts'
import { companion, madeFirst, once, operation } from '#kit/nouns/operation.ts'
import { invalid, problem, reasons, unknownReference } from '#kit/call/problem.ts'
import { closed } from '#kit/nouns/standard.ts'
import { statement } from '#kit/call/statement.ts'
import { foldCode, hashCode, ownCodeLengthMax } from './ticketCode.ts'
import { eventPrefix, eventUuid, ticketPrefix } from './ticketIds.ts'
import { standingAt } from './ticketHelp.ts'
import { ticketPayload, ticketsMax } from './ticket.ts'
import { ticketAdmitted } from '#products/livestream/facts.ts'
import { ticketingEvent } from './ticketingEvent.ts'
import { windowOf } from './eventFields.ts'

const outcomes = ['admitted', 'repeated', 'notOpenYet', 'closed', 'revoked'] as const

export const operations = [
  operation('livestream.ticket.admit', {
    route: 'POST /api/video/ticket/admit',
    title: 'Tickets - Admit',
    description:
      'Admits the holder of a code at a door, once: a second call with the code returns `repeated` and the time of ' +
      'the first admission. A code outside of the access times, or of a revoked ticket, is not admitted.',
    scope: 'livestream.ticket:write',
    input: closed({
      ticketingEventId: idOf(eventPrefix, { description: 'The event that the code is for.' }),
      code: line(2 * ownCodeLengthMax, { description: 'The code as it is scanned or typed.' }),
    }),
    output: closed({
      id: idOf(ticketPrefix, { description: 'The ticket of the code.' }),
      status: oneOf(outcomes, { description: 'admitted: by this call. repeated: by an earlier one. Else the reason.' }),
      admittedAt: nullable(dateTime({ description: 'Time of the first admission; null without one.' })),
      name: nullable(Type.String({ description: 'Name of the ticket holder.' })),
      email: nullable(Type.String({ description: 'Mail address of the ticket holder.' })),
      ticketTypeId: nullable(Type.String({ description: 'Type of the ticket; null without types.' })),
      opensAt: nullable(dateTime({ description: 'Time from which tickets are admitted; null: at once.' })),
      closesAt: nullable(dateTime({ description: 'Time at which admission ends; null: never.' })),
    }),
    emits: [ticketAdmitted],
    example: { ticketingEventId: madeFirst('livestream.ticketingEvent'), code: 'BALCONY-12' },
    handle: once((ctx, { ticketingEventId, code }) => admit(ctx, ticketingEventId, code)),
  }),
  operation('livestream.ticket.readmit', {
    route: 'POST /api/video/ticket/readmit',
    title: 'Tickets - Readmit',
    description: 'Withdraws the admission of a ticket, as after a scan by mistake: its code can be admitted again.',
    scope: 'livestream.ticket:write',
    input: closed({ ticketId: idOf(ticketPrefix) }),
    output: closed({
      id: idOf(ticketPrefix, { description: 'The ticket.' }),
      status: oneOf(['active', 'revoked'], { description: 'State of the ticket, which stays as it is.' }),
    }),
    example: { ticketId: madeFirst('livestream.ticket') },
    handle: once((ctx, { ticketId }) => readmit(ctx, ticketId)),
  }),
  operation('livestream.ticketingEvent.admissions', {
    route: 'GET /api/video/event/admissions',
    title: 'Event - Admissions',
    description: 'Counts the tickets of an event that were admitted at a door, at any of its devices.',
    scope: 'livestream.ticketingEvent:read',
    input: closed({
      ticketingEventId: idOf(eventPrefix, { description: 'The event.' }),
      since: Type.Optional(dateTime({ description: 'Only admissions from this time on.' })),
    }),
    output: closed({
      admittedCount: whole(0, Number.MAX_SAFE_INTEGER, { description: 'Tickets that were admitted.' }),
      validCount: whole(0, ticketsMax, { description: 'Tickets that are valid now.' }),
    }),
    example: { ticketingEventId: madeFirst('livestream.ticketingEvent') },
    handle: (ctx, { ticketingEventId, since }) => countAdmissions(ctx, ticketingEventId, since),
  }),
].map(companion)

async function admit(ctx: Ctx, eventId: string, code: string) {
  const event = await ctx.store.find(ticketingEvent, eventId)
  if (event === undefined) {
    throw invalid(unknownReference('ticketingEventId'))
  }
  const folded = foldCode(code)
  if (folded === undefined) throw problem(reasons.notFound)
  const hash = hashCode(ctx, eventId, folded).toString('hex')
  const { opensAt, closesAt } = windowOf(event)
  return ctx.atomic(async (inner) => {
    const rows = await inner.db.rows(ticketAtDoor, [inner.account.id, eventUuid(eventId), hash])
    const row = rows.find(({ status }) => status === 'active') ?? rows[0]
    if (row === undefined) throw problem(reasons.notFound)
    const id = encodeId(ticketPrefix, inner.account.id, row.id)
    const { name, email, ticket_type_id: ticketTypeId } = row
    const shown = { id, name, email, ticketTypeId, opensAt, closesAt, admittedAt: row.admitted_at }
    if (row.status !== 'active') return { ...shown, status: 'revoked' as const }
    if (row.admitted_at !== null) return { ...shown, status: 'repeated' as const }
    const standing = standingAt(inner.now(), event)
    if (standing !== 'opens') return { ...shown, status: standing }
    const admittedAt = inner.now().toISOString()
    await inner.db.rows(writeAdmission, [inner.account.id, row.id, admittedAt])
    await inner.audit({ action: 'livestream.ticket.admitted', target: id })
    const admission = { ...ticketPayload(inner, event, row), admittedAt }
    inner.emit(ticketAdmitted, admission, { id, status: 'active', version: 3 })
    return { ...shown, admittedAt, status: 'admitted' as const }
  })
}

async function readmit(ctx: Ctx, ticketId: string) {
  const parsed = parseId(ticketPrefix, ticketId)
  if (parsed === undefined || parsed.accountId !== ctx.account.id) throw problem(reasons.notFound)
  return ctx.atomic(async (inner) => {
    const [row] = await inner.db.rows(writeAdmission, [inner.account.id, parsed.uuid, null])
    if (row === undefined) throw problem(reasons.notFound)
    await inner.audit({ action: 'livestream.ticket.readmitted', target: ticketId })
    return { id: ticketId, status: row.status }
  })
}

async function countAdmissions(ctx: Ctx, eventId: string, since: string | undefined) {
  await ctx.store.get(ticketingEvent, eventId)
  const values = [ctx.account.id, eventUuid(eventId), since ?? null]
  const [row] = await ctx.db.rows(admissions, values)
  return { admittedCount: row?.admitted ?? 0, validCount: row?.valid ?? 0 }
}

const ticketAtDoor = statement(
  'livestream_ticket.atDoor',
  'account',
  `select t.id, t.external_id, t.status, t.name, t.email, t.ticket_type_id, t.admitted_at from livestream_ticket t
   where t.account_id = $1 and t.ticketing_event_id = $2 and t.code_hash = decode($3, 'hex')
   order by t.id desc limit 20 for update of t`,
)

const writeAdmission = statement(
  'livestream_ticket.writeAdmission',
  'account',
  `update livestream_ticket set admitted_at = $3 where account_id = $1 and id = $2 returning status`,
)

const admissions = statement(
  'livestream_ticket.admissions',
  'account',
  `select (select count(*)::integer from livestream_ticket where account_id = $1 and ticketing_event_id = $2
     and admitted_at is not null and ($3::timestamptz is null or admitted_at >= $3)) as admitted,
   coalesce((select tickets_sold from livestream_ticketing_sync
     where account_id = $1 and ticketing_event_id = $2), 0) as valid`,
)

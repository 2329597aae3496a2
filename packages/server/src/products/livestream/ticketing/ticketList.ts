import { Type, type Static } from '#kit/values/schema.ts'
import type { Ctx, Paging, RowOf } from '#kit/call/context.ts'
import { dateTime, idOf, line, nullable, oneOf } from '#kit/values/fields.ts'
import { encodeId, parseId } from '#kit/values/ids.ts'
import { companion, madeFirst, once, operation } from '#kit/nouns/operation.ts'
import { pagingInput } from '#kit/call/paging.ts'
import { problem, reasons } from '#kit/call/problem.ts'
import { closed, listPageOf } from '#kit/nouns/standard.ts'
import { statement } from '#kit/call/statement.ts'
import { uuidOf } from '#platform/db/columns.ts'
import { ofAccount, orderBy, readListPage, sentConditions, type RowList } from '#platform/db/listPage.ts'
import { readAddress } from '#platform/mail/mailbox.ts'
import { ticketAccessRevoked, ticketingEventSynced } from '#products/livestream/facts.ts'
import { openCode } from './ticketCode.ts'
import { targetOf } from './eventFields.ts'
import { eventPrefix, ticketPrefix } from './ticketIds.ts'
import { noCounts } from './issueTickets.ts'
import { withCode } from './mailing.ts'
import { recordChange } from './attendeeSync.ts'
import { countTickets, holdSync } from './syncRow.ts'
import { accessUrlOf } from './ticketedVideo.ts'
import { revokeTickets } from './ticket.ts'
import { ticketingEvent } from './ticketingEvent.ts'

const statuses = ['active', 'revoked'] as const

const fields = {
  id: idOf(ticketPrefix),
  ticketId: idOf(ticketPrefix, { description: 'The same as `id`.' }),
  status: oneOf(statuses, { description: 'active: its code opens the video. revoked: it never does again.' }),
  ticketingEventId: idOf(eventPrefix, { description: 'The event that the ticket is for.' }),
  externalTicketId: Type.String({
    description:
      'Id at the provider; with generic the mail address, with a number for its further tickets, or a name derived ' +
      'from the code.',
  }),
  email: nullable(Type.String({ description: 'Mail address of the ticket holder.' })),
  name: nullable(Type.String({ description: 'Name of the ticket holder; null when it is not known.' })),
  ticketTypeId: nullable(
    Type.String({ description: 'Type of the ticket, by its id at the provider; null without types.' }),
  ),
  codeLast4: Type.String({ description: 'The last four characters of its code.' }),
  mailStatus: oneOf(['none', 'pending', 'sent', 'failed'], { description: 'State of the mail with the code.' }),
  mailedAt: nullable(dateTime({ description: 'Time at which the mail was sent, or given up.' })),
  mailError: nullable(Type.String({ description: 'Reason of the failure.' })),
  revokedReason: nullable(
    Type.String({
      enum: ['provider', 'transferred', 'owner'],
      description: 'Reason of the revocation; null for an active ticket.',
    }),
  ),
  revokedAt: nullable(dateTime({ description: 'Time of the revocation; null for an active ticket.' })),
  admittedAt: nullable(dateTime({ description: 'Time of the first admission at a door; null without one.' })),
  createdAt: dateTime({ description: 'Time of issue.' }),
}
const shape = closed(fields)
const whole = closed({
  ...fields,
  code: Type.String({
    description: 'The code that opens the video. A second person with the code takes the place of its owner.',
  }),
  accessUrl: Type.String({ description: 'The address that opens the video by itself.' }),
})

export const operations = [
  operation('livestream.ticket.all', {
    route: 'GET /api/video/ticket/all',
    title: 'Tickets - Get All',
    description: 'Tickets of events that are sold elsewhere, newest first: one for each access that was issued.',
    scope: 'livestream.ticket:read',
    input: closed({
      ...pagingInput(['createdAt']),
      ticketingEventId: Type.Optional(idOf(eventPrefix, { description: 'Only of this event.' })),
      email: Type.Optional(line(254, { description: 'Only of this address.' })),
      status: Type.Optional(oneOf(statuses, { description: 'Only in this state.' })),
    }),
    output: listPageOf(shape),
    example: { limit: 10 },
    handle: listTickets,
  }),
  operation('livestream.ticket.get', {
    route: 'GET /api/video/ticket/get',
    title: 'Tickets - Get',
    description: 'Gets one ticket with its code, to help a holder whose mail got lost.',
    scope: 'livestream.ticket:read',
    input: closed({ ticketId: idOf(ticketPrefix) }),
    output: whole,
    example: { ticketId: madeFirst('livestream.ticket') },
    handle: (ctx, { ticketId }) => getTicket(ctx, ticketId),
  }),
  operation('livestream.ticket.revoke', {
    route: 'POST /api/video/ticket/revoke',
    title: 'Tickets - Revoke',
    description: 'Revokes one ticket for good: its code no longer opens anything, and its viewers are disconnected.',
    scope: 'livestream.ticket:write',
    input: closed({ ticketId: idOf(ticketPrefix) }),
    output: closed({
      id: idOf(ticketPrefix),
      status: Type.String({ enum: ['revoked'], description: 'Always `revoked`.' }),
    }),
    emits: [ticketAccessRevoked, ticketingEventSynced],
    example: { ticketId: madeFirst('livestream.ticket') },
    handle: once((ctx, { ticketId }) => revokeOne(ctx, ticketId)),
  }),
].map(companion)

type TicketQuery = Paging & { sort?: string; ticketingEventId?: string; email?: string; status?: string }

type TicketRow = Omit<RowOf<typeof byId>, 'sealed_code'>

const columns =
  't.id, t.ticketing_event_id, t.external_id, t.email, t.name, t.ticket_type_id, t.status, t.code_last4, ' +
  't.mail_status, t.mailed_at, t.mail_error, t.revoked_reason, t.revoked_at, ' +
  't.admitted_at, t.created_at'

async function listTickets(ctx: Ctx, query: TicketQuery) {
  const { ticketingEventId: eventId, email, status, sort } = query
  const list: RowList = {
    table: 'livestream_ticket',
    columns,
    scope: 'account',
    owned: [ofAccount(ctx.account.id)],
    where: sentConditions({
      't.ticketing_event_id = $1': eventId === undefined ? undefined : uuidOf(eventPrefix, eventId),
      't.email = $1': email === undefined ? undefined : (readAddress(email) ?? email),
      't.status = $1': status,
    }),
    ...orderBy(['id'], sort !== 'createdAt'),
    isPlannedAnew: true,
  }
  const page = await readListPage<TicketRow>(ctx, list, query)
  return { ...page, items: page.items.map((row) => viewOf(ctx, row)) }
}

async function getTicket(ctx: Ctx, ticketId: string): Promise<Static<typeof whole>> {
  const row = await findTicket(ctx, ticketId)
  const event = await ctx.store.find(ticketingEvent, encodeId(eventPrefix, ctx.account.id, row.ticketing_event_id))
  if (event === undefined) throw problem(reasons.notFound)
  const code = openCode(ctx, event.id, row.sealed_code)
  return { ...viewOf(ctx, row), code, accessUrl: withCode(await accessUrlOf(ctx, targetOf(event)), code) }
}

async function revokeOne(ctx: Ctx, ticketId: string) {
  return ctx.atomic(async (inner) => {
    const row = await findTicket(inner, ticketId)
    const eventId = encodeId(eventPrefix, inner.account.id, row.ticketing_event_id)
    const event = await inner.store.find(ticketingEvent, eventId)
    if (event === undefined) throw problem(reasons.notFound)
    await holdSync(inner, eventId)
    const revoked = await revokeTickets(inner, event, { ids: [row.id], reason: 'owner' })
    await countTickets(inner, eventId)
    await recordChange(inner, event, { counts: { ...noCounts, revoked }, isWhole: false })
    await inner.audit({ action: 'livestream.ticket.revoked', target: ticketId })
    return { id: ticketId, status: 'revoked' as const }
  })
}

async function findTicket(ctx: Ctx, ticketId: string): Promise<TicketRow & { sealed_code: Buffer }> {
  const parsed = parseId(ticketPrefix, ticketId)
  if (parsed === undefined || parsed.accountId !== ctx.account.id) throw problem(reasons.notFound)
  const [row] = await ctx.db.rows(byId, [ctx.account.id, parsed.uuid])
  if (row === undefined) throw problem(reasons.notFound)
  return row
}

function viewOf(ctx: Ctx, row: TicketRow): Static<typeof shape> {
  const id = encodeId(ticketPrefix, ctx.account.id, row.id)
  return {
    id,
    ticketId: id,
    status: row.status,
    ticketingEventId: encodeId(eventPrefix, ctx.account.id, row.ticketing_event_id),
    externalTicketId: row.external_id,
    email: row.email,
    name: row.name,
    ticketTypeId: row.ticket_type_id,
    codeLast4: row.code_last4,
    mailStatus: row.mail_status,
    mailedAt: row.mailed_at,
    mailError: row.mail_error,
    revokedReason: row.revoked_reason,
    revokedAt: row.revoked_at,
    admittedAt: row.admitted_at,
    createdAt: row.created_at,
  }
}

const byId = statement(
  'livestream_ticket.byId',
  'account',
  `select ${columns}, t.sealed_code from livestream_ticket t where t.account_id = $1 and t.id = $2`,
)

import { Type } from '#kit/values/schema.ts'
import type { Ctx } from '#kit/call/context.ts'
import { dateTime, idOf, line, nullable, oneOf } from '#kit/values/fields.ts'
import { encodeId, parseId } from '#kit/values/ids.ts'
import { companion, madeFirst, once, operation } from '#kit/nouns/operation.ts'
import { problem, reasons } from '#kit/call/problem.ts'
import { closed } from '#kit/nouns/standard.ts'
import { statement } from '#kit/call/statement.ts'
import { foldCode, hashCode, ownCodeLengthMax } from './ticketCode.ts'
import { windowOf, type TicketingEvent } from './eventFields.ts'
import { requestMails } from './mailing.ts'
import { holdSync } from './syncRow.ts'
import { eventPrefix, eventUuid, ticketPrefix } from './ticketIds.ts'
import { ticketingEvent } from './ticketingEvent.ts'

/** Least time between two mails with the code of one ticket. */
const mailEveryMs = 60_000

const standings = ['opens', 'notOpenYet', 'closed', 'revoked'] as const

export const operations = [
  operation('livestream.ticket.check', {
    route: 'POST /api/video/ticket/check',
    title: 'Tickets - Check',
    description: 'Finds the ticket of a code, and whether the code opens the video now. Nothing is changed.',
    scope: 'livestream.ticket:read',
    isRead: true,
    input: closed({
      ticketingEventId: idOf(eventPrefix, { description: 'The event that the code is for.' }),
      code: line(2 * ownCodeLengthMax, { description: 'The code as its holder types it.' }),
    }),
    output: closed({
      id: idOf(ticketPrefix, { description: 'The ticket of the code.' }),
      status: oneOf(standings, { description: 'Whether the code opens the video now, else the reason.' }),
      name: nullable(Type.String({ description: 'Name of the ticket holder.' })),
      email: nullable(Type.String({ description: 'Mail address of the ticket holder.' })),
      opensAt: nullable(dateTime({ description: 'Time from which tickets open it; null: at once.' })),
      closesAt: nullable(dateTime({ description: 'Time at which tickets stop opening it; null: never.' })),
    }),
    example: { ticketingEventId: madeFirst('livestream.ticketingEvent'), code: 'BALCONY-12' },
    handle: (ctx, { ticketingEventId, code }) => checkCode(ctx, ticketingEventId, code),
  }),
  operation('livestream.ticket.resend', {
    route: 'POST /api/video/ticket/resend',
    title: 'Tickets - Resend',
    description: 'Mails the holder of one valid ticket the code again, once a minute at most.',
    scope: 'livestream.ticket:write',
    input: closed({ ticketId: idOf(ticketPrefix) }),
    output: closed({
      id: idOf(ticketPrefix, { description: 'The ticket.' }),
      status: oneOf(['active'], { description: 'Always `active`.' }),
      mailStatus: oneOf(['none', 'pending'], {
        description: 'pending: the mail leaves within seconds. none: the ticket has no mail address.',
      }),
    }),
    reasons: [reasons.invalidTransition],
    example: { ticketId: madeFirst('livestream.ticket') },
    handle: once((ctx, { ticketId }) => resendOne(ctx, ticketId)),
  }),
].map(companion)

async function checkCode(ctx: Ctx, eventId: string, code: string) {
  const event = await ctx.store.get(ticketingEvent, eventId)
  const folded = foldCode(code)
  if (folded === undefined) throw problem(reasons.notFound)
  const hash = hashCode(ctx, eventId, folded).toString('hex')
  const rows = await ctx.db.rows(ticketsOfCode, [ctx.account.id, eventUuid(eventId), hash])
  const row = rows.find(({ status }) => status === 'active') ?? rows[0]
  if (row === undefined) throw problem(reasons.notFound)
  const { opensAt, closesAt } = windowOf(event)
  return {
    id: encodeId(ticketPrefix, ctx.account.id, row.id),
    status: row.status === 'active' ? standingAt(ctx.now(), event) : ('revoked' as const),
    name: row.name,
    email: row.email,
    opensAt,
    closesAt,
  }
}

/** Whether tickets of an event open its video now. */
export function standingAt(now: Date, event: TicketingEvent): 'opens' | 'notOpenYet' | 'closed' {
  const { opensAt, closesAt } = windowOf(event)
  if (opensAt !== null && now < new Date(opensAt)) return 'notOpenYet'
  return closesAt !== null && now >= new Date(closesAt) ? 'closed' : 'opens'
}

async function resendOne(ctx: Ctx, ticketId: string) {
  const uuid = parseId(ticketPrefix, ticketId)
  if (uuid === undefined || uuid.accountId !== ctx.account.id) throw problem(reasons.notFound)
  return ctx.atomic(async (inner) => {
    const [row] = await inner.db.rows(ticketToMail, [inner.account.id, uuid.uuid])
    if (row === undefined) throw problem(reasons.notFound)
    if (row.status !== 'active') {
      throw problem(reasons.invalidTransition, { message: 'A revoked ticket has no code to mail.' })
    }
    await inner.audit({ action: 'livestream.ticket.resent', target: ticketId })
    const done = { id: ticketId, status: 'active' as const }
    if (row.email === null) return { ...done, mailStatus: 'none' as const }
    const held = await holdSync(inner, encodeId(eventPrefix, inner.account.id, row.ticketing_event_id))
    if (held === undefined) throw problem(reasons.notFound)
    checkPause(inner, row.mailed_at)
    await inner.db.rows(mailAgain, [inner.account.id, uuid.uuid])
    await requestMails(inner, held)
    return { ...done, mailStatus: 'pending' as const }
  })
}

function checkPause(ctx: Ctx, mailedAt: string | null): void {
  const waitMs = mailedAt === null ? 0 : new Date(mailedAt).getTime() + mailEveryMs - ctx.now().getTime()
  if (waitMs <= 0) return
  const message = 'The code of a ticket is mailed once a minute at most.'
  throw problem(reasons.rateLimited, { message, retryAfterSeconds: Math.ceil(waitMs / 1000) })
}

const ticketsOfCode = statement(
  'livestream_ticket.ofCode',
  'account',
  `select t.id, t.status, t.name, t.email from livestream_ticket t
   where t.account_id = $1 and t.ticketing_event_id = $2 and t.code_hash = decode($3, 'hex')
   order by t.id desc limit 20`,
)

const ticketToMail = statement(
  'livestream_ticket.toMail',
  'account',
  `select t.ticketing_event_id, t.status, t.email, t.mailed_at from livestream_ticket t
   where t.account_id = $1 and t.id = $2`,
)

const mailAgain = statement(
  'livestream_ticket.mailOneAgain',
  'account',
  `update livestream_ticket set mail_status = 'pending', mail_round = mail_round + 1, mail_error = null
   where account_id = $1 and id = $2 and status = 'active' and email is not null and mail_status <> 'pending'`,
)

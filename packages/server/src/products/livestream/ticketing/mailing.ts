import { storable } from '#kit/values/foreignText.ts'
import { Type } from '#kit/values/schema.ts'
import type { Ctx, RowOf } from '#kit/call/context.ts'
import { doublingDelaysMs, retryDelayMs, type BackOff } from '#kit/values/backOff.ts'
import { encodeId } from '#kit/values/ids.ts'
import { statement } from '#kit/call/statement.ts'
import { outboundTask } from '#kit/nouns/task.ts'
import { MailFailed, MailRefused } from '#platform/mail/mailRefused.ts'
import { mailPort } from '#platform/mail/mailPort.ts'
import { accessMail } from './accessMail.ts'
import { openCode } from './ticketCode.ts'
import { targetOf, windowOf, type TicketingEvent } from './eventFields.ts'
import { eventPrefix, eventUuid } from './ticketIds.ts'
import { findSyncs, holdSync, writeSync, type SyncRow } from './syncRow.ts'
import { accessUrlOf, titleOf } from './ticketedVideo.ts'
import { ticketingEvent } from './ticketingEvent.ts'

/** Mails of one run of the task, and those sent concurrently. */
const batchMax = 50
const atOnceMax = 4
/** Age at which a due task counts as lost, so that another one is scheduled. */
const lostAfterMs = 15 * 60_000
/** Retry schedule while the mail server cannot be reached. */
const backOff: BackOff = { delaysMs: doublingDelaysMs(30_000, 30 * 60_000), jitterShare: 0 }
const errorLengthMax = 300
/** Length limits of the title in a subject, and of the name of a recipient. */
const titleLengthMax = 150
const nameLengthMax = 100

type PendingRow = RowOf<typeof pendingMails>

/** Schedules the task that sends pending mails, unless one is due. Call inside `ctx.atomic`, with the row claimed. */
export async function requestMails(ctx: Ctx, held: SyncRow): Promise<void> {
  const now = ctx.now()
  const waitsSince = held.next_mail_at === null ? undefined : new Date(held.next_mail_at).getTime()
  if (waitsSince !== undefined && now.getTime() - waitsSince < lostAfterMs) return
  await setNext(ctx, held, { at: now, failures: held.mail_failures })
}

/** Sets the mail of each valid ticket of an event to pending again. Call inside `ctx.atomic`. */
export async function resendAll(ctx: Ctx, held: SyncRow): Promise<void> {
  await ctx.db.rows(markAll, [ctx.account.id, held.ticketing_event_id])
  await requestMails(ctx, held)
}

/** Sends the mails of an event, a few at a time; each event has one such task at most. */
export const sendMails = outboundTask(
  'livestream.ticketingEvent.mail',
  'Sends people with a ticket their code.',
  Type.Object({ ticketingEventId: Type.String(), at: Type.String() }),
  {
    async handle(ctx, { ticketingEventId, at }) {
      const event = await ctx.store.find(ticketingEvent, ticketingEventId)
      const sync = (await findSyncs(ctx, [ticketingEventId])).get(ticketingEventId)
      if (event === undefined || sync?.next_mail_at !== at) return
      const pending = await ctx.db.rows(pendingMails, [ctx.account.id, eventUuid(event.id), batchMax + 1])
      const trouble = await sendAll(ctx, event, pending.slice(0, batchMax))
      await ctx.atomic(async (inner) => {
        const held = await holdSync(inner, ticketingEventId)
        if (held?.next_mail_at !== at) return
        await scheduleNext(inner, held, { trouble, hasMore: pending.length > batchMax })
      })
    },
    // The first batch fails as a whole: its bad mail ends each attempt and would block all later batches.
    async failed(ctx, { ticketingEventId, at }) {
      const held = await holdSync(ctx, ticketingEventId)
      if (held?.next_mail_at !== at) return
      const values = [ctx.account.id, held.ticketing_event_id, batchMax, 'The server could not send the mail.']
      await ctx.db.rows(failMails, [...values, ctx.now().toISOString()])
      await scheduleNext(ctx, held, { trouble: undefined, hasMore: false })
    },
  },
)

export const tasks = [sendMails]

type Outcome = { trouble: MailFailed | undefined; hasMore: boolean }

/** Schedules the next batch. Mails that became pending during this one are found because the row is claimed. */
async function scheduleNext(ctx: Ctx, held: SyncRow, { trouble, hasMore }: Outcome): Promise<void> {
  const now = ctx.now().getTime()
  if (trouble !== undefined) {
    const failures = held.mail_failures + 1
    return setNext(ctx, held, { at: new Date(now + retryDelayMs(backOff, failures)), failures })
  }
  const isWaiting = hasMore || (await isAnyPending(ctx, held))
  await setNext(ctx, held, { at: isWaiting ? new Date(now) : undefined, failures: 0 })
}

async function isAnyPending(ctx: Ctx, held: SyncRow): Promise<boolean> {
  return (await ctx.db.rows(pendingMails, [ctx.account.id, held.ticketing_event_id, 1])).length > 0
}

async function setNext(ctx: Ctx, held: SyncRow, next: { at: Date | undefined; failures: number }): Promise<void> {
  const at = next.at?.toISOString() ?? null
  await writeSync(ctx, held, { next_mail_at: at, mail_failures: next.failures })
  const ticketingEventId = encodeId(eventPrefix, ctx.account.id, held.ticketing_event_id)
  if (next.at !== undefined && at !== null) ctx.later(sendMails, { ticketingEventId, at }, next.at)
}

/** Sends a batch and marks each sent mail. Returns the error that stopped it, if any. */
async function sendAll(ctx: Ctx, event: TicketingEvent, rows: readonly PendingRow[]): Promise<MailFailed | undefined> {
  const target = targetOf(event)
  const watchUrl = await accessUrlOf(ctx, target)
  const title = (event.title ?? (await titleOf(ctx, target)) ?? 'the event').slice(0, titleLengthMax).toWellFormed()
  for (let from = 0; from < rows.length; from += atOnceMax) {
    const some = rows.slice(from, from + atOnceMax)
    const troubles = await Promise.all(some.map((row) => sendOne(ctx, event, { row, watchUrl, title })))
    const trouble = troubles.find((each) => each !== undefined)
    if (trouble !== undefined) return trouble
  }
  return undefined
}

type One = { row: PendingRow; watchUrl: string; title: string }

async function sendOne(
  ctx: Ctx,
  event: TicketingEvent,
  { row, watchUrl, title }: One,
): Promise<MailFailed | undefined> {
  const code = openCode(ctx, event.id, row.sealed_code)
  const { opensAt } = windowOf(event)
  const admission = {
    title,
    name: row.name,
    code,
    devicesMax: event.maxSessionsPerTicket,
    watchUrl: withCode(watchUrl, code),
    opensAt: opensAt !== null && new Date(opensAt) > ctx.now() ? opensAt : null,
  }
  const mail = {
    // cast: a mail is pending only for a ticket with an address (`issueTickets`).
    to: row.email as string,
    ...accessMail(ctx.account, admission),
    idempotencyKey: `ticket ${row.id} ${row.mail_round}`,
    ...(row.name === null ? {} : { toName: row.name.slice(0, nameLengthMax).toWellFormed() }),
  }
  try {
    await ctx.port(mailPort).send(ctx.account, mail)
    await mark(ctx, row, { status: 'sent', error: null })
    return undefined
  } catch (error) {
    if (error instanceof MailFailed) return error
    if (!(error instanceof MailRefused)) throw error
    await mark(ctx, row, { status: 'failed', error: storable(error.message, errorLengthMax) })
    return undefined
  }
}

/** Address that opens the video without typing the code. */
export function withCode(watchUrl: string, code: string): string {
  return `${watchUrl}?ticket=${encodeURIComponent(code)}`
}

async function mark(ctx: Ctx, row: PendingRow, as: { status: 'sent' | 'failed'; error: string | null }): Promise<void> {
  const values = [ctx.account.id, row.id, row.mail_round, as.status, as.error, ctx.now().toISOString()]
  await ctx.db.rows(markMail, values)
}

const pendingMails = statement(
  'livestream_ticket.pendingMails',
  'account',
  `select id, email, name, sealed_code, mail_round from livestream_ticket
   where account_id = $1 and ticketing_event_id = $2 and mail_status = 'pending' order by id limit $3`,
)

const markMail = statement(
  'livestream_ticket.markMail',
  'account',
  `update livestream_ticket set mail_status = $4, mail_error = $5, mailed_at = $6
   where account_id = $1 and id = $2 and mail_round = $3 and mail_status = 'pending'`,
)

const failMails = statement(
  'livestream_ticket.failMails',
  'account',
  `update livestream_ticket set mail_status = 'failed', mail_error = $4, mailed_at = $5
   where account_id = $1 and id in (
     select id from livestream_ticket
     where account_id = $1 and ticketing_event_id = $2 and mail_status = 'pending' order by id limit $3)`,
)

const markAll = statement(
  'livestream_ticket.mailAgain',
  'account',
  `update livestream_ticket set mail_status = 'pending', mail_round = mail_round + 1, mail_error = null
   where account_id = $1 and ticketing_event_id = $2 and status = 'active' and email is not null`,
)

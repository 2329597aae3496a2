import { Type } from '#kit/values/schema.ts'
import type { Ctx } from '#kit/call/context.ts'
import { problem, reasons } from '#kit/call/problem.ts'
import { task } from '#kit/nouns/task.ts'
import type { TicketingEvent } from './eventFields.ts'
import { noCounts } from './issueTickets.ts'
import { mailAllAgain } from './mailing.ts'
import { noteChange, requestSync } from './attendeeSync.ts'
import { countTickets, holdSync, writeSync } from './syncRow.ts'
import { findActive, revokedAtOnceMax, revokeTickets } from './ticket.ts'
import { ticketingEvent } from './ticketingEvent.ts'

/** What can be asked of an event by name. */
export const eventActions = {
  resync: 'reads the list of tickets now; once a minute at most.',
  resendEmails: 'mails each ticket holder the code again; every ten minutes at most.',
  revokeAll: 'takes all tickets away that there are, for good.',
  rotateInboundSecret: 'makes a new secret for calls to its hook, shown this once; the old one ends at once.',
} as const
export type EventAction = keyof typeof eventActions

const resyncEveryMs = 60_000
const resendEveryMs = 10 * 60_000

type Acting = { before: TicketingEvent; after: TicketingEvent; action: EventAction | undefined }

/** Does what was asked by name, and what a change of the ticket types asks for. Call inside `ctx.atomic`. */
export async function act(ctx: Ctx, { before, after, action }: Acting): Promise<void> {
  const at = ctx.now().toISOString()
  if (action === 'resync') await resync(ctx, after.id)
  if (action === 'resendEmails') await resend(ctx, after.id)
  if (action === 'revokeAll') await revokeSome(ctx, after, { at, isAll: true })
  const isNarrower = before.ticketTypeIds.join() !== after.ticketTypeIds.join() && after.ticketTypeIds.length > 0
  if (isNarrower) await revokeSome(ctx, after, { at, isAll: false })
  if (action === undefined) return
  await ctx.audit({ action: `livestream.ticketingEvent.${action}`, target: after.id })
}

async function resync(ctx: Ctx, eventId: string): Promise<void> {
  const held = await holdSync(ctx, eventId)
  if (held === undefined) return
  refuseSoon(ctx, held.resynced_at, resyncEveryMs)
  await writeSync(ctx, held, { resynced_at: ctx.now().toISOString() })
  await requestSync(ctx, eventId, ctx.now())
}

async function resend(ctx: Ctx, eventId: string): Promise<void> {
  const held = await holdSync(ctx, eventId)
  if (held === undefined) return
  refuseSoon(ctx, held.resent_at, resendEveryMs)
  const resent = { resent_at: ctx.now().toISOString() }
  await writeSync(ctx, held, resent)
  await mailAllAgain(ctx, { ...held, ...resent })
}

function refuseSoon(ctx: Ctx, last: string | null, everyMs: number): void {
  const waitMs = last === null ? 0 : new Date(last).getTime() + everyMs - ctx.now().getTime()
  if (waitMs <= 0) return
  const message = `This action is allowed once in ${everyMs / 60_000} min.`
  throw problem(reasons.rateLimited, { message, retryAfterSeconds: Math.ceil(waitMs / 1000) })
}

/** Goes on with the tickets of an event that had more than one transaction takes. */
export const revokeRest = task(
  'livestream.ticketingEvent.revoke',
  'Takes the remaining tickets away that an event is to be without.',
  Type.Object({ ticketingEventId: Type.String(), at: Type.String(), isAll: Type.Boolean() }),
  async (ctx, { ticketingEventId, at, isAll }) => {
    const event = await ctx.store.find(ticketingEvent, ticketingEventId)
    if (event !== undefined) await revokeSome(ctx, event, { at, isAll })
  },
)

export const tasks = [revokeRest]

/** Tickets that there were at the moment: all, or those of types that open it no longer. */
async function revokeSome(ctx: Ctx, event: TicketingEvent, which: { at: string; isAll: boolean }): Promise<void> {
  const { at, isAll } = which
  await holdSync(ctx, event.id)
  const types = new Set<string | null>(event.ticketTypeIds)
  const active = await findActive(ctx, event.id)
  const wanted = active.filter((row) => row.created_at <= at && (isAll || !types.has(row.ticket_type_id)))
  const ids = wanted.slice(0, revokedAtOnceMax).map(({ id }) => id)
  const revoked = await revokeTickets(ctx, event, { ids, reason: isAll ? 'owner' : 'provider' })
  if (revoked > 0) await countTickets(ctx, event.id)
  await noteChange(ctx, event, { counts: { ...noCounts, revoked }, isWhole: false })
  if (wanted.length > ids.length) ctx.later(revokeRest, { ticketingEventId: event.id, at, isAll }, ctx.now())
}

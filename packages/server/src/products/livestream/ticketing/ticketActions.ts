import { Type } from '#kit/values/schema.ts'
import type { Ctx } from '#kit/call/context.ts'
import { problem, reasons } from '#kit/call/problem.ts'
import { task } from '#kit/nouns/task.ts'
import type { TicketingEvent } from './eventFields.ts'
import { noCounts } from './issueTickets.ts'
import { resendAll } from './mailing.ts'
import { recordChange, requestSync } from './attendeeSync.ts'
import { countTickets, holdSync, writeSync } from './syncRow.ts'
import { findActive, revokedAtOnceMax, revokeTickets } from './ticket.ts'
import { ticketingEvent } from './ticketingEvent.ts'

/** Actions of an event, with their public descriptions. */
export const eventActions = {
  resync: 'reads the list of tickets now; once a minute at most.',
  resendEmails: 'mails each ticket holder the code again; every ten minutes at most.',
  revokeAll: 'revokes all existing tickets, for good.',
  rotateInboundSecret: 'makes a new secret for calls to its hook, shown this once; the old one ends at once.',
} as const
export type EventAction = keyof typeof eventActions

const resyncEveryMs = 60_000
const resendEveryMs = 10 * 60_000

type Acting = { before: TicketingEvent; after: TicketingEvent; action: EventAction | undefined }

/** Runs the action of an update, and revokes tickets of types that are no longer chosen. Call inside `ctx.atomic`. */
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
  checkInterval(ctx, held.resynced_at, resyncEveryMs)
  await writeSync(ctx, held, { resynced_at: ctx.now().toISOString() })
  await requestSync(ctx, eventId, ctx.now())
}

async function resend(ctx: Ctx, eventId: string): Promise<void> {
  const held = await holdSync(ctx, eventId)
  if (held === undefined) return
  checkInterval(ctx, held.resent_at, resendEveryMs)
  const resent = { resent_at: ctx.now().toISOString() }
  await writeSync(ctx, held, resent)
  await resendAll(ctx, { ...held, ...resent })
}

function checkInterval(ctx: Ctx, last: string | null, everyMs: number): void {
  const waitMs = last === null ? 0 : new Date(last).getTime() + everyMs - ctx.now().getTime()
  if (waitMs <= 0) return
  const message = `This action is allowed once in ${everyMs / 60_000} min.`
  throw problem(reasons.rateLimited, { message, retryAfterSeconds: Math.ceil(waitMs / 1000) })
}

/** Continues a revocation of more tickets than one transaction allows. */
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

/** Revokes tickets issued up to a moment: all of them, or those of types that are no longer chosen. */
async function revokeSome(ctx: Ctx, event: TicketingEvent, which: { at: string; isAll: boolean }): Promise<void> {
  const { at, isAll } = which
  await holdSync(ctx, event.id)
  const types = new Set<string | null>(event.ticketTypeIds)
  const active = await findActive(ctx, event.id)
  const matching = active.filter((row) => row.created_at <= at && (isAll || !types.has(row.ticket_type_id)))
  const ids = matching.slice(0, revokedAtOnceMax).map(({ id }) => id)
  const revoked = await revokeTickets(ctx, event, { ids, reason: isAll ? 'owner' : 'provider' })
  if (revoked > 0) await countTickets(ctx, event.id)
  await recordChange(ctx, event, { counts: { ...noCounts, revoked }, isWhole: false })
  if (matching.length > ids.length) ctx.later(revokeRest, { ticketingEventId: event.id, at, isAll }, ctx.now())
}

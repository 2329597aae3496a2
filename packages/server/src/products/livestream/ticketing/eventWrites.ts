import type { Ctx } from '#kit/call/context.ts'
import { field, invalid, problem, reasons } from '#kit/call/problem.ts'
import { exactlyOne } from '#kit/call/recordReach.ts'
import type { Draft, Patch } from '#kit/nouns/resource.ts'
import { lockForUpdate } from '#platform/db/rowLocks.ts'
import { readMoment } from '#products/livestream/static/staticSchedule.ts'
import { act, type EventAction } from './ticketActions.ts'
import { setClock, statusAt } from './eventClock.ts'
import { checkCredentials, makeHookSecret, sealCredentials, sealHookSecret } from './credentials.ts'
import { targetOf, type Target, type TicketingEvent } from './eventFields.ts'
import { noCounts, type SyncCounts } from './issueTickets.ts'
import type { SentAttendee } from './providers/generic.ts'
import type { Attendee, Credentials } from './providers/provider.ts'
import { providerOf } from './providers/providers.ts'
import { readAttendees, applyAttendees } from './attendeePush.ts'
import { inPieces } from './attendeeReading.ts'
import { requestSync } from './attendeeSync.ts'
import { createSync, clearTrouble, holdSync, writeSync } from './syncRow.ts'
import { checkTarget, setTicketed, type VisibilityAfter } from './ticketedVideo.ts'
import { ticketingEvent } from './ticketingEvent.ts'

/** Input of a write beside the event's own fields. */
type Beside = { credentials?: Credentials | undefined; attendees?: readonly SentAttendee[] | undefined }

/** Input of a create. */
export type SentEvent = Record<string, unknown> & Beside & { provider: string; externalEventId: string }

type CreateHow = { clientReference?: string | undefined; metadata?: Record<string, string> | undefined }

/** Result of a create. `secret` is in this response only; undefined when the event existed. */
export type MadeEvent = { record: TicketingEvent; created: boolean; counts: SyncCounts; secret: string | undefined }

/** Links a stream, video or channel to an event. It is pending until a task has read the provider's list of tickets. */
export async function createEvent(ctx: Ctx, sent: SentEvent, how: CreateHow): Promise<MadeEvent> {
  const target = sentTarget(sent)
  checkCredentials(sent.provider, sent.credentials)
  const draft = draftOf(sent)
  const attendees = attendeesOf(sent.provider, sent.attendees)
  if ((await ctx.store.findRepeat(ticketingEvent, how)) !== undefined) {
    return { ...(await ctx.store.create(ticketingEvent, draft, how)), counts: noCounts, secret: undefined }
  }
  await checkTarget(ctx, target)
  const { provider, credentials } = sent
  const secret = makeHookSecret(provider)
  const set = {
    ...(credentials === undefined ? {} : { sealedCredentials: sealCredentials(ctx, sent, credentials) }),
    sealedHookSecret: sealHookSecret(ctx, sent, secret),
  }
  return ctx.atomic(async (inner) => {
    await setTicketed(inner, target, { isTicketed: true })
    const made = await inner.store.create(ticketingEvent, draft, { ...how, set })
    if (!made.created) return { ...made, counts: noCounts, secret: undefined }
    const counts = await begin(inner, made.record, attendees)
    return { ...made, counts, secret }
  })
}

async function begin(ctx: Ctx, event: TicketingEvent, attendees: readonly Attendee[]): Promise<SyncCounts> {
  await createSync(ctx, event.id)
  const counts = await inPieces(ctx, event, { attendees, observedAt: ctx.now().toISOString() })
  const held = await holdSync(ctx, event.id)
  if (held !== undefined) await writeSync(ctx, held, counts)
  await requestSync(ctx, event.id, ctx.now())
  setClock(ctx, { after: event, before: undefined })
  return counts
}

/** Input of an update. */
export type EventChange = {
  sent: Record<string, unknown> & Beside
  action?: EventAction | undefined
  ifVersion?: number | undefined
}

/** Result of an update. `secret` is defined after the action `rotateInboundSecret`. */
export type ChangedEvent = { record: TicketingEvent; secret: string | undefined }

/** Changes an event. A task checks new credentials by reading the list with them. Throws not_found. */
export async function updateEvent(
  ctx: Ctx,
  id: string,
  { sent, action, ifVersion }: EventChange,
): Promise<ChangedEvent> {
  const known = await ctx.store.get(ticketingEvent, id)
  const { credentials, attendees: sentAttendees, ...fields } = sent
  const { provider } = known
  const attendees = attendeesOf(provider, sentAttendees)
  if (credentials !== undefined) checkCredentials(provider, credentials)
  return ctx.atomic(async (inner) => {
    if (!(await lockForUpdate(inner, ticketingEvent, id))) throw problem(reasons.notFound)
    const before = await inner.store.get(ticketingEvent, id)
    const secret = action === 'rotateInboundSecret' ? makeHookSecret(provider) : undefined
    // cast: the input was accepted by a schema made of the resource's own fields.
    const patch = {
      ...withMoments(provider, fields),
      ...(credentials === undefined ? {} : { sealedCredentials: sealCredentials(inner, known, credentials) }),
      ...(secret === undefined ? {} : { sealedHookSecret: sealHookSecret(inner, known, secret) }),
    } as Patch<typeof ticketingEvent>
    // cast: a patch holds only fields of an event.
    const changed = { ...before, ...patch } as TicketingEvent
    const isRetried = credentials !== undefined && before.status === 'error'
    const status = statusAt(inner.now(), isRetried ? { ...changed, status: 'pending' } : changed)
    const after = await inner.store.update(ticketingEvent, id, { patch, status, ifVersion })
    setClock(inner, { after, before })
    if (attendees.length > 0) {
      await applyAttendees(inner, after, { attendees, revoked: [], observedAt: inner.now().toISOString() })
    }
    if (credentials !== undefined) await clearTrouble(inner, id)
    if (credentials !== undefined || needsSync(before, after)) await requestSync(inner, id, inner.now())
    await act(inner, { before, after, action })
    return { record: after, secret }
  })
}

/** Deletes an event: its codes no longer open anything. Throws not_found. */
export async function removeEvent(
  ctx: Ctx,
  id: string,
  how: { ifVersion?: number; visibilityAfter: VisibilityAfter },
): Promise<TicketingEvent> {
  const { visibilityAfter, ...options } = how
  return ctx.atomic(async (inner) => {
    if (!(await lockForUpdate(inner, ticketingEvent, id))) throw problem(reasons.notFound)
    const record = await inner.store.remove(ticketingEvent, id, options)
    await setTicketed(inner, targetOf(record), { isTicketed: false, visibilityAfter })
    return record
  })
}

/** Address of the event's hook: with the secret as its token for a provider, without one for signed generic calls. */
export function hookUrlOf(ctx: Ctx, event: TicketingEvent, secret: string): string {
  const url = `${ctx.settings.publicUrl}/hooks/ticketing/${event.id}`
  return providerOf(event.provider) === undefined ? url : `${url}?token=${secret}`
}

function needsSync(before: TicketingEvent, after: TicketingEvent): boolean {
  const isReopened = before.status === 'closed' && after.status !== 'closed'
  const names = ['syncMode', 'pollIntervalSeconds'] as const
  const isOther = names.some((name) => before[name] !== after[name])
  return isReopened || isOther || before.ticketTypeIds.join() !== after.ticketTypeIds.join()
}

function sentTarget(sent: Record<string, unknown>): Target {
  const { name, value } = exactlyOne(sent, ['streamId', 'staticId', 'channelId'])
  const kind = name === 'streamId' ? 'stream' : name === 'staticId' ? 'static' : 'channel'
  return { kind, id: value }
}

function draftOf(sent: SentEvent): Draft<typeof ticketingEvent> {
  const { credentials: _credentials, attendees: _attendees, ...fields } = sent
  // cast: the input was accepted by a schema made of the resource's own fields.
  return withMoments(sent.provider, fields) as Draft<typeof ticketingEvent>
}

/** Fields with their moments in UTC. Throws invalid for moments of an event whose times the provider sets. */
function withMoments(provider: string, fields: Record<string, unknown>): Record<string, unknown> {
  const result = { ...fields }
  for (const name of ['startsAt', 'endsAt']) {
    const moment = fields[name]
    if (typeof moment === 'string') result[name] = readMoment(name, moment)
    if (providerOf(provider) === undefined) continue
    if (typeof moment === 'string') throw invalid(field(name, 'notAllowed', 'is read from the provider'))
    delete result[name]
  }
  return result
}

function attendeesOf(provider: string, sent: readonly SentAttendee[] | undefined): Attendee[] {
  if (sent === undefined) return []
  if (providerOf(provider) !== undefined) {
    throw invalid(field('attendees', 'notAllowed', 'are read from the provider; they are yours to send with generic'))
  }
  return readAttendees(sent)
}

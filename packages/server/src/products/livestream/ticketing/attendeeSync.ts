import { doublingDelaysMs, retryDelayMs, type BackOff } from '#kit/values/backOff.ts'
import { Type } from '#kit/values/schema.ts'
import type { Ctx } from '#kit/call/context.ts'
import { outboundTask } from '#kit/nouns/task.ts'
import { lockForUpdate } from '#platform/db/rowLocks.ts'
import { ticketingEventError, ticketingEventSynced } from '#products/livestream/facts.ts'
import type { TicketingEvent } from './eventFields.ts'
import { noCounts, type SyncCounts } from './issueTickets.ts'
import { ProviderError } from './providers/provider.ts'
import { providerOf } from './providers/providers.ts'
import { sourceOf, readList, readRefs } from './attendeeReading.ts'
import { findSyncs, holdSync, writeSync, type SyncPatch, type SyncRow } from './syncRow.ts'
import { eventPayload } from './ticket.ts'
import { ticketingEvent } from './ticketingEvent.ts'

/** Delay after a failure that repeats until the event is changed, and longest delay of the retry schedule. */
const retryMsMax = 3_600_000
/** Retry schedule of a provider that does not respond. */
const backOff: BackOff = {
  delaysMs: doublingDelaysMs(15_000, retryMsMax),
  jitterShare: 0,
  retryAfterMsMax: retryMsMax,
}
/** Consecutive failures to reach the provider after which an event has status `error`. */
const troubledAfter = 2

/** Schedules the next reading of the whole list, in place of the one that was due. Call inside `ctx.atomic`. */
export async function requestSync(ctx: Ctx, eventId: string, at: Date): Promise<void> {
  const held = await holdSync(ctx, eventId)
  if (held !== undefined) await setNext(ctx, eventId, { held, at, patch: {} })
}

/** Reads the whole list of an event. A generic event has no provider: its pushed attendees are the list. */
export const syncEvent = outboundTask(
  'livestream.ticketingEvent.sync',
  'Reads the list of tickets of an event.',
  Type.Object({ ticketingEventId: Type.String(), at: Type.String() }),
  {
    async handle(ctx, { ticketingEventId, at }) {
      const event = await ctx.store.find(ticketingEvent, ticketingEventId)
      const sync = (await findSyncs(ctx, [ticketingEventId])).get(ticketingEventId)
      if (event === undefined || event.status === 'closed' || sync?.next_sync_at !== at) return
      const source = sourceOf(ctx, event)
      try {
        const counts = source === undefined ? undefined : await readList(ctx, event, source)
        await succeeded(ctx, event.id, { at, counts })
      } catch (error) {
        if (!(error instanceof ProviderError)) throw error
        await troubled(ctx, event.id, { at, error })
      }
    },
    // No further attempt is scheduled: it would fail the same way. The action `resync` starts again.
    failed: (ctx, { ticketingEventId, at }) =>
      ctx.atomic(async (inner) => {
        const [event, held] = await claimBoth(inner, ticketingEventId)
        if (event === undefined || event.status === 'closed' || held?.next_sync_at !== at) return
        const message = 'The server could not read the list of tickets. The action resync tries again.'
        await setNext(inner, ticketingEventId, {
          held,
          at: undefined,
          patch: { failures: held.failures + 1, last_error: message },
        })
        if (event.status !== 'error') await reportTrouble(inner, event, { held, message })
      }),
  },
)

const refs = Type.Array(
  Type.Object({ kind: Type.Unsafe<'ticket' | 'order'>({ enum: ['ticket', 'order'] }), id: Type.String() }),
)

/** Reads the tickets of an event again that a provider's call names. */
export const refreshTickets = outboundTask(
  'livestream.ticketingEvent.refresh',
  'Reads tickets again that the provider reported.',
  Type.Object({ ticketingEventId: Type.String(), refs }),
  {
    async handle(ctx, { ticketingEventId, refs: named }) {
      const event = await ctx.store.find(ticketingEvent, ticketingEventId)
      const source = event === undefined || event.status === 'closed' ? undefined : sourceOf(ctx, event)
      if (event === undefined || source === undefined) return
      try {
        const counts = await readRefs(ctx, event, { ...source, refs: named })
        await ctx.atomic((inner) => recordChange(inner, event, { counts, isWhole: false }))
      } catch (error) {
        if (!(error instanceof ProviderError)) throw error
        await troubled(ctx, event.id, { at: undefined, error })
      }
    },
    // The whole list includes these tickets, so reading it replaces the failed task.
    failed: (ctx, { ticketingEventId }) => requestSync(ctx, ticketingEventId, ctx.now()),
  },
)

export const tasks = [syncEvent, refreshTickets]

/** Stores the counts of a change and emits a fact. `isWhole`: the list is now complete. Call inside `ctx.atomic`. */
export async function recordChange(
  ctx: Ctx,
  event: TicketingEvent,
  { counts, isWhole }: { counts: SyncCounts; isWhole: boolean },
): Promise<void> {
  const held = await holdSync(ctx, event.id)
  if (held === undefined || (!isWhole && isNothing(counts))) return
  await writeSync(ctx, held, { ...counts, ...(isWhole ? { last_sync_at: ctx.now().toISOString() } : {}) })
  if (!isNothing(counts)) emitSynced(ctx, event, { counts, held })
}

async function succeeded(
  ctx: Ctx,
  eventId: string,
  done: { at: string; counts: SyncCounts | undefined },
): Promise<void> {
  await ctx.atomic(async (inner) => {
    const [event, held] = await claimBoth(inner, eventId)
    if (held?.next_sync_at !== done.at || event === undefined) return
    const now = inner.now()
    const counts = done.counts ?? { imported: held.imported, revoked: held.revoked, failed: held.failed }
    const isPolled = done.counts !== undefined && event.syncMode !== 'webhook' && event.status !== 'closed'
    const at = isPolled ? new Date(now.getTime() + event.pollIntervalSeconds * 1000) : undefined
    const patch = { ...counts, last_sync_at: now.toISOString(), last_error: null, failures: 0 }
    await setNext(inner, eventId, { held, at, patch })
    const isNew = event.status === 'pending' || event.status === 'error'
    if (isNew) await inner.store.update(ticketingEvent, eventId, { status: 'active' })
    if (isNew || !isNothing(done.counts ?? noCounts)) emitSynced(inner, event, { counts, held })
  })
}

type Failed = { at: string | undefined; error: ProviderError }

/** Stores the error of a failed reading and schedules the next one. Tickets of the last good list stay valid. */
async function troubled(ctx: Ctx, eventId: string, { at, error }: Failed): Promise<void> {
  const last = await ctx.atomic(async (inner) => {
    const [event, held] = await claimBoth(inner, eventId)
    const isOvertaken = at !== undefined && held?.next_sync_at !== at
    if (held === undefined || event === undefined || event.status === 'closed' || isOvertaken) return undefined
    const failures = held.failures + 1
    const message = messageOf(providerOf(event.provider)?.title ?? event.provider, error)
    const retryAt = new Date(inner.now().getTime() + retryMsOf(error, failures))
    const isSooner = at === undefined && held.next_sync_at !== null && new Date(held.next_sync_at) < retryAt
    const patch = { failures, last_error: message }
    if (isSooner) await writeSync(inner, held, patch)
    else await setNext(inner, eventId, { held, at: retryAt, patch })
    if (event.status === 'error' || (error.trouble === 'unreachable' && failures < troubledAfter)) return undefined
    await reportTrouble(inner, event, { held, message })
    return message
  })
  if (last !== undefined) ctx.log.warn('the list of tickets of an event cannot be read', { eventId, error: last })
}

/** Moves an event to `error` and emits a fact with the reason. */
async function reportTrouble(ctx: Ctx, event: TicketingEvent, { held, message }: { held: SyncRow; message: string }) {
  const { id, status, version } = await ctx.store.update(ticketingEvent, event.id, { status: 'error' })
  const payload = { ...eventPayload(event), error: message, lastSyncAt: held.last_sync_at }
  ctx.emit(ticketingEventError, payload, { id, status, version })
}

/** Lock order: event row, then the row of its tickets (avoids deadlock). */
async function claimBoth(ctx: Ctx, eventId: string): Promise<[TicketingEvent | undefined, SyncRow | undefined]> {
  const isThere = await lockForUpdate(ctx, ticketingEvent, eventId)
  return [isThere ? await ctx.store.find(ticketingEvent, eventId) : undefined, await holdSync(ctx, eventId)]
}

function messageOf(title: string, { trouble, message }: ProviderError): string {
  if (trouble === 'rejected') return `${title} does not take the credentials: ${message}.`
  if (trouble === 'unknown') return `${title} does not know the event: ${message}.`
  return `${title} could not be reached: ${message}.`
}

function retryMsOf(error: ProviderError, failures: number): number {
  return error.trouble === 'unreachable' ? retryDelayMs(backOff, failures, error) : retryMsMax
}

type Next = { held: SyncRow; at: Date | undefined; patch: SyncPatch }

async function setNext(ctx: Ctx, ticketingEventId: string, { held, at, patch }: Next): Promise<void> {
  const text = at?.toISOString() ?? null
  await writeSync(ctx, held, { ...patch, next_sync_at: text })
  if (at !== undefined && text !== null) ctx.later(syncEvent, { ticketingEventId, at: text }, at)
}

function emitSynced(ctx: Ctx, event: TicketingEvent, { counts, held }: { counts: SyncCounts; held: SyncRow }): void {
  const payload = { ...eventPayload(event), ...counts, ticketsSold: held.tickets_sold }
  ctx.emit(ticketingEventSynced, payload, { id: event.id, status: event.status, version: event.version })
}

function isNothing({ imported, revoked }: SyncCounts): boolean {
  return imported + revoked === 0
}

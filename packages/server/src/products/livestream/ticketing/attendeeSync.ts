import { Type } from '#kit/values/schema.ts'
import type { Ctx } from '#kit/call/context.ts'
import { outboundTask } from '#kit/nouns/task.ts'
import { claimRecord } from '#platform/db/hold.ts'
import { ticketingEventError, ticketingEventSynced } from '#products/livestream/facts.ts'
import type { TicketingEvent } from './eventFields.ts'
import { noCounts, type SyncCounts } from './issueTickets.ts'
import { ProviderError } from './providers/provider.ts'
import { providerOf } from './providers/providers.ts'
import { deskOf, readList, readRefs } from './attendeeReading.ts'
import { findSyncs, holdSync, writeSync, type SyncPatch, type SyncRow } from './syncRow.ts'
import { aboutEvent } from './ticket.ts'
import { ticketingEvent } from './ticketingEvent.ts'

/** Before the list is asked for again: after a failure that may pass, doubled each time; and after one that stays. */
const retryMsMin = 15_000
const retryMsMax = 3_600_000
/** So many failures in a row are more than bad luck. */
const troubledAfter = 2

/** Has the whole list read at a moment, in place of whenever it was to be. Call inside `ctx.atomic`. */
export async function requestSync(ctx: Ctx, eventId: string, at: Date): Promise<void> {
  const held = await holdSync(ctx, eventId)
  if (held !== undefined) await setNext(ctx, eventId, { held, at, patch: {} })
}

/** Reads the whole list of an event. With `generic` the list is what was sent, and nobody is asked. */
export const syncEvent = outboundTask(
  'livestream.ticketingEvent.sync',
  'Reads the list of tickets of an event.',
  Type.Object({ ticketingEventId: Type.String(), at: Type.String() }),
  {
    async handle(ctx, { ticketingEventId, at }) {
      const event = await ctx.store.find(ticketingEvent, ticketingEventId)
      const sync = (await findSyncs(ctx, [ticketingEventId])).get(ticketingEventId)
      if (event === undefined || event.status === 'closed' || sync?.next_sync_at !== at) return
      const desk = deskOf(ctx, event)
      try {
        const counts = desk === undefined ? undefined : await readList(ctx, event, desk)
        await succeeded(ctx, event.id, { at, counts })
      } catch (error) {
        if (!(error instanceof ProviderError)) throw error
        await troubled(ctx, event.id, { at, error })
      }
    },
    // No other attempt is due: the next one would end like these. A resync by hand begins again.
    failed: (ctx, { ticketingEventId, at }) =>
      ctx.atomic(async (inner) => {
        const [event, held] = await heldBoth(inner, ticketingEventId)
        if (event === undefined || event.status === 'closed' || held?.next_sync_at !== at) return
        const message = 'The server could not read the list of tickets. The action resync tries again.'
        await setNext(inner, ticketingEventId, {
          held,
          at: undefined,
          patch: { failures: held.failures + 1, last_error: message },
        })
        if (event.status !== 'error') await tellTrouble(inner, event, { held, message })
      }),
  },
)

const refs = Type.Array(
  Type.Object({ kind: Type.Unsafe<'ticket' | 'order'>({ enum: ['ticket', 'order'] }), id: Type.String() }),
)

/** Reads some tickets of an event anew, that a call of the provider spoke of. */
export const refreshTickets = outboundTask(
  'livestream.ticketingEvent.refresh',
  'Reads tickets again that the provider reported.',
  Type.Object({ ticketingEventId: Type.String(), refs }),
  {
    async handle(ctx, { ticketingEventId, refs: named }) {
      const event = await ctx.store.find(ticketingEvent, ticketingEventId)
      const desk = event === undefined || event.status === 'closed' ? undefined : deskOf(ctx, event)
      if (event === undefined || desk === undefined) return
      try {
        const counts = await readRefs(ctx, event, { ...desk, refs: named })
        await ctx.atomic((inner) => noteChange(inner, event, { counts, isWhole: false }))
      } catch (error) {
        if (!(error instanceof ProviderError)) throw error
        await troubled(ctx, event.id, { at: undefined, error })
      }
    },
    // The whole list holds these tickets as well.
    failed: (ctx, { ticketingEventId }) => requestSync(ctx, ticketingEventId, ctx.now()),
  },
)

export const tasks = [syncEvent, refreshTickets]

/** Notes what a change of some tickets did, and tells of it. `isWhole`: all are known now. Call inside `ctx.atomic`. */
export async function noteChange(
  ctx: Ctx,
  event: TicketingEvent,
  { counts, isWhole }: { counts: SyncCounts; isWhole: boolean },
): Promise<void> {
  const held = await holdSync(ctx, event.id)
  if (held === undefined || (!isWhole && isNothing(counts))) return
  await writeSync(ctx, held, { ...counts, ...(isWhole ? { last_sync_at: ctx.now().toISOString() } : {}) })
  if (!isNothing(counts)) tellSynced(ctx, event, { counts, held })
}

async function succeeded(
  ctx: Ctx,
  eventId: string,
  done: { at: string; counts: SyncCounts | undefined },
): Promise<void> {
  await ctx.atomic(async (inner) => {
    const [event, held] = await heldBoth(inner, eventId)
    if (held?.next_sync_at !== done.at || event === undefined) return
    const now = inner.now()
    const counts = done.counts ?? { imported: held.imported, revoked: held.revoked, failed: held.failed }
    const isAskedAgain = done.counts !== undefined && event.syncMode !== 'webhook' && event.status !== 'closed'
    const at = isAskedAgain ? new Date(now.getTime() + event.pollIntervalSeconds * 1000) : undefined
    const patch = { ...counts, last_sync_at: now.toISOString(), last_error: null, failures: 0 }
    await setNext(inner, eventId, { held, at, patch })
    const isNew = event.status === 'pending' || event.status === 'error'
    if (isNew) await inner.store.update(ticketingEvent, eventId, { status: 'active' })
    if (isNew || !isNothing(done.counts ?? noCounts)) tellSynced(inner, event, { counts, held })
  })
}

type Failed = { at: string | undefined; error: ProviderError }

/** The tickets stay as they are: the last good list is better than none. */
async function troubled(ctx: Ctx, eventId: string, { at, error }: Failed): Promise<void> {
  const last = await ctx.atomic(async (inner) => {
    const [event, held] = await heldBoth(inner, eventId)
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
    await tellTrouble(inner, event, { held, message })
    return message
  })
  if (last !== undefined) ctx.log.warn('the list of tickets of an event cannot be read', { eventId, error: last })
}

/** Moves an event to `error` and emits a fact with the reason. */
async function tellTrouble(ctx: Ctx, event: TicketingEvent, { held, message }: { held: SyncRow; message: string }) {
  const { id, status, version } = await ctx.store.update(ticketingEvent, event.id, { status: 'error' })
  const told = { ...aboutEvent(event), error: message, lastSyncAt: held.last_sync_at }
  ctx.emit(ticketingEventError, told, { id, status, version })
}

/** An event is held before its tickets, by everybody: so nobody waits for who waits for them. */
async function heldBoth(ctx: Ctx, eventId: string): Promise<[TicketingEvent | undefined, SyncRow | undefined]> {
  const isThere = await claimRecord(ctx, ticketingEvent, eventId)
  return [isThere ? await ctx.store.find(ticketingEvent, eventId) : undefined, await holdSync(ctx, eventId)]
}

function messageOf(title: string, { trouble, message }: ProviderError): string {
  if (trouble === 'rejected') return `${title} does not take the credentials: ${message}.`
  if (trouble === 'unknown') return `${title} does not know the event: ${message}.`
  return `${title} could not be reached: ${message}.`
}

function retryMsOf({ trouble, retryAfterMs }: ProviderError, failures: number): number {
  if (trouble !== 'unreachable') return retryMsMax
  return Math.min(Math.max(retryMsMin * 2 ** (failures - 1), retryAfterMs ?? 0), retryMsMax)
}

type Next = { held: SyncRow; at: Date | undefined; patch: SyncPatch }

async function setNext(ctx: Ctx, ticketingEventId: string, { held, at, patch }: Next): Promise<void> {
  const text = at?.toISOString() ?? null
  await writeSync(ctx, held, { ...patch, next_sync_at: text })
  if (at !== undefined && text !== null) ctx.later(syncEvent, { ticketingEventId, at: text }, at)
}

function tellSynced(ctx: Ctx, event: TicketingEvent, { counts, held }: { counts: SyncCounts; held: SyncRow }): void {
  const told = { ...aboutEvent(event), ...counts, ticketsSold: held.tickets_sold }
  ctx.emit(ticketingEventSynced, told, { id: event.id, status: event.status, version: event.version })
}

function isNothing({ imported, revoked }: SyncCounts): boolean {
  return imported + revoked === 0
}

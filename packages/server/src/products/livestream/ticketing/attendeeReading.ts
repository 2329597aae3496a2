import type { Ctx } from '#kit/call/context.ts'
import { outboundPort } from '#platform/net/outboundPort.ts'
import { openCredentials } from './credentials.ts'
import type { TicketingEvent } from './eventFields.ts'
import { writeInfo } from './ticketInfo.ts'
import { attendeesAtOnceMax, noCounts, applyList, addCounts, type SyncCounts } from './issueTickets.ts'
import {
  ProviderError,
  type Attendee,
  type EventConnection,
  type TicketProvider,
  type TicketRef,
} from './providers/provider.ts'
import { providerOf } from './providers/providers.ts'
import { countTickets, holdSync } from './syncRow.ts'
import { findActive, findByRef, issuedMax, revokedAtOnceMax, revokeTickets, type Revoking } from './ticket.ts'

/** Timeout of one request to a provider. */
const requestTimeoutMs = 15_000
/** Limits of one reading of a list: a list beyond them may be endless, and its reading fails. */
const pagesMax = 2_000
const listMsMax = 10 * 60_000
/** Most entries of a list, refunded tickets included: their ids are in memory during the reading. */
const listedMax = 2 * issuedMax

/** Provider and connection from which the tickets of an event are read. */
export type TicketSource = { provider: TicketProvider; connection: EventConnection }

/** Source of an event's tickets; undefined for a generic event, whose attendees are pushed. */
export function sourceOf(ctx: Ctx, event: TicketingEvent): TicketSource | undefined {
  const provider = providerOf(event.provider)
  if (provider === undefined) return undefined
  const outbound = ctx.port(outboundPort)
  const { externalEventId } = event
  const credentials = openCredentials(ctx, event)
  const connection = { outbound, accountId: ctx.account.id, credentials, externalEventId, timeoutMs: requestTimeoutMs }
  return { provider, connection }
}

/** Reads the whole list, issues new tickets and revokes those that it no longer holds. Throws ProviderError. */
export async function readList(
  ctx: Ctx,
  event: TicketingEvent,
  { provider, connection }: TicketSource,
): Promise<SyncCounts> {
  const startedAt = ctx.now()
  const current = await writeInfo(ctx, event, await provider.check(connection))
  const seen = new Set<string>()
  let counts = noCounts
  let cursor: string | null = null
  for (let page = 0; ; page++) {
    const isLate = ctx.now().getTime() - startedAt.getTime() > listMsMax
    if (page >= pagesMax || isLate) throw new ProviderError('unreachable', 'its list of tickets has no end')
    const observedAt = ctx.now().toISOString()
    const { attendees, next } = await provider.list(connection, cursor)
    for (const { externalId } of attendees) seen.add(externalId)
    if (seen.size > listedMax) throw new ProviderError('unreachable', 'its list of tickets is too long')
    counts = addCounts(counts, await inPieces(ctx, current, { attendees, observedAt }))
    if (next === null) break
    cursor = next
  }
  const active = await findActive(ctx, event.id)
  // Refunded tickets stay in lists, so an empty list is an error of the provider and revokes nothing.
  if (seen.size === 0 && active.length > 0) throw new ProviderError('unreachable', 'its list has become empty')
  const since = startedAt.toISOString()
  const gone = active.filter((row) => !seen.has(row.external_id) && row.observed_at < since)
  const ids = gone.map(({ id }) => id)
  return addCounts(counts, { ...noCounts, revoked: await revokeInPieces(ctx, current, { ids, reason: 'provider' }) })
}

/** Reads some tickets again and revokes those that the provider no longer returns. Throws ProviderError. */
export async function readRefs(
  ctx: Ctx,
  event: TicketingEvent,
  { provider, connection, refs }: TicketSource & { refs: readonly TicketRef[] },
): Promise<SyncCounts> {
  let counts = noCounts
  for (const ref of refs) {
    const observedAt = ctx.now().toISOString()
    const found = await provider.changed(connection, ref)
    const attendees = [...found, ...(await missingOf(ctx, event, { id: ref.id, found }))]
    counts = addCounts(counts, await inPieces(ctx, event, { attendees, observedAt }))
  }
  return counts
}

type Seen = { attendees: readonly Attendee[]; observedAt: string }

/** Issues and revokes tickets of any number of attendees, in transactions of at most `attendeesAtOnceMax`. */
export async function inPieces(ctx: Ctx, event: TicketingEvent, seen: Seen): Promise<SyncCounts> {
  let counts = noCounts
  for (let from = 0; from < seen.attendees.length; from += attendeesAtOnceMax) {
    const attendees = seen.attendees.slice(from, from + attendeesAtOnceMax)
    counts = addCounts(counts, await ctx.atomic((inner) => applyList(inner, event, { ...seen, attendees })))
  }
  return counts
}

/** Revokes any number of tickets, in transactions of at most `revokedAtOnceMax`. Returns how many were valid. */
export async function revokeInPieces(ctx: Ctx, event: TicketingEvent, { ids, reason }: Revoking): Promise<number> {
  let revoked = 0
  for (let from = 0; from < ids.length; from += revokedAtOnceMax) {
    const some = ids.slice(from, from + revokedAtOnceMax)
    revoked += await ctx.atomic(async (inner) => {
      await holdSync(inner, event.id)
      return revokeTickets(inner, event, { ids: some, reason })
    })
  }
  if (revoked > 0) await countTickets(ctx, event.id)
  return revoked
}

/** Stored tickets of a ticket or order id that the provider no longer returns, as attendees that are not valid. */
async function missingOf(
  ctx: Ctx,
  event: TicketingEvent,
  about: { id: string; found: Attendee[] },
): Promise<Attendee[]> {
  const listed = new Set(about.found.map(({ externalId }) => externalId))
  const ours = await findByRef(ctx, event.id, about.id)
  return ours
    .filter((row) => !listed.has(row.external_id))
    .map((row) => ({
      externalId: row.external_id,
      order: row.external_order,
      ticketTypeId: row.ticket_type_id,
      email: row.email,
      name: row.name,
      isValid: false,
    }))
}

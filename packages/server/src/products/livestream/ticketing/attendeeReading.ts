import type { Ctx } from '#kit/call/context.ts'
import { outboundPort } from '#platform/net/outboundPort.ts'
import { openCredentials } from './credentials.ts'
import type { TicketingEvent } from './eventFields.ts'
import { keepInfo } from './ticketInfo.ts'
import { attendeesAtOnceMax, noCounts, takeOver, addCounts, type SyncCounts } from './issueTickets.ts'
import { ProviderError, type Attendee, type Box, type TicketProvider, type TicketRef } from './providers/provider.ts'
import { providerOf } from './providers/providers.ts'
import { countTickets, holdSync } from './syncRow.ts'
import { findActive, findByRef, issuedMax, revokedAtOnceMax, revokeTickets, type Revoking } from './ticket.ts'

/** For each request to a provider. */
const requestTimeoutMs = 15_000
/** A list of more pages, or one that takes longer, is given up: it would never end. */
const pagesMax = 2_000
const listMsMax = 10 * 60_000
/** A list holds refunded tickets as well, but not this many: it would be kept in memory meanwhile. */
const listedMax = 2 * issuedMax

/** An event at its provider. */
export type Desk = { provider: TicketProvider; box: Box }

/** Where an event is asked about; undefined for one whose tickets nobody is asked for. */
export function deskOf(ctx: Ctx, event: TicketingEvent): Desk | undefined {
  const provider = providerOf(event.provider)
  if (provider === undefined) return undefined
  const outbound = ctx.port(outboundPort)
  const { externalEventId } = event
  const credentials = openCredentials(ctx, event)
  const box = { outbound, accountId: ctx.account.id, credentials, externalEventId, timeoutMs: requestTimeoutMs }
  return { provider, box }
}

/** Reads the whole list: issues what is new, takes away what is no longer in it. Throws ProviderError. */
export async function readList(ctx: Ctx, event: TicketingEvent, { provider, box }: Desk): Promise<SyncCounts> {
  const startedAt = ctx.now()
  const current = await keepInfo(ctx, event, await provider.check(box))
  const seen = new Set<string>()
  let counts = noCounts
  let cursor: string | null = null
  for (let page = 0; ; page++) {
    const isLate = ctx.now().getTime() - startedAt.getTime() > listMsMax
    if (page >= pagesMax || isLate) throw new ProviderError('unreachable', 'its list of tickets has no end')
    const observedAt = ctx.now().toISOString()
    const { attendees, next } = await provider.list(box, cursor)
    for (const { externalId } of attendees) seen.add(externalId)
    if (seen.size > listedMax) throw new ProviderError('unreachable', 'its list of tickets is too long')
    counts = addCounts(counts, await inPieces(ctx, current, { attendees, observedAt }))
    if (next === null) break
    cursor = next
  }
  const active = await findActive(ctx, event.id)
  // Refunded tickets stay in lists. One that has become empty is a fault of theirs before it is the end of an audience.
  if (seen.size === 0 && active.length > 0) throw new ProviderError('unreachable', 'its list has become empty')
  const since = startedAt.toISOString()
  const gone = active.filter((row) => !seen.has(row.external_id) && row.observed_at < since)
  const ids = gone.map(({ id }) => id)
  return addCounts(counts, { ...noCounts, revoked: await revokeInPieces(ctx, current, { ids, reason: 'provider' }) })
}

/** Reads some tickets anew. Those that the provider leaves out of its answer are taken away. Throws ProviderError. */
export async function readRefs(
  ctx: Ctx,
  event: TicketingEvent,
  { provider, box, refs }: Desk & { refs: readonly TicketRef[] },
): Promise<SyncCounts> {
  let counts = noCounts
  for (const ref of refs) {
    const observedAt = ctx.now().toISOString()
    const found = await provider.changed(box, ref)
    const attendees = [...found, ...(await goneOf(ctx, event, { id: ref.id, found }))]
    counts = addCounts(counts, await inPieces(ctx, event, { attendees, observedAt }))
  }
  return counts
}

type Seen = { attendees: readonly Attendee[]; observedAt: string }

/** Takes over attendees, however many, some in each transaction. */
export async function inPieces(ctx: Ctx, event: TicketingEvent, seen: Seen): Promise<SyncCounts> {
  let counts = noCounts
  for (let from = 0; from < seen.attendees.length; from += attendeesAtOnceMax) {
    const attendees = seen.attendees.slice(from, from + attendeesAtOnceMax)
    counts = addCounts(counts, await ctx.atomic((inner) => takeOver(inner, event, { ...seen, attendees })))
  }
  return counts
}

/** Takes tickets away, however many, some in each transaction. Answers how many were valid. */
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

/** Tickets of ours that the provider left out of its answer about them: they are no more. */
async function goneOf(ctx: Ctx, event: TicketingEvent, about: { id: string; found: Attendee[] }): Promise<Attendee[]> {
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

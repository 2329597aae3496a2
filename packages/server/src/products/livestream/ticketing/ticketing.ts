import { Type, type Static } from '#kit/values/schema.ts'
import type { Ctx } from '#kit/call/context.ts'
import { dateTime, idOf, nullable, oneOf } from '#kit/values/fields.ts'
import { closed } from '#kit/nouns/standard.ts'
import { uuidOf } from '#platform/db/columns.ts'
import { providerNames, targetOf, windowOf, type TicketingEvent } from './eventFields.ts'
import { eventPrefix } from './ticketIds.ts'
import { findSyncs, type SyncRow } from './syncRow.ts'
import { ticketingEvent } from './ticketingEvent.ts'
import { offerShape, rowsOf, type Ticketed } from '#products/livestream/records/ticketOffer.ts'

/** Most events in the view of their channel. */
const channelEventsMax = 25

/** State of the tickets of a video or channel, in the owner's view. */
export const ticketingShape = closed(
  {
    ticketingEventId: idOf(eventPrefix, { description: 'The event whose tickets open the video.' }),
    provider: oneOf(providerNames, { description: 'Seller of the tickets.' }),
    status: Type.String({ enum: Object.keys(ticketingEvent.states), description: 'The state of the event.' }),
    ticketsSold: Type.Integer({ description: 'Tickets that are valid now.' }),
    accessOpensAt: nullable(dateTime({ description: 'Time from which tickets open it.' })),
    lastSyncAt: nullable(dateTime({ description: 'Time of the last complete list of tickets.' })),
    lastError: nullable(Type.String({ description: 'The last error since then, in words; null without one.' })),
    ...offerShape,
  },
  { title: 'Ticketing', description: 'State of the tickets that open the video; null without a ticketing event.' },
)

/** State of the tickets of a video: of its own event, else of its stream's or channel's; null without an event. */
export async function ticketingOf(ctx: Ctx, video: Ticketed): Promise<Static<typeof ticketingShape> | null> {
  const [event] = await eventsAt(ctx, rowsOf(video))
  const [shown] = event === undefined ? [] : await viewOf(ctx, [event])
  return shown ?? null
}

/** States of all events of a channel and its videos, newest first, at most 25. */
export async function ticketingOfChannel(ctx: Ctx, channelId: string) {
  const within = (table: string) =>
    `select x.id from ${table} x where x.account_id = t.account_id and x.channel_id = $1 and x.deleted_at is null`
  const sql =
    `(t.channel_id = $1 or t.stream_id in (${within('livestream_stream')}) ` +
    `or t.static_id in (${within('livestream_static')}))`
  const conditions = [{ sql, values: [uuidOf('chn', channelId)] }]
  const { items } = await ctx.store.list(ticketingEvent, { conditions, limit: channelEventsMax, sort: '-createdAt' })
  return viewOf(ctx, items)
}

/** Events whose tickets open these rows: a video’s own first, then its stream’s, then its channel’s. */
export async function eventsAt(ctx: Ctx, uuids: readonly string[]): Promise<TicketingEvent[]> {
  const sql = '(t.static_id = any($1::uuid[]) or t.stream_id = any($1::uuid[]) or t.channel_id = any($1::uuid[]))'
  const { items } = await ctx.store.list(ticketingEvent, { conditions: [{ sql, values: [uuids] }], limit: 10 })
  const ranks = { static: 0, stream: 1, channel: 2 }
  return items.toSorted((a, b) => ranks[targetOf(a).kind] - ranks[targetOf(b).kind])
}

async function viewOf(ctx: Ctx, events: readonly TicketingEvent[]) {
  const syncs = await findSyncs(
    ctx,
    events.map(({ id }) => id),
  )
  return events.map((event) => standing(event, syncs.get(event.id)))
}

function standing(event: TicketingEvent, sync: SyncRow | undefined): Static<typeof ticketingShape> {
  return {
    ticketingEventId: event.id,
    provider: event.provider,
    status: event.status,
    ticketsSold: sync?.tickets_sold ?? 0,
    accessOpensAt: windowOf(event).opensAt,
    lastSyncAt: sync?.last_sync_at ?? null,
    lastError: sync?.last_error ?? null,
    ticketUrl: event.externalEventUrl,
    ticketPrice: event.price === null ? null : { ...event.price, amount: Number(event.price.amount) },
  }
}

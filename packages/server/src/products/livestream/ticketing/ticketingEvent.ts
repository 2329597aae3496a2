import { Type } from '#kit/values/schema.ts'
import type { Ctx } from '#kit/call/context.ts'
import { dateTime, flag, nullable, whole } from '#kit/values/fields.ts'
import { field, invalid, reason } from '#kit/call/problem.ts'
import { resource } from '#kit/nouns/resource.ts'
import { closed } from '#kit/nouns/standard.ts'
import { ticketingEventCreated, ticketingEventDeleted, ticketingEventUpdated } from '#products/livestream/facts.ts'
import { eventFields, targetOf, windowOf, type TicketingEvent } from './eventFields.ts'
import { eventPrefix } from './ticketIds.ts'
import { findSyncs, type SyncRow } from './syncRow.ts'
import { accessUrlOf } from './ticketedVideo.ts'

/** Refusal of a second event for a stream, video or channel. */
export const alreadyLinked = reason(
  'conflict',
  'already_linked',
  'The stream, video or channel belongs to another event already.',
)

const computedFields = {
  hasCredentials: flag({ description: 'Whether there are credentials for the provider.' }),
  ticketsSold: whole(0, Number.MAX_SAFE_INTEGER, { description: 'Tickets that are valid now.' }),
  lastSyncAt: nullable(dateTime({ description: 'Time of the last complete list of tickets.' })),
  lastError: nullable(Type.String({ description: 'The last error since then, in words; null without one.' })),
  sync: closed(
    {
      imported: Type.Integer({ description: 'Tickets that the last change brought.' }),
      revoked: Type.Integer({ description: 'Tickets that it took away.' }),
      failed: Type.Integer({ description: 'Entries that could not be made a ticket.' }),
    },
    { description: 'Result of the last sync with the provider.' },
  ),
  accessUrl: Type.String({ description: 'Address of the page for ticket holders.' }),
  inboundWebhookUrl: Type.String({ description: 'Address that the provider, or your server, calls on changes.' }),
  accessOpensAt: nullable(dateTime({ description: 'Time from which tickets open it; null: at once.' })),
  accessClosesAt: nullable(
    dateTime({ description: 'Time at which tickets stop opening it; null: never automatically.' }),
  ),
}

/** An event whose tickets are sold elsewhere and open a stream, a recorded video or a whole channel here. */
export const ticketingEvent = resource({
  id: 'livestream.ticketingEvent',
  title: 'Ticketing event',
  description: 'Events sold elsewhere, whose tickets open a stream, a recorded video or a whole channel',
  table: 'livestream_ticketing_event',
  idKey: 'ticketingEventId',
  prefix: eventPrefix,
  states: {
    pending: ['active', 'error', 'closed'],
    active: ['error', 'closed'],
    error: ['pending', 'active', 'closed'],
    closed: ['active'],
  },
  initial: 'pending',
  countMax: 10_000,
  fields: eventFields,
  computed: {
    fields: computedFields,
    of: async (ctx, records) => {
      const syncs = await findSyncs(
        ctx,
        records.map(({ id }) => id),
      )
      return Promise.all(records.map((record) => shown(ctx, record, syncs.get(record.id))))
    },
  },
  card: (record) => {
    const { title, externalEventId } = record
    return title === null ? { title: externalEventId, titledBy: targetOf(record).id } : { title }
  },
  facts: { created: ticketingEventCreated, updated: ticketingEventUpdated, deleted: ticketingEventDeleted },
  constraints: {
    livestream_ticketing_event_stream_key: { reason: alreadyLinked, field: 'streamId' },
    livestream_ticketing_event_static_key: { reason: alreadyLinked, field: 'staticId' },
    livestream_ticketing_event_channel_key: { reason: alreadyLinked, field: 'channelId' },
  },
  check({ startsAt, endsAt }) {
    if (endsAt === null) return
    if (startsAt === null) throw invalid(field('startsAt', 'required', 'is needed with endsAt'))
    if (endsAt < startsAt) throw invalid(field('endsAt', 'order', 'must not be before startsAt'))
  },
})

async function shown(ctx: Ctx, record: TicketingEvent, sync: SyncRow | undefined): Promise<Record<string, unknown>> {
  const { opensAt, closesAt } = windowOf(record)
  return {
    hasCredentials: record.sealedCredentials !== null,
    ticketsSold: sync?.tickets_sold ?? 0,
    lastSyncAt: sync?.last_sync_at ?? null,
    lastError: sync?.last_error ?? null,
    sync: { imported: sync?.imported ?? 0, revoked: sync?.revoked ?? 0, failed: sync?.failed ?? 0 },
    accessUrl: await accessUrlOf(ctx, targetOf(record)),
    inboundWebhookUrl: `${ctx.settings.publicUrl}/hooks/ticketing/${record.id}`,
    accessOpensAt: opensAt,
    accessClosesAt: closesAt,
  }
}

import { Type } from '#kit/values/schema.ts'
import type { Ctx } from '#kit/call/context.ts'
import { flag, idOf, nullable, oneOf, whole } from '#kit/values/fields.ts'
import { limits } from '#kit/call/limits.ts'
import { companion, madeFirst, once, operation } from '#kit/nouns/operation.ts'
import { outputSchemaOf, present } from '#kit/nouns/resource.ts'
import { closed, createInput, get, ifVersion, list, removed, updateInput, versionOf } from '#kit/nouns/standard.ts'
import {
  channelUpdated,
  streamUpdated,
  ticketAccessGranted,
  ticketAccessRevoked,
  ticketingEventCreated,
  ticketingEventDeleted,
  ticketingEventSynced,
  ticketingEventUpdated,
} from '#products/livestream/facts.ts'
import { eventActions, type EventAction } from './ticketActions.ts'
import { sentCredentials } from './credentials.ts'
import { attendeesMax, sentAttendee } from './providers/generic.ts'
import { visibilitiesAfter } from './ticketedVideo.ts'
import { alreadyLinked, ticketingEvent } from './ticketingEvent.ts'
import { createEvent, hookUrlOf, removeEvent, updateEvent, type EventChange, type SentEvent } from './eventWrites.ts'

const beside = {
  credentials: Type.Optional(sentCredentials),
  attendees: Type.Optional(
    Type.Array(sentAttendee, {
      maxItems: attendeesMax,
      description: 'With generic: holders of tickets. Tickets that exist already stay as they are.',
    }),
  ),
}

const inboundSecret = nullable(
  Type.String({
    description:
      'Shown this once. With generic it signs your calls to the hook, by Standard Webhooks; else it stands in the ' +
      'address that you give the provider.',
  }),
)

const actionText = Object.entries(eventActions)
  .map(([name, text]) => `\`${name}\`: ${text}`)
  .join(' ')

export const operations = [
  operation('livestream.ticketingEvent.create', {
    route: 'POST /api/video/event/create',
    title: 'Event - Create (third-party ticketing)',
    description:
      'Puts a stream, a recorded video or a channel behind the tickets of an event that is sold elsewhere. Its ' +
      'visibility becomes `ticketed`; each ticket gets a code, and its owner a mail with it. It is ' +
      '`pending` until the provider’s list was read, then `active`, or `error` with `lastError` in words.',
    scope: 'livestream.ticketingEvent:write',
    bodyBytesMax: limits.batchBodyBytesMax,
    input: closed({ ...createInput(ticketingEvent).properties, ...beside }),
    output: outputSchemaOf(ticketingEvent, {
      created: flag({ description: 'False when it was there already.' }),
      inboundSecret,
      importedCount: whole(0, attendeesMax, { description: 'Tickets that were issued at once.' }),
    }),
    emits: [ticketingEventCreated, ticketAccessGranted, streamUpdated, channelUpdated],
    reasons: [alreadyLinked],
    example: {
      staticId: madeFirst('livestream.static'),
      provider: 'generic',
      externalEventId: 'summer-night',
      attendees: [{ ticketCode: 'BALCONY-12', name: 'Ada' }],
    },
    handle: once(async (ctx, input: Record<string, unknown>) => {
      const { clientReference, metadata, ...sent } = input
      // cast: the input was accepted by the schema above, made of the resource's own fields.
      const how = { clientReference, metadata } as Parameters<typeof createEvent>[2]
      // cast: as above.
      const made = await createEvent(ctx, sent as SentEvent, how)
      const shown = await viewOf(ctx, made.record, made.secret)
      const imported = { created: made.created, importedCount: made.counts.imported }
      return { ...shown, ...imported, inboundSecret: made.secret ?? null }
    }),
  }),
  operation('livestream.ticketingEvent.delete', {
    route: 'POST /api/video/event/delete',
    title: 'Event - Delete (third-party ticketing)',
    description: 'Unlinks a video or channel from an event: its codes no longer open anything, its hook is removed.',
    scope: 'livestream.ticketingEvent:write',
    input: closed({
      ticketingEventId: idOf(ticketingEvent.prefix),
      visibilityAfter: Type.Optional(
        oneOf(visibilitiesAfter, {
          description: 'Visibility of the videos that are ticketed until now; private when left out.',
        }),
      ),
      ifVersion: ifVersion(),
    }),
    output: removed(),
    emits: [ticketingEventDeleted, streamUpdated, channelUpdated],
    example: { ticketingEventId: madeFirst('livestream.ticketingEvent') },
    handle: once(async (ctx, input) => {
      const { visibilityAfter = 'private' } = input
      const record = await removeEvent(ctx, input.ticketingEventId, { ...versionOf(input), visibilityAfter })
      return { id: record.id, status: record.status }
    }),
  }),
  operation('livestream.ticketingEvent.update', {
    route: 'PUT /api/video/event/update',
    title: 'Event - Update (third-party ticketing)',
    description: `Changes an event. Attendees of a generic one are added; new credentials tried soon. ${actionText}`,
    scope: 'livestream.ticketingEvent:write',
    bodyBytesMax: limits.batchBodyBytesMax,
    input: closed({
      ...updateInput(ticketingEvent).properties,
      ...beside,
      action: Type.Optional(oneOf(Object.keys(eventActions), { description: 'Change to make.' })),
    }),
    output: outputSchemaOf(ticketingEvent, { inboundSecret }),
    emits: [ticketingEventUpdated, ticketAccessGranted, ticketAccessRevoked, ticketingEventSynced],
    example: { ticketingEventId: madeFirst('livestream.ticketingEvent'), accessOpensMinutesBefore: 30 },
    handle: once(async (ctx, input: Record<string, unknown>) => {
      const { ticketingEventId: id, action, ifVersion: version, ...sent } = input
      // cast: the input was accepted by the schema above, made of the resource's own fields.
      const change = { sent, action: action as EventAction | undefined, ifVersion: version } as EventChange
      const { record, secret } = await updateEvent(ctx, String(id), change)
      const shown = await viewOf(ctx, record, secret)
      return { ...shown, inboundSecret: secret ?? null }
    }),
  }),
  ...[
    list(ticketingEvent, 'GET /api/video/event/all', 'Event - Get All', {
      description: 'Lists events whose tickets are sold elsewhere.',
      sorts: ['-createdAt', 'createdAt'],
      filters: {
        provider: { schema: ticketingEvent.fields.provider.schema, column: 'provider', test: 'equals' },
      },
    }),
    get(ticketingEvent, 'GET /api/video/event/get', 'Event - Get', {
      description: 'Gets an event with how its tickets stand.',
      example: { ticketingEventId: madeFirst('livestream.ticketingEvent') },
    }),
  ].map(companion),
]

async function viewOf(ctx: Ctx, record: Parameters<typeof hookUrlOf>[1], secret: string | undefined) {
  const [shown] = await present({ ctx, audience: 'owner' }, ticketingEvent, [record])
  return { ...shown, ...(secret === undefined ? {} : { inboundWebhookUrl: hookUrlOf(ctx, record, secret) }) }
}

import { fact, resourceFact, type FactPerson } from '#kit/nouns/fact.ts'
import { nullable } from '#kit/values/fields.ts'
import { Type, type Static } from '#kit/values/schema.ts'
import { closed } from '#kit/nouns/standard.ts'

export const categoryCreated = resourceFact(
  'livestream.category.created',
  'livestream.category',
  'A category was made.',
)
export const categoryUpdated = resourceFact('livestream.category.updated', 'livestream.category', 'A category changed.')
export const categoryDeleted = resourceFact(
  'livestream.category.deleted',
  'livestream.category',
  'A category was deleted; what was linked to it has moved.',
)

export const subCategoryCreated = resourceFact(
  'livestream.subCategory.created',
  'livestream.subCategory',
  'A sub-category was made.',
)
export const subCategoryUpdated = resourceFact(
  'livestream.subCategory.updated',
  'livestream.subCategory',
  'A sub-category changed, or moved to another category.',
)
export const subCategoryDeleted = resourceFact(
  'livestream.subCategory.deleted',
  'livestream.subCategory',
  'A sub-category was deleted, alone or with its category.',
)

export const channelCreated = resourceFact('livestream.channel.created', 'livestream.channel', 'A channel was made.')
export const channelUpdated = resourceFact('livestream.channel.updated', 'livestream.channel', 'A channel changed.')
export const channelDeleted = resourceFact(
  'livestream.channel.deleted',
  'livestream.channel',
  'A channel was deleted, its videos with it.',
)

export const markerCreated = resourceFact(
  'livestream.marker.created',
  'livestream.marker',
  'A moment of a live stream was marked.',
)
export const markerUpdated = resourceFact('livestream.marker.updated', 'livestream.marker', 'A marker changed.')
export const markerDeleted = resourceFact(
  'livestream.marker.deleted',
  'livestream.marker',
  'A marker was deleted, alone or with its stream.',
)

export const detailsCreated = resourceFact(
  'livestream.details.created',
  'livestream.details',
  'A sheet of details was made.',
)
export const detailsUpdated = resourceFact(
  'livestream.details.updated',
  'livestream.details',
  'A sheet of details changed.',
)
export const detailsDeleted = resourceFact(
  'livestream.details.deleted',
  'livestream.details',
  'A sheet of details was deleted, alone or with its target.',
)

export const staticCreated = resourceFact(
  'livestream.static.created',
  'livestream.static',
  'A recorded video was made.',
)
export const staticPublished = resourceFact(
  'livestream.static.published',
  'livestream.static',
  'A video was published: at its creation, by its import, at its schedule, or as the replay of a stream. Neither ' +
    'Static - Update emits it, nor what follows from it.',
)
export const staticArchived = resourceFact(
  'livestream.static.archived',
  'livestream.static',
  'A video expired at the time that was set at creation.',
)
export const staticDeleted = resourceFact(
  'livestream.static.deleted',
  'livestream.static',
  'A recorded video was deleted, alone or with its channel.',
)

/** Fact for our own reactions only: webhooks do not deliver updates of recorded videos. */
export const staticUpdated = {
  ...resourceFact('livestream.static.updated', 'livestream.static', 'A recorded video changed.'),
  isPublic: false,
}

export const streamCreated = resourceFact('livestream.stream.created', 'livestream.stream', 'A stream was made.')
export const streamUpdated = resourceFact('livestream.stream.updated', 'livestream.stream', 'A stream changed.')
export const streamDeleted = resourceFact('livestream.stream.deleted', 'livestream.stream', 'A stream was deleted.')
export const streamConnected = resourceFact(
  'livestream.stream.connected',
  'livestream.stream',
  'An encoder was admitted with the stream’s key.',
)
export const streamPreviewed = resourceFact(
  'livestream.stream.previewed',
  'livestream.stream',
  'A stream can be watched by its owner; `goLive` shows it to the audience.',
)
export const streamWentLive = resourceFact(
  'livestream.stream.wentLive',
  'livestream.stream',
  'The audience can watch: the first playable piece is there.',
)
export const streamDisconnected = resourceFact(
  'livestream.stream.disconnected',
  'livestream.stream',
  'The encoder was lost and is waited for.',
)
export const streamReconnected = resourceFact(
  'livestream.stream.reconnected',
  'livestream.stream',
  'The encoder came back: the same session and the same recording continue.',
)
export const streamEnded = resourceFact('livestream.stream.ended', 'livestream.stream', 'A session of a stream ended.')
export const streamDisabled = resourceFact('livestream.stream.disabled', 'livestream.stream', 'A stream was disabled.')
export const streamEnabled = resourceFact('livestream.stream.enabled', 'livestream.stream', 'A stream was enabled.')

/** Payload fields of every fact about a running stream; a receiver needs no second call. */
const aboutStream = {
  streamId: Type.String({ description: 'The stream.' }),
  channelId: Type.String({ description: 'Channel.' }),
  sessionId: Type.String({ description: 'The session.' }),
  keyLabel: Type.String({ description: 'The last characters of the key that was used.' }),
  title: Type.String({ description: 'Title.' }),
}

export const streamRejected = fact(
  'livestream.stream.rejected',
  'The signal of an encoder cannot be shown: the stream did not go live, or ended.',
  closed({
    ...aboutStream,
    code: Type.String({ description: 'Reason: codec_unsupported, no_video, no_key_frame.' }),
    message: Type.String({ description: 'Reason in words.' }),
    advice: Type.String({ description: 'The setting to change at the encoder.' }),
  }),
)
export const streamHealthChanged = fact(
  'livestream.stream.healthChanged',
  'The signal from the encoder became better or worse.',
  closed({
    ...aboutStream,
    health: Type.String({ enum: ['good', 'warning', 'bad'], description: 'Current state.' }),
    issues: Type.Array(
      closed({
        code: Type.String({ description: 'Stable name of the problem.' }),
        message: Type.String({ description: 'The problem in words.' }),
        advice: Type.String({ description: 'The setting to change at the encoder.' }),
      }),
      { description: 'Problems of the signal, worst first.' },
    ),
  }),
)
export const streamViewersPeaked = fact(
  'livestream.stream.viewersPeaked',
  'Highest number of concurrent viewers of a session that ended.',
  closed({ ...aboutStream, peakViewers: Type.Integer({ minimum: 0, description: 'At the same time.' }) }),
)
export const streamSimulcastChanged = fact(
  'livestream.stream.simulcastChanged',
  'Sending a stream on to another place went live, failed or ended.',
  closed({
    ...aboutStream,
    targetId: Type.String({ description: 'The target.' }),
    state: Type.String({ enum: ['live', 'error', 'ended'], description: 'Current state.' }),
    error: Type.Optional(Type.String({ description: 'The problem in words.' })),
  }),
)
export const streamRecordingStopped = fact(
  'livestream.stream.recordingStopped',
  'A stream stays live but is no longer recorded: the disk is full, or fails.',
  closed({ ...aboutStream, reason: Type.String({ description: 'Reason in words.' }) }),
)

export const staticReady = resourceFact(
  'livestream.static.ready',
  'livestream.static',
  'The media of a recorded video is all there: it can be watched, and kept as a file.',
)
export const staticFailed = resourceFact(
  'livestream.static.failed',
  'livestream.static',
  'The media of a recorded video could not be used; `processing.error` says why.',
)
export const clipCreated = resourceFact('livestream.clip.created', 'livestream.static', 'A clip was requested.')
export const clipFeatured = resourceFact(
  'livestream.clip.featured',
  'livestream.static',
  'You showed a clip of a viewer.',
)
export const clipUnfeatured = resourceFact(
  'livestream.clip.unfeatured',
  'livestream.static',
  'You put a clip of a viewer back on its shelf.',
)
export const clipShelfFilling = fact(
  'livestream.clip.shelfFilling',
  'Clips of viewers use four fifths of their space: feature or remove some, before new ones are refused.',
  closed({
    usedBytes: Type.Integer({ minimum: 0, description: 'Bytes of the clips on the shelf of viewers.' }),
    limitBytes: Type.Integer({ minimum: 1, description: 'Bytes at which new clips of viewers are refused.' }),
  }),
)
export const blockedViewerCreated = resourceFact(
  'livestream.blockedViewer.created',
  'livestream.blockedViewer',
  'A viewer was blocked: they make no more clips.',
)
export const blockedViewerUpdated = resourceFact(
  'livestream.blockedViewer.updated',
  'livestream.blockedViewer',
  'The note about a blocked viewer changed.',
)
export const blockedViewerDeleted = resourceFact(
  'livestream.blockedViewer.deleted',
  'livestream.blockedViewer',
  'A viewer was unblocked.',
)
export const clipReady = resourceFact('livestream.clip.ready', 'livestream.static', 'A clip can be watched.')
export const clipFailed = resourceFact('livestream.clip.failed', 'livestream.static', 'A clip could not be cut.')

export const ticketingEventCreated = resourceFact(
  'livestream.ticketingEvent.created',
  'livestream.ticketingEvent',
  'A stream, video or channel was tied to an event whose tickets are sold elsewhere.',
)
export const ticketingEventUpdated = resourceFact(
  'livestream.ticketingEvent.updated',
  'livestream.ticketingEvent',
  'A ticketing event changed, or its state.',
)
export const ticketingEventDeleted = resourceFact(
  'livestream.ticketingEvent.deleted',
  'livestream.ticketingEvent',
  'A ticketing event was deleted: its codes no longer open anything.',
)

/** Payload fields of every fact about the tickets of an event. */
const aboutTickets = {
  ticketingEventId: Type.String({ description: 'The event.' }),
  provider: Type.String({ description: 'Seller of the tickets.' }),
  externalEventId: Type.String({ description: 'Id at the provider.' }),
}

export const ticketingEventSynced = fact(
  'livestream.ticketingEvent.synced',
  'The list of tickets was read: for the first time, after an error, or with changes.',
  closed({
    ...aboutTickets,
    imported: Type.Integer({ minimum: 0, description: 'Tickets that were issued.' }),
    revoked: Type.Integer({ minimum: 0, description: 'Tickets that were revoked.' }),
    failed: Type.Integer({ minimum: 0, description: 'Entries that could not be made a ticket.' }),
    ticketsSold: Type.Integer({ minimum: 0, description: 'Tickets that are valid now.' }),
  }),
)

/** Payload fields of every fact about a caption file. */
const aboutCaption = {
  detailsId: Type.String({ description: 'The sheet.' }),
  targetType: Type.String({ description: 'Kind of the described resource: stream, static or channel.' }),
  targetId: Type.String({ description: 'The stream, video or channel that it describes.' }),
  locale: Type.String({ description: 'Language.' }),
  language: Type.String({ description: 'Language of the captions.' }),
  label: Type.String({ description: 'Name of the captions.' }),
  kind: Type.String({ description: 'captions or subtitles.' }),
  url: Type.String({ description: 'Address of the file.' }),
}

export const captionFetched = fact(
  'livestream.details.captionFetched',
  'A caption file was fetched, and its text is shown to the audience.',
  closed(aboutCaption),
)
export const captionFailed = fact(
  'livestream.details.captionFailed',
  'A caption file cannot be fetched or read. The text of the file before it stays.',
  closed({ ...aboutCaption, error: Type.String({ description: 'The problem in words.' }) }),
)
export const ticketingEventError = fact(
  'livestream.ticketingEvent.error',
  'The provider no longer responds as it should. Tickets stay as they were.',
  closed({
    ...aboutTickets,
    error: Type.String({ description: 'The problem in words.' }),
    lastSyncAt: nullable(Type.String({ description: 'Time of the last complete list.' })),
  }),
)

/** Payload fields of every fact about one ticket. */
const aboutTicket = {
  ...aboutTickets,
  ticketId: Type.String({ description: 'The ticket.' }),
  externalTicketId: Type.String({ description: 'Id at the provider.' }),
  email: nullable(Type.String({ description: 'Mail address of the ticket holder.' })),
  name: nullable(Type.String({ description: 'Name.' })),
  ticketTypeId: nullable(Type.String({ description: 'Type, by the provider’s id.' })),
}
const ticketShape = closed(aboutTicket)

/** The holder of a ticket, for the time line of their contact. */
function holderOf(payload: AboutTicket): FactPerson | undefined {
  const { email, name, ticketingEventId, ticketId, provider, ticketTypeId } = payload
  if (email === null) return undefined
  return { email, name, properties: { ticketingEventId, ticketId, provider, ticketTypeId } }
}

type AboutTicket = Static<typeof ticketShape>

export const ticketAccessGranted = fact(
  'livestream.ticketingEvent.accessGranted',
  'A ticket got a code that opens the video.',
  ticketShape,
  { person: holderOf },
)
export const ticketAdmitted = fact(
  'livestream.ticketingEvent.admitted',
  'The holder of a ticket was admitted at a door.',
  closed({ ...aboutTicket, admittedAt: Type.String({ description: 'Time of the admission.' }) }),
  { person: holderOf },
)
export const ticketAccessRevoked = fact(
  'livestream.ticketingEvent.accessRevoked',
  'The code of a ticket no longer opens anything; its viewers are disconnected.',
  closed({
    ...aboutTicket,
    reason: Type.String({
      enum: ['provider', 'transferred', 'owner'],
      description: 'provider: refunded, voided or cancelled. transferred: to another person. owner: by you.',
    }),
  }),
  { person: holderOf },
)

/** Emitted for each five minutes in which a signed-in viewer watched a video that gives rewards. */
export const streamWatched = fact(
  'livestream.stream.watched',
  'A signed-in viewer watched a video that gives rewards.',
  closed({
    id: Type.String({ description: 'The stream or recorded video.' }),
    contactId: Type.String({ description: 'The contact.' }),
    seconds: Type.Integer({ description: 'Seconds of watching that heartbeats prove.' }),
    startsAt: Type.String({ description: 'Start of the five minutes.' }),
    isLive: Type.Boolean({ description: 'Whether it was live.' }),
    sessionId: nullable(Type.String({ description: 'The live session; null for a recorded video.' })),
    channelId: nullable(Type.String({ description: 'Channel of the video at that time; null without one.' })),
  }),
  {
    isPublic: false,
    person: ({ id, contactId, seconds, startsAt, isLive, sessionId, channelId }) => ({
      contactId,
      properties: { seconds, startsAt, videoId: id, isLive, sessionId, channelId },
    }),
  },
)

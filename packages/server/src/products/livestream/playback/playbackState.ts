import { Type, type Static } from '#kit/values/schema.ts'
import { dateTime, nullable, oneOf, whole } from '#kit/values/fields.ts'
import { amountMax, currency } from '#kit/values/money.ts'
import { closed } from '#kit/nouns/standard.ts'
import { offerShape } from '#products/livestream/records/ticketOffer.ts'
import { maturityRatings } from '#products/livestream/details/maturity.ts'

/**
 * The state of a video for an audience at one address, before, while and after it is live. Times are RFC 3339 UTC,
 * addresses absolute or paths of this server.
 */
export const playbackState = closed({
  playbackId: Type.String({ description: 'Id in public addresses.' }),
  kind: oneOf(['stream', 'static'], { description: 'A live stream, or a recorded video.' }),
  status: oneOf(['waiting', 'live', 'reconnecting', 'ended', 'recorded', 'removed'], {
    description:
      'waiting: nothing to watch yet. live. reconnecting: the encoder is disconnected for a moment. ended: over, ' +
      'without a replay. recorded: a recorded video or a replay. removed: deleted or archived.',
  }),
  title: nullable(Type.String({ description: 'Title, in the language of the request if there is one.' })),
  description: nullable(Type.String({ description: 'Text about the content.' })),
  language: Type.String({ description: 'BCP 47 tag of title and description.' }),
  channel: nullable(
    closed(
      {
        name: Type.String({ description: 'Name of the channel.' }),
        url: Type.String({ description: 'Address of the page of the channel.' }),
        avatarUrl: nullable(Type.String({ description: 'Address of the image of the channel; null without one.' })),
      },
      { description: 'The channel that shows the video; null for a video of no channel.' },
    ),
  ),
  scheduledAt: nullable(dateTime({ description: 'Scheduled start.' })),
  startedAt: nullable(
    dateTime({ description: 'Time at which it went live; for a replay, the time of the live session.' }),
  ),
  publishedAt: nullable(dateTime({ description: 'Time of publication of a recorded video or a replay.' })),
  durationSeconds: nullable(Type.Number({ description: 'Duration of the recorded video.' })),
  latencyMode: oneOf(['ultraLow', 'low', 'standard'], { description: 'Target latency of a player.' }),
  hlsUrl: nullable(Type.String({ description: 'Playlist to play; null while there is nothing that may be played.' })),
  videoUrl: nullable(Type.String({ description: 'A plain file to play in place of a playlist.' })),
  mp4Url: nullable(Type.String({ description: 'File for download, where the owner allows it.' })),
  storyboardUrl: nullable(Type.String({ description: 'A WebVTT track of thumbnails for seeking.' })),
  posterUrl: nullable(Type.String({ description: 'Image to show before it plays.' })),
  slateUrl: nullable(Type.String({ description: 'Image to show while the encoder is disconnected.' })),
  viewers: nullable(Type.Integer({ description: 'Viewers at this moment; null where the owner hides them.' })),
  chapters: Type.Array(
    closed({
      startSeconds: Type.Number({ description: 'Start of the chapter, in seconds from the start of the video.' }),
      title: Type.String({ description: 'Title of the chapter.' }),
    }),
    { description: 'Chapters of the video, in their order.' },
  ),
  captions: Type.Array(
    closed({
      language: Type.String({ description: 'BCP 47 tag of the language of the text.' }),
      label: Type.String({ description: 'Name of the track in the menu of a player.' }),
      kind: Type.String({ description: '`captions` or `subtitles`.' }),
      url: Type.String({ description: 'Address of the WebVTT file.' }),
    }),
    { description: 'Tracks of text that a player can show.' },
  ),
  maturityRating: oneOf(maturityRatings, {
    description:
      'The strictest rating of the details of the video and of its channel, in any language. A player warns before ' +
      'it plays `mature`, and requires a confirmation of the age before `adult`.',
  }),
  contentWarnings: Type.Array(Type.String({ description: 'A warning in words.' }), {
    description: 'Warnings to show before it plays.',
  }),
  products: Type.Array(
    closed({
      label: Type.String({ description: 'Name of the product.' }),
      url: Type.String({ description: 'Address of the shop.' }),
      atSeconds: nullable(Type.Number({ description: 'Moment of the video at which the product is highlighted.' })),
      price: nullable(
        closed(
          {
            amount: whole(0, amountMax, { description: 'Amount in minor units.' }),
            currency: currency({ description: 'Currency of the amount.' }),
            isLeast: Type.Boolean({ description: 'Whether the payer chooses the amount, from this one.' }),
          },
          { description: 'Price of its payment link; null for the address of a shop.' },
        ),
      ),
    }),
    { description: 'Products to show beside the player.' },
  ),
  detailsVersion: nullable(
    Type.String({
      description: 'Changes with the sheets of details, also with texts that this state leaves out, such as credits.',
    }),
  ),
  allowsClips: Type.Boolean({ description: 'Whether viewers may make clips.' }),
  access: nullable(
    closed(
      {
        required: oneOf(['password', 'ticket', 'signature', 'session'], {
          description:
            'Proof that opens the video for this caller. session: the token is for a number of devices; ' +
            'Video - Open answers one for this device.',
        }),
        ...offerShape,
      },
      { description: 'Proof that opens a closed video; null for an open one.' },
    ),
  ),
})

/** The current state of a video for an audience. */
export type PlaybackState = Static<typeof playbackState>

import {
  calendarDay,
  dateTime,
  defaulted,
  flag,
  idOf,
  line,
  matching,
  nameLine,
  oneOf,
  optional,
  prose,
  refTo,
  required,
  timeZone,
  imageUrl,
  whole,
  words,
} from '#kit/values/fields.ts'
import { endReasons } from '#platform/video/live/liveHost.ts'
import { timePattern } from './staticVideo.ts'
import { tags } from './videoTags.ts'
import { dvrWindow, labelFields } from './videoFields.ts'
import { visibilities, visibilityText } from './visibility.ts'

const readOnly = { access: { isReadOnly: true } }
const hidden = { access: { isHidden: true, isReadOnly: true } }
const day = 86_400

/** Pattern of an origin that may embed a player: exact, or with one wildcard label in front. */
export const originPattern = '^https?:\\/\\/(\\*\\.)?[^\\s\\/?#@*]+$'

/** The fields of a stream, in the order in which they are documented. */
export const streamFields = {
  title: required(nameLine(140, { description: 'Title.' })),
  description: optional(prose(5000, { description: 'Text about the stream.' })),
  tags: optional(tags),
  channelId: defaulted(
    idOf('chn', { description: 'Channel; when left out, the first channel of the account, created if there is none.' }),
    '',
    { storage: refTo('livestream.channel', 'chn') },
  ),
  ...labelFields,
  placeId: optional(
    idOf('plc', {
      description: 'The place that it comes from: its page shows the stream while live, that of the stream names it.',
    }),
    {
      storage: refTo('places.place', 'plc'),
    },
  ),
  searchType: optional(line(64, { description: 'A word of your own to filter by.' })),
  scheduleDate: optional(calendarDay({ description: 'Day on which it is to begin in `timezone`, `YYYY-MM-DD`.' })),
  scheduleTime: optional(
    matching(timePattern, 8, {
      message: 'must be a time of day such as 19:30',
      description: 'Time of day at which it begins, `HH:MM:SS`.',
    }),
  ),
  timezone: optional(timeZone({ description: 'IANA zone of the schedule; the account’s when left out.' })),
  scheduledAt: optional(dateTime({ description: 'The moment that the schedule means.' }), readOnly),
  expectedDurationMinutes: optional(whole(1, 1440, { description: 'Expected duration, for calendars.' })),
  coverPhotoUrl: optional(imageUrl({ description: 'Image to show before it begins.' })),
  isRewardsEnabled: defaulted(
    flag({ description: 'Whether watching gives rewards; else the channel’s default.' }),
    false,
  ),
  visibility: defaulted(
    oneOf(visibilities, { description: `${visibilityText} The channel’s when left out.` }),
    'public',
  ),
  passwordHash: optional(line(200), hidden),
  replayVisibility: defaulted(
    oneOf(visibilities, { description: 'Audience that may watch the replay; as `visibility` when left out.' }),
    'public',
  ),
  latencyMode: defaulted(
    oneOf(['ultraLow', 'low', 'standard'], {
      description:
        'Target latency: about 1, 2 or 6 seconds. Lower values tolerate less network jitter. The channel’s or the ' +
        'operator’s when left out.',
    }),
    'low',
  ),
  autoStart: defaulted(
    flag({ description: 'Whether it is live when an encoder publishes; else it is a preview until `goLive`.' }),
    true,
  ),
  record: defaulted(flag({ description: 'Whether it is kept as a replay.' }), true),
  deleteRecordingAfterDays: optional(
    whole(1, 1096, { description: 'Days after which its replays are deleted; never when null.' }),
  ),
  dvrWindowSeconds: defaulted(dvrWindow('Length of the DVR window of a live stream, in seconds.'), 3600),
  reconnectWindowSeconds: defaulted(
    whole(0, 1800, {
      description: 'Time that a disconnected encoder has to reconnect before the stream ends, in seconds.',
    }),
    60,
  ),
  endOnUnpublish: defaulted(
    flag({
      description:
        'Whether the stream ends at once when its encoder stops on purpose, as by Stop Streaming in OBS; else the ' +
        'encoder may return within `reconnectWindowSeconds`. A lost connection is always waited for.',
    }),
    false,
  ),
  slateUrl: optional(imageUrl({ description: 'Image to show while a lost encoder is waited for.' })),
  maxDurationSeconds: defaulted(
    whole(60, 7 * day, { description: 'Longest duration of a live session, in seconds.' }),
    day / 2,
  ),
  renditions: defaulted(
    oneOf(['source', 'auto'], {
      description: 'source: the source alone. auto: smaller renditions as well; needs ffmpeg.',
    }),
    'source',
  ),
  allowViewerClips: defaulted(flag({ description: 'Whether viewers may make clips.' }), true),
  hideViewerCount: defaulted(
    flag({ description: 'Whether the number of viewers is hidden from the audience.' }),
    false,
  ),
  allowedOrigins: defaulted(
    words(50, matching(originPattern, 300, { message: 'must be an origin such as https://example.com' }), {
      description: 'Sites that may embed the player: exact origins, or one wildcard label in front; any when empty.',
    }),
    [],
  ),
  isReusable: defaulted(flag({ description: 'Whether the key may be used again after it ended.' }), true),
  // True after the session of a stream that is not reusable, also while it is disabled.
  isUsedUp: defaulted(flag(), false, hidden),
  test: defaulted(flag({ description: 'A test stream: never listed, and ended after 5 minutes.' }), false),
  keyLabel: defaulted(line(8, { description: 'The last characters of its stream key.' }), '', readOnly),
  keyHash: defaulted(line(100), '', hidden),
  sessionId: optional(idOf('ses', { description: 'Current or last session.' }), {
    storage: refTo('livestream.session', 'ses'),
    ...readOnly,
  }),
  startedAt: optional(dateTime({ description: 'Time at which the current session went live.' }), readOnly),
  // True while a frame of the live session serves as its poster; never during a preview.
  hasPoster: defaulted(flag(), false, hidden),
  lastEndedReason: optional(oneOf(endReasons, { description: 'Reason why the last session ended.' }), readOnly),
}

/** Fields of the public form of a stream. */
export const publicStreamFields = [
  ...(['title', 'description', 'tags', 'channelId', 'category', 'subCategory', 'categoryId', 'subCategoryId'] as const),
  ...(['searchType', 'scheduleDate', 'scheduleTime', 'timezone', 'scheduledAt', 'expectedDurationMinutes'] as const),
  'placeId' as const,
  ...(['coverPhotoUrl', 'isRewardsEnabled', 'visibility', 'latencyMode', 'dvrWindowSeconds'] as const),
  ...(['allowViewerClips', 'startedAt'] as const),
]

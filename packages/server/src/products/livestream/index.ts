import type { Product } from '#kit/product.ts'
import * as category from './category.ts'
import { channel } from './channel/channel.ts'
import * as feed from './channel/feed.ts'
import * as channels from './channel/operations.ts'
import * as channelRemoval from './channel/removal.ts'
import { details } from './details/details.ts'
import * as sheets from './details/operations.ts'
import * as tracks from './details/tracks.ts'
import * as facts from './facts.ts'
import * as clock from './static/clock.ts'
import * as recording from './static/recording.ts'
import * as statics from './static/operations.ts'
import { staticVideo } from './static/staticVideo.ts'
import * as ending from './stream/ending.ts'
import * as streams from './stream/operations.ts'
import * as streamSchedule from './stream/schedule.ts'
import { stream } from './stream/stream.ts'
import * as subCategory from './subCategory.ts'

/** Channels with their recorded videos, sorted by categories, described in many languages. */
export const livestream: Product = {
  name: 'livestream',
  title: 'Livestream',
  description: 'Categories, channels, recorded videos, and their details in many languages.',
  // What refers stands before what it refers to: in this order the deleted go for good.
  resources: [details, staticVideo, stream, channel, category.labels.subCategory, category.labels.category],
  operations: [
    ...category.operations,
    ...channels.operations,
    ...sheets.operations,
    ...tracks.operations,
    ...statics.operations,
    ...streams.operations,
    ...subCategory.operations,
  ],
  pages: [],
  hooks: [],
  facts: Object.values(facts),
  reactions: feed.reactions,
  tasks: [...clock.tasks, ...recording.tasks, ...streamSchedule.tasks, ...ending.tasks, ...channelRemoval.tasks],
  schedules: [],
  lanes: [],
  awaited: {
    'livestream.category': ['liveNowCount'],
    'livestream.subCategory': ['liveNowCount'],
    'livestream.channel': [
      'teamId',
      'isLive',
      'liveStreamId',
      'liveStream',
      'upcomingStreams',
      'ticketingEvents',
      'followerCount',
      'totalViews',
      'feedUrl',
      'calendarUrl',
      'embedUrl',
      'status suspended',
      'sort viewers',
    ],
    'livestream.details': ['products.paymentLinkId'],
    'livestream.stream': ['followers', 'eventId', 'embedIds', 'scope discover', 'sort viewers', 'sort scheduledAt'],
    'livestream.static': ['importMode copy', 'upload', 'playbackId', 'viewCount'],
  },
}

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
import * as statics from './static/operations.ts'
import { staticVideo } from './static/staticVideo.ts'
import * as subCategory from './subCategory.ts'

/** Channels with their recorded videos, sorted by categories, described in many languages. */
export const livestream: Product = {
  name: 'livestream',
  title: 'Livestream',
  description: 'Categories, channels, recorded videos, and their details in many languages.',
  // What refers stands before what it refers to: in this order the deleted go for good.
  resources: [details, staticVideo, channel, category.labels.subCategory, category.labels.category],
  operations: [
    ...category.operations,
    ...channels.operations,
    ...sheets.operations,
    ...tracks.operations,
    ...statics.operations,
    ...subCategory.operations,
  ],
  facts: Object.values(facts),
  reactions: feed.reactions,
  tasks: [...clock.tasks, ...channelRemoval.tasks],
  schedules: [],
  lanes: [],
  awaited: {
    'livestream.category': ['streamCount', 'liveNowCount'],
    'livestream.subCategory': ['streamCount', 'liveNowCount'],
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
      'endLive',
      'status suspended',
      'sort viewers',
      'defaults.latencyMode',
      'defaults.record',
      'defaults.dvrWindowSeconds',
      'defaults.allowViewerClips',
      'defaults.replayVisibility',
    ],
    'livestream.details': ['targetType stream', 'products.paymentLinkId'],
    'livestream.static': [
      'importMode copy',
      'visibility ticketed',
      'source recording',
      'source clip',
      'status processing',
      'status failed',
      'upload',
      'processing',
      'playback',
      'playbackId',
      'parentStreamId',
      'sessionId',
      'durationSeconds',
      'width',
      'height',
      'viewCount',
      'clipRange',
    ],
  },
}

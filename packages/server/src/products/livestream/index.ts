import type { Product } from '#kit/product.ts'
import * as analytics from './audience/analytics.ts'
import * as beat from './audience/beat.ts'
import * as fold from './audience/fold.ts'
import * as viewCount from './audience/viewCount.ts'
import * as category from './category.ts'
import { channel } from './channel/channel.ts'
import * as channelFeed from './channel/feed.ts'
import * as channelList from './channel/list.ts'
import * as channels from './channel/operations.ts'
import * as channelRemoval from './channel/removal.ts'
import { details } from './details/details.ts'
import * as captions from './details/captions.ts'
import * as sheets from './details/operations.ts'
import * as tracks from './details/tracks.ts'
import * as facts from './facts.ts'
import * as clock from './static/clock.ts'
import * as clips from './static/clip.ts'
import * as poster from './static/poster.ts'
import * as media from './static/media.ts'
import * as recording from './static/recording.ts'
import * as statics from './static/operations.ts'
import { staticVideo } from './static/staticVideo.ts'
import * as upload from './static/upload.ts'
import * as access from './playback/access.ts'
import * as playbackClip from './playback/clip.ts'
import * as playbackPoster from './playback/poster.ts'
import * as playbackEvents from './playback/events.ts'
import * as viewerSession from './playback/viewerSession.ts'
import * as clip from './stream/clip.ts'
import * as embedCode from './stream/embedCode.ts'
import * as control from './stream/control.ts'
import * as ending from './stream/ending.ts'
import * as lost from './stream/lost.ts'
import * as streamFeed from './stream/feed.ts'
import * as feedViewers from './stream/feedViewers.ts'
import * as streamList from './stream/list.ts'
import * as streams from './stream/operations.ts'
import * as streamSchedule from './stream/schedule.ts'
import * as status from './stream/status.ts'
import { stream } from './stream/stream.ts'
import * as subCategory from './subCategory.ts'
import * as ticketing from './ticketing/parts.ts'
import { ticketingEvent } from './ticketing/ticketingEvent.ts'
import { pages } from './watch/pages.ts'

/** Channels with their recorded videos, sorted by categories, described in many languages. */
export const livestream: Product = {
  name: 'livestream',
  title: 'Livestream',
  description: 'Categories, channels, recorded videos, and their details in many languages.',
  // What refers stands before what it refers to: in this order the deleted go for good.
  resources: [
    details,
    ticketingEvent,
    staticVideo,
    stream,
    channel,
    category.labels.subCategory,
    category.labels.category,
  ],
  operations: [
    ...analytics.operations,
    ...beat.operations,
    ...category.operations,
    ...channelList.operations,
    ...channels.operations,
    ...sheets.operations,
    ...tracks.operations,
    ...statics.operations,
    ...poster.operations,
    ...streamList.operations,
    ...streams.operations,
    ...clip.operations,
    ...embedCode.operations,
    ...status.operations,
    ...access.operations,
    ...playbackClip.operations,
    ...playbackPoster.operations,
    ...playbackEvents.operations,
    ...subCategory.operations,
    ...ticketing.operations,
  ],
  pages,
  hooks: ticketing.hooks,
  uploads: upload.uploads,
  facts: Object.values(facts),
  reactions: [...channelFeed.reactions, ...streamFeed.reactions, ...ticketing.reactions],
  tasks: [
    ...clock.tasks,
    ...clips.tasks,
    ...media.tasks,
    ...recording.tasks,
    ...upload.tasks,
    ...streamSchedule.tasks,
    ...ending.tasks,
    ...control.tasks,
    ...streamFeed.tasks,
    ...channelRemoval.tasks,
    ...captions.tasks,
    ...ticketing.tasks,
  ],
  schedules: [
    ...fold.schedules,
    ...viewCount.schedules,
    ...feedViewers.schedules,
    ...lost.schedules,
    ...viewerSession.schedules,
  ],
  lanes: [beat.beatLane, beat.viewLane],
  awaited: {
    'livestream.channel': ['teamId', 'followerCount', 'status suspended'],
    'livestream.details': ['products.paymentLinkId'],
    'livestream.stream': ['followers', 'eventId', 'embedIds'],
    'livestream.stream.getAnalytics': ['totals.newFollowers', 'totals.votes', 'totals.rewardsIssued', 'totals.shares'],
    'livestream.ticketingEvent': ['provider internal', 'eventId'],
  },
}

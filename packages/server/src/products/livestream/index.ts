import { provide } from '#kit/call/port.ts'
import { product } from '#kit/nouns/product.ts'
import { playbackOriginPort } from '#platform/video/hls/playbackOriginPort.ts'
import { streamCardsPort } from '#platform/video/streamCardsPort.ts'
import { liveHostPort } from '#platform/video/live/liveHostPort.ts'
import * as analytics from './audience/analytics.ts'
import * as beat from './audience/beat.ts'
import * as issuedRewards from './audience/issuedRewards.ts'
import * as mostWatched from './audience/mostWatched.ts'
import { heartbeat, viewed } from './audience/heartbeatTally.ts'
import { schedules as watchReport } from './audience/watchReport.ts'
import { watcher } from './audience/watchTime.ts'
import * as category from './category.ts'
import { channel } from './records/channel.ts'
import * as channelFeed from './channel/channelFeed.ts'
import * as channelList from './channel/channelList.ts'
import * as channels from './channel/operations.ts'
import * as channelRemoval from './channel/channelRemoval.ts'
import { blockedViewer } from './clips/blockedViewer.ts'
import * as blockedViewers from './clips/blockedViewers.ts'
import * as clipShelf from './clips/clipShelf.ts'
import * as viewerClip from './clips/viewerClip.ts'
import { details } from './details/details.ts'
import * as captions from './details/captions.ts'
import * as sheets from './details/operations.ts'
import * as tracks from './details/trackAddress.ts'
import * as captionText from './details/captionText.ts'
import { marker } from './marker/marker.ts'
import * as markerChapters from './marker/markerChapters.ts'
import * as markers from './marker/operations.ts'
import * as facts from './facts.ts'
import * as clock from './static/staticClock.ts'
import * as clips from './static/clipVideo.ts'
import * as poster from './static/staticPoster.ts'
import * as media from './static/staticMedia.ts'
import * as ownerMedia from './static/ownerMedia.ts'
import * as recording from './static/recording.ts'
import * as statics from './static/operations.ts'
import { staticVideo } from './records/staticVideo.ts'
import * as upload from './static/staticUpload.ts'
import * as access from './playback/access.ts'
import * as playbackPoster from './playback/posterAddress.ts'
import * as playbackEvents from './playback/playbackEvents.ts'
import { openPlaybackOrigin } from './playback/playbackOrigin.ts'
import * as viewerSession from './playback/viewerSession.ts'
import { attention } from './stream/streamAttention.ts'
import * as clip from './stream/streamClip.ts'
import * as embedCode from './stream/embedCode.ts'
import * as control from './stream/streamControl.ts'
import * as ending from './stream/streamEnding.ts'
import * as lost from './stream/lostSessions.ts'
import * as streamFeed from './stream/streamFeed.ts'
import * as feedViewers from './channel/feedViewers.ts'
import { openStreamHost } from './stream/streamHost.ts'
import * as sessionList from './stream/sessionList.ts'
import * as streamList from './stream/streamList.ts'
import * as streams from './stream/operations.ts'
import * as streamSchedule from './stream/streamSchedule.ts'
import * as status from './stream/streamStatus.ts'
import { stream } from './records/stream.ts'
import * as subCategory from './subCategory.ts'
import { tables } from './tables.ts'
import * as ticketing from './ticketing/parts.ts'
import { ticketingEvent } from './ticketing/ticketingEvent.ts'
import { cardGrid } from './watch/pageLayout.ts'
import { readStreams } from './watch/watchData.ts'
import { pages } from './watch/watchPages.ts'
import { scopes } from './scopes.ts'

/** Channels with their recorded videos, sorted by categories, described in many languages. */
export const livestream = product({
  name: 'livestream',
  title: 'Livestream',
  description: 'Categories, channels, recorded videos, and their details in many languages.',
  // Referring resources stand before their targets: deleted rows are purged in this order (foreign keys).
  resources: [
    details,
    ticketingEvent,
    marker,
    blockedViewer,
    staticVideo,
    stream,
    channel,
    category.labels.subCategory,
    category.labels.category,
  ],
  operations: [
    ...analytics.operations,
    ...mostWatched.operations,
    ...beat.operations,
    ...category.operations,
    ...channelList.operations,
    ...channels.operations,
    ...sheets.operations,
    ...tracks.operations,
    ...captionText.operations,
    ...markers.operations,
    ...statics.operations,
    ...clipShelf.operations,
    ...blockedViewers.operations,
    ...poster.operations,
    ...ownerMedia.operations,
    ...sessionList.operations,
    ...streamList.operations,
    ...streams.operations,
    ...clip.operations,
    ...embedCode.operations,
    ...status.operations,
    ...access.operations,
    ...viewerClip.operations,
    ...playbackPoster.operations,
    ...playbackEvents.operations,
    ...subCategory.operations,
    ...ticketing.operations,
  ],
  pages,
  hooks: ticketing.hooks,
  uploads: upload.uploads,
  facts: Object.values(facts),
  attention,
  scopes,
  reactions: [...channelFeed.reactions, ...streamFeed.reactions, ...issuedRewards.reactions, ...ticketing.reactions],
  tasks: [
    ...clock.tasks,
    ...clips.tasks,
    ...blockedViewers.tasks,
    ...media.tasks,
    ...recording.tasks,
    ...markerChapters.tasks,
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
    ...feedViewers.schedules,
    ...lost.schedules,
    ...viewerSession.schedules,
    ...watchReport,
    ...issuedRewards.schedules,
  ],
  tallies: [heartbeat, viewed, watcher],
  ports: [
    provide(liveHostPort, openStreamHost),
    provide(playbackOriginPort, openPlaybackOrigin),
    provide(streamCardsPort, async (ctx, ids) => cardGrid(await readStreams(ctx, ids), { showsChannel: true })),
  ],
  tables,
  cameraPages: ['door'],
  awaited: {
    'livestream.channel': ['teamId', 'followerCount', 'status suspended'],
    'livestream.stream': [
      ...(['followers', 'eventId', 'embedIds'] as const),
      ...(['ingest.srtUrl', 'ingest.whipUrl', 'playback.whepUrl'] as const),
    ],
    'livestream.stream.getStatus': ['ingest.remoteRegion'],
    'livestream.stream.getEmbedCode': ['showChat', 'showPolls'],
    'livestream.stream.getAnalytics': ['totals.newFollowers', 'totals.votes', 'totals.shares'],
    'livestream.ticketingEvent': ['provider internal', 'eventId'],
  },
})

// Generated from the operations by `npm run gen`. Changes here are lost.
import type { Call, Route } from '../call.ts'
import type { ListPages } from '../pages.ts'
import type { CallOptions } from '../settings.ts'
import type { BlockedViewer, BlockedViewerCreateInput, BlockedViewerCreateOutput, BlockedViewerDeleteInput, BlockedViewerList, BlockedViewerUpdateInput, Channel, ChannelCreateInput, ChannelCreateOutput, ChannelDeleteInput, ChannelGetOutput, ChannelList, ChannelUpdateInput, Deleted, Details, DetailsCreateInput, DetailsCreateOutput, DetailsDeleteInput, DetailsGetCaptionOutput, DetailsGetOutput, DetailsList, DetailsSetCaptionInput, DetailsUpdateInput, LivestreamCategory, LivestreamCategoryCreateInput, LivestreamCategoryCreateOutput, LivestreamCategoryDeleteInput, LivestreamCategoryDeleteOutput, LivestreamCategoryGetOutput, LivestreamCategoryList, LivestreamCategoryUpdateInput, LivestreamSubCategory, LivestreamSubCategoryCreateInput, LivestreamSubCategoryCreateOutput, LivestreamSubCategoryDeleteInput, LivestreamSubCategoryDeleteOutput, LivestreamSubCategoryList, LivestreamSubCategoryUpdateInput, LivestreamTicket, LivestreamTicketAdmitInput, LivestreamTicketAdmitOutput, LivestreamTicketCheckInput, LivestreamTicketCheckOutput, LivestreamTicketIssueInput, LivestreamTicketIssueOutput, LivestreamTicketList, LivestreamTicketReadmitInput, LivestreamTicketReadmitOutput, LivestreamTicketResendInput, LivestreamTicketResendOutput, LivestreamTicketRevokeInput, LivestreamTicketRevokeOutput, LivestreamVideoAccessInput, LivestreamVideoAccessOutput, LivestreamVideoClipInput, LivestreamVideoClipOutput, LivestreamVideoHeartbeatInput, LivestreamVideoHeartbeatOutput, Marker, MarkerCreateInput, MarkerCreateOutput, MarkerDeleteInput, MarkerList, MarkerUpdateInput, PublicChannelGetOutput, PublicChannelList, PublicDetailsGetOutput, PublicDetailsList, PublicLivestreamCategoryGetOutput, PublicLivestreamCategoryList, PublicLivestreamSubCategory, PublicLivestreamSubCategoryList, PublicStaticVideoGetOutput, PublicStaticVideoList, PublicStreamGetOutput, PublicStreamGetStatusOutput, PublicStreamList, StaticVideo, StaticVideoCreateInput, StaticVideoCreateOutput, StaticVideoDeleteInput, StaticVideoFeatureInput, StaticVideoGetOutput, StaticVideoList, StaticVideoMediaOutput, StaticVideoSetPosterInput, StaticVideoSetPosterOutput, StaticVideoUpdateInput, StreamCreateClipInput, StreamCreateClipOutput, StreamCreateInput, StreamCreateOutput, StreamDeleteInput, StreamGetAnalyticsInput, StreamGetAnalyticsOutput, StreamGetEmbedCodeInput, StreamGetEmbedCodeOutput, StreamGetOutput, StreamGetStatusInput, StreamGetStatusOutput, StreamList, StreamMostWatchedOutput, StreamSessionsOutput, StreamUpdateInput, StreamUpdateOutput, TicketingEvent, TicketingEventAdmissionsOutput, TicketingEventCreateInput, TicketingEventCreateOutput, TicketingEventDeleteInput, TicketingEventList, TicketingEventUpdateInput, TicketingEventUpdateOutput, StreamMostWatchedInput, LivestreamCategoryListInput, LivestreamCategoryGetInput, ChannelListInput, ChannelGetInput, DetailsListInput, DetailsGetInput, DetailsTrackInput, DetailsGetCaptionInput, MarkerListInput, MarkerGetInput, StaticVideoListInput, StaticVideoGetInput, BlockedViewerListInput, BlockedViewerGetInput, StaticVideoMediaInput, StreamSessionsInput, StreamListInput, StreamGetInput, LivestreamVideoPosterInput, LivestreamSubCategoryListInput, LivestreamSubCategoryGetInput, TicketingEventListInput, TicketingEventGetInput, LivestreamTicketListInput, LivestreamTicketGetInput, TicketingEventAdmissionsInput } from './schemas.ts'

/** Livestream: Categories, channels, recorded videos, and their details in many languages. */
export function livestream(call: Call) {
  return {
    stream: {
      /**
       * Get Analytics. Audience and playback quality of a stream, a recorded video, a channel or a live session; by default of the whole account. A replay counts as a recorded video. The response explains each figure; without views the figures are 0.
       * Needs a secret or restricted key; a restricted one needs the scope `livestream.stream:read`. Accounts: Business, Streamer.
       * POST /api/video/stream/getAnalytics
       */
      getAnalytics: (input: StreamGetAnalyticsInput = {}, options?: CallOptions): Promise<StreamGetAnalyticsOutput> =>
        call.one(routes['livestream.stream.getAnalytics'], input, options),

      /**
       * Stream - Most Watched. Recorded videos and streams with the most views in a range, of the whole account or of a channel. Deleted ones are left out.
       * Needs a secret or restricted key; a restricted one needs the scope `livestream.stream:read`. Accounts: Business, Streamer, Personal.
       * GET /api/video/stream/mostWatched
       */
      mostWatched: (input: StreamMostWatchedInput = {}, options?: CallOptions): Promise<StreamMostWatchedOutput> =>
        call.one(routes['livestream.stream.mostWatched'], input, options),

      /**
       * Stream - Sessions. Sessions of a stream, newest first: start, end, recording and the most viewers at once.
       * Needs a secret or restricted key; a restricted one needs the scope `livestream.stream:read`. Accounts: Business, Streamer, Personal.
       * GET /api/video/stream/sessions
       */
      sessions: (input: StreamSessionsInput, options?: CallOptions): ListPages<StreamSessionsOutput['items'][number], StreamSessionsOutput> =>
        call.pages(routes['livestream.stream.sessions'], input, options),

      /**
       * Get All. Lists your streams, or with `scope=discover` public ones of all accounts that are live or scheduled, each with its `channel`; there paging, `q`, `isLive`, `language`, `category`, `tag` and the schedule apply, other filters are refused. `q` searches title, description and tags. By `-viewers` the most watched come first, and streams that are not live last; by `scheduledAt` those without a schedule come last.
       * Needs a secret, restricted or public key; a restricted one needs the scope `livestream.stream:read`. Accounts: Business, Streamer, Personal.
       * GET /api/video/stream/all
       */
      list: (input: StreamListInput = {}, options?: CallOptions): ListPages<StreamList['items'][number], StreamList> =>
        call.pages(routes['livestream.stream.all'], input, options),

      /**
       * Update Create. Makes a stream, or updates the one that `streamId` or a known `clientReference` names: `created` says which. The response to a create holds the stream key, this once.
       * Needs a secret or restricted key; a restricted one needs the scope `livestream.stream:write`. Accounts: Business, Streamer.
       * May emit `livestream.stream.created`, `livestream.stream.updated`, `livestream.channel.created`.
       * POST /api/video/stream/create
       */
      create: (input: StreamCreateInput = {}, options?: CallOptions): Promise<StreamCreateOutput> =>
        call.one(routes['livestream.stream.create'], input, options),

      /**
       * Delete. Deletes a stream and disconnects its encoder. Recordings and clips stay, unless the request names them.
       * Needs a secret or restricted key; a restricted one needs the scope `livestream.stream:write`. Accounts: Business, Streamer.
       * May emit `livestream.stream.deleted`, `livestream.stream.ended`, `livestream.static.created`, `livestream.static.deleted`, `livestream.details.deleted`.
       * POST /api/video/stream/delete
       */
      delete: (input: StreamDeleteInput, options?: CallOptions): Promise<Deleted> =>
        call.one(routes['livestream.stream.delete'], input, options),

      /**
       * Get. Gets a stream with its details in a language. Of a closed stream the public sees what it is and `access`, without addresses.
       * Needs a secret, restricted or public key; a restricted one needs the scope `livestream.stream:read`. Accounts: Business, Streamer, Personal.
       * GET /api/video/stream/get
       */
      get: (input: StreamGetInput = {}, options?: CallOptions): Promise<StreamGetOutput> =>
        call.one(routes['livestream.stream.get'], input, options),

      /**
       * Update. Changes a stream. While it is live, texts, visibility, targets and slate apply at once; a value that is fixed when a session begins applies to the next session, and is in `pending`. `goLive`: shows a preview to the audience. `end`: ends the session that runs. `disable`: lets no encoder in and closes its address; ends the session that runs. `enable`: lets encoders in again. `rotateKey`: makes a new key; a publisher with the old one is disconnected.
       * Needs a secret or restricted key; a restricted one needs the scope `livestream.stream:write`. Accounts: Business, Streamer.
       * May emit `livestream.stream.updated`, `livestream.stream.wentLive`, `livestream.stream.ended`, `livestream.stream.disabled`, `livestream.stream.enabled`.
       * PUT /api/video/stream/update
       */
      update: (input: StreamUpdateInput, options?: CallOptions): Promise<StreamUpdateOutput> =>
        call.one(routes['livestream.stream.update'], input, options),

      /**
       * Create Clip. Keeps a stretch of a live stream, or of a recorded video, as a video of its own that outlives its source. Cut at the key frame before the wanted begin, by copy; `exact` encodes it again and needs ffmpeg on the server. A public key makes a clip of a viewer, as Video - Clip does, where the stream has `allowViewerClips`: it has an address of its own and is in no list before you feature it.
       * Needs a secret, restricted or public key; a restricted one needs the scope `livestream.stream:write`. Accounts: Business, Streamer.
       * May emit `livestream.clip.created`, `livestream.clip.shelfFilling`.
       * POST /api/video/stream/createClip
       */
      createClip: (input: StreamCreateClipInput = {}, options?: CallOptions): Promise<StreamCreateClipOutput> =>
        call.one(routes['livestream.stream.createClip'], input, options),

      /**
       * Get Embed Code. Code that puts the player of a stream, a recorded video or a channel on another page: as a frame, a script, oEmbed, or a link. Nothing is stored. A closed video needs `signed`, which takes a secret key.
       * Needs a secret, restricted or public key; a restricted one needs the scope `livestream.stream:read`. Accounts: Business, Streamer, Personal.
       * POST /api/video/stream/getEmbedCode
       */
      getEmbedCode: (input: StreamGetEmbedCodeInput = {}, options?: CallOptions): Promise<StreamGetEmbedCodeOutput> =>
        call.one(routes['livestream.stream.getEmbedCode'], input, options),

      /**
       * Get Status. Status of a stream, or of up to 100: signal of the encoder with advice on its issues, refused encoders, simulcast targets, and recording. The public form leaves out signal, refusals, targets and recording.
       * Needs a secret, restricted or public key; a restricted one needs the scope `livestream.stream:read`. Accounts: Business, Streamer, Personal.
       * POST /api/video/stream/getStatus
       */
      getStatus: (input: StreamGetStatusInput = {}, options?: CallOptions): Promise<StreamGetStatusOutput> =>
        call.one(routes['livestream.stream.getStatus'], input, options),
    },
    video: {
      /**
       * Video - Heartbeat. Heartbeat of a player: at the first frame, every 10 seconds from then on, and at the end. The response comes after the commit; a repeat with the same `number` counts once. A view that is silent for 20 seconds no longer counts as watching. It counts with a `viewToken` to which media was served.
       * Anyone may call it; no key is needed.
       * POST /public/video/heartbeat
       */
      heartbeat: (input: LivestreamVideoHeartbeatInput, options?: CallOptions): Promise<LivestreamVideoHeartbeatOutput> =>
        call.one(routes['livestream.video.heartbeat'], input, options),

      /**
       * Video - Open. Opens a closed video for a viewer: with its password, the code of a ticket, or the token of a signed address. Returns a viewer token, which stands in addresses of playlists behind `/t/` and in other public calls as `token`. An open video needs none, and gets none. A ticket, or an address with `maxSessions`, opens a session for the device that `viewerId` names; a session that is unused for 30 seconds expires and frees its slot.
       * Anyone may call it; no key is needed.
       * POST /public/video/access
       */
      access: (input: LivestreamVideoAccessInput, options?: CallOptions): Promise<LivestreamVideoAccessOutput> =>
        call.one(routes['livestream.video.access'], input, options),

      /**
       * Video - Clip. Makes a clip of what a viewer watches, where the owner allows that: the stretch between two programme times at the viewer’s playhead. It has an address to share, and is in no list before the owner features it. The same stretch of the same session gives the clip that is there.
       * Anyone may call it; no key is needed.
       * May emit `livestream.clip.created`, `livestream.clip.shelfFilling`.
       * POST /public/video/clip
       */
      clip: (input: LivestreamVideoClipInput, options?: CallOptions): Promise<LivestreamVideoClipOutput> =>
        call.one(routes['livestream.video.clip'], input, options),

      /**
       * Video - Poster. A drawn image with the title of a video that has no other image.
       * Anyone may call it; no key is needed.
       * GET /public/video/{playbackId}/poster.svg
       */
      poster: (input: LivestreamVideoPosterInput, options?: CallOptions): Promise<string> =>
        call.one(routes['livestream.video.poster'], input, options),
    },
    category: {
      /**
       * Category - Get All. Lists the categories in their order. Inactive ones are listed with `includeInactive`, and never to the public.
       * Needs a secret, restricted or public key; a restricted one needs the scope `livestream.category:read`. Accounts: Business, Streamer, Personal.
       * GET /api/video/category/all
       */
      list: (input: LivestreamCategoryListInput = {}, options?: CallOptions): ListPages<LivestreamCategoryList['items'][number], LivestreamCategoryList> =>
        call.pages(routes['livestream.category.all'], input, options),

      /**
       * Category - Create. Creates a category; an account has at most 500.
       * Needs a secret or restricted key; a restricted one needs the scope `livestream.category:write`. Accounts: Business, Streamer.
       * May emit `livestream.category.created`.
       * POST /api/video/category/create
       */
      create: (input: LivestreamCategoryCreateInput, options?: CallOptions): Promise<LivestreamCategoryCreateOutput> =>
        call.one(routes['livestream.category.create'], input, options),

      /**
       * Category - Delete. Deletes a category with its sub-categories. A category in use is refused with the counts, unless `moveToCategoryId` names the category to move its members to; links to its sub-categories end then.
       * Needs a secret or restricted key; a restricted one needs the scope `livestream.category:write`. Accounts: Business, Streamer.
       * May emit `livestream.category.deleted`, `livestream.subCategory.deleted`.
       * POST /api/video/category/delete
       */
      delete: (input: LivestreamCategoryDeleteInput, options?: CallOptions): Promise<LivestreamCategoryDeleteOutput> =>
        call.one(routes['livestream.category.delete'], input, options),

      /**
       * Category - Get By ID. Gets one category with its sub-categories, by exactly one of id, slug and clientReference.
       * Needs a secret, restricted or public key; a restricted one needs the scope `livestream.category:read`. Accounts: Business, Streamer, Personal.
       * GET /api/video/category/get
       */
      get: (input: LivestreamCategoryGetInput = {}, options?: CallOptions): Promise<LivestreamCategoryGetOutput> =>
        call.one(routes['livestream.category.get'], input, options),

      /**
       * Category - Update. Changes a category. A new name is copied to its members that keep it as text.
       * Needs a secret or restricted key; a restricted one needs the scope `livestream.category:write`. Accounts: Business, Streamer.
       * May emit `livestream.category.updated`.
       * PUT /api/video/category/update
       */
      update: (input: LivestreamCategoryUpdateInput, options?: CallOptions): Promise<LivestreamCategory> =>
        call.one(routes['livestream.category.update'], input, options),
    },
    channel: {
      /**
       * Channel - Get All. Lists your channels, or with `scope=discover` the public channels of all accounts. Those allow paging, `q`, `isLive`, `language`, `tag` and a sort by name, createdAt or viewers, and no other filter. By `-viewers` the most watched come first, and channels without a live stream last.
       * Needs a secret, restricted or public key; a restricted one needs the scope `livestream.channel:read`. Accounts: Business, Streamer, Personal.
       * GET /api/video/channel/all
       */
      list: (input: ChannelListInput = {}, options?: CallOptions): ListPages<ChannelList['items'][number], ChannelList> =>
        call.pages(routes['livestream.channel.all'], input, options),

      /**
       * Channel - Create. Makes a channel; an account has at most 100. Its handle is unique on the instance.
       * Needs a secret or restricted key; a restricted one needs the scope `livestream.channel:write`. Accounts: Business, Streamer.
       * May emit `livestream.channel.created`.
       * POST /api/video/channel/create
       */
      create: (input: ChannelCreateInput, options?: CallOptions): Promise<ChannelCreateOutput> =>
        call.one(routes['livestream.channel.create'], input, options),

      /**
       * Channel - Delete. Deletes a channel with its streams, videos and details. Its handle stays reserved for 30 days.
       * Needs a secret or restricted key; a restricted one needs the scope `livestream.channel:write`. Accounts: Business, Streamer.
       * May emit `livestream.channel.deleted`, `livestream.stream.deleted`, `livestream.stream.ended`, `livestream.static.deleted`, `livestream.details.deleted`.
       * POST /api/video/channel/delete
       */
      delete: (input: ChannelDeleteInput, options?: CallOptions): Promise<Deleted> =>
        call.one(routes['livestream.channel.delete'], input, options),

      /**
       * Channel - Get By ID. Gets a channel by id, handle or reference, with its details in a language, its live stream, the next streams and its latest videos. A former handle works for 30 days.
       * Needs a secret, restricted or public key; a restricted one needs the scope `livestream.channel:read`. Accounts: Business, Streamer, Personal.
       * GET /api/video/channel/get
       */
      get: (input: ChannelGetInput = {}, options?: CallOptions): Promise<ChannelGetOutput> =>
        call.one(routes['livestream.channel.get'], input, options),

      /**
       * Channel - Update. Changes a channel. A previous handle redirects for 30 days. `defaults` are for new videos alone.
       * Needs a secret or restricted key; a restricted one needs the scope `livestream.channel:write`. Accounts: Business, Streamer.
       * May emit `livestream.channel.updated`.
       * PUT /api/video/channel/update
       */
      update: (input: ChannelUpdateInput, options?: CallOptions): Promise<Channel> =>
        call.one(routes['livestream.channel.update'], input, options),
    },
    details: {
      /**
       * Details - Get All. Lists sheets of details. The public sees published ones of public videos and channels.
       * Needs a secret, restricted or public key; a restricted one needs the scope `livestream.details:read`. Accounts: Business, Streamer, Personal.
       * GET /api/video/details/all
       */
      list: (input: DetailsListInput = {}, options?: CallOptions): ListPages<DetailsList['items'][number], DetailsList> =>
        call.pages(routes['livestream.details.all'], input, options),

      /**
       * Details - Create. Makes a sheet for a video or a channel, one per language and at most 100. Caption files are fetched soon after: each has a `status`.
       * Needs a secret or restricted key; a restricted one needs the scope `livestream.details:write`. Accounts: Business, Streamer.
       * May emit `livestream.details.created`.
       * POST /api/video/details/create
       */
      create: (input: DetailsCreateInput, options?: CallOptions): Promise<DetailsCreateOutput> =>
        call.one(routes['livestream.details.create'], input, options),

      /**
       * Details - Delete. Deletes a sheet. Pages fall back to the next language, then to the target’s own words.
       * Needs a secret or restricted key; a restricted one needs the scope `livestream.details:write`. Accounts: Business, Streamer.
       * May emit `livestream.details.deleted`.
       * POST /api/video/details/delete
       */
      delete: (input: DetailsDeleteInput, options?: CallOptions): Promise<Deleted> =>
        call.one(routes['livestream.details.delete'], input, options),

      /**
       * Details - Get By ID. Gets a sheet by its id or reference, or the one of a target that fits `locale` best: the tag is shortened from its end, then the target’s own language is taken. `resolvedLocale` says which language it is.
       * Needs a secret, restricted or public key; a restricted one needs the scope `livestream.details:read`. Accounts: Business, Streamer, Personal.
       * GET /api/video/details/get
       */
      get: (input: DetailsGetInput = {}, options?: CallOptions): Promise<DetailsGetOutput> =>
        call.one(routes['livestream.details.get'], input, options),

      /**
       * Details - Update. Changes a sheet, or moves it by `action`. Lists are replaced as a whole; caption files are fetched again, and the earlier texts stay until then.
       * Needs a secret or restricted key; a restricted one needs the scope `livestream.details:write`. Accounts: Business, Streamer.
       * May emit `livestream.details.updated`.
       * PUT /api/video/details/update
       */
      update: (input: DetailsUpdateInput, options?: CallOptions): Promise<Details> =>
        call.one(routes['livestream.details.update'], input, options),

      /**
       * Details - Track as WebVTT. A chapter or caption track of a published sheet of an open video or a public channel, for a player; of a closed video for viewers with a grant.
       * Anyone may call it; no key is needed.
       * GET /public/video/details/{detailsId}/{track}
       */
      track: (input: DetailsTrackInput, options?: CallOptions): Promise<string> =>
        call.one(routes['livestream.details.track'], input, options),

      /**
       * Details - Get Caption. Returns the kept text of a caption as WebVTT, of a draft or a closed video too: for an editor.
       * Needs a secret or restricted key; a restricted one needs the scope `livestream.details:read`. Accounts: Business, Streamer, Personal.
       * GET /api/video/details/getCaption
       */
      getCaption: (input: DetailsGetCaptionInput, options?: CallOptions): Promise<DetailsGetCaptionOutput> =>
        call.one(routes['livestream.details.getCaption'], input, options),

      /**
       * Details - Set Caption. Stores the text of a caption, at a position or as a further one. Its `url` becomes the address of the kept text: an update that sends it back keeps the text and fetches nothing.
       * Needs a secret or restricted key; a restricted one needs the scope `livestream.details:write`. Accounts: Business, Streamer, Personal.
       * May emit `livestream.details.updated`.
       * POST /api/video/details/setCaption
       */
      setCaption: (input: DetailsSetCaptionInput, options?: CallOptions): Promise<Details> =>
        call.one(routes['livestream.details.setCaption'], input, options),
    },
    marker: {
      /**
       * Marker - Get All. Lists moments that are marked while a stream is live; they become chapters of its replay.
       * Needs a secret or restricted key; a restricted one needs the scope `livestream.marker:read`. Accounts: Business, Streamer, Personal.
       * GET /api/video/marker/all
       */
      list: (input: MarkerListInput = {}, options?: CallOptions): ListPages<MarkerList['items'][number], MarkerList> =>
        call.pages(routes['livestream.marker.all'], input, options),

      /**
       * Marker - Create. Marks a moment of a live stream. When the session ends, its markers become the chapters of the replay. A session has 99 at most.
       * Needs a secret or restricted key; a restricted one needs the scope `livestream.marker:write`. Accounts: Business, Streamer, Personal.
       * May emit `livestream.marker.created`.
       * POST /api/video/marker/create
       */
      create: (input: MarkerCreateInput, options?: CallOptions): Promise<MarkerCreateOutput> =>
        call.one(routes['livestream.marker.create'], input, options),

      /**
       * Marker - Get. Gets one of moments that are marked while a stream is live; they become chapters of its replay.
       * Needs a secret or restricted key; a restricted one needs the scope `livestream.marker:read`. Accounts: Business, Streamer, Personal.
       * GET /api/video/marker/get
       */
      get: (input: MarkerGetInput = {}, options?: CallOptions): Promise<Marker> =>
        call.one(routes['livestream.marker.get'], input, options),

      /**
       * Marker - Update. Changes the title. Chapters that a replay has already stay as they are.
       * Needs a secret or restricted key; a restricted one needs the scope `livestream.marker:write`. Accounts: Business, Streamer, Personal.
       * May emit `livestream.marker.updated`.
       * PUT /api/video/marker/update
       */
      update: (input: MarkerUpdateInput, options?: CallOptions): Promise<Marker> =>
        call.one(routes['livestream.marker.update'], input, options),

      /**
       * Marker - Delete. Deletes a marker. Chapters that a replay has already stay as they are.
       * Needs a secret or restricted key; a restricted one needs the scope `livestream.marker:write`. Accounts: Business, Streamer, Personal.
       * May emit `livestream.marker.deleted`.
       * POST /api/video/marker/delete
       */
      delete: (input: MarkerDeleteInput, options?: CallOptions): Promise<Deleted> =>
        call.one(routes['livestream.marker.delete'], input, options),
    },
    static: {
      /**
       * Static - Get All. Lists recorded videos. The public sees published public ones. `q` searches title, description and tags.
       * Needs a secret, restricted or public key; a restricted one needs the scope `livestream.static:read`. Accounts: Business, Streamer, Personal.
       * GET /api/video/static/all
       */
      list: (input: StaticVideoListInput = {}, options?: CallOptions): ListPages<StaticVideoList['items'][number], StaticVideoList> =>
        call.pages(routes['livestream.static.all'], input, options),

      /**
       * Static - Update Create. Makes a recorded video, or updates the one that `staticId` or a known `clientReference` names: `created` says which. With a video address it is public at once or at its schedule; without one it is a draft, and `upload` has the address for its file. An update changes only what is sent; its one fact is that of a publication.
       * Needs a secret or restricted key; a restricted one needs the scope `livestream.static:write`. Accounts: Business, Streamer.
       * May emit `livestream.static.created`, `livestream.static.published`.
       * POST /api/video/static/create
       */
      create: (input: StaticVideoCreateInput = {}, options?: CallOptions): Promise<StaticVideoCreateOutput> =>
        call.one(routes['livestream.static.create'], input, options),

      /**
       * Static - Delete. Deletes a recorded video and its details. Rewards that were given stay.
       * Needs a secret or restricted key; a restricted one needs the scope `livestream.static:write`. Accounts: Business, Streamer.
       * May emit `livestream.static.deleted`, `livestream.details.deleted`.
       * POST /api/video/static/delete
       */
      delete: (input: StaticVideoDeleteInput, options?: CallOptions): Promise<Deleted> =>
        call.one(routes['livestream.static.delete'], input, options),

      /**
       * Static - Get. Gets a recorded video with its details in a language. Of a video behind a password the public sees what it is and `access`, without addresses.
       * Needs a secret, restricted or public key; a restricted one needs the scope `livestream.static:read`. Accounts: Business, Streamer, Personal.
       * GET /api/video/static/get
       */
      get: (input: StaticVideoGetInput = {}, options?: CallOptions): Promise<StaticVideoGetOutput> =>
        call.one(routes['livestream.static.get'], input, options),

      /**
       * Static - Update. Changes a recorded video: only what is sent changes, empty text and null clear. A schedule that has passed publishes now. It emits no fact, then or later. Other fields than those of its input are ignored: visibility, password, expiry, time zone, import mode, downloads and metadata are changed by Update Create.
       * Needs a secret or restricted key; a restricted one needs the scope `livestream.static:write`. Accounts: Business, Streamer.
       * PUT /api/video/static/update
       */
      update: (input: StaticVideoUpdateInput = {}, options?: CallOptions): Promise<StaticVideo> =>
        call.one(routes['livestream.static.update'], input, options),

      /**
       * Static - Feature. Shows a clip of a viewer on its channel and in your lists: an unlisted one becomes public, and no longer counts for the space of viewers’ clips. With `isFeatured` false it goes back to the shelf of viewers, unlisted: its address still opens it.
       * Needs a secret or restricted key; a restricted one needs the scope `livestream.static:write`. Accounts: Business, Streamer, Personal.
       * May emit `livestream.clip.featured`, `livestream.clip.unfeatured`.
       * POST /api/video/static/feature
       */
      feature: (input: StaticVideoFeatureInput, options?: CallOptions): Promise<StaticVideo> =>
        call.one(routes['livestream.static.feature'], input, options),

      /**
       * Static - Set Poster. Stores a poster of a video, for servers that cannot make one themselves: a page that plays it draws a frame on a canvas and sends the JPEG. `coverPhotoUrl` goes before it.
       * Needs a secret or restricted key; a restricted one needs the scope `livestream.static:write`. Accounts: Business, Streamer, Personal.
       * POST /api/video/static/setPoster
       */
      setPoster: (input: StaticVideoSetPosterInput, options?: CallOptions): Promise<StaticVideoSetPosterOutput> =>
        call.one(routes['livestream.static.setPoster'], input, options),

      /**
       * Static - Media. Addresses at which the account itself plays recorded videos, whatever their visibility, and their views: for libraries and editors. Those of closed videos hold a grant for a day: keep them secret.
       * Needs a secret or restricted key; a restricted one needs the scope `livestream.static:read`. Accounts: Business, Streamer, Personal.
       * GET /api/video/static/media
       */
      media: (input: StaticVideoMediaInput, options?: CallOptions): Promise<StaticVideoMediaOutput> =>
        call.one(routes['livestream.static.media'], input, options),
    },
    blockedViewer: {
      /**
       * Blocked viewers - Get All. Lists viewers who may make no clips of your videos.
       * Needs a secret or restricted key; a restricted one needs the scope `livestream.blockedViewer:read`. Accounts: Business, Streamer, Personal.
       * GET /api/video/blockedViewer/all
       */
      list: (input: BlockedViewerListInput = {}, options?: CallOptions): ListPages<BlockedViewerList['items'][number], BlockedViewerList> =>
        call.pages(routes['livestream.blockedViewer.all'], input, options),

      /**
       * Blocked viewers - Get. Gets one of viewers who may make no clips of your videos.
       * Needs a secret or restricted key; a restricted one needs the scope `livestream.blockedViewer:read`. Accounts: Business, Streamer, Personal.
       * GET /api/video/blockedViewer/get
       */
      get: (input: BlockedViewerGetInput = {}, options?: CallOptions): Promise<BlockedViewer> =>
        call.one(routes['livestream.blockedViewer.get'], input, options),

      /**
       * Blocked viewers - Create. Blocks a viewer: each further clip of theirs is refused, and for a day also those of viewers of their network who do not watch. `removeClips` deletes their clips that you have not featured, with a viewer who is blocked already too.
       * Needs a secret or restricted key; a restricted one needs the scope `livestream.blockedViewer:write`. Accounts: Business, Streamer, Personal.
       * May emit `livestream.blockedViewer.created`, `livestream.static.deleted`, `livestream.details.deleted`.
       * POST /api/video/blockedViewer/create
       */
      create: (input: BlockedViewerCreateInput, options?: CallOptions): Promise<BlockedViewerCreateOutput> =>
        call.one(routes['livestream.blockedViewer.create'], input, options),

      /**
       * Blocked viewers - Update. Changes the note about a blocked viewer.
       * Needs a secret or restricted key; a restricted one needs the scope `livestream.blockedViewer:write`. Accounts: Business, Streamer, Personal.
       * May emit `livestream.blockedViewer.updated`.
       * PUT /api/video/blockedViewer/update
       */
      update: (input: BlockedViewerUpdateInput, options?: CallOptions): Promise<BlockedViewer> =>
        call.one(routes['livestream.blockedViewer.update'], input, options),

      /**
       * Blocked viewers - Delete. Unblocks a viewer, who may make clips again. Deleted clips stay deleted.
       * Needs a secret or restricted key; a restricted one needs the scope `livestream.blockedViewer:write`. Accounts: Business, Streamer, Personal.
       * May emit `livestream.blockedViewer.deleted`.
       * POST /api/video/blockedViewer/delete
       */
      delete: (input: BlockedViewerDeleteInput, options?: CallOptions): Promise<Deleted> =>
        call.one(routes['livestream.blockedViewer.delete'], input, options),
    },
    subCategory: {
      /**
       * SubCategory - Get All. Lists sub-categories in their order, of one category or of all.
       * Needs a secret, restricted or public key; a restricted one needs the scope `livestream.subCategory:read`. Accounts: Business, Streamer, Personal.
       * GET /api/video/subcategory/all
       */
      list: (input: LivestreamSubCategoryListInput = {}, options?: CallOptions): ListPages<LivestreamSubCategoryList['items'][number], LivestreamSubCategoryList> =>
        call.pages(routes['livestream.subCategory.all'], input, options),

      /**
       * SubCategory - Create. Creates a sub-category inside a category, which holds at most 200.
       * Needs a secret or restricted key; a restricted one needs the scope `livestream.subCategory:write`. Accounts: Business, Streamer.
       * May emit `livestream.subCategory.created`.
       * POST /api/video/subcategory/create
       */
      create: (input: LivestreamSubCategoryCreateInput, options?: CallOptions): Promise<LivestreamSubCategoryCreateOutput> =>
        call.one(routes['livestream.subCategory.create'], input, options),

      /**
       * SubCategory - Delete. Deletes a sub-category. A sub-category in use is refused with the counts, unless `moveToSubCategoryId` names the sub-category to move its members to; they join its category, which may be another one.
       * Needs a secret or restricted key; a restricted one needs the scope `livestream.subCategory:write`. Accounts: Business, Streamer.
       * May emit `livestream.subCategory.deleted`.
       * POST /api/video/subcategory/delete
       */
      delete: (input: LivestreamSubCategoryDeleteInput, options?: CallOptions): Promise<LivestreamSubCategoryDeleteOutput> =>
        call.one(routes['livestream.subCategory.delete'], input, options),

      /**
       * SubCategory - Get By ID. Gets one sub-category with the name of its category.
       * Needs a secret, restricted or public key; a restricted one needs the scope `livestream.subCategory:read`. Accounts: Business, Streamer, Personal.
       * GET /api/video/subcategory/get
       */
      get: (input: LivestreamSubCategoryGetInput = {}, options?: CallOptions): Promise<LivestreamSubCategory> =>
        call.one(routes['livestream.subCategory.get'], input, options),

      /**
       * SubCategory - Update. Changes a sub-category. `categoryId` moves it, with its members, to another category.
       * Needs a secret or restricted key; a restricted one needs the scope `livestream.subCategory:write`. Accounts: Business, Streamer.
       * May emit `livestream.subCategory.updated`.
       * PUT /api/video/subcategory/update
       */
      update: (input: LivestreamSubCategoryUpdateInput, options?: CallOptions): Promise<LivestreamSubCategory> =>
        call.one(routes['livestream.subCategory.update'], input, options),
    },
    ticketingEvent: {
      /**
       * Event - Create (third-party ticketing). Puts a stream, a recorded video or a channel behind the tickets of an event that is sold elsewhere. Its visibility becomes `ticketed`; each ticket gets a code, and its owner a mail with it. It is `pending` until the provider’s list was read, then `active`, or `error` with `lastError` in words.
       * Needs a secret or restricted key; a restricted one needs the scope `livestream.ticketingEvent:write`. Accounts: Business, Streamer.
       * May emit `livestream.ticketingEvent.created`, `livestream.ticketingEvent.accessGranted`, `livestream.stream.updated`, `livestream.channel.updated`.
       * POST /api/video/event/create
       */
      create: (input: TicketingEventCreateInput, options?: CallOptions): Promise<TicketingEventCreateOutput> =>
        call.one(routes['livestream.ticketingEvent.create'], input, options),

      /**
       * Event - Delete (third-party ticketing). Unlinks a video or channel from an event: its codes no longer open anything, its hook is removed.
       * Needs a secret or restricted key; a restricted one needs the scope `livestream.ticketingEvent:write`. Accounts: Business, Streamer.
       * May emit `livestream.ticketingEvent.deleted`, `livestream.stream.updated`, `livestream.channel.updated`.
       * POST /api/video/event/delete
       */
      delete: (input: TicketingEventDeleteInput, options?: CallOptions): Promise<Deleted> =>
        call.one(routes['livestream.ticketingEvent.delete'], input, options),

      /**
       * Event - Update (third-party ticketing). Changes an event. Attendees of a generic one are added; new credentials tried soon. `resync`: reads the list of tickets now; once a minute at most. `resendEmails`: mails each ticket holder the code again; every ten minutes at most. `revokeAll`: revokes all existing tickets, for good. `rotateInboundSecret`: makes a new secret for calls to its hook, shown this once; the old one ends at once.
       * Needs a secret or restricted key; a restricted one needs the scope `livestream.ticketingEvent:write`. Accounts: Business, Streamer.
       * May emit `livestream.ticketingEvent.updated`, `livestream.ticketingEvent.accessGranted`, `livestream.ticketingEvent.accessRevoked`, `livestream.ticketingEvent.synced`.
       * PUT /api/video/event/update
       */
      update: (input: TicketingEventUpdateInput, options?: CallOptions): Promise<TicketingEventUpdateOutput> =>
        call.one(routes['livestream.ticketingEvent.update'], input, options),

      /**
       * Event - Get All. Lists events whose tickets are sold elsewhere.
       * Needs a secret or restricted key; a restricted one needs the scope `livestream.ticketingEvent:read`. Accounts: Business, Streamer, Personal.
       * GET /api/video/event/all
       */
      list: (input: TicketingEventListInput = {}, options?: CallOptions): ListPages<TicketingEventList['items'][number], TicketingEventList> =>
        call.pages(routes['livestream.ticketingEvent.all'], input, options),

      /**
       * Event - Get. Gets an event with how its tickets stand.
       * Needs a secret or restricted key; a restricted one needs the scope `livestream.ticketingEvent:read`. Accounts: Business, Streamer, Personal.
       * GET /api/video/event/get
       */
      get: (input: TicketingEventGetInput = {}, options?: CallOptions): Promise<TicketingEvent> =>
        call.one(routes['livestream.ticketingEvent.get'], input, options),

      /**
       * Event - Admissions. Counts the tickets of an event that were admitted at a door, at any of its devices.
       * Needs a secret or restricted key; a restricted one needs the scope `livestream.ticketingEvent:read`. Accounts: Business, Streamer, Personal.
       * GET /api/video/event/admissions
       */
      admissions: (input: TicketingEventAdmissionsInput, options?: CallOptions): Promise<TicketingEventAdmissionsOutput> =>
        call.one(routes['livestream.ticketingEvent.admissions'], input, options),
    },
    ticket: {
      /**
       * Tickets - Get All. Tickets of events that are sold elsewhere, newest first: one for each access that was issued.
       * Needs a secret or restricted key; a restricted one needs the scope `livestream.ticket:read`. Accounts: Business, Streamer, Personal.
       * GET /api/video/ticket/all
       */
      list: (input: LivestreamTicketListInput = {}, options?: CallOptions): ListPages<LivestreamTicketList['items'][number], LivestreamTicketList> =>
        call.pages(routes['livestream.ticket.all'], input, options),

      /**
       * Tickets - Get. Gets one ticket with its code, to help a holder whose mail got lost.
       * Needs a secret or restricted key; a restricted one needs the scope `livestream.ticket:read`. Accounts: Business, Streamer, Personal.
       * GET /api/video/ticket/get
       */
      get: (input: LivestreamTicketGetInput, options?: CallOptions): Promise<LivestreamTicket> =>
        call.one(routes['livestream.ticket.get'], input, options),

      /**
       * Tickets - Revoke. Revokes one ticket for good: its code no longer opens anything, and its viewers are disconnected.
       * Needs a secret or restricted key; a restricted one needs the scope `livestream.ticket:write`. Accounts: Business, Streamer, Personal.
       * May emit `livestream.ticketingEvent.accessRevoked`, `livestream.ticketingEvent.synced`.
       * POST /api/video/ticket/revoke
       */
      revoke: (input: LivestreamTicketRevokeInput, options?: CallOptions): Promise<LivestreamTicketRevokeOutput> =>
        call.one(routes['livestream.ticket.revoke'], input, options),

      /**
       * Tickets - Check. Finds the ticket of a code, and whether the code opens the video now. Nothing is changed.
       * Needs a secret or restricted key; a restricted one needs the scope `livestream.ticket:read`. Accounts: Business, Streamer, Personal.
       * POST /api/video/ticket/check
       */
      check: (input: LivestreamTicketCheckInput, options?: CallOptions): Promise<LivestreamTicketCheckOutput> =>
        call.one(routes['livestream.ticket.check'], input, options),

      /**
       * Tickets - Resend. Mails the holder of one valid ticket the code again, once a minute at most.
       * Needs a secret or restricted key; a restricted one needs the scope `livestream.ticket:write`. Accounts: Business, Streamer, Personal.
       * POST /api/video/ticket/resend
       */
      resend: (input: LivestreamTicketResendInput, options?: CallOptions): Promise<LivestreamTicketResendOutput> =>
        call.one(routes['livestream.ticket.resend'], input, options),

      /**
       * Tickets - Admit. Admits the holder of a code at a door, once: a second call with the code returns `repeated` and the time of the first admission. A code outside of the access times, or of a revoked ticket, is not admitted.
       * Needs a secret or restricted key; a restricted one needs the scope `livestream.ticket:write`. Accounts: Business, Streamer, Personal.
       * May emit `livestream.ticketingEvent.admitted`.
       * POST /api/video/ticket/admit
       */
      admit: (input: LivestreamTicketAdmitInput, options?: CallOptions): Promise<LivestreamTicketAdmitOutput> =>
        call.one(routes['livestream.ticket.admit'], input, options),

      /**
       * Tickets - Readmit. Withdraws the admission of a ticket, as after a scan by mistake: its code can be admitted again.
       * Needs a secret or restricted key; a restricted one needs the scope `livestream.ticket:write`. Accounts: Business, Streamer, Personal.
       * POST /api/video/ticket/readmit
       */
      readmit: (input: LivestreamTicketReadmitInput, options?: CallOptions): Promise<LivestreamTicketReadmitOutput> =>
        call.one(routes['livestream.ticket.readmit'], input, options),

      /**
       * Tickets - Issue. Issues tickets of a generic event to a list of holders, with a result for each. A holder who has the tickets already gets no others, so a list can be sent again.
       * Needs a secret or restricted key; a restricted one needs the scope `livestream.ticket:write`. Accounts: Business, Streamer, Personal.
       * May emit `livestream.ticketingEvent.accessGranted`, `livestream.ticketingEvent.synced`.
       * POST /api/video/ticket/issue
       */
      issue: (input: LivestreamTicketIssueInput, options?: CallOptions): Promise<LivestreamTicketIssueOutput> =>
        call.one(routes['livestream.ticket.issue'], input, options),
    },
  }
}

/** Livestream: Categories, channels, recorded videos, and their details in many languages. As public keys and other accounts see it. */
export function publicLivestream(call: Call) {
  return {
    video: {
      /**
       * Video - Heartbeat. Heartbeat of a player: at the first frame, every 10 seconds from then on, and at the end. The response comes after the commit; a repeat with the same `number` counts once. A view that is silent for 20 seconds no longer counts as watching. It counts with a `viewToken` to which media was served.
       * Anyone may call it; no key is needed.
       * POST /public/video/heartbeat
       */
      heartbeat: (input: LivestreamVideoHeartbeatInput, options?: CallOptions): Promise<LivestreamVideoHeartbeatOutput> =>
        call.one(routes['livestream.video.heartbeat'], input, options),

      /**
       * Video - Open. Opens a closed video for a viewer: with its password, the code of a ticket, or the token of a signed address. Returns a viewer token, which stands in addresses of playlists behind `/t/` and in other public calls as `token`. An open video needs none, and gets none. A ticket, or an address with `maxSessions`, opens a session for the device that `viewerId` names; a session that is unused for 30 seconds expires and frees its slot.
       * Anyone may call it; no key is needed.
       * POST /public/video/access
       */
      access: (input: LivestreamVideoAccessInput, options?: CallOptions): Promise<LivestreamVideoAccessOutput> =>
        call.one(routes['livestream.video.access'], input, options),

      /**
       * Video - Clip. Makes a clip of what a viewer watches, where the owner allows that: the stretch between two programme times at the viewer’s playhead. It has an address to share, and is in no list before the owner features it. The same stretch of the same session gives the clip that is there.
       * Anyone may call it; no key is needed.
       * May emit `livestream.clip.created`, `livestream.clip.shelfFilling`.
       * POST /public/video/clip
       */
      clip: (input: LivestreamVideoClipInput, options?: CallOptions): Promise<LivestreamVideoClipOutput> =>
        call.one(routes['livestream.video.clip'], input, options),

      /**
       * Video - Poster. A drawn image with the title of a video that has no other image.
       * Anyone may call it; no key is needed.
       * GET /public/video/{playbackId}/poster.svg
       */
      poster: (input: LivestreamVideoPosterInput, options?: CallOptions): Promise<string> =>
        call.one(routes['livestream.video.poster'], input, options),
    },
    category: {
      /**
       * Category - Get All. Lists the categories in their order. Inactive ones are listed with `includeInactive`, and never to the public.
       * Needs a secret, restricted or public key; a restricted one needs the scope `livestream.category:read`. Accounts: Business, Streamer, Personal.
       * GET /api/video/category/all
       */
      list: (input: LivestreamCategoryListInput = {}, options?: CallOptions): ListPages<PublicLivestreamCategoryList['items'][number], PublicLivestreamCategoryList> =>
        call.pages(routes['livestream.category.all'], input, options),

      /**
       * Category - Get By ID. Gets one category with its sub-categories, by exactly one of id, slug and clientReference.
       * Needs a secret, restricted or public key; a restricted one needs the scope `livestream.category:read`. Accounts: Business, Streamer, Personal.
       * GET /api/video/category/get
       */
      get: (input: LivestreamCategoryGetInput = {}, options?: CallOptions): Promise<PublicLivestreamCategoryGetOutput> =>
        call.one(routes['livestream.category.get'], input, options),
    },
    channel: {
      /**
       * Channel - Get All. Lists your channels, or with `scope=discover` the public channels of all accounts. Those allow paging, `q`, `isLive`, `language`, `tag` and a sort by name, createdAt or viewers, and no other filter. By `-viewers` the most watched come first, and channels without a live stream last.
       * Needs a secret, restricted or public key; a restricted one needs the scope `livestream.channel:read`. Accounts: Business, Streamer, Personal.
       * GET /api/video/channel/all
       */
      list: (input: ChannelListInput = {}, options?: CallOptions): ListPages<PublicChannelList['items'][number], PublicChannelList> =>
        call.pages(routes['livestream.channel.all'], input, options),

      /**
       * Channel - Get By ID. Gets a channel by id, handle or reference, with its details in a language, its live stream, the next streams and its latest videos. A former handle works for 30 days.
       * Needs a secret, restricted or public key; a restricted one needs the scope `livestream.channel:read`. Accounts: Business, Streamer, Personal.
       * GET /api/video/channel/get
       */
      get: (input: ChannelGetInput = {}, options?: CallOptions): Promise<PublicChannelGetOutput> =>
        call.one(routes['livestream.channel.get'], input, options),
    },
    details: {
      /**
       * Details - Get All. Lists sheets of details. The public sees published ones of public videos and channels.
       * Needs a secret, restricted or public key; a restricted one needs the scope `livestream.details:read`. Accounts: Business, Streamer, Personal.
       * GET /api/video/details/all
       */
      list: (input: DetailsListInput = {}, options?: CallOptions): ListPages<PublicDetailsList['items'][number], PublicDetailsList> =>
        call.pages(routes['livestream.details.all'], input, options),

      /**
       * Details - Get By ID. Gets a sheet by its id or reference, or the one of a target that fits `locale` best: the tag is shortened from its end, then the target’s own language is taken. `resolvedLocale` says which language it is.
       * Needs a secret, restricted or public key; a restricted one needs the scope `livestream.details:read`. Accounts: Business, Streamer, Personal.
       * GET /api/video/details/get
       */
      get: (input: DetailsGetInput = {}, options?: CallOptions): Promise<PublicDetailsGetOutput> =>
        call.one(routes['livestream.details.get'], input, options),

      /**
       * Details - Track as WebVTT. A chapter or caption track of a published sheet of an open video or a public channel, for a player; of a closed video for viewers with a grant.
       * Anyone may call it; no key is needed.
       * GET /public/video/details/{detailsId}/{track}
       */
      track: (input: DetailsTrackInput, options?: CallOptions): Promise<string> =>
        call.one(routes['livestream.details.track'], input, options),
    },
    static: {
      /**
       * Static - Get All. Lists recorded videos. The public sees published public ones. `q` searches title, description and tags.
       * Needs a secret, restricted or public key; a restricted one needs the scope `livestream.static:read`. Accounts: Business, Streamer, Personal.
       * GET /api/video/static/all
       */
      list: (input: StaticVideoListInput = {}, options?: CallOptions): ListPages<PublicStaticVideoList['items'][number], PublicStaticVideoList> =>
        call.pages(routes['livestream.static.all'], input, options),

      /**
       * Static - Get. Gets a recorded video with its details in a language. Of a video behind a password the public sees what it is and `access`, without addresses.
       * Needs a secret, restricted or public key; a restricted one needs the scope `livestream.static:read`. Accounts: Business, Streamer, Personal.
       * GET /api/video/static/get
       */
      get: (input: StaticVideoGetInput = {}, options?: CallOptions): Promise<PublicStaticVideoGetOutput> =>
        call.one(routes['livestream.static.get'], input, options),
    },
    stream: {
      /**
       * Get All. Lists your streams, or with `scope=discover` public ones of all accounts that are live or scheduled, each with its `channel`; there paging, `q`, `isLive`, `language`, `category`, `tag` and the schedule apply, other filters are refused. `q` searches title, description and tags. By `-viewers` the most watched come first, and streams that are not live last; by `scheduledAt` those without a schedule come last.
       * Needs a secret, restricted or public key; a restricted one needs the scope `livestream.stream:read`. Accounts: Business, Streamer, Personal.
       * GET /api/video/stream/all
       */
      list: (input: StreamListInput = {}, options?: CallOptions): ListPages<PublicStreamList['items'][number], PublicStreamList> =>
        call.pages(routes['livestream.stream.all'], input, options),

      /**
       * Get. Gets a stream with its details in a language. Of a closed stream the public sees what it is and `access`, without addresses.
       * Needs a secret, restricted or public key; a restricted one needs the scope `livestream.stream:read`. Accounts: Business, Streamer, Personal.
       * GET /api/video/stream/get
       */
      get: (input: StreamGetInput = {}, options?: CallOptions): Promise<PublicStreamGetOutput> =>
        call.one(routes['livestream.stream.get'], input, options),

      /**
       * Create Clip. Keeps a stretch of a live stream, or of a recorded video, as a video of its own that outlives its source. Cut at the key frame before the wanted begin, by copy; `exact` encodes it again and needs ffmpeg on the server. A public key makes a clip of a viewer, as Video - Clip does, where the stream has `allowViewerClips`: it has an address of its own and is in no list before you feature it.
       * Needs a secret, restricted or public key; a restricted one needs the scope `livestream.stream:write`. Accounts: Business, Streamer.
       * May emit `livestream.clip.created`, `livestream.clip.shelfFilling`.
       * POST /api/video/stream/createClip
       */
      createClip: (input: StreamCreateClipInput = {}, options?: CallOptions): Promise<StreamCreateClipOutput> =>
        call.one(routes['livestream.stream.createClip'], input, options),

      /**
       * Get Embed Code. Code that puts the player of a stream, a recorded video or a channel on another page: as a frame, a script, oEmbed, or a link. Nothing is stored. A closed video needs `signed`, which takes a secret key.
       * Needs a secret, restricted or public key; a restricted one needs the scope `livestream.stream:read`. Accounts: Business, Streamer, Personal.
       * POST /api/video/stream/getEmbedCode
       */
      getEmbedCode: (input: StreamGetEmbedCodeInput = {}, options?: CallOptions): Promise<StreamGetEmbedCodeOutput> =>
        call.one(routes['livestream.stream.getEmbedCode'], input, options),

      /**
       * Get Status. Status of a stream, or of up to 100: signal of the encoder with advice on its issues, refused encoders, simulcast targets, and recording. The public form leaves out signal, refusals, targets and recording.
       * Needs a secret, restricted or public key; a restricted one needs the scope `livestream.stream:read`. Accounts: Business, Streamer, Personal.
       * POST /api/video/stream/getStatus
       */
      getStatus: (input: StreamGetStatusInput = {}, options?: CallOptions): Promise<PublicStreamGetStatusOutput> =>
        call.one(routes['livestream.stream.getStatus'], input, options),
    },
    subCategory: {
      /**
       * SubCategory - Get All. Lists sub-categories in their order, of one category or of all.
       * Needs a secret, restricted or public key; a restricted one needs the scope `livestream.subCategory:read`. Accounts: Business, Streamer, Personal.
       * GET /api/video/subcategory/all
       */
      list: (input: LivestreamSubCategoryListInput = {}, options?: CallOptions): ListPages<PublicLivestreamSubCategoryList['items'][number], PublicLivestreamSubCategoryList> =>
        call.pages(routes['livestream.subCategory.all'], input, options),

      /**
       * SubCategory - Get By ID. Gets one sub-category with the name of its category.
       * Needs a secret, restricted or public key; a restricted one needs the scope `livestream.subCategory:read`. Accounts: Business, Streamer, Personal.
       * GET /api/video/subcategory/get
       */
      get: (input: LivestreamSubCategoryGetInput = {}, options?: CallOptions): Promise<PublicLivestreamSubCategory> =>
        call.one(routes['livestream.subCategory.get'], input, options),
    },
  }
}

const routes = {
  'livestream.stream.getAnalytics': { id: 'livestream.stream.getAnalytics', method: 'POST', path: '/api/video/stream/getAnalytics', kind: 'read' },
  'livestream.stream.mostWatched': { id: 'livestream.stream.mostWatched', method: 'GET', path: '/api/video/stream/mostWatched', kind: 'read' },
  'livestream.video.heartbeat': { id: 'livestream.video.heartbeat', method: 'POST', path: '/public/video/heartbeat', kind: 'read' },
  'livestream.category.all': { id: 'livestream.category.all', method: 'GET', path: '/api/video/category/all', kind: 'read' },
  'livestream.category.create': { id: 'livestream.category.create', method: 'POST', path: '/api/video/category/create', kind: 'create' },
  'livestream.category.delete': { id: 'livestream.category.delete', method: 'POST', path: '/api/video/category/delete', kind: 'write' },
  'livestream.category.get': { id: 'livestream.category.get', method: 'GET', path: '/api/video/category/get', kind: 'read' },
  'livestream.category.update': { id: 'livestream.category.update', method: 'PUT', path: '/api/video/category/update', kind: 'write' },
  'livestream.channel.all': { id: 'livestream.channel.all', method: 'GET', path: '/api/video/channel/all', kind: 'read' },
  'livestream.channel.create': { id: 'livestream.channel.create', method: 'POST', path: '/api/video/channel/create', kind: 'create' },
  'livestream.channel.delete': { id: 'livestream.channel.delete', method: 'POST', path: '/api/video/channel/delete', kind: 'write' },
  'livestream.channel.get': { id: 'livestream.channel.get', method: 'GET', path: '/api/video/channel/get', kind: 'read' },
  'livestream.channel.update': { id: 'livestream.channel.update', method: 'PUT', path: '/api/video/channel/update', kind: 'write' },
  'livestream.details.all': { id: 'livestream.details.all', method: 'GET', path: '/api/video/details/all', kind: 'read' },
  'livestream.details.create': { id: 'livestream.details.create', method: 'POST', path: '/api/video/details/create', kind: 'create' },
  'livestream.details.delete': { id: 'livestream.details.delete', method: 'POST', path: '/api/video/details/delete', kind: 'write' },
  'livestream.details.get': { id: 'livestream.details.get', method: 'GET', path: '/api/video/details/get', kind: 'read' },
  'livestream.details.update': { id: 'livestream.details.update', method: 'PUT', path: '/api/video/details/update', kind: 'write' },
  'livestream.details.track': { id: 'livestream.details.track', method: 'GET', path: '/public/video/details/{detailsId}/{track}', kind: 'read', isText: true },
  'livestream.details.getCaption': { id: 'livestream.details.getCaption', method: 'GET', path: '/api/video/details/getCaption', kind: 'read' },
  'livestream.details.setCaption': { id: 'livestream.details.setCaption', method: 'POST', path: '/api/video/details/setCaption', kind: 'write' },
  'livestream.marker.all': { id: 'livestream.marker.all', method: 'GET', path: '/api/video/marker/all', kind: 'read' },
  'livestream.marker.create': { id: 'livestream.marker.create', method: 'POST', path: '/api/video/marker/create', kind: 'create' },
  'livestream.marker.get': { id: 'livestream.marker.get', method: 'GET', path: '/api/video/marker/get', kind: 'read' },
  'livestream.marker.update': { id: 'livestream.marker.update', method: 'PUT', path: '/api/video/marker/update', kind: 'write' },
  'livestream.marker.delete': { id: 'livestream.marker.delete', method: 'POST', path: '/api/video/marker/delete', kind: 'write' },
  'livestream.static.all': { id: 'livestream.static.all', method: 'GET', path: '/api/video/static/all', kind: 'read' },
  'livestream.static.create': { id: 'livestream.static.create', method: 'POST', path: '/api/video/static/create', kind: 'create' },
  'livestream.static.delete': { id: 'livestream.static.delete', method: 'POST', path: '/api/video/static/delete', kind: 'write' },
  'livestream.static.get': { id: 'livestream.static.get', method: 'GET', path: '/api/video/static/get', kind: 'read' },
  'livestream.static.update': { id: 'livestream.static.update', method: 'PUT', path: '/api/video/static/update', kind: 'bare' },
  'livestream.static.feature': { id: 'livestream.static.feature', method: 'POST', path: '/api/video/static/feature', kind: 'write' },
  'livestream.blockedViewer.all': { id: 'livestream.blockedViewer.all', method: 'GET', path: '/api/video/blockedViewer/all', kind: 'read' },
  'livestream.blockedViewer.get': { id: 'livestream.blockedViewer.get', method: 'GET', path: '/api/video/blockedViewer/get', kind: 'read' },
  'livestream.blockedViewer.create': { id: 'livestream.blockedViewer.create', method: 'POST', path: '/api/video/blockedViewer/create', kind: 'create' },
  'livestream.blockedViewer.update': { id: 'livestream.blockedViewer.update', method: 'PUT', path: '/api/video/blockedViewer/update', kind: 'write' },
  'livestream.blockedViewer.delete': { id: 'livestream.blockedViewer.delete', method: 'POST', path: '/api/video/blockedViewer/delete', kind: 'write' },
  'livestream.static.setPoster': { id: 'livestream.static.setPoster', method: 'POST', path: '/api/video/static/setPoster', kind: 'write' },
  'livestream.static.media': { id: 'livestream.static.media', method: 'GET', path: '/api/video/static/media', kind: 'read' },
  'livestream.stream.sessions': { id: 'livestream.stream.sessions', method: 'GET', path: '/api/video/stream/sessions', kind: 'read' },
  'livestream.stream.all': { id: 'livestream.stream.all', method: 'GET', path: '/api/video/stream/all', kind: 'read' },
  'livestream.stream.create': { id: 'livestream.stream.create', method: 'POST', path: '/api/video/stream/create', kind: 'create' },
  'livestream.stream.delete': { id: 'livestream.stream.delete', method: 'POST', path: '/api/video/stream/delete', kind: 'write' },
  'livestream.stream.get': { id: 'livestream.stream.get', method: 'GET', path: '/api/video/stream/get', kind: 'read' },
  'livestream.stream.update': { id: 'livestream.stream.update', method: 'PUT', path: '/api/video/stream/update', kind: 'write' },
  'livestream.stream.createClip': { id: 'livestream.stream.createClip', method: 'POST', path: '/api/video/stream/createClip', kind: 'create' },
  'livestream.stream.getEmbedCode': { id: 'livestream.stream.getEmbedCode', method: 'POST', path: '/api/video/stream/getEmbedCode', kind: 'read' },
  'livestream.stream.getStatus': { id: 'livestream.stream.getStatus', method: 'POST', path: '/api/video/stream/getStatus', kind: 'read' },
  'livestream.video.access': { id: 'livestream.video.access', method: 'POST', path: '/public/video/access', kind: 'read' },
  'livestream.video.clip': { id: 'livestream.video.clip', method: 'POST', path: '/public/video/clip', kind: 'bare' },
  'livestream.video.poster': { id: 'livestream.video.poster', method: 'GET', path: '/public/video/{playbackId}/poster.svg', kind: 'read', isText: true },
  'livestream.subCategory.all': { id: 'livestream.subCategory.all', method: 'GET', path: '/api/video/subcategory/all', kind: 'read' },
  'livestream.subCategory.create': { id: 'livestream.subCategory.create', method: 'POST', path: '/api/video/subcategory/create', kind: 'create' },
  'livestream.subCategory.delete': { id: 'livestream.subCategory.delete', method: 'POST', path: '/api/video/subcategory/delete', kind: 'write' },
  'livestream.subCategory.get': { id: 'livestream.subCategory.get', method: 'GET', path: '/api/video/subcategory/get', kind: 'read' },
  'livestream.subCategory.update': { id: 'livestream.subCategory.update', method: 'PUT', path: '/api/video/subcategory/update', kind: 'write' },
  'livestream.ticketingEvent.create': { id: 'livestream.ticketingEvent.create', method: 'POST', path: '/api/video/event/create', kind: 'create' },
  'livestream.ticketingEvent.delete': { id: 'livestream.ticketingEvent.delete', method: 'POST', path: '/api/video/event/delete', kind: 'write' },
  'livestream.ticketingEvent.update': { id: 'livestream.ticketingEvent.update', method: 'PUT', path: '/api/video/event/update', kind: 'write' },
  'livestream.ticketingEvent.all': { id: 'livestream.ticketingEvent.all', method: 'GET', path: '/api/video/event/all', kind: 'read' },
  'livestream.ticketingEvent.get': { id: 'livestream.ticketingEvent.get', method: 'GET', path: '/api/video/event/get', kind: 'read' },
  'livestream.ticket.all': { id: 'livestream.ticket.all', method: 'GET', path: '/api/video/ticket/all', kind: 'read' },
  'livestream.ticket.get': { id: 'livestream.ticket.get', method: 'GET', path: '/api/video/ticket/get', kind: 'read' },
  'livestream.ticket.revoke': { id: 'livestream.ticket.revoke', method: 'POST', path: '/api/video/ticket/revoke', kind: 'write' },
  'livestream.ticket.check': { id: 'livestream.ticket.check', method: 'POST', path: '/api/video/ticket/check', kind: 'read' },
  'livestream.ticket.resend': { id: 'livestream.ticket.resend', method: 'POST', path: '/api/video/ticket/resend', kind: 'write' },
  'livestream.ticket.admit': { id: 'livestream.ticket.admit', method: 'POST', path: '/api/video/ticket/admit', kind: 'write' },
  'livestream.ticket.readmit': { id: 'livestream.ticket.readmit', method: 'POST', path: '/api/video/ticket/readmit', kind: 'write' },
  'livestream.ticketingEvent.admissions': { id: 'livestream.ticketingEvent.admissions', method: 'GET', path: '/api/video/event/admissions', kind: 'read' },
  'livestream.ticket.issue': { id: 'livestream.ticket.issue', method: 'POST', path: '/api/video/ticket/issue', kind: 'write' },
} satisfies Record<string, Route>

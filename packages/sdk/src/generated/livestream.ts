// Generated from the operations by `npm run gen`. Changes here are lost.
import type { Call, Route } from '../call.ts'
import type { ListPages } from '../pages.ts'
import type { CallOptions } from '../settings.ts'
import type { Channel, Deleted, DeletedLivestreamCategory, Details, LivestreamCategory, LivestreamSubCategory, Pagination, StaticVideo, Stream, TicketingEvent } from './schemas.ts'

export type LivestreamStreamGetAnalyticsInput = {
  /** The live sessions of this stream. */
  streamId?: string
  /** This recorded video. */
  staticId?: string
  /** What was on this channel when it was watched. */
  channelId?: string
  /** This live session. */
  sessionId?: string
  /** 24 hours before `to` when left out; of a session, its beginning. */
  from?: string
  /** Now when left out; of a session, its end. */
  to?: string
  /** Chosen by the length of the range when left out. */
  interval?: 'minute' | '5minutes' | 'hour' | 'day'
  /** The parts of the answer; all when left out. */
  metrics?: ('totals' | 'realtime' | 'quality' | 'timeseries' | 'breakdown' | 'retention')[]
  /** What `breakdown` breaks the numbers down by. */
  groupBy?: 'country' | 'device' | 'os' | 'browser' | 'referrer' | 'protocol' | 'isEmbedded' | 'sessionId' | 'rendition' | 'error'
  /** Parts of the breakdown; 25 when left out. */
  limit?: number
}

export type LivestreamStreamGetAnalyticsAnswer = {
  /** What was asked for; the account when nothing was named. */
  id: string
  status: 'ok'
  range: {
    /** The first moment of the range. */
    from: string
    /** The first moment after it. */
    to: string
    /** What its numbers are by. */
    interval: 'minute' | '5minutes' | 'hour' | 'day'
  }
  totals?: {
    /** Play sessions in which something played. */
    views: number
    /** Distinct viewers among them. */
    uniqueViewers: number
    /** Seconds of media that were played. */
    watchTimeSeconds: number
    /** Watch time of a view in the mean. */
    averageWatchSeconds: number
    /** The most views at once. */
    peakConcurrent: number
    /** When there were so many first. */
    peakAt: string | null
    /** Views at once in the mean, while there was anybody. */
    averageConcurrent: number
    /** Clips made of it in the range; not for a recorded video. */
    clips?: number
  }
  realtime?: {
    /** Who is watching now. */
    currentViewers: number
    /** When now was. */
    asOf: string
  }
  quality?: {
    /** Start-up of half of the views was no longer. */
    startupMsP50: number | null
    /** Of 95 in 100. */
    startupMsP95: number | null
    /** Share of time without picture. */
    rebufferRatio: number
    /** Share of play sessions with an error. */
    errorRate: number
    /** Half of the live views were no further behind the camera. */
    latencySecondsP50: number | null
    /** Of 95 in 100. */
    latencySecondsP95: number | null
    /** Bit rate in the mean. */
    averageBitrateKbps: number | null
  }
  /** One entry for each interval of the range. */
  timeseries?: {
    /** When the interval begins. */
    at: string
    /** Play sessions in which something played. */
    views: number
    /** Distinct viewers among them. */
    uniqueViewers: number
    /** Seconds of media that were played. */
    watchTimeSeconds: number
    /** The most views at once within it. */
    concurrent: number
  }[]
  /** With `groupBy`: the largest parts, by views. */
  breakdown?: {
    /** What they share; null for what has none, `unknown` if not told. */
    key: string | null
    /** Play sessions in which something played. */
    views: number
    /** Distinct viewers among them. */
    uniqueViewers: number
    /** Seconds of media that were played. */
    watchTimeSeconds: number
  }[]
  /** For a recorded video or a live session: how far its viewers stayed. */
  retention?: {
    /** Seconds since the video, or the session, began. */
    atSeconds: number
    /** Of the views, how many played it. */
    percent: number
  }[]
  /** What each number means. */
  definitions: {
    view: string
    uniqueViewer: string
    concurrent: string
    currentViewers: string
    watchTime: string
    quality: string
    rendition: string
    retention: string
    range: string
    kept: string
  }
}

export type LivestreamVideoHeartbeatInput = {
  /** What is played. */
  playbackId: string
  /** What opened it, where it is closed. */
  token?: string
  /** This play session: made anew for each, and for each live session. */
  viewId: string
  /** Whoever watches: made at random once and kept. We keep a keyed hash of it. */
  viewerId: string
  /** Counts the beats of the play session, from 0; the same when sent again. */
  number: number
  /** Milliseconds of media played since the beat before. No more than the time since then is counted. */
  playedMs: number
  /** Where the playhead is: seconds of the recorded video, or since the live session began. */
  positionSeconds: number
  /** Milliseconds that it stood still for lack of data since then. */
  rebufferMs: number
  /** Once: from the wish to play to the first picture. More than 10 minutes is waiting, and not counted. */
  startupMs?: number
  /** How far the picture is behind the camera, when live. */
  latencyMs?: number
  /** Bit rate of what is played. */
  bitrateKbps?: number
  /** Which one played since the beat before: `source` is what `video.m3u8` has, or a file; the others are called as their playlists are. Left out where the player cannot tell. */
  rendition?: 'source' | '720p' | '480p' | 'audio'
  /** A short code of what went wrong. */
  error?: string
  /** hls: by a script; native: by the browser. */
  protocol?: 'hls' | 'native' | 'mp4'
  /** The page that led here. Its host is kept. */
  referrer?: string
  /** Whether the player stands in a page of somebody else. */
  isEmbedded?: boolean
}

export type LivestreamVideoHeartbeatAnswer = {
  id: string
  status: 'counted'
}

export type LivestreamCategoryAllInput = {
  /** Items per page; 25 when left out. */
  limit?: number
  /** Items to skip. */
  offset?: number
  /** `nextCursor` of the page before; reaches any depth. */
  cursor?: string
  /** `true` counts to 1,000, `exact` to 10,000; first page only. */
  withTotal?: 'true' | 'exact' | 'false'
  /** Comma list of position, name, createdAt; `-` before one sorts it falling. */
  sort?: string
  /** Words to search for. */
  q?: string
  /** Your own name for it, unique per account and noun; makes a repeated create safe. */
  clientReference?: string
  /** Only in this state. */
  status?: 'active' | 'inactive'
  accountId?: string
  /** Shows inactive ones as well; false when left out. */
  includeInactive?: boolean
  /** Puts `subCategories` into each; false when left out. */
  includeSubCategories?: boolean
}

export type LivestreamCategoryAllAnswer = {
  items: (LivestreamCategory & {
    subCategories?: LivestreamSubCategory[]
  })[]
  pagination: Pagination
}

export type LivestreamCategoryCreateInput = {
  /** Unique among its siblings, case and accents aside. */
  name: string
  /** The name as part of an address, unique among its siblings; made from the name when left out. */
  slug?: string
  /** What belongs here. */
  description?: string | null
  /** Address of a small picture. */
  iconUrl?: string | null
  /** Colour of its badge, `#rrggbb`. */
  color?: string | null
  /** Place in the list, from 0; the end when left out. */
  position?: number
  /** False hides it from pickers and discovery; what is linked to it stays linked. */
  isActive?: boolean
  /** Your own name for it, unique per account and noun; makes a repeated create safe. */
  clientReference?: string
  /** Up to 50 pairs of your own. */
  metadata?: Record<string, string>
}

export type LivestreamCategoryCreateAnswer = LivestreamCategory & {
  /** False when it was there already. */
  created?: boolean
}

export type LivestreamCategoryDeleteInput = {
  categoryId: string
  /** Where its members go. */
  moveToCategoryId?: string
  /** Refuses the write when the version is another one. */
  ifVersion?: number
}

export type LivestreamCategoryDeleteAnswer = DeletedLivestreamCategory

export type LivestreamCategoryGetInput = {
  categoryId?: string
  /** Its slug. */
  slug?: string
  /** Your own name for it, unique per account and noun; makes a repeated create safe. */
  clientReference?: string
  /** Whose slug it is. */
  accountId?: string
}

export type LivestreamCategoryGetAnswer = LivestreamCategory & {
  subCategories?: LivestreamSubCategory[]
}

export type LivestreamCategoryUpdateInput = {
  categoryId: string
  /** Unique among its siblings, case and accents aside. */
  name?: string
  /** The name as part of an address, unique among its siblings; made from the name when left out. */
  slug?: string
  /** What belongs here. */
  description?: string | null
  /** Address of a small picture. */
  iconUrl?: string | null
  /** Colour of its badge, `#rrggbb`. */
  color?: string | null
  /** Place in the list, from 0; the end when left out. */
  position?: number
  /** False hides it from pickers and discovery; what is linked to it stays linked. */
  isActive?: boolean
  /** Up to 50 pairs of your own. */
  metadata?: Record<string, string>
  /** Refuses the write when the version is another one. */
  ifVersion?: number
}

export type LivestreamCategoryUpdateAnswer = LivestreamCategory

export type LivestreamChannelAllInput = {
  /** Items per page; 25 when left out. */
  limit?: number
  /** Items to skip. */
  offset?: number
  /** `nextCursor` of the page before; reaches any depth. */
  cursor?: string
  /** `true` counts to 1,000, `exact` to 10,000; first page only. */
  withTotal?: 'true' | 'exact' | 'false'
  /** Comma list of createdAt, name, viewers; `-` before one sorts it falling. */
  sort?: string
  /** Words to search for. */
  q?: string
  /** Your own name for it, unique per account and noun; makes a repeated create safe. */
  clientReference?: string
  /** Only in this state. */
  status?: 'active'
  accountId?: string
  /** Only with this visibility. */
  visibility?: 'public' | 'unlisted' | 'private'
  /** Whose channels; mine when left out. */
  scope?: 'mine' | 'discover'
  /** Only those on which something is live, or the others. */
  isLive?: boolean
  /** Only of this category. */
  categoryId?: string
  /** Only of this sub-category. */
  subCategoryId?: string
  /** Only in this language. */
  language?: string
  /** Only with this tag. */
  tag?: string
}

export type LivestreamChannelAllAnswer = {
  items: Channel[]
  pagination: Pagination
}

export type LivestreamChannelCreateInput = {
  /** What the audience reads. */
  name: string
  /** Its name in addresses, unique on the whole instance; made from the name when left out. A handle that was left leads on for 30 days and is nobody else’s meanwhile. */
  handle?: string
  /** What the channel is about. */
  description?: string | null
  /** Address of a square picture. */
  avatarUrl?: string | null
  /** Address of a wide picture. */
  coverPhotoUrl?: string | null
  /** Its category. */
  categoryId?: string | null
  /** Its sub-category; brings its category along. */
  subCategoryId?: string | null
  /** Its language; the account’s when left out. */
  language?: string
  /** Tags in one text, parted by commas: at most 20 of 40 characters each. */
  tags?: string | null
  /** Links to show on the channel’s page, in this order. */
  links?: {
    /** What the link says. */
    label: string
    /** Where it leads. */
    url: string
  }[]
  /** public: listed. unlisted: for who knows its address. private: for you. ticketed: as unlisted; its new videos are for who has a ticket. */
  visibility?: 'public' | 'unlisted' | 'private' | 'ticketed'
  /** What new videos of the channel start with; those there already are left alone. */
  defaults?: {
    /** Visibility of new videos. */
    visibility?: 'public' | 'unlisted' | 'private'
    /** Whether new videos give rewards. */
    isRewardsEnabled?: boolean
    /** How near to the moment new streams are. */
    latencyMode?: 'ultraLow' | 'low' | 'standard'
    /** Whether new streams are recorded. */
    record?: boolean
    /** How far back new streams can be wound, in seconds. */
    dvrWindowSeconds?: number
    /** Whether viewers may make clips of new streams. */
    allowViewerClips?: boolean
    /** Visibility of replays of new streams. */
    replayVisibility?: 'public' | 'unlisted' | 'private'
  } | null
  /** Whether being there gives rewards. */
  isRewardsEnabled?: boolean
  /** Your own name for it, unique per account and noun; makes a repeated create safe. */
  clientReference?: string
  /** Up to 50 pairs of your own. */
  metadata?: Record<string, string>
  /** Its category by name, in place of `categoryId`. */
  category?: string | null
  /** Its sub-category by name, in place of `subCategoryId`. */
  subCategory?: string | null
}

export type LivestreamChannelCreateAnswer = Channel & {
  /** False when it was there already. */
  created?: boolean
}

export type LivestreamChannelDeleteInput = {
  channelId: string
  /** Ends what is live first, instead of refusing. */
  endLive?: boolean
  /** Refuses the write when the version is another one. */
  ifVersion?: number
}

export type LivestreamChannelDeleteAnswer = Deleted

export type LivestreamChannelGetInput = {
  channelId?: string
  /** Its handle, or one that it left less than 30 days ago. */
  handle?: string
  /** Your own name for it, unique per account and noun; makes a repeated create safe. */
  clientReference?: string
}

export type LivestreamChannelGetAnswer = Channel & {
  liveStream?: {
    /** Its id, the same as `streamId`. */
    id: string
    streamId: string
    /** Its state. */
    status: 'idle' | 'scheduled' | 'connecting' | 'preview' | 'live' | 'reconnecting' | 'ended' | 'disabled' | 'deleted'
    /** Its title. */
    title?: string
    /** What it is about. */
    description?: string | null
    /** Tags in one text, parted by commas: at most 20 of 40 characters each. */
    tags?: string | null
    /** Its channel; the account’s first one, made if there is none, when left out. */
    channelId?: string
    /** Name of a category, kept as sent. */
    category?: string | null
    /** Name of a sub-category, kept as sent. */
    subCategory?: string | null
    /** The category that `category` names, if there is one. */
    categoryId?: string | null
    /** The sub-category that `subCategory` names within it. */
    subCategoryId?: string | null
    /** A word of your own to filter by. */
    searchType?: string | null
    /** Day on which it is to begin in `timezone`, `YYYY-MM-DD`. */
    scheduleDate?: string | null
    /** Time of day at which it begins, `HH:MM:SS`. */
    scheduleTime?: string | null
    /** IANA zone of the schedule; the account’s when left out. */
    timezone?: string | null
    /** The moment that the schedule means. */
    scheduledAt?: string | null
    /** How long it will take, for calendars. */
    expectedDurationMinutes?: number | null
    /** Picture to show before it begins. */
    coverPhotoUrl?: string | null
    /** Whether watching gives rewards; else the channel’s default. */
    isRewardsEnabled?: boolean
    /** public: listed. unlisted: for who knows its address. private: for you. password: for who knows it. signed: for whom you signed an address. ticketed: for who has a ticket. The channel’s when left out. */
    visibility?: 'public' | 'unlisted' | 'private' | 'password' | 'signed' | 'ticketed'
    /** Who may watch the replay; as `visibility` when left out. */
    replayVisibility?: 'public' | 'unlisted' | 'private' | 'password' | 'signed' | 'ticketed'
    /** How near an audience is to the moment: some 1, 2 or 6 seconds. The nearer, the less an uneven line is forgiven. */
    latencyMode?: 'ultraLow' | 'low' | 'standard'
    /** Whether it is live when an encoder publishes; else it is a preview until `goLive`. */
    autoStart?: boolean
    /** Whether it is kept as a replay. */
    record?: boolean
    /** Days after which its replays are deleted; never when null. */
    deleteRecordingAfterDays?: number | null
    /** How far back an audience can wind while it is live, in seconds. */
    dvrWindowSeconds?: number
    /** How long a lost encoder is waited for before the stream ends, in seconds. */
    reconnectWindowSeconds?: number
    /** Picture to show while a lost encoder is waited for. */
    slateUrl?: string | null
    /** How long it may be live at most, in seconds. */
    maxDurationSeconds?: number
    /** source: as it comes. auto: smaller ones as well; needs ffmpeg. */
    renditions?: 'source' | 'auto'
    /** Whether viewers may make clips. */
    allowViewerClips?: boolean
    /** Whether the audience is not told how many watch. */
    hideViewerCount?: boolean
    /** Sites that may embed the player: exact origins, or one wildcard label in front; any when empty. */
    allowedOrigins?: string[]
    /** Whether the key may be used again after it ended. */
    isReusable?: boolean
    /** A try: never listed, and over after 5 minutes. */
    test?: boolean
    /** The last characters of its stream key. */
    keyLabel?: string
    /** The session that runs, or ran last. */
    sessionId?: string | null
    /** When the session that runs went live. */
    startedAt?: string | null
    /** Why its last session ended. */
    lastEndedReason?: 'ended' | 'encoder_gone' | 'max_duration' | 'disabled' | 'deleted' | 'unsupported' | 'server_stopped' | null
    /** Where the stream is sent on to, at most five places. Their keys are written, never read. */
    simulcastTargets?: {
      /** Its id within the stream; made when left out. */
      targetId: string
      /** What you call it. */
      name: string
      /** Where to publish to: rtmp:// or rtmps://, without the key. */
      serverUrl: string
      /** Whether the stream is sent there. */
      isEnabled: boolean
    }[]
    /** Your own name for it, unique per account and noun; makes a repeated create safe. */
    clientReference?: string | null
    /** Up to 50 pairs of your own. */
    metadata?: Record<string, string>
    /** When it was made. */
    createdAt?: string
    /** When it last changed. */
    updatedAt?: string
    /** Counts its changes; `ifVersion` compares with it. */
    version?: number
    /** Whether it can be watched live at this moment. */
    isLive?: boolean
    /** How many watch it live now; null while it is not live, or where the owner hides it from you. */
    viewers?: number | null
    /** Whether a password is set. For the owner. */
    hasPassword?: boolean
    playback?: {
      /** Its id in addresses that an audience opens. */
      playbackId: string
      /** The page where it is watched, before, while and after it is live. */
      playerUrl: string
      /** The player alone, for frames on other pages. */
      embedUrl: string
      /** The playlist, for players of your own. */
      hlsUrl: string
      /** A picture of it: one of its own, else a drawn one. */
      thumbnailUrl: string
    }
    access?: {
      /** What the audience needs to watch it. */
      required: 'password' | 'signature' | 'ticket'
      /** Where tickets are sold. */
      ticketUrl: string | null
    }
  } | null
  /** What is scheduled next, at most 10. */
  upcomingStreams?: Stream[]
  /** Its latest published videos, at most 10. */
  recentStatics?: StaticVideo[]
  /** Events whose tickets open it or its videos, at most 25. For the owner. */
  ticketingEvents?: {
    ticketingEventId: string
    /** Who sells the tickets. */
    provider: 'generic' | 'eventbrite' | 'luma' | 'pretix' | 'hiEvents' | 'ticketTailor'
    /** The state of the event. */
    status: 'pending' | 'active' | 'error' | 'closed'
    /** Tickets that are valid now. */
    ticketsSold: number
    /** When tickets begin to open it. */
    accessOpensAt: string | null
    /** When the list of tickets was last complete. */
    lastSyncAt: string | null
    /** What went wrong since, in words. */
    lastError: string | null
    /** Where tickets are sold. */
    ticketUrl: string | null
  }[]
  /** Views of what was shown on it. For the owner. */
  totalViews?: number
  /** The handle that was asked for, when the channel has another one now. */
  redirectedFrom?: string
}

export type LivestreamChannelUpdateInput = {
  channelId: string
  /** What the audience reads. */
  name?: string
  /** Its name in addresses, unique on the whole instance; made from the name when left out. A handle that was left leads on for 30 days and is nobody else’s meanwhile. */
  handle?: string
  /** What the channel is about. */
  description?: string | null
  /** Address of a square picture. */
  avatarUrl?: string | null
  /** Address of a wide picture. */
  coverPhotoUrl?: string | null
  /** Its category. */
  categoryId?: string | null
  /** Its sub-category; brings its category along. */
  subCategoryId?: string | null
  /** Its language; the account’s when left out. */
  language?: string
  /** Tags in one text, parted by commas: at most 20 of 40 characters each. */
  tags?: string | null
  /** Links to show on the channel’s page, in this order. */
  links?: {
    /** What the link says. */
    label: string
    /** Where it leads. */
    url: string
  }[]
  /** public: listed. unlisted: for who knows its address. private: for you. ticketed: as unlisted; its new videos are for who has a ticket. */
  visibility?: 'public' | 'unlisted' | 'private' | 'ticketed'
  /** What new videos of the channel start with; those there already are left alone. */
  defaults?: {
    /** Visibility of new videos. */
    visibility?: 'public' | 'unlisted' | 'private'
    /** Whether new videos give rewards. */
    isRewardsEnabled?: boolean
    /** How near to the moment new streams are. */
    latencyMode?: 'ultraLow' | 'low' | 'standard'
    /** Whether new streams are recorded. */
    record?: boolean
    /** How far back new streams can be wound, in seconds. */
    dvrWindowSeconds?: number
    /** Whether viewers may make clips of new streams. */
    allowViewerClips?: boolean
    /** Visibility of replays of new streams. */
    replayVisibility?: 'public' | 'unlisted' | 'private'
  } | null
  /** Whether being there gives rewards. */
  isRewardsEnabled?: boolean
  /** Up to 50 pairs of your own. */
  metadata?: Record<string, string>
  /** Refuses the write when the version is another one. */
  ifVersion?: number
  /** Its category by name, in place of `categoryId`. */
  category?: string | null
  /** Its sub-category by name, in place of `subCategoryId`. */
  subCategory?: string | null
}

export type LivestreamChannelUpdateAnswer = Channel

export type LivestreamDetailsAllInput = {
  /** Items per page; 25 when left out. */
  limit?: number
  /** Items to skip. */
  offset?: number
  /** `nextCursor` of the page before; reaches any depth. */
  cursor?: string
  /** `true` counts to 1,000, `exact` to 10,000; first page only. */
  withTotal?: 'true' | 'exact' | 'false'
  /** Comma list of createdAt, locale; `-` before one sorts it falling. */
  sort?: string
  /** Words to search for. */
  q?: string
  /** Your own name for it, unique per account and noun; makes a repeated create safe. */
  clientReference?: string
  /** Only in this state. */
  status?: 'draft' | 'published' | 'archived'
  accountId?: string
  /** What it describes. */
  targetType?: 'stream' | 'static' | 'channel'
  /** The stream, video or channel that it describes. */
  targetId?: string
  /** Only in this language. */
  locale?: string
}

export type LivestreamDetailsAllAnswer = {
  items: Details[]
  pagination: Pagination
}

export type LivestreamDetailsCreateInput = {
  /** What it describes. */
  targetType: 'stream' | 'static' | 'channel'
  /** The stream, video or channel that it describes. */
  targetId: string
  /** Its language, one sheet each per target; the target’s when left out. */
  locale?: string
  /** The title in this language. */
  title?: string | null
  /** The description in this language: a subset of Markdown. */
  description?: string | null
  /** Tags in one text, parted by commas: at most 20 of 40 characters each. */
  tags?: string | null
  /** A cover picture for this language. */
  coverPhotoUrl?: string | null
  /** Who it is fit for. */
  maturityRating?: 'everyone' | 'teen' | 'mature' | 'adult'
  /** What viewers should know before they watch. */
  contentWarnings?: string[]
  /** Licence, as SPDX writes it where it can: `CC-BY-4.0`. */
  licence?: string | null
  /** Parts of the video, in order; each lasts until the next. */
  chapters?: {
    /** Where it begins; 0 for the first. */
    startSeconds: number
    /** Its title. */
    title: string
  }[]
  /** Caption files. They are fetched, turned into WebVTT and kept. */
  captions?: {
    /** Language of the text. */
    language: string
    /** What viewers choose it by. */
    label: string
    /** captions: what is said and heard. subtitles: what is said, translated. */
    kind: 'captions' | 'subtitles'
    /** Address of a WebVTT or SubRip file, fetched when it is sent. */
    url: string
  }[]
  /** Who took part. */
  credits?: {
    /** What they did. */
    role: string
    /** Who it was. */
    name: string
    /** Where they are found. */
    url?: string
  }[]
  /** Products that are shown. */
  products?: {
    /** What it is. */
    label: string
    /** Where it is sold. */
    url: string
    /** When it is shown. */
    atSeconds?: number
  }[]
  /** Links to show beside it. */
  links?: {
    /** What the link says. */
    label: string
    /** Where it leads. */
    url: string
  }[]
  /** Up to 50 fields of your own, shown to the audience as well. */
  customFields?: Record<string, string>
  /** Its first state. */
  status?: 'draft' | 'published'
  /** Your own name for it, unique per account and noun; makes a repeated create safe. */
  clientReference?: string
  /** Up to 50 pairs of your own. */
  metadata?: Record<string, string>
}

export type LivestreamDetailsCreateAnswer = Details & {
  /** False when it was there already. */
  created?: boolean
}

export type LivestreamDetailsDeleteInput = {
  detailsId: string
  /** Refuses the write when the version is another one. */
  ifVersion?: number
}

export type LivestreamDetailsDeleteAnswer = Deleted

export type LivestreamDetailsGetInput = {
  detailsId?: string
  /** Your own name for it, unique per account and noun; makes a repeated create safe. */
  clientReference?: string
  /** What it describes. */
  targetType?: 'stream' | 'static' | 'channel'
  /** The stream, video or channel that it describes. */
  targetId?: string
  /** With a target: the wanted language. */
  locale?: string
}

export type LivestreamDetailsGetAnswer = Details & {
  /** The language that was found. */
  resolvedLocale?: string
}

export type LivestreamDetailsUpdateInput = {
  detailsId: string
  /** Its language, one sheet each per target; the target’s when left out. */
  locale?: string
  /** The title in this language. */
  title?: string | null
  /** The description in this language: a subset of Markdown. */
  description?: string | null
  /** Tags in one text, parted by commas: at most 20 of 40 characters each. */
  tags?: string | null
  /** A cover picture for this language. */
  coverPhotoUrl?: string | null
  /** Who it is fit for. */
  maturityRating?: 'everyone' | 'teen' | 'mature' | 'adult'
  /** What viewers should know before they watch. */
  contentWarnings?: string[]
  /** Licence, as SPDX writes it where it can: `CC-BY-4.0`. */
  licence?: string | null
  /** Parts of the video, in order; each lasts until the next. */
  chapters?: {
    /** Where it begins; 0 for the first. */
    startSeconds: number
    /** Its title. */
    title: string
  }[]
  /** Caption files. They are fetched, turned into WebVTT and kept. */
  captions?: {
    /** Language of the text. */
    language: string
    /** What viewers choose it by. */
    label: string
    /** captions: what is said and heard. subtitles: what is said, translated. */
    kind: 'captions' | 'subtitles'
    /** Address of a WebVTT or SubRip file, fetched when it is sent. */
    url: string
  }[]
  /** Who took part. */
  credits?: {
    /** What they did. */
    role: string
    /** Who it was. */
    name: string
    /** Where they are found. */
    url?: string
  }[]
  /** Products that are shown. */
  products?: {
    /** What it is. */
    label: string
    /** Where it is sold. */
    url: string
    /** When it is shown. */
    atSeconds?: number
  }[]
  /** Links to show beside it. */
  links?: {
    /** What the link says. */
    label: string
    /** Where it leads. */
    url: string
  }[]
  /** Up to 50 fields of your own, shown to the audience as well. */
  customFields?: Record<string, string>
  /** Up to 50 pairs of your own. */
  metadata?: Record<string, string>
  /** `publish`: shows a draft. `unpublish`: makes it a draft again. `archive`: puts it away for good. */
  action?: 'publish' | 'unpublish' | 'archive'
  /** Refuses the write when the version is another one. */
  ifVersion?: number
}

export type LivestreamDetailsUpdateAnswer = Details

export type LivestreamDetailsTrackInput = {
  detailsId: string
  /** `chapters.vtt`, or `captions-0.vtt` for the first of `captions`. */
  track: string
  /** A viewer token, for the tracks of a closed video. */
  token?: string
  /** Any version: a new one makes a cached copy old. */
  v?: number
}

export type LivestreamDetailsTrackAnswer = string

export type LivestreamStaticAllInput = {
  /** Items per page; 25 when left out. */
  limit?: number
  /** Items to skip. */
  offset?: number
  /** `nextCursor` of the page before; reaches any depth. */
  cursor?: string
  /** `true` counts to 1,000, `exact` to 10,000; first page only. */
  withTotal?: 'true' | 'exact' | 'false'
  /** Comma list of createdAt; `-` before one sorts it falling. */
  sort?: string
  /** Words to search for. */
  q?: string
  /** Your own name for it, unique per account and noun; makes a repeated create safe. */
  clientReference?: string
  /** Only in this state. */
  status?: 'draft' | 'processing' | 'failed' | 'scheduled' | 'published' | 'archived'
  accountId?: string
  /** Only of this search type. */
  searchType?: string
  source?: 'upload' | 'import' | 'recording' | 'clip'
  /** Only with this visibility. */
  visibility?: 'public' | 'unlisted' | 'private' | 'password' | 'signed' | 'ticketed'
  isRewardsEnabled?: boolean
  /** Scheduled at this moment or later. */
  scheduledAfter?: string
  /** Scheduled at this moment or earlier. */
  scheduledBefore?: string
  /** Only of this channel. */
  channelId?: string
  /** Only linked to this category. */
  categoryId?: string
  /** Only linked to this sub-category. */
  subCategoryId?: string
  /** Only recordings and clips of this stream. */
  parentStreamId?: string
  /** Only with this category name, case and accents aside. */
  category?: string
  /** Only with this sub-category name. */
  subCategory?: string
  /** Only with this tag. */
  tag?: string
}

export type LivestreamStaticAllAnswer = {
  items: StaticVideo[]
  pagination: Pagination
}

export type LivestreamStaticCreateInput = {
  /** The video to update. */
  staticId?: string
  /** A word of your own to filter by; `upload` when empty. */
  searchType?: string
  /** Its title. */
  title?: string | null
  /** What it shows. */
  description?: string | null
  /** Tags in one text, parted by commas: at most 20 of 40 characters each. */
  tags?: string | null
  /** The channel it is shown on. */
  channelId?: string | null
  /** Name of a category, kept as sent. */
  category?: string | null
  /** Name of a sub-category, kept as sent. */
  subCategory?: string | null
  /** Day of publication in `timezone`, `YYYY-MM-DD`. */
  scheduleDate?: string | null
  /** Time of day of publication, `HH:MM:SS`. */
  scheduleTime?: string | null
  /** IANA zone of the schedule; the account’s when left out. */
  timezone?: string | null
  /** Address of its cover picture. */
  coverPhotoUrl?: string | null
  /** Whether watching gives rewards; the channel’s default when left out. */
  isRewardsEnabled?: boolean
  /** Address of the video. Without one it stays a draft. */
  videoUrl?: string | null
  /** public: listed. unlisted: for who knows its address. private: for you. password: for who knows it. signed: for whom you signed an address. ticketed: for who has a ticket. The channel’s when left out. */
  visibility?: 'public' | 'unlisted' | 'private' | 'password' | 'signed' | 'ticketed'
  /** copy: fetched, checked and kept here. link: played from where it lies. */
  importMode?: 'copy' | 'link'
  /** Whether viewers may keep a copy. */
  allowDownload?: boolean
  /** When a published video is archived by itself. */
  expiresAt?: string | null
  /** Your own name for it, unique per account and noun; makes a repeated create safe. */
  clientReference?: string
  /** Up to 50 pairs of your own. */
  metadata?: Record<string, string>
  /** For visibility password. Kept as a hash, never shown. */
  password?: string
  /** Archives a published video. */
  action?: 'archive'
  /** Refuses the write when the version is another one. */
  ifVersion?: number
}

export type LivestreamStaticCreateAnswer = StaticVideo & {
  /** True when it was made, false when updated. */
  created?: boolean
  upload?: {
    /** Who has this address may send the file: keep it to who should. */
    url: string
    method: 'PUT'
    headers: {
      /** What is sent; nobody looks at it. */
      'content-type': string
    }
    /** When the address is closed. A later answer names another one. */
    expiresAt: string
  } | null
}

export type LivestreamStaticDeleteInput = {
  staticId: string
  /** Refuses the write when the version is another one. */
  ifVersion?: number
}

export type LivestreamStaticDeleteAnswer = Deleted

export type LivestreamStaticGetInput = {
  staticId?: string
  /** Its id in addresses that an audience opens. */
  playbackId?: string
  /** Your own name for it, unique per account and noun; makes a repeated create safe. */
  clientReference?: string
  /** Language of the details; falls back to what there is. */
  locale?: string
}

export type LivestreamStaticGetAnswer = StaticVideo & {
  details?: {
    /** Its id, the same as `detailsId`. */
    id: string
    detailsId: string
    /** Its state. */
    status: 'draft' | 'published' | 'archived' | 'deleted'
    /** What it describes. */
    targetType?: 'stream' | 'static' | 'channel'
    /** The stream, video or channel that it describes. */
    targetId?: string
    /** Its language, one sheet each per target; the target’s when left out. */
    locale?: string
    /** The title in this language. */
    title?: string | null
    /** The description in this language: a subset of Markdown. */
    description?: string | null
    /** Tags in one text, parted by commas: at most 20 of 40 characters each. */
    tags?: string | null
    /** A cover picture for this language. */
    coverPhotoUrl?: string | null
    /** Who it is fit for. */
    maturityRating?: 'everyone' | 'teen' | 'mature' | 'adult'
    /** What viewers should know before they watch. */
    contentWarnings?: string[]
    /** Licence, as SPDX writes it where it can: `CC-BY-4.0`. */
    licence?: string | null
    /** Parts of the video, in order; each lasts until the next. */
    chapters?: {
      /** Where it begins; 0 for the first. */
      startSeconds: number
      /** Its title. */
      title: string
    }[]
    captions?: {
      /** Language of the text. */
      language: string
      /** What viewers choose it by. */
      label: string
      /** captions: what is said and heard. subtitles: what is said, translated. */
      kind: 'captions' | 'subtitles'
      /** Address of a WebVTT or SubRip file, fetched when it is sent. */
      url: string
      /** Address of the kept WebVTT file. */
      vttUrl: string
    }[]
    /** Who took part. */
    credits?: {
      /** What they did. */
      role: string
      /** Who it was. */
      name: string
      /** Where they are found. */
      url?: string
    }[]
    /** Products that are shown. */
    products?: {
      /** What it is. */
      label: string
      /** Where it is sold. */
      url: string
      /** When it is shown. */
      atSeconds?: number
    }[]
    /** Links to show beside it. */
    links?: {
      /** What the link says. */
      label: string
      /** Where it leads. */
      url: string
    }[]
    /** Up to 50 fields of your own, shown to the audience as well. */
    customFields?: Record<string, string>
    /** Your own name for it, unique per account and noun; makes a repeated create safe. */
    clientReference?: string | null
    /** Up to 50 pairs of your own. */
    metadata?: Record<string, string>
    /** When it was made. */
    createdAt?: string
    /** When it last changed. */
    updatedAt?: string
    /** Counts its changes; `ifVersion` compares with it. */
    version?: number
    /** Address of the chapters as a WebVTT file. */
    vttChaptersUrl?: string | null
  } | null
  /** How often it was viewed. For the owner. */
  viewCount?: number
  ticketing?: {
    ticketingEventId: string
    /** Who sells the tickets. */
    provider: 'generic' | 'eventbrite' | 'luma' | 'pretix' | 'hiEvents' | 'ticketTailor'
    /** The state of the event. */
    status: 'pending' | 'active' | 'error' | 'closed'
    /** Tickets that are valid now. */
    ticketsSold: number
    /** When tickets begin to open it. */
    accessOpensAt: string | null
    /** When the list of tickets was last complete. */
    lastSyncAt: string | null
    /** What went wrong since, in words. */
    lastError: string | null
    /** Where tickets are sold. */
    ticketUrl: string | null
  } | null
}

export type LivestreamStaticUpdateInput = {
  /** The video to update. */
  staticId?: string | null
  /** A word of your own to filter by; `upload` when empty. */
  searchType?: string | null
  /** Its title. */
  title?: string | null
  /** What it shows. */
  description?: string | null
  /** Tags in one text, parted by commas. */
  tags?: string | null
  /** The channel it is shown on. */
  channelId?: string | null
  /** Name of a category; linked when one has this name. */
  category?: string | null
  /** Name of a sub-category of that category. */
  subCategory?: string | null
  /** Day of publication, `YYYY-MM-DD`. */
  scheduleDate?: string | null
  /** Time of day of publication, `HH:MM:SS`. A date alone keeps the stored time, or means 00:00:00. */
  scheduleTime?: string | null
  /** Address of its cover picture. */
  coverPhotoUrl?: string | null
  /** Whether watching gives rewards. */
  isRewardsEnabled?: boolean
  /** Address of the video. */
  videoUrl?: string | null
}

export type LivestreamStaticUpdateAnswer = StaticVideo

export type LivestreamStaticSetPosterInput = {
  staticId: string
  /** A JPEG in base64, 16 to 4,096 pixels a side. */
  picture: string
  /** Refuses the write when the version is another one. */
  ifVersion?: number
}

export type LivestreamStaticSetPosterAnswer = {
  id: string
  status: string
  /** Where the picture is. */
  thumbnailUrl: string
}

export type LivestreamStreamAllInput = {
  /** Items per page; 25 when left out. */
  limit?: number
  /** Items to skip. */
  offset?: number
  /** `nextCursor` of the page before; reaches any depth. */
  cursor?: string
  /** `true` counts to 1,000, `exact` to 10,000; first page only. */
  withTotal?: 'true' | 'exact' | 'false'
  /** Comma list of createdAt, scheduledAt, viewers; `-` before one sorts it falling. */
  sort?: string
  /** Words to search for. */
  q?: string
  /** Your own name for it, unique per account and noun; makes a repeated create safe. */
  clientReference?: string
  /** Only in this state. */
  status?: 'idle' | 'scheduled' | 'connecting' | 'preview' | 'live' | 'reconnecting' | 'ended' | 'disabled'
  accountId?: string
  /** Only with this visibility. */
  visibility?: 'public' | 'unlisted' | 'private' | 'password' | 'signed' | 'ticketed'
  isRewardsEnabled?: boolean
  /** Scheduled at this moment or later. */
  scheduledAfter?: string
  /** Scheduled at this moment or earlier. */
  scheduledBefore?: string
  /** Whose streams; mine when left out. */
  scope?: 'mine' | 'discover'
  /** Only those that can be watched live at this moment, or the others. */
  isLive?: boolean
  /** Only of this channel. */
  channelId?: string
  /** Only linked to this category. */
  categoryId?: string
  /** Only linked to this sub-category. */
  subCategoryId?: string
  /** Only with this category name, case and accents aside. */
  category?: string
  /** Only with this sub-category name. */
  subCategory?: string
  /** Only on channels in this language. */
  language?: string
  /** Only with this tag. */
  tag?: string
}

export type LivestreamStreamAllAnswer = {
  items: (Stream & {
    channel?: {
      /** What the audience reads. */
      name: string
      /** Its name in addresses. */
      handle: string
      /** Address of a square picture. */
      avatarUrl: string | null
      /** Address of its page. */
      channelUrl: string
    }
  })[]
  pagination: Pagination
}

export type LivestreamStreamCreateInput = {
  /** The stream to update. */
  streamId?: string
  /** Its title. */
  title?: string
  /** What it is about. */
  description?: string | null
  /** Tags in one text, parted by commas: at most 20 of 40 characters each. */
  tags?: string | null
  /** Its channel; the account’s first one, made if there is none, when left out. */
  channelId?: string
  /** Name of a category, kept as sent. */
  category?: string | null
  /** Name of a sub-category, kept as sent. */
  subCategory?: string | null
  /** A word of your own to filter by. */
  searchType?: string | null
  /** Day on which it is to begin in `timezone`, `YYYY-MM-DD`. */
  scheduleDate?: string | null
  /** Time of day at which it begins, `HH:MM:SS`. */
  scheduleTime?: string | null
  /** IANA zone of the schedule; the account’s when left out. */
  timezone?: string | null
  /** How long it will take, for calendars. */
  expectedDurationMinutes?: number | null
  /** Picture to show before it begins. */
  coverPhotoUrl?: string | null
  /** Whether watching gives rewards; else the channel’s default. */
  isRewardsEnabled?: boolean
  /** public: listed. unlisted: for who knows its address. private: for you. password: for who knows it. signed: for whom you signed an address. ticketed: for who has a ticket. The channel’s when left out. */
  visibility?: 'public' | 'unlisted' | 'private' | 'password' | 'signed' | 'ticketed'
  /** Who may watch the replay; as `visibility` when left out. */
  replayVisibility?: 'public' | 'unlisted' | 'private' | 'password' | 'signed' | 'ticketed'
  /** How near an audience is to the moment: some 1, 2 or 6 seconds. The nearer, the less an uneven line is forgiven. */
  latencyMode?: 'ultraLow' | 'low' | 'standard'
  /** Whether it is live when an encoder publishes; else it is a preview until `goLive`. */
  autoStart?: boolean
  /** Whether it is kept as a replay. */
  record?: boolean
  /** Days after which its replays are deleted; never when null. */
  deleteRecordingAfterDays?: number | null
  /** How far back an audience can wind while it is live, in seconds. */
  dvrWindowSeconds?: number
  /** How long a lost encoder is waited for before the stream ends, in seconds. */
  reconnectWindowSeconds?: number
  /** Picture to show while a lost encoder is waited for. */
  slateUrl?: string | null
  /** How long it may be live at most, in seconds. */
  maxDurationSeconds?: number
  /** source: as it comes. auto: smaller ones as well; needs ffmpeg. */
  renditions?: 'source' | 'auto'
  /** Whether viewers may make clips. */
  allowViewerClips?: boolean
  /** Whether the audience is not told how many watch. */
  hideViewerCount?: boolean
  /** Sites that may embed the player: exact origins, or one wildcard label in front; any when empty. */
  allowedOrigins?: string[]
  /** Whether the key may be used again after it ended. */
  isReusable?: boolean
  /** A try: never listed, and over after 5 minutes. */
  test?: boolean
  /** Your own name for it, unique per account and noun; makes a repeated create safe. */
  clientReference?: string
  /** Up to 50 pairs of your own. */
  metadata?: Record<string, string>
  /** For visibility password. Kept as a hash, never shown. */
  password?: string
  /** Where the stream is sent on to, at most five places; replaces the list. */
  simulcastTargets?: {
    /** Names one that there is, to keep its key; a new one else. */
    targetId?: string
    /** What you call it. */
    name: string
    /** Address to publish to, such as rtmp://live.example.com/app; without the key. */
    serverUrl: string
    /** The key there. Kept sealed, never shown; one that there is stays when left out. */
    streamKey?: string
    /** Whether the stream is sent there; true when left out. */
    isEnabled?: boolean
  }[]
  /** Refuses the write when the version is another one. */
  ifVersion?: number
}

export type LivestreamStreamCreateAnswer = Stream & {
  ingest?: {
    /** Server address for the encoder; null where this server takes none. */
    rtmpUrl: string | null
    /** The same over TLS; null where no certificate is configured. */
    rtmpsUrl: string | null
    /** The stream key: whole in the answer that made it, and only there; its last characters elsewhere. */
    streamKey: string
  }
  /** What was changed while it runs and is for its next session. */
  pending?: ('latencyMode' | 'renditions' | 'dvrWindowSeconds' | 'reconnectWindowSeconds' | 'maxDurationSeconds' | 'record' | 'autoStart')[]
  /** True when it was made, false when updated. */
  created: boolean
}

export type LivestreamStreamDeleteInput = {
  streamId: string
  /** Ends it first when it is live, instead of refusing. */
  endLive?: boolean
  /** Deletes its recordings as well; clips stay. */
  deleteRecordings?: boolean
  /** Refuses the write when the version is another one. */
  ifVersion?: number
}

export type LivestreamStreamDeleteAnswer = Deleted

export type LivestreamStreamGetInput = {
  streamId?: string
  /** Its id in addresses that an audience opens. */
  playbackId?: string
  /** Your own name for it, unique per account and noun; makes a repeated create safe. */
  clientReference?: string
  /** Language of the details; falls back to what there is. */
  locale?: string
}

export type LivestreamStreamGetAnswer = Stream & {
  ingest?: {
    /** Server address for the encoder; null where this server takes none. */
    rtmpUrl: string | null
    /** The same over TLS; null where no certificate is configured. */
    rtmpsUrl: string | null
    /** The stream key: whole in the answer that made it, and only there; its last characters elsewhere. */
    streamKey: string
  }
  details?: {
    /** Its id, the same as `detailsId`. */
    id: string
    detailsId: string
    /** Its state. */
    status: 'draft' | 'published' | 'archived' | 'deleted'
    /** What it describes. */
    targetType?: 'stream' | 'static' | 'channel'
    /** The stream, video or channel that it describes. */
    targetId?: string
    /** Its language, one sheet each per target; the target’s when left out. */
    locale?: string
    /** The title in this language. */
    title?: string | null
    /** The description in this language: a subset of Markdown. */
    description?: string | null
    /** Tags in one text, parted by commas: at most 20 of 40 characters each. */
    tags?: string | null
    /** A cover picture for this language. */
    coverPhotoUrl?: string | null
    /** Who it is fit for. */
    maturityRating?: 'everyone' | 'teen' | 'mature' | 'adult'
    /** What viewers should know before they watch. */
    contentWarnings?: string[]
    /** Licence, as SPDX writes it where it can: `CC-BY-4.0`. */
    licence?: string | null
    /** Parts of the video, in order; each lasts until the next. */
    chapters?: {
      /** Where it begins; 0 for the first. */
      startSeconds: number
      /** Its title. */
      title: string
    }[]
    captions?: {
      /** Language of the text. */
      language: string
      /** What viewers choose it by. */
      label: string
      /** captions: what is said and heard. subtitles: what is said, translated. */
      kind: 'captions' | 'subtitles'
      /** Address of a WebVTT or SubRip file, fetched when it is sent. */
      url: string
      /** Address of the kept WebVTT file. */
      vttUrl: string
    }[]
    /** Who took part. */
    credits?: {
      /** What they did. */
      role: string
      /** Who it was. */
      name: string
      /** Where they are found. */
      url?: string
    }[]
    /** Products that are shown. */
    products?: {
      /** What it is. */
      label: string
      /** Where it is sold. */
      url: string
      /** When it is shown. */
      atSeconds?: number
    }[]
    /** Links to show beside it. */
    links?: {
      /** What the link says. */
      label: string
      /** Where it leads. */
      url: string
    }[]
    /** Up to 50 fields of your own, shown to the audience as well. */
    customFields?: Record<string, string>
    /** Your own name for it, unique per account and noun; makes a repeated create safe. */
    clientReference?: string | null
    /** Up to 50 pairs of your own. */
    metadata?: Record<string, string>
    /** When it was made. */
    createdAt?: string
    /** When it last changed. */
    updatedAt?: string
    /** Counts its changes; `ifVersion` compares with it. */
    version?: number
    /** Address of the chapters as a WebVTT file. */
    vttChaptersUrl?: string | null
  } | null
  ticketing?: {
    ticketingEventId: string
    /** Who sells the tickets. */
    provider: 'generic' | 'eventbrite' | 'luma' | 'pretix' | 'hiEvents' | 'ticketTailor'
    /** The state of the event. */
    status: 'pending' | 'active' | 'error' | 'closed'
    /** Tickets that are valid now. */
    ticketsSold: number
    /** When tickets begin to open it. */
    accessOpensAt: string | null
    /** When the list of tickets was last complete. */
    lastSyncAt: string | null
    /** What went wrong since, in words. */
    lastError: string | null
    /** Where tickets are sold. */
    ticketUrl: string | null
  } | null
  /** Its latest recordings, newest first. */
  recordings?: string[]
  /** Its latest clips, newest first. */
  clips?: string[]
}

export type LivestreamStreamUpdateInput = {
  streamId: string
  /** Its title. */
  title?: string
  /** What it is about. */
  description?: string | null
  /** Tags in one text, parted by commas: at most 20 of 40 characters each. */
  tags?: string | null
  /** Its channel; the account’s first one, made if there is none, when left out. */
  channelId?: string
  /** Name of a category, kept as sent. */
  category?: string | null
  /** Name of a sub-category, kept as sent. */
  subCategory?: string | null
  /** A word of your own to filter by. */
  searchType?: string | null
  /** Day on which it is to begin in `timezone`, `YYYY-MM-DD`. */
  scheduleDate?: string | null
  /** Time of day at which it begins, `HH:MM:SS`. */
  scheduleTime?: string | null
  /** IANA zone of the schedule; the account’s when left out. */
  timezone?: string | null
  /** How long it will take, for calendars. */
  expectedDurationMinutes?: number | null
  /** Picture to show before it begins. */
  coverPhotoUrl?: string | null
  /** Whether watching gives rewards; else the channel’s default. */
  isRewardsEnabled?: boolean
  /** public: listed. unlisted: for who knows its address. private: for you. password: for who knows it. signed: for whom you signed an address. ticketed: for who has a ticket. The channel’s when left out. */
  visibility?: 'public' | 'unlisted' | 'private' | 'password' | 'signed' | 'ticketed'
  /** Who may watch the replay; as `visibility` when left out. */
  replayVisibility?: 'public' | 'unlisted' | 'private' | 'password' | 'signed' | 'ticketed'
  /** How near an audience is to the moment: some 1, 2 or 6 seconds. The nearer, the less an uneven line is forgiven. */
  latencyMode?: 'ultraLow' | 'low' | 'standard'
  /** Whether it is live when an encoder publishes; else it is a preview until `goLive`. */
  autoStart?: boolean
  /** Whether it is kept as a replay. */
  record?: boolean
  /** Days after which its replays are deleted; never when null. */
  deleteRecordingAfterDays?: number | null
  /** How far back an audience can wind while it is live, in seconds. */
  dvrWindowSeconds?: number
  /** How long a lost encoder is waited for before the stream ends, in seconds. */
  reconnectWindowSeconds?: number
  /** Picture to show while a lost encoder is waited for. */
  slateUrl?: string | null
  /** How long it may be live at most, in seconds. */
  maxDurationSeconds?: number
  /** source: as it comes. auto: smaller ones as well; needs ffmpeg. */
  renditions?: 'source' | 'auto'
  /** Whether viewers may make clips. */
  allowViewerClips?: boolean
  /** Whether the audience is not told how many watch. */
  hideViewerCount?: boolean
  /** Sites that may embed the player: exact origins, or one wildcard label in front; any when empty. */
  allowedOrigins?: string[]
  /** Whether the key may be used again after it ended. */
  isReusable?: boolean
  /** A try: never listed, and over after 5 minutes. */
  test?: boolean
  /** Up to 50 pairs of your own. */
  metadata?: Record<string, string>
  /** Refuses the write when the version is another one. */
  ifVersion?: number
  /** For visibility password. Kept as a hash, never shown. */
  password?: string
  /** Where the stream is sent on to, at most five places; replaces the list. */
  simulcastTargets?: {
    /** Names one that there is, to keep its key; a new one else. */
    targetId?: string
    /** What you call it. */
    name: string
    /** Address to publish to, such as rtmp://live.example.com/app; without the key. */
    serverUrl: string
    /** The key there. Kept sealed, never shown; one that there is stays when left out. */
    streamKey?: string
    /** Whether the stream is sent there; true when left out. */
    isEnabled?: boolean
  }[]
  /** What to do with it. */
  action?: 'goLive' | 'end' | 'disable' | 'enable' | 'rotateKey'
}

export type LivestreamStreamUpdateAnswer = Stream & {
  ingest?: {
    /** Server address for the encoder; null where this server takes none. */
    rtmpUrl: string | null
    /** The same over TLS; null where no certificate is configured. */
    rtmpsUrl: string | null
    /** The stream key: whole in the answer that made it, and only there; its last characters elsewhere. */
    streamKey: string
  }
  /** What was changed while it runs and is for its next session. */
  pending?: ('latencyMode' | 'renditions' | 'dvrWindowSeconds' | 'reconnectWindowSeconds' | 'maxDurationSeconds' | 'record' | 'autoStart')[]
}

export type LivestreamStreamCreateClipInput = {
  /** A stream that is live. */
  streamId?: string
  /** A recorded video, such as a replay. */
  staticId?: string
  /** Programme time at which it begins; with `endTime`. */
  startTime?: string
  /** Programme time at which it ends, up to 30 s ahead. */
  endTime?: string
  /** Seconds from the start; with `durationSeconds`. */
  startSeconds?: number
  /** How long it is. */
  durationSeconds?: number
  /** The last so many seconds; 30 when left out. */
  lastSeconds?: number
  /** Its title; that of its source when left out. */
  title?: string
  /** What it shows. */
  description?: string
  /** As its source when left out. */
  visibility?: 'public' | 'unlisted' | 'private' | 'password' | 'signed' | 'ticketed'
  /** Cuts at the very picture instead of at a key frame. */
  exact?: boolean
  /** Your own name for it, unique per account and noun; makes a repeated create safe. */
  clientReference?: string
}

export type LivestreamStreamCreateClipAnswer = {
  /** The clip: a recorded video of its own. */
  id: string
  /** The same. */
  clipId: string
  /** The same. */
  staticId: string
  /** processing, until it is cut. */
  status: string
  /** Its page. */
  clipUrl: string
  playback: {
    /** Its id in addresses that an audience opens. */
    playbackId: string
    /** The page where it is watched, before, while and after it is live. */
    playerUrl: string
    /** The player alone, for frames on other pages. */
    embedUrl: string
    /** The playlist, for players of your own. */
    hlsUrl: string
    /** A picture of it: one of its own, else a drawn one. */
    thumbnailUrl: string
  }
  clipRange: {
    startTime: string
    endTime: string
  }
  /** When it can be watched, most likely. */
  expectedReadyInSeconds: number
  /** Your own name for it, unique per account and noun; makes a repeated create safe. */
  clientReference: string | null
  /** False when it was there already. */
  created: boolean
}

export type LivestreamStreamGetEmbedCodeInput = {
  streamId?: string
  staticId?: string
  /** Shows what is live there, else the latest video. */
  channelId?: string
  /** Pixels; 640 when left out. */
  width?: number
  /** Pixels; 16:9 when left out. */
  height?: number
  /** Fills the width that there is; true when left out. */
  responsive?: boolean
  /** Begins by itself, muted. */
  autoplay?: boolean
  /** Begins without sound. */
  muted?: boolean
  /** Shows controls; true when left out. */
  controls?: boolean
  /** Where a recorded video begins. */
  startSeconds?: number
  /** auto: as the visitor’s system. */
  theme?: 'auto' | 'dark' | 'light'
  /** Colour of what is active. */
  accentColor?: string
  signed?: {
    /** For how long it opens the video. */
    expiresInSeconds: number
    /** Who it is for, in your own words. */
    viewerId?: string
    /** On how many devices it is watched at once; any number when left out. */
    maxSessions?: number
    /** Shows a stream before `goLive` as well: for your own eyes. */
    opensPreview?: boolean
  }
}

export type LivestreamStreamGetEmbedCodeAnswer = {
  /** Whose player it is. */
  id: string
  /** Its state. */
  status: string
  /** HTML of a frame. */
  iframe: string
  /** HTML of a script that makes the frame. */
  script: string
  /** Address of the page with the player. */
  playerUrl: string
  /** Address of the player alone. */
  embedUrl: string
  /** Where others find the same by oEmbed. */
  oEmbedUrl: string
  oEmbed: {
    type: string
    version: string
    title: string
    provider_name: string
    html: string
    width: number
    height: number
    /** The drawn picture of it. */
    thumbnail_url: string
    thumbnail_width: number
    thumbnail_height: number
    cache_age: number
  }
  /** When a signed address stops to open it. */
  expiresAt: string | null
}

export type LivestreamStreamGetStatusInput = {
  streamId?: string
  /** Several streams of yours. */
  streamIds?: string[]
}

export type LivestreamStreamGetStatusAnswer = {
  id?: string
  /** The state of the stream. */
  status?: string
  /** Whether it can be watched live at this moment. */
  isLive?: boolean
  /** When it went live. */
  startedAt?: string | null
  /** For how long it has been live. */
  uptimeSeconds?: number | null
  /** How many watch now. To the public null where the owner hides it. */
  viewers?: number | null
  /** Where changes are told as they happen, as server-sent events. */
  sseUrl?: string
  /** What arrives from the encoder, in one word. */
  health?: 'good' | 'warning' | 'bad' | 'offline'
  /** What is wrong with it, worst first. */
  issues?: {
    /** What it is, the same in every place. */
    code: string
    /** How much it disturbs the audience. */
    severity: 'warning' | 'bad'
    /** What is wrong, in words. */
    message: string
    /** What to change at the encoder. */
    advice: string
    /** Since when. */
    since: string
  }[]
  ingest?: {
    /** rtmp or rtmps. */
    protocol: string
    /** RFC 6381 name of the video codec. */
    videoCodec: string | null
    /** RFC 6381 name of the audio codec; null without sound. */
    audioCodec: string | null
    /** Pixels. */
    width: number | null
    /** Pixels. */
    height: number | null
    /** Pictures per second, measured. */
    fps: number | null
    /** Sound and picture together, over the last ten seconds. */
    bitrateKbps: number
    /** From one key frame to the next, on average. */
    keyFrameIntervalSeconds: number | null
    /** Pictures that are missing in the even row of them, an estimate. */
    droppedFrames: number
    /** When something last arrived. */
    lastPacketAt: string | null
  } | null
  /** How far behind the camera those are who watch: the middle one, as told. */
  latencySeconds?: number | null
  simulcast?: {
    targetId: string
    /** How it stands. */
    state: 'idle' | 'starting' | 'live' | 'error'
    /** What went wrong last, in words. */
    lastError: string | null
  }[]
  recording?: {
    /** Whether what arrives is kept. */
    isRecording: boolean
    /** How much is kept so far. */
    seconds: number
    /** The same in bytes. */
    bytes: number
  }
  /** In the order that was asked for. */
  items?: {
    id: string
    /** The state of the stream. */
    status: string
    /** Whether it can be watched live at this moment. */
    isLive: boolean
    /** When it went live. */
    startedAt: string | null
    /** For how long it has been live. */
    uptimeSeconds: number | null
    /** How many watch now. To the public null where the owner hides it. */
    viewers: number | null
    /** Where changes are told as they happen, as server-sent events. */
    sseUrl: string
    /** What arrives from the encoder, in one word. */
    health?: 'good' | 'warning' | 'bad' | 'offline'
    /** What is wrong with it, worst first. */
    issues?: {
      /** What it is, the same in every place. */
      code: string
      /** How much it disturbs the audience. */
      severity: 'warning' | 'bad'
      /** What is wrong, in words. */
      message: string
      /** What to change at the encoder. */
      advice: string
      /** Since when. */
      since: string
    }[]
    ingest?: {
      /** rtmp or rtmps. */
      protocol: string
      /** RFC 6381 name of the video codec. */
      videoCodec: string | null
      /** RFC 6381 name of the audio codec; null without sound. */
      audioCodec: string | null
      /** Pixels. */
      width: number | null
      /** Pixels. */
      height: number | null
      /** Pictures per second, measured. */
      fps: number | null
      /** Sound and picture together, over the last ten seconds. */
      bitrateKbps: number
      /** From one key frame to the next, on average. */
      keyFrameIntervalSeconds: number | null
      /** Pictures that are missing in the even row of them, an estimate. */
      droppedFrames: number
      /** When something last arrived. */
      lastPacketAt: string | null
    } | null
    /** How far behind the camera those are who watch: the middle one, as told. */
    latencySeconds?: number | null
    simulcast?: {
      targetId: string
      /** How it stands. */
      state: 'idle' | 'starting' | 'live' | 'error'
      /** What went wrong last, in words. */
      lastError: string | null
    }[]
    recording?: {
      /** Whether what arrives is kept. */
      isRecording: boolean
      /** How much is kept so far. */
      seconds: number
      /** The same in bytes. */
      bytes: number
    }
  }[]
}

export type LivestreamVideoAccessInput = {
  playbackId: string
  /** The password of the video. */
  password?: string
  /** The code of a ticket. */
  ticket?: string
  /** The token of a signed address. */
  token?: string
  /** A random id that the device keeps; needed with a ticket, or with `maxSessions`. */
  viewerId?: string
}

export type LivestreamVideoAccessAnswer = {
  id: string
  status: 'open'
  /** Opens the video until it expires. */
  token: string | null
  /** When it expires. */
  expiresAt: string | null
  /** The playlist; null while there is nothing to be played. */
  hlsUrl: string | null
}

export type LivestreamVideoClipInput = {
  playbackId: string
  /** A viewer token, for a closed video. */
  token?: string
  /** Programme time at which it begins. */
  startTime: string
  /** Programme time at which it ends. */
  endTime: string
  /** Its title; that of the video when left out. */
  title?: string
}

export type LivestreamVideoClipAnswer = {
  /** The clip: a recorded video of its own. */
  id: string
  /** The same. */
  clipId: string
  /** The same. */
  staticId: string
  /** processing, until it is cut. */
  status: string
  /** Its page. */
  clipUrl: string
  playback: {
    /** Its id in addresses that an audience opens. */
    playbackId: string
    /** The page where it is watched, before, while and after it is live. */
    playerUrl: string
    /** The player alone, for frames on other pages. */
    embedUrl: string
    /** The playlist, for players of your own. */
    hlsUrl: string
    /** A picture of it: one of its own, else a drawn one. */
    thumbnailUrl: string
  }
  clipRange: {
    startTime: string
    endTime: string
  }
  /** When it can be watched, most likely. */
  expectedReadyInSeconds: number
}

export type LivestreamVideoPosterInput = {
  playbackId: string
  /** A viewer token, for a video that is private. */
  token?: string
}

export type LivestreamVideoPosterAnswer = string

export type LivestreamSubCategoryAllInput = {
  /** Items per page; 25 when left out. */
  limit?: number
  /** Items to skip. */
  offset?: number
  /** `nextCursor` of the page before; reaches any depth. */
  cursor?: string
  /** `true` counts to 1,000, `exact` to 10,000; first page only. */
  withTotal?: 'true' | 'exact' | 'false'
  /** Comma list of position, name, createdAt; `-` before one sorts it falling. */
  sort?: string
  /** Words to search for. */
  q?: string
  /** Your own name for it, unique per account and noun; makes a repeated create safe. */
  clientReference?: string
  /** Only in this state. */
  status?: 'active' | 'inactive'
  accountId?: string
  /** Only those inside this category. */
  categoryId?: string
  /** Shows inactive ones as well; false when left out. */
  includeInactive?: boolean
}

export type LivestreamSubCategoryAllAnswer = {
  items: LivestreamSubCategory[]
  pagination: Pagination
}

export type LivestreamSubCategoryCreateInput = {
  /** Unique among its siblings, case and accents aside. */
  name: string
  /** The name as part of an address, unique among its siblings; made from the name when left out. */
  slug?: string
  /** What belongs here. */
  description?: string | null
  /** Address of a small picture. */
  iconUrl?: string | null
  /** Colour of its badge, `#rrggbb`. */
  color?: string | null
  /** Place in the list, from 0; the end when left out. */
  position?: number
  /** False hides it from pickers and discovery; what is linked to it stays linked. */
  isActive?: boolean
  /** The category it belongs to. */
  categoryId: string
  /** Your own name for it, unique per account and noun; makes a repeated create safe. */
  clientReference?: string
  /** Up to 50 pairs of your own. */
  metadata?: Record<string, string>
}

export type LivestreamSubCategoryCreateAnswer = LivestreamSubCategory & {
  /** False when it was there already. */
  created?: boolean
}

export type LivestreamSubCategoryDeleteInput = {
  subCategoryId: string
  /** Where its members go. */
  moveToSubCategoryId?: string
  /** Refuses the write when the version is another one. */
  ifVersion?: number
}

export type LivestreamSubCategoryDeleteAnswer = DeletedLivestreamCategory

export type LivestreamSubCategoryGetInput = {
  subCategoryId?: string
  /** Your own name for it, unique per account and noun; makes a repeated create safe. */
  clientReference?: string
}

export type LivestreamSubCategoryGetAnswer = LivestreamSubCategory

export type LivestreamSubCategoryUpdateInput = {
  subCategoryId: string
  /** Unique among its siblings, case and accents aside. */
  name?: string
  /** The name as part of an address, unique among its siblings; made from the name when left out. */
  slug?: string
  /** What belongs here. */
  description?: string | null
  /** Address of a small picture. */
  iconUrl?: string | null
  /** Colour of its badge, `#rrggbb`. */
  color?: string | null
  /** Place in the list, from 0; the end when left out. */
  position?: number
  /** False hides it from pickers and discovery; what is linked to it stays linked. */
  isActive?: boolean
  /** The category it belongs to. */
  categoryId?: string
  /** Up to 50 pairs of your own. */
  metadata?: Record<string, string>
  /** Refuses the write when the version is another one. */
  ifVersion?: number
}

export type LivestreamSubCategoryUpdateAnswer = LivestreamSubCategory

export type LivestreamTicketingEventCreateInput = {
  /** The stream that tickets open. */
  streamId?: string | null
  /** The recorded video that tickets open. */
  staticId?: string | null
  /** The channel whose ticketed videos they open. */
  channelId?: string | null
  /** Who sells the tickets. generic: you say yourself who has one. */
  provider: 'generic' | 'eventbrite' | 'luma' | 'pretix' | 'hiEvents' | 'ticketTailor'
  /** The event’s id there; of your own with generic. */
  externalEventId: string
  /** Where tickets are sold; the provider’s page when left out. */
  externalEventUrl?: string | null
  /** Types of tickets, by their ids there, that open it; empty: all. */
  ticketTypeIds?: string[]
  /** When it begins. Yours to say with generic, else the provider’s. */
  startsAt?: string | null
  /** When it ends. Yours to say with generic, else the provider’s. */
  endsAt?: string | null
  /** How long before it begins tickets open it. */
  accessOpensMinutesBefore?: number
  /** How long after its end tickets open it: for the replay. */
  accessClosesMinutesAfter?: number
  /** Devices that may watch with one ticket at the same time. */
  maxSessionsPerTicket?: number
  /** Whether each buyer is sent the code and the link. */
  sendAccessEmails?: boolean
  /** How changes become known: told, asked for, or both. */
  syncMode?: 'webhook' | 'poll' | 'both'
  /** How often the whole list is asked for. */
  pollIntervalSeconds?: number
  /** Your own name for it, unique per account and noun; makes a repeated create safe. */
  clientReference?: string
  /** Up to 50 pairs of your own. */
  metadata?: Record<string, string>
  credentials?: {
    /** The key of the provider’s API; with Hi.Events the password. */
    apiKey: string
    /** Address of the provider’s API, for one that you run yourself. */
    baseUrl?: string
    /** With pretix the organizer’s short name, with Hi.Events the address that signs in. */
    organizer?: string
    /** What the provider signs its calls with, where it does. */
    webhookSecret?: string
  }
  /** With generic: who has a ticket. Those that are there already stay as they are. */
  attendees?: {
    /** Where the code is sent. */
    email?: string
    /** Whom to greet. */
    name?: string
    /** The code that is on the ticket already, hard to guess; made when left out. Tells tickets of one person apart. */
    ticketCode?: string
    /** What kind of ticket it is. */
    ticketTypeId?: string
  }[]
}

export type LivestreamTicketingEventCreateAnswer = TicketingEvent & {
  /** False when it was there already. */
  created?: boolean
  /** Shown this once. With generic it signs your calls to the hook, by Standard Webhooks; else it stands in the address that you give the provider. */
  inboundSecret?: string | null
  /** Tickets that were issued at once. */
  importedCount?: number
}

export type LivestreamTicketingEventDeleteInput = {
  ticketingEventId: string
  /** Who may watch what is still ticketed; private when left out. */
  visibilityAfter?: 'public' | 'unlisted' | 'private'
  /** Refuses the write when the version is another one. */
  ifVersion?: number
}

export type LivestreamTicketingEventDeleteAnswer = Deleted

export type LivestreamTicketingEventUpdateInput = {
  ticketingEventId: string
  /** Where tickets are sold; the provider’s page when left out. */
  externalEventUrl?: string | null
  /** Types of tickets, by their ids there, that open it; empty: all. */
  ticketTypeIds?: string[]
  /** When it begins. Yours to say with generic, else the provider’s. */
  startsAt?: string | null
  /** When it ends. Yours to say with generic, else the provider’s. */
  endsAt?: string | null
  /** How long before it begins tickets open it. */
  accessOpensMinutesBefore?: number
  /** How long after its end tickets open it: for the replay. */
  accessClosesMinutesAfter?: number
  /** Devices that may watch with one ticket at the same time. */
  maxSessionsPerTicket?: number
  /** Whether each buyer is sent the code and the link. */
  sendAccessEmails?: boolean
  /** How changes become known: told, asked for, or both. */
  syncMode?: 'webhook' | 'poll' | 'both'
  /** How often the whole list is asked for. */
  pollIntervalSeconds?: number
  /** Up to 50 pairs of your own. */
  metadata?: Record<string, string>
  /** Refuses the write when the version is another one. */
  ifVersion?: number
  credentials?: {
    /** The key of the provider’s API; with Hi.Events the password. */
    apiKey: string
    /** Address of the provider’s API, for one that you run yourself. */
    baseUrl?: string
    /** With pretix the organizer’s short name, with Hi.Events the address that signs in. */
    organizer?: string
    /** What the provider signs its calls with, where it does. */
    webhookSecret?: string
  }
  /** With generic: who has a ticket. Those that are there already stay as they are. */
  attendees?: {
    /** Where the code is sent. */
    email?: string
    /** Whom to greet. */
    name?: string
    /** The code that is on the ticket already, hard to guess; made when left out. Tells tickets of one person apart. */
    ticketCode?: string
    /** What kind of ticket it is. */
    ticketTypeId?: string
  }[]
  /** What to do with it. */
  action?: 'resync' | 'resendEmails' | 'revokeAll' | 'rotateInboundSecret'
}

export type LivestreamTicketingEventUpdateAnswer = TicketingEvent & {
  /** Shown this once. With generic it signs your calls to the hook, by Standard Webhooks; else it stands in the address that you give the provider. */
  inboundSecret?: string | null
}

export type LivestreamTicketingEventAllInput = {
  /** Items per page; 25 when left out. */
  limit?: number
  /** Items to skip. */
  offset?: number
  /** `nextCursor` of the page before; reaches any depth. */
  cursor?: string
  /** `true` counts to 1,000, `exact` to 10,000; first page only. */
  withTotal?: 'true' | 'exact' | 'false'
  /** Comma list of createdAt; `-` before one sorts it falling. */
  sort?: string
  /** Your own name for it, unique per account and noun; makes a repeated create safe. */
  clientReference?: string
  /** Only in this state. */
  status?: 'pending' | 'active' | 'error' | 'closed'
  /** Who sells the tickets. generic: you say yourself who has one. */
  provider?: 'generic' | 'eventbrite' | 'luma' | 'pretix' | 'hiEvents' | 'ticketTailor'
}

export type LivestreamTicketingEventAllAnswer = {
  items: TicketingEvent[]
  pagination: Pagination
}

export type LivestreamTicketingEventGetInput = {
  ticketingEventId?: string
  /** Your own name for it, unique per account and noun; makes a repeated create safe. */
  clientReference?: string
}

export type LivestreamTicketingEventGetAnswer = TicketingEvent

export type LivestreamTicketAllInput = {
  /** Items per page; 25 when left out. */
  limit?: number
  /** Items to skip. */
  offset?: number
  /** `nextCursor` of the page before; reaches any depth. */
  cursor?: string
  /** `true` counts to 1,000, `exact` to 10,000; first page only. */
  withTotal?: 'true' | 'exact' | 'false'
  /** Comma list of createdAt; `-` before one sorts it falling. */
  sort?: string
  /** Only of this event. */
  ticketingEventId?: string
  /** Only of this address. */
  email?: string
  status?: 'active' | 'revoked'
}

export type LivestreamTicketAllAnswer = {
  items: {
    id: string
    ticketId: string
    /** active: its code opens the video. revoked: it never does again. */
    status: 'active' | 'revoked'
    ticketingEventId: string
    /** Its id at the provider; with generic the address, or a name that is made of the code. */
    externalTicketId: string
    /** Who has it. */
    email: string | null
    name: string | null
    ticketTypeId: string | null
    /** The last four characters of its code. */
    codeLast4: string
    /** What became of the mail with the code. */
    mailStatus: 'none' | 'pending' | 'sent' | 'failed'
    /** When the mail was sent, or given up. */
    mailedAt: string | null
    /** Why it was given up. */
    mailError: string | null
    /** Why it was. */
    revokedReason: 'provider' | 'transferred' | 'owner' | null
    revokedAt: string | null
    /** When it was issued. */
    createdAt: string
  }[]
  pagination: Pagination
}

export type LivestreamTicketGetInput = {
  ticketId: string
}

export type LivestreamTicketGetAnswer = {
  id: string
  ticketId: string
  /** active: its code opens the video. revoked: it never does again. */
  status: 'active' | 'revoked'
  ticketingEventId: string
  /** Its id at the provider; with generic the address, or a name that is made of the code. */
  externalTicketId: string
  /** Who has it. */
  email: string | null
  name: string | null
  ticketTypeId: string | null
  /** The last four characters of its code. */
  codeLast4: string
  /** What became of the mail with the code. */
  mailStatus: 'none' | 'pending' | 'sent' | 'failed'
  /** When the mail was sent, or given up. */
  mailedAt: string | null
  /** Why it was given up. */
  mailError: string | null
  /** Why it was. */
  revokedReason: 'provider' | 'transferred' | 'owner' | null
  revokedAt: string | null
  /** When it was issued. */
  createdAt: string
  /** What its owner types in. Whoever has it can take their place. */
  code: string
  /** The address that opens the video by itself. */
  accessUrl: string
}

export type LivestreamTicketRevokeInput = {
  ticketId: string
}

export type LivestreamTicketRevokeAnswer = {
  id: string
  status: 'revoked'
}

/** Livestream: Categories, channels, recorded videos, and their details in many languages. */
export function livestream(call: Call) {
  return {
    stream: {
      /**
       * Get Analytics. Who watched a stream, a recorded video, a channel or a live session, and how well it played; of the whole account when none is named. A replay counts as the recorded video that it is. The answer says what each number means; without views they are 0.
       * Needs a secret or restricted key; a restricted one needs the scope `livestream.stream:read`. Accounts: Business, Streamer.
       * POST /api/video/stream/getAnalytics
       */
      getAnalytics: (input: LivestreamStreamGetAnalyticsInput = {}, options?: CallOptions): Promise<LivestreamStreamGetAnalyticsAnswer> =>
        call.one(routes['livestream.stream.getAnalytics'], input, options),

      /**
       * Get All. Lists your streams, or with `scope=discover` public ones of all accounts that are live or scheduled, each with its `channel`; there paging, `q`, `isLive`, `language`, `category`, `tag` and the schedule apply, other filters are refused. `q` searches title, description and tags. Sorted by `viewers` with `isLive=true`; by `scheduledAt` those without a schedule come last.
       * Needs a secret, restricted or public key; a restricted one needs the scope `livestream.stream:read`. Accounts: Business, Streamer, Personal.
       * GET /api/video/stream/all
       */
      list: (input: LivestreamStreamAllInput = {}, options?: CallOptions): ListPages<LivestreamStreamAllAnswer['items'][number], LivestreamStreamAllAnswer> =>
        call.pages(routes['livestream.stream.all'], input, options),

      /**
       * Update Create. Makes a stream, or updates the one that `streamId` or a known `clientReference` names: `created` says which. The answer to a create holds the stream key, this once.
       * Needs a secret or restricted key; a restricted one needs the scope `livestream.stream:write`. Accounts: Business, Streamer.
       * May tell `livestream.stream.created`, `livestream.stream.updated`, `livestream.channel.created`.
       * POST /api/video/stream/create
       */
      create: (input: LivestreamStreamCreateInput = {}, options?: CallOptions): Promise<LivestreamStreamCreateAnswer> =>
        call.one(routes['livestream.stream.create'], input, options),

      /**
       * Delete. Deletes a stream and sends its encoder away. Recordings and clips stay, unless you ask for more.
       * Needs a secret or restricted key; a restricted one needs the scope `livestream.stream:write`. Accounts: Business, Streamer.
       * May tell `livestream.stream.deleted`, `livestream.stream.ended`, `livestream.static.deleted`, `livestream.details.deleted`.
       * POST /api/video/stream/delete
       */
      delete: (input: LivestreamStreamDeleteInput, options?: CallOptions): Promise<LivestreamStreamDeleteAnswer> =>
        call.one(routes['livestream.stream.delete'], input, options),

      /**
       * Get. Gets a stream with its details in a language. Of a closed stream the public sees what it is and `access`, without addresses.
       * Needs a secret, restricted or public key; a restricted one needs the scope `livestream.stream:read`. Accounts: Business, Streamer, Personal.
       * GET /api/video/stream/get
       */
      get: (input: LivestreamStreamGetInput = {}, options?: CallOptions): Promise<LivestreamStreamGetAnswer> =>
        call.one(routes['livestream.stream.get'], input, options),

      /**
       * Update. Changes a stream. While it is live, texts, visibility, targets and slate apply at once; what a session takes over when it begins is for the next one, and stands in `pending`. `goLive`: shows a preview to the audience. `end`: ends the session that runs. `disable`: lets no encoder in and closes its address; ends the session that runs. `enable`: lets encoders in again. `rotateKey`: makes a new key; whoever publishes with the old one is sent away.
       * Needs a secret or restricted key; a restricted one needs the scope `livestream.stream:write`. Accounts: Business, Streamer.
       * May tell `livestream.stream.updated`, `livestream.stream.wentLive`, `livestream.stream.ended`, `livestream.stream.disabled`, `livestream.stream.enabled`.
       * PUT /api/video/stream/update
       */
      update: (input: LivestreamStreamUpdateInput, options?: CallOptions): Promise<LivestreamStreamUpdateAnswer> =>
        call.one(routes['livestream.stream.update'], input, options),

      /**
       * Create Clip. Keeps a stretch of a live stream, or of a recorded video, as a video of its own that outlives its source. Cut at the key frame before the wanted begin, by copy; `exact` encodes it anew and needs ffmpeg on the server.
       * Needs a secret or restricted key; a restricted one needs the scope `livestream.stream:write`. Accounts: Business, Streamer.
       * May tell `livestream.clip.created`.
       * POST /api/video/stream/createClip
       */
      createClip: (input: LivestreamStreamCreateClipInput = {}, options?: CallOptions): Promise<LivestreamStreamCreateClipAnswer> =>
        call.one(routes['livestream.stream.createClip'], input, options),

      /**
       * Get Embed Code. Code that puts the player of a stream, a recorded video or a channel on another page: as a frame, a script, oEmbed, or a link. Nothing is stored. A closed video needs `signed`, which takes a secret key.
       * Needs a secret, restricted or public key; a restricted one needs the scope `livestream.stream:read`. Accounts: Business, Streamer, Personal.
       * POST /api/video/stream/getEmbedCode
       */
      getEmbedCode: (input: LivestreamStreamGetEmbedCodeInput = {}, options?: CallOptions): Promise<LivestreamStreamGetEmbedCodeAnswer> =>
        call.one(routes['livestream.stream.getEmbedCode'], input, options),

      /**
       * Get Status. How a stream stands at this moment, or up to 100 of them: what arrives from the encoder, with advice where something is wrong, where it is sent on to, and what is recorded. The public sees whether it is live.
       * Needs a secret, restricted or public key; a restricted one needs the scope `livestream.stream:read`. Accounts: Business, Streamer, Personal.
       * POST /api/video/stream/getStatus
       */
      getStatus: (input: LivestreamStreamGetStatusInput = {}, options?: CallOptions): Promise<LivestreamStreamGetStatusAnswer> =>
        call.one(routes['livestream.stream.getStatus'], input, options),
    },
    video: {
      /**
       * Video - Heartbeat. A player says that somebody is watching: at the first picture, every 10 seconds from then on, and at the end. Answers when it is kept; the same `number` sent again counts once. A view that is silent for 20 seconds no longer counts as watching.
       * Anyone may call it; no key is needed.
       * POST /public/video/heartbeat
       */
      heartbeat: (input: LivestreamVideoHeartbeatInput, options?: CallOptions): Promise<LivestreamVideoHeartbeatAnswer> =>
        call.one(routes['livestream.video.heartbeat'], input, options),

      /**
       * Video - Open. Opens a closed video for a viewer: with its password, the code of a ticket, or the token of a signed address. Answers a viewer token, which stands in addresses of playlists behind `/t/` and in other public calls as `token`. An open video needs none, and gets none. A ticket, or an address with `maxSessions`, opens a session for the device that `viewerId` names; one that was not heard of for 30 seconds makes room for another.
       * Anyone may call it; no key is needed.
       * POST /public/video/access
       */
      access: (input: LivestreamVideoAccessInput, options?: CallOptions): Promise<LivestreamVideoAccessAnswer> =>
        call.one(routes['livestream.video.access'], input, options),

      /**
       * Video - Clip. Makes a clip of what a viewer watches, where the owner allows that: the stretch between two programme times at the viewer’s playhead.
       * Anyone may call it; no key is needed.
       * May tell `livestream.clip.created`.
       * POST /public/video/clip
       */
      clip: (input: LivestreamVideoClipInput, options?: CallOptions): Promise<LivestreamVideoClipAnswer> =>
        call.one(routes['livestream.video.clip'], input, options),

      /**
       * Video - Poster. A drawn picture with the title of a video, for one of which there is no other.
       * Anyone may call it; no key is needed.
       * GET /public/video/{playbackId}/poster.svg
       */
      poster: (input: LivestreamVideoPosterInput, options?: CallOptions): Promise<LivestreamVideoPosterAnswer> =>
        call.one(routes['livestream.video.poster'], input, options),
    },
    category: {
      /**
       * Category - Get All. Lists the categories in their order. Inactive ones are shown when asked for, and never to the public.
       * Needs a secret, restricted or public key; a restricted one needs the scope `livestream.category:read`. Accounts: Business, Streamer, Personal.
       * GET /api/video/category/all
       */
      list: (input: LivestreamCategoryAllInput = {}, options?: CallOptions): ListPages<LivestreamCategoryAllAnswer['items'][number], LivestreamCategoryAllAnswer> =>
        call.pages(routes['livestream.category.all'], input, options),

      /**
       * Category - Create. Creates a category; an account has at most 500.
       * Needs a secret or restricted key; a restricted one needs the scope `livestream.category:write`. Accounts: Business, Streamer.
       * May tell `livestream.category.created`.
       * POST /api/video/category/create
       */
      create: (input: LivestreamCategoryCreateInput, options?: CallOptions): Promise<LivestreamCategoryCreateAnswer> =>
        call.one(routes['livestream.category.create'], input, options),

      /**
       * Category - Delete. Deletes a category with its sub-categories. One that is in use is refused with the counts, unless `moveToCategoryId` names where its members shall go; links to its sub-categories end then.
       * Needs a secret or restricted key; a restricted one needs the scope `livestream.category:write`. Accounts: Business, Streamer.
       * May tell `livestream.category.deleted`, `livestream.subCategory.deleted`.
       * POST /api/video/category/delete
       */
      delete: (input: LivestreamCategoryDeleteInput, options?: CallOptions): Promise<LivestreamCategoryDeleteAnswer> =>
        call.one(routes['livestream.category.delete'], input, options),

      /**
       * Category - Get By ID. Gets one category with its sub-categories, by exactly one of id, slug and clientReference.
       * Needs a secret, restricted or public key; a restricted one needs the scope `livestream.category:read`. Accounts: Business, Streamer, Personal.
       * GET /api/video/category/get
       */
      get: (input: LivestreamCategoryGetInput = {}, options?: CallOptions): Promise<LivestreamCategoryGetAnswer> =>
        call.one(routes['livestream.category.get'], input, options),

      /**
       * Category - Update. Changes a category. A new name is copied to the records that are linked to it and show it as text.
       * Needs a secret or restricted key; a restricted one needs the scope `livestream.category:write`. Accounts: Business, Streamer.
       * May tell `livestream.category.updated`.
       * PUT /api/video/category/update
       */
      update: (input: LivestreamCategoryUpdateInput, options?: CallOptions): Promise<LivestreamCategoryUpdateAnswer> =>
        call.one(routes['livestream.category.update'], input, options),
    },
    channel: {
      /**
       * Channel - Get All. Lists your channels, or with `scope=discover` the public channels of all accounts, where paging, `q`, `isLive`, `language`, `tag` and a sort by name, createdAt or viewers apply; other filters are refused. Sorted by `viewers` with `isLive=true`.
       * Needs a secret, restricted or public key; a restricted one needs the scope `livestream.channel:read`. Accounts: Business, Streamer, Personal.
       * GET /api/video/channel/all
       */
      list: (input: LivestreamChannelAllInput = {}, options?: CallOptions): ListPages<LivestreamChannelAllAnswer['items'][number], LivestreamChannelAllAnswer> =>
        call.pages(routes['livestream.channel.all'], input, options),

      /**
       * Channel - Create. Makes a channel; an account has at most 100. Its handle is unique on the instance.
       * Needs a secret or restricted key; a restricted one needs the scope `livestream.channel:write`. Accounts: Business, Streamer.
       * May tell `livestream.channel.created`.
       * POST /api/video/channel/create
       */
      create: (input: LivestreamChannelCreateInput, options?: CallOptions): Promise<LivestreamChannelCreateAnswer> =>
        call.one(routes['livestream.channel.create'], input, options),

      /**
       * Channel - Delete. Deletes a channel with its streams, videos and details. Its handle stays reserved for 30 days.
       * Needs a secret or restricted key; a restricted one needs the scope `livestream.channel:write`. Accounts: Business, Streamer.
       * May tell `livestream.channel.deleted`, `livestream.stream.deleted`, `livestream.static.deleted`, `livestream.details.deleted`.
       * POST /api/video/channel/delete
       */
      delete: (input: LivestreamChannelDeleteInput, options?: CallOptions): Promise<LivestreamChannelDeleteAnswer> =>
        call.one(routes['livestream.channel.delete'], input, options),

      /**
       * Channel - Get By ID. Gets a channel by id, handle or reference, with what is live there, what is to come and its latest videos. A handle that it left lately leads on to it.
       * Needs a secret, restricted or public key; a restricted one needs the scope `livestream.channel:read`. Accounts: Business, Streamer, Personal.
       * GET /api/video/channel/get
       */
      get: (input: LivestreamChannelGetInput = {}, options?: CallOptions): Promise<LivestreamChannelGetAnswer> =>
        call.one(routes['livestream.channel.get'], input, options),

      /**
       * Channel - Update. Changes a channel. A handle that it leaves leads on for 30 days. `defaults` are for new videos alone.
       * Needs a secret or restricted key; a restricted one needs the scope `livestream.channel:write`. Accounts: Business, Streamer.
       * May tell `livestream.channel.updated`.
       * PUT /api/video/channel/update
       */
      update: (input: LivestreamChannelUpdateInput, options?: CallOptions): Promise<LivestreamChannelUpdateAnswer> =>
        call.one(routes['livestream.channel.update'], input, options),
    },
    details: {
      /**
       * Details - Get All. Lists sheets of details. The public sees published ones of public videos and channels.
       * Needs a secret, restricted or public key; a restricted one needs the scope `livestream.details:read`. Accounts: Business, Streamer, Personal.
       * GET /api/video/details/all
       */
      list: (input: LivestreamDetailsAllInput = {}, options?: CallOptions): ListPages<LivestreamDetailsAllAnswer['items'][number], LivestreamDetailsAllAnswer> =>
        call.pages(routes['livestream.details.all'], input, options),

      /**
       * Details - Create. Makes a sheet for a video or a channel, one per language and at most 100. Caption files are fetched at once.
       * Needs a secret or restricted key; a restricted one needs the scope `livestream.details:write`. Accounts: Business, Streamer.
       * May tell `livestream.details.created`.
       * POST /api/video/details/create
       */
      create: (input: LivestreamDetailsCreateInput, options?: CallOptions): Promise<LivestreamDetailsCreateAnswer> =>
        call.one(routes['livestream.details.create'], input, options),

      /**
       * Details - Delete. Deletes a sheet. Pages fall back to the next language, then to the target’s own words.
       * Needs a secret or restricted key; a restricted one needs the scope `livestream.details:write`. Accounts: Business, Streamer.
       * May tell `livestream.details.deleted`.
       * POST /api/video/details/delete
       */
      delete: (input: LivestreamDetailsDeleteInput, options?: CallOptions): Promise<LivestreamDetailsDeleteAnswer> =>
        call.one(routes['livestream.details.delete'], input, options),

      /**
       * Details - Get By ID. Gets a sheet by its id or reference, or the one of a target that fits `locale` best: the tag is shortened from its end, then the target’s own language is taken. `resolvedLocale` says which language it is.
       * Needs a secret, restricted or public key; a restricted one needs the scope `livestream.details:read`. Accounts: Business, Streamer, Personal.
       * GET /api/video/details/get
       */
      get: (input: LivestreamDetailsGetInput = {}, options?: CallOptions): Promise<LivestreamDetailsGetAnswer> =>
        call.one(routes['livestream.details.get'], input, options),

      /**
       * Details - Update. Changes a sheet, or moves it by `action`. Lists are replaced as a whole; caption files are fetched anew.
       * Needs a secret or restricted key; a restricted one needs the scope `livestream.details:write`. Accounts: Business, Streamer.
       * May tell `livestream.details.updated`.
       * PUT /api/video/details/update
       */
      update: (input: LivestreamDetailsUpdateInput, options?: CallOptions): Promise<LivestreamDetailsUpdateAnswer> =>
        call.one(routes['livestream.details.update'], input, options),

      /**
       * Details - Track as WebVTT. A chapter or caption track of a published sheet of an open video or a public channel, for a player; of a closed video for who may watch it.
       * Anyone may call it; no key is needed.
       * GET /public/video/details/{detailsId}/{track}
       */
      track: (input: LivestreamDetailsTrackInput, options?: CallOptions): Promise<LivestreamDetailsTrackAnswer> =>
        call.one(routes['livestream.details.track'], input, options),
    },
    static: {
      /**
       * Static - Get All. Lists recorded videos. The public sees published public ones. `q` searches title, description and tags.
       * Needs a secret, restricted or public key; a restricted one needs the scope `livestream.static:read`. Accounts: Business, Streamer, Personal.
       * GET /api/video/static/all
       */
      list: (input: LivestreamStaticAllInput = {}, options?: CallOptions): ListPages<LivestreamStaticAllAnswer['items'][number], LivestreamStaticAllAnswer> =>
        call.pages(routes['livestream.static.all'], input, options),

      /**
       * Static - Update Create. Makes a recorded video, or updates the one that `staticId` or a known `clientReference` names: `created` says which. With a video address it is public at once or at its schedule; without one it is a draft, and `upload` says where its file is sent. An update changes only what is sent and tells nobody.
       * Needs a secret or restricted key; a restricted one needs the scope `livestream.static:write`. Accounts: Business, Streamer.
       * May tell `livestream.static.created`.
       * POST /api/video/static/create
       */
      create: (input: LivestreamStaticCreateInput = {}, options?: CallOptions): Promise<LivestreamStaticCreateAnswer> =>
        call.one(routes['livestream.static.create'], input, options),

      /**
       * Static - Delete. Deletes a recorded video and its details. Rewards that were given stay.
       * Needs a secret or restricted key; a restricted one needs the scope `livestream.static:write`. Accounts: Business, Streamer.
       * May tell `livestream.static.deleted`, `livestream.details.deleted`.
       * POST /api/video/static/delete
       */
      delete: (input: LivestreamStaticDeleteInput, options?: CallOptions): Promise<LivestreamStaticDeleteAnswer> =>
        call.one(routes['livestream.static.delete'], input, options),

      /**
       * Static - Get. Gets a recorded video with its details in a language. Of a video behind a password the public sees what it is and `access`, without addresses.
       * Needs a secret, restricted or public key; a restricted one needs the scope `livestream.static:read`. Accounts: Business, Streamer, Personal.
       * GET /api/video/static/get
       */
      get: (input: LivestreamStaticGetInput = {}, options?: CallOptions): Promise<LivestreamStaticGetAnswer> =>
        call.one(routes['livestream.static.get'], input, options),

      /**
       * Static - Update. Changes a recorded video: only what is sent changes, empty text and null clear. A schedule that has passed publishes now. Tells nobody, then or later. Visibility, password and expiry are changed by Update Create.
       * Needs a secret or restricted key; a restricted one needs the scope `livestream.static:write`. Accounts: Business, Streamer.
       * PUT /api/video/static/update
       */
      update: (input: LivestreamStaticUpdateInput = {}, options?: CallOptions): Promise<LivestreamStaticUpdateAnswer> =>
        call.one(routes['livestream.static.update'], input, options),

      /**
       * Static - Set Poster. Keeps a picture of a video, for servers that cannot take one themselves: a page that plays it draws a frame on a canvas and sends the JPEG. `coverPhotoUrl` goes before it.
       * Needs a secret or restricted key; a restricted one needs the scope `livestream.static:write`. Accounts: Business, Streamer, Personal.
       * POST /api/video/static/setPoster
       */
      setPoster: (input: LivestreamStaticSetPosterInput, options?: CallOptions): Promise<LivestreamStaticSetPosterAnswer> =>
        call.one(routes['livestream.static.setPoster'], input, options),
    },
    subCategory: {
      /**
       * SubCategory - Get All. Lists sub-categories in their order, of one category or of all.
       * Needs a secret, restricted or public key; a restricted one needs the scope `livestream.subCategory:read`. Accounts: Business, Streamer, Personal.
       * GET /api/video/subcategory/all
       */
      list: (input: LivestreamSubCategoryAllInput = {}, options?: CallOptions): ListPages<LivestreamSubCategoryAllAnswer['items'][number], LivestreamSubCategoryAllAnswer> =>
        call.pages(routes['livestream.subCategory.all'], input, options),

      /**
       * SubCategory - Create. Creates a sub-category inside a category, which holds at most 200.
       * Needs a secret or restricted key; a restricted one needs the scope `livestream.subCategory:write`. Accounts: Business, Streamer.
       * May tell `livestream.subCategory.created`.
       * POST /api/video/subcategory/create
       */
      create: (input: LivestreamSubCategoryCreateInput, options?: CallOptions): Promise<LivestreamSubCategoryCreateAnswer> =>
        call.one(routes['livestream.subCategory.create'], input, options),

      /**
       * SubCategory - Delete. Deletes a sub-category. One that is in use is refused with the counts, unless `moveToSubCategoryId` names where its members shall go; that one may be inside another category, which they then join.
       * Needs a secret or restricted key; a restricted one needs the scope `livestream.subCategory:write`. Accounts: Business, Streamer.
       * May tell `livestream.subCategory.deleted`.
       * POST /api/video/subcategory/delete
       */
      delete: (input: LivestreamSubCategoryDeleteInput, options?: CallOptions): Promise<LivestreamSubCategoryDeleteAnswer> =>
        call.one(routes['livestream.subCategory.delete'], input, options),

      /**
       * SubCategory - Get By ID. Gets one sub-category with the name of its category.
       * Needs a secret, restricted or public key; a restricted one needs the scope `livestream.subCategory:read`. Accounts: Business, Streamer, Personal.
       * GET /api/video/subcategory/get
       */
      get: (input: LivestreamSubCategoryGetInput = {}, options?: CallOptions): Promise<LivestreamSubCategoryGetAnswer> =>
        call.one(routes['livestream.subCategory.get'], input, options),

      /**
       * SubCategory - Update. Changes a sub-category. `categoryId` moves it, with all that is linked to it, into another category.
       * Needs a secret or restricted key; a restricted one needs the scope `livestream.subCategory:write`. Accounts: Business, Streamer.
       * May tell `livestream.subCategory.updated`.
       * PUT /api/video/subcategory/update
       */
      update: (input: LivestreamSubCategoryUpdateInput, options?: CallOptions): Promise<LivestreamSubCategoryUpdateAnswer> =>
        call.one(routes['livestream.subCategory.update'], input, options),
    },
    ticketingEvent: {
      /**
       * Event - Create (third-party ticketing). Puts a stream, a recorded video or a channel behind the tickets of an event that is sold elsewhere. Its visibility becomes `ticketed`; each ticket gets a code, and its owner a mail with it. The provider is asked once before: within five seconds.
       * Needs a secret or restricted key; a restricted one needs the scope `livestream.ticketingEvent:write`. Accounts: Business, Streamer.
       * May tell `livestream.ticketingEvent.created`, `livestream.ticketingEvent.accessGranted`, `livestream.stream.updated`, `livestream.channel.updated`.
       * POST /api/video/event/create
       */
      create: (input: LivestreamTicketingEventCreateInput, options?: CallOptions): Promise<LivestreamTicketingEventCreateAnswer> =>
        call.one(routes['livestream.ticketingEvent.create'], input, options),

      /**
       * Event - Delete (third-party ticketing). Lets a video or channel go from an event: its codes open nothing any more, its hook is gone.
       * Needs a secret or restricted key; a restricted one needs the scope `livestream.ticketingEvent:write`. Accounts: Business, Streamer.
       * May tell `livestream.ticketingEvent.deleted`, `livestream.stream.updated`, `livestream.channel.updated`.
       * POST /api/video/event/delete
       */
      delete: (input: LivestreamTicketingEventDeleteInput, options?: CallOptions): Promise<LivestreamTicketingEventDeleteAnswer> =>
        call.one(routes['livestream.ticketingEvent.delete'], input, options),

      /**
       * Event - Update (third-party ticketing). Changes an event; new credentials are tried first, attendees of a generic one added. `resync`: reads the list of tickets now; once a minute at most. `resendEmails`: sends everybody with a ticket their code again; every ten minutes at most. `revokeAll`: takes all tickets away that there are, for good. `rotateInboundSecret`: makes a new secret for calls to its hook, shown this once; the old one ends at once.
       * Needs a secret or restricted key; a restricted one needs the scope `livestream.ticketingEvent:write`. Accounts: Business, Streamer.
       * May tell `livestream.ticketingEvent.updated`, `livestream.ticketingEvent.accessGranted`, `livestream.ticketingEvent.accessRevoked`, `livestream.ticketingEvent.synced`.
       * PUT /api/video/event/update
       */
      update: (input: LivestreamTicketingEventUpdateInput, options?: CallOptions): Promise<LivestreamTicketingEventUpdateAnswer> =>
        call.one(routes['livestream.ticketingEvent.update'], input, options),

      /**
       * Event - Get All. Lists events whose tickets are sold elsewhere.
       * Needs a secret or restricted key; a restricted one needs the scope `livestream.ticketingEvent:read`. Accounts: Business, Streamer, Personal.
       * GET /api/video/event/all
       */
      list: (input: LivestreamTicketingEventAllInput = {}, options?: CallOptions): ListPages<LivestreamTicketingEventAllAnswer['items'][number], LivestreamTicketingEventAllAnswer> =>
        call.pages(routes['livestream.ticketingEvent.all'], input, options),

      /**
       * Event - Get. Gets an event with how its tickets stand.
       * Needs a secret or restricted key; a restricted one needs the scope `livestream.ticketingEvent:read`. Accounts: Business, Streamer, Personal.
       * GET /api/video/event/get
       */
      get: (input: LivestreamTicketingEventGetInput = {}, options?: CallOptions): Promise<LivestreamTicketingEventGetAnswer> =>
        call.one(routes['livestream.ticketingEvent.get'], input, options),
    },
    ticket: {
      /**
       * Tickets - Get All. Tickets of events that are sold elsewhere, newest first: one for each access that was issued.
       * Needs a secret or restricted key; a restricted one needs the scope `livestream.ticket:read`. Accounts: Business, Streamer, Personal.
       * GET /api/video/ticket/all
       */
      list: (input: LivestreamTicketAllInput = {}, options?: CallOptions): ListPages<LivestreamTicketAllAnswer['items'][number], LivestreamTicketAllAnswer> =>
        call.pages(routes['livestream.ticket.all'], input, options),

      /**
       * Tickets - Get. One ticket with its code, to help somebody whose mail got lost.
       * Needs a secret or restricted key; a restricted one needs the scope `livestream.ticket:read`. Accounts: Business, Streamer, Personal.
       * GET /api/video/ticket/get
       */
      get: (input: LivestreamTicketGetInput, options?: CallOptions): Promise<LivestreamTicketGetAnswer> =>
        call.one(routes['livestream.ticket.get'], input, options),

      /**
       * Tickets - Revoke. Takes one ticket away, for good: its code opens nothing any more, and whoever watches is stopped.
       * Needs a secret or restricted key; a restricted one needs the scope `livestream.ticket:write`. Accounts: Business, Streamer, Personal.
       * May tell `livestream.ticketingEvent.accessRevoked`, `livestream.ticketingEvent.synced`.
       * POST /api/video/ticket/revoke
       */
      revoke: (input: LivestreamTicketRevokeInput, options?: CallOptions): Promise<LivestreamTicketRevokeAnswer> =>
        call.one(routes['livestream.ticket.revoke'], input, options),
    },
  }
}

const routes = {
  'livestream.stream.getAnalytics': { id: 'livestream.stream.getAnalytics', method: 'POST', path: '/api/video/stream/getAnalytics', kind: 'read' },
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
  'livestream.static.all': { id: 'livestream.static.all', method: 'GET', path: '/api/video/static/all', kind: 'read' },
  'livestream.static.create': { id: 'livestream.static.create', method: 'POST', path: '/api/video/static/create', kind: 'create' },
  'livestream.static.delete': { id: 'livestream.static.delete', method: 'POST', path: '/api/video/static/delete', kind: 'write' },
  'livestream.static.get': { id: 'livestream.static.get', method: 'GET', path: '/api/video/static/get', kind: 'read' },
  'livestream.static.update': { id: 'livestream.static.update', method: 'PUT', path: '/api/video/static/update', kind: 'bare' },
  'livestream.static.setPoster': { id: 'livestream.static.setPoster', method: 'POST', path: '/api/video/static/setPoster', kind: 'write' },
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
} satisfies Record<string, Route>

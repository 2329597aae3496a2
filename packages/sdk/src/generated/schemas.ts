// Generated from the operations by `npm run gen`. Changes here are lost.

export type Account = {
  /** The account, `acc_…`. */
  id: string
  accountId: string
  status: 'active' | 'suspended'
  kind: 'business' | 'streamer' | 'personal'
  /** Which of the twins this key reaches. */
  mode: 'live' | 'test'
  /** The other twin: test for live, live for test. */
  twinAccountId: string
  name: string
  /** Default language of what the account makes, BCP 47. */
  language: string
  /** Default time zone, IANA. */
  timeZone: string
  createdAt: string
  updatedAt: string
  version: number
}

export type AccountDelivery = {
  id: string
  deliveryId: string
  /** pending: not tried yet, or sent again by hand. failed: tried, will be again. exhausted: given up. */
  status: 'pending' | 'failed' | 'delivered' | 'exhausted'
  webhookEndpointId: string
  factId: string
  factName: string
  /** Id of what the fact is about. */
  subject: string
  subjectVersion: number
  /** Attempts made so far. */
  attemptCount: number
  /** When it is tried next; null when it is not. */
  nextAttemptAt: string | null
  /** HTTP status of the last answer; null when there was none. */
  lastStatus: number | null
  /** Why the last attempt failed. */
  lastError: string | null
  lastDurationMs: number | null
  /** The first kilobyte of the last answer. */
  responseExcerpt: string | null
  createdAt: string
  updatedAt: string
  /** Newest first, at most 20. */
  attempts?: {
    number: number
    at: string
    status: number | null
    error: string | null
    durationMs: number
  }[]
}

export type AccountFact = {
  id: string
  /** The same; a webhook carries it as `webhook-id`. */
  factId: string
  /** pending: told, and on its way to those who listen. */
  status: 'pending' | 'published'
  /** `<product>.<noun>.<pastTense>` */
  name: string
  /** Id of what it is about. */
  subject: string
  /** The version of the subject after it: drop what is older than you have. */
  subjectVersion: number
  /** What led to it: an operation, a task, or another fact. */
  cause: string
  toldAt: string
  /** What a webhook carries as `data`. */
  payload: Record<string, unknown>
}

export type AccountRequest = {
  /** The request, as its answer named it. */
  id: string
  requestId: string
  /** refused: 4xx. failed: 5xx. */
  status: 'succeeded' | 'refused' | 'failed'
  httpStatus: number
  /** Why it was refused, as the answer said. */
  reason: string | null
  /** Such as `places.place.create`. */
  operation: string | null
  method: string
  /** Without the query. */
  path: string
  keyId: string | null
  /** From the first byte read to the last one written. */
  durationMs: number
  /** The network it came from: /24 of IPv4, /48 of IPv6. */
  network: string
  userAgent: string
  /** When it arrived. */
  at: string
}

/** Channels: the permanent homes of streamers, each with one page and one handle. */
export type Channel = {
  /** Its id, the same as `channelId`. */
  id: string
  channelId: string
  /** Its state. */
  status: 'active' | 'deleted'
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
  /** Name of its category. */
  category?: string | null
  /** Name of its sub-category. */
  subCategory?: string | null
  /** Whether something is live there that you may know of. */
  isLive?: boolean
  /** The stream there that went live last. */
  liveStreamId?: string | null
  /** Address of its page. */
  channelUrl?: string
  /** Its latest videos, as RSS. */
  feedUrl?: string
  /** Its scheduled streams, as iCalendar. */
  calendarUrl?: string
  /** A player that shows what is live there, else the latest video. */
  embedUrl?: string
}

/** What was deleted. It is kept for 30 days and no longer shown. */
export type Deleted = {
  id: string
  status: 'deleted'
}

export type DeletedLivestreamCategory = {
  id: string
  status: 'deleted'
  /** Members that moved. */
  movedCount: number
}

/** Details: what is written about a video or a channel, one sheet per language. */
export type Details = {
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
}

/** Keys that open the account to a program. */
export type Key = {
  /** Its id, the same as `keyId`. */
  id: string
  keyId: string
  /** Its state. */
  status: 'active' | 'revoked' | 'deleted'
  /** What it is for. */
  name: string
  /** secret: every scope. restricted: the listed scopes. public: what an audience may do. */
  kind: 'secret' | 'restricted' | 'public'
  /** Its prefix and last four characters. */
  hint: string
  /** Scopes of a restricted key, such as `places.place:read`, `livestream.*:read` or `*`. */
  scopes: string[]
  /** Where a public key may be used: exact origins, or one wildcard label in front. */
  allowedOrigins: string[]
  /** App ids that a public key accepts in X-Client-App. They stop mistakes, not attackers. */
  allowedApps: string[]
  /** Addresses or CIDR ranges that the key may be used from. Empty: any. */
  allowedAddresses: string[]
  /** When it stops working. */
  expiresAt: string | null
  /** When it was last used, to the minute. */
  lastUsedAt: string | null
  /** The key that replaces it. */
  rotatedToId: string | null
  /** Your own name for it, unique per account and noun; makes a repeated create safe. */
  clientReference: string | null
  /** Up to 50 pairs of your own. */
  metadata: Record<string, string>
  /** When it was made. */
  createdAt: string
  /** When it last changed. */
  updatedAt: string
  /** Counts its changes; `ifVersion` compares with it. */
  version: number
}

/** Categories of channels and videos: the upper of two levels, owned by the account. */
export type LivestreamCategory = {
  /** Its id, the same as `categoryId`. */
  id: string
  categoryId: string
  /** Its state. */
  status: 'active' | 'inactive' | 'deleted'
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
  /** Sub-categories in it; the public counts active ones. */
  subCategoryCount?: number
  /** Channels linked to it; the public counts public ones. */
  channelCount?: number
  /** Recorded videos linked to it; the public counts published public ones. */
  staticCount?: number
  /** Streams linked to it; the public counts public ones. */
  streamCount?: number
  /** Streams linked to it that are live now; the public counts public ones. */
  liveNowCount?: number
}

/** Sub-categories of channels and videos: the lower of two levels, inside a category. */
export type LivestreamSubCategory = {
  /** Its id, the same as `subCategoryId`. */
  id: string
  subCategoryId: string
  /** Its state. */
  status: 'active' | 'inactive' | 'deleted'
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
  /** Name of the category it belongs to. */
  categoryName?: string
  /** Channels linked to it; the public counts public ones. */
  channelCount?: number
  /** Recorded videos linked to it; the public counts published public ones. */
  staticCount?: number
  /** Streams linked to it; the public counts public ones. */
  streamCount?: number
  /** Streams linked to it that are live now; the public counts public ones. */
  liveNowCount?: number
}

/** Where a page stands in its list. `nextCursor` leads to the next page and is null on the last. */
export type Pagination = {
  limit: number
  offset: number
  hasMore: boolean
  nextCursor: string | null
  total?: number
  totalIsCapped?: boolean
}

/** Places where people go or meet, in the world or online. */
export type Place = {
  /** Its id, the same as `placeId`. */
  id: string
  placeId: string
  /** Its state. */
  status: 'draft' | 'active' | 'temporarilyClosed' | 'permanentlyClosed' | 'archived' | 'merged' | 'deleted'
  /** Its name. Places may share one. */
  name?: string
  /** What kind of place it is. `online` needs `onlineUrl`. */
  type?: 'venue' | 'store' | 'restaurant' | 'office' | 'outdoor' | 'studio' | 'online' | 'other'
  /** Its name for addresses, unique in the account: made from the first name, and kept. */
  slug?: string
  description?: string | null
  /** Its postal address; replaced as a whole. */
  address?: {
    line1?: string
    line2?: string
    city?: string
    region?: string
    postalCode?: string
    /** ISO 3166-1 alpha-2. */
    countryCode?: string
    /** The whole address in one line, as people write it. */
    formatted?: string
  } | null
  /** Where it is, in degrees (WGS 84). */
  location?: {
    latitude: number
    longitude: number
  } | null
  /** Where it is on the web. */
  onlineUrl?: string | null
  /** Its IANA time zone. Left out, it follows from `location`, else it is the one of the account; it moves along with the location as long as nobody has set it. null in an update: follow the location again. */
  timezone?: string
  /** Where `timezone` comes from. */
  timezoneSource?: 'given' | 'location' | 'account'
  /** When it is open, by the wall clock of its time zone. */
  openingHours?: {
    /** Hours of the weekdays; a day may have several. */
    regular?: {
      /** 1 Monday to 7 Sunday. */
      day: number
      /** HH:MM on the wall clock of the place. */
      opens: string
      /** HH:MM; at or before `opens` it is on the next day, equal to it all day. */
      closes: string
    }[]
    /** Dates with other hours, or none. They win over the weekday. */
    exceptions?: {
      /** The date whose regular hours this replaces. */
      date: string
      /** true: nothing opens on that date. */
      closed?: boolean
      /** HH:MM on the wall clock of the place. */
      opens?: string
      /** HH:MM; at or before `opens` it is on the next day, equal to it all day. */
      closes?: string
      /** Shown to visitors, such as "Summer break". */
      note?: string
    }[]
  } | null
  /** People it holds. */
  capacity?: number | null
  /** Its rooms and areas. */
  spaces?: {
    /** Given by us. Send it along in an update to keep the space. */
    id?: string
    name: string
    /** People it holds. */
    capacity?: number
    floor?: string
    /** true, the default: one booking at a time. false: bookings may run side by side. */
    isExclusive?: boolean
  }[]
  /** What visitors with disabilities find; left out: unknown. */
  accessibility?: {
    /** A wheelchair gets in and around. */
    wheelchair?: boolean
    /** It has a hearing loop. */
    hearingLoop?: boolean
    /** It can be entered without a step. */
    stepFree?: boolean
    /** It has an accessible toilet. */
    toilet?: boolean
  } | null
  /** How visitors reach it. */
  contact?: {
    /** E.164, such as +4930123456. */
    phone?: string
    email?: string
    website?: string
  } | null
  /** Photos, the best one first. */
  photos?: {
    url: string
    /** What the photo shows, for those who do not see it. */
    altText: string
    /** Whom to name. */
    credit?: string
  }[]
  /** What it offers, in your words. */
  categories?: string[]
  /** Labels of your own. */
  tags?: string[]
  /** 0 free, 1 cheap, 4 very expensive. */
  priceLevel?: number | null
  /** Its ids elsewhere, such as `google`, `osm`, `foursquare`: up to 20. */
  externalIds?: Record<string, string>
  /** The place that it is part of. */
  parentPlaceId?: string | null
  /** Within so many metres someone is there. */
  geofenceRadiusM?: number
  /** `private`: never shown to public keys and other accounts. */
  visibility?: 'public' | 'private'
  /** The place that stands for this one. */
  mergedIntoId?: string | null
  /** The state that `restore` leads back to. */
  statusBeforeArchive?: 'draft' | 'active' | 'temporarilyClosed' | 'permanentlyClosed' | null
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
  /** Whether it is open at this moment; null when its hours are not known. */
  isOpen?: boolean | null
}

/** Recorded videos. */
export type StaticVideo = {
  /** Its id, the same as `staticId`. */
  id: string
  staticId: string
  /** Its state. */
  status: 'draft' | 'processing' | 'failed' | 'scheduled' | 'published' | 'archived' | 'deleted'
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
  /** The category that `category` names, if there is one. */
  categoryId?: string | null
  /** The sub-category that `subCategory` names within it. */
  subCategoryId?: string | null
  /** Day of publication in `timezone`, `YYYY-MM-DD`. */
  scheduleDate?: string | null
  /** Time of day of publication, `HH:MM:SS`. */
  scheduleTime?: string | null
  /** IANA zone of the schedule; the account’s when left out. */
  timezone?: string | null
  /** The moment that the schedule means. */
  scheduledAt?: string | null
  /** When it went public. */
  publishedAt?: string | null
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
  /** Where it came from. */
  source?: 'upload' | 'import' | 'recording' | 'clip'
  /** The stream that it is a recording or a clip of. */
  parentStreamId?: string | null
  /** The session of that stream. */
  sessionId?: string | null
  /** How long it is. */
  durationSeconds?: number | null
  /** Width of its picture in pixels. */
  width?: number | null
  /** Height of its picture in pixels. */
  height?: number | null
  /** How much is kept of it, in bytes. */
  byteCount?: number | null
  processing?: {
    /** How far the step is. */
    percent?: number
    /** What is done at this moment. */
    step?: 'waiting' | 'downloading' | 'probing' | 'converting' | 'cutting' | 'writing'
    /** Why it could not be used. */
    error?: string
  } | null
  clipRange?: {
    /** Programme time of its first picture. */
    startTime?: string
    /** Programme time behind its last picture. */
    endTime?: string
  } | null
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
    /** A file to keep, once it is made. For viewers where `allowDownload` is on; for you it opens for a day where it is not. */
    mp4Url: string | null
    /** A WebVTT track of small pictures for seeking, where they could be taken. */
    storyboardUrl: string | null
  }
  access?: {
    /** What the audience needs to watch it. */
    required: 'password' | 'signature' | 'ticket'
    /** Where tickets are sold. */
    ticketUrl: string | null
  }
}

/** Live streams: each with a key for an encoder and an address for an audience. */
export type Stream = {
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
}

/** Events sold elsewhere, whose tickets open a stream, a recorded video or a whole channel. */
export type TicketingEvent = {
  /** Its id, the same as `ticketingEventId`. */
  id: string
  ticketingEventId: string
  /** Its state. */
  status: 'pending' | 'active' | 'error' | 'closed' | 'deleted'
  /** The stream that tickets open. */
  streamId: string | null
  /** The recorded video that tickets open. */
  staticId: string | null
  /** The channel whose ticketed videos they open. */
  channelId: string | null
  /** Who sells the tickets. generic: you say yourself who has one. */
  provider: 'generic' | 'eventbrite' | 'luma' | 'pretix' | 'hiEvents' | 'ticketTailor'
  /** The event’s id there; of your own with generic. */
  externalEventId: string
  /** Where tickets are sold; the provider’s page when left out. */
  externalEventUrl: string | null
  /** What the event is called there. */
  title: string | null
  /** Types of tickets, by their ids there, that open it; empty: all. */
  ticketTypeIds: string[]
  /** When it begins. Yours to say with generic, else the provider’s. */
  startsAt: string | null
  /** When it ends. Yours to say with generic, else the provider’s. */
  endsAt: string | null
  /** How long before it begins tickets open it. */
  accessOpensMinutesBefore: number
  /** How long after its end tickets open it: for the replay. */
  accessClosesMinutesAfter: number
  /** Devices that may watch with one ticket at the same time. */
  maxSessionsPerTicket: number
  /** Whether each buyer is sent the code and the link. */
  sendAccessEmails: boolean
  /** How changes become known: told, asked for, or both. */
  syncMode: 'webhook' | 'poll' | 'both'
  /** How often the whole list is asked for. */
  pollIntervalSeconds: number
  /** Your own name for it, unique per account and noun; makes a repeated create safe. */
  clientReference: string | null
  /** Up to 50 pairs of your own. */
  metadata: Record<string, string>
  /** When it was made. */
  createdAt: string
  /** When it last changed. */
  updatedAt: string
  /** Counts its changes; `ifVersion` compares with it. */
  version: number
  /** Whether there are credentials for the provider. */
  hasCredentials?: boolean
  /** Tickets that are valid now. */
  ticketsSold?: number
  /** When the list of tickets was last complete. */
  lastSyncAt?: string | null
  /** What went wrong since, in words. */
  lastError?: string | null
  sync?: {
    /** Tickets that the last change brought. */
    imported: number
    /** Tickets that it took away. */
    revoked: number
    /** Entries that could not be made a ticket. */
    failed: number
  }
  /** Where people with a ticket watch. */
  accessUrl?: string
  /** Where the provider, or you, tell of changes. */
  inboundWebhookUrl?: string
  /** When tickets begin to open it; null: at once. */
  accessOpensAt?: string | null
  /** When tickets stop to open it; null: never by themselves. */
  accessClosesAt?: string | null
}

/** Addresses that facts are sent to. */
export type WebhookEndpoint = {
  /** Its id, the same as `webhookEndpointId`. */
  id: string
  webhookEndpointId: string
  /** Its state. */
  status: 'enabled' | 'disabled' | 'deleted'
  /** Address that facts are posted to, not of a private network. */
  url: string
  /** Names of the facts wanted, `*` for any part: `places.*`, `*.*.deleted`. All when left out. */
  facts: string[]
  /** What it is for. */
  description: string | null
  /** hmac: a shared secret. ed25519: you get a public key. */
  signature: 'hmac' | 'ed25519'
  /** Verifies ed25519 signatures, `whpk_…`. */
  publicKey: string | null
  /** After a rotation: until when the previous secret signs as well. */
  previousSecretUntil: string | null
  /** gone: the receiver answered 410. request: it was asked for. */
  disabledReason: 'gone' | 'request' | null
  /** Your own name for it, unique per account and noun; makes a repeated create safe. */
  clientReference: string | null
  /** Up to 50 pairs of your own. */
  metadata: Record<string, string>
  /** When it was made. */
  createdAt: string
  /** When it last changed. */
  updatedAt: string
  /** Counts its changes; `ifVersion` compares with it. */
  version: number
}

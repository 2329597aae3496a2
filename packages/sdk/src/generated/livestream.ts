// Generated from the operations by `npm run gen`. Changes here are lost.
import type { Call, Route } from '../call.ts'
import type { ListPages } from '../pages.ts'
import type { CallOptions } from '../settings.ts'
import type { Channel, Deleted, Details, LivestreamCategory, LivestreamCategoryDeleteResult, LivestreamSubCategory, Pagination, StaticVideo, Stream } from './schemas.ts'

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

export type LivestreamCategoryDeleteAnswer = LivestreamCategoryDeleteResult

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
  /** Comma list of createdAt, name; `-` before one sorts it falling. */
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
  /** public: listed. unlisted: for who knows its address. private: for you. */
  visibility?: 'public' | 'unlisted' | 'private'
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
  /** Its latest published videos, at most 10. */
  recentStatics?: StaticVideo[]
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
  /** public: listed. unlisted: for who knows its address. private: for you. */
  visibility?: 'public' | 'unlisted' | 'private'
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
  source?: 'upload' | 'import'
  /** Only with this visibility. */
  visibility?: 'public' | 'unlisted' | 'private' | 'password'
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
  /** link: played from where it lies. */
  importMode?: 'link'
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
}

export type LivestreamStaticDeleteInput = {
  staticId: string
  /** Refuses the write when the version is another one. */
  ifVersion?: number
}

export type LivestreamStaticDeleteAnswer = Deleted

export type LivestreamStaticGetInput = {
  staticId?: string
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

export type LivestreamStreamAllInput = {
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
  status?: 'idle' | 'scheduled' | 'connecting' | 'preview' | 'live' | 'reconnecting' | 'ended' | 'disabled'
  accountId?: string
  /** Only with this visibility. */
  visibility?: 'public' | 'unlisted' | 'private' | 'password' | 'signed' | 'ticketed'
  isRewardsEnabled?: boolean
  /** Scheduled at this moment or later. */
  scheduledAfter?: string
  /** Scheduled at this moment or earlier. */
  scheduledBefore?: string
  /** Only those that can be watched live at this moment, or the others. */
  isLive?: boolean
  /** Only of this channel. */
  channelId?: string
  /** Only linked to this category. */
  categoryId?: string
  /** Only linked to this sub-category. */
  subCategoryId?: string
  /** Only with this tag. */
  tag?: string
}

export type LivestreamStreamAllAnswer = {
  items: Stream[]
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
    /** Where to publish to, such as rtmp://live.example.com/app; without the key. */
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
  pending?: ('latencyMode' | 'renditions' | 'dvrWindowSeconds' | 'record' | 'autoStart')[]
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
    /** Where to publish to, such as rtmp://live.example.com/app; without the key. */
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
  pending?: ('latencyMode' | 'renditions' | 'dvrWindowSeconds' | 'record' | 'autoStart')[]
}

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

export type LivestreamSubCategoryDeleteAnswer = LivestreamCategoryDeleteResult

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

/** Livestream: Categories, channels, recorded videos, and their details in many languages. */
export function livestream(call: Call) {
  return {
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
       * Channel - Get All. Lists your channels, or with `scope=discover` the public channels of all accounts, where paging, `q`, `language`, `tag` and a sort by name or createdAt apply; other filters are refused.
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
       * Channel - Get By ID. Gets a channel by id, handle or reference, with its latest videos. A handle that it left lately leads on to it.
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
       * Details - Track as WebVTT. A chapter or caption track of a published sheet of an open video or a public channel, for a player.
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
       * Static - Update Create. Makes a recorded video, or updates the one that `staticId` or a known `clientReference` names: `created` says which. With a video address it is public at once or at its schedule, without one it is a draft. An update changes only what is sent and tells nobody.
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
    },
    stream: {
      /**
       * Get All. Lists streams. The public sees public ones. `q` searches title, description and tags.
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
       * Update. Changes a stream. While it is live, texts, visibility, targets and slate apply at once; what a session takes over when it begins is for the next one, and stands in `pending`. `goLive`: shows a preview to the audience. `end`: ends the session that runs. `disable`: lets no encoder in; ends the session that runs. `enable`: lets encoders in again. `rotateKey`: makes a new key; whoever publishes with the old one is sent away.
       * Needs a secret or restricted key; a restricted one needs the scope `livestream.stream:write`. Accounts: Business, Streamer.
       * May tell `livestream.stream.updated`, `livestream.stream.wentLive`, `livestream.stream.ended`, `livestream.stream.disabled`, `livestream.stream.enabled`.
       * PUT /api/video/stream/update
       */
      update: (input: LivestreamStreamUpdateInput, options?: CallOptions): Promise<LivestreamStreamUpdateAnswer> =>
        call.one(routes['livestream.stream.update'], input, options),
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
  }
}

const routes = {
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
  'livestream.stream.all': { id: 'livestream.stream.all', method: 'GET', path: '/api/video/stream/all', kind: 'read' },
  'livestream.stream.create': { id: 'livestream.stream.create', method: 'POST', path: '/api/video/stream/create', kind: 'create' },
  'livestream.stream.delete': { id: 'livestream.stream.delete', method: 'POST', path: '/api/video/stream/delete', kind: 'write' },
  'livestream.stream.get': { id: 'livestream.stream.get', method: 'GET', path: '/api/video/stream/get', kind: 'read' },
  'livestream.stream.update': { id: 'livestream.stream.update', method: 'PUT', path: '/api/video/stream/update', kind: 'write' },
  'livestream.subCategory.all': { id: 'livestream.subCategory.all', method: 'GET', path: '/api/video/subcategory/all', kind: 'read' },
  'livestream.subCategory.create': { id: 'livestream.subCategory.create', method: 'POST', path: '/api/video/subcategory/create', kind: 'create' },
  'livestream.subCategory.delete': { id: 'livestream.subCategory.delete', method: 'POST', path: '/api/video/subcategory/delete', kind: 'write' },
  'livestream.subCategory.get': { id: 'livestream.subCategory.get', method: 'GET', path: '/api/video/subcategory/get', kind: 'read' },
  'livestream.subCategory.update': { id: 'livestream.subCategory.update', method: 'PUT', path: '/api/video/subcategory/update', kind: 'write' },
} satisfies Record<string, Route>

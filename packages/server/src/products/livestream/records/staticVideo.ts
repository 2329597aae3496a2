import {
  calendarDay,
  dateTime,
  defaulted,
  flag,
  idOf,
  line,
  matching,
  nameLine,
  nullable,
  oneOf,
  group,
  optional,
  prose,
  real,
  refTo,
  timeZone,
  imageUrl,
  webUrl,
  whole,
} from '#kit/values/fields.ts'
import { Type } from '#kit/values/schema.ts'
import type { Ctx } from '#kit/call/context.ts'
import { foldName, searchText } from '#kit/values/foldedText.ts'
import { field, invalid } from '#kit/call/problem.ts'
import { resource, type Audience, type Stored } from '#kit/nouns/resource.ts'
import { closed } from '#kit/nouns/standard.ts'
import { viewerTokensPort } from '#platform/auth/viewerTokensPort.ts'
import { accessShape, playbackIdOf, playbackOf, playbackShape } from './playbackAddresses.ts'
import {
  staticArchived,
  staticCreated,
  staticDeleted,
  staticPublished,
  staticUpdated,
} from '#products/livestream/facts.ts'
import { checkTags, tagList, tags } from './videoTags.ts'
import { noOffer, ticketOffersOf, type TicketOffer } from './ticketOffer.ts'
import { labelFields } from './videoFields.ts'
import { gateOf, visibilities, visibilityText } from './visibility.ts'

/** A recorded video as the store holds it. */
export type StaticVideo = Stored<typeof staticVideo>

/** Value of an empty `searchType`. */
export const searchTypeFallback = 'upload'

/** Shelves of an account: its own videos, clips of viewers, and clips of viewers that the owner shows. */
export const shelves = ['own', 'viewers', 'featured'] as const

/** Prefix of the ids of viewers who make clips. */
export const authorPrefix = 'vwr'

/** Most characters of a viewer's name. */
export const authorNameMax = 40

/** Pattern of a time of day: `HH:MM` or `HH:MM:SS`. */
export const timePattern = '^([01]\\d|2[0-3]):[0-5]\\d(:[0-5]\\d)?$'

const readOnly = { access: { isReadOnly: true } }
const hidden = { access: { isHidden: true, isReadOnly: true } }

const filePlayback = closed(
  {
    ...playbackShape.properties,
    videoUrl: nullable(
      Type.String({ description: 'The file to play in place of the playlist, where the video is a link.' }),
    ),
    mp4Url: nullable(
      Type.String({
        description:
          'File for download, once it is ready. Viewers get it where `allowDownload` is on; where it is off, the ' +
          'owner gets an address that is valid for a day.',
      }),
    ),
    storyboardUrl: nullable(
      Type.String({ description: 'A WebVTT track of thumbnails for seeking, where they could be made.' }),
    ),
  },
  {
    title: 'FilePlayback',
    description: 'Addresses at which the video is watched; null while it is closed to the caller.',
  },
)

/** A recorded video. */
export const staticVideo = resource({
  id: 'livestream.static',
  title: 'Static video',
  description: 'Recorded videos',
  table: 'livestream_static',
  idKey: 'staticId',
  prefix: 'sta',
  states: {
    draft: ['processing', 'scheduled', 'published'],
    processing: ['draft', 'scheduled', 'published', 'failed'],
    failed: ['draft', 'processing', 'scheduled', 'published'],
    scheduled: ['processing', 'published'],
    published: ['archived'],
    archived: [],
  },
  initial: 'draft',
  actions: {
    archive: { from: ['published'], to: 'archived', description: 'takes a published video from the public.' },
  },
  countMax: Number.POSITIVE_INFINITY,
  fields: {
    searchType: defaulted(
      line(64, { min: 0, description: 'A word of your own to filter by; `upload` when empty.' }),
      searchTypeFallback,
    ),
    title: optional(nameLine(140, { description: 'Title.' })),
    description: optional(prose(5000, { description: 'Text about the content.' })),
    tags: optional(tags),
    channelId: optional(idOf('chn', { description: 'The channel it is shown on.' }), {
      storage: refTo('livestream.channel', 'chn'),
    }),
    ...labelFields,
    scheduleDate: optional(calendarDay({ description: 'Day of publication in `timezone`, `YYYY-MM-DD`.' })),
    scheduleTime: optional(
      matching(timePattern, 8, {
        message: 'must be a time of day such as 19:30',
        description: 'Time of day of publication, `HH:MM:SS`.',
      }),
    ),
    timezone: optional(timeZone({ description: 'IANA zone of the schedule; the account’s when left out.' })),
    scheduledAt: optional(dateTime({ description: 'The moment that the schedule means.' }), readOnly),
    publishedAt: optional(dateTime({ description: 'Time of publication.' }), readOnly),
    coverPhotoUrl: optional(imageUrl({ description: 'Address of its cover image.' })),
    isRewardsEnabled: defaulted(
      flag({ description: 'Whether watching gives rewards; the channel’s default when left out.' }),
      false,
    ),
    videoUrl: optional(webUrl({ description: 'Address of the video. Without one it stays a draft.' })),
    visibility: defaulted(
      oneOf(visibilities, { description: `${visibilityText} The channel’s when left out.` }),
      'public',
    ),
    passwordHash: optional(line(200), hidden),
    importMode: defaulted(
      oneOf(['copy', 'link'], {
        description: 'copy: fetched, checked and kept here. link: played from where it lies.',
      }),
      'copy',
    ),
    allowDownload: defaulted(flag({ description: 'Whether viewers may download a copy.' }), false),
    expiresAt: optional(dateTime({ description: 'Time at which a published video is archived automatically.' })),
    // Schedules set by an update, not at creation: publication and archival then emit no public fact.
    silentScheduledAt: optional(dateTime(), hidden),
    silentExpiresAt: optional(dateTime(), hidden),
    source: defaulted(
      oneOf(['upload', 'import', 'recording', 'clip'], { description: 'Origin of the video.' }),
      'upload',
      readOnly,
    ),
    parentStreamId: optional(idOf('str', { description: 'The stream that it is a recording or a clip of.' }), {
      storage: refTo('livestream.stream', 'str'),
      ...readOnly,
    }),
    sessionId: optional(idOf('ses', { description: 'The session of that stream.' }), {
      storage: refTo('livestream.session', 'ses'),
      ...readOnly,
    }),
    durationSeconds: optional(real(0, 604_800, { description: 'Duration.' }), readOnly),
    width: optional(whole(1, 16_384, { description: 'Width of its frames in pixels.' }), readOnly),
    height: optional(whole(1, 16_384, { description: 'Height of its frames in pixels.' }), readOnly),
    byteCount: optional(whole(0, Number.MAX_SAFE_INTEGER, { description: 'Stored size in bytes.' }), readOnly),
    processing: optional(
      group(
        {
          percent: Type.Optional(whole(0, 100, { description: 'Progress of the step.' })),
          step: Type.Optional(
            oneOf(['waiting', 'downloading', 'probing', 'converting', 'cutting', 'writing'], {
              description: 'Step that runs at this moment.',
            }),
          ),
          error: Type.Optional(line(500, { description: 'Reason of the failure.' })),
        },
        { description: 'Progress of the work on the file; null when there is none.' },
      ),
      readOnly,
    ),
    clipRange: optional(
      group(
        {
          startTime: Type.Optional(dateTime({ description: 'Programme time of its first frame.' })),
          endTime: Type.Optional(dateTime({ description: 'Programme time of the end of its last frame.' })),
        },
        { description: 'The part of the programme that a clip shows; null for other videos.' },
      ),
      readOnly,
    ),
    shelf: defaulted(
      oneOf(shelves, {
        description:
          'own: a video of the owner. viewers: a clip of a viewer, which is open by its address and in no public ' +
          'list. featured: a clip of a viewer that the owner shows.',
      }),
      'own',
      readOnly,
    ),
    authorId: optional(
      idOf(authorPrefix, {
        description: 'The viewer who made the clip, under one id for all their clips; null for videos of the owner.',
      }),
      { storage: refTo('livestream.viewer', authorPrefix), ...readOnly },
    ),
    authorName: optional(nameLine(authorNameMax, { description: 'Name that this viewer gave.' }), readOnly),
    // The asset with its media, and the files that were made of it.
    assetId: optional(idOf('ast'), { storage: refTo('livestream.asset', 'ast'), ...hidden }),
    hasMp4: defaulted(flag(), false, hidden),
    hasPoster: defaulted(flag(), false, hidden),
    hasStoryboard: defaulted(flag(), false, hidden),
  },
  derived: {
    categoryFolded: { sqlType: 'text', of: (record) => folded(record.category) },
    subCategoryFolded: { sqlType: 'text', of: (record) => folded(record.subCategory) },
    tagList: { sqlType: 'text[]', of: (record) => tagList(record.tags) },
    searchText: { sqlType: 'text', of: (record) => searchText(record.title, record.description, record.tags) },
  },
  computed: {
    fields: {
      hasPassword: flag({ description: 'Whether a password is set.' }),
      playback: filePlayback,
    },
    publicFields: { playback: nullable(filePlayback), access: nullable(accessShape) },
    of: async (ctx, records, audience) => {
      const offers = audience === 'owner' ? undefined : await ticketOffersOf(ctx, records)
      const viewing = (id: string) => ({ audience, offer: offers?.get(id) ?? noOffer })
      return Promise.all(records.map((each) => addressFields(ctx, each, viewing(each.id))))
    },
  },
  card: ({ id, title, coverPhotoUrl, status, visibility, shelf }) => ({
    title: title ?? 'Untitled',
    imageUrl: coverPhotoUrl,
    path: `/watch/${playbackIdOf(id)}`,
    isListed: status === 'published' && visibility === 'public' && shelf !== 'viewers',
  }),
  facts: {
    created: staticCreated,
    updated: staticUpdated,
    deleted: staticDeleted,
    moved: { published: staticPublished, archived: staticArchived },
  },
  publicWhen: {
    sql: "t.status = 'published' and t.visibility <> 'private'",
    holds: (record) => record.status === 'published' && record.visibility !== 'private',
  },
  publicFields: [
    ...(['searchType', 'title', 'description', 'tags', 'channelId', 'category', 'subCategory'] as const),
    ...(['categoryId', 'subCategoryId', 'publishedAt', 'coverPhotoUrl', 'isRewardsEnabled', 'visibility'] as const),
    ...(['allowDownload', 'source', 'authorName', 'durationSeconds', 'width', 'height'] as const),
  ],
  check(record) {
    checkTags(record.tags)
    if (record.visibility === 'password' && record.passwordHash === null) {
      throw invalid(field('password', 'required', 'is needed for visibility password'))
    }
    const hasMedia = record.videoUrl !== null || record.assetId !== null
    if ((record.status === 'scheduled' || record.status === 'published') && !hasMedia) {
      throw invalid(field('videoUrl', 'required', `cannot be emptied on a ${record.status} video`))
    }
  },
})

/** Whether a video plays without a grant. A published video that is not open still shows its title to the public. */
export function isOpen(record: Pick<StaticVideo, 'status' | 'visibility'>): boolean {
  return record.status === 'published' && (record.visibility === 'public' || record.visibility === 'unlisted')
}

type Listed = { id: string; status: string; visibility: string; passwordHash: string | null } & Files & Linked
type Linked = { importMode: 'copy' | 'link'; assetId: string | null; videoUrl: string | null }
type Files = { allowDownload: boolean; hasMp4: boolean; hasPoster: boolean; hasStoryboard: boolean }
type Viewing = { audience: Audience; offer: TicketOffer }

/** Whether the poster of a video has an address: its media have none before it is published. */
export function servesPoster({ hasPoster, status }: { hasPoster: boolean; status: string }): boolean {
  return hasPoster && status === 'published'
}

/** Addresses of a video. The public form of a closed one holds `access` instead. */
async function addressFields(ctx: Ctx, record: Listed, viewing: Viewing): Promise<Record<string, unknown>> {
  const { audience, offer } = viewing
  const gate = audience === 'owner' ? undefined : gateOf(record.visibility)
  if (gate !== undefined) return { playback: null, access: { required: gate, ...offer } }
  const hasPlaylist = linkOf(record) === null && record.status !== 'archived'
  const own = playbackOf(ctx, record.id, { hasPoster: servesPoster(record), hasPlaylist })
  const files = `${ctx.settings.publicUrl}/media/${own.playbackId}`
  const playback = {
    ...own,
    videoUrl: linkOf(record),
    mp4Url: await fileUrlOf(ctx, record, { audience, files }),
    storyboardUrl: record.hasStoryboard ? `${files}/storyboard.vtt` : null,
  }
  return audience === 'owner' ? { playback, hasPassword: record.passwordHash !== null } : { playback, access: null }
}

/** Address that a linked video plays from; null for a copy, whose source only the owner sees. */
export function linkOf({ importMode, assetId, videoUrl }: Linked): string | null {
  return importMode === 'link' && assetId === null ? videoUrl : null
}

/** Lifetime in hours of a signed address in an owner's response. */
const ownerGrantHours = 24

/** Address of the MP4 file. Where an audience may not download or watch it, the address carries the owner's grant. */
async function fileUrlOf(ctx: Ctx, record: Listed, at: { audience: Audience; files: string }): Promise<string | null> {
  const { hasMp4, allowDownload, visibility } = record
  if (!hasMp4 || (at.audience !== 'owner' && !allowDownload)) return null
  if (allowDownload && (visibility === 'public' || visibility === 'unlisted')) return `${at.files}/video.mp4`
  const expiresAt = Math.floor(ctx.now().getTime() / 1000) + ownerGrantHours * 3600
  const grant = { playbackId: playbackIdOf(record.id), by: 'owner' as const, expiresAt }
  return `${at.files}/t/${await ctx.port(viewerTokensPort).sign(grant)}/video.mp4`
}

function folded(name: string | null): string | null {
  return name === null ? null : foldName(name)
}

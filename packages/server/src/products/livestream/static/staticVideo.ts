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
  timeZone,
  webUrl,
} from '#kit/fields.ts'
import { foldName, searchText } from '#kit/fold.ts'
import { field, invalid } from '#kit/problem.ts'
import { resource, type Audience, type Stored } from '#kit/resource.ts'
import { closed } from '#kit/standard.ts'
import {
  staticArchived,
  staticCreated,
  staticDeleted,
  staticPublished,
  staticUpdated,
} from '#products/livestream/facts.ts'
import { checkTags, tagList, tags } from '#products/livestream/tags.ts'

/** A recorded video as the store holds it. */
export type StaticVideo = Stored<typeof staticVideo>

/** What `searchType` becomes when it is empty and nothing else is known. */
export const searchTypeFallback = 'upload'

/** Times of day: hours, minutes and, unless they are 0, seconds. */
export const timePattern = '^([01]\\d|2[0-3]):[0-5]\\d(:[0-5]\\d)?$'

const readOnly = { access: { isReadOnly: true } }
const hidden = { access: { isHidden: true, isReadOnly: true } }
const ownerOnly = { access: { isPublic: false } }

/** A recorded video. */
export const staticVideo = resource({
  id: 'livestream.static',
  title: 'Static video',
  description: 'Recorded videos',
  table: 'livestream_static',
  idKey: 'staticId',
  prefix: 'sta',
  states: {
    draft: ['scheduled', 'published'],
    scheduled: ['published'],
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
    title: optional(nameLine(140, { description: 'Its title.' })),
    description: optional(prose(5000, { description: 'What it shows.' })),
    tags: optional(tags),
    channelId: optional(idOf('chn', { description: 'The channel it is shown on.' }), {
      storage: refTo('livestream.channel', 'chn'),
    }),
    category: optional(line(120, { description: 'Name of a category, kept as sent.' })),
    subCategory: optional(line(120, { description: 'Name of a sub-category, kept as sent.' })),
    categoryId: optional(idOf('cat', { description: 'The category that `category` names, if there is one.' }), {
      storage: refTo('livestream.category', 'cat'),
      ...readOnly,
    }),
    subCategoryId: optional(idOf('sub', { description: 'The sub-category that `subCategory` names within it.' }), {
      storage: refTo('livestream.subCategory', 'sub'),
      ...readOnly,
    }),
    scheduleDate: optional(calendarDay({ description: 'Day of publication in `timezone`, `YYYY-MM-DD`.' })),
    scheduleTime: optional(matching(timePattern, 8, { description: 'Time of day of publication, `HH:MM:SS`.' })),
    timezone: optional(timeZone({ description: 'IANA zone of the schedule; the account’s when left out.' })),
    scheduledAt: optional(dateTime({ description: 'The moment that the schedule means.' }), readOnly),
    publishedAt: optional(dateTime({ description: 'When it went public.' }), readOnly),
    coverPhotoUrl: optional(webUrl({ description: 'Address of its cover picture.' })),
    isRewardsEnabled: defaulted(
      flag({ description: 'Whether watching gives rewards; the channel’s default when left out.' }),
      false,
    ),
    videoUrl: optional(webUrl({ description: 'Address of the video. Without one it stays a draft.' })),
    visibility: defaulted(
      oneOf(['public', 'unlisted', 'private', 'password'], {
        description:
          'public: listed. unlisted: for who knows its address. private: for you. password: for who knows it. ' +
          'The channel’s when left out.',
      }),
      'public',
    ),
    passwordHash: optional(line(200), hidden),
    importMode: defaulted(oneOf(['link'], { description: 'link: played from where it lies.' }), 'link', ownerOnly),
    allowDownload: defaulted(flag({ description: 'Whether viewers may keep a copy.' }), false),
    expiresAt: optional(dateTime({ description: 'When a published video is archived by itself.' }), ownerOnly),
    // The moments that updates set: what comes at them is told to nobody.
    silentScheduledAt: optional(dateTime(), hidden),
    silentExpiresAt: optional(dateTime(), hidden),
    source: defaulted(oneOf(['upload', 'import'], { description: 'Where it came from.' }), 'upload', readOnly),
  },
  derived: {
    categoryFolded: { sqlType: 'text', of: (record) => folded(record.category) },
    subCategoryFolded: { sqlType: 'text', of: (record) => folded(record.subCategory) },
    tagList: { sqlType: 'text[]', of: (record) => tagList(record.tags) },
    searchText: { sqlType: 'text', of: (record) => searchText(record.title, record.description, record.tags) },
  },
  computed: {
    fields: {
      hasPassword: flag({ description: 'Whether a password is set. For the owner.' }),
      access: closed({ required: oneOf(['password'], { description: 'What the audience needs to watch it.' }) }),
    },
    of: async (_ctx, records, audience) => records.map((record) => gate(record, audience)),
  },
  facts: {
    created: staticCreated,
    updated: staticUpdated,
    deleted: staticDeleted,
    moved: { published: staticPublished, archived: staticArchived },
  },
  publicWhen: {
    sql: "t.status = 'published' and t.visibility in ('public', 'unlisted', 'password')",
    holds: (record) => record.status === 'published' && record.visibility !== 'private',
  },
  check(record) {
    checkTags(record.tags)
    if (record.visibility === 'password' && record.passwordHash === null) {
      throw invalid(field('password', 'required', 'is needed for visibility password'))
    }
    if (record.status !== 'draft' && record.videoUrl === null) {
      throw invalid(field('videoUrl', 'required', `cannot be emptied on a ${record.status} video`))
    }
  },
})

/** Whether anyone may watch it. Of a published video that is not open, the audience may know what it is. */
export function isOpen(record: Pick<StaticVideo, 'status' | 'visibility'>): boolean {
  return record.status === 'published' && (record.visibility === 'public' || record.visibility === 'unlisted')
}

type Gated = { visibility: string; passwordHash: string | null }

/** Of a gated video the audience sees what it is, and what opens it, but not where it lies. */
function gate(record: Gated, audience: Audience): Record<string, unknown> {
  if (audience === 'owner') return { hasPassword: record.passwordHash !== null }
  return record.visibility === 'password' ? { videoUrl: null, access: { required: 'password' } } : {}
}

function folded(name: string | null): string | null {
  return name === null ? null : foldName(name)
}

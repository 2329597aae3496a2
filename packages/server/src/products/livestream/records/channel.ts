import { Type } from '#kit/values/schema.ts'
import type { Ctx } from '#kit/call/context.ts'
import {
  childRows,
  defaulted,
  flag,
  group,
  idOf,
  languageTag,
  matching,
  nameLine,
  nullable,
  oneOf,
  optional,
  prose,
  refTo,
  required,
  imageUrl,
  webUrl,
} from '#kit/values/fields.ts'
import { searchText } from '#kit/values/foldedText.ts'
import { encodeId } from '#kit/values/ids.ts'
import { resource, type Audience, type Stored } from '#kit/nouns/resource.ts'
import { builtStatement, statement } from '#kit/call/statement.ts'
import { uuidOf } from '#platform/db/columns.ts'
import { channelCreated, channelDeleted, channelUpdated } from '#products/livestream/facts.ts'
import { playbackIdOf } from './playbackAddresses.ts'
import { liveSql } from './standing.ts'
import { dvrWindow } from './videoFields.ts'
import { checkTags, tagList, tags } from './videoTags.ts'

/** A channel as the store holds it. */
export type Channel = Stored<typeof channel>

/** Pattern of a handle: 3 to 32 lower-case letters, digits and underscores. */
export const handlePattern = '^[a-z0-9_]{3,32}$'

const visibilities = ['public', 'unlisted', 'private'] as const
const ownVisibilities = [...visibilities, 'ticketed'] as const

const computedFields = {
  category: nullable(Type.String({ description: 'Name of its category.' })),
  subCategory: nullable(Type.String({ description: 'Name of its sub-category.' })),
  isLive: flag({ description: 'Whether a stream visible to you is live on the channel.' }),
  liveStreamId: nullable(idOf('str', { description: 'The stream there that went live last.' })),
  channelUrl: Type.String({ description: 'Address of its page.' }),
  feedUrl: Type.String({ description: 'Latest videos, as RSS.' }),
  calendarUrl: Type.String({ description: 'Scheduled streams, as iCalendar.' }),
  embedUrl: Type.String({ description: 'A player that shows what is live there, else the latest video.' }),
}

/** The permanent home of a streamer: one page, one handle, any number of videos. */
export const channel = resource({
  id: 'livestream.channel',
  title: 'Channel',
  description: 'Channels: the permanent homes of streamers, each with one page and one handle',
  table: 'livestream_channel',
  idKey: 'channelId',
  prefix: 'chn',
  states: { active: [] },
  initial: 'active',
  countMax: 100,
  fields: {
    name: required(nameLine(80, { description: 'Text for the audience.' })),
    handle: defaulted(
      matching(handlePattern, 32, {
        message: 'must be 3 to 32 small letters, digits and _',
        description:
          'Name in addresses, unique on the whole instance; derived from the name when left out. A previous handle ' +
          'redirects for 30 days, during which no other channel can take it.',
      }),
      '',
    ),
    description: optional(prose(5000, { description: 'Text about the channel.' })),
    avatarUrl: optional(imageUrl({ description: 'Address of a square image.' })),
    coverPhotoUrl: optional(imageUrl({ description: 'Address of a wide image.' })),
    categoryId: optional(idOf('cat', { description: 'Category.' }), {
      storage: refTo('livestream.category', 'cat'),
    }),
    subCategoryId: optional(idOf('sub', { description: 'Sub-category; sets the category as well.' }), {
      storage: refTo('livestream.subCategory', 'sub'),
    }),
    language: defaulted(languageTag({ description: 'Language; the language of the account when left out.' }), 'en'),
    tags: optional(tags),
    links: childRows(
      'livestream_channel_link',
      {
        label: nameLine(40, { description: 'Text of the link.' }),
        url: webUrl({ description: 'Target of the link.' }),
      },
      { itemsMax: 20, description: 'Links to show on the channel’s page, in this order.' },
    ),
    visibility: defaulted(
      oneOf(ownVisibilities, {
        description:
          'public: listed. unlisted: open by its address. private: for you. ticketed: as unlisted; its new ' +
          'videos need a ticket.',
      }),
      'public',
    ),
    defaults: optional(
      group(
        {
          visibility: Type.Optional(oneOf(visibilities, { description: 'Visibility of new videos.' })),
          isRewardsEnabled: Type.Optional(flag({ description: 'Whether new videos give rewards.' })),
          latencyMode: Type.Optional(
            oneOf(['ultraLow', 'low', 'standard'], { description: 'Target latency of new streams.' }),
          ),
          record: Type.Optional(flag({ description: 'Whether new streams are recorded.' })),
          dvrWindowSeconds: Type.Optional(dvrWindow('Length of the DVR window of new streams, in seconds.')),
          allowViewerClips: Type.Optional(flag({ description: 'Whether viewers may make clips of new streams.' })),
          replayVisibility: Type.Optional(
            oneOf(visibilities, { description: 'Visibility of replays of new streams.' }),
          ),
        },
        { description: 'Defaults of new videos of the channel; those there already are left alone.' },
      ),
    ),
    isRewardsEnabled: defaulted(
      flag({
        description: 'Whether new videos give rewards, where neither they nor `defaults` say it.',
      }),
      false,
    ),
  },
  derived: {
    tagList: { sqlType: 'text[]', of: (record) => tagList(record.tags) },
    searchText: {
      sqlType: 'text',
      of: (record) => searchText(record.name, record.handle, record.description, record.tags),
    },
  },
  computed: {
    fields: computedFields,
    publicFields: computedFields,
    of: async (ctx, records, audience) => {
      const names = await labelNames(ctx, records)
      const live = await liveStreamIds(ctx, records, audience)
      return records.map((record) => ({
        category: names.get(record.categoryId ?? '') ?? null,
        subCategory: names.get(record.subCategoryId ?? '') ?? null,
        isLive: live.has(record.id),
        liveStreamId: live.get(record.id) ?? null,
        ...channelAddresses(ctx, record),
      }))
    },
  },
  card: ({ name, avatarUrl, handle, status, visibility }) => ({
    title: name,
    imageUrl: avatarUrl,
    path: `/c/${handle}`,
    isListed: status === 'active' && visibility === 'public',
  }),
  facts: { created: channelCreated, updated: channelUpdated, deleted: channelDeleted },
  publicWhen: {
    sql: publicChannelSql('t'),
    holds: (record) => record.status === 'active' && record.visibility !== 'private',
  },
  publicFields: [
    ...(['name', 'handle', 'description', 'avatarUrl', 'coverPhotoUrl', 'categoryId', 'subCategoryId'] as const),
    ...(['language', 'tags', 'links', 'visibility', 'isRewardsEnabled'] as const),
  ],
  check(record) {
    checkTags(record.tags)
  },
})

/** SQL condition: the channel in row `of` is visible to the public. */
export function publicChannelSql(of: string): string {
  return `${of}.status = 'active' and ${of}.visibility <> 'private'`
}

/** Address of a channel's page. */
export function channelUrl(ctx: Pick<Ctx, 'settings'>, handle: string): string {
  return `${ctx.settings.publicUrl}/c/${handle}`
}

/** Addresses of a channel's page, feed, calendar and embedded player. */
export function channelAddresses(ctx: Pick<Ctx, 'settings'>, { id, handle }: { id: string; handle: string }) {
  const url = channelUrl(ctx, handle)
  return {
    channelUrl: url,
    feedUrl: `${url}/feed.xml`,
    calendarUrl: `${url}/calendar.ics`,
    embedUrl: `${ctx.settings.publicUrl}/embed/video/${playbackIdOf(id)}`,
  }
}

/** SQL condition: the stream in row `of` is live and visible in lists to this audience. */
export function isLiveSql(of: string, audience: Audience): string {
  return `${liveSql(of)} and ${of}.deleted_at is null${listedSql(of, audience)}`
}

/** SQL that appends ` and …` to other conditions: the stream in row `of` is visible in lists to this audience. */
export function listedSql(of: string, audience: Audience): string {
  return audience === 'owner' ? '' : ` and ${of}.visibility = 'public' and not ${of}.test`
}

/** Id of the stream that went live last on each of these channels, by the id of the channel. */
async function liveStreamIds(ctx: Ctx, records: readonly Channel[], audience: Audience): Promise<Map<string, string>> {
  const ids = records.map((record) => uuidOf('chn', record.id))
  if (ids.length === 0) return new Map()
  const rows = await ctx.db.rows(selectLive[audience], [ctx.account.id, ids])
  const idWith = (prefix: string, uuid: string) => encodeId(prefix, ctx.account.id, uuid)
  return new Map(rows.map((row) => [idWith('chn', row.channel_id), idWith('str', row.id)]))
}

const selectLive = { owner: selectLiveFor('owner'), public: selectLiveFor('public') }

// `isLiveSql` gives `(s.status = 'live' or …) and s.deleted_at is null`, for the public also `s.visibility = 'public'`.
function selectLiveFor(audience: Audience) {
  return builtStatement<{ channel_id: string; id: string }>(
    `livestream_stream.liveOnChannels.${audience}`,
    'account',
    `select distinct on (s.channel_id) s.channel_id, s.id from livestream_stream s
     where s.account_id = $1 and s.channel_id = any($2::uuid[]) and ${isLiveSql('s', audience)}
     order by s.channel_id, s.started_at desc nulls last, s.id`,
  )
}

/** Names of the labels of a page of channels, by id. */
async function labelNames(ctx: Ctx, records: readonly Channel[]): Promise<Map<string, string>> {
  const categories = new Set(records.flatMap((record) => uuidOf('cat', record.categoryId) ?? []))
  const subs = new Set(records.flatMap((record) => uuidOf('sub', record.subCategoryId) ?? []))
  if (categories.size === 0) return new Map()
  const values = [ctx.account.id, [...categories], [...subs]]
  const rows = await ctx.db.rows(selectLabelNames, values)
  return new Map(rows.map((row) => [encodeId(row.prefix, ctx.account.id, row.id), row.name]))
}

const selectLabelNames = statement(
  'livestream_channel.labelNames',
  'account',
  "select 'cat' as prefix, id, name from livestream_category where account_id = $1 and id = any($2::uuid[]) " +
    "union all select 'sub', id, name from livestream_sub_category where account_id = $1 and id = any($3::uuid[])",
)

import { Type } from '#kit/schema.ts'
import type { Ctx } from '#kit/context.ts'
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
  webUrl,
  whole,
} from '#kit/fields.ts'
import { searchText } from '#kit/fold.ts'
import { encodeId } from '#kit/ids.ts'
import { resource, type Stored } from '#kit/resource.ts'
import { statement } from '#kit/statement.ts'
import { uuidOf } from '#platform/db/columns.ts'
import { channelCreated, channelDeleted, channelUpdated } from '#products/livestream/facts.ts'
import { checkTags, tagList, tags } from '#products/livestream/tags.ts'

/** A channel as the store holds it. */
export type Channel = Stored<typeof channel>

/** What a handle looks like: 3 to 32 of these. */
export const handlePattern = '^[a-z0-9_]{3,32}$'

const visibilities = ['public', 'unlisted', 'private'] as const
const ownVisibilities = [...visibilities, 'ticketed'] as const

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
    name: required(nameLine(80, { description: 'What the audience reads.' })),
    handle: defaulted(
      matching(handlePattern, 32, {
        description:
          'Its name in addresses, unique on the whole instance; made from the name when left out. A handle that was ' +
          'left leads on for 30 days and is nobody else’s meanwhile.',
      }),
      '',
    ),
    description: optional(prose(5000, { description: 'What the channel is about.' })),
    avatarUrl: optional(webUrl({ description: 'Address of a square picture.' })),
    coverPhotoUrl: optional(webUrl({ description: 'Address of a wide picture.' })),
    categoryId: optional(idOf('cat', { description: 'Its category.' }), {
      storage: refTo('livestream.category', 'cat'),
    }),
    subCategoryId: optional(idOf('sub', { description: 'Its sub-category; brings its category along.' }), {
      storage: refTo('livestream.subCategory', 'sub'),
    }),
    language: defaulted(languageTag({ description: 'Its language; the account’s when left out.' }), 'en'),
    tags: optional(tags),
    links: childRows(
      'livestream_channel_link',
      { label: nameLine(40, { description: 'What the link says.' }), url: webUrl({ description: 'Where it leads.' }) },
      { itemsMax: 20, description: 'Links to show on the channel’s page, in this order.' },
    ),
    visibility: defaulted(
      oneOf(ownVisibilities, {
        description:
          'public: listed. unlisted: for who knows its address. private: for you. ticketed: as unlisted; its new ' +
          'videos are for who has a ticket.',
      }),
      'public',
    ),
    defaults: optional(
      group(
        {
          visibility: Type.Optional(oneOf(visibilities, { description: 'Visibility of new videos.' })),
          isRewardsEnabled: Type.Optional(flag({ description: 'Whether new videos give rewards.' })),
          latencyMode: Type.Optional(
            oneOf(['ultraLow', 'low', 'standard'], { description: 'How near to the moment new streams are.' }),
          ),
          record: Type.Optional(flag({ description: 'Whether new streams are recorded.' })),
          dvrWindowSeconds: Type.Optional(
            whole(0, 14_400, { description: 'How far back new streams can be wound, in seconds.' }),
          ),
          allowViewerClips: Type.Optional(flag({ description: 'Whether viewers may make clips of new streams.' })),
          replayVisibility: Type.Optional(
            oneOf(visibilities, { description: 'Visibility of replays of new streams.' }),
          ),
        },
        { description: 'What new videos of the channel start with; those there already are left alone.' },
      ),
      { access: { isPublic: false } },
    ),
    isRewardsEnabled: defaulted(flag({ description: 'Whether being there gives rewards.' }), false),
  },
  derived: {
    tagList: { sqlType: 'text[]', of: (record) => tagList(record.tags) },
    searchText: {
      sqlType: 'text',
      of: (record) => searchText(record.name, record.handle, record.description, record.tags),
    },
  },
  computed: {
    fields: {
      category: nullable(Type.String({ description: 'Name of its category.' })),
      subCategory: nullable(Type.String({ description: 'Name of its sub-category.' })),
      channelUrl: Type.String({ description: 'Address of its page.' }),
    },
    of: async (ctx, records) => {
      const names = await labelNames(ctx, records)
      return records.map((record) => ({
        category: names.get(record.categoryId ?? '') ?? null,
        subCategory: names.get(record.subCategoryId ?? '') ?? null,
        channelUrl: channelUrl(ctx, record.handle),
      }))
    },
  },
  facts: { created: channelCreated, updated: channelUpdated, deleted: channelDeleted },
  publicWhen: {
    sql: "t.status = 'active' and t.visibility <> 'private'",
    holds: (record) => record.status === 'active' && record.visibility !== 'private',
  },
  check(record) {
    checkTags(record.tags)
  },
})

/** Address of a channel's page. */
export function channelUrl(ctx: Pick<Ctx, 'settings'>, handle: string): string {
  return `${ctx.settings.publicUrl}/c/${handle}`
}

/** Names of the labels of a page of channels, by id. */
async function labelNames(ctx: Ctx, records: readonly Channel[]): Promise<Map<string, string>> {
  const categories = new Set(records.flatMap((record) => uuidOf('cat', record.categoryId) ?? []))
  const subs = new Set(records.flatMap((record) => uuidOf('sub', record.subCategoryId) ?? []))
  if (categories.size === 0) return new Map()
  const values = [ctx.account.id, [...categories], [...subs]]
  const rows = await ctx.db.rows<{ prefix: string; id: string; name: string }>(selectLabelNames, values)
  return new Map(rows.map((row) => [encodeId(row.prefix, ctx.account.id, row.id), row.name]))
}

const selectLabelNames = statement(
  'livestream_channel.labelNames',
  'account',
  "select 'cat' as prefix, id, name from livestream_category where account_id = $1 and id = any($2::uuid[]) " +
    "union all select 'sub', id, name from livestream_sub_category where account_id = $1 and id = any($3::uuid[])",
)

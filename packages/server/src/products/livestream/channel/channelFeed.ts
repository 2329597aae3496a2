import type { Ctx, ListPage } from '#kit/call/context.ts'
import { foldName, searchText } from '#kit/values/foldedText.ts'
import { encodeId } from '#kit/values/ids.ts'
import { batchReaction, reaction } from '#kit/nouns/reaction.ts'
import { present, publicOnly } from '#kit/nouns/resource.ts'
import { discover, keepCard, type Feed, type FoundCard, type Projection } from '#platform/db/projection.ts'
import { canonicalLocale } from '#products/livestream/details/locale.ts'
import {
  categoryDeleted,
  categoryUpdated,
  channelCreated,
  channelDeleted,
  channelUpdated,
  subCategoryDeleted,
  subCategoryUpdated,
} from '#products/livestream/facts.ts'
import { tagList } from '#products/livestream/records/videoTags.ts'
import { channel, channelAddresses, type Channel } from '#products/livestream/records/channel.ts'

/** Feed of the public channels of all live accounts. The schedule in feedViewers.ts writes the `moving` columns. */
export const channelFeed: Feed = {
  table: 'directory_channel_feed',
  // One bucket holds all channels; split it when one partition no longer suffices.
  bucket: 'channels',
  columns: ['name', 'created_at', 'language', 'tag_list'],
  moving: ['live_stream_id', 'viewers'],
  sorts: { createdAt: 'created_at', name: 'name', viewers: 'viewers' },
  filters: {
    isLive: (value) => ({ sql: `t.live_stream_id is ${value === true ? 'not ' : ''}null`, values: [] }),
    language: (value) => ({ sql: 't.language = $1', values: [canonicalLocale(String(value))] }),
    tag: (value) => ({ sql: 't.tag_list @> array[$1]::text[]', values: [foldName(String(value))] }),
  },
}

const projection: Projection<typeof channel> = { feed: channelFeed, of: channel, cardOf }

/** Page of the public channels of all live accounts. Throws invalid for filters and sorts that the feed lacks. */
export async function discoverChannels(
  ctx: Ctx,
  input: Record<string, unknown>,
): Promise<ListPage<Record<string, unknown>>> {
  const page = await discover(ctx, channelFeed, input)
  return { ...page, items: page.items.map((found) => publicCard(ctx, found)) }
}

const project = (ctx: Ctx, channelId: string) => keepCard(ctx, projection, channelId)

export const reactions = [
  reaction('livestream.channel.projectCreated', channelCreated, (ctx, fact) => project(ctx, fact.payload.id)),
  reaction('livestream.channel.projectUpdated', channelUpdated, (ctx, fact) => project(ctx, fact.payload.id)),
  reaction('livestream.channel.projectDeleted', channelDeleted, (ctx, fact) => project(ctx, fact.payload.id)),
  batchReaction('livestream.channel.relabelCategory', categoryUpdated, projectAll),
  batchReaction('livestream.channel.moveCategory', categoryDeleted, projectAll),
  batchReaction('livestream.channel.relabelSubCategory', subCategoryUpdated, projectAll),
  batchReaction('livestream.channel.moveSubCategory', subCategoryDeleted, projectAll),
]

/** Rewrites all cards of an account after label changes: cards hold label names, and an account has few channels. */
async function projectAll(ctx: Ctx): Promise<void> {
  const conditions = [{ sql: "t.visibility = 'public'", values: [] }]
  const page = await ctx.store.list(channel, { conditions, limit: channel.countMax })
  for (const each of page.items) await project(ctx, each.id)
}

async function cardOf(ctx: Ctx, record: Channel) {
  if (record.visibility !== 'public') return undefined
  const [content] = await present({ ctx, audience: 'public' }, channel, [record])
  return {
    searchText: searchText(record.name, record.handle, record.description, record.tags),
    columns: [record.name, record.createdAt, record.language, tagList(record.tags)],
    content: { ...content },
  }
}

/** Card with current live state and with addresses of this server; the rest is as it was projected. */
function publicCard(ctx: Ctx, { accountId, uuid, content, moving }: FoundCard): Record<string, unknown> {
  const id = encodeId(channel.prefix, accountId, uuid)
  const live = moving['live_stream_id']
  return {
    ...publicOnly(channel, content),
    ...channelAddresses(ctx, { id, handle: String(content['handle']) }),
    id,
    isLive: live !== null,
    liveStreamId: typeof live === 'string' ? encodeId('str', accountId, live) : null,
  }
}

import { Type } from '#kit/values/schema.ts'
import type { Condition, Ctx, ListPage } from '#kit/call/context.ts'
import { nullable } from '#kit/values/fields.ts'
import { foldName, searchText } from '#kit/values/foldedText.ts'
import { encodeId } from '#kit/values/ids.ts'
import { batchReaction, reaction } from '#kit/nouns/reaction.ts'
import { present, publicOnly } from '#kit/nouns/resource.ts'
import { task } from '#kit/nouns/task.ts'
import { uuidOf } from '#platform/db/columns.ts'
import { discover, keepCard, type Feed, type FoundCard, type Projection } from '#platform/db/projection.ts'
import { channel, channelUrl, type Channel } from '#products/livestream/records/channel.ts'
import { categoryLooks, type CategoryLook } from '#products/livestream/records/categoryLooks.ts'
import { firstWith } from '#products/livestream/details/about.ts'
import { resolveSheetsOf } from '#products/livestream/details/targetSheets.ts'
import { strictest, strictestRatings, type MaturityRating } from '#products/livestream/details/maturity.ts'
import { canonicalLocale } from '#products/livestream/details/locale.ts'
import * as facts from '#products/livestream/facts.ts'
import { playbackOf } from '#products/livestream/records/playbackAddresses.ts'
import { tagList } from '#products/livestream/records/videoTags.ts'
import { hasOpenPoster, isLive } from '#products/livestream/records/standing.ts'
import { scheduleKey, stream, unscheduledKey, type Stream } from '#products/livestream/records/stream.ts'

/** Feed of the live and scheduled public streams of all live accounts. */
export const streamFeed: Feed = {
  table: 'directory_stream_feed',
  // One bucket holds all streams; split it when one partition no longer suffices.
  bucket: 'streams',
  columns: [
    'created_at',
    'schedule_key',
    'is_live',
    'hides_viewers',
    'channel_id',
    'language',
    'category_folded',
    'tag_list',
  ],
  moving: ['is_live', 'hides_viewers', 'viewers'],
  sorts: { createdAt: 'created_at', scheduledAt: 'schedule_key', viewers: 'viewers' },
  filters: {
    isLive: (value) => ({ sql: value === true ? 't.is_live' : 'not t.is_live', values: [] }),
    language: (value) => ({ sql: 't.language = $1', values: [canonicalLocale(String(value))] }),
    category: (value) => ({ sql: 't.category_folded = $1', values: [foldName(String(value))] }),
    tag: (value) => ({ sql: 't.tag_list @> array[$1]::text[]', values: [foldName(String(value))] }),
    scheduledAfter: (value) => ({
      sql: `t.schedule_key >= $1::timestamptz and t.schedule_key < '${unscheduledKey}'`,
      values: [value],
    }),
    scheduledBefore: (value) => ({ sql: 't.schedule_key <= $1::timestamptz', values: [value] }),
  },
}

const projection: Projection<typeof stream> = { feed: streamFeed, of: stream, cardOf }

/** Public card of a stream in the discovery feed. */
export type StreamCard = Pick<Stream, 'id' | 'updatedAt' | 'title' | 'category' | 'coverPhotoUrl' | 'startedAt'> & {
  viewers: number | null
  playback: ReturnType<typeof playbackOf>
  channel: { name: string; handle: string; avatarUrl: string | null; channelUrl: string }
}

/** Parts of a card for pages: the look of its category, its rating, and the language of its title. */
export type CardLook = { look: CategoryLook | null; maturityRating: MaturityRating; language: string }

/** Words of the sheets of a stream and its channel, in the language of the channel; null without. */
type CardWords = { sheetTitle: string | null; sheetCoverUrl: string | null; channelTitle: string | null }

/** Page of the live and scheduled streams of all live accounts. Throws invalid for filters that the feed lacks. */
export async function discoverStreams(ctx: Ctx, input: Record<string, unknown>): Promise<ListPage<StreamCard>> {
  const page = await discover(ctx, streamFeed, input)
  return { ...page, items: page.items.map((found) => publicCard(ctx, found)) }
}

/** Live streams of all live accounts with their looks, most watched first. */
export async function discoverLive(ctx: Ctx, limit: number): Promise<(StreamCard & CardLook)[]> {
  const page = await discover(ctx, streamFeed, { isLive: true, sort: '-viewers', limit })
  return page.items.map((found) => {
    // cast: `cardOf` wrote it; a card from before these parts has none.
    const { look, maturityRating, language, ...words } = found.content as Partial<CardLook & CardWords>
    const { title, coverPhotoUrl, channel: home, ...card } = publicCard(ctx, found)
    return {
      ...card,
      title: words.sheetTitle ?? title,
      coverPhotoUrl: words.sheetCoverUrl ?? coverPhotoUrl,
      channel: { ...home, name: words.channelTitle ?? home.name },
      look: look ?? null,
      maturityRating: maturityRating ?? 'everyone',
      language: language ?? 'en',
    }
  })
}

/** Updates the card of a stream. Call inside a transaction, for changes of the card that emit no fact. */
export async function projectStream(ctx: Ctx, streamId: string): Promise<void> {
  await keepCard(ctx, projection, streamId)
}

const movers = {
  Created: facts.streamCreated,
  Updated: facts.streamUpdated,
  Deleted: facts.streamDeleted,
  WentLive: facts.streamWentLive,
  Disconnected: facts.streamDisconnected,
  Reconnected: facts.streamReconnected,
  Ended: facts.streamEnded,
  Disabled: facts.streamDisabled,
  Enabled: facts.streamEnabled,
}

/** Most cards that one transaction writes; a task writes the rest. */
const atOnce = 100

/** Task that rewrites the next cards of a channel, or of the account. */
export const projectMore = task(
  'livestream.stream.projectMore',
  'Rewrites the cards of public streams, after a change of their channel or categories.',
  Type.Object({ channelId: nullable(Type.String()), cursor: nullable(Type.String()) }),
  async (ctx, { channelId, cursor }) => {
    const conditions: Condition[] = [{ sql: listedSql, values: [] }]
    if (channelId !== null) conditions.push({ sql: 't.channel_id = $1', values: [uuidOf(channel.prefix, channelId)] })
    const page = await ctx.store.list(stream, { conditions, limit: atOnce, ...(cursor === null ? {} : { cursor }) })
    for (const each of page.items) await projectStream(ctx, each.id)
    const { nextCursor } = page.pagination
    if (nextCursor !== null) ctx.later(projectMore, { channelId, cursor: nextCursor }, ctx.now())
  },
)

const sheetFacts = {
  Created: facts.detailsCreated,
  Updated: facts.detailsUpdated,
  Deleted: facts.detailsDeleted,
}

/** Rewrites the cards that show the rating or the words of a sheet: of its stream, or of all streams of its channel. */
async function projectTarget(ctx: Ctx, payload: object): Promise<void> {
  const targetId = 'targetId' in payload ? payload.targetId : undefined
  if (typeof targetId !== 'string') return
  if (targetId.startsWith(`${stream.prefix}_`)) return projectStream(ctx, targetId)
  const isOfChannel = targetId.startsWith(`${channel.prefix}_`)
  if (isOfChannel) await projectMore.handle(ctx, { channelId: targetId, cursor: null })
}

const projectAll = (ctx: Ctx) => projectMore.handle(ctx, { channelId: null, cursor: null })

export const tasks = [projectMore]

export const reactions = [
  ...Object.entries(movers).map(([name, fact]) =>
    reaction(`livestream.stream.project${name}`, fact, (ctx, { payload }) => projectStream(ctx, payload.id)),
  ),
  reaction('livestream.stream.projectOfChannel', facts.channelUpdated, (ctx, { payload }) =>
    projectMore.handle(ctx, { channelId: payload.id, cursor: null }),
  ),
  ...Object.entries(sheetFacts).map(([name, fact]) =>
    reaction(`livestream.stream.projectDetails${name}`, fact, (ctx, { payload }) => projectTarget(ctx, payload)),
  ),
  batchReaction('livestream.stream.relabelCategory', facts.categoryUpdated, projectAll),
  batchReaction('livestream.stream.moveCategory', facts.categoryDeleted, projectAll),
  batchReaction('livestream.stream.relabelSubCategory', facts.subCategoryUpdated, projectAll),
  batchReaction('livestream.stream.moveSubCategory', facts.subCategoryDeleted, projectAll),
]

/** SQL condition that every listed stream meets, and some others (`isListed`). */
const listedSql =
  "t.visibility = 'public' and not t.test and " +
  "t.status in ('live', 'reconnecting', 'scheduled', 'connecting', 'preview')"

const comingStates = new Set(['scheduled', 'connecting', 'preview', 'reconnecting'])

/** Whether the feed lists a stream: while it is live, and from its schedule on until it goes live. */
function isListed(record: Stream): boolean {
  if (record.visibility !== 'public' || record.test) return false
  const isComing = record.scheduledAt !== null && comingStates.has(record.status)
  return isLive(record) || isComing
}

async function cardOf(ctx: Ctx, record: Stream) {
  const home = isListed(record) ? await ctx.store.find(channel, record.channelId) : undefined
  if (home === undefined || home.visibility !== 'public') return undefined
  const [content] = await present({ ctx, audience: 'public' }, stream, [record])
  const { name, handle, avatarUrl } = home
  const words = await wordsOf(ctx, record, home)
  const look: CardLook & CardWords = {
    ...words,
    look: (await categoryLooks(ctx, [record.categoryId])).get(record.categoryId ?? '') ?? null,
    maturityRating: strictest((await strictestRatings(ctx, [record.id, home.id])).values()),
  }
  const { sheetTitle, channelTitle } = words
  return {
    searchText: searchText(sheetTitle, record.title, record.description, record.tags, channelTitle, name),
    columns: [
      record.createdAt,
      scheduleKey(record),
      isLive(record),
      record.hideViewerCount,
      uuidOf(channel.prefix, home.id),
      home.language,
      record.category === null ? null : foldName(record.category),
      tagList(record.tags),
    ],
    content: { ...content, hasPoster: hasOpenPoster(record), channel: { name, handle, avatarUrl }, ...look },
  }
}

async function wordsOf(
  ctx: Ctx,
  record: Stream,
  { id, language }: Channel,
): Promise<CardWords & Pick<CardLook, 'language'>> {
  const found = await resolveSheetsOf(ctx, { targetIds: [record.id, id], locale: undefined, language })
  const own = found.get(record.id) ?? []
  return {
    sheetTitle: own[0]?.title ?? null,
    sheetCoverUrl: firstWith(own, ({ coverPhotoUrl }) => coverPhotoUrl) ?? null,
    channelTitle: found.get(id)?.[0]?.title ?? null,
    language: own[0]?.locale ?? language,
  }
}

/** Card with the current viewer count and live state, and with addresses of this server. */
function publicCard(ctx: Ctx, { accountId, uuid, content, moving }: FoundCard): StreamCard {
  const id = encodeId(stream.prefix, accountId, uuid)
  // cast: `cardOf` wrote it.
  const card = publicOnly(stream, content) as StreamCard
  // cast: as above.
  const { hasPoster, channel: home } = content as StreamCard & { hasPoster: boolean }
  const isNow = moving['is_live'] === true
  const more = {
    id,
    playback: playbackOf(ctx, id, { hasPoster: hasPoster && isNow }),
    isLive: isNow,
    viewers: isNow && moving['hides_viewers'] === false ? Number(moving['viewers']) : null,
    channel: { ...home, channelUrl: channelUrl(ctx, home.handle) },
  }
  return { ...card, ...more }
}

import { Type } from '#kit/values/schema.ts'
import type { Condition, ListQuery } from '#kit/call/context.ts'
import { flag, languageTag, line, nullable, oneOf } from '#kit/values/fields.ts'
import { foldName } from '#kit/values/foldedText.ts'
import { operation } from '#kit/nouns/operation.ts'
import type { ListOptions } from '#kit/call/paging.ts'
import { reachList, type Reach } from '#kit/call/recordReach.ts'
import { outputSchemaOf, present, publicOutputSchemaOf } from '#kit/nouns/resource.ts'
import { closed, listInput, listPageOf } from '#kit/nouns/standard.ts'
import { sentConditions } from '#platform/db/listPage.ts'
import { isByViewers, viewersRank } from '#products/livestream/audience/order.ts'
import { publicChannelSql } from '#products/livestream/records/channel.ts'
import { canonicalLocale } from '#products/livestream/details/locale.ts'
import { videoFilters } from '#products/livestream/records/videoFields.ts'
import { discoverStreams } from './streamFeed.ts'
import { liveSql } from '#products/livestream/records/standing.ts'
import { stream } from '#products/livestream/records/stream.ts'

const listing: ListOptions = {
  sorts: ['-createdAt', 'createdAt', 'scheduledAt', 'viewers'],
  isSearchable: true,
  filters: videoFilters,
}

const filters = {
  scope: Type.Optional(
    oneOf(['mine', 'discover'], { description: 'The account whose streams are listed; your own when left out.' }),
  ),
  isLive: Type.Optional(flag({ description: 'Only those that can be watched live at this moment, or the others.' })),
  category: Type.Optional(line(120, { description: 'Only with this category name, case and accents aside.' })),
  subCategory: Type.Optional(line(120, { description: 'Only with this sub-category name.' })),
  language: Type.Optional(languageTag({ description: 'Only on channels in this language.' })),
  tag: Type.Optional(line(40, { description: 'Only with this tag.' })),
}

const homeShape = closed(
  {
    name: Type.String({ description: 'Name of the channel.' }),
    handle: Type.String({ description: 'Name in addresses.' }),
    avatarUrl: nullable(Type.String({ description: 'Address of a square image.' })),
    channelUrl: Type.String({ description: 'Address of its page.' }),
  },
  { title: 'StreamChannel', description: 'The channel of the stream.' },
)

export const operations = [
  operation('livestream.stream.all', {
    route: 'GET /api/video/stream/all',
    title: 'Get All',
    description:
      'Lists your streams, or with `scope=discover` public ones of all accounts that are live or scheduled, each ' +
      'with its `channel`; there paging, `q`, `isLive`, `language`, `category`, `tag` and the schedule apply, other ' +
      'filters are refused. `q` searches title, description and tags. By `-viewers` the most watched come first, and ' +
      'streams that are not live last; by `scheduledAt` those without a schedule come last.',
    scope: 'livestream.stream:read',
    credential: 'public',
    isRead: true,
    input: closed({ ...listInput(stream, listing).properties, ...filters }),
    output: listPageOf(outputSchemaOf(stream)),
    publicOutput: listPageOf(publicOutputSchemaOf(stream, { channel: Type.Optional(homeShape) })),
    example: { isLive: true },
    async handle(ctx, input: Record<string, unknown>) {
      const isRanked = isByViewers(input)
      if (input['scope'] === 'discover') return discoverStreams(ctx, input)
      const { from, query } = await reachList(ctx, input, { of: stream, ...listing })
      const listedOnly: Condition[] = from.isOwner
        ? []
        : [{ sql: "t.visibility = 'public' and not t.test", values: [] }]
      const page = await from.ctx.store.list(stream, {
        ...query,
        ...orderOf(from, query.sort ?? '', isRanked),
        conditions: [...(query.conditions ?? []), ...ownFilters(input, from.isOwner), ...listedOnly],
        isPlannedAnew: varied.some((name) => input[name] !== undefined),
      })
      return { ...page, items: await present(from, stream, page.items) }
    },
  }),
]

/** Filters whose values differ widely in frequency: their lists are planned with the values. */
const varied = ['q', 'tag', 'category', 'subCategory', 'language'] as const

function orderOf({ ctx, isOwner }: Reach, sort: string, isRanked: boolean): Pick<ListQuery, 'sort' | 'rank'> {
  if (!isRanked) return { sort: sort.replaceAll('scheduledAt', 'scheduleKey') }
  return { sort, rank: viewersRank('stream', { now: ctx.now(), isFalling: sort.startsWith('-'), isOwner }) }
}

/** SQL condition: the stream is of a channel with a language; for the public, of a visible channel. */
function ofChannelsIn(isOwner: boolean): string {
  const channels = `select c.id from livestream_channel c where c.account_id = t.account_id and c.language = $1`
  return `t.channel_id in (${channels}${isOwner ? '' : ` and ${publicChannelSql('c')}`})`
}

function ownFilters(input: Record<string, unknown>, isOwner: boolean): Condition[] {
  const { isLive, category, subCategory, language, tag } = input
  return sentConditions({
    't.category_folded = $1': typeof category === 'string' ? foldName(category) : undefined,
    't.sub_category_folded = $1': typeof subCategory === 'string' ? foldName(subCategory) : undefined,
    [ofChannelsIn(isOwner)]: typeof language === 'string' ? canonicalLocale(language) : undefined,
    't.tag_list @> array[$1]::text[]': typeof tag === 'string' ? foldName(tag) : undefined,
    [isLive === true ? liveSql('t') : `not ${liveSql('t')}`]: isLive,
  })
}

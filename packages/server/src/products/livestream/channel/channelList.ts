import { Type } from '#kit/values/schema.ts'
import type { Condition, ListQuery } from '#kit/call/context.ts'
import { flag, idOf, languageTag, line, oneOf } from '#kit/values/fields.ts'
import { foldName } from '#kit/values/foldedText.ts'
import { operation } from '#kit/nouns/operation.ts'
import type { ListOptions } from '#kit/call/paging.ts'
import { reachList, type Reach } from '#kit/call/recordReach.ts'
import { outputSchemaOf, present, publicOutputSchemaOf } from '#kit/nouns/resource.ts'
import { closed, listInput, listPageOf } from '#kit/nouns/standard.ts'
import { uuidOf } from '#platform/db/columns.ts'
import { isByViewers, viewersRank } from '#products/livestream/audience/order.ts'
import { canonicalLocale } from '#products/livestream/details/locale.ts'
import { channel, isLiveSql } from '#products/livestream/records/channel.ts'
import { discoverChannels } from './channelFeed.ts'

const listing: ListOptions = {
  sorts: ['-createdAt', 'createdAt', 'name', 'viewers'],
  isSearchable: true,
  filters: {
    visibility: {
      schema: oneOf(['public', 'unlisted', 'private'], { description: 'Only with this visibility.' }),
      column: 'visibility',
      test: 'equals',
    },
  },
}

const filters = {
  scope: Type.Optional(
    oneOf(['mine', 'discover'], { description: 'The account whose channels are listed; your own when left out.' }),
  ),
  isLive: Type.Optional(flag({ description: 'Only those on which something is live, or the others.' })),
  categoryId: Type.Optional(idOf('cat', { description: 'Only of this category.' })),
  subCategoryId: Type.Optional(idOf('sub', { description: 'Only of this sub-category.' })),
  language: Type.Optional(languageTag({ description: 'Only in this language.' })),
  tag: Type.Optional(line(40, { description: 'Only with this tag.' })),
}

export const operations = [
  operation('livestream.channel.all', {
    route: 'GET /api/video/channel/all',
    title: 'Channel - Get All',
    description:
      'Lists your channels, or with `scope=discover` the public channels of all accounts. Those allow ' +
      'paging, `q`, `isLive`, `language`, `tag` and a sort by name, createdAt or viewers, and no other filter. ' +
      'By `-viewers` the most watched come first, and channels without a live stream last.',
    scope: 'livestream.channel:read',
    credential: 'public',
    isRead: true,
    input: closed({ ...listInput(channel, listing).properties, ...filters }),
    output: listPageOf(outputSchemaOf(channel)),
    publicOutput: listPageOf(publicOutputSchemaOf(channel)),
    example: { sort: 'name' },
    async handle(ctx, input) {
      const isRanked = isByViewers(input)
      if (input['scope'] === 'discover') return discoverChannels(ctx, input)
      const { from, query } = await reachList(ctx, input, { of: channel, ...listing })
      const listedOnly: Condition[] = from.isOwner ? [] : [{ sql: "t.visibility = 'public'", values: [] }]
      const page = await from.ctx.store.list(channel, {
        ...query,
        ...(isRanked ? rankOf(from, query.sort ?? '') : {}),
        conditions: [...(query.conditions ?? []), ...ownFilters(input, from.isOwner), ...listedOnly],
      })
      return { ...page, items: await present(from, channel, page.items) }
    },
  }),
]

function rankOf({ ctx, isOwner }: Reach, sort: string): Pick<ListQuery, 'rank'> {
  return { rank: viewersRank('channel', { now: ctx.now(), isFalling: sort.startsWith('-'), isOwner }) }
}

function ownFilters(input: Record<string, unknown>, isOwner: boolean): Condition[] {
  const { isLive, categoryId, subCategoryId, language, tag } = input
  const conditions: Condition[] = []
  if (categoryId !== undefined) conditions.push({ sql: 't.category_id = $1', values: [uuidOf('cat', categoryId)] })
  if (subCategoryId !== undefined) {
    conditions.push({ sql: 't.sub_category_id = $1', values: [uuidOf('sub', subCategoryId)] })
  }
  if (typeof language === 'string') {
    conditions.push({ sql: 't.language = $1', values: [canonicalLocale(language)] })
  }
  if (typeof tag === 'string') conditions.push({ sql: 't.tag_list @> array[$1]::text[]', values: [foldName(tag)] })
  if (isLive === undefined) return conditions
  const live =
    'exists (select 1 from livestream_stream s where s.account_id = t.account_id and s.channel_id = t.id ' +
    `and ${isLiveSql('s', isOwner ? 'owner' : 'public')})`
  return [...conditions, { sql: isLive === true ? live : `not ${live}`, values: [] }]
}

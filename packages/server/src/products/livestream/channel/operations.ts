import { Type } from '#kit/schema.ts'
import type { Condition, Ctx } from '#kit/context.ts'
import { clientReference, flag, idOf, languageTag, line, matching, nullable, oneOf } from '#kit/fields.ts'
import { foldName } from '#kit/fold.ts'
import { encodeId } from '#kit/ids.ts'
import { madeFirst, operation } from '#kit/operation.ts'
import { type ListOptions, queryOf } from '#kit/paging.ts'
import { field, invalid, problem, reasons } from '#kit/problem.ts'
import { exactlyOne, reach, reachAccount } from '#kit/reach.ts'
import { answerOf, present, type Audience } from '#kit/resource.ts'
import {
  closed,
  createInput,
  ifVersion,
  listInput,
  pageOf,
  removed,
  splitCreate,
  splitUpdate,
  updateInput,
  versionOf,
} from '#kit/standard.ts'
import { uuidOf } from '#platform/db/columns.ts'
import { findName } from '#platform/names/names.ts'
import {
  channelCreated,
  channelDeleted,
  channelUpdated,
  detailsDeleted,
  staticDeleted,
  streamDeleted,
} from '#products/livestream/facts.ts'
import { staticVideo } from '#products/livestream/static/staticVideo.ts'
import { endRunning } from '#products/livestream/stream/control.ts'
import { alreadyLive } from '#products/livestream/stream/write.ts'
import { canonicalLocale } from '#products/livestream/details/locale.ts'
import { ticketingOfChannel, ticketingShape } from '#products/livestream/ticketing/ticketing.ts'
import { channel, handlePattern } from './channel.ts'
import { discover, type FeedQuery } from './feed.ts'
import { handleName, handleTaken } from './handle.ts'
import { removeChannel } from './removal.ts'
import { createChannel, updateChannel } from './write.ts'

const recentStaticsMax = 10

const labelNames = {
  category: Type.Optional(nullable(line(60, { description: 'Its category by name, in place of `categoryId`.' }))),
  subCategory: Type.Optional(
    nullable(line(60, { description: 'Its sub-category by name, in place of `subCategoryId`.' })),
  ),
}

const listing: ListOptions = {
  sorts: ['-createdAt', 'createdAt', 'name'],
  isSearchable: true,
  filters: {
    visibility: {
      schema: oneOf(['public', 'unlisted', 'private'], { description: 'Only with this visibility.' }),
      column: 'visibility',
      test: 'equals',
    },
  },
}

export const operations = [
  operation('livestream.channel.all', {
    route: 'GET /api/video/channel/all',
    title: 'Channel - Get All',
    description:
      'Lists your channels, or with `scope=discover` the public channels of all accounts, where paging, `q`, ' +
      '`language`, `tag` and a sort by name or createdAt apply; other filters are refused.',
    scope: 'livestream.channel:read',
    credential: 'public',
    isRead: true,
    input: closed({
      ...listInput(channel, listing).properties,
      scope: Type.Optional(oneOf(['mine', 'discover'], { description: 'Whose channels; mine when left out.' })),
      categoryId: Type.Optional(idOf('cat', { description: 'Only of this category.' })),
      subCategoryId: Type.Optional(idOf('sub', { description: 'Only of this sub-category.' })),
      language: Type.Optional(languageTag({ description: 'Only in this language.' })),
      tag: Type.Optional(line(40, { description: 'Only with this tag.' })),
    }),
    output: pageOf(answerOf(channel)),
    example: { sort: 'name' },
    async handle(ctx, input) {
      if (input['scope'] === 'discover') return discover(ctx, feedQuery(input))
      const { accountId, ...query } = queryOf(input, listing)
      const from = await reachAccount(ctx, channel, accountId)
      const listedOnly: Condition[] = from.isOwner ? [] : [{ sql: "t.visibility = 'public'", values: [] }]
      const conditions = [...(query.conditions ?? []), ...ownFilters(input), ...listedOnly]
      const page = await from.ctx.store.list(channel, { ...query, conditions, publicOnly: !from.isOwner })
      return { ...page, items: await present(from, channel, page.items) }
    },
  }),
  operation('livestream.channel.create', {
    route: 'POST /api/video/channel/create',
    title: 'Channel - Create',
    description: `Makes a channel; an account has at most ${channel.countMax}. Its handle is unique on the instance.`,
    scope: 'livestream.channel:write',
    input: closed({ ...createInput(channel).properties, ...labelNames }),
    output: answerOf(channel, { created: flag({ description: 'False when it was there already.' }) }),
    tells: [channelCreated],
    reasons: [handleTaken],
    example: { name: 'Night Concerts', description: 'Live from small rooms', tags: 'music, live' },
    async handle(ctx, input) {
      const [draft, options] = splitCreate<typeof channel>(input)
      const made = await ctx.atomic((inner) => createChannel(inner, draft, options))
      const [shown] = await present({ ctx, audience: 'owner' }, channel, [made.record])
      return { ...shown, created: made.created }
    },
  }),
  operation('livestream.channel.delete', {
    route: 'POST /api/video/channel/delete',
    title: 'Channel - Delete',
    description: 'Deletes a channel with its streams, videos and details. Its handle stays reserved for 30 days.',
    scope: 'livestream.channel:write',
    input: closed({
      channelId: idOf('chn'),
      endLive: Type.Optional(flag({ description: 'Ends what is live first, instead of refusing.' })),
      ifVersion: ifVersion(),
    }),
    output: removed(),
    tells: [channelDeleted, streamDeleted, staticDeleted, detailsDeleted],
    reasons: [alreadyLive],
    example: { channelId: madeFirst('livestream.channel') },
    async handle(ctx, input) {
      const { endLive = false } = input
      const how = { ...versionOf(input), endLive }
      const { record, running } = await ctx.atomic((inner) => removeChannel(inner, input.channelId, how))
      for (const each of running) await endRunning(ctx, each, 'deleted')
      return { id: record.id, status: record.status }
    },
  }),
  operation('livestream.channel.get', {
    route: 'GET /api/video/channel/get',
    title: 'Channel - Get By ID',
    description:
      'Gets a channel by id, handle or reference, with its latest videos. A handle that it left lately leads on to it.',
    scope: 'livestream.channel:read',
    credential: 'public',
    isRead: true,
    input: closed({
      channelId: Type.Optional(idOf('chn')),
      handle: Type.Optional(
        matching(handlePattern, 32, { description: 'Its handle, or one that it left less than 30 days ago.' }),
      ),
      clientReference: Type.Optional(clientReference()),
    }),
    output: answerOf(channel, {
      recentStatics: Type.Array(answerOf(staticVideo), { description: 'Its latest published videos, at most 10.' }),
      ticketingEvents: Type.Array(ticketingShape, {
        description: 'Events whose tickets open it or its videos, at most 25. For the owner.',
      }),
      redirectedFrom: Type.String({
        description: 'The handle that was asked for, when the channel has another one now.',
      }),
    }),
    example: { channelId: madeFirst('livestream.channel') },
    async handle(ctx, input) {
      const found = await reachChannel(ctx, input)
      const [shown] = await present(found, channel, [found.record])
      const { handle } = input
      const isLeft = handle !== undefined && handle !== found.record.handle
      const recentStatics = await recentOf(found.ctx, found.record.id, found.audience)
      const told = { ...shown, recentStatics, ...(isLeft ? { redirectedFrom: handle } : {}) }
      if (found.audience !== 'owner') return told
      return { ...told, ticketingEvents: await ticketingOfChannel(ctx, found.record.id) }
    },
  }),
  operation('livestream.channel.update', {
    route: 'PUT /api/video/channel/update',
    title: 'Channel - Update',
    description:
      'Changes a channel. A handle that it leaves leads on for 30 days. `defaults` are for new videos alone.',
    scope: 'livestream.channel:write',
    input: closed({ ...updateInput(channel).properties, ...labelNames }),
    output: answerOf(channel),
    tells: [channelUpdated],
    reasons: [handleTaken],
    example: { channelId: madeFirst('livestream.channel'), description: 'Live from small rooms, every Friday' },
    async handle(ctx, input) {
      const { id, patch, options } = splitUpdate(channel, input)
      const record = await ctx.atomic((inner) => updateChannel(inner, id, { sent: patch, how: options }))
      return (await present({ ctx, audience: 'owner' }, channel, [record]))[0] ?? {}
    },
  }),
]

async function reachChannel(ctx: Ctx, input: Record<string, unknown>) {
  const by = exactlyOne(input, ['channelId', 'handle', 'clientReference'])
  if (by.name !== 'handle') return reach(ctx, channel, by)
  const named = await findName(ctx, handleName(ctx, by.value))
  if (named === undefined) throw problem(reasons.notFound)
  return reach(ctx, channel, { name: 'channelId', value: encodeId(channel.prefix, named.accountId, named.uuid) })
}

async function recentOf(ctx: Ctx, channelId: string, audience: Audience) {
  const listed = audience === 'owner' ? '' : " and t.visibility = 'public'"
  const conditions = [
    { sql: `t.channel_id = $1 and t.status = 'published'${listed}`, values: [uuidOf(channel.prefix, channelId)] },
  ]
  const page = await ctx.store.list(staticVideo, { conditions, sort: '-publishedAt', limit: recentStaticsMax })
  return present({ ctx, audience }, staticVideo, page.items)
}

function ownFilters(input: Record<string, unknown>): Condition[] {
  const { categoryId, subCategoryId, language, tag } = input
  const conditions: Condition[] = []
  if (categoryId !== undefined) conditions.push({ sql: 't.category_id = $1', values: [uuidOf('cat', categoryId)] })
  if (subCategoryId !== undefined) {
    conditions.push({ sql: 't.sub_category_id = $1', values: [uuidOf('sub', subCategoryId)] })
  }
  if (typeof language === 'string') {
    conditions.push({ sql: 't.language = $1', values: [canonicalLocale(language)] })
  }
  if (typeof tag === 'string') conditions.push({ sql: 't.tag_list @> array[$1]::text[]', values: [foldName(tag)] })
  return conditions
}

/** Throws invalid for filters that the feed does not have, rather than answer as if they had been applied. */
function feedQuery(input: Record<string, unknown>): FeedQuery {
  const { scope: _scope, limit, offset, cursor, withTotal, sort = '-createdAt', q, language, tag, ...other } = input
  const foreign = Object.keys(other).filter((name) => other[name] !== undefined)
  if (foreign.length > 0) {
    throw invalid(...foreign.map((name) => field(name, 'notAllowed', 'does not apply with scope=discover')))
  }
  const spoken = typeof language === 'string' ? canonicalLocale(language) : undefined
  // cast: the input was accepted by the operation's schema, whose types these are.
  return { limit, offset, cursor, withTotal, sort, q, language: spoken, tag } as FeedQuery
}

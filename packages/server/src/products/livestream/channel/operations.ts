import { Type, type TSchema } from '#kit/values/schema.ts'
import type { Ctx } from '#kit/call/context.ts'
import { clientReference, flag, idOf, languageTag, line, matching, nullable } from '#kit/values/fields.ts'
import { encodeId } from '#kit/values/ids.ts'
import { madeFirst, once, operation } from '#kit/nouns/operation.ts'
import { problem, reasons } from '#kit/call/problem.ts'
import { exactlyOne, reach, type Reached } from '#kit/call/recordReach.ts'
import { outputSchemaOf, present, publicOutputSchemaOf } from '#kit/nouns/resource.ts'
import {
  closed,
  createInput,
  ifVersion,
  removed,
  splitCreate,
  splitUpdate,
  updateInput,
  versionOf,
} from '#kit/nouns/standard.ts'
import { findName } from '#platform/names/uniqueNames.ts'
import { details } from '#products/livestream/details/details.ts'
import { resolveSheet } from '#products/livestream/details/targetSheets.ts'
import { viewsOfChannel } from '#products/livestream/audience/viewCount.ts'
import {
  channelCreated,
  channelDeleted,
  channelUpdated,
  detailsDeleted,
  staticDeleted,
  streamDeleted,
  streamEnded,
} from '#products/livestream/facts.ts'
import { staticVideo } from '#products/livestream/records/staticVideo.ts'
import { endRunning } from '#products/livestream/stream/streamControl.ts'
import { stream } from '#products/livestream/records/stream.ts'
import { alreadyLive } from '#products/livestream/stream/streamWrites.ts'
import { ticketingOfChannel, ticketingShape } from '#products/livestream/ticketing/ticketing.ts'
import { channel, handlePattern } from '#products/livestream/records/channel.ts'
import { handleName, handleTaken } from './handle.ts'
import { removeChannel } from './channelRemoval.ts'
import { comingOn, liveOn, recentOn } from '#products/livestream/records/channelVideos.ts'
import { createChannel, updateChannel } from './channelWrites.ts'

/** Maximum of each kind of video in the response of channel/get. */
const listedMax = 10

const labelNames = {
  category: Type.Optional(nullable(line(60, { description: 'Name of the category, in place of `categoryId`.' }))),
  subCategory: Type.Optional(
    nullable(line(60, { description: 'Name of the sub-category, in place of `subCategoryId`.' })),
  ),
}

/** Response fields beside the channel's own: its videos in the public form. */
function videosShape(ofStream: TSchema, ofStatic: TSchema) {
  return {
    liveStream: nullable(ofStream),
    upcomingStreams: Type.Array(ofStream, { description: 'The next scheduled streams, at most 10.' }),
    recentStatics: Type.Array(ofStatic, { description: 'Latest published videos, at most 10.' }),
    redirectedFrom: Type.Optional(
      Type.String({ description: 'The handle of the request, when the channel has another one now.' }),
    ),
  }
}

export const operations = [
  operation('livestream.channel.create', {
    route: 'POST /api/video/channel/create',
    title: 'Channel - Create',
    description: `Makes a channel; an account has at most ${channel.countMax}. Its handle is unique on the instance.`,
    scope: 'livestream.channel:write',
    input: closed({ ...createInput(channel).properties, ...labelNames }),
    output: outputSchemaOf(channel, { created: flag({ description: 'False when it was there already.' }) }),
    emits: [channelCreated],
    reasons: [handleTaken],
    example: { name: 'Night Concerts', description: 'Live from small rooms', tags: 'music, live' },
    handle: once(async (ctx, input) => {
      const [draft, options] = splitCreate<typeof channel>(input)
      const made = await ctx.atomic((inner) => createChannel(inner, draft, options))
      const [presented] = await present({ ctx, audience: 'owner' }, channel, [made.record])
      return { ...presented, created: made.created }
    }),
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
    emits: [channelDeleted, streamDeleted, streamEnded, staticDeleted, detailsDeleted],
    reasons: [alreadyLive],
    example: { channelId: madeFirst('livestream.channel') },
    handle: once(async (ctx, input) => {
      const { endLive = false } = input
      const how = { ...versionOf(input), endLive }
      return ctx.atomic(async (inner) => {
        const { record, running } = await removeChannel(inner, input.channelId, how)
        for (const each of running) await endRunning(inner, each, 'deleted')
        return { id: record.id, status: record.status }
      })
    }),
  }),
  operation('livestream.channel.get', {
    route: 'GET /api/video/channel/get',
    title: 'Channel - Get By ID',
    description:
      'Gets a channel by id, handle or reference, with its details in a language, its live stream, the next streams ' +
      'and its latest videos. A former handle works for 30 days.',
    scope: 'livestream.channel:read',
    credential: 'public',
    isRead: true,
    input: closed({
      channelId: Type.Optional(idOf('chn')),
      handle: Type.Optional(
        matching(handlePattern, 32, {
          description: 'Handle of the channel, or one that it left less than 30 days ago.',
        }),
      ),
      clientReference: Type.Optional(clientReference()),
      locale: Type.Optional(
        languageTag({ description: 'Language of the details; falls back to that of the channel.' }),
      ),
    }),
    output: outputSchemaOf(channel, {
      ...videosShape(outputSchemaOf(stream), outputSchemaOf(staticVideo)),
      details: nullable(outputSchemaOf(details)),
      ticketingEvents: Type.Array(ticketingShape, {
        description: 'Events whose tickets open it or its videos, at most 25.',
      }),
      totalViews: Type.Integer({ minimum: 0, description: 'Views of what was shown on it.' }),
    }),
    publicOutput: publicOutputSchemaOf(channel, {
      ...videosShape(publicOutputSchemaOf(stream), publicOutputSchemaOf(staticVideo)),
      details: nullable(publicOutputSchemaOf(details)),
    }),
    example: { channelId: madeFirst('livestream.channel') },
    async handle(ctx, input) {
      const found = await reachChannel(ctx, input)
      const [presented] = await present(found, channel, [found.record])
      const { handle, locale } = input
      const isLeft = handle !== undefined && handle !== found.record.handle
      const sheet = await resolveSheet(found.ctx, { targetId: found.record.id, locale, isPublic: true })
      const [sheetView = null] = sheet === undefined ? [] : await present(found, details, [sheet])
      const response = {
        ...presented,
        ...(await videosOf(found)),
        details: sheetView,
        ...(isLeft ? { redirectedFrom: handle } : {}),
      }
      if (found.audience !== 'owner') return response
      const [ticketingEvents, totalViews] = await Promise.all([
        ticketingOfChannel(ctx, found.record.id),
        viewsOfChannel(ctx, found.record.id),
      ])
      return { ...response, ticketingEvents, totalViews }
    },
  }),
  operation('livestream.channel.update', {
    route: 'PUT /api/video/channel/update',
    title: 'Channel - Update',
    description: 'Changes a channel. A previous handle redirects for 30 days. `defaults` are for new videos alone.',
    scope: 'livestream.channel:write',
    input: closed({ ...updateInput(channel).properties, ...labelNames }),
    output: outputSchemaOf(channel),
    emits: [channelUpdated],
    reasons: [handleTaken],
    example: { channelId: madeFirst('livestream.channel'), description: 'Live from small rooms, every Friday' },
    handle: once(async (ctx, input) => {
      const { id, patch, options } = splitUpdate(channel, input)
      const record = await ctx.atomic((inner) => updateChannel(inner, id, { sent: patch, how: options }))
      return (await present({ ctx, audience: 'owner' }, channel, [record]))[0] ?? {}
    }),
  }),
]

async function reachChannel(ctx: Ctx, input: Record<string, unknown>) {
  const by = exactlyOne(input, ['channelId', 'handle', 'clientReference'])
  if (by.name !== 'handle') return reach(ctx, channel, by)
  const named = await findName(ctx, handleName(by.value))
  if (named === undefined) throw problem(reasons.notFound)
  return reach(ctx, channel, { name: 'channelId', value: encodeId(channel.prefix, named.accountId, named.uuid) })
}

/** Videos of a channel that the caller may see: the latest live stream, the next streams and the latest videos. */
async function videosOf({ ctx, audience, record }: Reached<typeof channel>) {
  const of = { channelId: record.id, audience }
  const [live, coming, recent] = await Promise.all([
    liveOn(ctx, of),
    comingOn(ctx, of, listedMax),
    recentOn(ctx, of, listedMax),
  ])
  const by = { ctx, audience }
  const [liveStream = null] = await present(by, stream, live.slice(0, 1))
  const upcomingStreams = await present(by, stream, coming)
  return { liveStream, upcomingStreams, recentStatics: await present(by, staticVideo, recent) }
}
